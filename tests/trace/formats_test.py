"""What must hold for every format of `gvlsim trace`: formats_test.py PROGRAM."""

import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

PROGRAM = os.path.abspath(sys.argv.pop(1))
NASTY = ['quote " and \\', "</script><b>&amp;", "two\nlines\tand a tab",
         "\u05e9\u05dc\u05d5\u05dd \u0639", "\U0001f9f5 thread", "{t.waiter} {d.0}", "a" * 300]
MODELS = ["cruby-1.9", "cruby-2.5", "cruby-3.2", "cruby-3.3", "cruby-3.4", "cruby-4.0", "none",
          "instant"]


def program(threads, model="cruby-3.4", **more):
    return {"format": 1, "name": "test", "runtime": {"model": model, "platform": "linux"},
            "threads": threads, **more}


def busy(model):
    return program([
        {"name": "cpu", "do": [{"cpu": "150ms"}, {"c_call": "30ms"}, {"mark": "half"},
                               {"cpu": "150ms"}]},
        {"name": "web", "do": [{"repeat": 9, "do": [
            {"span": "request", "do": [{"cpu": "3ms"}, {"io": "11ms"}]}]}]},
        {"name": "sleeper", "do": [{"repeat": 4, "do": [
            {"sleep": "31ms"}, {"synchronize": "m", "do": [{"sleep": "1ms"}]}]}]},
        {"name": "rival", "count": 2, "do": [{"synchronize": "m", "do": [{"cpu": "20ms"}]},
                                             {"pass": True}]},
    ], model)


