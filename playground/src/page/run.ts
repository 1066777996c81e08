// Jobs that a person asks for, and what is recorded of their blocks.

import { run, trace as traceOf } from "../jobs";
import { addDone } from "../lesson";
import type { Kind, Program } from "../protocol";
import { pageOf, save } from "../save";
import type { Tab } from "../tabs";
import { BEGIN } from "../time";
import { sameAs, worst } from "../views/heat";
import type { Trace } from "../views/trace";
import { NOTHING, type Page } from "./state";

/** Kernels of which a page of the run has a block. */
const MOST_KERNELS = 8;

/** Another program runs: what was recorded is that of the one before. */
export function forget(page: Page, ran: Program | null) {
  page.files.clear();
  page.set({ ran, recordings: new Map(), target: null });
}

/** Runs the program. `tab`: what is shown when it is done; without one, the job's own tab, at once. */
export async function begin(page: Page, kind: Kind, tab?: Tab) {
  page.stop?.abort();
  const controller = (page.stop = new AbortController());
  const own = page.program, version = page.state.version, before = lookedAt(page);
  // The job compiles the same text.
  clearTimeout(page.timer);
  page.checking?.abort();
  forget(page, own);
  page.set({ status: "", current: -1 });
  if (!tab) page.set({ tab: kind === "profile" ? "memory" : kind === "lesson" ? "lesson" : "output" });
  if (kind === "profile") {
    page.set({ profile: null, traces: new Map() });
    page.editor.heat([]);
  }
  const lesson = kind === "lesson" ? page.state.lesson?.name : undefined;
  const done = await run(kind, lesson ? { ...own, lesson } : own, controller.signal, (result) => {
    // Another job, or another program, has taken its place.
    if (page.stop === controller) page.set({ result });
  });
  if (controller.signal.aborted) return;
  page.editor.show(done.findings, own.files[0].name);
  page.set({ checked: [] });
  document.documentElement.dataset.firstOutputMs = String(Math.round(done.firstOutput ?? -1));
  if (kind === "profile") {
    page.set({ profile: done, isOther: page.editor.text !== own.files[0].text, selection: { ...NOTHING, ...((before && sameAs(done.launches, own.files[0].name, before)) ?? worst(done.launches, own.files[0].name)) } });
  }
  if (done.grade) {
    page.set({ graded: { result: done, version } });
    graded(page, done.grade.done);
  }
  if (tab) return page.set({ tab });
  const errors = done.findings.filter((one) => one.severity === "error").length;
  if (kind !== "lesson" && (errors > 0 || (kind === "sanitize" && done.findings.length > 0))) page.set({ tab: "findings" });
}

/** The access that is looked at. */
function lookedAt(page: Page): { kernel: string; line: number; kind: string } | null {
  const { profile, selection } = page.state;
  const kernel = profile?.launches.find((one) => one.launch === selection.launch)?.kernel;
  return kernel && selection.line > 0 ? { kernel, line: selection.line, kind: selection.kind } : null;
}

function graded(page: Page, isDone: boolean) {
  if (!isDone) return page.set({ tries: page.state.tries + 1 });
  if (!page.state.lesson) return;
  page.set({ done: addDone([page.state.lesson.name]) });
}

/** Records the chosen block of the profile. */
export async function traceChosen(page: Page, signal: AbortSignal) {
  const { profile, selection } = page.state, { key } = page;
  if (!profile) return;
  const made = await traceOf(profile.program, selection.launch, selection.block, 2, signal, (base64) => keep(page, key, false, base64));
  page.set({ traces: new Map(page.state.traces).set(key, made) });
}

/** Records the chosen block of the program that ran, with all its variables. */
export async function recordChosen(page: Page, ran: Program, signal: AbortSignal) {
  const { selection } = page.state, { key } = page;
  const made = await traceOf(ran, selection.launch, selection.block, 0, signal, (base64) => keep(page, key, true, base64));
  const { recordings, moments } = page.state;
  const isPast = typeof made === "object" && moments.step >= made.each.warp.length;
  page.set({ recordings: new Map(recordings).set(key, made), ...(isPast ? { moments: BEGIN } : {}) });
}

function keep(page: Page, key: string, plain: boolean, base64: string) {
  const [launch, block] = key.split("/").map(Number);
  page.files.set(`${key} ${plain}`, { launch, block, plain, base64 });
}

/** Saves the profile with its pictures as one page. */
export async function saveRun(page: Page) {
  const { profile, traces, recordings } = page.state;
  if (!profile) return;
  page.set({ status: "The first block of each kernel is recorded …" });
  const firsts = profile.launches.filter((one, at) => profile.launches.findIndex((other) => other.kernel === one.kernel) === at).slice(0, MOST_KERNELS);
  const made: (Trace | string)[] = [...traces.values(), ...recordings.values()];
  try {
    for (const { launch } of firsts) {
      const key = `${launch}/0`;
      if (!page.files.has(`${key} false`)) made.push(await traceOf(profile.program, launch, 0, 2, new AbortController().signal, (base64) => keep(page, key, false, base64)));
    }
    const kern = made.find((one) => typeof one === "object")?.kern ?? "";
    const text = await pageOf({ profile, work: profile.work, traces: [...page.files.values()], kern });
    save(text, `${profile.program.files[0].name.replace(/\.\w+$/, "")}.html`, "text/html");
    page.set({ status: "The run is saved as one page: it needs neither this playground nor a network." });
  } catch (error) {
    page.set({ status: error instanceof Error ? error.message : String(error) });
  }
}
