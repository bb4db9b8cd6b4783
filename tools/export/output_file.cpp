#include "tools/export/output_file.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gvlsim {

namespace {

// The temporary file that a signal has to remove; one at a time is written. A handler may only
// look at lock-free atomics.
std::atomic<const char*> doomed{nullptr};
static_assert(std::atomic<const char*>::is_always_lock_free);

extern "C" void remove_and_die(int signal) {
    const char* const path = doomed.exchange(nullptr);
    if (path != nullptr) { ::unlink(path); }
    // Blocked until this handler returns; then the default ends the process with the right status.
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

// Signals that somebody chose to ignore (nohup) stay ignored. While one is handled the others wait:
// `timeout` sends its signal twice, and the second must not end the process before the file is
// gone.
void watch_signals() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        struct sigaction before {};
        if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) {
            continue;
        }
        struct sigaction action {};
        action.sa_handler = remove_and_die;
        ::sigfillset(&action.sa_mask);
        ::sigaction(signal, &action, nullptr);
    }
}

[[noreturn]] void fail(const std::string& what, int problem) {
    throw OutputError{what + ": " + std::strerror(problem), problem == EPIPE};
}

// Where a link leads, so that the rename replaces the file and not the link.
std::string followed(const std::string& path) {
    std::error_code problem;
    const std::filesystem::path real = std::filesystem::canonical(path, problem);
    return problem ? path : real.string();
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_{path} {
    if (path == "-") {
        path_ = "standard output";
        descriptor_ = STDOUT_FILENO;
        owned_ = false;
    } else {
        path_ = followed(path);
        struct stat status {};
        const bool exists = ::stat(path_.c_str(), &status) == 0;
        if (exists && S_ISDIR(status.st_mode)) { fail("cannot write " + path, EISDIR); }
        if (exists && !S_ISREG(status.st_mode)) {
            descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
            if (descriptor_ < 0) { fail("cannot write " + path, errno); }
        } else {
            open_temporary();
            if (exists) { ::fchmod(descriptor_, status.st_mode & 07777); }
        }
    }
    writer_.emplace(descriptor_, path_);
}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0 && owned_) { ::close(descriptor_); }
    if (!temporary_.empty()) {
        ::unlink(temporary_.c_str());
        doomed = nullptr;
    }
}

void OutputFile::commit() {
    writer_->flush();
    close_and_check();
    if (temporary_.empty()) { return; }
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) { fail("cannot write " + path_, errno); }
    doomed = nullptr;
    temporary_.clear();
}

void OutputFile::open_temporary() {
    const std::string stem = path_ + ".part-" + std::to_string(::getpid());
    for (int attempt = 0; attempt < 100; ++attempt) {
        temporary_ = stem + (attempt == 0 ? "" : "-" + std::to_string(attempt));
        descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor_ >= 0) {
            doomed = temporary_.c_str();
            watch_signals();
            return;
        }
        if (errno != EEXIST) { break; }
    }
    const int problem = errno;
    temporary_.clear();
    fail("cannot write " + path_, problem);
}

// Some file systems tell only here that the disk is full.
void OutputFile::close_and_check() {
    if (!owned_) { return; }
    const int closed = ::close(descriptor_);
    descriptor_ = -1;
    if (closed != 0 && errno != EINTR) { fail("cannot write " + path_, errno); }
}

}  // namespace gvlsim
