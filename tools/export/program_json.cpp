#include "tools/export/program_json.hpp"

#include "models/ops/registry.hpp"
#include "tools/export/json_writer.hpp"

#include <array>

namespace gvlsim {

namespace {

using Layout = JsonWriter::Layout;

constexpr std::array<std::string_view, 3> otherwise_words{"continue", "end", "raise"};
constexpr std::array<std::string_view, 3> fallback_words{"abort", "discard", "caller_runs"};

class ProgramWriter {
public:
    ProgramWriter(Writer& writer, const Scenario& scenario) : json_{writer}, scenario_{scenario} {}

    void write(const std::string& case_name, const std::vector<StreamDraws>& draws) {
        json_.begin_object(Layout::lines);
        json_.member("gvlsim_program", 1);
        json_.member("scenario", scenario_.name);
        json_.member("case", case_name);
        json_.member("seed", scenario_.seed);
        json_.member("model", scenario_.runtime.model);
        json_.member("quantum", scenario_.runtime.quantum);
        threads();
        json_.key("main");
        scenario_.main ? block(*scenario_.main) : implicit_main();
        objects();
        stop();
        streams(draws);
        json_.end();
    }

private:
    void threads() {
        json_.key("threads");
        json_.begin_list(Layout::lines);
        for (const ThreadTemplate& thread : scenario_.threads) {
            json_.begin_object();
            json_.member("name", thread.name);
            json_.member("count", thread.count);
            json_.member("priority", thread.priority);
            json_.member("start", thread.start);
            json_.key("do");
            block(thread.steps);
            json_.end();
        }
        json_.end();
    }

    void implicit_main() {
        json_.begin_list();
        for (const std::string_view operation : {"spawn", "join"}) {
            for (const ThreadTemplate& thread : scenario_.threads) {
                json_.begin_object();
                json_.member(operation, thread.name);
                json_.end();
            }
        }
        json_.end();
    }

    void objects() {
        json_.key("queues");
        json_.begin_object();
        for (const QueueSettings& queue : scenario_.queues) { json_.member(queue.name, queue.max); }
        json_.end();
        json_.key("pools");
        json_.begin_object(Layout::lines);
        for (const PoolSettings& pool : scenario_.pools) {
            json_.key(pool.name);
            json_.begin_object();
            json_.member("min", pool.min);
            json_.member("max", pool.max);
            json_.member("queue", pool.queue);
            json_.member("idle", pool.idle);
            json_.member("fallback", fallback_words[static_cast<std::size_t>(pool.fallback)]);
            json_.end();
        }
        json_.end();
    }

    void stop() {
        const Stop& stop = scenario_.stop;
        json_.key("stop");
        json_.begin_object();
        json_.member("at", stop.at);
        json_.member("when", stop.when == no_object
                                 ? std::nullopt
                                 : std::optional{scenario_.threads[stop.when].name});
        json_.end();
    }

    void streams(const std::vector<StreamDraws>& draws) {
        json_.key("draws");
        json_.begin_list(Layout::lines);
        for (const StreamDraws& stream : draws) {
            json_.begin_object();
            json_.member("stream", stream.stream);
            if (stream.site) { json_.member("site", *stream.site); }
            json_.key("values");
            json_.begin_list();
            for (const std::int64_t value : stream.values) { json_.number(value); }
            json_.end();
            json_.end();
        }
        json_.end();
    }

    void block(const Block& steps) {
        json_.begin_list();
        for (const Step& step : steps) {
            json_.begin_object();
            for (const Field& field : step.operation->fields) { write_field(field, step); }
            json_.end();
        }
        json_.end();
    }

