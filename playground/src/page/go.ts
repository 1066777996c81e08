// Where people go: to a line, a finding, a block, a value, the page of a code.

import * as engine from "../engine";
import type { Selection } from "../panels";
import type { Diagnostic, Launch } from "../protocol";
import { worstOf } from "../views/heat";
import type { Page } from "./state";

/** Opens a place of the program in the editor. */
export function open(page: Page, line: number, column = 1) {
  if (matchMedia("(max-width: 600px)").matches) page.set({ tab: "code" });
  inEditor(page, () => page.editor.open(line, column));
}

/** Does something in the editor: at once, so that the next key is typed there; where it is only about to be shown, when it is. */
export function inEditor(page: Page, what: () => void) {
  if (page.editor.view.dom.offsetParent) what();
  else setTimeout(what);
}

/** The next finding, or the one before. */
export function stepFinding(page: Page, by: number) {
  const { findings } = page, { current, name } = page.state;
  if (findings.length === 0) return;
  const next = (current + by + findings.length + (current < 0 && by < 0 ? 1 : 0)) % findings.length;
  const { severity, message, places } = findings[next];
  page.set({ current: next, tab: "findings", status: `${severity} ${next + 1} of ${findings.length}: ${message}` });
  const place = places.find((one) => one.file === name);
  if (place) open(page, place.line, place.column);
}

/** Looks at another launch, block, warp or line. */
export function choose(page: Page, part: Partial<Selection>) {
  const { selection, profile } = page.state;
  const launch = part.launch ?? selection.launch, isOther = launch !== selection.launch;
  if (isOther || part.warp !== undefined) lookAtWarp(page, part.warp ?? 0);
  if (!isOther) return page.set({ selection: { ...selection, ...part } });
  // Another launch has lines, blocks and warps of its own: its worst access is shown.
  page.set({ selection: { block: 0, warp: 0, ...worstOf(profile?.launches.find((one) => one.launch === launch), profile?.program.files[0].name ?? ""), ...part, launch } });
}

/** One warp is looked at in all views. */
function lookAtWarp(page: Page, warp: number) {
  if (page.state.moments.warp !== warp) page.set({ moments: { ...page.state.moments, warp, cell: null } });
}

/** Shows what a line asked of memory. */
export function showLine(page: Page, line: number) {
  choose(page, { line, kind: "" });
  page.set({ tab: "memory" });
}

export const numberOf = ([x, y, z]: [number, number, number], grid: Launch["grid"]) => x + grid[0] * (y + grid[1] * z);

/** Shows what a block asked of memory, or, if a mistake was found there, that. */
export function showPressed(page: Page, block: number) {
  const { profile, selection } = page.state;
  const { grid } = profile?.launches.find((one) => one.launch === selection.launch) ?? {};
  const mistake = profile?.findings.find((one) => grid && one.block && one.launch?.number === selection.launch && numberOf(one.block, grid) === block);
  if (mistake) return showBlock(page, mistake);
  choose(page, { block });
  page.set({ tab: "memory" });
}

/** Shows the block that a finding is of: its memory, or, of a barrier, who waits and who has ended. */
export function showBlock(page: Page, finding: Diagnostic) {
  const launch = page.state.profile?.launches.find((one) => one.launch === finding.launch?.number);
  if (!launch || !finding.block) return;
  const line = finding.places.find((one) => one.file === page.state.name)?.line ?? 0;
  lookAtWarp(page, finding.warp ?? 0);
  page.set({ selection: { launch: launch.launch, block: numberOf(finding.block, launch.grid), warp: finding.warp ?? 0, line, kind: "" }, tab: finding.code.startsWith("R02") ? "timeline" : "memory" });
}

/** Shows what variables were when a finding happened. */
export function showValues(page: Page, finding: Diagnostic) {
  const { launch, race } = finding;
  if (!launch) return;
  const second = race?.second;
  const block = numberOf(finding.block ?? second?.block ?? [0, 0, 0], launch.grid);
  const line = finding.site?.line ?? finding.places[0]?.line ?? 0;
  const warp = finding.warp ?? second?.warp ?? 0;
  page.set({
    selection: { launch: launch.number, block, warp, line, kind: "" }, tab: "values",
    target: { warp, line, lane: finding.lane ?? second?.lane ?? null, name: "", isLast: false },
  });
}

/** Shows the variable at the cursor, as it is when its line was executed last. */
export function showCursor(page: Page) {
  const { target, moments } = page.state;
  page.set({ target: { warp: target?.warp ?? moments.warp, line: page.editor.line, lane: null, name: page.editor.word, isLast: true }, tab: "values" });
}

/** Shows the page of a code. */
export async function explain(page: Page, code: string) {
  page.set({ tab: "help" });
  const text = await engine.explain(code).then((row) => row.page, (error: Error) => error.message);
  page.set({ article: { title: code, text } });
}

/** Goes to the first line of a lesson that may be changed. */
export function showEditable(page: Page) {
  const lines = page.editor.text.split("\n"), at = lines.findIndex((line) => line.trim() === "//[ edit") + 1;
  if (at > 0) open(page, at + 1, (lines[at] ?? "").search(/\S|$/) + 1);
}
