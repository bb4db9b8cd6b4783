// libFuzzer: whatever the bytes, loading ends with scenarios or with messages.
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -I. tests/fuzz/load_fuzz.cpp …
#include "models/scenario/load.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t instantiated = 3;
    std::string text{reinterpret_cast<const char*>(data), size};
    const gvlsim::Loaded loaded =
        gvlsim::load_scenario(std::move(text), "fuzz.json", {{"seed", "$n"}, {"n", "2"}});
    if (loaded.file.has_value() == loaded.diagnostics.has_errors()) {
        std::abort();  // a file is there exactly when there is no error
    }
    if (loaded.file) {
        for (std::size_t i = 0; i < loaded.file->cases().size() && i < instantiated; ++i) {
            static_cast<void>(loaded.file->scenario(i));
        }
    } else if (to_text(loaded.diagnostics).empty()) {
        std::abort();
    }
    return 0;
}
