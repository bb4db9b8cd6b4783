// The accounts of a result, made again from the rows of its timeline.
#include "models/gvl/model.hpp"
#include "models/thread.hpp"
#include "tests/property/invariants.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace gvlsim::test {

namespace {

struct Account {
    ThreadState state = ThreadState::created;
    Instant since = start_of_time;
    Instant born = start_of_time;
    ThreadResult sums;
    std::uint64_t waits = 0;   // it left the lock for something, its exit not counted
    std::uint64_t sleeps = 0;
    bool tick_pending = false;
    bool drops_tick = true;    // the wait it is in is one of Ruby's STOPPED ones
};

ThreadState state_after(Why why) {
    switch (why) {
        case Why::sleep:
            return ThreadState::sleeping;
        case Why::io:
        case Why::c_call:
            return ThreadState::io;
        case Why::preempted:
        case Why::pass:
            return ThreadState::ready;
        case Why::exit:
            return ThreadState::exited;
        case Why::none:
        case Why::join:
        case Why::mutex:
        case Why::condition:
        case Why::queue:
        case Why::await:
        case Why::task:
            break;
    }
    return ThreadState::blocked;
}

class Books {
public:
    explicit Books(const Timeline& run) : accounts_(run.result.threads.size()) {
        accounts_[0].state = ThreadState::ready;
        for (const Record& row : run.rows) {
            see(row);
        }
        for (Account& account : accounts_) {
            enter(account, account.state, run.result.end);
        }
    }

    [[nodiscard]] const std::vector<Account>& accounts() const { return accounts_; }
    [[nodiscard]] const LockResult& lock() const { return lock_; }

private:
    void see(const Record& row) {
        if (kind(row) == RecordKind::tick) {
            tick(row);
            return;
        }
        Account& account = accounts_[row.subject];
        switch (kind(row)) {
            case RecordKind::started:
                account.born = row.time;
                enter(account, ThreadState::sleeping, row.time);  // `start`, usually zero
                return;
            case RecordKind::ready:
                if (account.state != ThreadState::ready) {
                    enter(account, ThreadState::ready, row.time);
                }
                return;
            case RecordKind::resumed:
                enter(account, ThreadState::running, row.time);
                account.tick_pending = account.tick_pending && !account.drops_tick;
                lock_.handovers += row.subject != last_owner_ ? 1 : 0;
                last_owner_ = row.subject;
                return;
            case RecordKind::suspended:
                suspended(account, row);
                return;
            case RecordKind::exited:
                account.sums.end = row.time;
                return;
            default:
                return;
        }
    }

    void suspended(Account& account, const Record& row) {
        const Why reason = why(row);
        enter(account, state_after(reason), row.time);
        account.sums.preempted += reason == Why::preempted ? 1 : 0;
        lock_.preemptions += reason == Why::preempted ? 1 : 0;
        account.sums.released += reason != Why::preempted && reason != Why::exit ? 1 : 0;
        account.sleeps += reason == Why::sleep ? 1 : 0;
        const bool yielded = reason == Why::preempted || reason == Why::pass;
        if (reason != Why::pass) {
            account.tick_pending = false;
        }
        if (!yielded) {
            account.waits += reason != Why::exit ? 1 : 0;
        }
        account.drops_tick = !yielded && reason != Why::io && reason != Why::c_call;
    }

    // A tick that was noticed later has two rows: `pending`, then what came of it.
    void tick(const Record& row) {
        if (outcome(row) == TickOutcome::nobody) {
            ++lock_.ticks;
            return;
        }
        Account& account = accounts_[row.subject];
        if (outcome(row) == TickOutcome::pending) {
            ++lock_.ticks;
            account.tick_pending = true;
        } else {
            lock_.ticks += account.tick_pending ? 0 : 1;
            account.tick_pending = false;
        }
    }

    static void enter(Account& account, ThreadState state, Instant now) {
        const Duration spent = now - account.since;
        ThreadResult& sums = account.sums;
        switch (account.state) {
            case ThreadState::running:
                sums.cpu += spent;
                break;
            case ThreadState::ready:
                sums.lock_wait += spent;
                sums.longest_lock_wait = std::max(sums.longest_lock_wait, spent);
                break;
            case ThreadState::sleeping:
                sums.sleep += spent;
                break;
            case ThreadState::io:
                sums.io += spent;
                break;
            case ThreadState::blocked:
                sums.blocked += spent;
                break;
            case ThreadState::created:
            case ThreadState::exited:
                break;
        }
        account.state = state;
        account.since = now;
    }

