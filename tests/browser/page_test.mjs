// The page of `gvlsim trace` in a real browser: node page_test.mjs PROGRAM MODULES [SHOTS]
// MODULES holds node_modules; SHOTS is a folder for screenshots to look at.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

const [program, modules, shots] = process.argv.slice(2).map((one) => path.resolve(one));
const require = createRequire(path.join(modules, "here.js"));
const { chromium } = require("playwright-core");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gvlsim-page-"));
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];

function gvlsim(...words) {
  return execFileSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28, cwd: folder });
}

function write(name, scenario) {
  fs.writeFileSync(path.join(folder, name), JSON.stringify(scenario));
  return name;
}

const scenario = write("two.json", {
  format: 1, name: "a sleeper </script><b>\"beside\" CPU", runtime: { model: "cruby-3.4" },
  threads: [
    { name: "cpu", do: [{ cpu: "600ms" }, { c_call: "150ms" }] },
    { name: "sleeper \u05d0\u05d1 \n\"x\"", do: [{ repeat: 4, do: [{ sleep: "77ms" }] }] },
  ],
});
const many = write("many.json", {
  format: 1, name: "many", runtime: { model: "cruby-3.4", platform: "linux" },
  threads: [{ name: "job", count: 8,
    do: [{ repeat: 420, do: [{ cpu: { exponential: { mean: "7ms" } } }, { io: "20ms" }] }] }],
});

// Changes of state as the timeline tells them: a preempted thread's READY is not one.
function changes(file) {
  const lost = new Set();
  let count = 0;
  for (const line of gvlsim("run", file, "--timeline", "rows.ndjson") &&
       fs.readFileSync(path.join(folder, "rows.ndjson"), "utf8").trim().split("\n")) {
    const row = JSON.parse(line);
    if (row.event === "SUSPENDED") {
      count += row.detail === "exit" ? 0 : 1;
      if (row.detail === "preempted" || row.detail === "pass") { lost.add(row.thread); }
    } else if (row.event === "READY") {
      count += lost.delete(row.thread) ? 0 : 1;
    } else if (row.event === "RESUMED") { ++count; }
  }
  return count;
}

const context = await chromium.launchPersistentContext(path.join(folder, "profile"), {
  executablePath: "/usr/bin/chromium", headless: true, args: FLAGS,
  viewport: { width: 1200, height: 900 },
});
const troubles = [], requests = [];

async function open(file) {
  const page = await context.newPage();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) { troubles.push(message.text()); }
  });
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto("file://" + path.join(folder, file));
  await page.waitForTimeout(200);
  return page;
}

