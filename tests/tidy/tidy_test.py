"""Every rule of tidy.py finds what it is there for, and leaves proper code alone."""

import os
import subprocess
import tempfile
import unittest

import tidy

HEADER = "#pragma once\n"
README = {f"{folder}/README.md": "# x\n" for folder in ("sim", "models", "scenarios", "tests",
                                                       "tools")}


def findings(files):
    with tempfile.TemporaryDirectory() as root:
        subprocess.run(["git", "init", "-q", root], check=True)
        for name, text in {**README, **files}.items():
            path = os.path.join(root, name)
            os.makedirs(os.path.dirname(path) or root, exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        tree = tidy.Tree(root)
        return [f"{name}: {what}" for rule in tidy.RULES for name, _, what in rule(tree)]


class TidyTest(unittest.TestCase):
    def found(self, name, text, part):
        result = findings({name: text})
        self.assertTrue(any(part in finding for finding in result), (text, result))

    def clean(self, name, text):
        self.assertEqual(findings({name: text}), [], text)

    def test_include_directions(self):
        self.found("sim/a.cpp", '#include "models/b.hpp"\n', "must not include")
        self.found("models/a.cpp", '#include "tools/b.hpp"\n', "must not include")
        self.found("tools/a.cpp", '#include "tests/b.hpp"\n', "must not include")
        self.found("sim/a.cpp", '#include "../b.hpp"\n', "must not include")
        self.found("sim/a.cpp", "#include <fmt/core.h>\n", "must not include")
        self.found("models/a.cpp", '#include "sim/none.hpp"\n', "is no file")
        self.clean("sim/a.cpp", "#include <boost/heap/d_ary_heap.hpp>\n#include <vector>\n")
        self.clean("tools/a.cpp", '#include "tools/version.hpp"\n')

    def test_json_library(self):
        self.found("models/gvl/a.cpp", "#include <nlohmann/json.hpp>\n", "nlohmann")
        self.clean("models/scenario/json_text.cpp", "#include <nlohmann/json.hpp>\n")

    def test_reproducible(self):
        for code in ("std::chrono::steady_clock::now();", "auto t = std::time(nullptr);",
                     "auto t = time(0);", "std::random_device d;", "int i = rand();",
                     "std::normal_distribution<> n;", "std::unordered_map<int, int> m;",
                     "std::map<Thread*, int> m;", "std::set<const sim::Thread*> m;",
                     "double d = std::exp(1);"):
            self.found("models/a.cpp", code + "\n", "models/a.cpp")
        for code in ("// not steady_clock", 'say("rand()");', "event.time();", "operand(3);",
                     "std::unordered_map<int, int> m;  // never iterated", "later_time(0);",
                     "std::map<int, Thread*> m;", "Instant time(Event e);"):
            self.clean("models/a.cpp", code + "\n")
        self.clean("tools/a.cpp", "auto t = std::chrono::steady_clock::now();\n")

    def test_floating_point(self):
        self.found("models/gvl/a.cpp", "double d;\n", "floating")
        self.found("sim/event.cpp", "float d;\n", "floating")
        self.clean("models/gvl/a.cpp", "// a double\n")
        self.clean("sim/random.cpp", "double d;\n")

    def test_lengths(self):
        self.found("sim/a.cpp", "x" * 101 + "\n", "columns")
        self.clean("sim/a.cpp", "é" * 100 + "\n")
        self.found("sim/a.cpp", "x\n" * 401, "lines")
        self.clean("sim/a.cpp", "x\n" * 400)
        self.found("sim/a.hpp", HEADER + "x\n" * 150, "lines")
        self.clean("sim/a.hpp", HEADER + "x\n" * 149)
        self.found("sim/a.cpp", "x", "no newline")
        self.found("sim/a.cpp", "\tx\n", "tab")
        self.found("sim/a.cpp", "x \n", "blank")

    def test_headers_once(self):
        self.found("sim/a.hpp", "int a;\n", "pragma")

    def test_top_level(self):
        self.found("docs/a.md", "x\n", "top level")
        self.clean(".editorconfig", "x\n")
        self.found("sim/README.md", "x\n" * 61, "one screen")

    def test_unfinished(self):
        self.found("tools/notes.md", "TO" "DO\n", "do it")
        self.clean("tools/notes.md", "mktemp X" "XXXXX\n")

    def test_executable(self):
        self.found("tools/run", "#!/bin/sh\n", "executed")


if __name__ == "__main__":
    unittest.main()
