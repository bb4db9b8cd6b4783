// Pieces of a JSON Schema as JSON text.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace gvlsim::schema {

struct Member {
    std::string_view key;
    std::string schema;
    bool required = false;
};

// {"$ref": "#/$defs/NAME"}, with a description where there is one.
[[nodiscard]] std::string ref(std::string_view name, std::string_view description = {});
// An object with these members and no others. `more`: further keywords, such as "minProperties".
[[nodiscard]] std::string object(const std::vector<Member>& members,
                                 std::string_view description = {}, std::string_view more = {});
[[nodiscard]] std::string any_of(std::initializer_list<std::string> schemas);
// The schema, or a param that stands for it.
[[nodiscard]] std::string or_param(std::string schema);
[[nodiscard]] std::string list_of(std::string_view name, std::string_view more = {});
// {"enum": […]} of words.
[[nodiscard]] std::string words(const std::vector<std::string_view>& all);
// "a|b" of words, for a regular expression.
[[nodiscard]] std::string alternatives(const std::vector<std::string_view>& all);
// A regular expression as the keyword "pattern" of a string.
[[nodiscard]] std::string text_like(std::string_view pattern);
[[nodiscard]] std::string whole_number(std::string_view low, std::string_view high);

// JSON text on several lines where it is too long for one.
[[nodiscard]] std::string laid_out(std::string_view json);

}  // namespace gvlsim::schema
