// What belongs to a file as a whole: the texts about it, params, table, replications.
#include "models/scenario/contents.hpp"

#include "models/scenario/result_key.hpp"
#include "models/scenario/wording.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace gvlsim {
namespace {

constexpr std::array<std::string_view, 20> file_keys{
    "$schema", "format",  "name",         "description", "source", "seed",     "params",
    "runtime", "threads", "main",         "queues",      "pools",  "stop",     "cases",
    "matrix",  "table",   "replications", "measured",    "expect", "tolerance"};
constexpr std::array<std::string_view, 4> table_keys{"rows", "columns", "value", "speedup_over"};
constexpr std::int64_t most_replications = 1'000'000;

// Checks the names only; a value may have any form, and is read where it is used.
void read_params(ScenarioContents& contents, Reader& reader, const Node& root) {
    const Node* object = root.find("params");
    if (object == nullptr) { return; }
    if (object->kind != NodeKind::object) {
        reader.expected({object, object, "params"}, "an object (params by name)");
        return;
    }
    for (const Node& param : object->children()) {
        if (!is_param_name(param.key)) {
            reader.error_at_key(param,
                                fmt::format("{} cannot be the name of a param", quoted(param.key)),
                                "letters, digits and _ can");
        }
    }
    contents.params = Params{*object};
}

void check_settings(ScenarioContents& contents, Findings& findings) {
    for (Setting& setting : contents.settings) {
        setting.target = contents.params.target(setting.name);
        if (!setting.target.known()) {
            findings.error({Place::nowhere, {}, setting.origin},
                           fmt::format("there is no param {}", quoted(setting.name)),
                           suggestion(setting.name, contents.params.settable(), "params"));
        }
    }
}

// The rows or columns of a table.
std::string read_axis(const ScenarioContents& contents, Reader& reader, const Value& value) {
    const std::optional<std::string_view> name = reader.name(value);
    if (name && !contents.params.target(*name).known()) {
        reader.error(value, fmt::format("`{}`: there is no param {}", value.label, quoted(*name)),
                     suggestion(*name, contents.params.settable(), "params"));
    }
    return std::string{name.value_or("")};
}

void read_table(ScenarioContents& contents, Reader& reader, const Value& value) {
    const ObjectFields fields{reader, value, "`table`", table_keys};
    if (!fields) { return; }
    TableLayout table;
    table.rows = read_axis(contents, reader, fields.require("rows"));
    table.columns = read_axis(contents, reader, fields.find("columns"));
    const Value key = fields.find("value");
    if (const std::optional<std::string_view> text = reader.name(key)) {
        table.value = *text;
        if (!parse_result_key(*text)) {
            reader.error(key, fmt::format("`value`: there is no result {}", quoted(*text)),
                         suggestion(*text, figures(ResultSubject::run), "results"));
        }
    }
    const Value over = fields.find("speedup_over");
    if (over && !over.is(NodeKind::object)) {
        reader.expected(over, R"(an object such as {"n": 1})");
    } else if (over) {
        for (const Node& member : over.node->children()) {
            if (!contents.params.target(member.key).known()) {
                reader.unknown_key(member, "`speedup_over`", contents.params.settable());
            }
            table.speedup_over.emplace_back(member.key, json_of(member, contents.base));
        }
    }
    contents.table = std::move(table);
}

void warn_of_unused_params(const ScenarioContents& contents, Reader& reader) {
    std::vector<bool> used(contents.params.size(), false);
    mark_references(contents.document->root(), contents.params, used);
    for (const Setting& setting : contents.settings) {
        mark_references(setting.document->root(), contents.params, used);
    }
    const auto mark_name = [&](std::string_view name) {
        if (const auto index = contents.params.find(name)) { used[*index] = true; }
    };
    if (contents.table) {
        mark_name(contents.table->rows);
        mark_name(contents.table->columns);
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i]) {
            const Node& param = *contents.params.defaults()[i];
            reader.warning({&param, &param, param.key},
                           fmt::format("param `{}` is never used", param.key),
                           fmt::format("write \"${}\" where its value shall stand", param.key));
        }
    }
}

void read_texts(ScenarioContents& contents, const ObjectFields& fields, Reader& reader) {
    const Value format = fields.require("format");
    if (format && !(format.is(NodeKind::integer) && format.node->text == "1")) {
        reader.expected(format, "1, the only format there is");
    }
    if (const auto name = reader.name(fields.find("name"))) { contents.name = *name; }
    for (const auto& [key, text] :
         {std::pair{"description", &contents.description}, std::pair{"source", &contents.source}}) {
        if (const auto read = reader.text(fields.find(key), "a text in quotes")) { *text = *read; }
    }
    contents.replications =
        reader.integer(fields.find("replications"), 1, most_replications).value_or(1);
}

}  // namespace

void read_file(ScenarioContents& contents, Findings& findings, const std::string& default_name) {
    const Node& root = contents.document->root();
    contents.name = default_name;
    contents.base = {contents.document.get(), &contents.params, &contents.settings, {}, {}};
    Reader reader{contents.base, findings};
    const ObjectFields fields{reader, {&root, &root, ""}, "a scenario", file_keys};
    if (!fields) { return; }
    read_params(contents, reader, root);
    check_settings(contents, findings);
    contents.base.values = contents.params.defaults();
    contents.base.apply_settings();
    read_texts(contents, fields, reader);
    read_cases(contents, reader, fields.find("cases"));
    read_matrix(contents, reader, fields.find("matrix"));
    contents.measured = root.find("measured");
    add_variations(contents, findings);
    contents.expect = root.find("expect");
    contents.tolerance = root.find("tolerance");
    load_bm_files(contents, reader);
    if (contents.measured != nullptr && !is_bm(*contents.measured) &&
        (fields.has("cases") || fields.has("matrix"))) {
        reader.error_at_key(*contents.measured,
                            "`measured` stands beside `cases` or `matrix`, so it is not clear "
                            "which case was measured",
                            "write it in an entry of `cases`");
    }
    read_table(contents, reader, fields.find("table"));
    warn_of_unused_params(contents, reader);
}

}  // namespace gvlsim
