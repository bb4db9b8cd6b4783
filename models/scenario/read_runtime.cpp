// "seed" and "runtime": model, quantum, ties, platform and costs.
#include "models/scenario/scenario_reader.hpp"

#include "models/gvl/model.hpp"
#include "models/scenario/platforms.hpp"
#include "models/scenario/wording.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <utility>

namespace gvlsim {
namespace {

constexpr std::array<std::string_view, 5> runtime_keys{"model", "quantum", "ties", "platform",
                                                       "costs"};
constexpr std::array<std::string_view, 2> ties_words{"completion-first", "wake-first"};
constexpr std::array<std::string_view, 2> overshoot_keys{"fraction", "max"};
constexpr std::array<std::string_view, 3> noise_keys{"sigma", "drift", "drift_length"};

// Beyond these a factor is surely a slip, and products with any plausible length still fit.
constexpr std::int64_t largest_factor = 1'000'000;

std::vector<std::string_view> model_names() {
    std::vector<std::string_view> names;
    for (const Model& model : models()) { names.push_back(model.name); }
    return names;
}

std::vector<std::string_view> platform_names() {
    std::vector<std::string_view> names;
    for (const Platform& platform : platforms()) { names.push_back(platform.name); }
    return names;
}

bool too_large(const Decimal& factor) noexcept {
    return factor.numerator / factor.denominator >= largest_factor;
}

}  // namespace

void ScenarioReader::read_seed(const Node& root) {
    const Node* written = root.find("seed");
    const Value in_file = written != nullptr ? reader_.resolve(*written, "seed") : Value{};
    if (const auto seed = reader_.unsigned_integer(in_file)) { scenario_.seed = *seed; }
    if (const auto seed = reader_.unsigned_integer(given(RuntimeParam::seed))) {
        scenario_.seed = *seed;
    }
}

// What the case or --set gives in place of a value of the file.
Value ScenarioReader::given(RuntimeParam param) {
    const auto index = static_cast<std::size_t>(param);
    const Node* node = reader_.environment().runtime[index];
    return node != nullptr ? reader_.resolve(*node, runtime_param_names[index]) : Value{};
}

// Values of the file are checked even where a case replaces them.
void ScenarioReader::read_runtime(const Value& value) {
    const ObjectFields fields{reader_, value, "`runtime`", runtime_keys};
    const Model* model = read_model(fields.require("model"));
    if (const Value replaced = given(RuntimeParam::model)) { model = read_model(replaced); }
    read_quantum(fields.find("quantum"), model);
    read_platform(fields.find("platform"), model);
    if (const auto ties = reader_.one_of(fields.find("ties"), ties_words)) {
        scenario_.runtime.ties = static_cast<Ties>(*ties);
    }
    read_costs(fields.find("costs"));
}

const Model* ScenarioReader::read_model(const Value& value) {
    const std::optional<std::string_view> name = reader_.text(value, "the name of a runtime");
    if (!name) { return nullptr; }
    const Model* model = find_model(*name);
    if (model == nullptr) {
        std::string hint = suggestion(*name, model_names(), "");
        reader_.error(value, fmt::format("there is no runtime {}", quoted(*name)),
                      hint.empty() ? "`gvlsim models` lists all" : std::move(hint));
        return nullptr;
    }
    scenario_.runtime.model = *name;
    return model;
}

void ScenarioReader::read_quantum(const Value& value, const Model* model) {
    std::optional<Duration> asked = reader_.duration(value);
    Value place = value;
    if (const Value replaced = given(RuntimeParam::quantum)) {
        place = replaced;
        asked = reader_.duration(replaced);
    }
    if (!asked || model == nullptr) { return; }
    if (std::string problem = quantum_problem(*model, *asked); !problem.empty()) {
        const bool has_knob =
            model->knob != QuantumKnob::fixed && model->knob != QuantumKnob::none;
        if (is_what_if_ && !has_knob) {
            reader_.warning(place, problem + "; left as it is there");
        } else {
            reader_.error(place, std::move(problem));
        }
        return;
    }
    if (std::string warning = quantum_warning(*model, *asked); !warning.empty()) {
        reader_.warning(place, std::move(warning));
    }
    scenario_.runtime.quantum = asked;
}

void ScenarioReader::read_platform(const Value& value, const Model* model) {
    const Platform* platform = &platforms().front();
    for (const Value& name_value : {value, given(RuntimeParam::platform)}) {
        const std::optional<std::string_view> name =
            reader_.text(name_value, "the name of a platform");
        if (!name) { continue; }
        if (const Platform* named = find_platform(*name)) {
            platform = named;
        } else {
            reader_.error(name_value, fmt::format("there is no platform {}", quoted(*name)),
                          suggestion(*name, platform_names(), "platforms"));
        }
    }
    scenario_.runtime.platform = platform->name;
    scenario_.runtime.costs = model != nullptr ? platform_costs(*platform, *model) : Costs{};
}

void ScenarioReader::read_costs(const Value& value) {
    if (!value) { return; }
    std::array<std::string_view, 16> keys;
    std::size_t count = 0;
    for (const CostField& field : cost_fields()) { keys[count++] = field.key; }
    for (const std::string_view key : {"sleep_overshoot", "cpu_scale", "cpu_noise"}) {
        keys[count++] = key;
    }
    const ObjectFields fields{reader_, value, "`costs`", std::span{keys}.first(count)};
    for (const CostField& field : cost_fields()) {
        if (std::optional<Quantity> cost = reader_.quantity(fields.find(field.key))) {
            scenario_.runtime.costs.*field.member = std::move(*cost);
        }
    }
    read_sleep_overshoot(fields.find("sleep_overshoot"));
    read_cpu_scale(fields.find("cpu_scale"));
    read_cpu_noise(fields.find("cpu_noise"));
}

void ScenarioReader::read_sleep_overshoot(const Value& value) {
    const bool by_fraction =
        value.is(NodeKind::object) && (value.node->find("fraction") || value.node->find("max"));
    SleepOvershoot overshoot;
    if (!by_fraction) {
        if (std::optional<Quantity> length = reader_.quantity(value)) {
            overshoot.length = std::move(*length);
            scenario_.runtime.costs.sleep_overshoot = std::move(overshoot);
        }
        return;
    }
    const ObjectFields fields{reader_, value, "`sleep_overshoot`", overshoot_keys};
    const Value fraction = fields.require("fraction");
    overshoot.fraction = reader_.decimal(fraction);
    if (overshoot.fraction && too_large(*overshoot.fraction)) {
        reader_.expected(fraction, fmt::format("a number below {}", largest_factor));
    }
    if (const std::optional<Duration> maximum = reader_.duration(fields.find("max"))) {
        overshoot.maximum = *maximum;
    }
    scenario_.runtime.costs.sleep_overshoot = std::move(overshoot);
}

void ScenarioReader::read_cpu_scale(const Value& value) {
    const std::optional<Decimal> scale = reader_.decimal(value);
    if (!scale) { return; }
    if (scale->numerator == 0 || too_large(*scale)) {
        reader_.expected(value, fmt::format("a number above 0 and below {}", largest_factor));
        return;
    }
    scenario_.runtime.costs.cpu_scale = *scale;
}

void ScenarioReader::read_cpu_noise(const Value& value) {
    const ObjectFields fields{reader_, value, "`cpu_noise`", noise_keys};
    CpuNoise& noise = scenario_.runtime.costs.cpu_noise;
    noise.sigma = reader_.ratio(fields.find("sigma")).value_or(noise.sigma);
    noise.drift = reader_.ratio(fields.find("drift")).value_or(noise.drift);
    noise.drift_length =
        reader_.integer(fields.find("drift_length"), 1, std::numeric_limits<std::int64_t>::max())
            .value_or(noise.drift_length);
}

}  // namespace gvlsim
