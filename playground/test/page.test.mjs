// The page in a browser: what a person does with it. KERN_SHOTS=DIR writes pictures of it to look at.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { browser, chromiumPath, counts, done, fits, isAccessible, kernPath, openLesson, openPage, openTab, says, server, type } from "./browser.mjs";

const missing = !chromiumPath() ? "skipped: needs a Chromium (KERN_CHROMIUM names one)" : !existsSync(kernPath()) ? `skipped: needs ${kernPath()}` : false;
const options = { skip: missing, timeout: 600_000 };

let chrome, kern, folder;
const open = (url, view) => openPage(chrome, url, view);
before(async () => {
  if (missing) return;
  [chrome, kern, folder] = [await browser(), await server(), await mkdtemp(join(tmpdir(), "kern-page-"))];
});
after(async () => {
  if (missing) return;
  await chrome.close();
  await kern.end();
  await rm(folder, { recursive: true });
});

const FAULT = `#include <cstdio>
__global__ void k(int *p) { p[blockIdx.x * 32 + threadIdx.x] = 1; }
int main() {
    int *p;
    cudaMalloc(&p, 40 * 4);
    k<<<2, 32>>>(p);
    printf("%d\\n", cudaDeviceSynchronize());
}
`;

test("the first screen has a program, its heat and a picture", options, async () => {
  const page = await open(kern.url);
  await page.waitForSelector(".access svg.picture");
  await says(page.locator(".heat-bar").first(), /100%/);
  await says(page.locator(".access .sum").first(), /32 sectors in 32 lines \(ideal 4 sectors\)/);
  await page.locator(".access summary").first().click();
  await counts(page.locator(".access table").first().locator("tbody tr"), 32);
  // It is the store, which wastes most: one control shows the load. Esc closes the picture, and the focus is where one may open it again.
  const shown = page.locator(".access-chooser select");
  await says(shown.locator("option:checked"), /^✗ worst: line 11, global store: 32 sectors, 4 would do/);
  await shown.selectOption({ label: "✓ line 11, global load: 4 sectors" });
  await says(page.locator(".access .sum").first(), /^✓ 4 sectors in 1 line .* coalesced/);
  await page.getByRole("button", { name: "Close the picture" }).focus();
  await page.keyboard.press("Escape");
  await counts(page.locator(".access"), 0);
  await page.waitForFunction(() => document.activeElement?.id === "asks-11");
  await page.keyboard.press("Enter");
  await says(page.locator(".access .sum").first(), /not coalesced/);
  // The other kernel: a tower of the banks, and the same on the map of the array.
  await page.locator(".chooser select").first().selectOption("1");
  await page.waitForSelector("h4:has-text('32 banks')");
  await says(page.locator(".access .sum").first(), /32 turns of the banks \(ideal 1\)/);
  await says(page.locator(".access .sum").nth(1), /32 words in 1 bank of 32/);
  await isAccessible(page);
  await done(page, "first");
});

test("mistakes appear while one types, and open their line", options, async () => {
  const page = await open(kern.url);
  await page.waitForSelector(".access svg.picture");
  await type(page, "int main() {\n    int x = \"a\";\n    return y;\n}\n");
  await page.waitForSelector(".cm-lintRange-error");
  await page.locator(".cm-content").click();
  await page.keyboard.press("F8");
  await page.waitForSelector(".findings li.current");
  await page.waitForFunction(() => document.querySelector(".cm-activeLine")?.textContent.includes("int x"));
  await page.keyboard.press("F8");
  await page.waitForFunction(() => document.querySelector(".cm-activeLine")?.textContent.includes("return y"));
  await page.getByRole("button", { name: "K0301: its page" }).first().click();
  await page.waitForSelector(".doc h2:has-text('K0301')");
  await done(page, "mistakes");
});

