"""Starts gvlsim and tools/real/run.rb for the tests beside this file: SCRIPT GVLSIM RUBY."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

GVLSIM, RUBY = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RUN_RB = os.path.join(ROOT, "tools", "real", "run.rb")


class RealCase(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory(prefix="gvlsim real ")
        self.addCleanup(self.holder.cleanup)

    def path(self, name):
        return os.path.join(self.holder.name, name)

    def write(self, name, content):
        """A file of this text, or of this value as JSON; its path."""
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(content if isinstance(content, str) else json.dumps(content))
        return self.path(name)

    def scenario(self, threads=(), **others):
        model = others.pop("model", "cruby-" + ".".join(ruby_version().split(".")[:2]))
        return self.write("scenario.json", {
            "format": 1, "name": "a test", "runtime": {"model": model, **others.pop("runtime", {})},
            "threads": list(threads), **others})

    def gvlsim(self, *words):
        return run([GVLSIM, *words])

    def run_rb(self, *words, given="", environment=None):
        return run([RUBY, "-W:no-experimental", RUN_RB, *words], given, environment)


def run(words, given="", environment=None):
    return subprocess.run(words, cwd=ROOT, input=given, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=240,
                          env={**os.environ, **(environment or {})})


def ruby_version():
    return json.loads(run([RUBY, RUN_RB, "--tell"]).stdout)["version"]


def main():
    unittest.main(argv=sys.argv[:1])
