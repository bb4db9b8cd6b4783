// Work shared out among threads. Nothing here says in which order or on which thread a piece is
// done: whoever collects results puts them in place by index.
#pragma once

#include <cstddef>
#include <functional>

namespace gvlsim {

// As many as there are processors for us.
[[nodiscard]] std::size_t available_jobs() noexcept;

// Calls work(index) once for every index below `count`, on `jobs` threads with the calling one
// among them. `progress` is told on the calling thread, now and then, how many are done. What
// `work` throws ends the others soon and is thrown again here.
void for_all(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work,
             const std::function<void(std::size_t)>& progress = {});

}  // namespace gvlsim
