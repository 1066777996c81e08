// Time travel: the variables of a warp at a moment, and when its block's warps ran and waited. The page and the report share it.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { PictureView, useNarrow, useRoom } from "./panels";
import { inline } from "./markdown";
import type { StreamWork } from "./protocol";
import { History, momentAt, momentsOf, type Moment } from "./views/moments";
import { streams } from "./views/streams";
import { laneTimeline, warpTimeline } from "./views/timeline";
import type { Trace } from "./views/trace";
import { SharedHistory, sharedValues } from "./views/shared";
import { changeText, shownColumns, values, type Cell } from "./views/values";

/** What is looked at of a recorded block. */
export interface Moments {
  warp: number;
  /** The step after which variables are shown. */
  step: number;
  cell: Cell | null;
  isFine: boolean;
}

export const BEGIN: Moments = { warp: 0, step: 0, cell: null, isFine: false };

/** What keys do while variables are shown. */
export interface TimeKeys {
  step(by: number): void;
  change(isLater: boolean): void;
}

function warpsOf(trace: Trace): number {
  return Math.ceil((trace.block[0] * trace.block[1] * trace.block[2]) / 32);
}

function WarpChooser({ trace, at, change }: { trace: Trace; at: Moments; change: (part: Partial<Moments>) => void }) {
  return (
    <label>Warp <select value={at.warp} onChange={(event) => change({ warp: Number(event.currentTarget.value), cell: null })}>{Array.from({ length: warpsOf(trace) }, (_, warp) => <option value={warp}>{warp}</option>)}</select></label>
  );
}

/** Variables of a warp, with steps back and forward. `onLine`: the line of the moment. */
export function ValuesView(props: { trace: Trace; at: Moments; change: (part: Partial<Moments>) => void; onLine?: (moment: Moment) => void; keys?: (keys: TimeKeys | null) => void; sourceOf: (file: string, line: number) => string }) {
  const { trace, at, change } = props;
  const isNarrow = useNarrow();
  const [told, setTold] = useState("");
  const history = useMemo(() => new History(trace, at.warp), [trace, at.warp]);
  const moments = useMemo(() => momentsOf(trace, at.warp, at.isFine), [trace, at.warp, at.isFine]);
  const number = momentAt(moments, at.step);
  const moment = moments[number];
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => { if (moment) props.onLine?.(moment); }, [moment?.line, moment?.file]);
  const picture = useMemo(() => (moment ? values(history, moments, number, at.cell, isNarrow) : null), [history, moments, number, at.cell, isNarrow]);
  const go = (next: number) => {
    setTold("");
    change({ step: moments[Math.max(0, Math.min(moments.length - 1, next))].last });
  };
  const columns = moment ? shownColumns(history, moment) : [];
  const cell = at.cell ?? (columns.length > 0 ? { column: columns[0], lane: 0 } : null);
  const jump = (isLater: boolean) => {
    if (!cell || !moment) return;
    const from = isLater ? moment.last : at.cell && told ? moment.first - 1 : moment.last;
    const when = history.change(cell.column, cell.lane, from, isLater);
    const name = `${history.columns[cell.column].name} of lane ${cell.lane}`;
    if (when === null) return setTold(`${name} has no ${isLater ? "later" : "earlier"} change.`);
    change({ step: when, cell });
    setTold(changeText(history, cell, when));
  };
  useEffect(() => {
    props.keys?.({ step: (by) => go(number + by), change: jump });
    return () => props.keys?.(null);
  });
  if (!moment || !picture) return <p class="quiet">Warp {at.warp} of block {trace.number} did nothing that was recorded.</p>;
  const pressed = (event: MouseEvent) => {
    const found = (event.target as Element).closest("[data-cell]")?.getAttribute("data-cell")?.split(" ");
    if (found) {
      setTold("");
      change({ cell: { column: Number(found[0]), lane: Number(found[1]) } });
    }
  };
  const moved = (event: KeyboardEvent) => {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if ((dx === 0 && dy === 0) || event.altKey || !cell) return;
    event.preventDefault();
    const column = columns[Math.max(0, Math.min(columns.length - 1, columns.indexOf(cell.column) + dx))];
    setTold("");
    change({ cell: { column, lane: Math.max(0, Math.min(31, cell.lane + dy)) } });
  };
  const chosen = at.cell && history.columns[at.cell.column];
  return (
    <>
      <div class="chooser">
        <WarpChooser trace={trace} at={at} change={change} />
        <label><input type="checkbox" checked={at.isFine} onChange={(event) => change({ isFine: event.currentTarget.checked })} /> each instruction</label>
      </div>
      <div class="chooser steps">
        <button type="button" aria-label="step back" title="Alt-←" disabled={number === 0} onClick={() => go(number - 1)}>◀ back</button>
        <span>step {number + 1} of {moments.length}</span>
        <button type="button" aria-label="step forward" title="Alt-→" disabled={number === moments.length - 1} onClick={() => go(number + 1)}>forward ▶</button>
        <input type="range" aria-label="step" min={0} max={moments.length - 1} value={number} onInput={(event) => go(Number(event.currentTarget.value))} />
      </div>
      <p class="source"><b>line {moment.line}</b> <code>{props.sourceOf(moment.file, moment.line)}</code></p>
      <div class="chooser">
        <span class="quiet">{chosen ? `Chosen: ${chosen.name} of lane ${at.cell!.lane}.` : "Press a value, or choose one with the arrows:"}</span>
        <button type="button" title="Alt-[" onClick={() => jump(false)}>◀◀ when did it become so?</button>
        <button type="button" title="Alt-]" onClick={() => jump(true)}>next change ▶▶</button>
      </div>
      <p role="status" class="told">{told}</p>
      <div ref={box} onClick={pressed} onKeyDown={moved}><PictureView picture={picture} name="values" /></div>
      <p class="quiet">● is new in this step; <i>not live</i>: the variable has no value here. The program is compiled without optimisation here, so that every variable is there; its results are the same. Arrays are in memory: what a step loads and stores stands at the right; ✗ is outside of the array.</p>
      <SharedView trace={trace} moment={moment} warp={at.warp} />
    </>
  );
}

