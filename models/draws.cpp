#include "models/draws.hpp"

#include "models/ops/choose.hpp"
#include "models/ops/registry.hpp"
#include "models/sampler.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace gvlsim {

namespace {

// Also ends loops that draw in places they never come to.
constexpr std::size_t most_steps = 10'000'000;

bool draws_anything(const Step& step);

bool draws_anything(const Block& steps) {
    return std::any_of(steps.begin(), steps.end(),
                       [](const Step& step) { return draws_anything(step); });
}

// The body of a task draws from the task's own stream.
bool draws_anything(const Step& step) {
    if (step.operation == &ops::choose || !is_fixed(step.amount)) { return true; }
    if (step.timeout && !is_fixed(*step.timeout)) { return true; }
    return step.operation != &ops::submit &&
           std::any_of(step.branches.begin(), step.branches.end(),
                       [](const Branch& branch) { return draws_anything(branch.steps); });
}

bool splits(const Block& steps) {
    return std::any_of(steps.begin(), steps.end(), [](const Step& step) {
        return (step.operation == &ops::repeat && step.times.kind == Times::Kind::split) ||
               std::any_of(step.branches.begin(), step.branches.end(),
                           [](const Branch& branch) { return splits(branch.steps); });
    });
}

template <typename Action>
void for_each_step(const Block& steps, const Action& action) {
    for (const Step& step : steps) {
        action(step);
        for (const Branch& branch : step.branches) { for_each_step(branch.steps, action); }
    }
}

template <typename Action>
void for_each_step(const Scenario& scenario, const Action& action) {
    for (const ThreadTemplate& thread : scenario.threads) { for_each_step(thread.steps, action); }
    if (scenario.main) { for_each_step(*scenario.main, action); }
}

// One thread or task on its way through its program.
class Walk {
public:
    // `made_together`: what `split` divides by.
    Walk(RandomStream stream, std::uint32_t made_together)
        : stream_{stream}, made_together_{made_together} {}

    std::vector<std::int64_t> values(const Block& steps) && {
        block(steps);
        return std::move(values_);
    }

private:
    [[nodiscard]] bool over() const noexcept {
        return ended_ || values_.size() >= most_draws || steps_ >= most_steps;
    }

    void block(const Block& steps) {
        for (const Step& step : steps) {
            if (over()) { return; }
            ++steps_;
            if (draws_anything(step)) { take(step); }
        }
    }

    void take(const Step& step) {
        if (step.operation == &ops::choose) {
            choose(step);
        } else if (step.operation == &ops::repeat) {
            repeat(step);
        } else if (step.operation == &ops::join) {
            ended_ = true;  // its timeout is random
        } else {
            draw(step.amount);
            if (step.timeout) { draw(*step.timeout); }
            if (step.operation == &ops::submit) { return; }
            for (const Branch& branch : step.branches) { block(branch.steps); }
        }
    }

    void draw(const Quantity& quantity) {
        if (!is_fixed(quantity)) { values_.push_back(Sampler{quantity}.draw(stream_).count()); }
    }

    void choose(const Step& step) {
        std::vector<double> sums;
        for (const Branch& branch : step.branches) {
            sums.push_back((sums.empty() ? 0.0 : sums.back()) + branch.weight);
        }
        const std::uint32_t chosen = ops::chosen_branch(sums, stream_.unit());
        values_.push_back(chosen);
        block(step.branches[chosen].steps);
    }

    void repeat(const Step& step) {
        std::int64_t rounds = step.times.number;
        if (step.times.kind == Times::Kind::forever) {
            rounds = std::numeric_limits<std::int64_t>::max();
        } else if (step.times.kind == Times::Kind::split) {
            rounds /= made_together_;
        }
        for (; rounds > 0 && !over(); --rounds) { block(step.branches.front().steps); }
    }

