#include "tools/export/objects_report.hpp"

#include "models/report/format.hpp"
#include "models/report/starvation.hpp"
#include "tools/export/table.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace gvlsim {

namespace {

using Layout = JsonWriter::Layout;

constexpr std::size_t most_rows = 40;

std::string object_name(Why kind, const std::string& object) {
    return fmt::format("{} {}", object_word(kind), object);
}

std::string if_any(std::uint64_t number) { return number == 0 ? "-" : std::to_string(number); }

// Columns in which nobody has anything are left out.
struct Column {
    const char* heading;
    std::uint64_t ObjectUse::*number;
    bool always;
};

constexpr Column columns[] = {
    {"got", &ObjectUse::acquired, true},
    {"pushed", &ObjectUse::pushed, false},
    {"woke in vain", &ObjectUse::useless_wakeups, false},
    {"timed out", &ObjectUse::timed_out, false},
    {"overtaken", &ObjectUse::overtaken, false},
};

Table use_table(const std::vector<ObjectUse>& uses) {
    std::vector<const Column*> used;
    Table table;
    table.column("object", Table::Align::left);
    table.column("thread", Table::Align::left);
    for (const Column& column : columns) {
        const auto has_any = [&](const ObjectUse& use) { return use.*column.number != 0; };
        if (column.always || std::any_of(uses.begin(), uses.end(), has_any)) {
            used.push_back(&column);
            table.column(column.heading);
        }
    }
    table.column("longest wait");
    std::string last;
    for (const ObjectUse& use : uses) {
        const std::string object = object_name(use.kind, use.object);
        std::vector<std::string> cells{object == last ? "" : object, use.thread};
        for (const Column* const column : used) { cells.push_back(if_any(use.*column->number)); }
        cells.push_back(use.longest_wait == Duration::zero() ? "-"
                                                             : milliseconds(use.longest_wait));
        table.row(std::move(cells));
        last = object;
    }
    return table;
}

void write_use(JsonWriter& json, const ObjectUse& use) {
    json.begin_object();
    json.member("kind", object_word(use.kind));
    json.member("object", use.object);
    json.member("thread", use.thread);
    json.member("group", use.group);
    json.member("acquired", use.acquired);
    json.member("pushed", use.pushed);
    json.member("useless_wakeups", use.useless_wakeups);
    json.member("timed_out", use.timed_out);
    json.member("overtaken", use.overtaken);
    json.member("longest_wait_ns", use.longest_wait);
    json.end();
}

void write_fairness(JsonWriter& json, const Fairness& one) {
    json.begin_object();
    json.member("kind", object_word(one.kind));
    json.member("object", one.object);
    json.member("group", one.group);
    json.member("threads", one.threads);
    json.member("index", one.index);
    json.end();
}

void write_lock_out(JsonWriter& json, const LockOut& one) {
    json.begin_object();
    json.member("thread", one.thread);
    json.member("kind", object_word(one.kind));
    json.member("object", one.object);
    json.member("waited_ns", one.waited);
    json.member("overtaken", one.overtaken);
    json.member("taker", one.taker);
    json.member("reason", one.reason);
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

}  // namespace

void write_objects_text(Writer& writer, const Result& result, Palette palette) {
    if (result.uses.empty()) { return; }
    writer.write("\n");
    const std::size_t shown = std::min(result.uses.size(), most_rows);
    const Table table = use_table(
        {result.uses.begin(), result.uses.begin() + static_cast<std::ptrdiff_t>(shown)});
    bool heading = true;
    for (const std::string& line : table.lines()) {
        writer.write((heading ? palette.dim(line) : line) + "\n");
        heading = false;
    }
    if (shown < result.uses.size()) {
        writer.write(fmt::format(
            "... and {}, see --json\n",
            counted(result.uses.size() - shown, "more line", "more lines")));
    }
    for (const Fairness& one : fairness(result)) {
        writer.write(fmt::format("fairness of {} among {} of {}: {} (Jain; 1 is equal)\n",
                                 object_name(one.kind, one.object),
                                 counted(one.threads, "thread", "threads"), one.group,
                                 fixed(one.index, 3)));
    }
    const std::vector<LockOut> outs = lock_outs(result);
    for (std::size_t i = 0; i < std::min(outs.size(), most_rows); ++i) {
        const LockOut& one = outs[i];
        writer.write(palette.odd(fmt::format(
                         "locked out: {} waited {} ms for {} while others got it {}. {}",
                         one.thread, milliseconds(one.waited), object_name(one.kind, one.object),
                         counted(one.overtaken, "time", "times"), one.reason)) +
                     "\n");
    }
    if (outs.size() > most_rows) {
        writer.write(fmt::format("... and {}\n", counted(outs.size() - most_rows, "more thread",
                                                         "more threads")));
    }
}

void write_objects_json(JsonWriter& json, const Result& result) {
    write_list(json, "objects", result.uses, write_use);
    write_list(json, "fairness", fairness(result), write_fairness);
    write_list(json, "lock_outs", lock_outs(result), write_lock_out);
}

}  // namespace gvlsim
