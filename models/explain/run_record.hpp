// A run kept for looking at it: what every thread did when, every wait, every hand-over. Built
// from records alone, so that a simulated run and an imported recording become the same.
#pragma once

#include "models/explain/wait.hpp"
#include "models/simulate.hpp"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace gvlsim {

// What a thread does in a slice. The words are those of gvl-tracing where it has one.
enum class State : std::uint8_t { running, wants_gvl, sleeping, io, waiting };
inline constexpr std::size_t state_count = 5;
[[nodiscard]] std::string_view state_name(State state) noexcept;

inline constexpr std::uint32_t no_index = UINT32_MAX;

struct Slice {
    std::uint32_t thread;
    State state;
    Why why;               // of the SUSPENDED before it
    std::uint32_t object;  // index into details: "mutex:m"; or no_index
    std::uint32_t wait;    // index into waits where wants_gvl; or no_index
    Instant begin;
    Instant end;
};

// A note at an instant: ticks, marks, span ends; birth and death of threads.
struct Moment {
    Instant time;
    std::uint32_t thread;
    RecordKind kind;
    std::uint8_t outcome;  // of a tick
    std::uint32_t text;    // index into details, or no_index
    std::uint32_t after;   // how many slices had begun: the order at one instant
};

// The lock goes from one thread to another.
struct HandOver {
    std::uint32_t from;
    std::uint32_t to;
    Instant left;
    Instant taken;
    Why why;
};

// Waiting that a thread's holding of the lock cost others: waiting threads times time.
struct Culprit {
    std::uint32_t thread = no_subject;
    Duration inflicted{};
    Duration by_native_code{};  // of it: native code and garbage collection
    Duration longest_turn{};    // while somebody waited
    std::uint64_t turns = 0;    // with somebody waiting
};

class RunRecord final : public TimelineSink {
public:
    void begin(const Names& names) override;
    void take(std::span<const Record> records) override;
    void end(const Result& result) override;

    std::vector<std::string> names;    // of threads
    std::vector<std::string> details;  // texts of marks, spans and objects
    std::vector<CauseText> texts;
    std::vector<Slice> slices;         // in order of their beginnings
    std::vector<Wait> waits;           // in order of their beginnings
    std::vector<Moment> moments;
    std::vector<HandOver> hand_overs;
    std::vector<Culprit> culprits;     // by thread
    Duration total_wait{};
    Result result;

private:
    struct Thread {
        Why why = Why::none;
        std::uint32_t object = no_index;
        bool signalled = false;  // by a release, as the next owner
        Instant pending = end_of_time;  // a tick that it has not noticed yet, and why not
        Activity held_up = Activity::computing;
        std::optional<Clock> marked_by;
        std::uint32_t slice = no_index;
        std::uint32_t wait = no_index;
        std::array<std::uint32_t, 16> waits_after{};
    };

    void read(const Record& record);
    void read_cause(const Record& record);
    void enter(const Record& record, State state);
    void note(const Record& record, std::uint32_t text);
    void leave(Thread& thread, Instant now);
    void begin_wait(const Record& record, Why after);
    void end_wait(Thread& thread, Instant now);
    void suspended(const Record& record);
    void end_turn(Instant now);
    void tick(const Record& record);
    void take_tick(Thread& thread, Instant now);
    [[nodiscard]] Activity activity(Instant now) const;
    void resumed(const Record& record);
    void account(Instant now);
    [[nodiscard]] std::uint32_t detail(const Record& record);
    [[nodiscard]] Thread& thread(std::uint32_t id);

    const Names* names_ = nullptr;
    std::vector<Thread> threads_;
    std::map<std::string, std::uint32_t, std::less<>> known_details_;
    bool exclusive_ = true;               // never two at once
    std::uint32_t waiting_ = 0;           // threads that want the lock
    std::uint32_t owner_ = no_subject;    // who runs with it
    std::uint32_t next_ = no_subject;     // who was signalled or owns it while it wakes
    std::uint32_t last_ = no_subject;     // who left it last, when and why
    Instant left_ = start_of_time;
    Why left_for_ = Why::none;
    std::optional<Clock> clock_;          // going now
    std::optional<Clock> marking_;        // that marked an owner last
    std::optional<Clock> taken_by_;       // that took the lock from the last owner
    std::uint32_t charged_thread_ = no_subject;  // who noticed a tick last, and how many
    std::uint32_t ticks_ = 0;
    std::uint32_t limit_ = 0;
    Instant marked_ = start_of_time;      // the tick that it noticed, and what it did then
    Activity held_up_ = Activity::computing;
    Activity activity_ = Activity::computing;
    Instant busy_until_ = start_of_time;
    Instant turn_began_ = start_of_time;
    bool turn_hurt_ = false;
    Instant accounted_ = start_of_time;
};

}  // namespace gvlsim
