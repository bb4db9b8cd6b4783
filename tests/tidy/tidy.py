"""Checks the rules of the house that a compiler does not: prints FILE:LINE: what, exits 1.

Each rule is a function below that yields findings; RULES lists them.
"""

import os
import re
import subprocess
import sys

TOP_LEVEL = {"sim", "models", "scenarios", "tests", "tools", "CMakeLists.txt", "README.md"}
README_LINES = 60  # one screen
SOURCE_LINES, HEADER_LINES, COLUMNS = 400, 150, 100

# Compiles in 9 seconds per file: only where JSON text becomes values.
MAY_USE_NLOHMANN = (
    r"models/scenario/json_text\.cpp",
    r"tools/import/\w+\.cpp",
    r"tests/.*",
)
# Shapes of random numbers need real numbers; time, order and lock rules must not.
NO_FLOATING_POINT = r"models/gvl/.*|sim/(?!random|exact_math).*"
NOT_REPRODUCIBLE = {
    r"\b(steady|system|high_resolution|utc|file)_clock\b": "a clock of the machine",
    r"(\bstd|[^\w:.>)\]]|^)::time\s*\(|\btime\s*\(\s*(NULL|nullptr|0|&)": "a clock of the machine",
    r"\b(gettimeofday|clock_gettime|localtime|gmtime)\b": "a clock of the machine",
    r"\b(random_device|default_random_engine|random_shuffle)\b": "chance from outside",
    r"\bs?rand\s*\(": "chance from outside",
    r"\bstd::\w+_distribution\b": "differs between standard libraries (use sim/random)",
    r"\bstd::(mutex|thread|jthread|async|atomic|this_thread)\b": "threads (only in tools)",
    r"\bstd::locale\b|\bsetlocale\b|\bgetenv\b": "the environment",
    r"\bstd::(set|map|priority_queue)<\s*(const\s+)?[\w:]+\s*(const\s*)?\*": "order of pointers",
    r"\bstd::hash<[^>]*\*": "order of pointers",
    r"\bstd::(exp|log|log2|log10|pow|sin|cos|tan|cbrt|erf|tgamma|lgamma)\b":
        "libm's last digit (use sim/exact_math)",
}
UNORDERED = re.compile(r"\bunordered_(multi)?(map|set)\s*<")


