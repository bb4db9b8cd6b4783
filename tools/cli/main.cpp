// The program: streams, signals, and the errors that end it.
#include "tools/cli/command_line.hpp"

#include <csignal>
#include <exception>
#include <new>

#include <fcntl.h>
#include <unistd.h>

namespace {

constexpr int our_mistake = 70;  // EX_SOFTWARE of sysexits.h

// A closed standard stream would be given to the next file opened, and results would end there.
// Reading and writing what stands in for it fails as it should.
void occupy_standard_streams() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) == -1) {
            const bool reads = descriptor == STDIN_FILENO;
            static_cast<void>(::open("/dev/null", reads ? O_WRONLY : O_RDONLY));
        }
    }
}

}  // namespace

int main(int count, char** words) {
    occupy_standard_streams();
    std::signal(SIGPIPE, SIG_IGN);  // a reader that leaves is an error of writing
    gvlsim::DescriptorWriter out{STDOUT_FILENO, "standard output"};
    gvlsim::DescriptorWriter messages{STDERR_FILENO, "standard error"};
    gvlsim::Console console{out, messages, gvlsim::palette_for(STDOUT_FILENO),
                            gvlsim::palette_for(STDERR_FILENO)};
    try {
        try {
            return gvlsim::command_line({words + (count > 0 ? 1 : 0), words + count}, console);
        } catch (const gvlsim::OutputError& error) {
            if (error.reader_left()) { return gvlsim::ExitCode::fine; }
            console.error(error.what());
            return gvlsim::ExitCode::unusable;
        } catch (const std::bad_alloc&) {
            console.error("out of memory");
            return gvlsim::ExitCode::limit;
        } catch (const std::exception& error) {
            console.error(std::string{"internal error: "} + error.what());
            return our_mistake;
        }
    } catch (const gvlsim::OutputError&) {  // nobody left to tell
        return gvlsim::ExitCode::unusable;
    }
}
