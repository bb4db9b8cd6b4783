#include "tools/import/fit_cases.hpp"

#include "models/scenario/result_key.hpp"
#include "models/scenario/wording.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

namespace gvlsim {

namespace {

using Json = nlohmann::json;
using Figures = std::vector<std::pair<std::string, double>>;

FitFigure relative(const std::string& key, double measured) {
    return {key, measured, measured == 0 ? 1 : std::abs(measured)};
}

// End, waste and speedup are one measurement; counting it three times says nothing more.
std::vector<FitFigure> independent(const Figures& figures) {
    const bool has_end = std::any_of(figures.begin(), figures.end(),
                                     [](const auto& figure) { return figure.first == "end_s"; });
    std::vector<FitFigure> kept;
    for (const auto& [key, value] : figures) {
        const bool follows = key == "waste_s" || key == "speedup" || key == "utilisation";
        if (!has_end || !follows) { kept.push_back(relative(key, value)); }
    }
    return kept;
}

Figures figures_of(const CaseHeader& header) {
    Figures figures;
    for (const Measured& measured : header.measured) {
        figures.emplace_back(measured.key, measured.value);
    }
    return figures;
}

Figures figures_of(const Json& measured, const std::string& path) {
    Figures figures;
    for (const auto& [key, value] : measured.items()) {
        if (!parse_result_key(key) || !value.is_number()) {
            throw FitError{path + ": measured: expected figures such as \"end_s\": 1.5, found " +
                           quoted(std::string_view{key})};
        }
        figures.emplace_back(key, value.get<double>());
    }
    if (figures.empty()) { throw FitError{path + ": \"measured\" is empty"}; }
    return figures;
}

FitCase make_case(const ScenarioFile& file, std::size_t index, std::vector<FitFigure> figures) {
    const std::string& name = file.cases()[index].name;
    return {name.empty() ? file.name() : name, file.scenario(index), std::move(figures)};
}

Json read_json(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    if (!file) { throw FitError{"cannot read " + path}; }
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    Json json = Json::parse(text, nullptr, false, true);
    if (json.is_discarded() || !json.is_object()) {
        throw FitError{path + ": neither a recording nor a JSON object with \"measured\""};
    }
    return json;
}

std::size_t only_case(const std::vector<std::size_t>& chosen, const std::string& what) {
    if (chosen.size() != 1) {
        throw FitError{what + " is for one case and the file has " +
                       std::to_string(chosen.size()) + "; choose one with --case NAME"};
    }
    return chosen.front();
}

}  // namespace

std::vector<FitCase> own_cases(const ScenarioFile& file, const std::vector<std::size_t>& chosen) {
    const auto judged = [&](std::size_t index) {
        const CaseHeader& header = file.cases()[index];
        return !header.measured.empty() && header.tolerance.fraction.has_value();
    };
    const bool some_judged = std::any_of(chosen.begin(), chosen.end(), judged);
    std::vector<FitCase> cases;
    for (const std::size_t index : chosen) {
        const CaseHeader& header = file.cases()[index];
        if (header.measured.empty() || (some_judged && !judged(index))) { continue; }
        cases.push_back(make_case(file, index, independent(figures_of(header))));
    }
    if (cases.empty()) { throw FitError{"no case has `measured` figures; give --measured FILE"}; }
    return cases;
}

bool is_recording(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    std::array<char, 4096> head{};
    file.read(head.data(), head.size());
    std::string_view text{head.data(), static_cast<std::size_t>(file.gcount())};
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return path == "-" || first == std::string_view::npos || text[first] == '[' ||
           text.starts_with("\x1f\x8b") || text.find("\"traceEvents\"") != std::string_view::npos ||
           text.find("\"ph\"") != std::string_view::npos;
}

std::vector<FitCase> measured_cases(const ScenarioFile& file,
                                    const std::vector<std::size_t>& chosen,
                                    const std::string& path) {
    const Json json = read_json(path);
    if (const auto measured = json.find("measured"); measured != json.end()) {
        const std::size_t index = only_case(chosen, path);
        return {make_case(file, index, independent(figures_of(*measured, path)))};
    }
    const auto entries = json.find("cases");
    std::vector<FitCase> cases;
    if (entries != json.end() && entries->is_array()) {
        for (const Json& entry : *entries) {
            if (!entry.is_object() || !entry.contains("measured")) { continue; }
            const std::string name = entry.value("name", std::string{});
            const auto found =
                std::find_if(chosen.begin(), chosen.end(), [&](std::size_t index) {
                    return file.cases()[index].name == name;
                });
            if (found == chosen.end()) {
                throw FitError{path + ": the scenario has no case " +
                               quoted(std::string_view{name})};
            }
            cases.push_back(
                make_case(file, *found, independent(figures_of(entry.at("measured"), path))));
        }
    }
    if (cases.empty()) { throw FitError{path + ": no \"measured\" in it"}; }
    return cases;
}

std::vector<FitCase> recorded_case(const ScenarioFile& file,
                                   const std::vector<std::size_t>& chosen,
                                   const Observed& recorded) {
    const auto seconds = [](Duration length) { return static_cast<double>(length.count()) / 1e9; };
    const double end = seconds(recorded.run_end - start_of_time);
    if (end <= 0) { throw FitError{"the recording has no length"}; }
    FitCase one = make_case(file, only_case(chosen, "a recording"), {});
    one.figures.push_back({"end_s", end, end});
    for (const ObservedThread& thread : recorded.threads) {
        const auto& made = one.scenario.threads;
        const bool known = std::any_of(made.begin(), made.end(), [&](const ThreadTemplate& entry) {
            return entry.name == thread.name;
        });
        if (!known) { continue; }
        const std::string prefix = "thread." + thread.name + ".";
        if (thread.end) {
            one.figures.push_back({prefix + "end_s", seconds(*thread.end - start_of_time), end});
        }
        one.figures.push_back({prefix + "lock_wait_s", seconds(thread.lock_wait), end});
    }
    return {std::move(one)};
}

}  // namespace gvlsim
