// "expect": what a run must come to. A check says what it is about, then one or more figures with
// the values they must have.
#include "models/scenario/contents.hpp"

#include "models/scenario/exact.hpp"
#include "models/scenario/result_key.hpp"
#include "models/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace gvlsim {
namespace {

// In the order in which they decide what a check with several of them is about.
constexpr ResultSubject subjects[] = {ResultSubject::mutex,  ResultSubject::cv,
                                      ResultSubject::queue,  ResultSubject::pool,
                                      ResultSubject::span,   ResultSubject::thread,
                                      ResultSubject::lock};
constexpr std::array<std::string_view, 2> bound_keys{"min", "max"};
constexpr std::string_view group_key = "group";
constexpr std::string_view tolerance_key = "tolerance";

// "end" for "end_s": durations have their unit in the value.
std::string_view expect_key(std::string_view figure) {
    return figure.ends_with("_s") ? figure.substr(0, figure.size() - 2) : figure;
}

std::optional<std::string_view> figure_named(ResultSubject subject, std::string_view key) {
    for (const std::string_view figure : figures(subject)) {
        if (expect_key(figure) == key) { return figure; }
    }
    return std::nullopt;
}

class CheckReader {
public:
    CheckReader(Reader& reader, const Scenario& scenario, std::vector<Check>& checks)
        : reader_(reader), scenario_(scenario), checks_(checks) {}

    void read(const Value& value) {
        if (!value) { return; }
        if (!value.is(NodeKind::object) || value.node->size == 0) {
            reader_.expected(value, R"(a check such as {"thread": "worker-2", "acquired": 0})");
            return;
        }
        find_subject(*value.node);
        const std::size_t before = checks_.size();
        bool names_figure = false;
        for (const Node& member : value.node->children()) {
            if (member.key != tolerance_key && !is_subject(member.key)) {
                names_figure = true;
                read_figure(member);
            }
        }
        if (!names_figure) {
            reader_.error(value, "a check needs a figure and its value, such as \"acquired\": 0");
        }
        if (const Node* tolerance = value.node->find(tolerance_key)) {
            const Tolerance read =
                read_tolerance(reader_, reader_.resolve(*tolerance, tolerance_key));
            for (std::size_t i = before; i < checks_.size(); ++i) { checks_[i].tolerance = read; }
        }
    }

private:
    static bool is_subject(std::string_view key) {
        return key == group_key || std::any_of(std::begin(subjects), std::end(subjects),
                                               [&](ResultSubject s) { return word(s) == key; });
    }

    void find_subject(const Node& object) {
        subject_ = ResultSubject::run;
        prefix_.clear();
        const Node* main = nullptr;
        for (const ResultSubject subject : subjects) {
            const Node* written = object.find(word(subject));
            if (written == nullptr) { continue; }
            if (main == nullptr) {
                main = written;
                subject_ = subject;
            } else if (subject != ResultSubject::thread || !is_object(subject_)) {
                reader_.error_at_key(*written, fmt::format("a check about both `{}` and `{}`",
                                                           word(subject_), word(subject)));
            }
        }
        if (main == nullptr) {
            add_part(object, group_key);
            return;
        }
        prefix_ = fmt::format("{}.", word(subject_));
        if (subject_ == ResultSubject::lock) {
            const Value value = reader_.resolve(*main, main->key);
            if (!value.is(NodeKind::truth) || !value.node->truth) {
                reader_.expected(value, "true");
            }
            add_part(object, group_key);
            return;
        }
        prefix_ += name_of(*main);
        add_part(object, word(ResultSubject::thread));
        add_part(object, group_key);
        prefix_ += '.';
    }

    // Of a thread or of an entry, beside a mutex, condition variable or queue.
    void add_part(const Node& object, std::string_view key) {
        const Node* written = object.find(key);
        if (written == nullptr || (key == "thread" && subject_ == ResultSubject::thread)) {
            return;
        }
        if (is_object(subject_)) {
            prefix_ += '@' + name_of(*written);
        } else if (key == group_key) {
            reader_.error_at_key(*written, "`group` belongs beside `mutex`, `cv` or `queue`");
        }
    }

    std::string name_of(const Node& written) {
        return std::string{reader_.name(reader_.resolve(written, written.key)).value_or("")};
    }

    void read_figure(const Node& member) {
        const std::optional<std::string_view> figure = figure_named(subject_, member.key);
        if (!figure) {
            std::vector<std::string_view> known;
            for (const std::string_view name : figures(subject_)) {
                known.push_back(expect_key(name));
            }
            reader_.error_at_key(
                member, fmt::format("there is no figure {} of {}", quoted(member.key),
                                    subject_ == ResultSubject::run
                                        ? std::string{"a run"}
                                        : fmt::format("a `{}`", word(subject_))),
                suggestion(member.key, known, "figures"));
            return;
        }
        Check check;
        check.key = prefix_ + std::string{*figure};
        const Value value = reader_.resolve(member, member.key);
        if (!value) { return; }
        check.text = json_of(*value.node, reader_.environment());
        read_wanted(value, kind_of(*figure), check);
        check_result_key(reader_, member, parse_result_key(check.key), scenario_);
        checks_.push_back(std::move(check));
    }

    void read_wanted(const Value& value, FigureKind kind, Check& check) {
        if (kind == FigureKind::text) {
            read_error_text(value, check);
        } else if (value.is(NodeKind::null)) {
            check.absent = true;
        } else if (kind == FigureKind::truth) {
            check.min = check.max = reader_.truth(value).value_or(false) ? 1 : 0;
        } else if (value.is(NodeKind::object)) {
            const ObjectFields fields{reader_, value, "a band", bound_keys};
            if (value.node->size == 0) { reader_.expected(value, R"({"min": …, "max": …})"); }
            check.min = amount(fields.find("min"), kind);
            check.max = amount(fields.find("max"), kind);
        } else {
            check.min = check.max = amount(value, kind);
        }
    }

    std::optional<double> amount(const Value& value, FigureKind kind) {
        if (kind == FigureKind::number) { return reader_.ratio(value); }
        const std::optional<Duration> length = reader_.duration(value);
        return length ? std::optional{static_cast<double>(length->count()) / 1e9} : std::nullopt;
    }

    // A text is part of the error, null says that there is none.
    void read_error_text(const Value& value, Check& check) {
        check.min = check.max = value.is(NodeKind::null) ? 0 : 1;
        if (!value.is(NodeKind::null)) {
            check.key += '=' + std::string{reader_.text(value, "a part of the error, or null")
                                               .value_or("")};
        }
    }

    Reader& reader_;
    const Scenario& scenario_;
    std::vector<Check>& checks_;
    ResultSubject subject_ = ResultSubject::run;
    std::string prefix_;
};

}  // namespace

void read_expect(Reader& reader, const Value& value, const Scenario& scenario,
                 std::vector<Check>& checks) {
    if (!reader.list(value, "a list of checks")) { return; }
    for (const Node& written : value.node->children()) {
        CheckReader{reader, scenario, checks}.read(reader.resolve(written, "expect"));
    }
}

}  // namespace gvlsim
