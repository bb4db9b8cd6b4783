// Params of a file and what they stand for in one case.
#pragma once

#include "models/scenario/document.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gvlsim {

// Keys of `runtime`, and the seed, that cases and --set may give without declaring a param.
enum class RuntimeParam : std::uint8_t { model, quantum, platform, seed };
inline constexpr std::array<std::string_view, 4> runtime_param_names{"model", "quantum", "platform",
                                                                     "seed"};

// What a key in a case, in `matrix` or of --set means. A file may declare a param with one of the
// names of runtime_param_names; such a key sets both.
struct ParamTarget {
    std::optional<std::uint32_t> declared;  // position in `params`
    std::optional<RuntimeParam> runtime;
    [[nodiscard]] bool known() const noexcept { return declared || runtime; }
    friend bool operator==(const ParamTarget&, const ParamTarget&) = default;
};

// The object `params` of a file: names and default values.
class Params {
public:
    Params() = default;
    explicit Params(const Node& object);

    [[nodiscard]] std::size_t size() const noexcept { return defaults_.size(); }
    [[nodiscard]] const std::vector<const Node*>& defaults() const noexcept { return defaults_; }
    [[nodiscard]] std::string_view name(std::size_t index) const { return defaults_[index]->key; }
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const noexcept;
    [[nodiscard]] ParamTarget target(std::string_view name) const noexcept;
    // All names a case may set, for suggestions.
    [[nodiscard]] std::vector<std::string_view> settable() const;

private:
    std::vector<const Node*> defaults_;   // in the order of the file
    std::vector<std::uint32_t> by_name_;  // positions, sorted by name
};

// One --set, or one value of a --vary: a document of its own.
struct Setting {
    std::string name;
    std::string origin;  // "--set n=2"
    std::shared_ptr<const Document> document;
    ParamTarget target{};
    bool alternative = false;  // of --vary: applies where the grid says so
};

// The values of all params in one case. Cheap to copy for the next case.
struct Environment {
    const Document* document = nullptr;  // of the scenario file
    const Params* params = nullptr;
    const std::vector<Setting>* settings = nullptr;
    // One per declared param; null: reported as part of a cycle, reading it gives nothing.
    std::vector<const Node*> values;
    std::array<const Node*, runtime_param_names.size()> runtime{};  // null: as in `runtime`

    void set(const ParamTarget& target, const Node& value);
    // Settings go last, they win over the values of a case. Alternatives are left out.
    void apply_settings();
};

// Params that refer to each other in a cycle, each to the next and the last to the first.
[[nodiscard]] std::vector<std::uint32_t> find_cycle(const Environment& environment);

// Marks in `used` (one flag per declared param) what `value` and everything in it refer to.
void mark_references(const Node& value, const Params& params, std::vector<bool>& used);

}  // namespace gvlsim
