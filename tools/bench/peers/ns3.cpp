// The lock workload with ns-3: callbacks on its heap scheduler, and a queue of our own.
#include "tools/bench/peers/workload.hpp"

#include <ns3/core-module.h>

#include <deque>
#include <vector>

namespace {

class Model {
public:
    explicit Model(const workload::Arguments& arguments) : arguments_(arguments) {
        for (int t = 0; t < arguments.threads; ++t) {
            threads_.push_back(
                {workload::Stream(static_cast<std::uint64_t>(t)), arguments.rounds_each(), 0});
        }
        for (std::size_t t = 0; t < threads_.size(); ++t) request(t);
    }
    std::int64_t end = 0;
    std::int64_t waits = 0;

private:
    struct Thread {
        workload::Stream stream;
        std::int64_t rounds_left;
        std::int64_t asked_at;
    };
    static std::int64_t now() { return ns3::Simulator::Now().GetNanoSeconds(); }

    void request(std::size_t t) {
        threads_[t].asked_at = now();
        if (locked_) {
            waiting_.push_back(t);
        } else {
            locked_ = true;
            run(t);
        }
    }
    void run(std::size_t t) {
        waits += now() - threads_[t].asked_at;
        ns3::Simulator::Schedule(
            ns3::NanoSeconds(threads_[t].stream.exponential(arguments_.hold_ns)),
            &Model::release, this, t);
    }
    void release(std::size_t t) {
        if (waiting_.empty()) {
            locked_ = false;
        } else {
            const std::size_t next = waiting_.front();
            waiting_.pop_front();
            run(next);
        }
        ns3::Simulator::Schedule(
            ns3::NanoSeconds(threads_[t].stream.exponential(arguments_.wait_ns)),
            &Model::back, this, t);
    }
    void back(std::size_t t) {
        end = now();
        if (--threads_[t].rounds_left > 0) request(t);
    }

    const workload::Arguments& arguments_;
    std::vector<Thread> threads_;
    std::deque<std::size_t> waiting_;
    bool locked_ = false;
};

}  // namespace

int main(int count, char** words) {
    const workload::Arguments arguments(count, words);
    ns3::ObjectFactory scheduler;
    scheduler.SetTypeId("ns3::HeapScheduler");
    ns3::Simulator::SetScheduler(scheduler);
    Model model(arguments);
    ns3::Simulator::Run();
    workload::report(model.end, model.waits);
    ns3::Simulator::Destroy();
}
