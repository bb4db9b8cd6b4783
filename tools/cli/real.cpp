// gvlsim real: one case of a scenario on the threads of a real Ruby, by tools/real/run.rb, beside
// what is simulated for that Ruby.
#include "models/draws.hpp"
#include "models/gvl/model.hpp"
#include "models/scenario/document.hpp"
#include "models/scenario/findings.hpp"
#include "models/scenario/wording.hpp"
#include "models/simulate.hpp"
#include "tools/cli/arguments.hpp"
#include "tools/cli/child_process.hpp"
#include "tools/cli/command.hpp"
#include "tools/cli/measured.hpp"
#include "tools/export/program_json.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

namespace gvlsim {

namespace {

constexpr Option command_options[] = {
    {"--ruby", Option::Kind::value, "PATH", "the Ruby that runs it, else `ruby` of the PATH"},
    {"--case", Option::Kind::value, "NAME", "which case of the file"},
    {"--set", Option::Kind::values, "K=V", "set a param, or model, quantum, platform, seed"},
    {"--seed", Option::Kind::value, "N", "the same as --set seed=N"},
    {"--repeat", Option::Kind::value, "N", "how often it runs, else once"},
    {"--limit", Option::Kind::value, "D", "cut a real run after this time, else 300s"},
    {"-o", Option::Kind::value, "RECORDING", "keep what was measured, for compare --measured"},
    {"--json", Option::Kind::flag, "", "the comparison as JSON"},
    {"--tolerance", Option::Kind::value, "SHARE", "judge by this, e.g. 2%"},
    {"--disturbed", Option::Kind::value, "N",
     "how many disturbed runs show what hangs on the phase; else 20"},
    {"--runner", Option::Kind::value, "PATH", "tools/real/run.rb, where it is not found"},
};

// A Ruby as tools/real/run.rb describes the one that executes it.
struct Ruby {
    std::string path;
    std::string version;      // "3.1.2"
    std::string description;  // as `ruby -v`
    const Model* model = nullptr;
};

// Beside the program: in the tree it was built in, or where it was installed.
std::string find_runner(const Arguments& arguments) {
    if (const auto given = arguments.value("--runner")) { return *given; }
    std::error_code ignored;
    std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", ignored);
    while (folder.has_relative_path()) {
        folder = folder.parent_path();
        for (const char* place : {"tools/real/run.rb", "share/gvlsim/real/run.rb"}) {
            if (std::filesystem::exists(folder / place, ignored)) { return folder / place; }
        }
    }
    throw UsageError{"tools/real/run.rb is not beside this program; say --runner PATH"};
}

Ruby ask_ruby(const std::string& path, const std::string& runner) {
    const ChildEnd end = run_child({.words = {path, runner, "--tell"}, .capture = true});
    Findings problems;
    const Document document{end.output, Document::Comments::refused, problems};
    const auto text = [&](const char* key) {
        const Node* node = document.valid() ? document.root().find(key) : nullptr;
        return node != nullptr && node->kind == NodeKind::string ? std::string{node->text} : "";
    };
    Ruby ruby{path, text("version"), text("description"), find_model(text("model"))};
    if (end.code != 0 || ruby.version.empty()) {
        throw UsageError{"--ruby " + gvlsim::quoted(path) + ": this is no Ruby from 2.3 on"};
    }
    if (ruby.model == nullptr) {
        throw UsageError{"--ruby " + gvlsim::quoted(path) + ": Ruby " + ruby.version +
                         " is no runtime that is simulated; `gvlsim models` lists those"};
    }
    return ruby;
}

std::size_t one_case(const ScenarioFile& file, const Arguments& arguments) {
    if (const auto name = arguments.value("--case")) { return find_case(file, *name); }
    if (file.cases().size() == 1) { return 0; }
    throw UsageError{"the file has " + std::to_string(file.cases().size()) +
                     " cases; choose one with --case NAME"};
}

// The knob of 3.4 and later. Other Rubies have 100 ms, and a case that asks for more or less is not
// what they would run.
std::vector<std::pair<std::string, std::string>> quantum_for(const Scenario& scenario,
                                                             const Ruby& ruby) {
    const std::optional<Duration> quantum = scenario.runtime.quantum;
    if (!quantum) { return {}; }
    if (const std::string problem = quantum_problem(*ruby.model, *quantum); !problem.empty()) {
        throw UsageError{"Ruby " + ruby.version + ": " + problem};
    }
    if (ruby.model->knob == QuantumKnob::fixed) { return {}; }
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(*quantum);
    return {{"RUBY_THREAD_TIMESLICE", std::to_string(milliseconds.count())}};
}

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// The program for run.rb in a file without a name, read from its beginning.
File program_file(const Scenario& scenario, const std::string& case_name, const Ruby& ruby) {
    Scenario simulated = scenario;
    simulated.runtime.model = ruby.model->name;
    RunOptions options;
    options.max_events = 10'000'000;  // enough to know how many threads and tasks there are
    const Result result = simulate(simulated, options);
    File file{std::tmpfile(), &std::fclose};
    if (!file) { throw UsageError{"cannot make a temporary file"}; }
    DescriptorWriter writer{::fileno(file.get()), "a temporary file"};
    write_program(writer, scenario, case_name, draws_of(scenario, result));
    writer.flush();
    ::lseek(::fileno(file.get()), 0, SEEK_SET);
    return file;
}

// Where the recording goes; without -o it goes away again.
class Recording {
public:
    explicit Recording(const Arguments& arguments) {
        if (const auto given = arguments.value("-o")) {
            path_ = *given;
            return;
        }
        std::string name = (std::filesystem::temp_directory_path() / "gvlsim-real-XXXXXX").string();
        const int descriptor = ::mkstemp(name.data());
        if (descriptor < 0) { throw UsageError{"cannot make a temporary file: " + name}; }
        ::close(descriptor);
        path_ = name;
        temporary_ = true;
    }
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;
    ~Recording() {
        std::error_code ignored;
        if (temporary_) { std::filesystem::remove(path_, ignored); }
    }
    [[nodiscard]] const std::string& path() const noexcept { return path_; }

private:
    std::string path_;
    bool temporary_ = false;
};

// Seconds with a point, as run.rb reads them.
std::string seconds(Duration length) {
    return std::to_string(std::chrono::duration<double>(length).count());
}

int run(const Arguments& arguments, Console& console) {
    const std::uint64_t repeat =
        whole_number("--repeat", arguments.value("--repeat").value_or("1"), 1);
    const Duration limit = duration("--limit", arguments.value("--limit").value_or("300s"));
    const std::optional<ScenarioFile> file =
        load(arguments.files.front(), settings(arguments), console);
    if (!file) { return ExitCode::unusable; }
    const std::size_t index = one_case(*file, arguments);
    const std::string& case_name = file->cases()[index].name;
    const std::string runner = find_runner(arguments);
    const Ruby ruby = ask_ruby(arguments.value("--ruby").value_or("ruby"), runner);
    const Scenario scenario = file->scenario(index);
    const Recording recording{arguments};
    const File program = program_file(scenario, case_name, ruby);
    const ChildEnd end = run_child({.words = {ruby.path, runner, "-", "--repeat",
                                              std::to_string(repeat), "--limit", seconds(limit),
                                              "-o", recording.path()},
                                    .environment = quantum_for(scenario, ruby),
                                    .input = ::fileno(program.get())});
    if (end.code != 0) { return end.code == 2 ? ExitCode::unusable : ExitCode::limit; }
    return compare_recording(*file, index, recording.path(), arguments, console);
}

}  // namespace

const Command real_command{"real", "run a scenario on real threads and compare",
                           Command::Files::one, command_options, run};

}  // namespace gvlsim
