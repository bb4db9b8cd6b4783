#include "models/scenario/params.hpp"

#include "models/scenario/cycles.hpp"

#include <algorithm>
#include <numeric>

namespace gvlsim {
namespace {

bool is_reference_node(const Node& node) noexcept {
    return node.kind == NodeKind::string && node.refers;
}

// The params that `value` and everything in it refer to.
template <typename Action>
void for_each_reference(const Node& value, const Params& params, const Action& action) {
    const Node* end = &value + value.extent;
    for (const Node* part = &value; part < end; part += part->refers ? 1 : part->extent) {
        const auto index =
            is_reference_node(*part) ? params.find(part->text.substr(1)) : std::nullopt;
        if (index) { action(*index); }
    }
}

bool refers(const Node* value) noexcept { return value != nullptr && value->refers; }

}  // namespace

Params::Params(const Node& object) {
    for (const Node& value : object.children()) { defaults_.push_back(&value); }
    by_name_.resize(defaults_.size());
    std::iota(by_name_.begin(), by_name_.end(), 0U);
    std::stable_sort(by_name_.begin(), by_name_.end(),
                     [this](auto left, auto right) { return name(left) < name(right); });
}

std::optional<std::uint32_t> Params::find(std::string_view wanted) const noexcept {
    const auto at = std::lower_bound(by_name_.begin(), by_name_.end(), wanted,
                                     [this](std::uint32_t index, std::string_view text) {
                                         return defaults_[index]->key < text;
                                     });
    if (at == by_name_.end() || defaults_[*at]->key != wanted) { return std::nullopt; }
    return *at;
}

ParamTarget Params::target(std::string_view wanted) const noexcept {
    ParamTarget target{find(wanted), std::nullopt};
    const auto at = std::find(runtime_param_names.begin(), runtime_param_names.end(), wanted);
    if (at != runtime_param_names.end()) {
        target.runtime = static_cast<RuntimeParam>(at - runtime_param_names.begin());
    }
    return target;
}

std::vector<std::string_view> Params::settable() const {
    std::vector<std::string_view> names;
    for (const Node* value : defaults_) { names.push_back(value->key); }
    names.insert(names.end(), runtime_param_names.begin(), runtime_param_names.end());
    return names;
}

void Environment::set(const ParamTarget& target, const Node& value) {
    if (target.declared) { values[*target.declared] = &value; }
    if (target.runtime) { runtime[static_cast<std::size_t>(*target.runtime)] = &value; }
}

void Environment::apply_settings() {
    for (const Setting& setting : *settings) {
        if (setting.alternative) { return; }  // they come last, and there may be a million
        set(setting.target, setting.document->root());
    }
}

std::vector<std::uint32_t> find_cycle(const Environment& environment) {
    const std::vector<const Node*>& values = environment.values;
    if (std::none_of(values.begin(), values.end(), refers)) { return {}; }
    References references(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!refers(values[i])) { continue; }
        for_each_reference(*values[i], *environment.params,
                           [&](std::uint32_t target) { references[i].push_back(target); });
    }
    return find_cycle(references);
}

void mark_references(const Node& value, const Params& params, std::vector<bool>& used) {
    for_each_reference(value, params, [&](std::uint32_t index) { used[index] = true; });
}

}  // namespace gvlsim
