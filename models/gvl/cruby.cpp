#include "models/gvl/cruby.hpp"

#include "models/machine.hpp"

#include <algorithm>

namespace gvlsim {

void CRubyPolicy::deliver_tick(Thread& thread) {
    const bool can_act =
        thread.state == ThreadState::running && is_preemptible(thread.segment);
    const Duration delay = can_act ? machine_.costs().check.draw() : Duration::zero();
    machine_.count_tick();
    if (can_act && delay == Duration::zero()) {
        thread.tick_pending = true;
        static_cast<void>(check(thread));
        return;
    }
    // The bit is one bit: further ticks before it is noticed count no more.
    if (can_act && !thread.tick_pending) {
        machine_.schedule(EventKind::check, later(machine_.now(), delay), thread.id,
                          ++thread.check_stamp);
    }
    thread.tick_pending = true;
    machine_.recorder().add(machine_.now(), RecordKind::tick, thread.id,
                            static_cast<std::uint8_t>(TickOutcome::pending));
}

void CRubyPolicy::tick_nobody() {
    machine_.count_tick();
    machine_.recorder().add(machine_.now(), RecordKind::tick, no_subject,
                            static_cast<std::uint8_t>(TickOutcome::nobody));
}

bool CRubyPolicy::check(Thread& thread) {
    thread.tick_pending = false;
    thread.rt_us += charge_us_;
    machine_.recorder().cause(machine_.now(), Cause::charged, thread.id, thread.rt_us / charge_us_,
                              ticks_needed(thread));
    const bool over = machine_.alive() > 0 && thread.rt_us >= limit_us(thread);
    machine_.recorder().add(machine_.now(), RecordKind::tick, thread.id,
                            static_cast<std::uint8_t>(over && somebody_waits()
                                                          ? TickOutcome::preempts
                                                          : TickOutcome::charged));
    return over && yield(thread, Why::preempted);
}

// Only records ask; a limit that wraps to nothing is reached by the first tick.
std::uint32_t CRubyPolicy::ticks_needed(const Thread& thread) const noexcept {
    const std::uint32_t limit = limit_us(thread);
    return std::max(1U, limit / charge_us_ + (limit % charge_us_ == 0 ? 0 : 1));
}

// Ruby shifts the 32-bit limit by the priority and compares 32-bit numbers; both wrap.
std::uint32_t CRubyPolicy::limit_us(const Thread& thread) const noexcept {
    const int priority = thread.priority;
    return priority > 0 ? quantum_us_ << priority : quantum_us_ >> -priority;
}

}  // namespace gvlsim
