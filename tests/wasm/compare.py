"""Runs the digests program of this machine and the one in wasm on all scenario files.

    compare.py PROGRAM DIGESTS.JS
"""

import difflib
import glob
import subprocess
import sys

FILES = sorted(set(glob.glob("scenarios/**/*.json", recursive=True)
                   + glob.glob("tests/golden/**/*.json", recursive=True))
               - {"scenarios/schema.json"})


def lines(command):
    run = subprocess.run(command + FILES, check=True, stdout=subprocess.PIPE, encoding="utf-8")
    return run.stdout.splitlines()


here, wasm = lines([sys.argv[1]]), lines(["node", sys.argv[2]])
different = list(difflib.unified_diff(here, wasm, "native", "wasm", lineterm="", n=0))
print("\n".join(different))
print(f"{len(FILES)} files, {len(here)} lines")
# Each file gives its name and, unless it is one for the loader only, a line per case.
sys.exit(bool(different) or len(here) < 2 * len(FILES))
