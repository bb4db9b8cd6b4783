// `gvlsim schema` against the loader: scenarios/schema.json is up to date, and ajv and the loader
// accept and refuse the same files. What a schema cannot say is listed in beyond.txt.
//
//   node schema_test.mjs GVLSIM FOLDER-WITH-NODE_MODULES
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [program, modules] = process.argv.slice(2);
const require = createRequire(resolve(modules) + "/");
const Ajv = require("ajv/dist/2020").default;

let failures = 0;
const check = (fine, message) => {
  if (!fine) {
    failures += 1;
    console.error(message);
  }
};

// Every JSON file below a folder.
const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    })
    .filter((path) => path.endsWith(".json"))
    .sort();

// Scenario files may hold comments; a string is matched first, so that one in it stays.
const withoutComments = (text) =>
  text.replace(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[^]*?\*\//g, (part) =>
    part[0] === '"' ? part : " ");

const parsed = (path) => {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  return JSON.parse(withoutComments(text));
};

const stored = "scenarios/schema.json";
const schemaText = execFileSync(program, ["schema"], { encoding: "utf-8" });
if (process.env.GVLSIM_UPDATE_GOLDEN === "1") {
  writeFileSync(stored, schemaText);
}
check(readFileSync(stored, "utf-8") === schemaText,
      `${stored} is not what \`gvlsim schema\` prints; GVLSIM_UPDATE_GOLDEN=1 rewrites it`);

const ajv = new Ajv({ strictTypes: false, strictRequired: false, strictTuples: false });
const matches = ajv.compile(JSON.parse(schemaText));
const bySchema = (path) => {
  try {
    return matches(parsed(path));
  } catch {
    return false; // not JSON
  }
};

// The loader's verdict on many files: it tells the good ones in lines of their own.
const byLoader = (paths) => {
  const run = spawnSync(program, ["validate", ...paths],
                        { encoding: "utf-8", maxBuffer: 1 << 28 });
  const good = new Set();
  for (const line of (run.stdout + run.stderr).split("\n")) {
    const found = /^(.*): ok( \(\d+ cases?\))?$/.exec(line);
    if (found) good.add(found[1]);
  }
  return (path) => good.has(path);
};

const good = [...filesBelow("scenarios"), ...filesBelow("tests/golden")].filter((path) => {
  const json = path === stored ? null : parsed(path);
  return json !== null && "format" in json && "runtime" in json;
});
const bad = filesBelow("tests/data/bad");
const loads = byLoader([...good, ...bad]);
for (const path of good) {
  check(loads(path), `${path}: the loader refuses it`);
  check(bySchema(path), `${path}: the schema refuses it: ${ajv.errorsText(matches.errors)}`);
}

// "NAME reason" by line: files that only the loader refuses.
const beyond = new Map(
  readFileSync("tests/schema/beyond.txt", "utf-8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => [line.split(" ")[0], line]));
for (const path of bad) {
  const name = path.replace("tests/data/bad/", "");
  check(!loads(path), `${path}: the loader accepts it`);
  check(bySchema(path) === beyond.has(name),
        beyond.has(name) ? `${path}: listed in beyond.txt, but the schema refuses it`
                         : `${path}: the schema accepts it`);
  beyond.delete(name);
}
for (const name of beyond.keys()) check(false, `beyond.txt: there is no ${name}`);

// Good files with one value changed. A value of a wrong kind is a mistake to both; with any other
// the schema is at least as lenient as the loader, which also looks at what belongs together.
const wrongKinds = [null, [[]], { x: 1 }];
const otherValues = ["", "x", "$nope", "forever", "5ms", "1.5ns", 0, 1, -1, 1.5, 1e20, true, []];
// Values of params are read where those are used, and names of params are no matter of form.
const free = /^\/(params|cases\/\d+\/params|matrix|\$schema|table\/speedup_over)(\/|$)/;

const pointersOf = function* (value, pointer = "") {
  if (pointer !== "") yield pointer;
  if (value !== null && typeof value === "object") {
    for (const [key, child] of Object.entries(value)) yield* pointersOf(child, `${pointer}/${key}`);
  }
};
const changed = (json, pointer, value) => {
  const copy = structuredClone(json);
  const keys = pointer.slice(1).split("/");
  const last = keys.pop();
  let parent = copy;
  for (const key of keys) parent = parent[key];
  parent[last] = value;
  return copy;
};

const folder = mkdtempSync(join(tmpdir(), "gvlsim-schema-"));
const variants = [];
const seen = new Set();
for (const path of good) {
  const json = parsed(path);
  for (const pointer of pointersOf(json)) {
    // One of each kind of place is enough: /threads/3/do/1/cpu is like /threads/0/do/0/cpu.
    const place = pointer.replace(/\/\d+(?=\/|$)/g, "/#");
    if (seen.has(place) || free.test(pointer) || pointer.includes("~")) continue;
    seen.add(place);
    for (const value of [...wrongKinds, ...otherValues]) {
      const file = join(folder, `${variants.length}.json`);
      writeFileSync(file, JSON.stringify(changed(json, pointer, value)));
      variants.push({ file, path, pointer, value, wrong: wrongKinds.includes(value) });
    }
  }
}
for (let at = 0; at < variants.length; at += 500) {
  const part = variants.slice(at, at + 500);
  const loaded = byLoader(part.map((variant) => variant.file));
  for (const { file, path, pointer, value, wrong } of part) {
    const text = `${path}, ${JSON.stringify(value)} at ${pointer}`;
    check(!loaded(file) || bySchema(file), `${text}: only the schema refuses it`);
    check(!wrong || loaded(file) === bySchema(file), `${text}: only the loader refuses it`);
  }
}
rmSync(folder, { recursive: true });

console.log(`${good.length} good files, ${bad.length} bad ones, ${variants.length} variants`);
process.exit(failures === 0 ? 0 : 1);
