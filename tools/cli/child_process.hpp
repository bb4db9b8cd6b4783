// Starts another program with a list of words, no shell in between.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gvlsim {

struct Child {
    std::vector<std::string> words;  // the program, found in PATH if it has no slash, and arguments
    std::vector<std::pair<std::string, std::string>> environment;  // beside ours
    int input = -1;       // descriptor that becomes its standard input; -1: /dev/null
    bool capture = false;  // its standard output is returned instead of going to standard error
};

struct ChildEnd {
    int code = 0;        // of its exit; 128 + n where signal n ended it, as a shell says it
    std::string output;  // what was captured
};

// Waits for its end. Its messages go to our standard error, and so does its output, since standard
// output is for our results. Throws UsageError where it cannot be started.
[[nodiscard]] ChildEnd run_child(const Child& child);

}  // namespace gvlsim
