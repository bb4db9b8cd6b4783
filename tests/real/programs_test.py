"""What tools/real/run.rb makes of a scenario file, and what it refuses. Nothing is measured."""

import glob
import json
import os

from support import ROOT, RUBY, RealCase, main, ruby_version, run

# Programs of every case of the files given, by Ruby's own reader: {file: {case: program}}.
ALL_PROGRAMS = """
require "./tools/real/scenario_file"
all = ARGV.map do |path|
  file = Real::ScenarioFile.new(File.read(path, encoding: "UTF-8"), path)
  [path, Hash[file.cases.map { |name| [name, file.program(name)] }]]
end
puts JSON.generate(Hash[all])
"""
# Asks Refusals about the program of a file for another Ruby: VERSION, RUBY_THREAD_TIMESLICE, FILE.
OTHER_RUBY = """
require "./tools/real/refusals"
require "./tools/real/scenario_file"
version, slice, path = ARGV
program = Real::ScenarioFile.new(File.read(path), "file").program("")
begin
  Real::Refusals.new(program, version: version.split(".").map(&:to_i),
                     environment: slice.empty? ? {} : { "RUBY_THREAD_TIMESLICE" => slice }).check
  puts "accepted"
rescue Real::Refused => refused
  puts refused.message
end
"""
CASES_COMPARED = 12  # of one file, spread evenly