test("a run streams, is stopped, and says its limits", options, async () => {
  const page = await open(kern.url);
  await page.waitForSelector(".access svg.picture");
  await type(page, '#include <cstdio>\nint main() { puts("first"); for (volatile int i = 0;; i = i + 1) {} }\n');
  await page.keyboard.press("Control+Enter");
  await page.waitForSelector(".output:has-text('first')");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.waitForSelector("[role=status]:has-text('was stopped')");
  await type(page, '#include <cstdio>\nint main() { for (;;) puts("again and again"); }\n');
  await page.keyboard.press("Control+Enter");
  await page.waitForSelector(".findings:has-text('1048576')");
  await done(page, "stopped");
});

test("a finding opens its line and its block", options, async () => {
  const page = await open(kern.url);
  await page.waitForSelector(".access svg.picture");
  await type(page, FAULT);
  await page.keyboard.press("Control+Shift+Enter");
  await page.waitForSelector(".findings:has-text('R0101')");
  // Where it was allocated and launched is marked too.
  await counts(page.locator(".cm-lintRange-hint"), 2);
  await page.getByRole("button", { name: "show this block" }).click();
  await page.waitForSelector("#line-view");
  await says(page.locator("#line-view"), /Line 2, warp 0 of block 1/);
  await openTab(page, "Grid");
  await says(page.locator(".sum"), /▲ block 1: R0101/);
  await done(page, "finding");
});

test("a link carries the program", options, async () => {
  const page = await open(kern.url);
  await page.waitForSelector(".access svg.picture");
  await type(page, '#include <cstdio>\nint main(int n, char **a) { printf("shared %s\\n", a[1]); }\n');
  await page.getByLabel("Arguments").fill("ä1");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.waitForFunction(() => location.hash.startsWith("#1:"));
  const link = page.url();
  await done(page, "link");
  const other = await open(link);
  await other.waitForSelector(".cm-content:has-text('shared')");
  await other.getByRole("button", { name: "▶ Run" }).click();
  await other.waitForSelector(".output:has-text('shared ä1')");
  await done(other, "opened");
  for (const bad of [`${link.slice(0, -8)}`, `${kern.url}#7:abc`, `${kern.url}#nonsense`]) {
    const damaged = await open(bad);
    await damaged.waitForSelector("[role=alert]:has-text('This link is')");
    await damaged.context().close();
  }
});

test("a lesson is begun, fails with a hint, and is solved", options, async () => {
  const page = await openLesson(chrome, kern.url, "10_bank_conflicts");
  await page.waitForSelector(".doc h2:has-text('Pad the tile')");
  // An example that shows how a lesson is solved waits for it.
  await counts(page.locator("option[disabled]", { hasText: "Transposes, with a tile and a padded tile (after lesson 10)" }), 1);
  await page.getByRole("button", { name: "Check goals" }).click();
  await page.waitForSelector(".goals:has-text('not yet')");
  await says(page.locator(".notice"), /which bank/);
  await isAccessible(page);
  const text = await readFile(new URL("../../lessons/10_bank_conflicts/solution.cu", import.meta.url), "utf8");
  await type(page, text);
  await page.getByRole("button", { name: "Check goals" }).click();
  await page.waitForSelector("h3:has-text('Done: all goals are reached')");
  await counts(page.getByRole("option", { name: /Pad the tile ✓ done/ }), 1);
  await counts(page.locator("option[disabled]", { hasText: "padded tile (after lesson 8)" }), 1);
  // What was checked stays while something else runs.
  await page.getByRole("button", { name: "Profile", exact: true }).click();
  await page.waitForSelector(".access svg.picture");
  await page.getByRole("tab", { name: "Lesson" }).click();
  await page.waitForSelector("h3:has-text('Done: all goals are reached')");
  await counts(page.getByRole("button", { name: "Next lesson" }), 1);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.waitForFunction(() => location.hash.startsWith("#1:"));
  const link = page.url();
  await done(page, "lesson");
  const other = await open(link);
  await other.waitForSelector("[role=tab]:has-text('Lesson')");
  await done(other, "lesson_link");
});

