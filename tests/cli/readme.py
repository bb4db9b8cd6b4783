"""Runs every command of the ```console blocks in the Markdown files given, in order and in one
folder, and compares what it prints (both streams together) with the text below it.

A command is a line `$ …`, continued after a backslash at its end; `…` in the text stands for
anything. Commands that cannot run in a test belong into ```sh blocks without `$`. --update (or
GVLSIM_UPDATE_GOLDEN=1) puts in what the program prints now.
"""

import argparse
import sys

from transcript import Sandbox, difference, matches, updating


def is_command(line):
    return line.startswith("$ ")


def end_of(lines, index, stops):
    while index < len(lines) and not stops(lines[index]):
        index += 1
    return index


def run(path, program, update):
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    result, problems, inside, index = [], [], False, 0
    with Sandbox(program) as sandbox:
        while index < len(lines):
            line = lines[index]
            index += 1
            result.append(line)
            if line.startswith("```"):
                inside = line.strip() == "```console"
            if not inside or not is_command(line):
                continue
            number, command = index, line[2:]
            while command.endswith("\\"):
                result.append(lines[index])
                command = command[:-1] + lines[index].strip()
                index += 1
            end = end_of(lines, index, lambda text: is_command(text) or text.startswith("```"))
            shown, index = lines[index:end], end
            code, printed, _ = sandbox.run(command, merge=True)
            good = matches(shown, printed) and code in (0, 1, 2, 3)
            if not good:
                problems += [f"{path}:{number}: $ {command}", f"  exit code {code}"]
                problems += difference("output", shown, printed)
            result += shown if good else printed
    if problems and update:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(result))
        print(f"{path}: rewritten")
        return True
    print("\n".join(problems or [f"{path}: as shown"]))
    return not problems


def main():
    parser = argparse.ArgumentParser(description="Runs the commands shown in Markdown files.")
    parser.add_argument("--program", default=".build/test/gvlsim")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    good = [run(path, options.program, updating(options.update)) for path in options.files]
    sys.exit(0 if all(good) else 1)


main()
