// How well a simulation reproduces a recording: nobody should trust a prediction that does not
// even reproduce the present.
#pragma once

#include "tools/export/palette.hpp"
#include "tools/import/observed.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gvlsim {

struct TripThread {
    std::string name;
    std::optional<Duration> recorded_end, simulated_end;
    Duration recorded_wait{}, simulated_wait{};
};

struct RoundTrip {
    std::vector<TripThread> threads;  // in the order of the recording, those of both runs
    Duration recorded_end{}, simulated_end{};
    Duration recorded_wait{}, simulated_wait{};  // sums over all threads
    std::uint64_t recorded_slices = 0, simulated_slices = 0;
    double slices_alike = 1;  // share of slices with a partner in the same 10 ms
    // Acquisitions, repeated ones by the same thread being one, and how many of them form the
    // longest common sequence; absent where they differ too much to tell.
    std::uint64_t recorded_turns = 0, simulated_turns = 0;
    std::optional<std::uint64_t> turns_alike;
    EndKind kind = EndKind::completed;

    [[nodiscard]] double end_error() const noexcept;
    [[nodiscard]] double wait_error() const noexcept;
    // End within 1 %, lock wait within 5 % or, where there is next to none, 0.1 % of the run.
    [[nodiscard]] bool holds() const noexcept;
};

[[nodiscard]] RoundTrip compare_runs(const Observed& recorded, const Observed& simulated);

// Length of the longest common subsequence (Myers 1986, O(ND)); absent where more than `most`
// elements of both have no partner.
[[nodiscard]] std::optional<std::uint64_t> common_length(const std::vector<std::uint32_t>& one,
                                                         const std::vector<std::uint32_t>& other,
                                                         std::int64_t most);

// A table and its verdict, ready to print. At most 20 threads, those that waited most.
[[nodiscard]] std::string to_text(const RoundTrip& trip, Palette palette);

}  // namespace gvlsim
