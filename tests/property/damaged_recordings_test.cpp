// Whatever happens to a recording on its way, importing it ends with a run that can be written,
// read again and simulated, or with one sentence that says what is wrong.
#include "models/scenario/load.hpp"
#include "sim/random.hpp"
#include "tests/support/paths.hpp"
#include "tools/export/writer.hpp"
#include "tools/import/import.hpp"
#include "tools/import/round_trip.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

using namespace gvlsim;
using namespace gvlsim::test;

namespace {

constexpr std::uint64_t mutants_of_each = 200;

std::vector<std::string> recordings() {
    std::vector<std::string> files;
    for (const char* folder : {"tests/data/traces", "tests/data/traces/odd"}) {
        for (const auto& entry : std::filesystem::directory_iterator(in_tree(folder))) {
            const std::string name = entry.path().string();
            const bool large = name.find("amdahl") != std::string::npos;
            const bool recording = name.ends_with(".json") || name.ends_with(".gz");
            if (recording && !large) { files.push_back(name); }
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

class Mutator {
public:
    Mutator(std::string text, std::uint64_t seed)
        : text_{std::move(text)}, stream_{StreamKey{seed}.text("damage")} {}

    std::string mutant() {
        for (std::uint64_t times = 1 + below(4); times > 0; --times) { damage(); }
        return text_;
    }

private:
    std::uint64_t below(std::uint64_t limit) { return limit == 0 ? 0 : stream_.next() % limit; }
    std::size_t place() { return static_cast<std::size_t>(below(text_.size() + 1)); }

    void damage() {
        switch (below(8)) {
            case 0:  // one byte is another
                if (!text_.empty()) {
                    text_[static_cast<std::size_t>(below(text_.size()))] =
                        static_cast<char>(below(256));
                }
                break;
            case 1:
                text_.resize(place());
                break;
            case 2:
                text_.erase(place(), static_cast<std::size_t>(below(300)));
                break;
            case 3: {  // a piece stands elsewhere as well: times go back, ids live again
                const auto length = static_cast<std::size_t>(below(900));
                const std::string piece = text_.substr(place(), length);
                text_.insert(place(), piece);
                break;
            }
            case 4: {
                std::string rubbish(static_cast<std::size_t>(below(40)), ' ');
                for (char& byte : rubbish) { byte = static_cast<char>(below(256)); }
                text_.insert(place(), rubbish);
                break;
            }
            case 5:
                replace_number();
                break;
            case 6:
                swap_lines();
                break;
            default:
                replace_state();
        }
    }

    void replace_number() {
        constexpr std::array numbers{"0", "-1", "1e300", "-1e300", "1e17", "9223372036854775807",
                                     "18446744073709551616", "NaN", "0.0000001", "123456789.5",
                                     "null", "\"5\"", "[]", "31536000000000"};
        const std::size_t begin = text_.find_first_of("0123456789", place());
        if (begin == std::string::npos) { return; }
        const std::size_t end =
            std::min(text_.find_first_not_of("0123456789.", begin), text_.size());
        text_.replace(begin, end - begin, numbers[below(numbers.size())]);
    }

    void replace_state() {
        constexpr std::array states{"running", "wants_gvl", "waiting", "sleeping", "gc", "died",
                                    "started", "started_tracing", "stopped_tracing", "rubbish"};
        const std::string key = "\"name\": \"";
        const std::size_t at = text_.find(key, place());
        if (at == std::string::npos) { return; }
        const std::size_t begin = at + key.size();
        const std::size_t end = std::min(text_.find('"', begin), text_.size());
        text_.replace(begin, end - begin, states[below(states.size())]);
    }

    void swap_lines() {
        const std::size_t one = text_.find('\n', place());
        const std::size_t two = one == std::string::npos ? one : text_.find('\n', one + 1);
        const std::size_t three = two == std::string::npos ? two : text_.find('\n', two + 1);
        if (three == std::string::npos) { return; }
        const std::string first = text_.substr(one, two - one);
        text_.replace(one, three - one, text_.substr(two, three - two) + first);
    }

    std::string text_;
    RandomStream stream_;
};

// True where something could be made of it.
bool check_import(const std::string& bytes, GuessChoice guesses) {
    try {
        const Import import = import_bytes(bytes, {"damaged.json", {}, guesses});
        CHECK_FALSE(summary_text(import).empty());
        StringWriter writer;
        write_scenario(writer, import.imported);
        const Loaded loaded = load_scenario(writer.text(), "imported.json");
        REQUIRE_MESSAGE(loaded.file.has_value(), to_text(loaded.diagnostics));
        const Observed simulated = observe(scenario_of(import.imported));
        CHECK_FALSE(to_text(compare_runs(import.observed, simulated), {}).empty());
        return true;
    } catch (const RecordingError& error) {
        const std::string message = error.what();
        CHECK(message.starts_with("damaged.json: "));
        CHECK(message.find('\n') == std::string::npos);
        return false;
    }
}

}  // namespace

TEST_CASE("thousands of damaged recordings are imported or refused in one sentence") {
    std::uint64_t imported = 0;
    std::uint64_t refused = 0;
    std::uint64_t seed = 0;
    for (const std::string& file : recordings()) {
        const std::string whole = read_file(file);
        for (std::uint64_t number = 0; number < mutants_of_each; ++number) {
            ++seed;
            CAPTURE(file);
            CAPTURE(seed);
            const std::string mutant = Mutator{whole, seed}.mutant();
            (check_import(mutant, {true, number % 2 == 1}) ? imported : refused) += 1;
        }
    }
    CHECK(imported > 1000);
    CHECK(refused > 100);
}