test("what was said of another program does not pass for what this one is", options, async () => {
  const page = await openLesson(chrome, kern.url, "08_transpose");
  await page.getByRole("button", { name: "Show what a warp does here" }).click();
  await page.waitForSelector(".cm-content .lens");
  await page.waitForSelector(".lesson .compared svg.picture");
  // A word in the line that the note is of, and a line elsewhere.
  await page.getByRole("button", { name: "To the lines to change" }).click();
  await page.keyboard.type("    // mine\n");
  await page.waitForSelector(".old-heat .lens");
  await isAccessible(page);
  const text = await readFile(new URL("../../lessons/08_transpose/solution.cu", import.meta.url), "utf8");
  await type(page, text);
  await counts(page.locator(".lens"), 0);
  await page.getByRole("button", { name: "Check goals" }).click();
  await page.waitForSelector("h3:has-text('Done: all goals are reached')");
  // What was looked at is looked at again: a store, though now nothing is worse than another.
  await page.getByRole("button", { name: "Show it again" }).click();
  await says(page.locator(".access-chooser select").locator("option:checked"), /global store/);
  await counts(page.locator(".old-heat"), 0);
  await page.getByRole("button", { name: "To the lines to change" }).click();
  await page.keyboard.type("int wrong = nothing;\n");
  await page.waitForSelector("h3:has-text('Goals, when they were checked last')");
  await page.getByRole("button", { name: "Check goals" }).click();
  await page.waitForSelector("h3:text-is('Goals')");
  await counts(page.locator(".task .notice:has-text('does not compile')"), 1);
  await counts(page.locator(".goals .why"), 0);
  await page.getByRole("button", { name: "Findings say more" }).click();
  await page.waitForSelector("#panel-findings:has-text('nothing')");
  await done(page, "lesson_changed");
});

test("a job that gave way to another one says nothing afterwards, however late frames are", options, async () => {
  const page = await openLesson(chrome, kern.url, "08_transpose");
  await page.evaluate(() => {
    const frame = requestAnimationFrame;
    window.requestAnimationFrame = (draw) => setTimeout(() => frame(draw), 1000);
  });
  await page.getByRole("button", { name: "To the lines to change" }).click();
  await page.keyboard.type("int wrong = nothing;\n");
  await page.getByRole("button", { name: "Show what a warp does here" }).click();
  await page.getByRole("button", { name: "Check goals" }).click();
  await page.getByRole("button", { name: "Findings say more" }).click();
  await page.waitForSelector("#panel-findings:has-text('nothing')");
  await page.waitForTimeout(2500);
  await counts(page.locator("#panel-findings:has-text('nothing')"), 1);
  // Another program opens: nothing of this one comes after it.
  await page.getByRole("tab", { name: "Lesson" }).click();
  await page.getByRole("button", { name: "Check goals" }).click();
  await page.getByRole("button", { name: "Begin again" }).click();
  await page.waitForTimeout(2500);
  await counts(page.locator(".task .notice:has-text('does not compile')"), 0);
  await counts(page.getByRole("heading", { name: "Goals", exact: true }), 1);
  await done(page, "late_frames");
});

test("what one types is typed where one was led, however late the page is with all else", options, async () => {
  const page = await openLesson(chrome, kern.url, "08_transpose");
  await page.evaluate(() => {
    const wait = setTimeout;
    window.setTimeout = (what, after, ...more) => wait(what, (after ?? 0) + 1000, ...more);
  });
  await page.getByRole("button", { name: "To the lines to change" }).click();
  await page.keyboard.type("int all = nothing;\n");
  await counts(page.locator(".cm-line:has-text('int all = nothing;')"), 1);
  await done(page, "typed_at_once");
});

