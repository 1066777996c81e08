// When the warps of a block ran, waited and ended: a row a warp, or, for one warp, a row a lane. From left to right stands kern's order of
// turns, in steps. It is one that a GPU may take, and no measure of time.

import { lanesOf, ranges } from "./memory";
import { element, frame, hatch, plural, text, type Picture } from "./svg";
import type { Trace, Turn } from "./trace";

/** What a row does from one step to another. */
export type State = "turn" | "runs" | "parted" | "barrier" | "lanes" | "ended";

export interface Span {
  from: number;
  to: number;
  state: State;
  /** Which side of a branch; empty outside of branches. */
  side: string;
}

const SIDES = "ABCDEFGH";

const MEANINGS: Record<State, string> = {
  turn: "could run, another has the turn", runs: "runs", parted: "parted, waits for its side's turn", barrier: "waits at a barrier", lanes: "waits for other lanes", ended: "ended",
};

function add(spans: Span[], from: number, to: number, state: State, side = "") {
  if (to <= from) return;
  const last = spans[spans.length - 1];
  if (last && last.to === from && last.state === state && last.side === side) last.to = to;
  else spans.push({ from, to, state, side });
}

function warpsOf(trace: Trace): number {
  return Math.ceil((trace.block[0] * trace.block[1] * trace.block[2]) / 32);
}

/** By turn, for each warp: what it does until its next turn. */
export function warpSpans(trace: Trace): Span[][] {
  const count = warpsOf(trace), end = trace.each.warp.length;
  const spans: Span[][] = Array.from({ length: count }, () => []);
  const state: State[] = new Array(count).fill("turn");
  const since = new Array<number>(count).fill(0);
  const left = new Array<number>(count).fill(0xffffffff);
  const turnTo = (warp: number, at: number, next: State) => {
    if (warp >= count) return;
    add(spans[warp], since[warp], at, state[warp]);
    since[warp] = at;
    state[warp] = next;
  };
  let running = -1;
  for (const turn of trace.turns) {
    if (turn.kind === "slice") {
      if (running >= 0 && running !== turn.warp && state[running] === "runs") turnTo(running, turn.at, "turn");
      if (state[turn.warp] !== "runs") turnTo(turn.warp, turn.at, "runs");
      running = turn.warp;
    } else if (turn.kind === "arrive") turnTo(turn.warp, turn.at, "barrier");
    else if (turn.kind === "release") {
      for (let warp = 0; warp < count; warp++) if (state[warp] === "barrier") turnTo(warp, turn.at, "turn");
    } else if (turn.kind === "end") {
      left[turn.warp] = (left[turn.warp] & ~turn.mask) >>> 0;
      const threads = trace.block[0] * trace.block[1] * trace.block[2] - 32 * turn.warp;
      const own = threads >= 32 ? 0xffffffff : (1 << threads) - 1;
      if ((left[turn.warp] & own) >>> 0 === 0) turnTo(turn.warp, turn.at, "ended");
    }
  }
  for (let warp = 0; warp < count; warp++) {
    const isOver = state[warp] === "ended";
    turnTo(warp, end, "ended");
    // What ended with the last step has a mark, too.
    if (isOver && spans[warp][spans[warp].length - 1]?.state !== "ended") spans[warp].push({ from: end, to: end, state: "ended", side: "" });
  }
  return spans;
}