    void write_field(const Field& field, const Step& step) {
        const bool is_main = field.key == step.operation->name;
        const std::uint32_t object = is_main ? step.object : step.second;
        switch (field.kind) {
            case FieldKind::duration:
                return quantity(field.key, step.amount);
            case FieldKind::duration_or_forever:
                return step.flag ? json_.member(field.key, "forever")
                                 : quantity(field.key, step.amount);
            case FieldKind::timeout:
                return step.timeout ? quantity(field.key, *step.timeout) : void();
            case FieldKind::truth:
                return step.flag ? json_.member(field.key, true) : void();
            case FieldKind::constant_true:
                return json_.member(field.key, true);
            case FieldKind::times:
                return times(field.key, step.times);
            case FieldKind::otherwise:
                return step.number != 0
                           ? json_.member(field.key,
                                          otherwise_words[static_cast<std::size_t>(step.number)])
                           : void();
            case FieldKind::count:
                return step.count ? json_.member(field.key, *step.count) : void();
            case FieldKind::priority:
                return json_.member(field.key, step.number);
            case FieldKind::text:
                return json_.member(field.key, step.text);
            case FieldKind::thread:
            case FieldKind::thread_or_all:
                return name(field.key, object == all_threads ? "all"
                                                             : scenario_.threads[object].name);
            case FieldKind::mutex:
                return name(field.key, scenario_.mutexes[object]);
            case FieldKind::condition:
                return name(field.key, scenario_.conditions[object]);
            case FieldKind::queue:
                return name(field.key, scenario_.queues[object].name);
            case FieldKind::third_queue:
                return step.third == no_object
                           ? void()
                           : name(field.key, scenario_.queues[step.third].name);
            case FieldKind::pool:
                return name(field.key, scenario_.pools[object].name);
            case FieldKind::future:
                return object == no_object ? void() : name(field.key, scenario_.futures[object]);
            case FieldKind::span:
                return name(field.key, scenario_.spans[object]);
            case FieldKind::block:
                json_.key(field.key);
                return block(step.branches.front().steps);
            case FieldKind::weighted_blocks:
                return branches(field.key, step);
        }
    }

    void name(std::string_view key, const std::string& text) { json_.member(key, text); }

    void branches(std::string_view key, const Step& step) {
        json_.key(key);
        json_.begin_list();
        for (const Branch& branch : step.branches) {
            json_.begin_object();
            json_.member("weight", branch.weight);
            json_.key("do");
            block(branch.steps);
            json_.end();
        }
        json_.end();
    }

    void times(std::string_view key, const Times& times) {
        switch (times.kind) {
            case Times::Kind::fixed:
                return json_.member(key, times.number);
            case Times::Kind::forever:
                return json_.member(key, "forever");
            case Times::Kind::split:
                json_.key(key);
                json_.begin_object();
                json_.member("split", times.number);
                return json_.end();
        }
    }

    void quantity(std::string_view key, const Quantity& quantity) {
        json_.key(key);
        std::visit([this](const auto& shape) { put(shape); }, quantity);
    }

    void put(Duration length) { json_.number(length.count()); }

    void put(const Exponential& shape) {
        begin_shape("exponential");
        json_.member("mean", shape.mean);
        end_shape();
    }

    void put(const Normal& shape) {
        begin_shape("normal");
        json_.member("mean", shape.mean);
        json_.member("sd", shape.deviation);
        end_shape();
    }

    void put(const LogNormal& shape) {
        begin_shape("lognormal");
        json_.member("median", shape.median);
        json_.member("sigma", shape.sigma);
        end_shape();
    }

    void put(const Uniform& shape) {
        json_.begin_object();
        json_.key("uniform");
        json_.begin_list();
        json_.number(shape.low.count());
        json_.number(shape.high.count());
        json_.end();
        json_.end();
    }

    void put(const Choice& shape) {
        json_.begin_object();
        json_.key("choice");
        json_.begin_list();
        for (const Duration value : shape.values) { json_.number(value.count()); }
        json_.end();
        json_.key("weights");
        json_.begin_list();
        for (const double weight : shape.weights) { json_.number(weight); }
        json_.end();
        json_.end();
    }

    void begin_shape(std::string_view kind) {
        json_.begin_object();
        json_.key(kind);
        json_.begin_object();
    }

    void end_shape() {
        json_.end();
        json_.end();
    }

    JsonWriter json_;
    const Scenario& scenario_;
};

}  // namespace

void write_program(Writer& writer, const Scenario& scenario, const std::string& case_name,
                   const std::vector<StreamDraws>& draws) {
    ProgramWriter{writer, scenario}.write(case_name, draws);
}

}  // namespace gvlsim
