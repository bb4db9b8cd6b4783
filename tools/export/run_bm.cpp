// Runs as Ruby's Benchmark.bm prints its measurements (benchmark.rb, CAPTION and FORMAT): a row
// per case. The processor time is what the threads computed, with the lock or without, all of it
// as user time; real is the virtual time.
#include "models/scenario/wording.hpp"
#include "tools/export/registry.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace gvlsim {

namespace {

constexpr std::string_view caption = "      user     system      total        real\n";

double seconds(Duration length) { return static_cast<double>(length.count()) / 1e9; }

class RunBm final : public RunReport {
public:
    explicit RunBm(Writer& writer) : writer_{writer} {}

    void add(const FinishedRun& run) override {
        Duration computed{};
        for (const ThreadResult& thread : run.result.threads) {
            computed += thread.cpu + thread.native;
        }
        rows_.push_back({run.header.name, seconds(computed), seconds(run.summary.end)});
    }

    void finish() override {
        std::size_t width = 0;
        for (const Row& row : rows_) { width = std::max(width, count_characters(row.label)); }
        ++width;  // as Benchmark.benchmark does with the width it is given
        writer_.write(std::string(width, ' ').append(caption));
        for (const Row& row : rows_) {
            writer_.write(row.label + std::string(width - count_characters(row.label), ' '));
            writer_.write(fmt::format("{:10.6f} {:10.6f} {:10.6f} ({:10.6f})\n", row.user, 0.0,
                                      row.user, row.real));
        }
    }

private:
    struct Row {
        std::string label;
        double user;
        double real;
    };

    Writer& writer_;
    std::vector<Row> rows_;
};

}  // namespace

std::unique_ptr<RunReport> make_run_bm(Writer& writer, bool, Palette) {
    return std::make_unique<RunBm>(writer);
}

}  // namespace gvlsim
