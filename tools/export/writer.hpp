// Bytes on their way to a file or a string, collected in blocks of 64 KiB.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gvlsim {

// Output could not be written. Thrown by writers and output files, caught by the command line.
// `reader_left` says that a pipe's reader ended, which is no trouble worth a message.
class OutputError : public std::runtime_error {
public:
    explicit OutputError(const std::string& what, bool reader_left = false)
        : std::runtime_error{what}, reader_left_{reader_left} {}
    [[nodiscard]] bool reader_left() const noexcept { return reader_left_; }

private:
    bool reader_left_;
};

class Writer {
public:
    Writer();
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    virtual ~Writer() = default;  // what was not flushed is lost

    // Room for `size` more bytes, at most `block`; the caller fills it and tells where it ended.
    [[nodiscard]] char* reserve(std::size_t size) {
        if (used_ + size > block) { flush(); }
        return buffer_.get() + used_;
    }
    void advance_to(const char* end) noexcept {
        used_ = static_cast<std::size_t>(end - buffer_.get());
    }
    void write(std::string_view bytes);
    void flush();

    static constexpr std::size_t block = 64 * 1024;

protected:
    virtual void drain(std::string_view bytes) = 0;

private:
    std::unique_ptr<char[]> buffer_;
    std::size_t used_ = 0;
};

// Writes to an open file descriptor that it does not own; `name` is for messages.
class DescriptorWriter final : public Writer {
public:
    DescriptorWriter(int descriptor, std::string name)
        : descriptor_{descriptor}, name_{std::move(name)} {}

private:
    void drain(std::string_view bytes) override;
    int descriptor_;
    std::string name_;
};

class StringWriter final : public Writer {
public:
    [[nodiscard]] const std::string& text() {
        flush();
        return text_;
    }

private:
    void drain(std::string_view bytes) override { text_ += bytes; }
    std::string text_;
};

}  // namespace gvlsim
