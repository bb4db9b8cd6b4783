#include "models/program.hpp"

#include "models/ops/control.hpp"
#include "models/pools/worker.hpp"

#include <utility>

namespace gvlsim {

Compiler::Compiler(const Scenario& scenario) : scenario_(scenario) {
    constexpr std::size_t usual = 32;  // instructions of a small program
    program_.code.reserve(usual);
}

Program Compiler::finish() && {
    for (const ThreadTemplate& made : scenario_.threads) {
        program_.entries.push_back(entry(made.steps));
    }
    program_.main_entry = scenario_.main ? entry(*scenario_.main) : implicit_main();
    program_.worker_entry = emit(pools::worker());
    return std::move(program_);
}

void Compiler::block(const Block& steps) {
    for (const Step& step : steps) {
        if (step.operation->compile != nullptr) {
            step.operation->compile(*this, step);
        } else {
            emit(step);
        }
    }
}

Address Compiler::emit(const Step& step) {
    Instruction instruction;
    instruction.run = step.operation->run;
    instruction.amount = Sampler{step.amount};
    if (step.timeout) {
        instruction.timeout = Sampler{*step.timeout};
        instruction.has_timeout = true;
    }
    instruction.flag = step.flag;
    instruction.object = step.object;
    instruction.second = step.second;
    instruction.third = step.third;
    instruction.has_count = step.count.has_value();
    instruction.number = step.count.value_or(step.number);
    return emit(std::move(instruction));
}

Address Compiler::emit(Instruction instruction) {
    program_.code.push_back(std::move(instruction));
    return here() - 1;
}

Address Compiler::here() const noexcept { return static_cast<Address>(program_.code.size()); }

Instruction& Compiler::at(Address address) noexcept { return program_.code[address]; }

std::uint32_t Compiler::add_text(const std::string& text) {
    program_.texts.push_back(text);
    return static_cast<std::uint32_t>(program_.texts.size() - 1);
}

std::uint32_t Compiler::add_weight(double weight) {
    program_.weights.push_back(weight);
    return static_cast<std::uint32_t>(program_.weights.size() - 1);
}

Address Compiler::entry(const Block& steps) {
    const Address start = here();
    block(steps);
    emit(control::finish());
    return start;
}

// Without a `main` the threads are created in the order of the file and joined in that order.
Address Compiler::implicit_main() {
    Block steps;
    for (const char* name : {"spawn", "join"}) {
        for (std::uint32_t i = 0; i < scenario_.threads.size(); ++i) {
            Step step;
            step.operation = find_operation(name);
            step.object = i;
            steps.push_back(std::move(step));
        }
    }
    return entry(steps);
}

}  // namespace gvlsim
