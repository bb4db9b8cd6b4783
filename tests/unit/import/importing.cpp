#include "tests/unit/import/importing.hpp"

#include "models/report/format.hpp"

namespace gvlsim::test {

std::string program_text(const Demand& demand, std::size_t thread) {
    using Kind = DemandStep::Kind;
    std::string text;
    for (const DemandStep& step : demand.threads.at(thread).steps) {
        text += text.empty() ? "" : "; ";
        switch (step.kind) {
            case Kind::cpu:
                text += "cpu " + exact_duration(step.length);
                break;
            case Kind::io:
                text += "io " + exact_duration(step.length);
                break;
            case Kind::gc:
                text += "gc " + exact_duration(step.length);
                break;
            case Kind::sleep_forever:
                text += "sleep forever";
                break;
            case Kind::spawn:
                text += "spawn " + demand.threads.at(step.object).name;
                break;
            case Kind::join:
                text += "join " + demand.threads.at(step.object).name;
                break;
            case Kind::push:
                text += "wake " + demand.threads.at(step.object).name;
                break;
            case Kind::pop:
                text += "wait";
                break;
        }
    }
    return text;
}

}  // namespace gvlsim::test
