// libFuzzer: whatever the bytes, importing ends with a recording that can be simulated or with a
// message.
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -I. tests/fuzz/import_fuzz.cpp …
#include "models/scenario/load.hpp"
#include "tools/export/writer.hpp"
#include "tools/import/import.hpp"
#include "tools/import/round_trip.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace gvlsim;
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    try {
        const Import import = import_bytes(bytes, {"fuzz.json", {}, {true, true}});
        static_cast<void>(summary_text(import));
        StringWriter writer;
        write_scenario(writer, import.imported);
        if (!load_scenario(writer.text(), "imported.json").file) {
            std::abort();  // what was written can be read
        }
        const Observed simulated = observe(scenario_of(import.imported));
        static_cast<void>(to_text(compare_runs(import.observed, simulated), {}));
    } catch (const RecordingError&) {}  // a message
    return 0;
}
