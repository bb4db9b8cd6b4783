#include "tools/export/writer.hpp"

#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace gvlsim {

// Not make_unique: nobody needs the zeros.
Writer::Writer() : buffer_{new char[block]} {}

void Writer::write(std::string_view bytes) {
    if (bytes.size() > block - used_) {
        flush();
        if (bytes.size() > block) {
            drain(bytes);
            return;
        }
    }
    std::memcpy(buffer_.get() + used_, bytes.data(), bytes.size());
    used_ += bytes.size();
}

void Writer::flush() {
    const std::size_t size = used_;
    used_ = 0;  // also where draining throws: the bytes are not tried again
    if (size > 0) { drain({buffer_.get(), size}); }
}

void DescriptorWriter::drain(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            const int problem = errno;
            throw OutputError{"cannot write " + name_ + ": " + std::strerror(problem),
                              problem == EPIPE};
        }
    }
}

}  // namespace gvlsim
