"""Runs shell commands that start gvlsim in a throw-away folder and compares what they print.

The folder looks like the repository: scenarios/ is a copy, the other folders are links, and both
`gvlsim` and `tools/gvlsim` are the program under test. In expected text a line `…` stands for any
number of lines, and `…` inside a line for any characters.
"""

import os
import re
import shutil
import subprocess
import tempfile

ANYTHING = "…"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Sandbox:
    def __init__(self, program):
        self.holder = tempfile.TemporaryDirectory(prefix="gvlsim-cli-")
        self.folder = os.path.join(self.holder.name, "work")
        program = os.path.abspath(program)
        os.makedirs(os.path.join(self.folder, "tools"))
        os.makedirs(os.path.join(self.holder.name, "bin"))
        os.symlink(program, os.path.join(self.holder.name, "bin", "gvlsim"))
        os.symlink(program, os.path.join(self.folder, "tools", "gvlsim"))
        for name in os.listdir(ROOT):
            if name == "scenarios":
                shutil.copytree(os.path.join(ROOT, name), os.path.join(self.folder, name))
            elif name != "tools" and not name.startswith("."):
                os.symlink(os.path.join(ROOT, name), os.path.join(self.folder, name))

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.holder.cleanup()

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, command, merge=False):
        """Returns (exit code, standard output, standard error); merge: both in the former."""
        environment = {
            "PATH": os.path.join(self.holder.name, "bin") + ":/usr/local/bin:/usr/bin:/bin",
            "HOME": self.folder, "LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "dumb",
        }
        done = subprocess.run(
            ["sh", "-c", command], cwd=self.folder, env=environment, timeout=240,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if merge else subprocess.PIPE)
        return done.returncode, lines_of(done.stdout), lines_of(done.stderr or b"")


def lines_of(output):
    text = output.decode("utf-8", "backslashreplace")
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    else:
        lines.append("\\ no newline at the end")
    return lines


def matches(expected, actual):
    pattern = ""
    for line in expected:
        if line.strip() == ANYTHING:
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += "[^\n]*?".join(re.escape(part) for part in line.split(ANYTHING)) + "\n"
    return re.fullmatch(pattern, "".join(line + "\n" for line in actual)) is not None


def difference(title, expected, actual):
    text = [f"  {title} should be:"] + ["    " + line for line in expected or ["(nothing)"]]
    return text + [f"  {title} is:"] + ["    " + line for line in actual or ["(nothing)"]]


def updating(flag):
    return flag or os.environ.get("GVLSIM_UPDATE_GOLDEN") == "1"