class Tree:
    def __init__(self, root):
        self.root = root
        self.names = self.list_names()
        self.cache = {}

    def list_names(self):
        """Files under git and new ones not ignored, relative to the root, sorted."""
        command = ["git", "-c", "safe.directory=*", "-C", self.root, "ls-files", "-z",
                   "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()
        return sorted({name for name in names.split("\0")
                       if name and os.path.isfile(os.path.join(self.root, name))})

    def lines(self, name):
        if name not in self.cache:
            with open(os.path.join(self.root, name), encoding="utf-8", errors="replace") as file:
                self.cache[name] = file.read().split("\n")
        return self.cache[name]

    def sources(self, pattern=r".*", endings=(".cpp", ".hpp")):
        """Names of C++ files whose whole name matches."""
        return [n for n in self.names if n.endswith(endings) and re.fullmatch(pattern, n)]

    def code(self, name):
        """(line number, line) without comments and the contents of strings."""
        inside = False
        for number, line in enumerate(self.lines(name), 1):
            line, inside = without_comments(line, inside)
            yield number, line


def without_comments(line, inside):
    result = ""
    while line:
        if inside:
            end = line.find("*/")
            line, inside = ("", True) if end < 0 else (line[end + 2:], False)
            continue
        match = re.search(r'//|/\*|"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', line)
        if not match:
            return result + line, False
        result += line[:match.start()]
        line, found = line[match.end():], match.group()
        if found == "//":
            return result, False
        inside = found == "/*"
        result += "" if inside else found[0] * 2
    return result, inside


def includes(tree, name):
    for number, line in enumerate(tree.lines(name), 1):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if match:
            yield number, match.group(1) == '"', match.group(2)


def include_directions(tree):
    """tools -> models -> sim -> standard library and Boost.Heap; includes start at the root."""
    known = {"sim": ("sim",), "models": ("sim", "models"), "tools": ("sim", "models", "tools"),
             "tests": ("sim", "models", "tools", "tests")}
    for name in tree.sources():
        folder = name.split("/")[0]
        for number, own, target in includes(tree, name):
            if own:
                if target.split("/")[0] not in known.get(folder, ()):
                    yield name, number, f"{folder} must not include \"{target}\""
                elif target not in tree.names and target != "tools/version.hpp":
                    yield name, number, f"\"{target}\" is no file below the root"
            elif folder == "sim" and not re.fullmatch(r"\w+|boost/(heap|random)[./].*", target):
                yield name, number, f"sim must not include <{target}>"


def json_library(tree):
    """nlohmann/json only in the files listed."""
    for name in tree.sources():
        for number, _, target in includes(tree, name):
            if target.startswith("nlohmann/"):
                if not any(re.fullmatch(allowed, name) for allowed in MAY_USE_NLOHMANN):
                    yield name, number, "nlohmann/json is only for the files listed in tidy.py"


def reproducible(tree):
    """Nothing in sim and models that differs between two runs or two machines."""
    for name in tree.sources(r"(sim|models)/.*"):
        for number, line in tree.code(name):
            for pattern, why in NOT_REPRODUCIBLE.items():
                if re.search(pattern, line):
                    yield name, number, f"{re.search(pattern, line).group().strip()}: {why}"
            marked = "never iterated" in "".join(tree.lines(name)[max(0, number - 2):number])
            if UNORDERED.search(line) and not marked:
                yield name, number, "unordered container: say `never iterated` beside it"


def floating_point(tree):
    """No floating point where time, order and locks are decided."""
    for name in tree.sources(NO_FLOATING_POINT):
        for number, line in tree.code(name):
            if re.search(r"\b(float|double)\b", line):
                yield name, number, "floating point decides nothing here"


def lengths(tree):
    """Lines, sources and headers within their limits; no tabs or blanks at the end."""
    for name in tree.sources(endings=(".cpp", ".hpp", ".py", ".sh", ".cmake", "CMakeLists.txt")):
        lines = tree.lines(name)
        limit = {".cpp": SOURCE_LINES, ".hpp": HEADER_LINES}.get(os.path.splitext(name)[1])
        if limit and len(lines) - 1 > limit:
            yield name, limit, f"{len(lines) - 1} lines, more than {limit}"
        if lines[-1] != "":
            yield name, len(lines), "no newline at the end"
        for number, line in enumerate(lines, 1):
            if len(line) > COLUMNS:
                yield name, number, f"{len(line)} columns, more than {COLUMNS}"
            if "\t" in line or line != line.rstrip():
                yield name, number, "tab or blank at the end"


def headers_once(tree):
    """Every header has #pragma once."""
    for name in tree.sources(endings=(".hpp",)):
        if "#pragma once" not in tree.lines(name):
            yield name, 1, "no #pragma once"


def top_level(tree):
    """Only the agreed names at the top, each folder with a README of one screen."""
    tops = {name.split("/")[0] for name in tree.names}
    for top in sorted(tops):
        if top not in TOP_LEVEL and not top.startswith("."):
            yield top, 1, "not one of the names agreed for the top level"
    for folder in sorted(top for top in tops & TOP_LEVEL if f"{top}" not in tree.names):
        readme = f"{folder}/README.md"
        if readme not in tree.names:
            yield readme, 1, "missing: purpose, what may include what, how to add one"
        elif len(tree.lines(readme)) > README_LINES + 1:
            yield readme, README_LINES, f"more than one screen ({README_LINES} lines)"


def unfinished(tree):
    """No notes about unfinished work."""
    words = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|X" + r"XX)\b")
    for name in tree.names:
        if not re.search(r"\.(json|csv|gz|png|svg)$", name):
            for number, line in enumerate(tree.lines(name), 1):
                if words.search(line):
                    yield name, number, f"{words.search(line).group()}: do it or file it"


def executable(tree):
    """A file that names its interpreter can be started."""
    for name in tree.names:
        if tree.lines(name)[0].startswith("#!"):
            if not os.access(os.path.join(tree.root, name), os.X_OK):
                yield name, 1, "has #! but may not be executed"


RULES = (include_directions, json_library, reproducible, floating_point, lengths, headers_once,
         top_level, unfinished, executable)


def main():
    tree = Tree(os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "."))
    findings = [finding for rule in RULES for finding in rule(tree)]
    for name, number, what in findings:
        print(f"{name}:{number}: {what}")
    print(f"{len(tree.names)} files, {len(findings)} findings")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
