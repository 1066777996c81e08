// The program that is edited: where it comes from, its check, and its link.

import * as engine from "../engine";
import { decode, encode } from "../link";
import { count } from "../parts";
import type { Diagnostic, Example, Lesson } from "../protocol";
import { BEGIN } from "../time";
import { begin, forget } from "./run";
import { NOTHING, type Page, type State } from "./state";

/** After so long without a key the program is checked. */
const PAUSE = 120;
/** Longer links are said to be long. */
const LONG_LINK = 8 << 10;

/** Somebody typed. */
export function typed(page: Page) {
  page.set({ version: page.state.version + 1, link: "", isOther: true, status: "" });
  clearTimeout(page.timer);
  page.timer = window.setTimeout(() => void check(page), PAUSE);
}

async function check(page: Page) {
  page.checking?.abort();
  const controller = (page.checking = new AbortController());
  const begun = performance.now();
  const checked: Diagnostic[] = [];
  let status = "";
  try {
    await engine.job("check", page.program, controller.signal, (event) => {
      if (event.event === "diagnostic") checked.push(event.diagnostic);
      if (event.event === "limit" || event.event === "failed") status = event.said;
    });
  } catch (error) {
    if (!controller.signal.aborted) page.set({ status: error instanceof Error ? error.message : String(error) });
    return;
  }
  const errors = checked.filter((one) => one.severity === "error").length;
  if (checked.length > 0) status = `${errors ? count(errors, "error") : count(checked.length, "warning")} in the program: F8 goes to the first.`;
  const { result } = page.state;
  page.set({ checked, status, ...(result && !page.isBusy ? { result: { ...result, findings: [] } } : {}) });
  page.editor.show(checked, page.state.name);
  document.documentElement.dataset.checkMs = String(Math.round(performance.now() - begun));
}

/** Shows another program. */
export function load(page: Page, name: string, text: string, part: Partial<Pick<State, "others" | "args" | "lesson">> = {}) {
  page.stop?.abort();
  page.stop = null;
  forget(page, null);
  page.set({
    name, others: [], args: "", lesson: null, tries: 0, result: null, graded: null, profile: null, traces: new Map(), selection: NOTHING, pinned: null, moments: BEGIN,
    ...part,
  });
  page.editor.heat([]);
  page.editor.replace(text);
}

/** Opens a lesson at its beginning, wherever one was; what was pressed for that is gone. */
export function beginLesson(page: Page, lesson: Lesson) {
  openLesson(page, lesson);
  setTimeout(() => {
    scrollTo(0, 0);
    document.getElementById("panel-lesson")?.focus({ preventScroll: true });
  });
}

export function openLesson(page: Page, lesson: Lesson) {
  history.replaceState(null, "", location.pathname + location.search);
  load(page, "main.cu", lesson.program, { lesson });
  page.set({ tab: "lesson" });
}

export function openExample(page: Page, example: Example) {
  history.replaceState(null, "", location.pathname + location.search);
  load(page, "main.cu", example.text);
  void begin(page, "profile");
}

/** Shows the program of the page's address, if there is one. Throws a sentence if it is damaged. */
export async function openLink(page: Page): Promise<boolean> {
  const shared = await decode(location.hash);
  if (!shared) return false;
  const lesson = shared.lesson ? (await engine.lessons().catch(() => [])).find((one) => one.name === shared.lesson) : undefined;
  const [first, ...others] = shared.files;
  load(page, first.name, first.text, { others, args: shared.args, lesson: lesson ?? null });
  page.set({ tab: shared.view ?? (lesson ? "lesson" : "output") });
  return true;
}

/** The part of an address that carries the program and what is looked at. */
function fragmentOf(page: Page): Promise<string> {
  const { args, lesson, tab } = page.state;
  return encode({ files: page.program.files, args, view: tab, ...(lesson ? { lesson: lesson.name } : {}) });
}

/** Opens the program, as it is now, in a tab of its own. */
export async function openLarge(page: Page) {
  window.open(`${location.pathname}${await fragmentOf(page)}`, "_blank", "noopener");
}

/** Puts the program, and what is looked at, into the page's address, and copies that. */
export async function share(page: Page) {
  const fragment = await fragmentOf(page);
  history.replaceState(null, "", fragment);
  const long = fragment.length > LONG_LINK ? " That is long, and some programs cut such links: Save run makes a file." : "";
  // Over plain http from another machine there is no clipboard: then it is selected, to be copied by hand.
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  page.set({
    link: copied ? "" : location.href,
    status: `${copied ? "The link is copied" : "The link is selected above, for you to copy"}: ${fragment.length} characters, the program is in it.${long}`,
  });
}
