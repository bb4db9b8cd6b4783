// The lock workload as a scenario: T threads share a number of rounds of cpu and sleep with
// exponential lengths under cruby-3.4, whose quantum never ends.
#pragma once

#include "models/scenario/load.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>

namespace gvlsim {

inline const std::string& lock_workload_text() {
    static const std::string text = R"({
      "format": 1, "params": { "threads": 10, "rounds": 1000000 },
      "runtime": { "model": "cruby-3.4", "quantum": "1000s" },
      "threads": [ { "name": "w", "count": "$threads", "do": [
        { "repeat": { "split": "$rounds" }, "do": [
          { "cpu": { "exponential": { "mean": "1ms" } } },
          { "sleep": { "exponential": { "mean": "9ms" } } } ] } ] } ]
    })";
    return text;
}

inline Scenario lock_workload(std::int64_t threads, std::int64_t rounds) {
    const Loaded loaded =
        load_scenario(lock_workload_text(), "lock workload",
                      {{"threads", std::to_string(threads)}, {"rounds", std::to_string(rounds)}});
    if (!loaded.file) { throw std::logic_error{to_text(loaded.diagnostics)}; }
    return loaded.file->scenario(0);
}

}  // namespace gvlsim
