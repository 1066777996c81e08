// What follows from what is looked at: the heat of the chosen launch, the code of the kernels, and what the chosen block did.

import { useEffect } from "preact/hooks";
import { codeOf } from "../code";
import * as engine from "../engine";
import { hotLines } from "../views/heat";
import { found } from "../views/moments";
import { recordChosen, traceChosen } from "./run";
import type { Page } from "./state";

/** Does something a little later, unless it is no longer wanted by then. */
function soon(milliseconds: number, what: (signal: AbortSignal) => Promise<unknown>): () => void {
  const controller = new AbortController();
  // A job that nobody waits for any more ends with an error.
  const timer = setTimeout(() => void what(controller.signal).catch(() => {}), milliseconds);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

export function useWatch(page: Page) {
  const { tab, profile, selection, traces, ran, recordings, target, version, cursor, code, momentLine, lesson } = page.state;
  const { key } = page;

  useEffect(() => {
    const launch = profile?.launches.find((one) => one.launch === selection.launch);
    if (launch) page.editor.heat(hotLines(launch, profile!.program.files[0].name));
  }, [profile, selection.launch]);

  useEffect(() => {
    if (tab !== "ptx") return;
    if (page.state.opcodes.length === 0) void engine.opcodes().then((opcodes) => page.set({ opcodes }), () => {});
    return soon(150, async (signal) => {
      const code = await codeOf(page.program, signal).catch((error: Error) => error.message);
      if (!signal.aborted) page.set({ code });
    });
  }, [tab === "ptx", version]);

  const isLinked = tab === "ptx" && typeof code === "object" && code?.lines.some((one) => one.line === cursor);
  const linked = isLinked ? cursor : tab === "values" ? momentLine : 0;
  useEffect(() => page.editor.link(linked), [linked]);

  // A lesson's picture chooses an access by itself.
  const isTraced = traces.has(key), isDrawn = (tab === "memory" && selection.line > 0) || tab === "lesson";
  useEffect(() => {
    if (profile && isDrawn && !isTraced) return soon(50, (signal) => traceChosen(page, signal));
  }, [profile, key, isTraced, isDrawn]);

  // With all its variables, while somebody looks at them.
  const isTimed = tab === "values" || tab === "timeline" || (tab === "lesson" && ran !== null && /^\{\{view timeline\}\}$/m.test(lesson?.text ?? ""));
  const recorded = recordings.get(key);
  useEffect(() => {
    if (!isTimed || recorded !== undefined) return;
    if (ran) return soon(30, (signal) => recordChosen(page, ran, signal));
    page.set({ ran: page.program });
  }, [isTimed, ran, key, recorded === undefined]);

  useEffect(() => {
    if (!target || typeof recorded !== "object") return;
    const at = found(recorded, target);
    if (at) page.set({ target: null, moments: { ...page.state.moments, ...at } });
    else page.set({ target: null, status: `Warp ${target.warp} of this block did nothing in line ${target.line}.` });
  }, [target, recorded]);

  return { linked, recorded };
}
