#include "tools/export/schema_text.hpp"

#include "models/scenario/wording.hpp"

namespace gvlsim::schema {

namespace {

constexpr std::size_t columns = 100;

// The end of the value or string that begins at `at`.
std::size_t end_of(std::string_view json, std::size_t at) {
    std::size_t depth = 0;
    bool in_string = false;
    for (; at < json.size(); ++at) {
        const char letter = json[at];
        if (in_string) {
            at += letter == '\\' ? 1 : 0;
            in_string = letter != '"';
        } else if (letter == '"') {
            in_string = true;
        } else if (letter == '{' || letter == '[') {
            ++depth;
        } else if (letter == '}' || letter == ']') {
            if (depth == 0) { return at; }
            --depth;
        } else if (letter == ',' && depth == 0) {
            return at;
        }
    }
    return at;
}

// Appends the value `json`; `used` columns of its line are taken already.
void lay_out(std::string& out, std::string_view json, std::size_t indent, std::size_t used) {
    const bool nests = json.front() == '{' || json.front() == '[';
    if (!nests || used + json.size() < columns) {
        out += json;
        return;
    }
    out += json.front();
    std::size_t at = 1;
    while (at + 1 < json.size()) {
        const std::size_t end = end_of(json, at);
        std::string_view member = json.substr(at, end - at);
        out += "\n" + std::string(indent + 2, ' ');
        std::size_t taken = indent + 2;
        if (json.front() == '{') {
            // The key ends at the first colon outside of its quotes.
            std::size_t colon = member.find('"', 1) + 1;
            while (member[colon - 2] == '\\') { colon = member.find('"', colon) + 1; }
            out.append(member.substr(0, colon)).append(": ");
            taken += colon + 2;
            member.remove_prefix(member.find_first_not_of(": ", colon));
        }
        lay_out(out, member, indent + 2, taken);
        at = end;
        if (json[at] == ',') {
            out += ',';
            at = json.find_first_not_of(", ", at);
        }
    }
    out += "\n" + std::string(indent, ' ') + json.back();
}

}  // namespace

std::string ref(std::string_view name, std::string_view description) {
    std::string text = "{\"$ref\": \"#/$defs/" + std::string{name} + "\"";
    if (!description.empty()) { text += ", \"description\": " + json_quoted(description); }
    return text + "}";
}

std::string object(const std::vector<Member>& members, std::string_view description,
                   std::string_view more) {
    std::string properties;
    std::string required;
    for (const Member& member : members) {
        properties += (properties.empty() ? "" : ", ") + json_quoted(member.key) + ": " +
                      member.schema;
        if (member.required) {
            required += (required.empty() ? "" : ", ") + json_quoted(member.key);
        }
    }
    std::string text = "{\"type\": \"object\"";
    if (!description.empty()) { text += ", \"description\": " + json_quoted(description); }
    text += ", \"properties\": {" + properties + "}";
    if (!required.empty()) { text += ", \"required\": [" + required + "]"; }
    text += ", \"additionalProperties\": false";
    if (!more.empty()) { text.append(", ").append(more); }
    return text + "}";
}

std::string any_of(std::initializer_list<std::string> schemas) {
    std::string list;
    for (const std::string& schema : schemas) { list += (list.empty() ? "" : ", ") + schema; }
    return "{\"anyOf\": [" + list + "]}";
}

std::string or_param(std::string schema) { return any_of({ref("param"), std::move(schema)}); }

std::string list_of(std::string_view name, std::string_view more) {
    std::string text = "{\"type\": \"array\", \"items\": " + ref(name);
    if (!more.empty()) { text.append(", ").append(more); }
    return text + "}";
}

std::string words(const std::vector<std::string_view>& all) {
    std::string list;
    for (const std::string_view word : all) {
        list += (list.empty() ? "" : ", ") + json_quoted(word);
    }
    return "{\"enum\": [" + list + "]}";
}

std::string alternatives(const std::vector<std::string_view>& all) {
    std::string list;
    for (const std::string_view word : all) {
        list += list.empty() ? "" : "|";
        for (const char letter : word) {
            list += letter == '.' ? "\\" : "";
            list += letter;
        }
    }
    return list;
}

std::string text_like(std::string_view pattern) {
    return "{\"type\": \"string\", \"pattern\": " + json_quoted(pattern) + "}";
}

std::string whole_number(std::string_view low, std::string_view high) {
    std::string text = "{\"type\": \"integer\", \"minimum\": ";
    return text.append(low).append(", \"maximum\": ").append(high) + "}";
}

std::string laid_out(std::string_view json) {
    std::string out;
    lay_out(out, json, 0, 0);
    return out + "\n";
}

}  // namespace gvlsim::schema
