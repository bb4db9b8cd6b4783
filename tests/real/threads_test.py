"""Real threads: what must hold however busy the machine is. Order and bounds, no exact times."""

import json
import os

from support import RUBY, RealCase, main

MS = 1_000_000


class ThreadsTest(RealCase):
    def real(self, path, *words, code=0):
        """Runs it by gvlsim real; (the recording, what was printed)."""
        done = self.gvlsim("real", path, "--ruby", RUBY, "-o", self.path("rec"), "--disturbed", "2",
                           *words)
        self.assertEqual(done.returncode, code, done.stderr)
        with open(self.path("rec"), encoding="utf-8") as file:
            recording = json.load(file)
        for one in recording["runs"]:
            self.check_lock(one)
        return recording, done.stdout

    def run_of(self, path, *words):
        return self.real(path, *words)[0]["runs"][0]

    def check_lock(self, one):
        """The very thing a GVL is for: no two threads run at the same time."""
        turns = []
        for thread in one["threads"]:
            changes = thread["changes"]
            self.assertEqual([at for at, _ in changes], sorted(at for at, _ in changes))
            for (begin, state), (end, _) in zip(changes, changes[1:]):
                if state == "running":
                    turns.append((begin, end, thread["name"]))
        turns.sort()
        for (_, end, name), (begin, _, other) in zip(turns, turns[1:]):
            self.assertLessEqual(end, begin, f"{name} and {other} run at the same time")

    def threads(self, one):
        return {thread["name"]: thread for thread in one["threads"]}

    def test_a_sleeper_beside_one_that_computes(self):
        path = self.scenario([
            {"name": "sleeper", "do": [{"repeat": 15, "do": [{"sleep": "30ms"}]}]},
            {"name": "fib", "do": [{"repeat": 15, "do": [{"cpu": "30ms"}]}]}])
        recording, printed = self.real(path, "--repeat", "2")
        self.assertEqual(len(recording["runs"]), 2)
        self.assertIn("simulated as " + recording["model"], printed)
        for one in recording["runs"]:
            threads = self.threads(one)
            sleeper, fib = threads["sleeper"], threads["fib"]
            self.assertGreater(one["end_ns"], 15 * 30 * MS)
            self.assertGreater(fib["cpu_ns"], 0.999 * 15 * 30 * MS)
            self.assertGreater(fib["preemptions"], 0)
            # Whoever sleeps comes back to a lock that is taken.
            self.assertGreater(sleeper["lock_wait_ns"], 10 * MS)
            changes = sleeper["changes"]
            sleeps = [after[0] - at for (at, state), after in zip(changes, changes[1:])
                      if state == "sleeping"]
            self.assertEqual(len(sleeps), 15)
            self.assertGreaterEqual(min(sleeps), 30 * MS)

    def test_two_that_compute_take_turns(self):
        path = self.scenario([{"name": "w", "count": 2, "do": [{"cpu": "300ms"}]}])
        one = self.run_of(path)
        threads = self.threads(one)
        self.assertGreater(one["end_ns"], 600 * MS)
        for name in ("w-1", "w-2"):
            self.assertGreater(threads[name]["cpu_ns"], 0.999 * 300 * MS)
            self.assertGreater(threads[name]["lock_wait_ns"], 50 * MS)
        self.assertGreater(threads["w-1"]["preemptions"] + threads["w-2"]["preemptions"], 1)

    def test_jobs_by_two_and_four_threads(self):
        for n in (2, 4):
            path = self.scenario([{"name": "w", "count": n, "do": [
                {"repeat": {"split": 24}, "do": [
                    {"span": "job", "do": [{"cpu": "25ms"}, {"io": "25ms"}]}]}]}])
            one = self.run_of(path)
            self.assertGreater(one["end_ns"], 24 * 25 * MS)       # the lock is one
            self.assertGreater(one["end_ns"], 24 // n * 50 * MS)  # and each has its share
            self.assertEqual(len(one["spans"]["job"]), 24)
            self.assertGreaterEqual(min(one["spans"]["job"]), 50 * MS)
            computed = sum(thread["cpu_ns"] for thread in one["threads"])
            self.assertGreater(computed, 0.999 * 24 * 25 * MS)

    def test_ping_pong_with_a_mutex(self):
        def player(name, own, other):
            return {"name": name, "do": [{"repeat": 50, "do": [{"synchronize": "m", "do": [
                {"wait": "c" + own, "mutex": "m", "while_empty": own}, {"pop": own},
                {"mark": name}, {"push": other}, {"signal": "c" + other}]}]}]}
        path = self.scenario([player("ping", "p", "q"), player("pong", "q", "p")], main={"do": [
            {"push": "p"}, {"spawn": "ping"}, {"spawn": "pong"}, {"join": "all"}]})
        one = self.run_of(path)
        self.assertEqual([text for _, _, text in one["marks"]], ["ping", "pong"] * 50)
        self.assertEqual(one["ending"], "completed")

    def test_a_queue_of_two_places(self):
        path = self.scenario([
            {"name": "from", "do": [{"repeat": 40, "do": [{"push": "q"}]}, {"close": "q"},
                                    {"push": "q"}]},
            {"name": "to", "count": 2, "do": [{"repeat": "forever", "do": [
                {"pop": "q", "otherwise": "end"}, {"mark": "got"}, {"sleep": "1ms"}]}]}],
            queues={"q": {"max": 2}})
        one = self.run_of(path)
        threads = self.threads(one)
        self.assertEqual(len(one["marks"]), 40)
        self.assertIn("ClosedQueueError", threads["from"]["error"])
        self.assertEqual([threads["to-1"]["error"], threads["to-2"]["error"]], [None, None])
        self.assertIn("blocked", {state for _, state in threads["from"]["changes"]})
        self.assertGreater(one["end_ns"], 20 * MS)  # one of them took 20 or more

    def test_native_code_keeps_the_lock(self):
        """0.3 s in one go, where Ruby code would have lost it after 0.1 s."""
        path = self.scenario([
            {"name": "ticker", "do": [{"repeat": 20, "do": [{"sleep": "5ms"}]}]},
            {"name": "native", "do": [{"sleep": "10ms"}, {"c_call": "300ms"}]}])
        changes = self.threads(self.run_of(path))["native"]["changes"]
        longest = max(after[0] - at for (at, state), after in zip(changes, changes[1:])
                      if state == "running")
        self.assertGreater(longest, 150 * MS)

    def test_the_simulators_draws(self):
        path = self.scenario([{"name": "w", "count": 2, "do": [{"repeat": 20, "do": [
            {"cpu": {"exponential": {"mean": "3ms"}}},
            {"choose": [{"do": [{"mark": "left"}]}, {"do": [{"mark": "right"}]}]}]}]}])
        draws = self.path("draws")
        self.assertEqual(self.gvlsim("run", path, "--draws", draws).returncode, 0)
        with open(draws, encoding="utf-8") as file:
            values = {draw["stream"]: draw["values"] for draw in json.load(file)["draws"]}
        one = self.run_of(path)
        for name, thread in self.threads(one).items():
            if name == "main":
                continue
            drawn = values["thread/" + name]
            self.assertGreater(thread["cpu_ns"], 0.98 * sum(drawn[0::2]))
            turns = [text for _, marker, text in one["marks"] if marker == name]
            self.assertEqual(turns, [["left", "right"][branch] for branch in drawn[1::2]])

    def test_pools_errors_and_what_wakes_sleepers(self):
        path = self.scenario(
            [{"name": "asleep", "do": [{"sleep": "forever"}, {"lock": "m"}, {"lock": "m"}]}],
            pools={"two": {"kind": "fixed", "threads": 2},
                   "mine": {"min": 0, "max": 1, "queue": 1, "fallback": "caller_runs"},
                   "full": {"min": 0, "max": 1, "queue": 1}},
            main={"do": [
                {"spawn": "asleep"},
                {"submit": "two", "count": 6, "as": "f", "do": [{"sleep": "20ms"}]}, {"await": "f"},
                {"mark": "six done"},
                {"submit": "mine", "count": 3, "as": "g",
                 "do": [{"sleep": "5ms"}, {"mark": "task"}]},
                {"await": "g"}, {"wakeup": "asleep"}, {"join": "asleep"},
                {"submit": "full", "count": 3, "do": [{"sleep": "1s"}]}, {"mark": "never"}]})
        one = self.run_of(path)
        threads = self.threads(one)
        self.assertEqual(one["pools"]["two"]["threads"], 2)
        self.assertGreater(one["marks"][0][0], 60 * MS)  # three after each other
        self.assertEqual([text for _, _, text in one["marks"]], ["six done"] + ["task"] * 3)
        self.assertIn("main", [name for _, name, text in one["marks"] if text == "task"])
        self.assertIn("recursive locking", threads["asleep"]["error"])
        self.assertIn("RejectedExecutionError", threads["main"]["error"])

    def test_ends_deadlock_stop_and_limit(self):
        lock_both = [[{"lock": a}, {"sleep": "5ms"}, {"lock": b}] for a, b in ("xy", "yx")]
        path = self.scenario([{"name": "a", "do": lock_both[0]}, {"name": "b", "do": lock_both[1]}])
        one = self.run_of(path, *[])
        self.assertEqual(one["ending"], "deadlock")

        endless = [{"name": "t", "do": [{"repeat": "forever", "do": [{"cpu": "5ms"}]}]}]
        one = self.run_of(self.scenario(endless, stop={"at": "150ms"}))
        self.assertEqual((one["ending"], one["end_ns"]), ("stopped", 150 * MS))
        self.assertIsNone(self.threads(one)["t"]["end_ns"])
        ends = [{"name": "ends", "do": [{"sleep": "20ms"}]}]
        one = self.run_of(self.scenario(endless + ends, stop={"when": "ends"}))
        self.assertEqual((one["ending"], one["end_ns"]),
                         ("stopped", self.threads(one)["ends"]["end_ns"]))

        recording, printed = self.real(self.scenario(endless), "--limit", "200ms", code=3)
        self.assertEqual((recording["runs"][0]["ending"], printed), ("cut", ""))
        self.assertGreaterEqual(recording["runs"][0]["end_ns"], 200 * MS)
        self.assertFalse(os.path.exists(self.path("rec.part")))


main()
