// Measures the page and its server, and prints a table, or, with `--write`, puts it into docs/playground.md. KERN_COMMAND names a kern that
// was built for release; KERN_WASM a kern.wasm for the site without a server. Nothing else should run on the machine.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { browser, kernPath, openPage, server } from "./browser.mjs";
import { files } from "./site.mjs";

const ROOT = new URL("../..", import.meta.url).pathname;
const WASM = process.env.KERN_WASM ?? `${ROOT}target/kern.wasm`;
const TIMES = 10;

const sorted = (list) => [...list].sort((a, b) => a - b);
const middle = (list) => sorted(list)[Math.floor(list.length / 2)];
const whole = (number) => `${Math.round(number)} ms`;

const PROGRAM = `#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = 2 * threadIdx.x; }
int main() {
    int *p, sum = 0;
    cudaMallocManaged(&p, 64 * 4);
    k<<<1, 64>>>(p);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) sum += p[i];
    printf("%d\\n", sum);
}
`;

const figure = (page, name) => page.evaluate((name) => Number(document.documentElement.dataset[name]), name);
const forget = (page, name) => page.evaluate((name) => delete document.documentElement.dataset[name], name);
const known = (page, name) => page.waitForFunction((name) => document.documentElement.dataset[name] !== undefined, name);

/** When a page is painted first. */
async function paint(chrome, url) {
  const page = await openPage(chrome, url);
  const at = await page.evaluate(() => new Promise((resolve) => {
    new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint").forEach((one) => resolve(one.startTime))).observe({ type: "paint", buffered: true });
  }));
  await page.context().close();
  return at;
}

/** Times of a person's page. `blank`: of a page with nothing in it, at the same time: what the browser and the machine need. */
async function ofPage(chrome, url, blankUrl) {
  const times = { paint: [], blank: [], check: [], output: [], picture: [], step: [] };
  for (let i = 0; i < TIMES; i++) {
    times.blank.push(await paint(chrome, blankUrl));
    times.paint.push(await paint(chrome, url));
  }
  const page = await openPage(chrome, url);
  await page.waitForSelector(".access svg.picture");
  for (let i = 0; i < TIMES; i++) {
    await forget(page, "checkMs");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("/**/");
    await known(page, "checkMs");
    times.check.push(120 + (await figure(page, "checkMs")));
  }
  for (let i = 0; i < TIMES; i++) {
    await forget(page, "firstOutputMs");
    await page.keyboard.press("Control+Enter");
    await known(page, "firstOutputMs");
    times.output.push(await figure(page, "firstOutputMs"));
  }
  for (let i = 0; i < TIMES; i++) {
    const begun = await page.evaluate(() => performance.now());
    await page.keyboard.press("Control+Shift+Enter");
    await page.waitForSelector(".access svg.picture", { state: "detached" });
    await page.waitForSelector(".access svg.picture");
    times.picture.push((await page.evaluate(() => performance.now())) - begun);
  }
  await page.keyboard.press("Alt+9");
  await page.waitForSelector("#panel-values svg.picture");
  for (let i = 0; i < 20; i++) {
    times.step.push(await page.evaluate(async (way) => {
      const picture = () => document.querySelector("#panel-values svg.picture").getAttribute("aria-label");
      const before = picture(), begun = performance.now();
      document.querySelector(`button[aria-label='step ${way}']`).click();
      while (picture() === before) await new Promise((resolve) => setTimeout(resolve));
      return performance.now() - begun;
    }, i % 2 ? "back" : "forward"));
  }
  await page.context().close();
  return times;
}

