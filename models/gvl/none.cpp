// No lock and as many cores as threads: whoever wants to run runs. The yardstick for `waste`.
#include "models/gvl/none.hpp"

#include "models/machine.hpp"

namespace gvlsim {

namespace {

class Policy final : public LockPolicy {
public:
    explicit Policy(Machine& machine) : LockPolicy(machine, traits()) {}

    void want(Thread& thread) override { machine_.resumed(thread); }
    void release(Thread&) override {}
    [[nodiscard]] bool pass(Thread&) override { return false; }
    [[nodiscard]] bool check(Thread& thread) override {
        thread.tick_pending = false;
        return false;
    }
    void handle(const Event&) override {}
    void write_state(StateWriter&) const override {}

private:
    static PolicyTraits traits() {
        PolicyTraits traits;
        traits.has_lock = false;
        return traits;
    }
};

}  // namespace

std::unique_ptr<LockPolicy> make_none(Machine& machine, Duration) {
    return std::make_unique<Policy>(machine);
}

}  // namespace gvlsim
