#!/usr/bin/env python3
"""Makes recordings and their scenario files from the measured runs of CRuby's GVL.

    convert.py FOLDER

FOLDER holds a_fib_sleep, d_slices, e_priority and g_job_timeline, one JSON file per run: probes on
miniruby of the release tags, 2 virtual x86-64 cores, Debian 12, Linux 6.18, CONFIG_HZ 250. The
recordings (scenarios/RECORDING.md) go beside this script, the programs that were run to
scenarios/real. Nothing is smoothed or left out but what cannot be told apart, as said below.
"""
import gzip
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
SCENARIOS = HERE.parents[2] / "scenarios" / "real"
GATE = 20_000_000  # ns: the probes' threads all sleep until a common start
MACHINE = {"cores": 2, "cpu": "x86-64, virtual", "os": "Debian 12, Linux 6.18, CONFIG_HZ 250"}


def ns(milliseconds):
    return round(milliseconds * 1e6)


def ms(nanoseconds):
    text = f"{nanoseconds / 1e6:.6f}".rstrip("0").rstrip(".")
    return text + "ms"


def quantum_of(path):
    """From the name: 3.4.9_q10_cpu2.json; without q it is 100 ms."""
    parts = path.stem.split("_")
    asked = [part[1:] for part in parts[1:] if part[:1] == "q" and part[1:].isdigit()]
    return int(asked[0]) if asked else 100