test("what one is about to press stays where it is when a job ends", options, async () => {
  const page = await openLesson(chrome, kern.url, "08_transpose");
  // The end of a job comes a second after what it found.
  await page.evaluate(() => {
    const ask = fetch;
    window.fetch = async (path, init) => {
      const answer = await ask(path, init);
      if (!String(path).endsWith("/lesson")) return answer;
      const lines = (await answer.text()).trimEnd().split("\n"), encode = (text) => new TextEncoder().encode(text);
      const start = (to) => {
        to.enqueue(encode(`${lines.slice(0, -1).join("\n")}\n`));
        setTimeout(() => (to.enqueue(encode(`${lines.at(-1)}\n`)), to.close()), 1000);
      };
      return new Response(new ReadableStream({ start }), answer);
    };
  });
  await page.getByRole("button", { name: "To the lines to change" }).click();
  await page.keyboard.type("int wrong = nothing;\n");
  await page.getByRole("button", { name: "Check goals" }).click();
  const more = page.getByRole("button", { name: "Findings say more" });
  const { y } = await more.boundingBox();
  await page.waitForTimeout(1500);
  assert.equal((await more.boundingBox()).y, y);
  await more.click();
  await page.waitForSelector("#panel-findings:has-text('nothing')");
  await done(page, "job_ends");
});

