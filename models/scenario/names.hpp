// Gives names small numbers, in the order in which they first turn up.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace gvlsim {

// Keeps views: the names live in the document. A scenario has a handful of names, and walking
// over those is faster than any index; an imported one may have thousands.
class NameIndex {
public:
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const noexcept {
        if (list_.size() > few) {
            const auto at = index_.find(name);
            return at == index_.end() ? std::nullopt : std::optional{at->second};
        }
        for (std::uint32_t i = 0; i < list_.size(); ++i) {
            if (list_[i] == name) { return i; }
        }
        return std::nullopt;
    }

    // The number of `name`, and whether it is new.
    std::pair<std::uint32_t, bool> add(std::string_view name) {
        if (const std::optional<std::uint32_t> known = find(name)) { return {*known, false}; }
        add_anyway(name);
        return {static_cast<std::uint32_t>(list_.size() - 1), true};
    }

    // For entries that have a number of their own even where the name is in use.
    void add_anyway(std::string_view name) {
        list_.push_back(name);
        if (list_.size() == few + 1) {
            for (std::uint32_t i = 0; i < list_.size(); ++i) { index_.try_emplace(list_[i], i); }
        } else if (list_.size() > few) {
            index_.try_emplace(name, static_cast<std::uint32_t>(list_.size() - 1));
        }
    }

    [[nodiscard]] const std::vector<std::string_view>& list() const noexcept { return list_; }

private:
    static constexpr std::size_t few = 32;
    std::vector<std::string_view> list_;
    std::map<std::string_view, std::uint32_t> index_;  // only beyond `few`
};

}  // namespace gvlsim