/** Seconds of the processor that a process and the children it waited for have used. */
function used(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

/** Asks as the page does: a server that is full is asked again when it says so, five times in all. */
async function ask(url, kind, text) {
  const begun = performance.now(), body = JSON.stringify({ files: [{ name: "main.cu", text }] });
  let answer, said, again = -1;
  do {
    if (again >= 0) await new Promise((resolve) => setTimeout(resolve, 1000 * (Number(answer.headers.get("Retry-After")) || 3)));
    answer = await fetch(new URL(`api/${kind}`, url), { method: "POST", headers: { "Content-Type": "application/json" }, body });
    said = await answer.text();
    again++;
  } while ((answer.status === 429 || answer.status === 503) && again < 4);
  const isGood = answer.status === 200 && said.includes('"event":"done"') && !said.includes('"failed"');
  return { ms: performance.now() - begun, isGood, again, said: `status ${answer.status}` };
}

/** How many answers were none, and what they said instead. */
function unanswered(answers) {
  const bad = answers.filter((one) => !one.isGood), again = answers.filter((one) => one.again > 0);
  return `${again.length ? `${again.length} of ${answers.length} asked again, ` : ""}${bad.length} of ${answers.length} unanswered${bad.length ? ` (${[...new Set(bad.map((one) => one.said))].join(", ")})` : ""}`;
}

/** So many runs and checks a second, each of another program, for some seconds. */
async function ofLoad(kern, runs, checks, seconds) {
  const begun = performance.now(), before = used(kern.pid), all = [];
  for (let tick = 0, due = begun; tick < seconds * 10; tick++, due += 100) {
    const wait = due - performance.now();
    // Who is late does not make up for it all at once.
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    else due -= wait;
    for (let i = 0; i < runs / 10; i++) all.push(ask(kern.url, "run", `// run ${tick} ${i}\n${PROGRAM}`));
    for (let i = 0; i < checks / 10; i++) all.push(ask(kern.url, "check", `// check ${tick} ${i}\n${PROGRAM}`));
  }
  const answers = await Promise.all(all), took = (performance.now() - begun) / 1000;
  return { share: (100 * (used(kern.pid) - before)) / (2 * took), bad: unanswered(answers), middle: middle(answers.map((one) => one.ms)) };
}

/** All press Run at once, each with a program of their own. */
async function ofClass(kern, students) {
  const answers = await Promise.all(Array.from({ length: students }, (_, number) => ask(kern.url, "run", `// student ${number} ${Math.random()}\n${PROGRAM}`)));
  return { last: Math.max(...answers.map((one) => one.ms)), bad: unanswered(answers) };
}

const chrome = await browser(), kern = await server();
const nothing = createServer((_, answer) => answer.setHeader("Content-Type", "text/html").end("<!doctype html><title>nothing</title><p>nothing"));
await new Promise((resolve) => nothing.listen(0, "127.0.0.1", resolve));
const blank = `http://127.0.0.1:${nothing.address().port}/`;
const own = await ofPage(chrome, kern.url, blank);
const load = await ofLoad(kern, 10, 30, 20);
const burst = await ofClass(kern, 200);
await kern.end();

let inPage = null;
if (existsSync(WASM)) {
  const folder = await mkdtemp(join(tmpdir(), "kern-measure-"));
  execFileSync(kernPath(), ["playground", "--export", folder, "--wasm", WASM]);
  const host = await files(folder);
  inPage = await ofPage(chrome, `http://127.0.0.1:${host.address().port}/`, blank);
  host.close();
  await rm(folder, { recursive: true });
}
nothing.close();
await chrome.close();

const packed = (name) => brotliCompressSync(readFileSync(new URL(`../dist/${name}`, import.meta.url))).length;
const kib = (bytes) => `${Math.round(bytes / 1024)} KiB`;
const both = (name) => `${whole(middle(own[name]))}${inPage ? ` | ${whole(middle(inPage[name]))}` : " | –"}`;
const table = `| what | with the server | in the page | goal |
|---|---|---|---|
| first paint | ${both("paint")} | 200 ms |
| of it a page with nothing in it, at the same time | ${both("blank")} | |
| a key to diagnostics, 120 ms of it the pause | ${both("check")} | 160 ms, 200 ms |
| Run to first output | ${both("output")} | 100 ms, 250 ms |
| Profile to the picture of an access | ${both("picture")} | 300 ms |
| a step in Values, until its picture stands | ${both("step")} | 16 ms |
| script of the page, with brotli | ${kib(packed("app.js"))} | | 190 KiB |
| page and styles, with brotli | ${kib(packed("index.html") + packed("app.css"))} | | 14 KiB |
| script of a report, with brotli | ${kib(packed("report.js"))} | | |
| kern.wasm, with brotli | | ${existsSync(WASM) ? kib(brotliCompressSync(readFileSync(WASM)).length) : "–"} | 1638 KiB |
| 10 runs and 30 checks a second: of two processors | ${load.share.toFixed(0)} %, ${load.bad}; the middle answer after ${whole(load.middle)} | | 40 % |
| 200 students press Run at once: the last has its answer after | ${(burst.last / 1000).toFixed(1)} s, ${burst.bad} | | 3 s |
`;
console.log(`${cpus().length} processors: ${cpus()[0]?.model}\n${table}`);
if (process.argv.includes("--write")) {
  const path = `${ROOT}docs/playground.md`, text = readFileSync(path, "utf8");
  const made = text.replace(/(<!-- made by playground\/test\/measure.mjs -->\n)[\s\S]*?(\n<!-- end -->)/, (_, from, to) => `${from}\n${table}${to}`);
  if (made === text && !text.includes(table)) throw new Error("docs/playground.md has no place for the table");
  writeFileSync(path, made);
}