test("a lesson says first what is to be done, and why a goal is not reached", options, async () => {
  const page = await openLesson(chrome, kern.url, "08_transpose", { viewport: { width: 1280, height: 800 } });
  await page.waitForSelector(".task .goals");
  for (const what of [".task .rule", ".task .goals"]) assert.ok((await page.locator(what).boundingBox()).y < 600, `${what} is seen at once`);
  await page.getByRole("button", { name: "Check goals" }).click();
  await page.waitForSelector(".goals .why");
  assert.match((await page.locator(".goals .why").innerText()).replace(/\s+/g, " "), /in line 15 of transpose, one store to global memory touches 32 sectors.* for the 32 threads of a warp.*; the goal is at most 4/);
  await page.getByRole("button", { name: "Show what a warp does here" }).click();
  await says(page.locator(".access-chooser select").locator("option:checked"), /worst: line 15, global store/);
  // A word, by the pointer and by the keyboard; Esc closes the tip, and the picture stays.
  const word = page.locator(".why .term", { hasText: "threads" });
  await word.hover();
  await page.getByRole("tooltip", { name: "" }).locator("visible=true").waitFor();
  await says(page.locator(".tip:not([hidden])"), /^thread: One run of/);
  await page.keyboard.press("Escape");
  await counts(page.locator(".tip:not([hidden])"), 0);
  await word.focus();
  await counts(page.locator(".tip:not([hidden])"), 1);
  await isAccessible(page);
  await page.keyboard.press("Escape");
  await counts(page.locator(".compared .picture-box"), 1);
  await page.getByRole("button", { name: "Close the picture" }).click();
  await counts(page.locator(".compared .picture-box"), 0);
  await page.getByRole("button", { name: "Show the picture again" }).click();
  await page.waitForSelector(".compared svg.picture");
  await openTab(page, "Help");
  await says(page.locator(".glossary"), /coalesced/);
  // Progress goes from one browser to another as a file.
  const load = (text) => page.getByLabel("Load progress").setInputFiles({ name: "mine.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await load("{}");
  await says(page.locator("#panel-help [role=status]"), /^mine\.json is no file that Save progress wrote/);
  await load('{"kern-lessons":["08_transpose","10_bank_conflicts"]}');
  await says(page.locator("#panel-help"), /2 of 24 lessons were done in this browser/);
  await counts(page.locator("option:not([disabled])", { hasText: "Transposes, with a tile and a padded tile" }), 1);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save progress" }).click()]);
  assert.equal(saved.suggestedFilename(), "kern-lessons.json");
  assert.equal(await readFile(await saved.path(), "utf8"), '{"kern-lessons":["08_transpose","10_bank_conflicts"]}\n');
  await isAccessible(page);
  await done(page, "task");
});

test("shared arrays in Values, and what an instruction of PTX does", options, async () => {
  const page = await open(kern.url);
  await page.waitForSelector(".access svg.picture");
  await page.locator(".chooser select").first().selectOption("1");
  await openTab(page, "Values");
  await page.waitForSelector("#panel-values h3:has-text('Shared memory of the block')");
  // Its second store: step by step, as a person goes there.
  const stores = () => page.locator("#panel-values .sum").nth(1).textContent().then((text) => /^32 elements stored/.test(text));
  for (let i = 0; i < 20 && !(await stores()); i++) await page.keyboard.press("Alt+ArrowRight");
  assert.ok(await stores());
  await isAccessible(page);
  await page.keyboard.press("Alt+7");
  await page.waitForSelector(".ptx li");
  await page.locator(".ptx").focus();
  await page.locator(".ptx li", { hasText: "bar.sync" }).hover();
  await says(page.locator(".instruction"), /^bar\.sync Barrier.*PTX ISA, section 9\.7\.13\.1/);
  await page.mouse.move(5, 5);
  await page.locator(".ptx li", { hasText: "ld.global" }).first().click();
  await page.mouse.move(5, 5);
  await says(page.locator(".instruction"), /^ld\.global\.f32 Loads from memory/);
  await isAccessible(page);
  await done(page, "instruction");
});

test("the file of the command line is shown again when it changes", options, async () => {
  const file = join(folder, "mine.cu");
  await writeFile(file, "int main() { return 1; }\n");
  const own = await server(file);
  const page = await open(own.url);
  await page.waitForSelector(".cm-content:has-text('return 1')");
  await writeFile(file, "int main() { return 2; }\n");
  await page.waitForSelector(".cm-content:has-text('return 2')");
  await page.keyboard.press("Control+Enter");
  await page.waitForSelector("[role=status]:has-text('status 2')");
  await done(page, "file");
  await own.end();
});

test("everything works from the keyboard", options, async () => {
  const page = await open(kern.url);
  await page.waitForSelector(".access svg.picture");
  await page.keyboard.press("Alt+0");
  await page.waitForSelector(".cm-focused");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.activeElement?.closest(".cm-editor") === null);
  await page.keyboard.press("Alt+3");
  const focused = (id) => page.waitForFunction((id) => document.activeElement?.id === id, id);
  await focused("tab-memory");
  await page.keyboard.press("ArrowRight");
  await focused("tab-values");
  await page.keyboard.press("?");
  await page.waitForSelector("table.keys");
  // Each thing that can be pressed can be reached.
  const reached = new Set();
  await page.keyboard.press("Alt+3");
  await focused("tab-memory");
  await page.evaluate(() => document.activeElement.blur());
  for (let i = 0; i < 110; i++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.closest(".cm-editor") !== null)) await page.keyboard.press("Escape");
    reached.add(await page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent?.slice(0, 12)}`));
  }
  for (const name of ["▶ Run", "Profile", "Sanitize", "Save run", "Share", "Keep to compa", "The same as ", "Copy as SVG"].map((name) => name.slice(0, 12))) assert.ok([...reached].some((one) => one.includes(name)), `${name}: ${[...reached]}`);
  await done(page, "keyboard");
});

for (const [name, view] of [
  ["light", {}],
  ["dark", { colorScheme: "dark" }],
  ["narrow", { viewport: { width: 360, height: 740 } }],
  ["narrow_dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark" }],
]) {
  test(`nothing in the way of anybody, ${name}`, options, async () => {
    const page = await open(kern.url, view);
    await page.waitForSelector(".access svg.picture");
    await isAccessible(page);
    await openTab(page, "Grid");
    await page.waitForSelector("svg.picture");
    await isAccessible(page);
    for (const [tab, there] of [["Values", "#panel-values svg.picture"], ["Timeline", "#panel-timeline svg.picture"], ["PTX", ".ptx li.linked"], ["Occupancy", "#panel-occupancy svg.picture"]]) {
      if (tab === "PTX") {
        if (name.startsWith("narrow")) await openTab(page, "Code");
        await page.locator(".cm-line", { hasText: "out[x * n + y]" }).first().click();
      }
      await openTab(page, tab);
      await page.waitForSelector(there);
      await isAccessible(page);
      await fits(page, tab);
      if (process.env.KERN_SHOTS) await page.screenshot({ path: join(process.env.KERN_SHOTS, `${name}_${tab}.png`) });
    }
    await openTab(page, "Help");
    await isAccessible(page);
    if (name.startsWith("narrow")) await openTab(page, "Code");
    await type(page, FAULT);
    await page.keyboard.press("Control+Shift+Enter");
    await page.waitForSelector(".findings:has-text('R0101')");
    await isAccessible(page);
    await fits(page);
    await openTab(page, "Memory");
    await done(page, name);
  });
}

const SUM = `#include <cstdio>
__global__ void sums(float *out, int n)
{
    int t = threadIdx.x;
    float sum = 0;
    for (int i = 0; i < n; i++) {
        if (t % 2) sum += i;
        else sum -= i;
    }
    out[t] = sum;
}
int main()
{
    float *out, host[64];
    cudaMalloc(&out, sizeof host);
    sums<<<1, 64>>>(out, 5);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g %g\\n", host[0], host[1]);
    cudaFree(out);
}
`;

test("when did this become wrong: in two keys", options, async () => {
  const page = await open(kern.url);
  await page.waitForSelector(".access svg.picture");
  await type(page, SUM);
  await page.keyboard.press("Control+Enter");
  await page.waitForSelector(".output:has-text('-10 10')");
  await page.locator(".cm-line", { hasText: "out[t] = sum" }).locator("text=sum").last().click();
  await page.keyboard.press("Alt+v");
  await page.waitForSelector("#panel-values svg.picture");
  await page.waitForSelector(".source:has-text('line 10')");
  await page.keyboard.press("Alt+[");
  await page.waitForFunction(() => /^sum of lane 0 became -10.0 in line 8; it was -6.0/.test(document.querySelector(".told")?.textContent));
  await page.waitForSelector(".cm-linked:has-text('sum -= i')");
  await page.keyboard.press("Alt+[");
  await page.waitForFunction(() => /^sum of lane 0 became -6.0 in line 8/.test(document.querySelector(".told")?.textContent));
  await isAccessible(page);
  await page.locator("#panel-values .below summary").click();
  await counts(page.locator("#panel-values table tbody tr"), 32);
  // Step by step, and a cell by the arrows.
  const where = () => page.locator("#panel-values .steps span").textContent();
  const before = await where();
  await page.keyboard.press("Alt+ArrowRight");
  await page.waitForFunction((before) => document.querySelector("#panel-values .steps span")?.textContent !== before, before);
  await page.locator("#panel-values .scroll").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.waitForSelector("#panel-values :text('of lane 1')");
  await done(page, "values");
});

test("the timeline of a block, and of streams", options, async () => {
  const page = await open(kern.url);
  await page.waitForSelector(".access svg.picture");
  await type(page, SUM);
  await page.keyboard.press("Control+Shift+Enter");
  await page.waitForSelector(".access svg.picture");
  await page.keyboard.press("Alt+t");
  await page.waitForFunction(() => document.querySelectorAll("#panel-timeline svg.picture").length >= 3);
  await says(page.locator("#panel-timeline"), /split 5 times: one side runs at a time/);
  await says(page.locator("#panel-timeline"), /2 operations in 1 row/);
  await isAccessible(page);
  await done(page, "timeline");
});

test("a race has a picture, and the barrier that is missing", options, async () => {
  const page = await openLesson(chrome, kern.url, "09_shared_tile");
  await page.waitForSelector(".doc h2");
  await type(page, await readFile(new URL("../../lessons/09_shared_tile/wrong/1_no_barrier.cu", import.meta.url), "utf8"));
  await page.getByRole("button", { name: "Sanitize" }).click();
  await page.waitForSelector(".findings svg.picture");
  await page.waitForSelector(".findings svg.picture[aria-label*='no __syncthreads() between them']");
  await isAccessible(page);
  if (process.env.KERN_SHOTS) await page.screenshot({ path: join(process.env.KERN_SHOTS, "race.png"), fullPage: true });
  await page.getByRole("button", { name: "values when it happened" }).first().click();
  await page.waitForSelector("#panel-values svg.picture");
  await done(page, "race_values");
});

test("a run is kept and stands beside the next one; a picture and a run become files", options, async () => {
  const page = await open(kern.url);
  await page.waitForSelector(".access svg.picture");
  await page.getByRole("button", { name: "Keep to compare" }).click();
  const text = await readFile(new URL("../src/first.cu", import.meta.url), "utf8");
  await type(page, text.replace("out[x * n + y] = in[y * n + x]", "out[y * n + x] = in[y * n + x]"));
  await page.keyboard.press("Control+Shift+Enter");
  await page.waitForSelector(".compared svg.picture");
  await says(page.locator(".compared .sum").first(), /^✓ /);
  await isAccessible(page);
  // Nothing may be copied here, so that it becomes a file.
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error("no"))));
  const [svg] = await Promise.all([page.waitForEvent("download"), page.locator(".compared").getByRole("button", { name: "Copy as SVG" }).first().click()]);
  assert.equal(svg.suggestedFilename(), "kern-compare.svg");
  const picture = await readFile(await svg.path(), "utf8");
  assert.ok(picture.startsWith("<svg") && picture.includes('fill="rgb') && !picture.includes("class="));
  await page.waitForSelector("#line-view ~ .access svg.picture");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save run" }).click()]);
  const report = join(folder, "saved.html");
  await saved.saveAs(report);
  await done(page, "compare");
  const other = await open(`file://${report}`);
  other.on("request", (request) => other.problems.push(`it asks for ${request.url()}`));
  await other.waitForSelector(".access svg.picture");
  await isAccessible(other);
  await done(other, "saved_run");
});

