#!/usr/bin/env python3
"""Builds and runs the yardsticks and prints the table of README.md.

    tools/bench/compare.py [--rounds 10000000] [--repetitions 5] [--queue]

Whole processes are compared by the processor time they take (user and system), the minimum of
some repetitions, one after the other so that a busy machine hits all alike. What is not installed
is left out: Debian's libsimgrid-dev, libns3-dev, python3-simpy; libbenchmark-dev for --queue.
"""

import argparse
import datetime
import json
import os
import re
import resource
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, ".build", "bench")
THREADS = (2, 10, 100, 1000)
# The file whose instructions the tests count; threads and rounds are set by --set.
SCENARIO = os.path.join(ROOT, "tests", "instructions", "lock.json")


def build(target):
    subprocess.run(["cmake", "-S", ROOT, "-B", BUILD, "-GNinja", "--log-level=WARNING",
                    "-DCMAKE_BUILD_TYPE=Release", "-DGVLSIM_TESTS=OFF"],
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", BUILD, "-j2", "--quiet", target], check=True)


def seconds(command):
    """Processor time of a process; None where it cannot run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def has_simpy(python):
    probe = subprocess.run([python, "-c", "import simpy"], stderr=subprocess.DEVNULL, check=False)
    return probe.returncode == 0


def engines(rounds):
    """(name, command for T threads, rounds): slow ones get fewer rounds."""
    def program(name):
        return os.path.join(BUILD, name)
    yield "hand-written loop", lambda t, n: [program("peer_hand"), str(t), str(n)], rounds
    yield ("gvlsim run", lambda t, n: [program("gvlsim"), "run", SCENARIO, "--json", "--set",
                                       f"threads={t}", "--set", f"rounds={n}"], rounds)
    yield ("bare coroutines", lambda t, n: [program("peer_coroutines"), str(t), str(n)], rounds)
    if os.path.exists(program("peer_ns3")):
        yield "ns-3", lambda t, n: [program("peer_ns3"), str(t), str(n)], rounds // 4
    if os.path.exists(program("peer_simgrid")):
        yield "SimGrid", lambda t, n: [program("peer_simgrid"), str(t), str(n)], rounds // 40
    python = "/usr/bin/python3"
    if has_simpy(python):
        script = os.path.join(ROOT, "tools", "bench", "peers", "simpy_lock.py")
        yield "SimPy", lambda t, n: [python, script, str(t), str(n)], rounds // 100


def lock_workload(rounds, repetitions):
    for target in ("gvlsim", "gvlsim_peers"):
        build(target)
    known = list(engines(rounds))
    best = {}
    for _ in range(repetitions):
        for name, command, count in known:
            for threads in THREADS:
                taken = seconds(command(threads, count))
                if taken is not None:
                    ns = taken / count * 1e9
                    best[name, threads] = min(ns, best.get((name, threads), ns))
    print("| ns per round (ratio) | " + " | ".join(f"T={t}" for t in THREADS) + " |")
    print("|---" * (len(THREADS) + 1) + "|")
    for name, _, _ in known:
        cells = []
        for threads in THREADS:
            ns, yardstick = best.get((name, threads)), best["hand-written loop", threads]
            cells.append(f"{ns:.0f} ({ns / yardstick:.2f})" if ns else "-")
        print(f"| {name} | " + " | ".join(cells) + " |")


def micro_benchmarks(repetitions):
    build("gvlsim_bench")
    run = subprocess.run([os.path.join(BUILD, "gvlsim_bench"), "--benchmark_format=json",
                          f"--benchmark_repetitions={repetitions}"],
                         check=True, stdout=subprocess.PIPE)
    best = {}
    units = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
    for result in json.loads(run.stdout)["benchmarks"]:
        if result["run_type"] == "iteration":
            name = result["run_name"]
            ns = 1e9 / result["items_per_second"] if "items_per_second" in result else \
                result["cpu_time"] * units[result["time_unit"]]
            best[name] = min(ns, best.get(name, ns))
    print("\n| event queue, hold model | ns per pair | bare heap | ratio |")
    print("|---|---|---|---|")
    for name, ns in best.items():
        found = re.fullmatch(r"hold_with_event_queue/(\d+)", name)
        if found:
            bare = best[f"hold_with_bare_heap/{found.group(1)}"]
            print(f"| {found.group(1)} events | {ns:.0f} | {bare:.0f} | {ns / bare:.2f} |")
    print("\n| other | ns per item |")
    print("|---|---|")
    for name, ns in best.items():
        if not name.startswith("hold_"):
            print(f"| {name} | {ns:.0f} |")


def main():
    parser = argparse.ArgumentParser(description="gvlsim beside other engines")
    parser.add_argument("--rounds", type=int, default=10_000_000)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--queue", action="store_true", help="the micro-benchmarks, too")
    options = parser.parse_args()
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    print(f"{datetime.date.today()}, {os.cpu_count()} x {model.group(1) if model else '?'}\n")
    lock_workload(options.rounds, options.repetitions)
    if options.queue:
        micro_benchmarks(options.repetitions)


if __name__ == "__main__":
    sys.exit(main())
