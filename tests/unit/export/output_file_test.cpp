#include "tools/export/output_file.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

namespace gvlsim {

namespace {

namespace fs = std::filesystem;

// A folder that goes away with the test.
class Folder {
public:
    Folder() {
        std::string pattern = (fs::temp_directory_path() / "gvlsim-XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
    }
    ~Folder() { fs::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }
    [[nodiscard]] std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator{path_}, fs::directory_iterator{}));
    }

private:
    std::string path_;
};

std::string content(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream{path}.rdbuf();
    return text.str();
}

void put(const std::string& path, const std::string& text) { std::ofstream{path} << text; }

}  // namespace

TEST_CASE("an output file appears whole when it is committed") {
    const Folder folder;
    OutputFile file{folder.file("t.csv")};
    file.writer().write("row\n");
    CHECK_FALSE(fs::exists(folder.file("t.csv")));
    file.commit();
    CHECK(content(folder.file("t.csv")) == "row\n");
    CHECK(folder.files() == 1);
}

TEST_CASE("without a commit the old file stays and nothing lies beside it") {
    const Folder folder;
    put(folder.file("t.csv"), "old");
    {
        OutputFile file{folder.file("t.csv")};
        file.writer().write(std::string(200'000, 'x'));
    }
    CHECK(content(folder.file("t.csv")) == "old");
    CHECK(folder.files() == 1);
}

TEST_CASE("a signal leaves no half-written file") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const Folder folder;
        const pid_t child = ::fork();
        if (child == 0) {
            // doctest catches some signals itself; the program does not.
            std::signal(signal, SIG_DFL);
            OutputFile file{folder.file("t.csv")};
            file.writer().write(std::string(200'000, 'x'));
            ::raise(signal);
            ::_exit(0);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        CHECK(WIFSIGNALED(status));
        CHECK(WTERMSIG(status) == signal);
        CHECK(folder.files() == 0);
    }
}

TEST_CASE("a link is followed and permissions are kept") {
    const Folder folder;
    put(folder.file("real.csv"), "old");
    fs::permissions(folder.file("real.csv"), fs::perms{0640});
    fs::create_symlink("real.csv", folder.file("link.csv"));
    OutputFile file{folder.file("link.csv")};
    file.writer().write("new");
    file.commit();
    CHECK(fs::is_symlink(folder.file("link.csv")));
    CHECK(content(folder.file("real.csv")) == "new");
    CHECK(fs::status(folder.file("real.csv")).permissions() == fs::perms{0640});
}

TEST_CASE("a place where no file can be is an error at once") {
    const Folder folder;
    CHECK_THROWS_WITH_AS(OutputFile{folder.file("none/t.csv")},
                         doctest::Contains("No such file or directory"), OutputError);
    CHECK_THROWS_WITH_AS(OutputFile{folder.file("")}, doctest::Contains("Is a directory"),
                         OutputError);
}

TEST_CASE("a full device is an error that is told") {
    OutputFile file{"/dev/full"};
    file.writer().write("row\n");
    CHECK_THROWS_WITH_AS(file.commit(), doctest::Contains("No space left on device"), OutputError);
    CHECK(fs::exists("/dev/full"));
}

TEST_CASE("a reader that left is told apart from other trouble") {
    std::signal(SIGPIPE, SIG_IGN);
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    ::close(ends[0]);
    DescriptorWriter writer{ends[1], "a pipe"};
    writer.write("row\n");
    try {
        writer.flush();
        FAIL("writing to a pipe without reader worked");
    } catch (const OutputError& error) { CHECK(error.reader_left()); }
    ::close(ends[1]);
}

}  // namespace gvlsim
