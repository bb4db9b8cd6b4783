// A run cut into columns, for drawings whose resolution is known: what each thread mostly does in
// each column, and who has the lock.
#pragma once

#include "models/explain/run_record.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace gvlsim {

class Lanes {
public:
    // The first `lanes` threads of the run in `columns` columns of equal length.
    Lanes(const RunRecord& run, std::size_t lanes, std::size_t columns);

    // Nothing before the thread began and after its end.
    [[nodiscard]] std::optional<State> state(std::size_t lane, std::size_t column) const;
    // Who has the lock for most of the column; no_subject where it is free.
    [[nodiscard]] std::uint32_t owner(std::size_t column) const { return owners_[column]; }

private:
    void spend(const Slice& slice, std::size_t lane);
    void find_owners(const RunRecord& run);
    template <typename Visitor>
    void for_columns(Instant begin, Instant end, Visitor visit) const;

    std::size_t columns_;
    Duration length_;
    std::vector<std::int64_t> spent_;  // by lane, column and state
    std::vector<std::uint32_t> owners_;
};

}  // namespace gvlsim