    RandomStream stream_;
    std::uint32_t made_together_;
    std::vector<std::int64_t> values_;
    std::size_t steps_ = 0;
    bool ended_ = false;
};

// Counts with which threads of entry `index` are made, as written; absent: one without a number.
std::set<std::optional<std::int64_t>> counts_of(const Scenario& scenario, std::uint32_t index) {
    const std::optional<std::int64_t> own = scenario.threads[index].count;
    std::set<std::optional<std::int64_t>> counts;
    if (!scenario.main) { counts.insert(own); }
    for_each_step(scenario, [&](const Step& step) {
        if (step.operation == &ops::spawn && step.object == index) {
            counts.insert(step.count ? step.count : own);
        }
    });
    return counts;
}

// Twice as many as in the simulated run, if a real one can make more.
std::uint64_t with_spare(std::uint64_t count) { return 2 * count + 10; }

void add_thread(std::vector<StreamDraws>& draws, const Scenario& scenario, const std::string& name,
                const Block& steps, std::uint32_t made_together) {
    std::vector<std::int64_t> values =
        Walk{RandomStream{scenario.seed, "thread/" + name}, made_together}.values(steps);
    if (!values.empty()) { draws.push_back({"thread/" + name, std::nullopt, std::move(values)}); }
}

// All that could be called after entry `index`: "worker", "worker-1", "worker-2", …
void add_entry(std::vector<StreamDraws>& draws, const Scenario& scenario, std::uint32_t index,
               std::uint64_t threads) {
    const ThreadTemplate& entry = scenario.threads[index];
    if (!draws_anything(entry.steps)) { return; }
    const std::set<std::optional<std::int64_t>> counts = counts_of(scenario, index);
    const bool divides = splits(entry.steps);
    if (counts.empty() || (divides && counts.size() > 1)) { return; }
    const auto together =
        static_cast<std::uint32_t>(std::max<std::int64_t>(1, counts.rbegin()->value_or(1)));
    const bool first_is_bare = counts.contains(std::nullopt);
    const bool all_are_bare = first_is_bare && !scenario.main;
    if (first_is_bare) { add_thread(draws, scenario, entry.name, entry.steps, together); }
    for (std::uint64_t number = 1; number <= threads && !all_are_bare; ++number) {
        add_thread(draws, scenario, entry.name + "-" + std::to_string(number), entry.steps,
                   together);
    }
}

// Threads of the run whose name is that of entry `index`, with or without a number.
std::uint64_t threads_made(const Result& result, const std::string& name) {
    const std::string start = name + "-";
    return static_cast<std::uint64_t>(
        std::count_if(result.threads.begin(), result.threads.end(), [&](const ThreadResult& t) {
            return t.name == name ||
                   (t.name.starts_with(start) &&
                    t.name.find_first_not_of("0123456789", start.size()) == std::string::npos);
        }));
}

void add_tasks(std::vector<StreamDraws>& draws, const Scenario& scenario, const Result& result) {
    std::uint32_t site = 0;
    for_each_step(scenario, [&](const Step& step) {
        if (step.operation != &ops::submit) { return; }
        const std::uint32_t here = site++;
        const Block& body = step.branches.front().steps;
        if (!draws_anything(body)) { return; }
        const std::string start = "task/" + scenario.pools[step.object].name + "/";
        for (std::uint64_t number = 1; number <= with_spare(result.pools[step.object].tasks);
             ++number) {
            const std::string name = start + std::to_string(number);
            std::vector<std::int64_t> values =
                Walk{RandomStream{scenario.seed, name}, 1}.values(body);
            if (!values.empty()) { draws.push_back({name, here, std::move(values)}); }
        }
    });
}

}  // namespace

std::vector<StreamDraws> draws_of(const Scenario& scenario, const Result& result) {
    std::vector<StreamDraws> draws;
    for (std::uint32_t index = 0; index < scenario.threads.size(); ++index) {
        const std::uint64_t made = threads_made(result, scenario.threads[index].name);
        add_entry(draws, scenario, index, scenario.main ? with_spare(made) : made);
    }
    if (scenario.main) { add_thread(draws, scenario, "main", *scenario.main, 1); }
    add_tasks(draws, scenario, result);
    return draws;
}

}  // namespace gvlsim
