// What people do with the page.
const byId = (id) => document.getElementById(id);
const said = byId("said"), tip = byId("tip"), clock = byId("clock");
const LISTED = 400;  // threads in the totals, waits in the list at a time

function say(text) { said.textContent = text; }

function look(begin, end) {
  const length = Math.min(END, Math.max(20, end - begin));
  view.begin = Math.min(Math.max(0, begin), END - length);
  view.end = view.begin + length;
  redraw();
}
function pan(share) {
  const shift = (view.end - view.begin) * share;
  look(view.begin + shift, view.end + shift);
}
function zoom(factor, around) {
  look(around - (around - view.begin) * factor, around + (view.end - around) * factor);
}
const middle = () => (view.begin + view.end) / 2;

// --- the clock
function setClock(time) {
  view.clock = Math.min(END, Math.max(0, time));
  view.played = true;
  clock.textContent = milliseconds(Math.floor(view.clock));
  if (view.clock > view.end || view.clock < view.begin) {
    const length = view.end - view.begin;
    look(view.clock - length * 0.1, view.clock + length * 0.9);
  }
  redraw();
}

let lastFrame = 0, lastTotals = 0;
function frame(now) {
  if (!view.playing) { return; }
  setClock(view.clock + (now - lastFrame) / 1000 * END / Number(byId("speed").value));
  lastFrame = now;
  if (now - lastTotals > 250) { lastTotals = now; showTotals(); }
  if (view.clock >= END) { play(false); } else { requestAnimationFrame(frame); }
}
function play(on) {
  view.playing = on;
  byId("play").textContent = on ? "Pause" : "Play";
  byId("play").setAttribute("aria-pressed", String(on));
  if (!on) { showTotals(); return; }
  if (view.clock >= END) { setClock(0); }
  lastFrame = performance.now();
  requestAnimationFrame(frame);
}

// The next change of any thread after the clock (or the last before it), and what it is.
function step(forward) {
  play(false);
  let best = null;
  for (const run of RUNS) {
    run.lanes.forEach((lane, thread) => {
      let i = above(lane.at, view.clock, lane.size);
      if (!forward) { for (i -= 1; i >= 0 && lane.at[i] >= view.clock; --i); }
      if (i < 0 || i >= lane.size) { return; }
      const closer = best === null || (forward ? lane.at[i] < best.time : lane.at[i] > best.time);
      if (closer) { best = { time: lane.at[i], run, thread, index: i }; }
    });
  }
  if (best === null) { setClock(forward ? END : 0); return; }
  choose(best);
  setClock(best.time);
  showTotals();
}

// --- choosing
function choose(slice) {
  chosen = slice;
  say(slice ? sliceText(slice.run, slice.thread, slice.index) : "");
  redraw();
}

const WAITS = [];
RUNS.forEach((run) => run.lanes.forEach((lane, thread) => {
  for (let i = 0; i < lane.size; ++i) {
    if (lane.wait[i] >= 0) { WAITS.push({ run, thread, index: i, time: lane.at[i] }); }
  }
}));
WAITS.sort((a, b) => a.time - b.time);
let current = -1;
function nextWait(by) {
  if (!WAITS.length) { say("Nobody ever waited for the lock."); return; }
  current = Math.min(WAITS.length - 1, Math.max(0, current + by));
  const wait = WAITS[current], lane = wait.run.lanes[wait.thread];
  choose(wait);
  const length = view.end - view.begin;
  if (wait.time < view.begin || lane.at[wait.index + 1] > view.end) {
    look(wait.time - length / 4, wait.time + length * 3 / 4);
  }
  const row = ROWS.find((one) => one.run === wait.run && one.thread === wait.thread);
  if (row.top < stage.scrollTop + AXIS || row.top + ROW > stage.scrollTop + stage.clientHeight) {
    stage.scrollTop = row.top - stage.clientHeight / 2;
  }
}

