// The drawing. What is narrower than a pixel is shown by its shares of that pixel, so that a frame
// costs the same for a thousand changes and for a million.
const ROW = 26, HEAD = 30, AXIS = 24;
const stage = document.getElementById("stage"), canvas = document.getElementById("canvas");
const pen = canvas.getContext("2d");
const view = { begin: 0, end: END, clock: 0, playing: false, played: false };
let colours = {}, hatch = null, chosen = null, gutter = 120, queued = false;

// Rows from top to bottom: a heading, the lock, the threads of each run.
const ROWS = [];
RUNS.forEach((run) => {
  ROWS.push({ run, kind: "head", height: HEAD });
  if (run.lock) { ROWS.push({ run, kind: "lock", height: ROW }); }
  run.names.forEach((_, thread) => ROWS.push({ run, kind: "thread", thread, height: ROW }));
});
let total = AXIS;
for (const row of ROWS) { row.top = total; total += row.height; }
const TOPS = Float64Array.from(ROWS, (row) => row.top);

function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["paper", "ink", "quiet", "line", "shade", "running", "wants_gvl", "wants-ink",
                      "sleeping", "io", "waiting", "accent", "mark", "head"]) {
    colours[name] = style.getPropertyValue("--" + name).trim();
  }
  const tile = document.createElement("canvas");
  tile.width = tile.height = 8;
  const brush = tile.getContext("2d");
  brush.fillStyle = colours.wants_gvl;
  brush.fillRect(0, 0, 8, 8);
  brush.strokeStyle = colours["wants-ink"];
  brush.lineWidth = 2;
  for (const shift of [-8, 0, 8]) {
    brush.beginPath(); brush.moveTo(shift, 8); brush.lineTo(shift + 8, 0); brush.stroke();
  }
  hatch = pen.createPattern(tile, "repeat");
}

function paint(state) { return state === WANTS ? hatch : colours[STATES[state]]; }
function width() { return canvas.clientWidth - gutter; }
function xOf(time) { return gutter + (time - view.begin) / (view.end - view.begin) * width(); }
function timeAt(x) { return view.begin + (x - gutter) / width() * (view.end - view.begin); }

function resize() {
  const scale = window.devicePixelRatio || 1;
  stage.style.height = Math.min(Math.max(220, innerHeight * 0.62), total + 4) + "px";
  const wide = stage.clientWidth, high = stage.clientHeight;
  gutter = Math.min(150, Math.max(64, wide * 0.2));
  canvas.style.width = wide + "px";
  canvas.style.height = high + "px";
  canvas.width = Math.round(wide * scale);
  canvas.height = Math.round(high * scale);
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  document.getElementById("space").style.height = Math.max(0, total - high) + "px";
  redraw();
}

function redraw() {
  if (!queued) { queued = true; requestAnimationFrame(() => { queued = false; draw(); }); }
}

function draw() {
  const high = canvas.clientHeight, scroll = stage.scrollTop;
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, canvas.clientWidth, high);
  pen.font = "13px system-ui, sans-serif";
  pen.textBaseline = "middle";
  const marks = drawGrid(high);
  const first = above(TOPS, scroll + AXIS, TOPS.length) - 1;
  for (let i = Math.max(0, first); i < ROWS.length && ROWS[i].top - scroll < high; ++i) {
    drawRow(ROWS[i], ROWS[i].top - scroll);
  }
  drawAxis(marks);
  if (view.played) { drawClock(high); }
}

function drawRow(row, y) {
  const run = row.run;
  if (row.kind === "head") {
    pen.fillStyle = colours.head;
    pen.fillRect(0, y, canvas.clientWidth, row.height);
    label(run.title + (run.model ? " — " + run.model : ""), 8, y + row.height / 2,
          canvas.clientWidth - 16, true);
    return;
  }
  const name = row.kind === "lock" ? "GVL" : run.names[row.thread];
  pen.save();
  pen.beginPath();
  pen.rect(gutter, y, width(), row.height);
  pen.clip();
  if (row.kind === "lock") { drawLock(run, y); } else { drawLane(run, row.thread, y); }
  pen.restore();
  label(name, 8, y + row.height / 2, gutter - 14, row.kind === "lock");
}

function label(text, x, y, room, bold) {
  pen.font = (bold ? "600 " : "") + "13px system-ui, sans-serif";
  pen.fillStyle = colours.ink;
  let shown = text.replace(/[\u0000-\u001f]/g, " ");
  if (pen.measureText(shown).width > room) {
    let low = 0, high = Math.min(shown.length, 200);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (pen.measureText(shown.slice(0, middle) + "…").width <= room) { low = middle; }
      else { high = middle - 1; }
    }
    shown = shown.slice(0, low) + "…";
  }
  pen.fillText(shown, x, y);
}

function bar(state, x, y, wide, share, base) {
  const high = (ROW - 6) * share;
  pen.fillStyle = paint(state);
  pen.fillRect(x, y + 3 + (ROW - 6) * base, wide, high);
  if (share === 1 && wide > 3) {
    pen.strokeStyle = colours.quiet;
    pen.lineWidth = 1;
    pen.strokeRect(x + 0.5, y + 3.5, wide - 1, ROW - 7);
  }
}

