// What all generations of CRuby share: preemption is cooperative. Something sets the TIMER bit of
// a thread's interrupt word; the thread acts on it at its next check point, is charged a fixed
// amount however short it ran, and gives way once the sum reaches its limit
// (thread.c: rb_threadptr_execute_interrupts; running_time_us of the thread).
#pragma once

#include "models/gvl/policy.hpp"

namespace gvlsim {

class CRubyPolicy : public LockPolicy {
public:
    [[nodiscard]] bool check(Thread& thread) final;

protected:
    // `charge_us`: added to running_time_us per tick noticed. `quantum_us`: limit at priority 0,
    // 32 bits as in Ruby.
    CRubyPolicy(Machine& machine, PolicyTraits traits, std::uint32_t charge_us,
                std::uint32_t quantum_us)
        : LockPolicy(machine, traits), charge_us_(charge_us), quantum_us_(quantum_us) {}

    // Sets the TIMER bit of a thread, wherever it is; it acts at once if it can.
    void deliver_tick(Thread& thread);
    // A tick that found nobody to mark.
    void tick_nobody();
    // Whether a yield would find somebody in the queue.
    [[nodiscard]] virtual bool somebody_waits() const = 0;
    // Gives way; false where nobody waits, and then the thread runs on.
    virtual bool yield(Thread& thread, Why why) = 0;

private:
    [[nodiscard]] std::uint32_t limit_us(const Thread& thread) const noexcept;
    [[nodiscard]] std::uint32_t ticks_needed(const Thread& thread) const noexcept;

    std::uint32_t charge_us_;
    std::uint32_t quantum_us_;
};

}  // namespace gvlsim
