#include "models/ops/registry.hpp"

#include <algorithm>
#include <array>

namespace gvlsim {

namespace {

constexpr std::array all{
    &ops::await,
    &ops::broadcast,
    &ops::c_call,
    &ops::choose,
    &ops::close,
    &ops::cpu,
    &ops::gc,
    &ops::io,
    &ops::join,
    &ops::lock,
    &ops::mark,
    &ops::pass,
    &ops::pop,
    &ops::priority,
    &ops::push,
    &ops::repeat,
    &ops::signal,
    &ops::sleep,
    &ops::span,
    &ops::spawn,
    &ops::submit,
    &ops::synchronize,
    &ops::unlock,
    &ops::wait,
    &ops::wakeup,
};

}  // namespace

std::span<const Operation* const> operations() noexcept { return all; }

const Operation* find_operation(std::string_view name) noexcept {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Operation* op) { return op->name == name; });
    return found == all.end() ? nullptr : *found;
}

}  // namespace gvlsim
