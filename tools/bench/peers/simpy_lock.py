"""The lock workload with SimPy: a process per thread and a Resource."""

import random
import sys

import simpy


def thread(env, lock, draw, rounds, waits):
    for _ in range(rounds):
        asked_at = env.now
        with lock.request() as turn:
            yield turn
            waits[0] += env.now - asked_at
            yield env.timeout(draw(1 / 1e6))
        yield env.timeout(draw(1 / 9e6))


def main():
    threads, rounds = int(sys.argv[1]), int(sys.argv[2])
    env = simpy.Environment()
    lock = simpy.Resource(env, 1)
    waits = [0.0]
    for number in range(threads):
        draw = random.Random(number).expovariate
        env.process(thread(env, lock, draw, rounds // threads, waits))
    env.run()
    print(f"end {env.now:.0f} ns, waits {waits[0]:.0f} ns")


if __name__ == "__main__":
    main()
