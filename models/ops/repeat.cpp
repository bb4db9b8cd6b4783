#include "models/machine.hpp"
#include "models/ops/control.hpp"
#include "models/ops/registry.hpp"

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {
    {"repeat", FieldKind::times, true, "how often: a number, \"forever\" or {\"split\": N}"},
    {"do", FieldKind::block, true, "the operations of one round"}};

// Rounds of nothing but fixed cpu are one long segment to every lock rule, so they become one
// instruction: a loop of 10^9 rounds then costs no more than its preemptions. False where the
// rounds can be told apart (noise per segment) or their sum is no length of time.
bool fold_cpu(Compiler& compiler, const Step& step) {
    const Costs& costs = compiler.scenario().runtime.costs;
    if (step.times.kind != Times::Kind::fixed || !costs.cpu_noise.none()) {
        return false;
    }
    std::int64_t round = 0;
    for (const Step& inner : step.branches.front().steps) {
        if (inner.operation != &cpu || !is_fixed(inner.amount)) {
            return false;
        }
        const Duration length = scaled(std::get<Duration>(inner.amount), costs.cpu_scale);
        if (__builtin_add_overflow(round, length.count(), &round)) {
            return false;
        }
    }
    std::int64_t total = 0;
    if (round == 0 || __builtin_mul_overflow(round, step.times.number, &total)) {
        return false;
    }
    compiler.emit(control::scaled_work(Duration{total}));
    return true;
}

void compile(Compiler& compiler, const Step& step) {
    if (fold_cpu(compiler, step)) {
        return;
    }
    const Block& body = step.branches.front().steps;
    if (step.times.kind == Times::Kind::forever) {
        const Address start = compiler.here();
        compiler.block(body);
        compiler.emit(control::forever(start));
        return;
    }
    const Address begin = compiler.emit(control::loop_begin(step.times));
    compiler.block(body);
    compiler.emit(control::loop_end(begin + 1));
    compiler.at(begin).target = compiler.here();
}

}  // namespace

const Operation repeat{"repeat", "a loop", fields, nullptr, compile};

}  // namespace gvlsim::ops