function drawLane(run, thread, y) {
  const lane = run.lanes[thread], right = gutter + width();
  if (!lane.size || lane.at[0] >= view.end) { return; }
  let x = Math.max(gutter, xOf(lane.at[0]));
  const last = Math.min(right, xOf(lane.at[lane.size]));
  while (x < last) {
    const time = timeAt(x);
    const i = Math.max(0, Math.min(lane.size - 1, above(lane.at, time, lane.size) - 1));
    const end = xOf(lane.at[i + 1]);
    if (end >= x + 1 || end >= last) {
      const from = Math.max(gutter - 4, xOf(lane.at[i]) < x - 1 ? x : xOf(lane.at[i]));
      const state = run.codes[lane.code[i]][0];
      bar(state, from, y, Math.min(right + 4, end) - from, 1, 0);
      if (chosen && chosen.run === run && chosen.thread === thread && chosen.index === i) {
        pen.strokeStyle = colours.accent;
        pen.lineWidth = 3;
        pen.strokeRect(from, y + 2, Math.max(3, end - from), ROW - 4);
      }
      x = Math.max(end, x + 0.01);
    } else {
      drawShares(lane, time, timeAt(x + 1), x, y);
      x += 1;
    }
  }
}

function spentBefore(lane, state, time, codes) {
  const i = Math.max(0, Math.min(lane.size - 1, above(lane.at, time, lane.size) - 1));
  const inside = codes[lane.code[i]][0] === state ?
    Math.min(Math.max(0, time - lane.at[i]), lane.at[i + 1] - lane.at[i]) : 0;
  return lane.spent[state][i] + inside;
}

function drawShares(lane, begin, end, x, y) {
  const i = above(lane.at, begin, lane.size) - 1, j = above(lane.at, end, lane.size);
  const from = Math.max(0, i), to = Math.min(lane.size, j);
  const all = lane.at[to] - lane.at[from];
  let base = 0;
  for (let state = 0; state < STATES.length && all > 0; ++state) {
    const share = (lane.spent[state][to] - lane.spent[state][from]) / all;
    if (share > 0) { bar(state, x, y, 1, share, base); base += share; }
  }
}

function ownerColour(thread) { return "hsl(" + (thread * 137.5 + 150) % 360 + " 45% 38%)"; }

function drawLock(run, y) {
  const lock = run.lock;
  let i = Math.max(0, above(lock.at, view.begin, lock.size) - 1), x = gutter;
  while (i < lock.size && lock.at[i] < view.end) {
    const from = Math.max(gutter - 4, xOf(lock.at[i])), end = xOf(lock.end[i]);
    pen.fillStyle = ownerColour(lock.thread[i]);
    pen.fillRect(from, y + 3, Math.max(0.6, end - from), ROW - 6);
    if (end - from > 30) {
      pen.save();
      pen.beginPath(); pen.rect(from, y, end - from - 4, ROW); pen.clip();
      pen.fillStyle = "#fff";
      pen.font = "12px system-ui, sans-serif";
      pen.fillText(run.names[lock.thread[i]], Math.max(from, gutter) + 5, y + ROW / 2);
      pen.restore();
    }
    x = Math.max(x + 0.5, end);
    i = Math.max(i + 1, above(lock.at, timeAt(x), lock.size) - 1);
  }
}

function axisStep(marks) {
  const wanted = (view.end - view.begin) / marks;
  const power = Math.pow(10, Math.floor(Math.log10(Math.max(1, wanted))));
  return [1, 2, 5, 10].map((f) => f * power).find((step) => step >= wanted) || power * 10;
}

// Lines at round times, below the rows; returns the times.
function drawGrid(high) {
  pen.strokeStyle = colours.line;
  pen.lineWidth = 1;
  const marks = [], step = Math.max(1, axisStep(Math.max(2, width() / 110)));
  for (let n = Math.ceil(view.begin / step); n * step <= view.end; ++n) {
    const x = Math.round(xOf(n * step)) + 0.5;
    pen.beginPath(); pen.moveTo(x, 0); pen.lineTo(x, high); pen.stroke();
    marks.push(n * step);
  }
  return marks;
}

function drawAxis(marks) {
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, canvas.clientWidth, AXIS);
  pen.font = "12px system-ui, sans-serif";
  pen.fillStyle = colours.quiet;
  for (const mark of marks) { pen.fillText("| " + milliseconds(mark), xOf(mark) - 1, AXIS / 2); }
}

function drawClock(high) {
  const x = Math.min(Math.max(gutter, xOf(view.clock)), gutter + width());
  pen.fillStyle = colours.shade;
  pen.fillRect(x, AXIS, gutter + width() - x, high - AXIS);
  pen.fillStyle = colours.accent;
  pen.fillRect(x - 1, 0, 2.5, high);
}
