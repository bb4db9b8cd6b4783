#include "tools/sweep/sweep.hpp"

#include "models/report/summary.hpp"
#include "tools/export/run_report.hpp"
#include "tools/sweep/jobs.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <string_view>
#include <utility>

namespace gvlsim {

namespace {

constexpr std::size_t most_keys = std::size(theory_keys) + 1;

void simulate_case(const SweepPlan& plan, ScenarioGrid::Case one, SweepRow& row) {
    Scenario& scenario = *one.scenario;
    row.params = std::move(one.header.params);
    row.model = scenario.runtime.model;
    row.quantum = asked_quantum(scenario);
    row.platform = scenario.runtime.platform;
    row.seed = scenario.seed;
    row.replications = plan.replications.value_or(one.header.replications);
    std::string_view keys[most_keys];
    std::copy(std::begin(theory_keys), std::end(theory_keys), keys);
    const bool has_table = plan.grid.table().has_value();
    if (has_table) { keys[most_keys - 1] = plan.grid.table()->value; }
    Replicated all = replicate(scenario, {keys, most_keys - (has_table ? 0 : 1)}, 1,
                               row.replications);
    if (has_table) {
        row.value = all.figures.back();
        all.figures.pop_back();
    }
    row.figures = std::move(all.figures);
    row.phase = all.phase;
    row.kind = all.kind;
    if (plan.is_what_if) { row.variant = variant_of(row.name, scenario); }
}

SweepRow row_of(const SweepPlan& plan, std::size_t index) {
    SweepRow row;
    try {
        ScenarioGrid::Case one = plan.grid.read(index);
        row.name = std::move(one.header.name);
        if (one.scenario) {
            if (!one.diagnostics.empty()) { row.warning = to_text(one.diagnostics); }
            simulate_case(plan, std::move(one), row);
        } else {
            row.problem = to_text(one.diagnostics);
        }
    } catch (const std::exception& error) { row.problem = error.what(); }
    return row;
}

}  // namespace

void sweep(const SweepPlan& plan, const std::function<void(std::span<const SweepRow>)>& block,
           const std::function<void(std::size_t)>& progress) {
    std::vector<SweepRow> rows;
    for (std::size_t begin = 0; begin < plan.grid.size(); begin += sweep_block) {
        // Rows of the block before are freed where they are overwritten, by all threads.
        rows.resize(std::min(sweep_block, plan.grid.size() - begin));
        for_all(
            rows.size(), plan.jobs,
            [&](std::size_t index) { rows[index] = row_of(plan, begin + index); },
            [&](std::size_t done) { progress(begin + done); });
        block(rows);
    }
}

bool may_be_useless(const SweepPlan& plan) {
    const std::vector<std::size_t> samples = plan.grid.samples();
    std::vector<char> bad(samples.size());  // not bool: threads write beside each other
    for_all(samples.size(), plan.jobs, [&](std::size_t index) {
        bad[index] = plan.grid.read(samples[index]).scenario ? 0 : 1;
    });
    return std::find(bad.begin(), bad.end(), 1) != bad.end();
}

std::string_view trouble(const SweepRow& row) noexcept {
    if (!row.problem.empty()) { return "failed"; }
    if (row.kind == EndKind::deadlock) { return "deadlock"; }
    return is_limit(row.kind) ? "limit" : "";
}

}  // namespace gvlsim
