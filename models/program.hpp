// The program of every thread of a scenario as flat instructions, and how steps become them.
#pragma once

#include "models/ops/operation.hpp"
#include "models/sampler.hpp"
#include "models/scenario/scenario.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace gvlsim {

using Address = std::uint32_t;

struct Instruction {
    Progress (*run)(Machine&, Thread&, const Instruction&) = nullptr;
    Sampler amount;
    Sampler timeout;
    bool has_timeout = false;
    bool has_count = false;
    bool flag = false;
    std::uint32_t object = no_object;
    std::uint32_t second = no_object;
    std::uint32_t third = no_object;
    Address target = 0;       // of a jump
    std::int64_t number = 0;  // rounds, priority, count of threads or tasks
};

struct Program {
    std::vector<Instruction> code;
    std::vector<Address> entries;    // by thread template
    Address main_entry = 0;
    Address worker_entry = 0;        // of the workers of every pool
    std::vector<std::string> texts;  // of marks
    std::vector<double> weights;     // of choose
};

// Translates steps; handed to Operation::compile so that an operation with blocks can lay out its
// own jumps.
class Compiler {
public:
    explicit Compiler(const Scenario& scenario);
    [[nodiscard]] Program finish() &&;

    void block(const Block& steps);
    // The instruction for a step without blocks; its address.
    Address emit(const Step& step);
    Address emit(Instruction instruction);
    [[nodiscard]] Address here() const noexcept;
    [[nodiscard]] Instruction& at(Address address) noexcept;
    [[nodiscard]] const Scenario& scenario() const noexcept { return scenario_; }
    std::uint32_t add_text(const std::string& text);
    std::uint32_t add_weight(double weight);

private:
    Address entry(const Block& steps);
    Address implicit_main();

    const Scenario& scenario_;
    Program program_;
};

}  // namespace gvlsim
