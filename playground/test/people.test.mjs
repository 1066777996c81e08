// The page as different people use it: a student on a phone, one who learns, a teacher who shares and projects, a class that is too large.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import test, { after, before } from "node:test";
import { deflateRawSync } from "node:zlib";
import { browser, chromiumPath, counts, done, eventually, fits, isAccessible, kernPath, openLesson, openPage, openTab, says, server, type } from "./browser.mjs";

const missing = !chromiumPath() ? "skipped: needs a Chromium (KERN_CHROMIUM names one)" : !existsSync(kernPath()) ? `skipped: needs ${kernPath()}` : false;
const options = { skip: missing, timeout: 600_000 };
const PHONE = { viewport: { width: 360, height: 740 } };

let chrome, kern;
const open = (url, view) => openPage(chrome, url, view);
before(async () => {
  if (!missing) [chrome, kern] = [await browser(), await server()];
});
after(async () => {
  if (missing) return;
  await chrome.close();
  await kern.end();
});

test("what stands there before the script is what the page says", options, async () => {
  const sent = await (await fetch(kern.url)).text();
  const said = /<p class="intro">(.*?)<\/p>/.exec(sent)[1].replace(/<[^>]+>/g, "");
  assert.ok(said.length > 40);
  const page = await open(kern.url);
  await page.waitForSelector(".access svg.picture");
  await eventually(async () => assert.ok((await page.locator(".intro").textContent()).startsWith(said)));
  await counts(page.locator("header"), 1);
  await done(page, "before_script");
});

test("on a phone: three parts, and the rest under More", options, async () => {
  const page = await open(kern.url, PHONE);
  await page.waitForSelector(".access svg.picture");
  const groups = page.locator(".groups button:visible");
  await eventually(async () => assert.deepEqual(await groups.allTextContents(), ["Code", "Run", "See"]));
  await counts(page.locator("[role=tab]:visible"), 6);
  await counts(page.getByLabel("Arguments"), 1);
  await eventually(async () => assert.ok(await page.getByLabel("Arguments").isHidden()));
  await page.getByRole("button", { name: "More" }).click();
  await page.getByLabel("Arguments").fill("7");
  await isAccessible(page);
  await fits(page);
  await page.getByRole("button", { name: "Begin with the first lesson" }).click();
  await eventually(async () => assert.deepEqual(await groups.allTextContents(), ["Lesson", "Code", "Run", "See"]));
  await page.getByRole("button", { name: "To the lines to change" }).click();
  await page.waitForSelector(".cm-focused");
  await page.waitForFunction(() => document.querySelector(".cm-activeLine")?.classList.contains("cm-editable"));
  await fits(page, "the code");
  // A group opens where it was left.
  await openTab(page, "Grid");
  await openTab(page, "Code");
  await page.locator(".groups button", { hasText: "See" }).click();
  await page.waitForSelector("[role=tab][aria-selected=true]:has-text('Grid')");
  await done(page, "phone");
});

test("a lesson shows what a warp does, and what would be", options, async () => {
  const page = await openLesson(chrome, kern.url, "10_bank_conflicts");
  await page.getByRole("button", { name: "Show what a warp does here" }).click();
  await page.waitForSelector(".lesson .compared svg.picture");
  const sum = page.locator(".lesson .compared .sum").first();
  await says(sum, /^✗ 32 turns of the banks \(ideal 1\)/);
  await page.getByLabel("What if neighbouring lanes were").fill("33");
  await says(sum, /^✓ 1 turn of the banks/);
  await page.waitForSelector(".lesson .compared:has-text('Not the program')");
  await isAccessible(page);
  await page.getByRole("button", { name: "as it is: 32" }).click();
  await says(sum, /^✗ 32 turns/);
  await type(page, await readFile(new URL("../../lessons/10_bank_conflicts/solution.cu", import.meta.url), "utf8"));
  await page.getByRole("button", { name: "Show it again" }).click();
  await says(sum, /^✓ 1 turn of the banks/);
  await done(page, "lesson_picture");
});

