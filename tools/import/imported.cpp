#include "tools/import/imported.hpp"

#include "models/ops/registry.hpp"
#include "models/report/format.hpp"
#include "tools/export/json_writer.hpp"

#include <string_view>

namespace gvlsim {

namespace {

using Kind = DemandStep::Kind;
using Layout = JsonWriter::Layout;

// "$" in front of a name would make it a param.
std::string literal(const std::string& name) {
    return name.starts_with('$') ? "$" + name : name;
}

std::string queue_of(const Demand& demand, std::uint32_t thread) {
    return "wakes " + demand.threads[thread].name;
}

struct Indices {
    std::vector<std::uint32_t> entry;  // by thread: index into Scenario::threads
    std::vector<std::uint32_t> queue;  // by thread: index into Scenario::queues
};

const Operation& operation(Kind kind) {
    switch (kind) {
        case Kind::cpu:
            return ops::cpu;
        case Kind::io:
            return ops::io;
        case Kind::gc:
            return ops::gc;
        case Kind::sleep_forever:
            return ops::sleep;
        case Kind::spawn:
            return ops::spawn;
        case Kind::join:
            return ops::join;
        case Kind::push:
            return ops::push;
        case Kind::pop:
            break;
    }
    return ops::pop;
}

Step step_of(const DemandStep& demand, const Indices& indices) {
    Step step;
    step.operation = &operation(demand.kind);
    step.amount = demand.length;
    step.flag = demand.kind == Kind::sleep_forever;
    if (demand.kind == Kind::spawn || demand.kind == Kind::join) {
        step.object = indices.entry[demand.object];
    } else if (demand.kind == Kind::push || demand.kind == Kind::pop) {
        step.object = indices.queue[demand.object];
    }
    return step;
}

Block block_of(const DemandThread& thread, const Indices& indices) {
    Block block;
    block.reserve(thread.steps.size());
    for (const DemandStep& step : thread.steps) { block.push_back(step_of(step, indices)); }
    return block;
}

Costs costs_of(const MeasuredCosts& measured) {
    Costs costs;
    costs.hand_over = measured.hand_over;
    costs.tick_overshoot = measured.tick_overshoot;
    costs.timer_wake = measured.timer_wake;
    return costs;
}

class Text {
public:
    Text(Writer& writer, const Imported& imported) : json_{writer}, imported_{imported} {}

    void write() {
        json_.begin_object(Layout::lines);
        json_.member("format", 1);
        json_.member("name", literal(imported_.name));
        json_.member("description", description());
        json_.member("source", literal(imported_.source));
        params();
        runtime();
        measured();
        json_.key("main");
        json_.begin_object(Layout::lines);
        program(imported_.demand.threads.front());
        json_.end();
        threads();
        json_.end();
    }

private:
    // Threads are hundreds, steps may be a million: they are written in one piece each.
    void program(const DemandThread& thread) {
        json_.key("do");
        json_.begin_list(Layout::lines);
        for (const DemandStep& step : thread.steps) {
            json_.begin_object();
            json_.key(operation(step.kind).name);
            json_.text(value(step));
            json_.end();
        }
        json_.end();
    }

    [[nodiscard]] std::string value(const DemandStep& step) const {
        switch (step.kind) {
            case Kind::cpu:
            case Kind::io:
            case Kind::gc:
                return exact_duration(step.length);
            case Kind::sleep_forever:
                return "forever";
            case Kind::spawn:
            case Kind::join:
                return literal(imported_.demand.threads[step.object].name);
            case Kind::push:
            case Kind::pop:
                break;
        }
        return queue_of(imported_.demand, step.object);
    }

    void threads() {
        json_.key("threads");
        json_.begin_list(Layout::lines);
        for (std::size_t id = 1; id < imported_.demand.threads.size(); ++id) {
            const DemandThread& thread = imported_.demand.threads[id];
            if (!thread.used) { continue; }
            json_.begin_object(Layout::lines);
            json_.member("name", literal(thread.name));
            if (thread.start > Duration::zero()) {
                json_.member("start", exact_duration(thread.start));
            }
            program(thread);
            json_.end();
        }
        json_.end();
    }

    [[nodiscard]] std::string description() const {
        return "Imported: cpu and io are as recorded, resuming and overshoot included. " +
               (imported_.guessed == 0
                    ? std::string{"All waits have fixed lengths."}
                    : counted(imported_.guessed, "wait is", "waits are") +
                          " guessed to be for other threads; all others have fixed lengths.");
    }

    // For what-if questions: --set cpu_scale=0.8 is code that is a fifth faster.
    void params() {
        json_.key("params");
        json_.begin_object();
        json_.member("cpu_scale", 1);
        json_.end();
    }

    void runtime() {
        json_.key("runtime");
        json_.begin_object(Layout::lines);
        json_.member("model", imported_.model);
        if (imported_.quantum) { json_.member("quantum", exact_duration(*imported_.quantum)); }
        json_.member("platform", "ideal");
        json_.key("costs");
        json_.begin_object(Layout::lines);
        json_.member("switch", exact_duration(imported_.costs.hand_over));
        json_.member("tick_overshoot", exact_duration(imported_.costs.tick_overshoot));
        json_.member("timer_wake", exact_duration(imported_.costs.timer_wake));
        json_.member("cpu_scale", "$cpu_scale");
        json_.end();
        json_.end();
    }

    void measured() {
        json_.key("measured");
        json_.begin_object();
        json_.key("end_s");
        std::string seconds = std::to_string(imported_.end.count());
        seconds.insert(0, seconds.size() < 10 ? 10 - seconds.size() : 0, '0');
        seconds.insert(seconds.size() - 9, ".");
        json_.json(seconds);
        json_.end();
        json_.member("tolerance", "1%");
    }

    JsonWriter json_;
    const Imported& imported_;
};

}  // namespace

Scenario scenario_of(const Imported& imported) {
    const Demand& demand = imported.demand;
    Scenario scenario;
    scenario.name = imported.name;
    scenario.runtime.model = imported.model;
    scenario.runtime.quantum = imported.quantum;
    scenario.runtime.costs = costs_of(imported.costs);
    Indices indices{std::vector<std::uint32_t>(demand.threads.size()),
                    std::vector<std::uint32_t>(demand.threads.size())};
    std::uint32_t used = 0;
    for (std::uint32_t id = 1; id < demand.threads.size(); ++id) {
        indices.entry[id] = used;
        used += demand.threads[id].used ? 1 : 0;
    }
    std::vector<bool> woken(demand.threads.size(), false);
    for (std::uint32_t id = 0; id < demand.threads.size(); ++id) {
        for (const DemandStep& step : demand.threads[id].steps) {
            if (step.kind == Kind::pop) { woken[id] = true; }
        }
        if (woken[id]) {
            indices.queue[id] = static_cast<std::uint32_t>(scenario.queues.size());
            scenario.queues.push_back({queue_of(demand, id), 0});
        }
    }
    scenario.main = block_of(demand.threads.front(), indices);
    scenario.threads.reserve(used);
    for (std::uint32_t id = 1; id < demand.threads.size(); ++id) {
        const DemandThread& thread = demand.threads[id];
        if (!thread.used) { continue; }
        ThreadTemplate made;
        made.name = thread.name;
        made.start = thread.start;
        made.steps = block_of(thread, indices);
        scenario.threads.push_back(std::move(made));
    }
    return scenario;
}

void write_scenario(Writer& writer, const Imported& imported) { Text{writer, imported}.write(); }

}  // namespace gvlsim
