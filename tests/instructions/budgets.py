"""Counts the instructions of fixed runs with callgrind and compares them with budgets.txt.

    budgets.py GVLSIM

A run that takes more than 3 % over its budget fails; one that takes far less is named, so that
somebody lowers the budget. GVLSIM_UPDATE_GOLDEN=1 writes the counts as the new budgets. Counts do
not depend on how busy the machine is, which times do.
"""

import os
import re
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
BUDGETS = os.path.join(FOLDER, "budgets.txt")
SLACK = 1.03
WORTH_LOWERING = 0.85


def parse(path):
    """[comment line] or [name, budget, arguments]."""
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line == "" or line.startswith("#"):
                yield [line]
            else:
                name, budget, arguments = line.split(None, 2)
                yield [name, int(budget), arguments]


def write_inputs(folder):
    operations = ", ".join(['{"cpu": "1.5ms"}, {"sleep": "9ms"}'] * 10_000)
    with open(os.path.join(folder, "long.json"), "w", encoding="utf-8") as file:
        file.write('{"format": 1, "runtime": {"model": "cruby-3.4"}, "threads": [{"name": "a", '
                   f'"do": [{operations}]}}]}}')


def count(program, arguments, folder):
    words = [word.replace("TMP", folder).replace("HERE", FOLDER) for word in arguments.split()]
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind", program]
        + words, env={"PATH": os.environ["PATH"], "LC_ALL": "C"}, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, check=False)
    found = re.search(rb"Collected : (\d+)", run.stderr)
    if found is None or run.returncode not in (0, 3):
        sys.exit(f"{arguments}: exit {run.returncode}\n{run.stderr.decode()}")
    return int(found.group(1))


def main():
    lines = list(parse(BUDGETS))
    failed = False
    with tempfile.TemporaryDirectory(prefix="gvlsim-") as folder:
        write_inputs(folder)
        for line in lines:
            if len(line) == 1:
                continue
            name, budget, arguments = line
            taken = count(sys.argv[1], arguments, folder)
            over = taken > budget * SLACK
            failed = failed or over
            remark = ("MORE THAN THE BUDGET" if over else
                      "the budget can be lowered" if taken < budget * WORTH_LOWERING else "")
            print(f"{name:28}{taken:15,}{100 * taken / budget:8.1f} %  {remark}")
            line[1] = taken
    if os.environ.get("GVLSIM_UPDATE_GOLDEN") == "1":
        with open(BUDGETS, "w", encoding="utf-8") as file:
            for line in lines:
                file.write(line[0] + "\n" if len(line) == 1 else
                           f"{line[0]:27} {line[1]:13} {line[2]}\n")
        failed = False
    sys.exit(failed)


if __name__ == "__main__":
    main()
