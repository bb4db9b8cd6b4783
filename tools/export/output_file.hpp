// A file that appears whole or not at all.
#pragma once

#include "tools/export/writer.hpp"

#include <optional>
#include <string>

namespace gvlsim {

// Writes to a temporary file beside `path` that takes its name on commit. Without a commit, also
// where a signal ends the process, the temporary file is removed and `path` is as it was.
// "-" is standard output; a device or a pipe is written directly.
class OutputFile {
public:
    // Throws OutputError where the file cannot be made.
    explicit OutputFile(const std::string& path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    [[nodiscard]] Writer& writer() noexcept { return *writer_; }
    // Throws OutputError where the last bytes or the rename fail.
    void commit();

private:
    void open_temporary();
    void close_and_check();

    std::string path_;
    std::string temporary_;  // empty: written directly
    int descriptor_ = -1;
    bool owned_ = true;  // the descriptor is ours to close
    std::optional<DescriptorWriter> writer_;
};

}  // namespace gvlsim