/** For each lane of a warp, counted in the warp's own steps: what it does. */
export function laneSpans(trace: Trace, warp: number): { spans: Span[][]; steps: number[]; active: number } {
  const spans: Span[][] = Array.from({ length: 32 }, () => []);
  const side = new Array<string>(32).fill("");
  const steps: number[] = [];
  let turn = 0, elsewhere = new Array<State>(32).fill("parted"), ended = 0, active = 0, alive = 0;
  const apply = (one: Turn) => {
    if (one.warp !== warp) return;
    if (one.kind === "diverge") one.groups.forEach((group, at) => lanesOf(group.mask).forEach((lane) => (side[lane] = SIDES[at % SIDES.length])));
    else if (one.kind === "reconverge") lanesOf(one.mask).forEach((lane) => (side[lane] = ""));
    else if (one.kind === "end") ended |= one.mask;
    else if (one.kind === "slice") {
      elsewhere = new Array<State>(32).fill("parted");
      for (const group of one.elsewhere) for (const lane of lanesOf(group.mask)) elsewhere[lane] = group.why === 2 ? "barrier" : group.why === 3 ? "lanes" : "parted";
    }
  };
  const threads = trace.block[0] * trace.block[1] * trace.block[2] - 32 * warp;
  for (let step = 0; step < trace.each.warp.length; step++) {
    while (turn < trace.turns.length && trace.turns[turn].at <= step) apply(trace.turns[turn++]);
    if (trace.each.warp[step] !== warp) continue;
    const at = steps.length, mask = trace.each.mask[step];
    steps.push(step);
    for (let lane = 0; lane < Math.min(32, threads); lane++) {
      const runs = (mask >>> lane) & 1, isOver = (ended >>> lane) & 1;
      if (runs) active++;
      if (!isOver) alive++;
      add(spans[lane], at, at + 1, runs ? "runs" : isOver ? "ended" : elsewhere[lane], runs || !isOver ? side[lane] : "");
    }
  }
  return { spans, steps, active: alive ? Math.round((100 * active) / alive) : 100 };
}

/** The part of the steps that is shown. */
export interface Window {
  from: number;
  to: number;
}

/** Draws rows of spans; a square is at least `cell` wide, so that more steps than fit share one: then the first that is not usual shows. */
function draw(rows: { name: string; spans: Span[] }[], window: Window, width: number, now: number, marks: { at: number; kind: "release" | "finding" }[]): { content: string; height: number } {
  const left = 76, row = rows.length > 16 ? 13 : 18, top = 14;
  const steps = Math.max(1, window.to - window.from), scale = (width - left - 14) / steps;
  const at = (step: number) => left + (Math.min(window.to, Math.max(window.from, step)) - window.from) * scale;
  let content = text(left, 9, `step ${window.from}`, "dim") + text(width - 14, 9, window.to, "dim", "end");
  rows.forEach(({ name, spans }, number) => {
    const y = top + number * row;
    content += text(0, y + row - 6, name, "dim");
    // What is narrower than a pixel is drawn with its neighbours, as what most of them are.
    let pixel = -1, parts = "";
    for (const span of spans) {
      if (span.state === "ended" ? span.from > window.to : span.to <= window.from || span.from >= window.to) continue;
      const x = at(span.from), end = at(span.to);
      if (end - x < 1 && Math.floor(x) === pixel) continue;
      pixel = Math.floor(x);
      const wide = Math.max(1, end - x), high = row - 4;
      const kind = { turn: "idle", runs: `side${Math.max(0, SIDES.indexOf(span.side) + 1) % 4}`, parted: "hollow", barrier: "waits", lanes: "waits", ended: "gone" }[span.state];
      if (span.state === "ended") {
        if (!parts.includes("ended-mark")) parts += text(x + 3, y + row - 6, "⨯", "ended-mark");
        continue;
      }
      if (span.state === "turn") parts += element("path", { d: `M${x} ${y + row / 2}H${x + wide}`, class: "idle" });
      else {
        parts += element("rect", { x, y: y + 1, width: wide, height: high, class: kind });
        if (span.state === "barrier" || span.state === "lanes") parts += hatch(x, y + 1, wide, high);
        if (span.side && wide >= 9) parts += text(x + wide / 2, y + high / 2 + 4.2, span.side, span.state === "runs" ? "on" : "dim", "middle");
      }
    }
    content += parts;
  });
  const height = top + rows.length * row;
  for (const mark of marks) {
    if (mark.at < window.from || mark.at > window.to) continue;
    content += element("path", { d: `M${at(mark.at)} ${top - 2}V${height}`, class: mark.kind });
  }
  if (now >= window.from && now <= window.to) content += element("path", { d: `M${at(now + 0.5)} ${top - 4}V${height + 3}`, class: "now" });
  return { content, height: height + 4 };
}

/** Most rows of the table. */
const MOST_ROWS = 400;

