// Compares the events of the server and of the page's own engine: every lesson (its start, its solution, the first block of its first launch) and
// programs of tests/. `node test/compare.mjs WASM [COUNT]`: how many programs, all of the list if it is left out. Needs node and a built kern;
// the module runs in node as in a browser's worker, and page.test.mjs does the same there for some.
//
// What may differ is left out: times, the process's memory, how text was cut into pieces, and what compilation took, for a page goes
// without some headers (stdlib/src/large_headers.rs).

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { server } from "./browser.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Events without what may differ. */
export function comparable(events) {
  const list = [];
  const pieces = new Map();
  for (const event of events) {
    if (event.event === "queued" || event.event === "started") continue;
    if (event.event === "stdout" || event.event === "stderr") pieces.set(event.event, (pieces.get(event.event) ?? "") + event.text);
    else if (event.event === "done") list.push({ event: "done", status: event.status, why: event.why, counts: event.figures?.counts && { ...event.figures.counts, compilation: undefined } });
    else list.push(event);
  }
  // A page gives a device no more memory than it has itself.
  return JSON.stringify([...[...pieces].sort(), ...list]).replace(/\d+ are free of the/g, "some are free of the");
}

/** Programs whose events differ, and why they may. */
const MAY_DIFFER = {
  "run/cuda/every_operation.cu":
    "prints all bits of `sin` and its kin of doubles: those are the C library's, a page has none, and its own may differ in the last (docs/systems.md)",
  "run/host/working_directory.cu": "`mkdtemp` makes a name of the time",
  "findings/bad/polled_for_ever.cu": "a page has fewer instructions before a wait is called endless",
  "ui/sem_endless_templates.kern": "a page nests instances half as deep",
};

/** Whether the program needs the server: more instructions than the page has for it (the server has ten times as many), or a header that is not there. */
export function needsServer(events) {
  const lacks = (told) => told && (told.code === "R0402" || told.code === "K0501" || JSON.stringify(told).includes(" in a page"));
  return events.some((event) => event.why === "fuel" || lacks(event.diagnostic));
}

/** The jobs: name, kind, request. `seconds` is how long the page may take. */
export function jobs(count = Infinity) {
  const list = [];
  const folder = join(ROOT, "lessons");
  for (const lesson of readdirSync(folder).sort()) {
    const text = (name) => readFileSync(join(folder, lesson, name), "utf8");
    for (const name of ["main.cu", "solution.cu"]) {
      const files = [{ name: "main.cu", text: text(name) }];
      list.push([`${lesson}/${name} lesson`, "lesson", { files, lesson }]);
      list.push([`${lesson}/${name} profile`, "profile", { files }]);
      list.push([`${lesson}/${name} trace`, "trace", { files, launch: 0, block: 0 }]);
      list.push([`${lesson}/${name} values trace`, "trace", { files, launch: 0, block: 0, opt: 0 }]);
    }
    const files = [{ name: "main.cu", text: text("main.cu") }];
    for (const kind of ["check", "run", "sanitize", "emit"]) list.push([`${lesson} ${kind}`, kind, { files }]);
  }
  const programs = [];
  for (const area of ["run", "run/cuda", "run/host", "findings/bad", "findings/good", "ui", "bugs"]) {
    const path = join(ROOT, "tests", area);
    let names;
    try {
      names = readdirSync(path).sort();
    } catch {
      continue;
    }
    const files = names.filter((name) => /\.(cu|kern)$/.test(name) && statSync(join(path, name)).size < 64 << 10);
    programs.push(...files.map((name) => [area, name]));
  }
  // Spread over the areas.
  const step = Math.max(1, programs.length / count);
  for (let at = 0; at < programs.length; at += step) {
    const [area, name] = programs[Math.floor(at)];
    const text = readFileSync(join(ROOT, "tests", area, name), "utf8");
    const args = (/^\/\/@ args: (.*)$/m.exec(text)?.[1] ?? "").split(" ").filter((word) => word && !word.startsWith("-"));
    const ending = name.endsWith(".cu") ? "main.cu" : "main.kern";
    list.push([`${area}/${name}`, area === "ui" ? "check" : "run", { files: [{ name: ending, text }], args }]);
  }
  return list;
}

/** Runs a job on the server: its events. */
export async function onServer(url, kind, request) {
  const response = await fetch(new URL(`/api/${kind}`, url), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) });
  return (await response.text()).trim().split("\n").map((line) => JSON.parse(line));
}

/** Runs a job in a worker of node, as wasm.ts does: its events. */
async function inPage(module, kind, request, size = "small") {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { module, text: `${kind} ${size}\n${JSON.stringify(request)}` }, resourceLimits: { stackSizeMb: 1 } });
  const events = await new Promise((resolve) => {
    const all = [];
    const timer = setTimeout(() => resolve([...all, { event: "trap", said: "60 seconds are over" }]), 60_000);
    worker.on("message", (what) => {
      if (what.line) all.push(JSON.parse(what.line));
      else {
        clearTimeout(timer);
        resolve(what.trap ? [...all, { event: "trap", said: what.trap }] : all);
      }
    });
    worker.on("error", (error) => resolve([...all, { event: "trap", said: String(error) }]));
  });
  await worker.terminate();
  if (events.some((event) => event.event === "full")) return size === "large" ? [{ event: "trap", said: "needs more memory" }] : inPage(module, kind, request, "large");
  return events;
}

function work() {
  let memory;
  try {
    const instance = new WebAssembly.Instance(workerData.module, {
      page: {
        tell: (at, length) => parentPort.postMessage({ line: Buffer.from(memory.buffer, at >>> 0, length).toString() }),
        now: () => performance.now(),
      },
    });
    memory = instance.exports.memory;
    const text = Buffer.from(workerData.text);
    const room = instance.exports.kern_room(text.length) >>> 0;
    new Uint8Array(memory.buffer).set(text, room);
    instance.exports.kern_job(room, text.length);
    parentPort.postMessage({ end: memory.buffer.byteLength });
  } catch (error) {
    parentPort.postMessage({ trap: String(error) });
  }
}

async function main() {
  const [file, count] = process.argv.slice(2);
  const module = await WebAssembly.compile(readFileSync(file));
  const kern = await server();
  let same = 0;
  const others = [];
  const needs = [];
  const known = [];
  for (const [name, kind, request] of jobs(count ? Number(count) : Infinity)) {
    if (process.env.ONLY && !name.includes(process.env.ONLY)) continue;
    const here = await inPage(module, kind, request);
    const last = here[here.length - 1];
    // What the page says it cannot do is no difference.
    if (last.event === "trap" || needsServer(here)) {
      needs.push(`${name}: ${last.said ?? "fuel"}`);
      continue;
    }
    const there = await onServer(kern.url, kind, request);
    if (comparable(here) === comparable(there)) same++;
    else if (name in MAY_DIFFER) known.push(name);
    else {
      others.push(name);
      const [a, b] = [comparable(there), comparable(here)];
      let at = 0;
      while (a[at] === b[at]) at++;
      console.log(`${name} differs\n  server: ${a.slice(Math.max(0, at - 100), at + 160)}\n  page:   ${b.slice(Math.max(0, at - 100), at + 160)}`);
    }
  }
  await kern.end();
  console.log(`${same} jobs alike, ${known.length} differ as they may, ${others.length} differ, ${needs.length} need the server:`);
  for (const one of needs) console.log(`  ${one}`);
  process.exit(others.length > 0 ? 1 : 0);
}

if (!isMainThread && workerData?.module) work();
else if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
