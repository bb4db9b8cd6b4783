// The page: one file that holds everything. The runs are JSON in it, as compact as plain numbers
// get: times in the largest unit that divides them all, slices as lengths, sentences as forms with
// the facts that fill them. page/1_runs.js reads it.
#include "tools/export/json_writer.hpp"
#include "tools/export/page.hpp"
#include "tools/export/run_report.hpp"
#include "tools/export/trace.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <vector>

namespace gvlsim {

namespace {

// Inside <script> nothing may look like markup; in JSON `<` stands only in strings.
std::string text(std::string_view value) {
    std::string inside;
    append_json_text(inside, value);
    std::string out = "\"";
    for (const char c : inside) { c == '<' ? out += "\\u003c" : out += c; }
    return out + "\"";
}

// The page knows these from the slice.
bool shown_by_slice(std::string_view name) {
    return name == "waiter" || name == "begin" || name == "length";
}

class Encoder {
public:
    explicit Encoder(const Explained& explained)
        : explained_{explained}, run_{explained.run}, sentences_{explained.sentences()},
          lanes_(run_.names.size()) {
        for (const Slice& slice : run_.slices) { add(slice); }
    }

    [[nodiscard]] std::int64_t unit() const noexcept { return unit_; }
    void write(Writer& writer, std::int64_t unit) const;

private:
    struct Fact {
        bool is_time;
        std::int64_t value;
    };
    struct Lane {
        std::vector<Fact> slices;
        std::vector<Fact> waits;
    };
    using Code = std::tuple<State, std::string, std::uint32_t, bool>;

    void add(const Slice& slice);
    void add_wait(Lane& lane, const Wait& wait);
    [[nodiscard]] Fact time(Duration length) {
        unit_ = std::gcd(unit_, length.count());
        return {true, length.count()};
    }
    void write_facts(Writer& writer, const std::vector<Fact>& facts, std::int64_t unit) const;

    const Explained& explained_;
    const RunRecord& run_;
    Sentences sentences_;
    std::vector<Lane> lanes_;
    std::map<Code, std::int64_t> codes_;
    std::vector<const Code*> code_list_;
    std::map<std::string, std::int64_t> forms_;
    std::vector<std::pair<const std::string*, std::size_t>> form_list_;  // and facts each takes
    std::int64_t unit_ = 0;
};

void Encoder::add(const Slice& slice) {
    Lane& lane = lanes_[slice.thread];
    const bool contended = slice.wait != no_index && run_.waits[slice.wait].contended();
    const std::string why =
        slice.state == State::running || slice.state == State::wants_gvl
            ? std::string{}
            : std::string{word(slice.why)};
    const bool has_detail = slice.state != State::running && slice.state != State::wants_gvl;
    const auto [code, is_new] = codes_.try_emplace(
        Code{slice.state, why, has_detail ? slice.object : no_index, contended},
        static_cast<std::int64_t>(codes_.size()));
    if (is_new) { code_list_.push_back(&code->first); }
    if (lane.slices.empty()) { lane.slices.push_back(time(slice.begin - start_of_time)); }
    lane.slices.push_back({false, code->second});
    lane.slices.push_back(time(slice.end - slice.begin));
    if (contended) { add_wait(lane, run_.waits[slice.wait]); }
}

void Encoder::add_wait(Lane& lane, const Wait& wait) {
    const auto [form, is_new] = forms_.try_emplace(sentences_.form(wait),
                                                   static_cast<std::int64_t>(forms_.size()));
    lane.waits.push_back({false, form->second});
    std::size_t count = 0;
    for (const Argument& fact : sentences_.arguments(form->first, wait)) {
        if (shown_by_slice(fact.name)) { continue; }
        ++count;
        if (fact.kind == 'i') {
            lane.waits.push_back(time(start_of_time + Duration{fact.value} - wait.begin));
        } else if (fact.kind == 'd') {
            lane.waits.push_back(time(Duration{fact.value}));
        } else {
            lane.waits.push_back({false, fact.value});
        }
    }
    if (is_new) { form_list_.emplace_back(&form->first, count); }
}

void Encoder::write_facts(Writer& writer, const std::vector<Fact>& facts,
                          std::int64_t unit) const {
    bool first = true;
    for (const Fact& fact : facts) {
        writer.write((first ? "" : ",") +
                     std::to_string(fact.is_time ? fact.value / unit : fact.value));
        first = false;
    }
}

template <typename Items, typename Write>
void write_list(Writer& writer, const char* name, const Items& items, Write write) {
    writer.write(std::string{",\""} + name + "\":[");
    bool first = true;
    for (const auto& item : items) {
        writer.write((first ? "" : ",") + write(item));
        first = false;
    }
    writer.write("]");
}

void Encoder::write(Writer& writer, std::int64_t unit) const {
    const Duration end = run_.result.end - start_of_time;
    writer.write("{\"title\":" + text(explained_.title) + ",\"model\":" + text(explained_.model) +
                 ",\"end\":" + std::to_string(end.count() / unit) +
                 ",\"locked\":" + (run_.hand_overs.empty() ? "false" : "true"));
    write_list(writer, "names", run_.names, [](const std::string& name) { return text(name); });
    write_list(writer, "story", story(explained_),
               [](const std::string& one) { return text(one); });
    write_list(writer, "codes", code_list_, [&](const Code* code) {
        const auto& [state, why, detail, contended] = *code;
        return "[" + std::to_string(static_cast<int>(state)) + "," + text(why) + "," +
               text(detail == no_index ? std::string{} : run_.details[detail]) + "," +
               (contended ? "1" : "0") + "]";
    });
    write_list(writer, "forms", form_list_, [](const auto& form) {
        return "[" + text(*form.first) + "," + std::to_string(form.second) + "]";
    });
    writer.write(",\"lanes\":[");
    for (std::size_t id = 0; id < lanes_.size(); ++id) {
        writer.write(id == 0 ? "{\"s\":[" : ",{\"s\":[");
        write_facts(writer, lanes_[id].slices, unit);
        writer.write("],\"w\":[");
        write_facts(writer, lanes_[id].waits, unit);
        writer.write("]}");
    }
    writer.write("]}");
}

}  // namespace

void write_trace_html(Writer& writer, const TraceRequest& request) {
    std::vector<Encoder> encoders;
    encoders.reserve(request.runs.size());
    std::int64_t unit = 0;
    for (const Explained& one : request.runs) {
        encoders.emplace_back(one);
        unit = std::gcd(unit, encoders.back().unit());
        unit = std::gcd(unit, (one.run.result.end - start_of_time).count());
    }
    unit = std::max<std::int64_t>(1, unit);
    constexpr std::string_view place = "@DATA@";
    const std::string_view page = page_template();
    const std::size_t at = page.find(place);
    writer.write(page.substr(0, at));
    writer.write("{\"unit\":" + std::to_string(unit) + ",\"runs\":[");
    for (std::size_t index = 0; index < encoders.size(); ++index) {
        writer.write(index == 0 ? "\n" : ",\n");
        encoders[index].write(writer, unit);
    }
    writer.write("]}");
    writer.write(page.substr(at + place.size()));
    writer.flush();
}

}  // namespace gvlsim
