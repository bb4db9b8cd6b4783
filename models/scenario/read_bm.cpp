// `"measured": {"bm": "file"}`: figures from the pasted output of Ruby's Benchmark.bm. The file is
// read once, before the cases; a case takes the row that has its name as label (or the one that
// `row` names), or, where no label is the name of a case, the row at its place.
#include "models/scenario/contents.hpp"

#include "models/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gvlsim {
namespace {

std::string beside(const std::string& folder, std::string_view path) {
    return path.starts_with('/') ? std::string{path} : folder + std::string{path};
}

void load_file(ScenarioContents& contents, Reader& reader, const Node* measured) {
    if (measured == nullptr) { return; }
    const Value object = reader.resolve(*measured, "measured");
    const Node* member = object.is(NodeKind::object) ? object.node->find("bm") : nullptr;
    if (member == nullptr) { return; }
    const Value value = reader.resolve(*member, "bm");
    const std::optional<std::string_view> name = reader.text(value, "the name of a file");
    if (!name || contents.bm.contains(*name)) { return; }
    const std::string path = beside(contents.folder, *name);
    std::string problem;
    const std::string text = read_text(path, problem);
    std::vector<BmRow>& rows = contents.bm[std::string{*name}];
    if (!problem.empty()) {
        reader.error(value, fmt::format("{} {}", quoted(path), problem));
        return;
    }
    rows = parse_bm(text);
    if (rows.empty()) {
        reader.error(value, fmt::format("{} has no row of Benchmark.bm", quoted(path)),
                     "a row ends like 47.920000   0.020000  47.940000 ( 97.990803)");
    }
}

const BmRow* labelled(const std::vector<BmRow>& rows, std::string_view label) {
    // Benchmark.bmbm prints every row twice, and the second time is the one that counts.
    const auto found = std::find_if(rows.rbegin(), rows.rend(),
                                    [&](const BmRow& row) { return row.label == label; });
    return found == rows.rend() ? nullptr : &*found;
}

// Whether rows belong to cases by their place: their labels are no names of cases.
bool by_place(const ScenarioContents& contents, const std::vector<BmRow>& rows) {
    if (rows.size() != contents.case_count()) { return false; }
    for (std::size_t index = 0; index < rows.size(); ++index) {
        if (labelled(rows, contents.case_name(index)) != nullptr) { return false; }
    }
    return true;
}

const BmRow* row_of(const ScenarioContents& contents, std::size_t index, Reader& reader,
                    const Value& place, const Node* row, const std::vector<BmRow>& rows) {
    std::string label = contents.case_name(index);
    if (row != nullptr) {
        const auto wanted = reader.text(reader.resolve(*row, "row"), "the label of a row");
        if (!wanted) { return nullptr; }
        label = *wanted;
    }
    if (const BmRow* const found = labelled(rows, label)) { return found; }
    if (row == nullptr && by_place(contents, rows)) { return &rows[index]; }
    if (row == nullptr && rows.size() == 1) { return &rows.front(); }
    std::vector<std::string_view> labels;
    for (const BmRow& one : rows) { labels.push_back(one.label); }
    reader.error(place, fmt::format("{} has no row {}", quoted(place.node->text), quoted(label)),
                 suggestion(label, labels, "its rows are"));
    return nullptr;
}

}  // namespace

void load_bm_files(ScenarioContents& contents, Reader& reader) {
    load_file(contents, reader, contents.measured);
    for (const CaseEntry& entry : contents.entries) {
        load_file(contents, reader, entry.measured);
    }
}

bool is_bm(const Node& measured) noexcept {
    return measured.kind == NodeKind::object && measured.find("bm") != nullptr;
}

void read_bm(const ScenarioContents& contents, std::size_t index, Reader& reader,
             const Value& measured, std::vector<Measured>& figures) {
    const Node* const member = measured.node->find("bm");
    const Value place = reader.resolve(*member, "bm");
    if (!place.is(NodeKind::string)) { return; }
    const auto file = contents.bm.find(*reader.text(place, ""));
    if (file == contents.bm.end() || file->second.empty()) { return; }  // reported before
    const BmRow* const row =
        row_of(contents, index, reader, place, measured.node->find("row"), file->second);
    if (row != nullptr) { figures.push_back({"end_s", row->real, row->real_text}); }
}

}  // namespace gvlsim
