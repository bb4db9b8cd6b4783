// The data as typed arrays, and sentences from forms. Times are nanoseconds in doubles: exact up
// to 104 days of virtual time.
const STATES = ["running", "wants_gvl", "sleeping", "io", "waiting"];
const WORDS = ["running", "wants the lock", "sleeping", "io", "waiting for others"];
const RUNNING = 0, WANTS = 1;
const DATA = JSON.parse(document.getElementById("data").textContent);
const UNIT = DATA.unit;

function milliseconds(ns) {
  const whole = Math.floor(ns / 1e6);
  const rest = String(ns - whole * 1e6).padStart(6, "0").replace(/0+$/, "");
  return whole + (rest ? "." + rest : "") + " ms";
}

function ordinal(n) {
  const teen = n % 100 >= 11 && n % 100 <= 13;
  return n + (teen ? "th" : ["th", "st", "nd", "rd"][n % 10] || "th");
}

// First index whose value is greater than `wanted`, among the first `size`.
function above(values, wanted, size) {
  let low = 0, high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] > wanted) { high = middle; } else { low = middle + 1; }
  }
  return low;
}

// One thread: slice i lasts from at[i] to at[i + 1]; spent[s][i] is the time in state s before it.
function decodeLane(raw, codes) {
  const size = raw.s.length ? (raw.s.length - 1) / 2 : 0;
  const at = new Float64Array(size + 1), code = new Uint16Array(size);
  const spent = STATES.map(() => new Float64Array(size + 1));
  const wait = new Int32Array(size).fill(-1);
  let time = size ? raw.s[0] * UNIT : 0, waits = 0;
  for (let i = 0; i < size; ++i) {
    at[i] = time;
    code[i] = raw.s[1 + 2 * i];
    const length = raw.s[2 + 2 * i] * UNIT, state = codes[code[i]][0];
    for (let s = 0; s < STATES.length; ++s) {
      spent[s][i + 1] = spent[s][i] + (s === state ? length : 0);
    }
    if (codes[code[i]][3]) { wait[i] = waits++; }
    time += length;
  }
  at[size] = time;
  return { size, at, code, spent, wait, raw: raw.w, waits };
}

function decodeRun(raw) {
  const lanes = raw.lanes.map((lane) => decodeLane(lane, raw.codes));
  for (const lane of lanes) {  // where each wait's facts begin
    lane.offset = new Int32Array(lane.waits);
    for (let i = 0, place = 0; i < lane.waits; ++i) {
      lane.offset[i] = place;
      place += 1 + raw.forms[lane.raw[place]][1];
    }
  }
  return { ...raw, lanes, end: raw.end * UNIT, lock: raw.locked ? lockLane(lanes, raw) : null };
}

// Who runs when, from all lanes: the lane on top.
function lockLane(lanes, raw) {
  const all = [];
  lanes.forEach((lane, thread) => {
    for (let i = 0; i < lane.size; ++i) {
      if (raw.codes[lane.code[i]][0] === RUNNING && lane.at[i + 1] > lane.at[i]) {
        all.push([lane.at[i], lane.at[i + 1], thread]);
      }
    }
  });
  all.sort((a, b) => a[0] - b[0]);
  return { size: all.length, at: Float64Array.from(all, (one) => one[0]),
           end: Float64Array.from(all, (one) => one[1]), thread: all.map((one) => one[2]) };
}

// As `gvlsim explain` says it. Facts that the slice itself shows are not stored.
function sentence(run, thread, index) {
  const lane = run.lanes[thread], begin = lane.at[index];
  let place = lane.offset[lane.wait[index]];
  const form = run.forms[lane.raw[place++]][0];
  return form.replace(/\{(.)\.(\w+)\}/g, (_, kind, name) => {
    if (name === "waiter") { return run.names[thread]; }
    if (name === "begin") { return milliseconds(begin); }
    if (name === "length") { return milliseconds(lane.at[index + 1] - begin); }
    const value = lane.raw[place++];
    if (kind === "t") { return run.names[value]; }
    if (kind === "o") { return ordinal(value); }
    if (kind === "n") { return String(value); }
    return milliseconds(kind === "i" ? begin + value * UNIT : value * UNIT);
  });
}

function spanText(begin, end) {
  return "from " + milliseconds(begin) + " to " + milliseconds(end) + " (" +
    milliseconds(end - begin) + ")";
}

function sliceText(run, thread, index) {
  const lane = run.lanes[thread], [state, why, detail] = run.codes[lane.code[index]];
  if (lane.wait[index] >= 0) { return sentence(run, thread, index); }
  const reason = detail ? " for " + detail : state === 4 && why ? " for " + why : "";
  return run.names[thread] + " was " + (state === WANTS ? "about to take the free lock" :
    WORDS[state] + reason) + " " + spanText(lane.at[index], lane.at[index + 1]) + ".";
}

const RUNS = DATA.runs.map(decodeRun);
const END = Math.max(1, ...RUNS.map((run) => run.end));
