// A worked example of the specifications: a scenario file beside the timeline it must give.
#pragma once

#include "models/scenario/load.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/timeline.hpp"
#include "tests/support/timeline_text.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <string_view>

namespace gvlsim::test {

using TimelineText = std::string (*)(const Timeline&);

// Runs every case of tests/golden/NAME.json and compares the text of all with NAME.timeline.
class Example {
public:
    explicit Example(const std::string& name, TimelineText text = lock_text) {
        const std::string path = "tests/golden/" + name;
        const Loaded loaded = load_scenario_file(in_tree(path + ".json"));
        REQUIRE_MESSAGE(loaded.file, path, ".json has mistakes; gvlsim validate names them");
        std::string all;
        for (std::size_t i = 0; i < loaded.file->cases().size(); ++i) {
            const CaseHeader& header = loaded.file->cases()[i];
            Timeline& run = runs_[header.name];
            run = record(loaded.file->scenario(i));
            all += (header.name.empty() ? "" : "== " + header.name + "\n") + text(run);
        }
        check_golden(all, path + ".timeline");
    }

    [[nodiscard]] const Timeline& operator[](std::string_view case_name) const {
        const auto found = runs_.find(std::string(case_name));
        REQUIRE_MESSAGE(found != runs_.end(), "no case ", std::string(case_name));
        return found->second;
    }

private:
    std::map<std::string, Timeline> runs_;
};

}  // namespace gvlsim::test
