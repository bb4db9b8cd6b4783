#include "models/scenario/grid.hpp"

#include "models/scenario/contents.hpp"
#include "models/scenario/findings.hpp"

#include <utility>

namespace gvlsim {

ScenarioGrid::ScenarioGrid(std::shared_ptr<const ScenarioContents> contents,
                           std::string file_name) noexcept
    : contents_(std::move(contents)), file_name_(std::move(file_name)) {}

const std::string& ScenarioGrid::name() const noexcept { return contents_->name; }
const std::optional<TableLayout>& ScenarioGrid::table() const noexcept { return contents_->table; }
std::size_t ScenarioGrid::size() const noexcept { return contents_->case_count(); }

std::vector<std::string> ScenarioGrid::params() const {
    std::vector<std::string> names;
    for (std::size_t index = 0; index < contents_->params.size(); ++index) {
        names.emplace_back(contents_->params.name(index));
    }
    return names;
}

// Each value beside the first ones of all other axes.
std::vector<std::size_t> ScenarioGrid::samples() const {
    std::vector<std::size_t> indices{0};
    std::size_t block = contents_->grid_size();
    for (const MatrixAxis& axis : contents_->matrix) {
        block /= axis.values.size();
        for (std::size_t position = 1; position < axis.values.size(); ++position) {
            indices.push_back(position * block);
        }
    }
    return indices;
}

namespace {

// The values of every axis that no good case has been seen with; without axes, the file itself.
class Unproven {
public:
    explicit Unproven(const ScenarioContents& contents) : contents_{contents} {
        for (const MatrixAxis& axis : contents.matrix) {
            values_.emplace_back(axis.values.size(), true);
            left_ += axis.values.size();
        }
        left_ += contents.matrix.empty() ? 1 : 0;
    }
    [[nodiscard]] bool none() const noexcept { return left_ == 0; }
    [[nodiscard]] bool touches(std::size_t index) const {
        bool some = contents_.matrix.empty() && left_ > 0;
        contents_.for_each_position(index, [&](std::size_t axis, std::size_t position) {
            some = some || values_[axis][position];
        });
        return some;
    }
    void prove(std::size_t index) {
        left_ -= contents_.matrix.empty() ? 1 : 0;
        contents_.for_each_position(index, [&](std::size_t axis, std::size_t position) {
            left_ -= values_[axis][position] ? 1 : 0;
            values_[axis][position] = false;
        });
    }

private:
    const ScenarioContents& contents_;
    std::vector<std::vector<bool>> values_;
    std::size_t left_ = 0;
};

}  // namespace

Diagnostics ScenarioGrid::useless_values() const {
    Unproven unproven{*contents_};
    Scenario scenario;
    for (std::size_t index = 0; index < size() && !unproven.none(); ++index) {
        if (!unproven.touches(index)) { continue; }
        Findings findings;
        static_cast<void>(read_case(*contents_, index, findings, scenario));
        if (findings.errors() == 0) { unproven.prove(index); }
    }
    Findings findings;
    for (std::size_t index = 0; index < size() && !unproven.none() && !findings.full(); ++index) {
        if (!unproven.touches(index)) { continue; }
        findings.begin_case(contents_->case_name(index));
        static_cast<void>(read_case(*contents_, index, findings, scenario));
    }
    findings.end_cases();
    return findings.publish(*contents_->document, file_name_);
}

ScenarioGrid::Case ScenarioGrid::read(std::size_t index) const {
    Findings findings;
    Case one;
    Scenario scenario;
    std::optional<CaseHeader> header = read_case(*contents_, index, findings, scenario);
    if (!findings.empty()) {
        one.diagnostics = findings.publish(*contents_->document, file_name_);
    }
    if (header && findings.errors() == 0) {
        one.header = std::move(*header);
        one.scenario = std::move(scenario);
    } else {
        one.header.name = contents_->case_name(index);
    }
    return one;
}

std::optional<Scenario> ScenarioGrid::present() const {
    if (!contents_->is_what_if) { return std::nullopt; }
    Findings findings;
    Scenario scenario = read_present(*contents_, findings);
    if (findings.errors() > 0) { return std::nullopt; }
    return scenario;
}

LoadedGrid load_grid(std::string text, std::string file_name, const Settings& settings,
                     const Variations& variations) {
    Findings findings;
    const auto contents = read_contents(std::move(text), file_name, settings, variations, findings);
    LoadedGrid loaded;
    loaded.diagnostics = findings.publish(*contents->document, file_name);
    if (!loaded.diagnostics.has_errors()) {
        loaded.grid.emplace(contents, std::move(file_name));
    }
    return loaded;
}

LoadedGrid load_grid_file(const std::string& path, const Settings& settings,
                          const Variations& variations) {
    std::string problem;
    std::string text = read_text(path, problem);
    if (!problem.empty()) { return {std::nullopt, unreadable(path, std::move(problem))}; }
    return load_grid(std::move(text), shown_name(path), settings, variations);
}

}  // namespace gvlsim
