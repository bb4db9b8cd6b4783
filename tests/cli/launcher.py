"""The launcher tools/gvlsim, in a small tree of its own with a blank in its path: builds once, is
quiet on standard output, notices every kind of change, and says what is missing.
"""

import os
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CMAKE = """cmake_minimum_required(VERSION 3.22)
project(small LANGUAGES CXX)
file(GLOB sources CONFIGURE_DEPENDS sim/*.cpp)
add_executable(gvlsim tools/main.cpp ${sources})
"""
MAIN = """#include <cstdio>
#include <unistd.h>
int main(int count, char** words) {
    char text[4096];
    std::printf("%s in %s", "VERSION", getcwd(text, sizeof text));
    for (int i = 1; i < count; ++i) std::printf(" [%s]", words[i]);
    while (std::fgets(text, sizeof text, stdin)) std::printf(" <%s>", text);
    return 7;
}
"""


class LauncherTest(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory(prefix="gvlsim launcher ")
        self.addCleanup(self.holder.cleanup)
        self.tree = os.path.join(os.path.realpath(self.holder.name), "the tree")
        for folder in ("sim", "models", "tools/cmake"):
            os.makedirs(os.path.join(self.tree, folder))
        for name in ("tools/gvlsim", "tools/cmake/packages.sh"):
            shutil.copy(os.path.join(ROOT, name), os.path.join(self.tree, name))
        self.write("CMakeLists.txt", CMAKE)
        self.write("tools/main.cpp", MAIN)
        self.launcher = os.path.join(self.tree, "tools/gvlsim")

    def write(self, name, text):
        path = os.path.join(self.tree, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run_it(self, *words, program=None, cwd="/", given="", **options):
        return subprocess.run([program or self.launcher, *words], cwd=cwd, input=given, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def check(self, done, output, built):
        self.assertEqual((done.returncode, done.stdout), (7, output), done.stderr)
        self.assertEqual("building" in done.stderr, built, done.stderr)
        self.assertEqual(done.stderr == "", not built)

    def test_builds_once_and_notices_changes(self):
        self.check(self.run_it("a b", "", given="x"), "VERSION in / [a b] [] <x>", True)
        self.check(self.run_it(), "VERSION in /", False)

        link = os.path.join(self.holder.name, "a link")
        os.symlink("the tree/tools/gvlsim", link)
        self.check(self.run_it(program=link), "VERSION in /", False)
        self.check(self.run_it(program="./gvlsim", cwd=os.path.join(self.tree, "tools")),
                   f"VERSION in {self.tree}/tools", False)

        self.write("tools/main.cpp", MAIN.replace("VERSION", "changed"))
        self.check(self.run_it(), "changed in /", True)

        added = self.write("sim/a.cpp", "#error broken\n")
        for _ in range(2):
            broken = self.run_it()
            self.assertEqual((broken.returncode, broken.stdout), (2, ""))
            self.assertIn("#error broken", broken.stderr)
        os.remove(added)
        self.check(self.run_it(), "changed in /", True)
        self.check(self.run_it(), "changed in /", False)

        moved = os.path.join(self.holder.name, "moved")
        os.rename(self.tree, moved)
        self.launcher = os.path.join(moved, "tools/gvlsim")
        self.check(self.run_it(), "changed in /", False)
        os.utime(os.path.join(moved, "tools/main.cpp"))
        self.check(self.run_it(), "changed in /", True)

    def test_two_at_once_build_once(self):
        both = [subprocess.Popen([self.launcher], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 text=True, stdin=subprocess.DEVNULL, cwd="/") for _ in range(2)]
        messages = ""
        for one in both:
            output, errors = one.communicate()
            self.assertEqual((one.returncode, output), (7, "VERSION in /"), errors)
            messages += errors
        self.assertEqual(messages.count("building"), 1, messages)

    def poor_machine(self, user, apt):
        """A PATH with what Debian always has, without cmake, and a false apt-get."""
        folder = os.path.join(self.holder.name, "bin")
        os.mkdir(folder)
        names = ("sh find readlink mkdir cp mv touch tail tr rm flock cat ln c++ ninja make ld as "
                 "ar ranlib").split()
        for name in names:
            path = shutil.which(name)
            if path:
                os.symlink(path, os.path.join(folder, name))
        self.script(folder, "id", f"echo {user}")
        if apt:
            self.script(folder, "apt-get", apt)
        return {"PATH": folder}

    def script(self, folder, name, text):
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\n{text}\n")
        os.chmod(path, 0o755)

    def test_says_what_is_missing_without_root_or_apt(self):
        for user, apt in ((1000, "exit 0"), (0, "")):
            environment = self.poor_machine(user, apt)
            done = self.run_it(env=environment)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("apt-get install cmake", done.stderr)
            shutil.rmtree(environment["PATH"])

    def test_installs_what_is_missing(self):
        log = os.path.join(self.holder.name, "apt.log")
        environment = self.poor_machine(0, f"""
echo noise; echo "$*" >>'{log}'
case $* in
    *update*) : >'{log}.updated' ;;
    *) [ -e '{log}.updated' ] && ln -s '{shutil.which("cmake")}' "${{0%/*}}/cmake" ;;
esac""")
        self.check(self.run_it(env=environment), "VERSION in /", True)
        with open(log, encoding="utf-8") as file:
            calls = file.read().split("\n")[:-1]
        self.assertEqual(len(calls), 3, calls)  # refused, update, install
        self.assertTrue(calls[0].endswith(" install cmake") and calls[0] == calls[2], calls)


unittest.main()
