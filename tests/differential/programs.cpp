#include "tests/differential/programs.hpp"

#include "tests/support/build.hpp"

namespace gvlsim::test {

namespace {

using simple::Op;

constexpr Op all_ops[] = {Op::cpu,  Op::sleep,  Op::lock, Op::unlock,
                          Op::wait, Op::signal, Op::push, Op::pop};
constexpr const char* names[] = {"cpu", "sleep", "lock", "unlock", "wait", "signal", "push", "pop"};

const char* name_of(Op op) { return names[static_cast<std::size_t>(op)]; }

bool is_error(Op op, bool holds_mutex) {
    return op == Op::lock ? holds_mutex : (op == Op::unlock || op == Op::wait) && !holds_mutex;
}

void extend(std::vector<std::vector<Op>>& all, const std::vector<Op>& program, bool holds_mutex,
            std::size_t longest) {
    all.push_back(program);
    if (program.size() == longest) { return; }
    for (const Op op : all_ops) {
        std::vector<Op> longer = program;
        longer.push_back(op);
        if (is_error(op, holds_mutex)) {
            all.push_back(longer);  // whatever follows is never run
        } else {
            extend(all, longer, op == Op::lock || (holds_mutex && op != Op::unlock), longest);
        }
    }
}

Step step_of(Op op, const simple::Setting& setting) {
    Step step = build::about(name_of(op), 0);
    if (op == Op::cpu) { step = build::cpu(setting.cpu); }
    if (op == Op::sleep) { step = build::sleep(setting.sleep); }
    if (op == Op::wait) { step.second = 0; }
    return step;
}

}  // namespace

std::vector<std::vector<Op>> short_programs(std::size_t longest) {
    std::vector<std::vector<Op>> all;
    extend(all, {}, false, longest);
    return all;
}

Scenario scenario_of(const std::vector<std::vector<Op>>& programs,
                     const simple::Setting& setting) {
    Scenario scenario = build::scenario(setting.model, {});
    scenario.mutexes = {"m"};
    scenario.conditions = {"c"};
    scenario.queues = {{"q", 0}};
    scenario.runtime.costs.hand_over = Duration{setting.hand_over};
    for (const std::vector<Op>& program : programs) {
        Block steps;
        for (const Op op : program) { steps.push_back(step_of(op, setting)); }
        scenario.threads.push_back(
            build::thread("T" + std::to_string(scenario.threads.size()), std::move(steps)));
    }
    return scenario;
}

std::string text_of(const std::vector<std::vector<Op>>& programs) {
    std::string text;
    for (const std::vector<Op>& program : programs) {
        text += text.empty() ? "" : " |";
        for (const Op op : program) { text += std::string{text.empty() ? "" : " "} + name_of(op); }
    }
    return text;
}

}  // namespace gvlsim::test