test("a lesson shows when warps run, and what streams do; a mistake at a barrier opens there", options, async () => {
  const page = await openLesson(chrome, kern.url, "13_barriers");
  await page.getByRole("button", { name: "Show when the warps run here" }).click();
  await counts(page.locator(".lesson .compared svg.picture"), 2);
  await isAccessible(page);
  await page.getByRole("button", { name: "Check goals" }).click();
  await page.getByRole("button", { name: "show it in Timeline" }).click();
  await page.waitForSelector("#panel-timeline .notice:has-text('R0201 in line 14')");
  await openTab(page, "Findings");
  await page.getByRole("button", { name: "show this block" }).click();
  await page.waitForSelector("[role=tab][aria-selected=true]:has-text('Timeline')");
  await page.getByLabel("lesson or example").selectOption("23_streams");
  await page.getByRole("button", { name: "Show what runs when" }).click();
  await says(page.locator(".lesson .compared .sum"), /nothing runs beside anything else$/);
  await isAccessible(page);
  await done(page, "lesson_times");
});

test("an index behind the end: the block, the warp, the lanes", options, async () => {
  const page = await open(kern.url, PHONE);
  await page.waitForSelector(".access svg.picture");
  await page.getByLabel("lesson or example").selectOption("02_guard");
  await page.getByRole("button", { name: "Check goals" }).click();
  await page.getByRole("button", { name: "show it in Grid" }).click();
  await page.locator("[data-block='3']").click();
  await says(page.locator(".access .sum").first(), /^✗ .*lanes 8-31 outside of in\[\] \(framed\)$/);
  await isAccessible(page);
  await openTab(page, "Findings");
  await page.getByRole("button", { name: "values when it happened" }).first().click();
  await page.waitForSelector("#panel-values svg.picture text:has-text('✗[1000]')");
  await fits(page);
  await done(page, "outside");
});

test("a link opens at what was looked at, and a forged one does not break", options, async () => {
  const page = await open(kern.url);
  await page.waitForSelector(".access svg.picture");
  await openTab(page, "Occupancy");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.waitForFunction(() => location.hash.startsWith("#1:"));
  const link = page.url();
  await done(page, "shared");
  const other = await open(link);
  await other.waitForSelector("[role=tab][aria-selected=true]:has-text('Occupancy')");
  await openTab(other, "Memory");
  await other.getByRole("button", { name: "Profile this program" }).click();
  await other.waitForSelector(".access svg.picture");
  await done(other, "shared_opened");
  // Links of old, and forged ones: whatever stands in them, the page stays.
  const forge = (value) => `${kern.url}#1:${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;
  const program = { name: "a.cu", text: "int main() {}" };
  for (const value of [{ files: [program], args: 7, view: "nowhere", lesson: 3 }, { files: [program], view: "lesson" }, { files: [program], view: "__proto__" }]) {
    const forged = await open(forge(value));
    await forged.waitForSelector(".cm-content:has-text('int main() {}')");
    await forged.waitForSelector("[role=tab][aria-selected=true]:has-text('Output')");
    await done(forged, "forged");
  }
});

test("larger for a projector; tables by a key, and none while one types", options, async () => {
  const page = await open(`${kern.url}?present`);
  await page.waitForSelector(".access svg.picture");
  await counts(page.locator(".presented"), 1);
  await fits(page);
  await page.keyboard.press("Alt+3");
  await page.waitForFunction(() => document.activeElement?.id === "tab-memory");
  await page.keyboard.press("t");
  await page.waitForSelector(".access details[open] table");
  await isAccessible(page);
  await page.keyboard.press("t");
  await counts(page.locator(".access details[open]"), 0);
  await page.keyboard.press("Alt+0");
  await page.waitForSelector(".cm-focused");
  await page.keyboard.press("t");
  await page.waitForSelector(".notice:has-text('has changed')");
  await counts(page.locator(".access details[open]"), 0);
  await done(page, "present");
});

test("a server that has too much to do is asked again", options, async () => {
  const page = await open(kern.url);
  await page.waitForSelector(".access svg.picture");
  let refused = 0;
  // The second time the server answers when what the page said meanwhile was read, however late that is.
  let read;
  const isRead = new Promise((resolve) => (read = resolve));
  await page.route("**/api/run", async (route) => {
    if (refused++ > 0) return isRead.then(() => route.continue());
    return route.fulfill({ status: 503, headers: { "Retry-After": "1", "Content-Type": "application/json" }, body: '{"error":"200 programs wait already: try again in a few seconds"}' });
  });
  await page.keyboard.press("Control+Enter");
  await page.waitForSelector(".notice:has-text('200 programs wait already')");
  read();
  await page.waitForSelector(".output:has-text('ok')");
  assert.equal(refused, 2);
  await counts(page.locator(".notice"), 0);
  await done(page, "busy");
});
