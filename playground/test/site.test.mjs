// The site without a server, in a browser: KERN_WASM names kern.wasm (target/kern.wasm if it is there).

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { browser, chromiumPath, counts, done, eventually, kernPath, openPage, openTab, says, server, type } from "./browser.mjs";
import { comparable, needsServer, jobs, onServer } from "./compare.mjs";
import { files } from "./site.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const WASM = process.env.KERN_WASM ?? `${ROOT}target/kern.wasm`;
const missing =
  !chromiumPath() ? "skipped: needs a Chromium (KERN_CHROMIUM names one)"
  : !existsSync(kernPath()) ? `skipped: needs ${kernPath()}`
  : !existsSync(WASM) ? `skipped: needs ${WASM}, which playground/wasm/build.sh makes`
  : false;
const options = { skip: missing, timeout: 900_000 };

let chrome, kern, folder, host, url;
const open = (url, view) => openPage(chrome, url, view);

before(async () => {
  if (missing) return;
  folder = await mkdtemp(join(tmpdir(), "kern-site-"));
  execFileSync(kernPath(), ["playground", "--export", join(folder, "site"), "--wasm", WASM]);
  [chrome, kern, host] = [await browser(), await server(), await files(folder)];
  url = `http://127.0.0.1:${host.address().port}/site/`;
});
after(async () => {
  if (missing) return;
  await chrome.close();
  await kern.end();
  host.close();
  await rm(folder, { recursive: true });
});

test("programs run in the page, also when the network is gone", options, async () => {
  const page = await open(url);
  await page.waitForSelector(".access svg.picture");
  await says(page.locator(".access .sum").first(), /32 sectors in 32 lines \(ideal 4 sectors\)/);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector(".access svg.picture");
  await type(page, '#include <cstdio>\nint main() { puts("first"); for (volatile int i = 0;; i = i + 1) {} }\n');
  await page.keyboard.press("Control+Enter");
  await page.waitForSelector(".output:has-text('first')");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.waitForSelector("[role=status]:has-text('was stopped')");
  await page.keyboard.press("Control+Enter");
  await page.waitForSelector(".findings:has-text('budget')");
  await openTab(page, "Output");
  await page.waitForSelector(".notice:has-text('needs the server')");
  await done(page, "offline");
});

test("what needs much memory begins again with more, and says so when that is not enough", options, async () => {
  const page = await open(url);
  await page.waitForSelector(".access svg.picture");
  const program = (bytes) =>
    `#include <cstdio>\nint main() { printf("first\\n"); char *p; int e = cudaMalloc(&p, ${bytes}u); printf("then %d\\n", e); cudaFree(p); }\n`;
  await type(page, program(100 << 20));
  await page.keyboard.press("Control+Enter");
  await page.waitForSelector("[role=status]:has-text('ended with status 0')");
  await says(page.locator(".output"), /^first\nthen 0\n$/);
  await type(page, program(900 << 20));
  await page.keyboard.press("Control+Enter");
  await page.waitForSelector(".notice:has-text('needs the server')");
  await done(page, "memory");
});

test("events are those of the server", options, async () => {
  const page = await open(url);
  const all = jobs(40);
  // Every lesson has its try and its profile here; compare.mjs does all.
  const chosen = all.filter(([name]) => !/ (trace|sanitize|check|run|emit)$/.test(name) || name.startsWith("10_"));
  const module = await page.evaluateHandle(async () => WebAssembly.compileStreaming(fetch("kern.wasm")));
  for (const [name, kind, request] of chosen) {
    const run = (size) =>
      page.evaluate(
        ([module, text]) =>
          new Promise((resolve) => {
            const worker = new Worker("worker.js");
            const lines = [];
            worker.onmessage = ({ data }) => {
              if (data.line) return lines.push(data.line);
              worker.terminate();
              resolve(data.trap ? [...lines, JSON.stringify({ event: "trap", said: data.trap })] : lines);
            };
            worker.postMessage({ module, text });
          }),
        [module, `${kind} ${size}\n${JSON.stringify(request)}`],
      );
    let lines = await run("small");
    if (lines.some((line) => line.includes('"event":"full"'))) lines = await run("large");
    const here = lines.map((line) => JSON.parse(line));
    if (needsServer(here)) continue;
    assert.equal(comparable(here), comparable(await onServer(kern.url, kind, request)), name);
  }
  await done(page, "events");
});

