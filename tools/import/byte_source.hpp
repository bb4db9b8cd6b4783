// Bytes of a file or of memory, unpacked where they are gzip.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace gvlsim {

class ByteSource {
public:
    virtual ~ByteSource() = default;
    // Fills the front of `room`; 0 at the end. Throws RecordingError.
    [[nodiscard]] virtual std::size_t read(std::span<char> room) = 0;
    // After the end: compressed data ended before their checksum.
    [[nodiscard]] virtual bool cut() const noexcept = 0;
};

// "-" is standard input.
[[nodiscard]] std::unique_ptr<ByteSource> open_file(const std::string& path);
// `bytes` must outlive the source.
[[nodiscard]] std::unique_ptr<ByteSource> open_bytes(std::string_view bytes, std::string name);

}  // namespace gvlsim
