// A server and a browser for the tests of the page. Without a Chromium the tests say that they are skipped.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const ROOT = new URL("../..", import.meta.url).pathname;

export function chromiumPath() {
  const asked = process.env.KERN_CHROMIUM;
  return [asked, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => path && existsSync(path));
}

export const kernPath = () => process.env.KERN_COMMAND ?? `${ROOT}target/debug/kern`;

/** Starts the server: its address, and how it is ended. */
export async function server(...args) {
  const child = spawn(kernPath(), ["playground", "--port", "0", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (bytes) => {
      text += bytes;
      const match = /http:\S+/.exec(text);
      if (match) resolve(match[0]);
    });
    child.on("exit", (status) => reject(new Error(`kern playground ended with ${status}`)));
  });
  return { url, pid: child.pid, end: () => new Promise((resolve) => { child.on("exit", resolve); child.kill("SIGTERM"); }) };
}

export async function browser() {
  return chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
}

/** A page without mistakes of its own, see `done`. */
export async function openPage(chrome, url, view = {}) {
  const context = await chrome.newContext({ viewport: { width: 1400, height: 900 }, colorScheme: "light", reducedMotion: "reduce", ...view });
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("console", (message) => {
    // Text typed over a selection: Chromium wants to keep its style, which the page's policy forbids.
    const isKnown = /status of (4\d\d|503)|Applying inline style violates/.test(message.text());
    if (message.type() === "error" && !isKnown) page.problems.push(message.text());
  });
  // A machine that does much else besides is slow, not wrong.
  page.setDefaultTimeout(120_000);
  await page.goto(url);
  return page;
}

/** A page in which a lesson is open. */
export async function openLesson(chrome, url, name, view = {}) {
  const page = await openPage(chrome, url, view);
  await page.waitForSelector(".access svg.picture");
  await page.getByLabel("lesson or example").selectOption(name);
  return page;
}

/** Closes a page, in which nothing may have gone wrong; KERN_SHOTS names a folder for a picture of it. */
export async function done(page, name) {
  assert.deepEqual(page.problems, []);
  if (process.env.KERN_SHOTS) await page.screenshot({ path: join(process.env.KERN_SHOTS, `${name}.png`), fullPage: true });
  await page.context().close();
}

/** Types a text in place of the editor's. */
export async function type(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

const GROUPS = { Code: "Code", Lesson: "Lesson", Output: "Run", Findings: "Run", Help: "Run" };

/** Opens a tab, on a narrow screen by its group. */
export async function openTab(page, name) {
  const isNarrow = await page.locator(".groups").isVisible();
  if (isNarrow) await page.locator(".groups button", { hasText: GROUPS[name] ?? "See" }).click();
  if (!isNarrow || !["Code", "Lesson"].includes(name)) await page.getByRole("tab", { name }).click();
}

/** Tries an assertion until it holds: what a page shows follows what was done to it, and a busy machine follows late. After ten seconds its failure stands. */
export async function eventually(attempt) {
  for (const end = Date.now() + 10_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    try {
      return await attempt();
    } catch (failure) {
      if (Date.now() > end) throw failure;
    }
  }
}

/** The element's text comes to match. */
export const says = (element, pattern) => eventually(async () => assert.match(await element.textContent(), pattern));

/** There come to be as many elements. */
export const counts = (elements, expected) => eventually(async () => assert.equal(await elements.count(), expected));

/** Axe finds nothing, of WCAG 2.2 up to AA. */
export async function isAccessible(page) {
  const axe = await readFile(AXE, "utf8");
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  await eventually(async () => {
    await page.evaluate(axe);
    const found = await page.evaluate((tags) => globalThis.axe.run(document, { runOnly: { type: "tag", values: tags } }), tags);
    assert.deepEqual(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).slice(0, 3).join("; ")}`), []);
  });
}

/** Nothing of the page is wider than its window. */
export async function fits(page, what = "it") {
  await eventually(async () => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what} scrolls sideways`));
}
