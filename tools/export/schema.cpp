#include "tools/export/schema.hpp"

#include "models/gvl/model.hpp"
#include "models/ops/operation.hpp"
#include "models/scenario/platforms.hpp"
#include "models/scenario/result_key.hpp"
#include "models/scenario/scenario_reader.hpp"
#include "models/scenario/wording.hpp"
#include "tools/export/schema_text.hpp"

#include <array>
#include <utility>

namespace gvlsim {

namespace {

using namespace schema;

// A definition, which other parts refer to by its name. All of them take a param in their place.
using Definition = std::pair<std::string_view, std::string>;

constexpr std::string_view largest_signed = "9223372036854775807";
constexpr std::string_view largest_unsigned = "18446744073709551615";
constexpr std::string_view largest_pool = "2147483647";
constexpr std::string_view a_number = R"({"type": "number", "minimum": 0})";
constexpr std::string_view any_object = R"({"type": "object"})";

// Digits below 1 ns must be zero; of a minute that cannot be said by the number of digits alone.
constexpr std::string_view duration_pattern =
    "^[0-9]+(ns|us|ms|s|min|\\.(0+ns|[0-9]{1,3}0*us|[0-9]{1,6}0*ms|[0-9]{1,9}0*s|"
    "[0-9]{1,11}0*min))$";

std::string member_kind(FieldKind kind) {
    switch (kind) {
        case FieldKind::duration:
        case FieldKind::timeout:
            return "quantity";
        case FieldKind::duration_or_forever:
            return "quantity_or_forever";
        case FieldKind::truth:
            return "truth";
        case FieldKind::constant_true:
            return "true";
        case FieldKind::times:
            return "times";
        case FieldKind::otherwise:
            return "otherwise";
        case FieldKind::count:
            return "count";
        case FieldKind::priority:
            return "priority";
        case FieldKind::text:
            return "text";
        case FieldKind::thread:
        case FieldKind::thread_or_all:
        case FieldKind::mutex:
        case FieldKind::condition:
        case FieldKind::queue:
        case FieldKind::third_queue:
        case FieldKind::pool:
        case FieldKind::future:
        case FieldKind::span:
            return "name";
        case FieldKind::block:
            return "block";
        case FieldKind::weighted_blocks:
            return "branches";
    }
    return {};
}

std::string operation(const Operation& operation) {
    std::vector<Member> members;
    for (const Field& field : operation.fields) {
        members.push_back({field.key, ref(member_kind(field.kind), field.meaning), field.required});
    }
    return object(members, operation.summary);
}

std::string any_operation() {
    std::string list = ref("param");
    for (const Operation* const one : operations()) { list += ", " + operation(*one); }
    return "{\"anyOf\": [" + list + "]}";
}

// "cruby-2.3" with what it does; a full version such as "cruby-2.3.8" is fine too.
std::string model() {
    std::string list = ref("param");
    std::vector<std::string_view> versions;
    for (const Model& known : models()) {
        list += ", {\"const\": " + json_quoted(known.name) +
                ", \"description\": " + json_quoted(known.description) + "}";
        if (known.name.find('.') != known.name.npos) { versions.push_back(known.name); }
    }
    return "{\"anyOf\": [" + list + ", " +
           text_like("^(" + alternatives(versions) + ")\\.[0-9]+$") + "]}";
}

std::string platform() {
    std::string list = ref("param");
    for (const Platform& known : platforms()) {
        list += ", {\"const\": " + json_quoted(known.name) +
                ", \"description\": " + json_quoted(known.description) + "}";
    }
    return "{\"anyOf\": [" + list + "]}";
}

std::string costs() {
    constexpr std::string_view below_a_million = R"("exclusiveMaximum": 1000000)";
    std::vector<Member> members;
    for (const CostField& field : cost_fields()) {
        members.push_back({field.key, ref("quantity", field.meaning)});
    }
    const std::string fraction = std::string{R"({"type": "number", "minimum": 0, )"}
                                     .append(below_a_million) + "}";
    const std::string scale = std::string{R"({"type": "number", "exclusiveMinimum": 0, )"}
                                  .append(below_a_million) + "}";
    members.push_back({"sleep_overshoot",
                       any_of({ref("quantity"), object({{"fraction", or_param(fraction), true},
                                                        {"max", ref("duration")}})})});
    members.push_back({"cpu_scale", or_param(scale)});
    members.push_back(
        {"cpu_noise",
         or_param(object({{"sigma", ref("ratio")},
                          {"drift", ref("ratio")},
                          {"drift_length", or_param(whole_number("1", largest_signed))}}))});
    return or_param(object(members));
}

std::string runtime() {
    return or_param(object({{"model", ref("model"), true},
                            {"quantum", ref("duration")},
                            {"ties", or_param(words({"completion-first", "wake-first"}))},
                            {"platform", platform()},
                            {"costs", costs()}}));
}

std::string quantity() {
    const std::string durations = list_of("duration", R"("minItems": 1)");
    const auto one = [](std::string_view key, std::string schema) {
        return object({{key, or_param(std::move(schema)), true}});
    };
    return any_of(
        {ref("duration"), one("exponential", object({{"mean", ref("duration"), true}})),
         one("normal", object({{"mean", ref("duration"), true}, {"sd", ref("duration"), true}})),
         one("lognormal",
             object({{"median", ref("duration"), true}, {"sigma", ref("ratio"), true}})),
         one("uniform", list_of("duration", R"("minItems": 2, "maxItems": 2)")),
         one("empirical", durations),
         object({{"choice", or_param(durations), true},
                 {"weights", or_param(list_of("ratio", R"("minItems": 1)"))}})});
}

std::string thread() {
    const std::string free_name =
        R"({"allOf": [{"$ref": "#/$defs/name"}, {"not": {"enum": ["main", "all"]}}]})";
    return or_param(object({{"name", free_name, true},
                            {"count", ref("count")},
                            {"priority", ref("priority")},
                            {"start", ref("duration")},
                            {"do", ref("block"), true}}));
}

// concurrent-ruby's executors; a fixed one has `threads` in place of `min` and `max`.
std::string pool() {
    const std::string size = or_param(whole_number("1", largest_pool));
    const std::string or_zero = or_param(whole_number("0", largest_pool));
    constexpr std::string_view rule =
        R"("if": {"properties": {"kind": {"const": "fixed"}}, "required": ["kind"]}, )"
        R"("then": {"required": ["threads"], "properties": {"min": false, "max": false}}, )"
        R"("else": {"if": {"properties": {"kind": {"const": "cached"}}}, )"
        R"("then": {"properties": {"threads": false}}})";
    return or_param(object({{"kind", or_param(words({"fixed", "cached"}))},
                            {"threads", size},
                            {"min", or_zero},
                            {"max", size},
                            {"queue", or_zero},
                            {"idle", ref("duration")},
                            {"fallback", or_param(words({"abort", "discard", "caller_runs"}))}},
                           {}, rule));
}

constexpr std::array subjects{ResultSubject::run,  ResultSubject::lock, ResultSubject::thread,
                              ResultSubject::pool, ResultSubject::span, ResultSubject::mutex,
                              ResultSubject::cv,   ResultSubject::queue};

// The regular expression of all results.
std::string results() {
    std::string all;
    for (const ResultSubject subject : subjects) {
        const std::span<const std::string_view> known = figures(subject);
        const bool named = subject != ResultSubject::run && subject != ResultSubject::lock;
        const std::string word_and_dot =
            subject == ResultSubject::run ? "" : std::string{word(subject)} + "\\.";
        all += (all.empty() ? "" : "|") + word_and_dot + (named ? ".+\\." : "") + "(" +
               alternatives({known.begin(), known.end()}) + ")";
    }
    return "^(" + all + "|thread\\..+\\.error=.*)$";
}

// Figures by their names, or a pasted output of Ruby's Benchmark.bm.
std::string measured() {
    return or_param(R"({"type": "object", "properties": {"bm": )" + ref("text") + R"(, "row": )" +
                    ref("text") + R"(}, "patternProperties": {)" + json_quoted(results()) + ": " +
                    or_param(R"({"type": "number"})") +
                    R"(}, "additionalProperties": false, "dependentRequired": {"row": ["bm"]}})");
}

// What a figure must be in "expect": a value, a band, or null where it must be absent.
std::string_view wanted(FigureKind kind) {
    switch (kind) {
        case FigureKind::number:
            return "wanted_number";
        case FigureKind::duration:
            return "wanted_duration";
        case FigureKind::truth:
            return "wanted_truth";
        case FigureKind::text:
            return "wanted_text";
    }
    return {};
}

std::string wanted_in_band(std::string_view value) {
    return any_of({ref(value), R"({"type": "null"})",
                   object({{"min", ref(value)}, {"max", ref(value)}}, {},
                          R"("minProperties": 1)")});
}

// A check: what it is about, and figures of that, where "end_s" is called "end".
std::string check_about(ResultSubject subject) {
    const std::string_view about = word(subject);
    std::vector<Member> members;
    if (subject == ResultSubject::lock) {
        members.push_back({about, ref("true"), true});
    } else if (!about.empty()) {
        members.push_back({about, ref("name"), true});
    }
    if (is_object(subject)) {
        members.push_back({"thread", ref("name")});
        members.push_back({"group", ref("name")});
    }
    members.push_back({"tolerance", ref("tolerance")});
    for (const std::string_view figure : figures(subject)) {
        const std::string_view key =
            figure.ends_with("_s") ? figure.substr(0, figure.size() - 2) : figure;
        members.push_back({key, ref(wanted(kind_of(figure)))});
    }
    return object(members, {}, about.empty() ? R"("minProperties": 1)" : R"("minProperties": 2)");
}

std::string check() {
    std::string list = ref("param");
    for (const ResultSubject subject : subjects) { list += ", " + check_about(subject); }
    return "{\"anyOf\": [" + list + "]}";
}

std::string table() {
    return or_param(object({{"rows", ref("name"), true},
                            {"columns", ref("name")},
                            {"value", or_param(text_like(results()))},
                            {"speedup_over", or_param(std::string{any_object})}}));
}

std::string one_case() {
    return or_param(object({{"name", ref("name"), true},
                            {"params", or_param(std::string{any_object})},
                            {"measured", ref("measured")},
                            {"expect", ref("checks")},
                            {"tolerance", ref("tolerance")}}));
}

std::vector<Definition> definitions() {
    const std::string forever = R"({"const": "forever"})";
    const std::string rounds = whole_number("0", largest_signed);
    return {
        {"param", R"({"type": "string", "pattern": "^\\$[A-Za-z0-9_]+$", )"
                  R"("description": "the value of a param of this name"})"},
        {"text", R"({"type": "string"})"},
        {"name", R"({"type": "string", "minLength": 1})"},
        {"ratio", or_param(std::string{a_number})},
        {"truth", or_param(R"({"type": "boolean"})")},
        {"true", or_param(R"({"const": true})")},
        {"count", or_param(whole_number("0", std::to_string(most_threads)))},
        {"priority", or_param(whole_number(std::to_string(lowest_priority),
                                           std::to_string(highest_priority)))},
        {"times", any_of({ref("param"), rounds, forever,
                          object({{"split", or_param(rounds), true}})})},
        {"otherwise", or_param(words({"continue", "end", "raise"}))},
        {"duration", any_of({ref("param"), text_like(duration_pattern),
                             whole_number("0", largest_signed)})},
        {"quantity", quantity()},
        {"quantity_or_forever", any_of({ref("quantity"), forever})},
        {"block", or_param(list_of("operation"))},
        {"operation", any_operation()},
        {"branches", or_param(list_of("branch", R"("minItems": 1)"))},
        {"branch", or_param(object({{"weight", ref("ratio")}, {"do", ref("block"), true}}))},
        {"model", model()},
        {"thread", thread()},
        {"pool", pool()},
        {"measured", measured()},
        {"tolerance",
         any_of({ref("param"), R"({"type": "null"})",
                 text_like("^[0-9]+(\\.[0-9]{0,9}0*)?%$")})},
        {"checks", or_param(list_of("check"))},
        {"check", check()},
        {"wanted_number", wanted_in_band("ratio")},
        {"wanted_duration", wanted_in_band("duration")},
        {"wanted_truth", any_of({ref("truth"), R"({"type": "null"})"})},
        {"wanted_text", any_of({ref("text"), R"({"type": "null"})"})},
        {"case", one_case()},
    };
}

std::string by_name(const std::string& schema) {
    return or_param(R"({"type": "object", "propertyNames": {"minLength": 1}, )"
                    R"("additionalProperties": )" + schema + "}");
}

std::vector<Member> file_members() {
    const std::string queue =
        or_param(object({{"max", or_param(whole_number("1", largest_signed))}}));
    return {
        {"$schema", "true"},
        {"format", or_param(R"({"const": 1})"), true},
        {"name", ref("name")},
        {"description", ref("text")},
        {"source", ref("text")},
        {"seed", or_param(whole_number("0", largest_unsigned))},
        {"params",
         R"({"type": "object", "propertyNames": {"pattern": "^[A-Za-z0-9_]+$"}})"},
        {"runtime", runtime(), true},
        {"threads", or_param(list_of("thread"))},
        {"main", or_param(object({{"do", ref("block"), true}}))},
        {"queues", by_name(queue)},
        {"pools", by_name(ref("pool"))},
        {"stop", or_param(object({{"at", ref("duration")}, {"when", ref("name")}}, {},
                                 R"("minProperties": 1)"))},
        {"cases", or_param(list_of("case", R"("minItems": 1)"))},
        {"matrix", or_param(R"({"type": "object", "minProperties": 1, "additionalProperties": )" +
                            or_param(R"({"type": "array", "minItems": 1})") + "}")},
        {"table", table()},
        {"replications", or_param(whole_number("1", "1000000"))},
        {"measured", ref("measured")},
        {"expect", ref("checks")},
        {"tolerance", ref("tolerance")},
    };
}

}  // namespace

std::string scenario_schema() {
    constexpr std::string_view head =
        R"({"$schema": "https://json-schema.org/draft/2020-12/schema", )"
        R"("title": "A scenario of gvlsim", )";
    constexpr std::string_view rules =
        R"("anyOf": [{"required": ["threads"]}, {"required": ["main"]}], )"
        R"("dependentSchemas": {"measured": {"properties": {"cases": false, "matrix": false}}})";
    std::string defs;
    for (const auto& [name, text] : definitions()) {
        defs += (defs.empty() ? "" : ", ") + json_quoted(name) + ": " + text;
    }
    const std::string file = object(file_members(), "Ruby threads that share a GVL", rules);
    return laid_out(std::string{head} + file.substr(1, file.size() - 2) + ", \"$defs\": {" +
                    defs + "}}");
}

}  // namespace gvlsim
