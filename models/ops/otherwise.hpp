// What a thread does when a wait ends without what it waited for: a timeout, or a queue that is
// closed and empty.
#pragma once

#include "models/machine.hpp"

namespace gvlsim::ops {

// Values of the key "otherwise" in the order of FieldKind::otherwise.
enum class Otherwise : std::int64_t { go_on, end, raise };

inline constexpr std::string_view otherwise_meaning =
    "without a result (timeout, closed queue): \"continue\" (default), \"end\" the thread as after "
    "a loop, or \"raise\" an error that ends it";

inline Progress without_result(Machine& machine, Thread& thread, const Instruction& instruction,
                               const char* error) {
    switch (static_cast<Otherwise>(instruction.number)) {
        case Otherwise::go_on:
            return Progress::next;
        case Otherwise::end:
            machine.exit(thread);
            return Progress::waits;
        case Otherwise::raise:
            machine.fail(thread, error);
            return Progress::waits;
    }
    return Progress::next;
}

}  // namespace gvlsim::ops
