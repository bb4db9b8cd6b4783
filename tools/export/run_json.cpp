// Results of a run as one JSON object, or as {"cases": [object, …]} for a file with several.
// Keys in the order of the scenario format's section 3; ours beside them: stop_reason, waits_for,
// a thread's error, a pool's queue, objects, fairness and lock_outs; at the end the
// theory, and what fast-forward skipped.
#include "tools/export/json_writer.hpp"
#include "tools/export/objects_report.hpp"
#include "tools/export/registry.hpp"

namespace gvlsim {

namespace {

using Layout = JsonWriter::Layout;

void write_head(JsonWriter& json, const FinishedRun& run) {
    json.member("scenario", run.scenario_name);
    json.member("case", run.header.name.empty() ? std::nullopt : std::optional{run.header.name});
    json.key("params");
    json.begin_object();
    for (const auto& [name, value] : run.header.params) {
        json.key(name);
        json.json(value);
    }
    json.end();
    json.member("model", run.scenario.runtime.model);
    json.member("quantum_ns", asked_quantum(run.scenario));
    json.member("effective_quantum_ns", effective_quantum(run.scenario));
    json.member("seed", run.scenario.seed);
}

void write_ending(JsonWriter& json, const FinishedRun& run) {
    json.member("end_ns", run.summary.end);
    json.member("serial_ns", run.summary.serial);
    json.member("speedup", run.summary.speedup);
    json.member("waste_ns", run.summary.waste);
    json.member("stopped", run.result.kind == EndKind::stopped);
    json.member("stop_reason", stop_reason(run.scenario, run.result));
    json.member("deadlock", run.result.kind == EndKind::deadlock);
    json.key("waits_for");
    json.begin_list(Layout::lines);
    for (const DeadlockWait& wait : run.result.deadlock) {
        json.begin_object();
        json.member("thread", wait.thread);
        json.member("why", word(wait.why));
        json.member("waits_for", wait.waits_for);
        json.member("held_by", wait.held_by.empty() ? std::nullopt : std::optional{wait.held_by});
        json.member("in_cycle", wait.in_cycle);
        json.end();
    }
    json.end();
}

void write_thread(JsonWriter& json, const ThreadResult& thread) {
    json.begin_object();
    json.member("name", thread.name);
    json.member("end_ns", thread.end ? std::optional{*thread.end - start_of_time} : std::nullopt);
    json.member("cpu_ns", thread.cpu);
    json.member("lock_wait_ns", thread.lock_wait);
    json.member("longest_lock_wait_ns", thread.longest_lock_wait);
    json.member("io_ns", thread.io);
    json.member("sleep_ns", thread.sleep);
    json.member("blocked_ns", thread.blocked);
    json.member("preempted", thread.preempted);
    json.member("released", thread.released);
    json.member("solo_ns", thread.solo);
    json.member("error", thread.error.empty() ? std::nullopt : std::optional{thread.error});
    json.end();
}

void write_lock(JsonWriter& json, const LockResult& lock) {
    json.key("lock");
    json.begin_object();
    json.member("held_ns", lock.held);
    json.member("free_ns", lock.free);
    json.member("handovers", lock.handovers);
    json.member("preemptions", lock.preemptions);
    json.member("ticks", lock.ticks);
    json.end();
}

void write_pool(JsonWriter& json, const PoolResult& pool) {
    json.begin_object();
    json.member("name", pool.name);
    json.member("threads", pool.threads);
    json.member("tasks", pool.tasks);
    json.member("largest", pool.largest);
    json.member("queued", pool.queued);
    json.member("longest_queue_wait_ns", pool.longest_queue_wait);
    json.end();
}

void write_span(JsonWriter& json, const SpanResult& span) {
    json.begin_object();
    json.member("name", span.name);
    json.member("count", span.count);
    json.member("mean_ns", span.mean);
    json.member("p50_ns", span.p50);
    json.member("p95_ns", span.p95);
    json.member("p99_ns", span.p99);
    json.member("max_ns", span.max);
    json.member("cpu_ns", span.cpu);
    json.member("io_ns", span.io);
    json.member("lock_wait_ns", span.lock_wait);
    json.end();
}

template <typename Item>
void write_list(JsonWriter& json, std::string_view key, const std::vector<Item>& items,
                void (*write)(JsonWriter&, const Item&)) {
    json.key(key);
    json.begin_list(Layout::lines);
    for (const Item& item : items) { write(json, item); }
    json.end();
}

void write_theory(JsonWriter& json, const Summary& summary) {
    json.member("utilisation", summary.utilisation);
    json.member("waiting_share", summary.waiting_share);
    json.member("threads_at_once", summary.threads_at_once);
    json.member("amdahl", summary.amdahl);
    json.member("bound", summary.bound);
}

class RunJson final : public RunReport {
public:
    RunJson(Writer& writer, bool several) : json_{writer}, several_{several} {
        if (several_) {
            json_.begin_object(Layout::lines);
            json_.key("cases");
            json_.begin_list(Layout::lines);
        }
    }

    void add(const FinishedRun& run) override {
        json_.begin_object(Layout::lines);
        write_head(json_, run);
        write_ending(json_, run);
        write_list(json_, "threads", run.result.threads, write_thread);
        write_lock(json_, run.result.lock);
        write_list(json_, "pools", run.result.pools, write_pool);
        write_list(json_, "spans", run.result.spans, write_span);
        write_objects_json(json_, run.result);
        write_theory(json_, run.summary);
        json_.member("skipped_periods", run.result.skipped_periods);
        json_.member("skipped_ns", run.result.skipped_time);
        json_.end();
    }

    void finish() override {
        if (several_) {
            json_.end();
            json_.end();
        }
    }

private:
    JsonWriter json_;
    bool several_;
};

}  // namespace

std::unique_ptr<RunReport> make_run_json(Writer& writer, bool several, Palette) {
    return std::make_unique<RunJson>(writer, several);
}

}  // namespace gvlsim
