"""A recording of a million events is imported in less than 200 bytes of memory per event, the
whole program included, and its round trip holds.

The recording is made here, by eight threads that take turns with a lock, and goes straight into
the program's standard input.
"""

import argparse
import heapq
import random
import resource
import subprocess
import sys

EVENTS = 1_000_000  # objects of the file, two for each change of state
BYTES_PER_EVENT = 200


def changes(count):
    """(microseconds, thread, state) of at least `count` changes, in order of time."""
    chance = random.Random(1)
    made = [(0.0, 0, "started_tracing")]
    now, ready, asleep = 0.0, [], []
    for thread in range(1, 9):
        made += [(now + 30, thread, "started"), (now + 50, thread, "wants_gvl")]
        now += 50
        ready.append(thread)
    now += 20
    made.append((now, 0, "waiting"))
    while len(made) < count:
        if ready:
            thread = ready.pop(0)
        else:
            wakes, thread = heapq.heappop(asleep)
            now = max(now, wakes)
            made.append((now, thread, "wants_gvl"))
        begin = now + 8
        now = begin + chance.uniform(100, 3000)  # bursts that no quantum cuts
        made.append((begin, thread, "running"))
        while asleep and asleep[0][0] < now:
            wakes, other = heapq.heappop(asleep)
            made.append((max(wakes, begin), other, "wants_gvl"))
            ready.append(other)
        made.append((now, thread, "waiting"))
        heapq.heappush(asleep, (now + chance.uniform(1000, 20000), thread))
    now += 40000
    return made + [(now, 0, "wants_gvl"), (now, 0, "running"), (now + 100, 0, "stopped_tracing")]


def lines():
    yield '[\n{"ph":"M","pid":9,"name":"process_name","args":{"name":"Ruby threads view (3.4.9)"}}'
    for time, thread, state in changes(EVENTS // 2):
        place = f'"pid":9,"tid":{thread},"ts":{time:.6f}'
        yield f',\n{{"ph":"E",{place}}},\n{{"ph":"B",{place},"name":"{state}"}}'
    yield "\n]\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    program = parser.parse_args().program
    with subprocess.Popen([program, "import", "-"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
        process.stdin.write("".join(lines()).encode())
        process.stdin.close()
        report = process.stdout.read().decode()
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    print(report)
    print(f"{peak / EVENTS:.0f} bytes per event")
    good = process.returncode == 0 and "round trip holds" in report
    return 0 if good and peak < BYTES_PER_EVENT * EVENTS else 1


if __name__ == "__main__":
    sys.exit(main())
