#include "tools/import/byte_source.hpp"

#include "tools/import/recording.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace gvlsim {

namespace {

// What comes in before it is unpacked.
class Raw {
public:
    virtual ~Raw() = default;
    [[nodiscard]] virtual std::size_t read(std::span<char> room) = 0;
};

class FileBytes final : public Raw {
public:
    explicit FileBytes(const std::string& path) : name_{path} {
        if (path == "-") {
            name_ = "standard input";
            descriptor_ = STDIN_FILENO;
            return;
        }
        descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (descriptor_ < 0) { fail(errno); }
        struct stat status {};
        if (::fstat(descriptor_, &status) == 0 && S_ISDIR(status.st_mode)) {
            ::close(descriptor_);
            fail(EISDIR);
        }
    }
    FileBytes(const FileBytes&) = delete;
    FileBytes& operator=(const FileBytes&) = delete;
    ~FileBytes() override {
        if (descriptor_ != STDIN_FILENO) { ::close(descriptor_); }
    }
    std::size_t read(std::span<char> room) override {
        for (;;) {
            const ssize_t got = ::read(descriptor_, room.data(), room.size());
            if (got >= 0) { return static_cast<std::size_t>(got); }
            if (errno != EINTR) { fail(errno); }
        }
    }

private:
    [[noreturn]] void fail(int problem) const {
        throw RecordingError{"cannot read " + name_ + ": " + std::strerror(problem)};
    }
    std::string name_;
    int descriptor_ = -1;
};

class MemoryBytes final : public Raw {
public:
    explicit MemoryBytes(std::string_view bytes) : rest_{bytes} {}
    std::size_t read(std::span<char> room) override {
        const std::size_t size = std::min(room.size(), rest_.size());
        std::memcpy(room.data(), rest_.data(), size);
        rest_.remove_prefix(size);
        return size;
    }

private:
    std::string_view rest_;
};

// Looks at the first two bytes: gzip goes through zlib, one member after the other, as gzip files
// that were appended to each other; everything else passes as it is.
class Unpacked final : public ByteSource {
public:
    Unpacked(std::unique_ptr<Raw> raw, std::string name)
        : raw_{std::move(raw)}, name_{std::move(name)} {
        fill();
        const auto* bytes = reinterpret_cast<const unsigned char*>(buffer_.data());
        packed_ = size_ >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
        constexpr int gzip_window = 15 + 16;
        if (packed_ && inflateInit2(&stream_, gzip_window) != Z_OK) {
            throw RecordingError{name_ + ": no memory to unpack it"};
        }
        next_ = buffer_.data();
    }
    Unpacked(const Unpacked&) = delete;
    Unpacked& operator=(const Unpacked&) = delete;
    ~Unpacked() override {
        if (packed_) { inflateEnd(&stream_); }
    }

    std::size_t read(std::span<char> room) override {
        if (packed_) { return unpack(room); }
        if (size_ == 0) { fill(); }
        const std::size_t size = std::min(room.size(), size_);
        std::memcpy(room.data(), next_, size);
        next_ += size;
        size_ -= size;
        return size;
    }
    bool cut() const noexcept override { return cut_; }

private:
    void fill() {
        next_ = buffer_.data();
        size_ = 0;
        while (size_ < 2) {  // a pipe may bring single bytes
            const std::size_t got = raw_->read(std::span{buffer_}.subspan(size_));
            if (got == 0) { return; }
            size_ += got;
        }
    }

    std::size_t unpack(std::span<char> room) {
        stream_.next_out = reinterpret_cast<Bytef*>(room.data());
        stream_.avail_out = static_cast<uInt>(room.size());
        while (!over_ && stream_.avail_out == room.size()) {
            if (size_ == 0) { fill(); }
            if (size_ == 0) {
                over_ = true;
                cut_ = !between_members_;
                break;
            }
            inflate_some();
        }
        return room.size() - stream_.avail_out;
    }

    void inflate_some() {
        stream_.next_in = reinterpret_cast<Bytef*>(next_);
        stream_.avail_in = static_cast<uInt>(size_);
        const int answer = inflate(&stream_, Z_NO_FLUSH);
        next_ += size_ - stream_.avail_in;
        size_ = stream_.avail_in;
        between_members_ = answer == Z_STREAM_END;
        if (answer == Z_STREAM_END) {
            // Another member may follow; padding behind the last is ignored, as gzip does.
            if (size_ == 0) { fill(); }
            over_ = size_ == 0 || static_cast<unsigned char>(*next_) != 0x1f;
            inflateReset(&stream_);
        } else if (answer != Z_OK && answer != Z_BUF_ERROR) {
            throw RecordingError{name_ + ": the compressed data are broken (" +
                                 (stream_.msg != nullptr ? stream_.msg : "zlib error") + ")"};
        }
    }

    std::unique_ptr<Raw> raw_;
    std::string name_;
    std::array<char, 64 * 1024> buffer_{};
    char* next_ = nullptr;
    std::size_t size_ = 0;
    z_stream stream_{};
    bool packed_ = false;
    bool between_members_ = false;
    bool over_ = false;
    bool cut_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> open_file(const std::string& path) {
    return std::make_unique<Unpacked>(std::make_unique<FileBytes>(path), path);
}

std::unique_ptr<ByteSource> open_bytes(std::string_view bytes, std::string name) {
    return std::make_unique<Unpacked>(std::make_unique<MemoryBytes>(bytes), std::move(name));
}

}  // namespace gvlsim
