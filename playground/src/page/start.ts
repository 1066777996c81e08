// What the page starts with: the program of its link, of the command line, or the first example.

import { Editor } from "../editor";
import * as engine from "../engine";
import { loadWhenIdle } from "../wasm";
import { showLine } from "./go";
import { load, openLink, typed } from "./program";
import { begin } from "./run";
import type { Page } from "./state";

/** `?embed=run` in the address of a frame. */
const EMBEDDED = new URLSearchParams(location.search).get("embed");

/** How often the file of the command line is looked at. */
const FILE_PAUSE = 1000;

/** Makes the editor and shows a program; the function that it gives ends all that. */
export function start(page: Page, parent: HTMLElement): () => void {
  page.editor = new Editor(parent, { cursor: (cursor) => page.set({ cursor }), changed: () => typed(page), line: (line) => showLine(page, line) });
  const poll = { timer: 0 };
  const failed = (error: Error) => page.set({ problem: error.message });
  void first(page, poll).catch(failed);
  if (engine.isStatic) loadWhenIdle();
  const hash = () => void openLink(page).catch(failed);
  addEventListener("hashchange", hash);
  return () => {
    removeEventListener("hashchange", hash);
    clearTimeout(poll.timer);
    page.editor.view.destroy();
  };
}

async function first(page: Page, poll: { timer: number }) {
  const or = <T>(otherwise: T) => (error: Error) => {
    page.set({ problem: error.message });
    return otherwise;
  };
  // All are asked for at once; the lessons are for the list only.
  void engine.lessons().then((lessons) => page.set({ lessons }), () => {});
  const examples = engine.examples().catch(or([])), file = engine.file().catch(or(null));
  void examples.then((examples) => page.set({ examples }));
  if (await openLink(page).catch(or(false))) {
    // Of a link nothing runs before somebody wants it. In a page of somebody's site that was the press on Run that put the page there.
    const { tab } = page.state;
    if (engine.isStatic && EMBEDDED === "run") void begin(page, tab === "memory" || tab === "grid" ? "profile" : "run", tab === "output" ? undefined : tab);
    return;
  }
  const own = await file;
  if (own) {
    load(page, own.name, own.text);
    return follow(page, poll, own.text);
  }
  const example = (await examples)[0];
  if (!example) return;
  load(page, "main.cu", example.text);
  // What runs programs here is loaded when the page stands.
  if (engine.isStatic) await new Promise((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(resolve, { timeout: 1500 }) : setTimeout(resolve, 300)));
  if (page.editor.text === example.text && !page.state.result) void begin(page, "profile", "memory");
}

/** Shows the file of the command line again when it changes. */
function follow(page: Page, poll: { timer: number }, last: string) {
  poll.timer = window.setTimeout(async () => {
    const file = await engine.file().catch(() => null);
    // What was typed here is not overwritten.
    if (file && file.text !== last && page.editor.text === last) load(page, file.name, file.text, { args: page.state.args });
    follow(page, poll, file?.text ?? last);
  }, FILE_PAUSE);
}
