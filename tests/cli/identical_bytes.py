"""Same file + same seed = the same bytes: runs one scenario with several builds of gvlsim (other
compiler, other optimisation, sanitizers) and compares exit code, output and written files.
"""

import argparse
import json
import os
import re
import sys

from transcript import ROOT, Sandbox

# Enough to reach every rule; keeps the unoptimised build within seconds. Being cut off there is
# part of what is compared.
LIMIT = "--max-events 200000"


def results(program, scenario):
    """[(command, exit code, output, messages, timeline)] of one build, in order."""
    with Sandbox(program) as sandbox:
        def run(arguments):
            timeline = os.path.join(sandbox.folder, "timeline.csv")
            command = f"gvlsim run '{scenario}' {arguments} {LIMIT}"
            code, output, errors = sandbox.run(command)
            rows = None
            if os.path.exists(timeline):
                with open(timeline, encoding="utf-8") as file:
                    rows = file.read().split("\n")
                os.remove(timeline)
            found.append((command, code, output, errors, rows))
            return output

        found = []
        names = case_names(run("--json"))
        for name in names[:: max(1, len(names) // 3)] or [None]:
            chosen = f"--case {shell_quoted(name)} " if name else ""
            run(chosen + "--timeline timeline.csv --ticks")
        return found


def case_names(output):
    try:
        return [case["case"] for case in json.loads("\n".join(output)).get("cases", [])]
    except ValueError:
        return []


def shell_quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def first_difference(one, other):
    for index, (left, right) in enumerate(zip(one or [], other or []), 1):
        if left != right:
            return f"line {index}:\n    {left}\n    {right}"
    return f"{len(one or [])} and {len(other or [])} lines"


def problems(builds, scenario):
    first = results(builds[0], scenario)
    for command, code, _, errors, _ in first:
        if code not in (0, 1, 3):
            yield f"{builds[0]}: $ {command}: exit {code}\n" + "\n".join(errors)
    for build in builds[1:]:
        for one, other in zip(first, results(build, scenario)):
            parts = zip(("exit", "output", "messages", "timeline"), one[1:], other[1:])
            for part, left, right in parts:
                if left != right:
                    where = first_difference(left, right) if part != "exit" else (left, right)
                    yield f"$ {one[0]}: {part} of\n  {builds[0]} and\n  {build} differ: {where}"


def main():
    parser = argparse.ArgumentParser(description="Compares the results of several builds.")
    parser.add_argument("--builds", required=True, help="programs, separated by |")
    parser.add_argument("scenario", help="below the repository's root")
    options = parser.parse_args()
    with open(os.path.join(ROOT, options.scenario), encoding="utf-8") as file:
        if not re.search(r'"format"\s*:\s*1', file.read()):
            print("not a scenario")
            return
    found = list(problems(options.builds.split("|"), options.scenario))
    print("\n".join(found or ["the same bytes"]))
    sys.exit(1 if found else 0)


main()
