#include "models/gvl/model.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace gvlsim;
using namespace std::chrono_literals;

TEST_CASE("Every runtime has a name of its own, a description and a way to make it") {
    std::set<std::string_view> names;
    for (const Model& model : models()) {
        CAPTURE(std::string(model.name));
        CHECK(names.insert(model.name).second);
        CHECK_FALSE(model.description.empty());
        CHECK(bool{(model.make != nullptr)});
        CHECK(find_model(model.name) == &model);
        CHECK((model.default_quantum == Duration::zero()) == (model.knob == QuantumKnob::none));
    }
    for (const char* name :
         {"cruby-1.9", "cruby-2.0", "cruby-2.1", "cruby-2.2", "cruby-2.3", "cruby-2.4",
          "cruby-2.5", "cruby-2.6", "cruby-2.7", "cruby-3.0", "cruby-3.1", "cruby-3.2",
          "cruby-3.3", "cruby-3.4", "cruby-4.0", "none", "instant"}) {
        CAPTURE(std::string(name));
        CHECK(names.count(name) == 1);
    }
}

TEST_CASE("A full version names its runtime, anything else names none") {
    CHECK(find_model("cruby-2.3.8") == find_model("cruby-2.3"));
    CHECK(find_model("cruby-4.0.5") == find_model("cruby-4.0"));
    CHECK(find_model("cruby-1.9.3") == find_model("cruby-1.9"));
    for (const char* name : {"", "cruby", "cruby-", "cruby-2", "cruby-2.3.", "cruby-2.3.x",
                             "cruby-2.3.8 ", "cruby-2.30", "cruby-4.1", "Cruby-2.3", "none.1",
                             "instant.2", "cruby-2.3.8.1"}) {
        CAPTURE(std::string(name));
        CHECK(find_model(name) == nullptr);
    }
}

TEST_CASE("A quantum that this runtime does not have is a sentence for the user") {
    const auto problem = [](const char* model, Duration asked) {
        return quantum_problem(*find_model(model), asked);
    };
    CHECK(problem("cruby-2.5", 100ms).empty());
    CHECK(problem("cruby-1.9", 250ms).empty());
    CHECK(problem("cruby-3.3", 100ms).empty());
    CHECK(problem("cruby-3.4", 1ms).empty());
    CHECK(problem("cruby-4.0", Duration{4294967295ms}).empty());
    for (const char* model : {"none", "instant", "cruby-1.9", "cruby-3.3"}) {
        CAPTURE(std::string(model));
        CHECK(problem(model, 10ms).find(model) != std::string::npos);
    }
    CHECK_FALSE(problem("cruby-1.9", 100ms).empty());
    CHECK_FALSE(problem("cruby-3.4", 0ms).empty());
    CHECK_FALSE(problem("cruby-3.4", 1500us).empty());
    CHECK_FALSE(problem("cruby-3.4", Duration{4294967296ms}).empty());
}

TEST_CASE("The effective quantum is what a thread of priority 0 really gets") {
    CHECK(find_model("cruby-1.9")->effective_quantum(250ms) == Duration{300ms});
    CHECK(find_model("cruby-2.5")->effective_quantum(100ms) == Duration{100ms});
    CHECK(find_model("cruby-3.2")->effective_quantum(100ms) == Duration{100ms});
    CHECK(find_model("cruby-3.3")->effective_quantum(100ms) == Duration{100ms});
    CHECK(find_model("cruby-3.4")->effective_quantum(15ms) == Duration{20ms});
    CHECK_FALSE(find_model("none")->effective_quantum(0ms));
    CHECK_FALSE(find_model("instant")->effective_quantum(0ms));
}
