#include "models/deadlock.hpp"

#include "models/machine.hpp"

#include <algorithm>

namespace gvlsim {

namespace {

// The waits are a graph. Its nodes are the threads and, behind them, the pools: who waits for a
// queued task waits for whichever worker of that pool is done first.
using Node = std::uint32_t;

struct Wait {
    std::string waits_for;
    std::vector<Node> holders;  // who holds or owes it
};

// Names beyond these are counted.
constexpr std::size_t names_shown = 3;

std::string enumerate(const std::vector<std::string>& names, std::size_t count) {
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return count > names.size() ? text + " and " + std::to_string(count - names.size()) + " others"
                                : text;
}

class Explanation {
public:
    explicit Explanation(Machine& machine)
        : machine_(machine),
          owed_by_(machine.executors().owed_by()),
          threads_(static_cast<Node>(machine.thread_count())),
          edges_(threads_ + machine.scenario().pools.size()) {}

    [[nodiscard]] std::vector<DeadlockWait> lines() {
        std::vector<std::string> things(threads_);
        for (Node id = 0; id < threads_; ++id) {
            const Thread& thread = machine_.thread(id);
            if (thread.state == ThreadState::exited || is_idle(thread)) {
                continue;
            }
            if (thread.pool != no_object) {
                edges_[threads_ + thread.pool].push_back(id);
            }
            if (thread.stuck) {
                Wait wait = wait_of(thread);
                things[id] = std::move(wait.waits_for);
                edges_[id] = std::move(wait.holders);
            }
        }
        find_cycles();
        std::vector<DeadlockWait> lines;
        for (Node id = 0; id < threads_; ++id) {
            if (!things[id].empty()) {
                lines.push_back({machine_.thread_name(id), machine_.thread(id).why,
                                 std::move(things[id]), holders_text(edges_[id]), in_cycle_[id]});
            }
        }
        return lines;
    }

private:
    // Each kind of object explains its waits here.
    Wait wait_of(const Thread& thread) {
        const Scenario& scenario = machine_.scenario();
        const std::uint32_t object = thread.wait_object;
        switch (thread.why) {
            case Why::join:
                return {"the end", {object}};
            case Why::mutex: {
                const ThreadId owner = machine_.objects().mutex(object).owner;
                return {"mutex " + scenario.mutexes[object],
                        owner == no_thread ? std::vector<Node>{} : std::vector<Node>{owner}};
            }
            case Why::condition:
                return {"a signal of " + scenario.conditions[object], {}};
            case Why::queue:
                return {"queue " + scenario.queues[object].name, {}};
            case Why::await:
                return {"future " + scenario.futures[object],
                        owed_by_[machine_.executors().futures().find(thread, object)]};
            case Why::none:
            case Why::sleep:
            case Why::io:
            case Why::c_call:
            case Why::preempted:
            case Why::pass:
            case Why::exit:
            case Why::task:
                break;
        }
        return {"a wake-up", {}};
    }

    static bool is_idle(const Thread& thread) {
        return thread.why == Why::task && thread.state == ThreadState::blocked;
    }

    std::string holders_text(const std::vector<Node>& holders) const {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < std::min(holders.size(), names_shown); ++i) {
            names.push_back(holders[i] < threads_ ? machine_.thread_name(holders[i])
                                                  : pool_text(holders[i]));
        }
        return enumerate(names, holders.size());
    }

    std::string pool_text(Node pool) const {
        const std::vector<Node>& workers = edges_[pool];
        std::vector<std::string> names;
        for (std::size_t i = 0; i < std::min(workers.size(), names_shown); ++i) {
            names.push_back(machine_.thread_name(workers[i]));
        }
        return "pool " + machine_.scenario().pools[pool - threads_].name + ", queued behind " +
               enumerate(names, workers.size());
    }

    // Tarjan's strongly connected components, with a stack of its own: waits may be a long chain.
    void find_cycles() {
        struct Level {
            Node node;
            std::size_t next_edge;
        };
        constexpr std::uint32_t unseen = 0;
        std::vector<std::uint32_t> order(edges_.size(), unseen);
        std::vector<std::uint32_t> lowest(edges_.size());
        std::vector<bool> open(edges_.size());
        std::vector<Node> component;
        std::vector<Level> path;
        std::uint32_t counter = unseen;
        in_cycle_.assign(edges_.size(), false);
        const auto visit = [&](Node node) {
            order[node] = lowest[node] = ++counter;
            open[node] = true;
            component.push_back(node);
            path.push_back({node, 0});
        };
        for (Node start = 0; start < edges_.size(); ++start) {
            if (order[start] == unseen) {
                visit(start);
            }
            while (!path.empty()) {
                const Node node = path.back().node;
                if (path.back().next_edge < edges_[node].size()) {
                    const Node next = edges_[node][path.back().next_edge++];
                    if (order[next] == unseen) {
                        visit(next);
                    } else if (open[next]) {
                        lowest[node] = std::min(lowest[node], order[next]);
                    }
                    in_cycle_[node] = in_cycle_[node] || next == node;
                    continue;
                }
                path.pop_back();
                if (!path.empty()) {
                    Node& outer = path.back().node;
                    lowest[outer] = std::min(lowest[outer], lowest[node]);
                }
                if (lowest[node] == order[node]) {
                    close(component, node, open);
                }
            }
        }
    }

    void close(std::vector<Node>& component, Node root, std::vector<bool>& open) {
        const bool alone = component.back() == root;
        Node node = root;
        do {
            node = component.back();
            component.pop_back();
            open[node] = false;
            in_cycle_[node] = in_cycle_[node] || !alone;
        } while (node != root);
    }

    Machine& machine_;
    std::vector<std::vector<Node>> owed_by_;  // by future
    Node threads_;
    std::vector<std::vector<Node>> edges_;
    std::vector<bool> in_cycle_;
};

}  // namespace

std::vector<DeadlockWait> explain_deadlock(Machine& machine) {
    return Explanation{machine}.lines();
}

}  // namespace gvlsim
