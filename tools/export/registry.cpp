#include "tools/export/registry.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace gvlsim {

namespace {

constexpr std::array all_run_formats{
    RunFormat{"bm", "rows as Ruby's Benchmark.bm prints them", make_run_bm},
    RunFormat{"contr", "thread pools as the contr gem prints them", make_run_contr},
    RunFormat{"json", "one object for programs to read", make_run_json},
    RunFormat{"text", "the report for people", make_run_text},
};

constexpr std::array all_compare_formats{
    CompareFormat{"json", "one object for programs to read", write_compare_json},
    CompareFormat{"list", "a line per measured figure", write_compare_list},
    CompareFormat{"text", "the scenario's table, else the list", write_compare_text},
};

constexpr std::array all_sweep_formats{
    SweepFormat{"csv", "a row per case", make_sweep_csv},
    SweepFormat{"json", "one object for programs to read", make_sweep_json},
    SweepFormat{"text", "a line per case, and the scenario's table", make_sweep_text},
};

constexpr std::array all_timeline_formats{
    TimelineFormat{".csv", "rows of time_ns,thread,event,detail", make_timeline_csv},
    TimelineFormat{".ndjson", "the same as one JSON object a line", make_timeline_ndjson},
};

template <typename Formats>
const auto& named(const Formats& formats, std::string_view name) {
    const auto found = std::find_if(formats.begin(), formats.end(),
                                    [&](const auto& format) { return format.name == name; });
    if (found == formats.end()) { throw std::logic_error{"no output format " + std::string{name}}; }
    return *found;
}

}  // namespace

std::span<const RunFormat> run_formats() noexcept { return all_run_formats; }
std::span<const CompareFormat> compare_formats() noexcept { return all_compare_formats; }
std::span<const SweepFormat> sweep_formats() noexcept { return all_sweep_formats; }
std::span<const TimelineFormat> timeline_formats() noexcept { return all_timeline_formats; }

const RunFormat& run_format(std::string_view name) { return named(all_run_formats, name); }

const CompareFormat& compare_format(std::string_view name) {
    return named(all_compare_formats, name);
}

const SweepFormat& sweep_format(std::string_view name) { return named(all_sweep_formats, name); }

const TimelineFormat* timeline_format(std::string_view path) noexcept {
    if (path == "-") { return &all_timeline_formats.front(); }
    const auto found =
        std::find_if(all_timeline_formats.begin(), all_timeline_formats.end(),
                     [&](const TimelineFormat& format) { return path.ends_with(format.ending); });
    return found == all_timeline_formats.end() ? nullptr : &*found;
}

}  // namespace gvlsim
