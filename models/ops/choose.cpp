#include "models/ops/choose.hpp"

#include "models/machine.hpp"
#include "models/ops/control.hpp"
#include "models/ops/registry.hpp"

#include <vector>

namespace gvlsim::ops {

namespace {

constexpr Field fields[] = {
    {"choose", FieldKind::weighted_blocks, true, "one branch at random, by weight"}};

// object: index of the first cumulative weight, number: how many branches. The jump table of the
// branches follows the instruction.
Progress run(Machine& machine, Thread& thread, const Instruction& instruction) {
    const std::span<const double> sums{machine.program().weights.data() + instruction.object,
                                       static_cast<std::size_t>(instruction.number)};
    thread.pc += chosen_branch(sums, thread.random.unit());
    return Progress::next;
}

void compile(Compiler& compiler, const Step& step) {
    Instruction choose;
    choose.run = run;
    choose.number = static_cast<std::int64_t>(step.branches.size());
    double sum = 0;
    for (const Branch& branch : step.branches) {
        sum += branch.weight;
        const std::uint32_t index = compiler.add_weight(sum);
        choose.object = choose.object == no_object ? index : choose.object;
    }
    compiler.emit(std::move(choose));
    const Address table = compiler.here();
    for (std::size_t i = 0; i < step.branches.size(); ++i) {
        compiler.emit(control::jump(0));
    }
    std::vector<Address> ends;
    for (std::size_t i = 0; i < step.branches.size(); ++i) {
        compiler.at(table + static_cast<Address>(i)).target = compiler.here();
        compiler.block(step.branches[i].steps);
        ends.push_back(compiler.emit(control::jump(0)));
    }
    for (const Address end : ends) {
        compiler.at(end).target = compiler.here();
    }
}

}  // namespace

const Operation choose{"choose", "one of several branches at random", fields, nullptr, compile};

}  // namespace gvlsim::ops