const tests = {
  async "loads from file:// with as many slices as the timeline has"() {
    for (const file of [scenario, many]) {
      gvlsim("trace", file, "-o", "page.html");
      const page = await open("page.html");
      const slices = await page.evaluate(() =>
        RUNS[0].lanes.reduce((sum, lane) => sum + lane.size, 0));
      assert.equal(slices, changes(file));
      await page.close();
    }
  },

  async "10^4 transitions stay below 500 kB"() {
    assert.ok(changes(many) >= 10000, "the scenario is too small: " + changes(many));
    gvlsim("trace", many, "-o", "many.html");
    const size = fs.statSync(path.join(folder, "many.html")).size;
    console.log(`    ${changes(many)} transitions: ${size} bytes`);
    assert.ok(size < 500000, size + " bytes");
  },

  async "hover, keys and list say what gvlsim explain says"() {
    gvlsim("trace", scenario, "-o", "page.html");
    const lines = gvlsim("explain", scenario).split("\n").filter((line) => /^ *\d+\. /.test(line))
      .map((line) => line.replace(/^ *\d+\. /, ""));
    const page = await open("page.html");
    const all = await page.evaluate(() => WAITS.map((one) => sentence(one.run, one.thread,
                                                                       one.index)));
    const plain = (text) => text.replace(/[\u0000-\u001f]/g, " ");
    assert.deepEqual(all.map(plain).sort(), [...lines].sort());
    const places = await page.evaluate(() => WAITS.filter((one) => {
      const lane = one.run.lanes[one.thread];
      return lane.at[one.index + 1] > lane.at[one.index];
    }).map((one) => {
      const lane = one.run.lanes[one.thread];
      return { x: xOf((lane.at[one.index] + lane.at[one.index + 1]) / 2),
               y: ROWS.find((row) => row.thread === one.thread).top + 12,
               text: sentence(one.run, one.thread, one.index) };
    }));
    assert.ok(places.length >= 4);
    for (const place of places) {
      await page.hover("#stage", { position: { x: place.x, y: place.y } });
      assert.equal(await page.textContent("#tip"), place.text);
      assert.ok(lines.includes(plain(place.text)));
    }
    await page.focus("#stage");
    await page.keyboard.press("n");
    assert.ok(lines.includes(plain(await page.textContent("#said"))));
    await page.click("summary");
    // The list is filled when the browser tells that it was opened, a moment after the click.
    await page.waitForFunction(
      (count) => document.querySelectorAll("#waits li").length === count, lines.length);
    await page.close();
  },

  async "play advances the clock, step goes from change to change"() {
    const page = await open("page.html");
    const clock = () => page.evaluate(() => view.clock);
    await page.click("#play");
    await page.waitForTimeout(400);
    await page.click("#play");
    const then = await clock();
    assert.ok(then > 0);
    await page.waitForTimeout(150);
    assert.equal(await clock(), then, "paused");
    await page.click("#start");
    for (const wanted of ["100 ms", "177 ms"]) {  // 3.4: the sleeper first runs after a quantum
      await page.click("#step");
      assert.equal(await page.textContent("#clock"), wanted);
    }
    await page.click("#back");
    assert.equal(await page.textContent("#clock"), "100 ms");
    await page.close();
  },

  async "the keyboard reaches every control, wheel and keys zoom and pan"() {
    const page = await open("page.html");
    const reached = new Set();
    for (let i = 0; i < 20; ++i) {
      await page.keyboard.press("Tab");
      reached.add(await page.evaluate(() => document.activeElement.id ||
                                            document.activeElement.tagName));
    }
    for (const wanted of ["theme", "play", "back", "step", "start", "speed", "out", "in", "whole",
                          "stage", "totals", "SUMMARY"]) {
      assert.ok(reached.has(wanted), wanted);
    }
    const length = () => page.evaluate(() => view.end - view.begin);
    const whole = await length();
    await page.focus("#stage");
    await page.keyboard.press("+");
    assert.ok(await length() < whole);
    const begin = await page.evaluate(() => view.begin);
    await page.keyboard.press("ArrowRight");
    assert.ok(await page.evaluate(() => view.begin) > begin);
    await page.keyboard.press("0");
    assert.equal(await length(), whole);
    await page.hover("#stage", { position: { x: 500, y: 80 } });
    await page.mouse.wheel(0, -300);
    await page.waitForTimeout(100);
    assert.ok(await length() < whole);
    const from = await page.evaluate(() => view.begin);
    await page.mouse.down();
    await page.mouse.move(700, 230, { steps: 4 });
    await page.mouse.up();
    assert.notEqual(await page.evaluate(() => view.begin), from);
    await page.close();
  },

  async "two runs share one clock, light and dark, desktop and phone: axe finds nothing"() {
    gvlsim("trace", scenario, many, "-o", "ab.html");
    const page = await open("ab.html");
    assert.equal(await page.evaluate(() => RUNS.length), 2);
    for (const [name, width, height] of [["desktop", 1200, 900], ["phone", 390, 844]]) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await page.waitForTimeout(150);
        if (shots) {
          await page.screenshot({ path: path.join(shots, `${name}-${colorScheme}.png`) });
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${name}: ${wide} wide`);
        await page.evaluate(axe);
        const found = await page.evaluate(async () => (await axe.run(document)).violations
          .map((one) => one.id + " (" + one.impact + "): " + one.nodes[0].html));
        assert.deepEqual(found, [], `${name}, ${colorScheme}`);
      }
    }
    await page.close();
  },

  async "no console message, no request leaves the file"() {
    assert.deepEqual(troubles, []);
    assert.deepEqual(requests.filter((url) => !/^(file:|data:)/.test(url)), []);
    assert.ok(requests.every((url) => url.endsWith(".html") || url === "data:,"), requests.join());
  },
};

let failed = 0;
try {
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      console.log("ok    " + name);
    } catch (error) {
      ++failed;
      console.log("FAILED " + name + "\n" + error.stack);
    }
  }
} finally {
  await context.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
