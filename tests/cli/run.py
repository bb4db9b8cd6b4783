"""Runs the .test files given: commands with the exact output that they must print.

    # A comment, kept when the file is rewritten.
    file wrong.json              a file to write first, its lines follow
    | { "format": 2 }
    $ gvlsim run wrong.json      a shell command
    ? 2                          its exit code, 0 where not written
    > a line of standard output
    ! a line of standard error

`…` stands for anything, see transcript.py. --update (or GVLSIM_UPDATE_GOLDEN=1) rewrites what
differs and leaves the rest alone.
"""

import argparse
import sys

from transcript import Sandbox, difference, matches, updating


class Command:
    def __init__(self, text, line):
        self.text, self.line = text, line
        self.code, self.output, self.errors = 0, [], []

    def written(self):
        code = [f"? {self.code}"] if self.code else []
        output = [f"> {line}" if line else ">" for line in self.output]
        errors = [f"! {line}" if line else "!" for line in self.errors]
        return ["$ " + self.text] + code + output + errors


def parse(path):
    """A list of Command, ("file", name, lines) and plain lines, in order."""
    items = []
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    if lines[-1] == "":
        lines.pop()
    for number, line in enumerate(lines, 1):
        last = items[-1] if items else None
        mark, rest = line[:1], line[2:]
        if line.startswith("$ "):
            items.append(Command(rest, number))
        elif line.startswith("file "):
            items.append(("file", line[5:], []))
        elif mark == "|" and isinstance(last, tuple):
            last[2].append(rest)
        elif mark and mark in ">!?" and isinstance(last, Command):
            if mark == "?":
                last.code = int(rest)
            else:
                (last.output if mark == ">" else last.errors).append(rest)
        elif line == "" or mark == "#":
            items.append(line)
        else:
            sys.exit(f"{path}:{number}: expected one of `$ > ! ? # |` or `file NAME`: {line}")
    return items


def run(path, program, update):
    items, problems = parse(path), []
    with Sandbox(program) as sandbox:
        for item in items:
            if isinstance(item, tuple):
                sandbox.write(item[1], "".join(line + "\n" for line in item[2]))
            elif isinstance(item, Command):
                problems += compare(path, item, *sandbox.run(item.text))
    if problems and update:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(written(items)) + "\n")
        print(f"{path}: rewritten")
        return True
    print("\n".join(problems or [f"{path}: as expected"]))
    return not problems


def compare(path, command, code, output, errors):
    """Says what differs, and puts what came out into the command."""
    text = []
    if code != command.code:
        text += [f"  exit code should be {command.code}, is {code}"]
        command.code = code
    if not matches(command.output, output):
        text += difference("standard output", command.output, output)
        command.output = output
    if not matches(command.errors, errors):
        text += difference("standard error", command.errors, errors)
        command.errors = errors
    return [f"{path}:{command.line}: $ {command.text}"] + text if text else []


def written(items):
    for item in items:
        if isinstance(item, Command):
            yield from item.written()
        elif isinstance(item, tuple):
            yield f"file {item[1]}"
            yield from (f"| {line}" if line else "|" for line in item[2])
        else:
            yield item


def main():
    parser = argparse.ArgumentParser(description="Runs .test files.")
    parser.add_argument("--program", default=".build/test/gvlsim")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    good = [run(path, options.program, updating(options.update)) for path in options.files]
    sys.exit(0 if all(good) else 1)


main()
