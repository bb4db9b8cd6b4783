// Every output format. A new one is a file in this folder and a line in registry.cpp.
#pragma once

#include "models/report/comparison.hpp"
#include "models/simulate.hpp"
#include "tools/export/palette.hpp"
#include "tools/export/run_report.hpp"
#include "tools/export/sweep_report.hpp"
#include "tools/export/writer.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace gvlsim {

// Reports of `run`. `several`: the file has more than one case and all of them come.
struct RunFormat {
    std::string_view name;
    std::string_view description;
    std::unique_ptr<RunReport> (*make)(Writer&, bool several, Palette);
};

// Reports of `compare`.
struct CompareFormat {
    std::string_view name;
    std::string_view description;
    void (*write)(Writer&, const Comparison&, Palette);
};

// Reports of `sweep`.
struct SweepFormat {
    std::string_view name;
    std::string_view description;
    std::unique_ptr<SweepReport> (*make)(Writer&, const SweepHead&, Palette);
};

// Timelines, chosen by the ending of the file's name.
struct TimelineFormat {
    std::string_view ending;
    std::string_view description;
    std::unique_ptr<TimelineSink> (*make)(Writer&, bool ticks);
};

// Sorted by name or ending.
[[nodiscard]] std::span<const RunFormat> run_formats() noexcept;
[[nodiscard]] std::span<const CompareFormat> compare_formats() noexcept;
[[nodiscard]] std::span<const SweepFormat> sweep_formats() noexcept;
[[nodiscard]] std::span<const TimelineFormat> timeline_formats() noexcept;

[[nodiscard]] const RunFormat& run_format(std::string_view name);
[[nodiscard]] const CompareFormat& compare_format(std::string_view name);
[[nodiscard]] const SweepFormat& sweep_format(std::string_view name);
// Null where no format has the ending of `path`. "-" is CSV.
[[nodiscard]] const TimelineFormat* timeline_format(std::string_view path) noexcept;

std::unique_ptr<RunReport> make_run_bm(Writer& writer, bool several, Palette palette);
std::unique_ptr<RunReport> make_run_contr(Writer& writer, bool several, Palette palette);
std::unique_ptr<RunReport> make_run_text(Writer& writer, bool several, Palette palette);
std::unique_ptr<RunReport> make_run_json(Writer& writer, bool several, Palette palette);
void write_compare_list(Writer& writer, const Comparison& comparison, Palette palette);
void write_compare_text(Writer& writer, const Comparison& comparison, Palette palette);
void write_compare_json(Writer& writer, const Comparison& comparison, Palette palette);
std::unique_ptr<SweepReport> make_sweep_csv(Writer& writer, const SweepHead& head, Palette palette);
std::unique_ptr<SweepReport> make_sweep_json(Writer& writer, const SweepHead& head,
                                             Palette palette);
std::unique_ptr<SweepReport> make_sweep_text(Writer& writer, const SweepHead& head,
                                             Palette palette);
std::unique_ptr<TimelineSink> make_timeline_csv(Writer& writer, bool ticks);
std::unique_ptr<TimelineSink> make_timeline_ndjson(Writer& writer, bool ticks);

}  // namespace gvlsim
