// posix_spawn rather than Boost.Process: that of Debian 12 (1.74) needs Boost.Filesystem to link,
// and asks for more code than this.
#include "tools/cli/child_process.hpp"

#include "models/scenario/wording.hpp"
#include "tools/cli/command.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace gvlsim {

namespace {

// Our environment with `added` in place of what has the same names.
std::vector<std::string> environment_with(
    const std::vector<std::pair<std::string, std::string>>& added) {
    std::vector<std::string> result;
    for (const auto& [name, value] : added) { result.push_back(name + "=" + value); }
    const std::size_t own = result.size();
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text{*entry};
        bool replaced = false;
        for (std::size_t i = 0; i < own; ++i) {
            replaced = replaced || text.starts_with(added[i].first + "=");
        }
        if (!replaced) { result.emplace_back(text); }
    }
    return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (std::string& text : texts) { result.push_back(text.data()); }
    result.push_back(nullptr);
    return result;
}

// What the child does with its descriptors and signals before it starts.
class Preparation {
public:
    Preparation() {
        ::posix_spawn_file_actions_init(&files_);
        ::posix_spawnattr_init(&attributes_);
        // We ignore broken pipes; it should get them as usual.
        sigset_t defaults;
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGPIPE);
        ::posix_spawnattr_setsigdefault(&attributes_, &defaults);
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
    }
    Preparation(const Preparation&) = delete;
    Preparation& operator=(const Preparation&) = delete;
    ~Preparation() {
        ::posix_spawn_file_actions_destroy(&files_);
        ::posix_spawnattr_destroy(&attributes_);
    }

    void input(int descriptor) {
        if (descriptor >= 0) {
            ::posix_spawn_file_actions_adddup2(&files_, descriptor, STDIN_FILENO);
        } else {
            ::posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        }
    }
    void output(int descriptor) {
        ::posix_spawn_file_actions_adddup2(&files_, descriptor, STDOUT_FILENO);
    }
    // The problem, or 0.
    [[nodiscard]] int spawn(pid_t& pid, char** words, char** environment) {
        return ::posix_spawnp(&pid, words[0], &files_, &attributes_, words, environment);
    }

private:
    posix_spawn_file_actions_t files_{};
    posix_spawnattr_t attributes_{};
};

std::string read_all(int descriptor) {
    std::string text;
    std::array<char, 4096> buffer{};
    while (true) {
        const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
        if (count > 0) {
            text.append(buffer.data(), static_cast<std::size_t>(count));
        } else if (count == 0 || errno != EINTR) {
            return text;
        }
    }
}

int wait_for(pid_t pid) {
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

ChildEnd run_child(const Child& child) {
    std::vector<std::string> words = child.words;
    std::vector<std::string> environment = environment_with(child.environment);
    std::array<int, 2> pipe{-1, -1};
    if (child.capture && ::pipe2(pipe.data(), O_CLOEXEC) != 0) {
        throw UsageError{"cannot make a pipe: " + std::string{std::strerror(errno)}};
    }
    Preparation preparation;
    preparation.input(child.input);
    preparation.output(child.capture ? pipe[1] : STDERR_FILENO);
    pid_t pid = 0;
    const int problem =
        preparation.spawn(pid, pointers(words).data(), pointers(environment).data());
    if (child.capture) { ::close(pipe[1]); }
    ChildEnd end;
    if (problem == 0 && child.capture) { end.output = read_all(pipe[0]); }
    if (child.capture) { ::close(pipe[0]); }
    if (problem != 0) {
        throw UsageError{gvlsim::quoted(words.front()) +
                         " cannot be started: " + std::strerror(problem)};
    }
    end.code = wait_for(pid);
    return end;
}

}  // namespace gvlsim