test("a file says how to start it", options, async () => {
  const page = await open(`file://${join(folder, "site/index.html")}`);
  await page.waitForSelector("p:has-text('python3 -m http.server')");
  await done(page, "file_url");
});

test("from another machine, over plain http", options, async () => {
  const address = Object.values(networkInterfaces()).flat().find((one) => one.family === "IPv4" && !one.internal)?.address;
  if (!address) return console.log("skipped: needs an address of this machine that is not its own loop");
  const other = await files(folder, address);
  const page = await open(`http://${address}:${other.address().port}/site/`);
  await page.waitForSelector(".access svg.picture");
  assert.equal(await page.evaluate(() => isSecureContext), false);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.waitForSelector(".shared-link");
  await eventually(async () => assert.equal(await page.evaluate(() => getSelection().toString() || document.activeElement.value), page.url()));
  await done(page, "plain_http");
  other.close();
});

test("an element of another page, and fences of mdBook", options, async () => {
  const code = '#include <cstdio>\nint main() {\n    puts("from afar");\n}\n';
  const escaped = code.replace(/</g, "&lt;");
  await writeFile(
    join(folder, "book.html"),
    `<!doctype html><html lang="en"><title>book</title><h1>A book</h1>
<kern-playground title="first">\n${escaped.replace(/^/gm, "    ")}</kern-playground>
<pre><code class="language-cuda kern">${escaped}</code></pre>
<kern-playground title="picture" view="memory" readonly>${escaped.replace("int main() {", "__global__ void k(int *p) { p[2 * threadIdx.x] = 1; }\nint main() {\n    int *p;\n    cudaMalloc(&p, 256);\n    k&lt;&lt;&lt;1, 32>>>(p);")}</kern-playground>
<script src="site/kern-playground.js"></script>`,
  );
  const page = await open(new URL("../book.html", url).href);
  await counts(page.locator("kern-playground"), 3);
  await counts(page.locator("kern-playground iframe"), 0);
  assert.equal(await page.locator("kern-playground textarea").first().inputValue(), code);
  await page.locator("kern-playground textarea").nth(1).fill(code.replace("afar", "a fence"));
  for (const [index, said] of [[0, "from afar"], [1, "from a fence"]]) {
    await page.locator("kern-playground").nth(index).getByRole("button", { name: "Run" }).click();
    // One press is enough.
    const frame = page.frameLocator("kern-playground iframe").nth(index);
    await frame.locator(`.output:has-text('${said}')`).waitFor();
  }
  // What was edited in a frame is what opens large.
  const edited = page.frameLocator("kern-playground iframe").nth(0);
  await edited.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText("// edited\n");
  const [large] = await Promise.all([page.context().waitForEvent("page"), edited.getByRole("button", { name: "Open large" }).click()]);
  await large.locator(".cm-content:has-text('// edited')").waitFor();
  await large.locator("header .lessons").waitFor();
  await large.close();
  await page.locator("kern-playground").nth(2).getByRole("button", { name: "Run" }).click();
  await page.frameLocator("kern-playground iframe").nth(2).locator(".access .sum", { hasText: "8 sectors in 2 lines (ideal 4 sectors)" }).waitFor();
  await done(page, "book");
});

test("code beside the program, and how full a multiprocessor is", options, async () => {
  const page = await open(url);
  await page.waitForSelector(".access svg.picture");
  await page.locator(".cm-line", { hasText: "out[x * n + y]" }).first().click();
  await page.keyboard.press("Alt+7");
  await page.waitForSelector(".ptx li.linked");
  const before = await page.locator(".ptx li.linked").count();
  assert.ok(before > 0);
  await page.waitForFunction(() => document.activeElement?.classList.contains("ptx"));
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.waitForSelector(".cm-linked:has-text('int y')");
  await counts(page.locator(".cm-linked"), 1);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".cm-focused");
  await page.screenshot(process.env.KERN_SHOTS ? { path: join(process.env.KERN_SHOTS, "ptx.png") } : {});
  await page.keyboard.press("Alt+8");
  await page.waitForSelector("#panel-occupancy svg.picture");
  await says(page.locator("#panel-occupancy .sum"), /of 64 warps .* limited by warps/);
  await page.getByLabel("Registers a thread, slider").fill("128");
  await says(page.locator("#panel-occupancy .sum"), /limited by registers/);
  await done(page, "occupancy");
});