def write_recording(name, path, data, case, runs, missing):
    environment = data["env"]
    version = environment["ruby"]
    load = float(environment["loadavg_1min_at_start"])
    recording = {
        "gvlsim_recording": 1,
        "source": f"{path.parent.name}/{path.name} of the measured runs of CRuby's GVL, "
                  f"machine lock {environment['machine_lock']}",
        "case": case,
        "ruby": {"engine": "ruby", "version": version,
                 "description": environment["ruby_description"]},
        "model": f"cruby-{version}", "quantum_ms": quantum_of(path),
        "machine": {**MACHINE, "load": load},
        "runs": runs,
        "what_was_not_recorded": missing,
    }
    text = json.dumps(recording, separators=(",", ":")) + "\n"
    target = HERE / f"{name}.json.gz"
    with open(target, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        packed.write(text.encode())


def case_line(name, params, more=""):
    return f'    {{ "name": {json.dumps(name)}, "params": {json.dumps(params)}{more} }}'


def write_scenario(name, head, cases, tail="  ]\n}\n"):
    (SCENARIOS / f"{name}.json").write_text(head + ",\n".join(cases) + "\n" + tail)


def fib_sleep(folder):
    cases = []
    for path in sorted(folder.glob("a_fib_sleep/*.json")):
        data = json.loads(path.read_text())
        quantum = quantum_of(path)
        rep = path.stem[-1]
        case = f"{data['env']['ruby']}, quantum {quantum} ms, run {rep}"
        asked = data["sleep_i_ms"]
        contended = data["sleep_iterations_ms_raw"][:data["sleep_iterations_while_fib_ran"]]
        run = {
            "end_ns": round(data["total_s"] * 1e9),
            "threads": [{"name": "fib", "cpu_ns": round(data["fib_thread_cpu_s"] * 1e9)}],
            "lateness": [{"thread": "sleeper", "while": "fib", "asked_ns": ns(asked),
                          "late_ns": [ns(value - asked) for value in contended]}],
            "figures": {"thread.fib.end_s": data["fib_thread_finished_at_s"],
                        "thread.sleeper.end_s": data["sleep_thread_finished_at_s"]},
        }
        write_recording(f"fib_sleep_{path.stem}", path, data, case, [run],
                        ["the states of the threads: the sleeper's iterations were"])
        params = {"model": f"cruby-{data['env']['ruby']}", "quantum": f"{quantum}ms",
                  "s": ms(ns(asked)), "cpu": ms(data["fib_thread_cpu_s"] * 1e7)}
        tolerance = "3.5%" if data["env"]["ruby"].startswith("3.0") else "2%"
        more = f',\n      "measured": {{ "end_s": {data["total_s"]} }}, "tolerance": "{tolerance}"'
        cases.append(case_line(case, params, more))
    write_scenario("fib_sleep", FIB_HEAD, cases)


def turns(slices):
    """[thread, start, length] as recorded: a gap in which nobody else ran is part of the turn."""
    joined = []
    for thread, start, length in sorted(slices, key=lambda entry: entry[1]):
        if joined and joined[-1][0] == thread:
            joined[-1][2] = start + length
        else:
            joined.append([thread, start, start + length])
    return joined


def slices(folder, kind):
    cases = []
    for path in sorted(folder.glob(f"{kind}/*.json")):
        data = json.loads(path.read_text())
        version, quantum = data["env"]["ruby"], quantum_of(path)
        cpus = data["cpu_threads"]
        case = path.stem.replace("_", " ")
        run = {"threads": [], "lateness": []}
        first = list(range(1, cpus + 1))
        if data["sleepers"] == 0:
            joined = turns(data["slices_raw"])
            first = []
            for thread in range(cpus):
                mine = [turn for turn in joined if turn[0] == thread]
                first.append((mine[0][1], thread))
                changes = [[ns(max(data["slices_raw"][0][1], 0)), "ready"]]
                for _, start, end in mine:
                    changes += [[ns(start), "running"], [ns(end), "ready"]]
                changes[-1][1] = "died"
                run["threads"].append({"name": f"cpu-{thread + 1}", "changes": changes})
                run.setdefault("slices", {})[f"cpu-{thread + 1}"] = [
                    ns(end - start) for _, start, end in mine[1:-1]]
            first = [thread + 1 for _, thread in sorted(first)]
            missing = ["main", "gaps under 1 ms within a turn"]
        else:
            # Only the first sleeper's were written down.
            run["lateness"] = [{"thread": "sleeper-1",
                                "asked_ns": ns(data["sleep_ms"]),
                                "late_ns": [ns(late) for _, late in data["wake_latency_raw"]]}]
            missing = ["the states of the threads: the sleeper's iterations were",
                       "the end: every run was stopped after a fixed time"]
        prefix = "priority" if kind == "e_priority" else "slices"
        write_recording(f"{prefix}_{path.stem}", path, data, case, [run], missing)
        cases.append((case, data, version, quantum, first))
    return cases


def slice_files(folder):
    with_sleepers, alone = [], {2: [], 3: []}
    for kind in ("d_slices", "e_priority"):
        for case, data, version, quantum, first in slices(folder, kind):
            params = {"model": f"cruby-{version}", "quantum": f"{quantum}ms",
                      "length": ms(ns(data["duration_s"] * 1e3) + GATE)}
            cpus = data["cpu_threads"]
            if data["sleepers"]:
                params.update(cpus=cpus, sleepers=data["sleepers"], s=ms(ns(data["sleep_ms"])))
                if data["sleeper_priority"]:
                    params["priority"] = data["sleeper_priority"]
                with_sleepers.append(case_line(case, params))
                continue
            # Who was first at the gate is chance; the case begins as the recording does.
            for place, thread in enumerate(first):
                params[f"first{place + 1}"] = f"cpu-{thread}"
            for thread, priority in enumerate(data["priorities"]):
                params[f"priority{thread + 1}"] = priority
            alone[cpus].append(case_line(case, params))
    write_scenario("sleepers", SLEEPERS_HEAD, with_sleepers)
    for cpus, cases in alone.items():
        threads = [cpu_thread(number) for number in range(1, cpus + 1)]
        params = ", ".join(f'"first{n}": "cpu-{n}", "priority{n}": 0' for n in range(1, cpus + 1))
        words = {2: "Two", 3: "Three"}[cpus]
        head = (TURNS_HEAD.replace("WORD", words).replace("PARAMS", params)
                .replace("THREADS", ",\n".join(threads)).replace("MAIN", main_in_order(cpus)))
        write_scenario(f"turns_{cpus}", head, cases)


def cpu_thread(number):
    return (f'    {{ "name": "cpu-{number}", "start": "20ms", "priority": "$priority{number}",\n'
            f'      "do": [ {{ "cpu": "1000s" }} ] }}')


def main_in_order(number):
    """Makes the threads so that they come in the order of the recording."""
    spawns = "\n".join(f'    {{ "spawn": "$first{place}" }},' for place in range(1, number + 1))
    return f'{{ "do": [\n{spawns}\n    {{ "join": "all" }} ] }}'


def busy(jobs):
    """Time during which somebody computed: the lock was taken."""
    total, until = 0.0, 0.0
    for _, start, computed, _ in sorted(jobs, key=lambda job: job[1]):
        total += max(0.0, computed - max(start, until))
        until = max(until, computed)
    return total


def interrupted(jobs):
    """By job: whether another thread began or ended something while it computed."""
    return [any(other[0] != job[0] and any(job[1] < time < job[2] for time in other[1:])
                for other in jobs) for job in jobs]


def cpu_of_jobs(jobs):
    """What each job computed: as recorded, or where it was interrupted the mean of the rest."""
    marks = interrupted(jobs)
    known = sum(job[2] - job[1] for job, mark in zip(jobs, marks) if not mark)
    rest = (busy(jobs) - known) / max(1, sum(marks))
    return [rest if mark else job[2] - job[1] for job, mark in zip(jobs, marks)]


def job_case(case, version, quantum, recorded):
    n, jobs = recorded["threads"], recorded["jobs"]
    order = [job[0] for job in jobs]
    order = sorted(set(order), key=order.index)
    lines = []
    for thread in range(n):
        steps = [f'{{ "span": "job", "do": [ {{ "cpu": "{ms(ns(cpu))}" }}, '
                 '{ "sleep": "50ms" } ] }'
                 for job, cpu in zip(jobs, cpu_of_jobs(jobs)) if job[0] == thread]
        lines.append(f'      "jobs{thread + 1}": [\n        ' + ",\n        ".join(steps) + " ]")
    # All wake at the same instant, in the order of the recording; main makes one every 30 us.
    places = ", ".join(f'"first{place + 1}": "worker-{thread + 1}"'
                       for place, thread in enumerate(order))
    starts = ", ".join(f'"start{thread + 1}": "{ms(GATE - 25_000 * place)}"'
                       for place, thread in enumerate(order))
    return (f'    {{ "name": "{case}", "params": {{\n'
            f'      "model": "cruby-{version}", "quantum": "{quantum}ms",\n'
            f'      {places},\n      {starts},\n' + ",\n".join(lines) + " } }")


def job_files(folder):
    cases = {}
    for path in sorted(folder.glob("g_job_timeline/*.json")):
        data = json.loads(path.read_text())
        version, quantum = data["env"]["ruby"], quantum_of(path)
        seen = {}
        for recorded in data["runs"]:
            n, jobs = recorded["threads"], recorded["jobs"]
            seen[n] = seen.get(n, 0) + 1
            case = f"{version}, quantum {quantum} ms, run {seen[n]}"
            run = {"end_ns": round(recorded["real_s"] * 1e9) + GATE,
                   "jobs": [[f"worker-{thread + 1}", ns(start) + GATE, ns(computed) + GATE,
                             ns(done) + GATE] for thread, start, computed, done in jobs]}
            write_recording(f"jobs_{n}_{version}_q{quantum}_run{seen[n]}", path, data, case, [run],
                            ["the states of the threads: the times of each job were",
                             "CPU time: computing is the time in which any thread computed"])
            cases.setdefault(n, []).append(job_case(case, version, quantum, recorded))
    for n, lines in cases.items():
        threads = [f'    {{ "name": "worker-{k}", "start": "$start{k}", "do": "$jobs{k}" }}'
                   for k in range(1, n + 1)]
        params = ",\n              ".join(
            f'"first{k}": "worker-{k}", "start{k}": "20ms", "jobs{k}": []' for k in range(1, n + 1))
        head = (JOBS_HEAD.replace("NUMBER", str(n)).replace("PARAMS", params)
                .replace("THREADS", ",\n".join(threads)).replace("MAIN", main_in_order(n)))
        write_scenario(f"jobs_{n}", head, lines)


FIB_HEAD = """\
// Ruby feature 20861's program on real Rubies: a thread that sleeps 100 times beside one that
// computes 100 times. What the fib thread computed is its CPU time / 100, the sleep is the recorded
// one; the rest is simulated. `gvlsim compare scenarios/real/fib_sleep.json --case NAME --measured
// tests/data/real/fib_sleep_….json.gz` sets the single stalls beside each other.
// Made by tests/data/real/convert.py.
{
  "format": 1,
  "name": "fib and sleep, recorded",
  "source": "a_fib_sleep of the measured runs: tests/data/real/README.md",
  "params": { "model": "cruby-3.4", "quantum": "100ms", "s": "50ms", "cpu": "50ms" },
  "runtime": { "model": "$model", "quantum": "$quantum", "platform": "linux-measured" },
  "threads": [
    { "name": "sleeper", "do": [ { "repeat": 100, "do": [ { "sleep": "$s" } ] } ] },
    { "name": "fib", "do": [ { "repeat": 100, "do": [ { "cpu": "$cpu" } ] } ] }
  ],
  "cases": [
"""

SLEEPERS_HEAD = """\
// Threads that sleep in a loop beside threads that only compute: how late does a sleeper run?
// `gvlsim compare scenarios/real/sleepers.json --case NAME --measured
// tests/data/real/slices_….json.gz` (or priority_…) sets the sleeps beside the recorded ones. On
// 3.0 there are two answers, by who is faster when the lock changes hands: 63 or 100 ms after a
// sleep of 37 ms.
// Made by tests/data/real/convert.py.
{
  "format": 1,
  "name": "sleepers beside computing threads, recorded",
  "source": "d_slices and e_priority of the measured runs: tests/data/real/README.md",
  "params": { "model": "cruby-3.4", "quantum": "100ms", "cpus": 1, "sleepers": 1, "s": "37ms",
              "priority": 0, "length": "5.02s" },
  "runtime": { "model": "$model", "quantum": "$quantum", "platform": "linux-measured" },
  "threads": [
    { "name": "sleeper", "count": "$sleepers", "priority": "$priority", "start": "20ms",
      "do": [ { "repeat": "forever", "do": [ { "sleep": "$s" } ] } ] },
    { "name": "cpu", "count": "$cpus", "start": "20ms", "do": [ { "cpu": "1000s" } ] }
  ],
  "stop": { "at": "$length" },
  "cases": [
"""

TURNS_HEAD = """\
// WORD threads that only compute, each with its priority: how long are their turns with the lock,
// and in which order? They begin in the order of the recording. `gvlsim compare FILE --case NAME
// --measured tests/data/real/slices_….json.gz` (or priority_…) sets the turns beside each other.
// Made by tests/data/real/convert.py.
{
  "format": 1,
  "name": "turns of computing threads, recorded",
  "source": "d_slices and e_priority of the measured runs: tests/data/real/README.md",
  "params": { "model": "cruby-3.4", "quantum": "100ms", "length": "4.02s", PARAMS },
  "runtime": { "model": "$model", "quantum": "$quantum", "platform": "linux-measured" },
  "threads": [
THREADS
  ],
  "main": MAIN,
  "stop": { "at": "$length" },
  "cases": [
"""

JOBS_HEAD = """\
// Jobs of computing and sleeping 50 ms on NUMBER threads, which begin in the order of the
// recording. A job computes as long as recorded where nobody interrupted it, else for the mean of
// the others.
// `gvlsim compare FILE --case NAME --measured tests/data/real/jobs_….json.gz` says in which order
// jobs began and how many were interrupted. Made by tests/data/real/convert.py.
{
  "format": 1,
  "name": "jobs on NUMBER threads, recorded",
  "source": "g_job_timeline of the measured runs: tests/data/real/README.md",
  "params": { "model": "cruby-3.4", "quantum": "100ms",
              PARAMS },
  "runtime": { "model": "$model", "quantum": "$quantum", "platform": "linux-measured" },
  "threads": [
THREADS
  ],
  "main": MAIN,
  "cases": [
"""

if __name__ == "__main__":
    source = pathlib.Path(sys.argv[1])
    SCENARIOS.mkdir(exist_ok=True)
    fib_sleep(source)
    slice_files(source)
    job_files(source)