/** The arrays of the block in shared memory. */
function SharedView({ trace, moment, warp }: { trace: Trace; moment: Moment; warp: number }) {
  const isNarrow = useNarrow();
  const history = useMemo(() => (trace.shared.length > 0 ? new SharedHistory(trace) : null), [trace]);
  const [number, setNumber] = useState(0);
  const variable = trace.shared[Math.min(number, trace.shared.length - 1)];
  const picture = useMemo(() => (history && variable ? sharedValues(history, variable, moment, warp, isNarrow) : null), [history, variable, moment.first, moment.last, warp, isNarrow]);
  if (!picture) return null;
  return (
    <>
      <h3>Shared memory of the block</h3>
      <div class="chooser">
        {trace.shared.length > 1 ? (
          <label>Array <select value={number} onChange={(event) => setNumber(Number(event.currentTarget.value))}>{trace.shared.map((one, at) => <option value={at}>{one.name} ({one.type})</option>)}</select></label>
        ) : <span><code>{variable.name}</code>: {variable.type}</span>}
      </div>
      <p class="quiet">● is stored in this step, ○ loaded; · was not written yet, ? was changed by an atomic operation and not read since. What other warps wrote before is there too.</p>
      <PictureView picture={picture} name="shared" />
    </>
  );
}

/** How wide a picture is that can have any width; in a lesson a stroke is at its left. */
const useWidth = () => Math.max(300, Math.min(680, useRoom() - 16));

/** Bars of a block's warps, or of a warp's lanes. `mistakes`: what was found in this block, whenever it was. */
export function TimelineView({ trace, at, change, mistakes }: { trace: Trace; at: Moments; change: (part: Partial<Moments>) => void; mistakes?: string[] }) {
  const width = useWidth();
  const [zoom, setZoom] = useState(0);
  const steps = trace.each.warp.length;
  const size = Math.max(8, Math.ceil(steps / 4 ** zoom));
  const from = Math.max(0, Math.min(steps - size, at.step - (size >> 1)));
  const part = { from, to: Math.min(steps, from + size) };
  const all = useMemo(() => warpTimeline(trace, part, at.step, width), [trace, from, size, at.step, width]);
  const lanes = useMemo(() => laneTimeline(trace, at.warp, part, at.step, width), [trace, at.warp, from, size, at.step, width]);
  if (steps === 0) return <p class="quiet">Nothing of this block was recorded.</p>;
  return (
    <>
      <p class="quiet">From left to right stands the order in which kern lets warps run. It is one that a GPU may take, and no measure of time.</p>
      <ul class="legend">
        <li><b>▬</b>&nbsp; runs; in branches a letter says which side</li>
        <li><b>▭</b>&nbsp; parted, waits for its side's turn</li>
        <li><b>▨</b>&nbsp; waits at a barrier</li>
        <li><b>─</b>&nbsp; could run, another warp has the turn</li>
        <li><b>┃</b>&nbsp; a barrier completes</li>
        <li><b>⨯</b>&nbsp; ended</li>
      </ul>
      <div class="chooser">
        <WarpChooser trace={trace} at={at} change={change} />
        <label>Step <input type="range" min={0} max={steps - 1} value={at.step} onInput={(event) => change({ step: Number(event.currentTarget.value) })} /></label>
        {steps > 32 && <label>Show <select value={zoom} onChange={(event) => setZoom(Number(event.currentTarget.value))}>{[0, 1, 2, 3, 4].filter((one) => one === 0 || steps / 4 ** one > 8).map((one) => <option value={one}>{one === 0 ? "all steps" : `${Math.ceil(steps / 4 ** one)} steps`}</option>)}</select></label>}
      </div>
      <PictureView picture={all} name="timeline" />
      {mistakes?.map((one) => <p class="notice">▲ {inline(one)}</p>)}
      <h3>Lanes of warp {at.warp}</h3>
      <p class="quiet">Lanes that do the same all along are one row.</p>
      <PictureView picture={lanes} name="lanes" />
    </>
  );
}

/** What streams were given. */
export function StreamsView({ work, onLine }: { work: StreamWork[]; onLine?: (line: number) => void }) {
  const width = useWidth();
  const picture = useMemo(() => streams(work, width), [work, width]);
  if (!picture) return null;
  return (
    <>
      <h3>Streams</h3>
      <p class="quiet">K is a kernel, → a copy to the device, ← a copy to the host, F a fill. A stroke in the row of the host is a call, an arrow a wait for another stream.{work.some((one) => one.number === 0) && " A row named graph has steps of a graph that wait for each other."} Times are those of kern's model of the device, not measured.</p>
      <div onClick={(event) => { const line = (event.target as Element).closest("[data-line]")?.getAttribute("data-line"); if (line) onLine?.(Number(line)); }}>
        <PictureView picture={picture} name="streams" />
      </div>
    </>
  );
}