class Formats(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory(prefix="gvlsim-trace-")
        self.addCleanup(self.holder.cleanup)

    def path(self, name):
        return os.path.join(self.holder.name, name)

    def trace(self, scenario, name, *words):
        with open(self.path("s.json"), "w", encoding="utf-8") as file:
            json.dump(scenario, file)
        subprocess.run([PROGRAM, "trace", self.path("s.json"), "-o", self.path(name), *words],
                       check=True)
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def result(self):
        done = subprocess.run([PROGRAM, "run", "--json", self.path("s.json")], check=True,
                              stdout=subprocess.PIPE)
        return json.loads(done.stdout)

    def check_trace_events(self, text, result):
        self.assertFalse(re.search(r'"(ts|dur)":(?!\d+\.\d{3}[,}])', text))
        events = json.loads(text)["traceEvents"]
        lanes, flows, queue = collections.defaultdict(list), collections.defaultdict(dict), None
        times = [event["ts"] for event in events]
        self.assertEqual(times, sorted(times))
        named = set()
        for event in events:
            if event["ph"] == "M":
                named.add((event["tid"], event["name"]))
            elif event["ph"] == "X":
                lane = lanes[event["tid"]]
                begin = round(event["ts"] * 1000)
                end = begin + round(event["dur"] * 1000)
                self.assertTrue(not lane or lane[-1][1] <= begin, event)
                lane.append((begin, end, event["name"]))
            elif event["ph"] in "sf":
                flows[event["id"]][event["ph"]] = event
            elif event["ph"] == "C":
                queue = event["args"]["threads"]
                self.assertGreaterEqual(queue, 0)
        self.assertEqual(queue, 0)
        for tid in lanes:
            self.assertIn((tid, "thread_name"), named)
            self.assertIn((tid, "thread_sort_index"), named)
        self.assertEqual(len(flows), result["lock"]["handovers"])
        for flow in flows.values():
            for end in "sf":
                event = flow[end]
                at = round(event["ts"] * 1000)
                self.assertTrue(any(name == "running" and begin <= at <= until
                                    for begin, until, name in lanes[event["tid"]]), event)
            self.assertLessEqual(flow["s"]["ts"], flow["f"]["ts"])
            self.assertEqual(flow["f"]["bp"], "e")
        cpu = sum(end - begin for tid, lane in lanes.items() if tid
                  for begin, end, name in lane if name == "running")
        self.assertEqual(cpu, sum(one["cpu_ns"] for one in result["threads"]))
        wait = sum(end - begin for tid, lane in lanes.items() if tid
                   for begin, end, name in lane if name == "wants_gvl")
        self.assertEqual(wait, sum(one["lock_wait_ns"] for one in result["threads"]))

    def test_trace_event_rules(self):
        for model in MODELS:
            with self.subTest(model):
                text = self.trace(busy(model), "t.json")
                self.check_trace_events(text, self.result())

    def test_gvl_tracing_pairs(self):
        text = self.trace(busy("cruby-3.4"), "t.json", "--style", "gvl-tracing")
        lines = text.split("\n")
        self.assertEqual((lines[0], lines[-2], lines[-1]), ("[", "]", ""))
        events = json.loads(text)
        self.assertEqual(len(events), len(lines) - 3)
        states = {"started_tracing", "stopped_tracing", "started", "wants_gvl", "running",
                  "waiting", "sleeping", "died"}
        for end, begin in zip(events[::2], events[1::2]):
            if end["ph"] == "M":
                break
            self.assertEqual((end["ph"], begin["ph"]), ("E", "B"))
            self.assertEqual([end[key] for key in ("pid", "tid", "ts")],
                             [begin[key] for key in ("pid", "tid", "ts")])
            self.assertNotIn("name", end)
            self.assertIn(begin["name"], states)
        self.assertTrue(all(re.search(r'"ts":\d+\.\d{6}[,}]', line)
                            for line in lines if '"ts"' in line))
        times = [event["ts"] for event in events if "ts" in event]
        self.assertEqual(times, sorted(times))

    def test_names_that_break_nothing(self):
        threads = [{"name": name, "do": [{"cpu": "20ms"}, {"mark": name}]} for name in NASTY]
        scenario = program(threads, cases=[{"name": name} for name in NASTY[:2]])
        scenario["name"] = NASTY[1]
        names = [event["args"]["name"] for event in
                 json.loads(self.trace(scenario, "t.json"))["traceEvents"]
                 if event["name"] == "thread_name"]
        self.assertEqual(names[:len(NASTY) + 2], ["GVL", "main"] + NASTY)
        xml.etree.ElementTree.fromstring(self.trace(scenario, "t.svg"))
        page = self.trace(scenario, "t.html")
        self.assertEqual(page.count("</script>"), 2)
        data = re.search(r'id="data">(.*?)</script>', page, re.S).group(1)
        self.assertEqual(json.loads(data)["runs"][0]["names"], ["main"] + NASTY)
        self.assertNotRegex(page.replace("http://www.w3.org/", ""), r"(src|href)=\"?https?:")
        done = subprocess.run([PROGRAM, "trace", self.path("s.json")], check=True,
                              stdout=subprocess.PIPE, env={"COLUMNS": "60"})
        self.assertNotIn(b"\t", done.stdout)
        gvl = self.trace(scenario, "g.json", "--style", "gvl-tracing", "--case", NASTY[0])
        self.assertEqual(json.loads(gvl)[-1]["args"]["name"], NASTY[-1])

    def test_a_hundred_thousand_threads(self):
        scenario = program([{"name": "t", "count": 100000, "do": [{"io": "1ms"}]}])
        self.assertIn("more threads", self.trace(scenario, "t.svg"))
        xml.etree.ElementTree.parse(self.path("t.svg"))
        self.assertLess(os.path.getsize(self.path("t.svg")), 1_000_000)
        json.loads(self.trace(scenario, "t.json"))
        page = self.trace(scenario, "t.html")
        data = re.search(r'id="data">(.*?)</script>', page, re.S).group(1)
        self.assertEqual(len(json.loads(data)["runs"][0]["lanes"]), 100001)

    def test_the_drawing_fits(self):
        with open(self.path("s.json"), "w", encoding="utf-8") as file:
            json.dump(busy("cruby-3.4"), file)
        for width in (40, 61, 80, 200):
            done = subprocess.run([PROGRAM, "trace", self.path("s.json")], check=True,
                                  stdout=subprocess.PIPE, env={"COLUMNS": str(width)})
            longest = max(len(line) for line in done.stdout.decode().split("\n"))
            self.assertLessEqual(longest, width)
            self.assertNotIn(b"\x1b", done.stdout)


unittest.main()