    std::vector<Account> accounts_;
    LockResult lock_;
    std::uint32_t last_owner_ = 0;
};

// What `start` of an entry adds up to 3.2, where it lies before STARTED.
Duration start_before_birth(const Scenario& scenario, const std::string& thread) {
    for (const ThreadTemplate& entry : scenario.threads) {
        if (thread == entry.name || thread.starts_with(entry.name + "-")) {
            return entry.start;
        }
    }
    return {};
}

Duration fixed(const Quantity& quantity) { return std::get<Duration>(quantity); }

std::string differs(const std::string& what, auto told, auto counted) {
    std::string text = what + " is told as ";
    if constexpr (requires { told.count(); }) {
        text += milliseconds(told) + " but is " + milliseconds(counted);
    } else {
        text += std::to_string(told) + " but is " + std::to_string(counted);
    }
    return text;
}

std::string account_violation(const ThreadResult& told, const Account& account, Duration start,
                              Instant run_end) {
    const ThreadResult& own = account.sums;
    const Instant end = own.end.value_or(run_end);
    const bool alive_at_all = account.state != ThreadState::created;
    const Duration life = alive_at_all ? end - account.born + start : told.sleep;
    const std::string name = told.name + "'s ";
    if (told.end != own.end) { return name + "end is not its EXITED row"; }
    if (told.cpu != own.cpu) { return differs(name + "cpu", told.cpu, own.cpu); }
    if (told.lock_wait != own.lock_wait) {
        return differs(name + "lock wait", told.lock_wait, own.lock_wait);
    }
    if (told.longest_lock_wait != own.longest_lock_wait) {
        return differs(name + "longest lock wait", told.longest_lock_wait, own.longest_lock_wait);
    }
    if (told.io != own.io) { return differs(name + "io", told.io, own.io); }
    if (alive_at_all && told.sleep != own.sleep + start) {
        return differs(name + "sleep", told.sleep, own.sleep + start);
    }
    if (told.blocked != own.blocked) {
        return differs(name + "blocked", told.blocked, own.blocked);
    }
    if (told.preempted != own.preempted) {
        return differs(name + "preempted", told.preempted, own.preempted);
    }
    if (told.released != own.released) {
        return differs(name + "released", told.released, own.released);
    }
    const Duration sum = told.cpu + told.lock_wait + told.io + told.sleep + told.blocked;
    return sum != life ? differs(name + "life", sum, life) : std::string{};
}

}  // namespace

std::string accounting_violation(const Scenario& scenario, const Timeline& run) {
    const Books books{run};
    const Model& model = *find_model(scenario.runtime.model);
    const bool has_lock = model.name != "none";
    const bool starts_alive = model.timer_thread_from_3_3 || model.name == "instant";
    Duration held{};
    for (std::size_t i = 0; i < books.accounts().size(); ++i) {
        const ThreadResult& told = run.result.threads[i];
        held += has_lock ? told.cpu : Duration::zero();
        const Duration start =
            starts_alive ? Duration::zero() : start_before_birth(scenario, told.name);
        if (std::string wrong =
                account_violation(told, books.accounts()[i], start, run.result.end);
            !wrong.empty()) {
            return wrong;
        }
    }
    const LockResult& told = run.result.lock;
    const LockResult& own = books.lock();
    if (told.held != held) { return differs("held", told.held, held); }
    if (told.held + told.free != run.result.end - start_of_time) {
        return "held and free do not tile the run";
    }
    if (told.preemptions != own.preemptions) {
        return differs("preemptions", told.preemptions, own.preemptions);
    }
    if (has_lock && told.handovers != own.handovers) {
        return differs("handovers", told.handovers, own.handovers);
    }
    return told.ticks != own.ticks ? differs("ticks", told.ticks, own.ticks) : std::string{};
}

std::string work_violation(const Scenario& scenario, const Timeline& run) {
    const Books books{run};
    const Costs& costs = scenario.runtime.costs;
    Duration cpu{};
    Duration cpu_due{};
    std::uint64_t tasks = 0;
    for (std::size_t i = 0; i < books.accounts().size(); ++i) {
        const ThreadResult& told = run.result.threads[i];
        const Account& account = books.accounts()[i];
        if (!told.end || told.solo < told.solo_waiting) {
            return {};  // cut short
        }
        cpu += told.cpu;
        cpu_due += told.solo - told.solo_waiting +
                   fixed(costs.resume) * static_cast<std::int64_t>(account.waits + 1);
        const Duration waited = told.io + told.sleep - start_before_birth(scenario, told.name);
        const Duration waited_due =
            told.solo_waiting +
            fixed(costs.sleep_overshoot.length) * static_cast<std::int64_t>(account.sleeps);
        // A leaf is what `wakeup` wakes in the random programs, and then it sleeps less.
        const bool may_be_woken = told.name.starts_with("leaf") && waited < waited_due;
        if (waited != waited_due && !may_be_woken) {
            return differs(told.name + "'s io and sleep", waited, waited_due);
        }
    }
    for (const PoolResult& pool : run.result.pools) {
        tasks += pool.tasks;
    }
    cpu_due += fixed(costs.create) * static_cast<std::int64_t>(run.result.threads.size() - 1) +
               fixed(costs.submit) * static_cast<std::int64_t>(tasks);
    return cpu != cpu_due ? differs("work", cpu, cpu_due) : std::string{};
}

std::string violation(const Scenario& scenario, const Timeline& run) {
    for (const auto check : {order_violation, accounting_violation, work_violation}) {
        if (std::string wrong = check(scenario, run); !wrong.empty()) {
            return wrong;
        }
    }
    return {};
}

}  // namespace gvlsim::test