/** The warps of a block. */
export function warpTimeline(trace: Trace, window: Window, now: number, width: number): Picture {
  const spans = warpSpans(trace);
  const releases = trace.turns.filter((turn) => turn.kind === "release");
  const findings = trace.turns.filter((turn) => turn.kind === "finding");
  const stuck = spans.flatMap((list, warp) => (list.some((span) => span.state === "barrier" && span.to === trace.each.warp.length) ? [warp] : []));
  const marks = [...releases.map((turn) => ({ at: turn.at, kind: "release" as const })), ...findings.map((turn) => ({ at: turn.at, kind: "finding" as const }))];
  const drawn = draw(spans.map((list, warp) => ({ name: `warp ${warp}`, spans: list })), window, width, now, marks);
  const sum = [
    `${plural(trace.each.warp.length, "step")} of ${plural(spans.length, "warp")}`,
    releases.length ? `${plural(releases.length, "barrier")} completed (┃)` : "no barrier",
    ...(stuck.length ? [`${stuck.length === 1 ? "warp" : "warps"} ${ranges(stuck)} waited at a barrier to the end`] : []),
    ...findings.slice(0, 3).map((turn) => (turn.kind === "finding" ? `▲ ${trace.findings[turn.finding]?.code ?? "a mistake"} at step ${turn.at - 1}` : "")),
  ].join(" · ");
  const title = `turns of the warps of block ${trace.number}`;
  const rows = spans.flatMap((list, warp) => list.map((span) => [warp, span.from, span.to, MEANINGS[span.state]] as (string | number)[])).slice(0, MOST_ROWS);
  return { svg: frame(width, drawn.height, `${title}: ${sum}`, drawn.content), title, sum, good: findings.length || stuck.length ? false : null, head: ["warp", "from step", "to step", "what"], rows };
}

/** Lanes that do the same all along are one row. */
function together(spans: Span[][]): { lanes: number[]; spans: Span[] }[] {
  const rows = new Map<string, { lanes: number[]; spans: Span[] }>();
  spans.forEach((list, lane) => {
    if (list.length === 0) return;
    const key = JSON.stringify(list), row = rows.get(key);
    if (row) row.lanes.push(lane);
    else rows.set(key, { lanes: [lane], spans: list });
  });
  return [...rows.values()];
}

/** `lane 3`, `lanes 0-15`; of many that are not neighbours, the first. */
function nameOf(lanes: number[]): string {
  const all = ranges(lanes);
  return `${lanes.length === 1 ? "lane" : "lanes"} ${all.length <= 7 ? all : `${all.slice(0, 7).replace(/\D*\d*$/, "")} …`}`;
}

/** The lanes of one warp; the steps are its own. */
export function laneTimeline(trace: Trace, warp: number, window: Window, now: number, width: number): Picture {
  const { spans, steps, active } = laneSpans(trace, warp);
  const shown = together(spans).map((row) => ({ ...row, name: nameOf(row.lanes) }));
  const here = steps.findIndex((step) => step >= now);
  const own = (step: number) => { const at = steps.findIndex((one) => one >= step); return at < 0 ? steps.length : at; };
  const part = { from: own(window.from), to: Math.max(own(window.from) + 1, own(window.to)) };
  const drawn = draw(shown, part, width, here, []);
  const splits = trace.turns.filter((turn) => turn.warp === warp && turn.kind === "diverge").length;
  const sum = splits ? `split ${plural(splits, "time")}: one side runs at a time, so that its lanes work in ${active} % of their steps` : `never split: its lanes work in ${active === 100 ? "every step" : `${active} % of their steps`}`;
  const title = `lanes of warp ${warp} of block ${trace.number}`;
  const rows = shown.flatMap(({ lanes, spans: list }) => list.map((span) => [ranges(lanes), span.from, span.to, span.side ? `${MEANINGS[span.state]}, side ${span.side}` : MEANINGS[span.state]] as (string | number)[])).slice(0, MOST_ROWS);
  return { svg: frame(width, drawn.height, `${title}: ${sum}`, drawn.content), title, sum, good: splits === 0, head: ["lanes", "from its step", "to its step", "what"], rows };
}
