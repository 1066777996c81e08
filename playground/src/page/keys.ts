// What keys do, wherever the focus is.

import { DIGITS } from "../tabs";
import { inEditor, showCursor, showLine, stepFinding } from "./go";
import { begin } from "./run";
import type { Page } from "./state";

/** What a key does; null if nothing. */
function meaning(page: Page, event: KeyboardEvent): (() => void) | null {
  const { key } = event;
  const control = event.ctrlKey || event.metaKey, alt = event.altKey && !control;
  if (control && key === "Enter") return () => void begin(page, event.shiftKey ? "profile" : "run");
  if (key === "F8") return () => stepFinding(page, event.shiftKey ? -1 : 1);
  if (alt && page.timeKeys && /^Arrow(Left|Right)$/.test(key)) return () => page.timeKeys?.step(key === "ArrowLeft" ? -1 : 1);
  if (alt && page.timeKeys && /^[[\]]$/.test(key)) return () => page.timeKeys?.change(key === "]");
  if (alt && key === "m") return () => showLine(page, page.editor.line);
  if (alt && key === "v") return () => showCursor(page);
  if (alt && key === "t") return () => { page.set({ tab: "timeline" }); focusTab("timeline"); };
  if (alt && key === "0") return () => { page.set(innerWidth <= 600 ? { tab: "code" } : {}); inEditor(page, () => page.editor.view.focus()); };
  if (alt && /^[1-9]$/.test(key)) return () => {
    const tab = DIGITS[Number(key) - 1];
    if (tab === "lesson" && !page.state.lesson) return;
    page.set({ tab });
    page.isCodeAsked = tab === "ptx";
    // At once, so that the next key finds it there. Of code one wants the line: where it is not shown yet, it takes the focus then.
    const code = tab === "ptx" ? document.querySelector<HTMLElement>(".ptx") : null;
    if (code) code.focus();
    else focusTab(tab);
  };
  // Single letters count in the results only: who speaks to the browser, or types, must not press them by accident.
  const target = event.target as Element;
  if (!control && !event.altKey && target.closest(".results") && !target.closest("input, select, textarea")) {
    if (key === "?") return () => page.set({ article: null, tab: "help" });
    if (key === "t" || key === "T") return unfoldTables;
  }
  return null;
}

const focusTab = (tab: string) => document.getElementById(`tab-${tab}`)?.focus();

/** Unfolds the tables of all pictures that are shown, or folds them. */
function unfoldTables() {
  const all = [...document.querySelectorAll<HTMLDetailsElement>(".results .picture-box details")];
  const isOpen = all.some((one) => !one.open);
  for (const one of all) one.open = isOpen;
}

/** Listens until the function that it gives is called. */
export function listen(page: Page): () => void {
  const pressed = (event: KeyboardEvent) => {
    const does = meaning(page, event);
    if (!does) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  };
  addEventListener("keydown", pressed, true);
  return () => removeEventListener("keydown", pressed, true);
}