// What lies at a place of the drawing: { text, slice }.
function find(x, y) {
  const place = y + stage.scrollTop;
  if (x < gutter || y < AXIS) { return null; }
  const row = ROWS[above(TOPS, place, TOPS.length) - 1];
  if (!row || place > row.top + row.height || row.kind === "head") { return null; }
  const time = timeAt(x), run = row.run;
  if (row.kind === "lock") {
    const i = above(run.lock.at, time, run.lock.size) - 1;
    if (i < 0 || time > run.lock.end[i]) { return { text: "The lock was free." }; }
    return { text: run.names[run.lock.thread[i]] + " held the lock " +
      spanText(run.lock.at[i], run.lock.end[i]) + "." };
  }
  const lane = run.lanes[row.thread];
  const i = above(lane.at, time, lane.size) - 1;
  if (i < 0 || time > lane.at[lane.size]) { return null; }
  return { text: sliceText(run, row.thread, i), slice: { run, thread: row.thread, index: i } };
}

function point(event) {
  const box = canvas.getBoundingClientRect();
  const found = find(event.clientX - box.left, event.clientY - box.top);
  tip.hidden = !found;
  if (!found) { return; }
  tip.textContent = found.text;
  const wide = Math.min(460, innerWidth * 0.92);
  tip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - wide - 8)) + "px";
  const below = event.clientY + 20 + tip.offsetHeight < innerHeight;
  tip.style.top = (below ? event.clientY + 18 : event.clientY - tip.offsetHeight - 12) + "px";
}

// --- pointer: one drags, two pinch
const pointers = new Map();
let moved = false;
stage.addEventListener("pointerdown", (event) => {
  if (event.offsetX > stage.clientWidth) { return; }  // the scroll bar
  pointers.set(event.pointerId, event);
  moved = false;
});
stage.addEventListener("pointermove", (event) => {
  const before = pointers.get(event.pointerId);
  if (!before) { point(event); return; }
  tip.hidden = true;
  const box = canvas.getBoundingClientRect();
  if (pointers.size === 2) {
    const [other] = [...pointers.values()].filter((one) => one.pointerId !== event.pointerId);
    const was = Math.max(8, Math.abs(before.clientX - other.clientX));
    const is = Math.max(8, Math.abs(event.clientX - other.clientX));
    zoom(was / is, timeAt((event.clientX + other.clientX) / 2 - box.left));
  } else if (moved || Math.abs(event.clientX - before.clientX) > 3) {
    if (!moved) { moved = true; stage.classList.add("dragging"); }
    stage.setPointerCapture(event.pointerId);
    pan((before.clientX - event.clientX) / width());
    if (event.pointerType === "mouse") { stage.scrollTop += before.clientY - event.clientY; }
  } else {
    return;
  }
  pointers.set(event.pointerId, event);
});
for (const kind of ["pointerup", "pointercancel"]) {
  stage.addEventListener(kind, (event) => {
    if (kind === "pointerup" && !moved && pointers.has(event.pointerId)) {
      const box = canvas.getBoundingClientRect();
      const found = find(event.clientX - box.left, event.clientY - box.top);
      if (found) { choose(found.slice || null); say(found.text); }
    }
    pointers.delete(event.pointerId);
    stage.classList.remove("dragging");
  });
}
stage.addEventListener("pointerleave", () => { tip.hidden = true; });
stage.addEventListener("scroll", redraw);
stage.addEventListener("wheel", (event) => {
  if (event.shiftKey) { return; }
  event.preventDefault();
  if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    pan(event.deltaX / width());
  } else {
    const x = event.clientX - canvas.getBoundingClientRect().left;
    zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) / 150), timeAt(Math.max(gutter, x)));
  }
}, { passive: false });