class ReaderTest(RealCase):
    def test_reads_every_scenario_as_gvlsim_does(self):
        paths = sorted(glob.glob("scenarios/**/*.json", root_dir=ROOT, recursive=True))
        paths = [path for path in paths if self.is_scenario(path)]
        read = run([RUBY, "-e", ALL_PROGRAMS, *paths])
        self.assertEqual(read.returncode, 0, read.stderr)
        read = json.loads(read.stdout)
        compared = 0
        for path in paths:
            names = list(read[path])
            for name in names[::max(1, len(names) // CASES_COMPARED)]:
                words = ["--case", name] if name else []
                printed = self.gvlsim("run", path, *words, "--draws", "-", "--max-events", "1000")
                program = json.loads(printed.stdout)
                del program["draws"]
                self.assertEqual(read[path][name], program, f"{path}, {name}")
                compared += 1
        self.assertGreater(compared, 50)

    def is_scenario(self, path):
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            return '"format": 1' in file.read()

    def test_reads_what_no_scenario_of_ours_has(self):
        path = self.write("odd.json", """{ /* a comment */
          "format": 1, "name": "odd // no comment", "runtime": {"model": "cruby-3.1"},
          "params": {"a": "$b", "b": {"uniform": ["1.5us", 3]}, "steps": [{"cpu": "$a"}], "n": 1},
          "queues": {"q": {"max": 3}},
          "pools": {"p": {"kind": "fixed", "threads": 2}, "c": {"kind": "cached", "idle": "1min"}},
          "threads": [{"name": "t", "count": "$n", "priority": -2, "start": "0.5ms", "do": [
            {"repeat": {"split": 7}, "do": "$steps"}, {"mark": "$$n"},
            {"c_call": 1, "release": false}, {"c_call": 1, "release": true},
            {"choose": [{"do": []}, {"weight": 2.5, "do": [{"pass": true}]}]},
            {"sleep": {"empirical": ["1ms", "2ms"]}},
            {"io": {"choice": ["1ms", "2ms"], "weights": [1, 0.25]}},
            {"cpu": {"lognormal": {"median": "1s", "sigma": 0.5}}},
            {"cpu": {"normal": {"mean": "1s", "sd": "2ns"}}},
            {"sleep": {"exponential": {"mean": "0.000000001s"}}}, {"sleep": "forever"},
            {"pop": "r", "timeout": "1s", "otherwise": "continue"},
            {"join": "t", "otherwise": "raise", "timeout": 5}, {"wakeup": "t"},
            {"wait": "c", "mutex": "m", "while_empty": "s"}, {"priority": -1},
            {"submit": "p", "count": 2, "as": "f", "do": []}, {"await": "f"}]}],
          "stop": {"when": "t", "at": "2min"},
          "matrix": {"n": [2, 3], "b": ["1ms", "2ms"]} }""")
        for case in ("n=2, b=1ms", "n=3, b=2ms"):
            ours = self.run_rb(path, "--case", case, "--print")
            self.assertEqual((ours.returncode, ours.stderr), (0, ""))
            theirs = json.loads(self.gvlsim("run", path, "--case", case, "--draws", "-").stdout)
            del theirs["draws"]
            self.assertEqual(json.loads(ours.stdout), theirs)

    def test_set_works_as_in_gvlsim(self):
        words = ("--set", "s=3ms", "--set", "seed=9", "--set", "model=cruby-2.5")
        path = "scenarios/lessons/4_sleep_against_cpu/scenario.json"
        path = self.scenario([{"name": "t", "do": [{"cpu": "$s"}]}], params={"s": 1})
        theirs = json.loads(self.gvlsim("run", path, *words, "--draws", "-").stdout)
        del theirs["draws"]
        self.assertEqual(json.loads(self.run_rb(path, *words, "--print").stdout), theirs)
        self.assertEqual(theirs["threads"][0]["do"], [{"cpu": 3000000}])


class RefusalTest(RealCase):
    def refused(self, done, *parts, code=2):
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)

    def test_everything_that_real_threads_cannot_do_at_once(self):
        path = self.scenario(
            [{"name": "a", "do": [{"gc": "1ms"}, {"cpu": {"exponential": {"mean": "1ms"}}}]},
             {"name": "b", "do": [{"repeat": 2, "do": [{"choose": [{"do": [{"gc": 1}]}]}]},
                                  {"join": "a", "timeout": {"uniform": [1, 2]}}]}],
            model="cpython-3.12")
        self.refused(self.run_rb(path, "-o", self.path("rec")), "model cpython-3.12 is no CRuby",
                     "a: gc:", "a: chance needs the simulator's draws", "b: gc:",
                     "b: a join with a random timeout")
        self.assertFalse(os.path.exists(self.path("rec")))
        with_draws = self.gvlsim("real", path, "--ruby", RUBY)
        self.refused(with_draws, "model cpython-3.12", "a: gc:")
        self.assertNotIn("chance", with_draws.stderr)

    def test_mistakes_of_a_file_at_once(self):
        path = self.write("wrong.json", {
            "format": 1, "runtime": {"model": "cruby-3.1"}, "params": {"x": "$y", "y": "$x"},
            "threads": [{"name": "t", "do": [
                {"cpux": 1}, {"cpu": "1.5"}, {"cpu": "$z"}, {"sleep": "$x"}, {"cpu": 1, "as": "f"},
                {"repeat": 2}, {"cpu": "0.5ns"}]}]})
        self.refused(self.run_rb(path), "/threads/0/do/0: unknown operation", "do/1/cpu: expected",
                     "no param $z", "in a cycle", "cpu: unknown key `as`", "`do` is missing",
                     "no part of a nanosecond")

    def test_a_file_with_cases_needs_one(self):
        path = "scenarios/fib_sleep.json"
        self.refused(self.run_rb(path), "4 cases; choose one with --case NAME: 100 ms, ideal |")
        self.refused(self.run_rb(path, "--case", "x"), 'no case "x"', "100 ms, ideal")
        self.refused(self.gvlsim("real", path), "choose one with --case NAME")

    def test_words(self):
        path = self.scenario([{"name": "t", "do": []}])
        for words, part in (((), "expected one FILE"), ((path, "--repeat", "0"), "--repeat 0"),
                            ((path, "--limit", "0"), "--limit"), ((path, "--nothing"), "--nothing"),
                            ((path, "--set", "n=1"), "no such param"),
                            ((path, "--set", "n"), "expected K=V"),
                            ((self.path("none"),), "cannot be read"),
                            ((path, "-o", self.path("no/where")), "No such file")):
            self.refused(self.run_rb(*words), part)
        self.refused(self.run_rb(self.write("text", "no JSON")), "is not JSON")
        self.refused(self.run_rb("-", given="[]"), "no scenario")

    def test_programs_that_are_no_ruby(self):
        path = self.scenario([{"name": "t", "do": []}])
        self.refused(self.gvlsim("real", path, "--ruby", "/bin/true"), "no Ruby from 2.3 on")
        self.refused(self.gvlsim("real", path, "--ruby", "/no/ruby"), "cannot be started")
        self.refused(self.gvlsim("real", path, "--runner", "/no/run.rb", "--ruby", RUBY), "no Ruby")
        self.refused(self.gvlsim("real", path, "--repeat", "x"), "--repeat")

    def test_a_quantum_only_where_ruby_has_the_knob(self):
        path = self.scenario([{"name": "t", "do": []}], model="cruby-3.4",
                             runtime={"quantum": "10ms"})

        def asked(version, slice_ms):
            return run([RUBY, "-e", OTHER_RUBY, version, slice_ms, path]).stdout
        self.assertIn("a quantum of 10 ms: Ruby 3.3 has 100 ms and no knob", asked("3.3", "10"))
        self.assertIn("start this Ruby with RUBY_THREAD_TIMESLICE=10", asked("3.4", ""))
        self.assertIn("RUBY_THREAD_TIMESLICE=10", asked("3.4", "20"))
        self.assertEqual(asked("3.4", "10"), "accepted\n")
        self.assertEqual(asked("4.0", "10"), "accepted\n")
        if ruby_version() < "3.4":
            self.refused(self.gvlsim("real", path, "--ruby", RUBY), "is fixed at 100 ms")

    def test_pop_with_a_timeout_from_3_2_on(self):
        path = self.scenario([{"name": "t", "do": [{"pop": "q", "timeout": "1ms"}]}])
        asked = [run([RUBY, "-e", OTHER_RUBY, v, "", path]).stdout for v in ("3.1", "3.2", "4.0")]
        self.assertIn("Queue#pop has a timeout from Ruby 3.2 on", asked[0])
        self.assertEqual(asked[1:], ["accepted\n", "accepted\n"])

    def test_draws_of_another_seed(self):
        path = self.scenario([{"name": "t", "do": [{"cpu": {"uniform": ["1us", "2us"]}}]}])
        draws = self.path("draws")
        self.assertEqual(self.gvlsim("run", path, "--seed", "2", "--draws", draws).returncode, 0)
        self.refused(self.run_rb(path, "--draws", draws), "draws of another program, case or seed")


main()
