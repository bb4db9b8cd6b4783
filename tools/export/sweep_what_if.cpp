// A sweep of a program that was measured: every variant beside the present, and whether the change
// matters.
#include "tools/export/case_table.hpp"
#include "tools/export/sweep_report.hpp"

#include <memory>
#include <span>
#include <vector>

namespace gvlsim {

namespace {

class SweepWhatIf final : public SweepReport {
public:
    SweepWhatIf(Writer& writer, const SweepHead& head, Palette palette)
        : writer_{writer}, head_{head}, palette_{palette} {}

    void add(std::span<const SweepRow> rows) override {
        for (const SweepRow& row : rows) {
            Variant& variant = variants_.emplace_back();
            if (row.variant) { variant = *row.variant; }
            variant.name = row.name;
            variant.completed = variant.completed && row.variant;
            if (!row.problem.empty()) { variant.remark = "failed"; }
            if (!row.phase.any()) { continue; }
            variant.remark += variant.remark.empty() ? "~" : " ~";
            sensitive_ = true;
        }
    }

    void finish() override {
        writer_.write(palette_.bold(head_.grid.name()) + "\n");
        writer_.write(what_if_text(*head_.present, variants_));
        if (sensitive_) {
            writer_.write("\n");
            write_phase_remark(writer_, palette_);
        }
    }

private:
    Writer& writer_;
    SweepHead head_;
    Palette palette_;
    std::vector<Variant> variants_;
    bool sensitive_ = false;
};

}  // namespace

std::unique_ptr<SweepReport> make_sweep_what_if(Writer& writer, const SweepHead& head,
                                                Palette palette) {
    return std::make_unique<SweepWhatIf>(writer, head, palette);
}

}  // namespace gvlsim