// --- keys in the drawing
const KEYS = {
  ArrowLeft: () => pan(-0.15), ArrowRight: () => pan(0.15),
  "+": () => zoom(0.6, middle()), "=": () => zoom(0.6, middle()),
  "-": () => zoom(1 / 0.6, middle()),
  0: () => look(0, END), Home: () => look(0, view.end - view.begin),
  End: () => look(END - (view.end - view.begin), END),
  n: () => nextWait(1), p: () => nextWait(-1), s: () => step(true), " ": () => play(!view.playing),
  ArrowUp: () => { stage.scrollTop -= ROW; }, ArrowDown: () => { stage.scrollTop += ROW; },
  PageUp: () => { stage.scrollTop -= stage.clientHeight; },
  PageDown: () => { stage.scrollTop += stage.clientHeight; },
  Escape: () => { tip.hidden = true; choose(null); },
};
stage.addEventListener("keydown", (event) => {
  const act = event.ctrlKey || event.metaKey || event.altKey ? null : KEYS[event.key];
  if (act) { event.preventDefault(); act(); }
});

// --- controls
byId("play").addEventListener("click", () => play(!view.playing));
byId("step").addEventListener("click", () => step(true));
byId("back").addEventListener("click", () => step(false));
byId("start").addEventListener("click", () => { play(false); setClock(0); showTotals(); });
byId("in").addEventListener("click", () => zoom(0.6, middle()));
byId("out").addEventListener("click", () => zoom(1 / 0.6, middle()));
byId("whole").addEventListener("click", () => look(0, END));

const prefers = matchMedia("(prefers-color-scheme: dark)");
function theme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  byId("theme").setAttribute("aria-pressed", String(dark));
  readColours();
  legend();
  redraw();
}
byId("theme").addEventListener("click", () =>
  theme(document.documentElement.dataset.theme !== "dark"));
prefers.addEventListener("change", (event) => theme(event.matches));

function legend() {
  byId("legend").replaceChildren(...STATES.map((_, state) => {
    const item = document.createElement("li"), sample = document.createElement("canvas");
    sample.width = 26; sample.height = 14;
    sample.setAttribute("aria-hidden", "true");
    const brush = sample.getContext("2d");
    brush.fillStyle = paint(state);
    brush.fillRect(0, 0, 26, 14);
    item.append(sample, WORDS[state]);
    return item;
  }));
}

// --- texts
function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) { made.setAttribute(key, value); }
  return made;
}

function totalsTable(run, until) {
  const table = document.createElement("table"), head = document.createElement("tr");
  table.append(element("caption", run.title + " (ms)"), head);
  head.append(element("th", "thread", { scope: "col" }),
              ...WORDS.map((word) => element("th", word, { scope: "col" })));
  run.names.slice(0, LISTED).forEach((name, thread) => {
    const row = document.createElement("tr"), lane = run.lanes[thread];
    row.append(element("th", name, { scope: "row" }));
    STATES.forEach((_, state) => {
      const time = lane.size ? spentBefore(lane, state, until, run.codes) : 0;
      row.append(element("td", (time / 1e6).toFixed(1)));
    });
    table.append(row);
  });
  return table;
}

function showTotals() {
  const until = view.played ? view.clock : END;
  byId("totals").replaceChildren(...RUNS.map((run) => totalsTable(run, until)));
}

byId("list").addEventListener("toggle", () => {
  if (byId("waits").childElementCount) { return; }
  byId("waits").replaceChildren(...WAITS.slice(0, LISTED).map((one) =>
    element("li", (RUNS.length > 1 ? one.run.title + ": " : "") +
      sentence(one.run, one.thread, one.index))));
  if (WAITS.length > LISTED) {
    byId("waits").append(element("li", "… and " + (WAITS.length - LISTED) +
      " more; gvlsim explain prints them all"));
  }
});

byId("title").textContent = RUNS.length === 1 ? RUNS[0].title : "Who holds the GVL: " +
  RUNS.length + " runs on one clock";
document.title = byId("title").textContent;
RUNS.forEach((run) => {
  if (RUNS.length > 1) { byId("story").append(element("h3", run.title)); }
  byId("story").append(element("p", run.story.join(" ")));
});
theme(prefers.matches);
showTotals();
new ResizeObserver(resize).observe(stage);
resize();