test("the report of kern profile --html", options, async () => {
  const file = join(folder, "report.html");
  const source = new URL("../src/first.cu", import.meta.url).pathname;
  execFileSync(kernPath(), ["profile", source, "--html", file], { stdio: "pipe" });
  for (const [name, view] of [["report", {}], ["report_narrow", { viewport: { width: 360, height: 740 }, colorScheme: "dark" }]]) {
    const page = await open(`file://${file}`, view);
    page.on("request", (request) => page.problems.push(`it asks for ${request.url()}`));
    await page.waitForSelector(".access svg.picture");
    await says(page.locator(".access .sum").first(), /32 sectors in 32 lines/);
    await page.locator(".chooser select").first().selectOption("1");
    await page.waitForSelector("h4:has-text('32 banks')");
    await isAccessible(page);
    await fits(page);
    await done(page, name);
  }
});

test("two hundred press Run at once, and each has an answer of their own", options, async () => {
  const own = await server();
  const answers = await Promise.all(Array.from({ length: 200 }, async (_, number) => {
    const text = `#include <cstdio>\nint main() { printf("student %d\\n", ${number}); }\n`;
    const body = JSON.stringify({ files: [{ name: "main.cu", text }] });
    const answer = await fetch(new URL("/api/run", own.url), { method: "POST", headers: { "Content-Type": "application/json" }, body });
    return [answer.status, await answer.text()];
  }));
  answers.forEach(([status, said], number) => {
    assert.equal(status, 200, said);
    assert.ok(said.includes(`student ${number}\\n`) && said.includes('"status":0'), said);
  });
  await own.end();
});

test("how long it takes", options, async () => {
  const page = await open(kern.url);
  await page.waitForSelector(".access svg.picture");
  const figure = (name) => page.evaluate((name) => Number(document.documentElement.dataset[name]), name);
  const checks = [], runs = [];
  for (let i = 0; i < 10; i++) {
    await page.evaluate(() => delete document.documentElement.dataset.checkMs);
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("/**/");
    await page.waitForFunction(() => document.documentElement.dataset.checkMs !== undefined);
    checks.push(await figure("checkMs"));
  }
  for (let i = 0; i < 10; i++) {
    await page.evaluate(() => delete document.documentElement.dataset.firstOutputMs);
    await page.keyboard.press("Control+Enter");
    await page.waitForFunction(() => document.documentElement.dataset.firstOutputMs !== undefined);
    runs.push(await figure("firstOutputMs"));
  }
  const middle = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
  console.log(`pause to diagnostics: ${middle(checks)} ms (and 120 ms of pause), Run to first output: ${middle(runs)} ms`);
  await done(page, "figures");
});
