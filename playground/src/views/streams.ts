// What streams were given, and when kern's clock has it done: a row a stream, a bar an operation, an arrow where one stream waits for another.
// Times are modelled, not measured.

import type { StreamWork } from "../protocol";
import { element, frame, plural, text, type Picture } from "./svg";

const KINDS: Record<string, [kind: string, letter: string]> = {
  launch: ["side1", "K"], "copy to device": ["side2", "→"], "copy to host": ["side3", "←"], copy: ["side2", "="], fill: ["side0", "F"], "host function": ["hollow", "H"], graph: ["untouched", "G"],
};

/** Rows of nodes of a graph: each follows one in its row that was over before. */
function chains(nodes: StreamWork[]): StreamWork[][] {
  const rows: StreamWork[][] = [];
  for (const node of [...nodes].sort((a, b) => a.start - b.start)) {
    // A node that waits for another begins when that one ends: the row of the one that ended last is its own.
    const free = rows.filter((row) => row[row.length - 1].end <= node.start).sort((a, b) => b[b.length - 1].end - a[a.length - 1].end)[0];
    if (free) free.push(node);
    else rows.push([node]);
  }
  return rows;
}

export function micros(ns: number): string {
  return `${(ns / 1000).toFixed(ns < 100_000 ? 1 : 0)} µs`;
}

/** Most rows, and most rows of the table. */
const MOST_ROWS = 24, MOST_LISTED = 300;

export function streams(work: StreamWork[], width: number): Picture | null {
  const shown = work.filter((one) => one.kind !== "event" && one.kind !== "graph" && one.end > one.start);
  if (shown.length === 0) return null;
  const own = shown.filter((one) => one.number > 0);
  const ids = [...new Set(own.map((one) => one.stream))].sort((a, b) => a - b);
  const rows: { name: string; work: StreamWork[] }[] = ids.map((id, at) => ({ name: id === 0 ? "default" : `stream ${ids.includes(0) ? at : at + 1}`, work: own.filter((one) => one.stream === id) }));
  chains(shown.filter((one) => one.number === 0)).forEach((work, at) => rows.push({ name: `graph ${at + 1}`, work }));
  const first = Math.min(...shown.map((one) => Math.min(one.issued, one.start))), last = Math.max(...shown.map((one) => one.end));
  const left = 56, row = 24, top = 30, scale = (width - left - 6) / Math.max(1, last - first);
  const at = (time: number) => left + (time - first) * scale;
  const rowOf = new Map<number, number>();
  let content = text(left, 9, micros(0), "dim") + text(width - 4, 9, micros(last - first), "dim", "end") + text(0, 24, "host", "dim");
  for (const one of own) content += element("path", { d: `M${at(one.issued)} 16v10`, class: "issue" });
  rows.slice(0, MOST_ROWS).forEach(({ name, work }, number) => {
    const y = top + number * row;
    content += text(0, y + 15, name, "dim") + element("path", { d: `M${left} ${y + row - 3}H${width - 4}`, class: "rule" });
    for (const one of work) {
      rowOf.set(one.number, number);
      const [kind, letter] = KINDS[one.kind] ?? ["side0", "?"];
      const wide = Math.max(1.5, (one.end - one.start) * scale);
      const waited = one.start > one.ready && one.engine ? `, waited ${micros(one.start - one.ready)} for the ${one.engine}` : "";
      if (waited) content += element("path", { d: `M${at(one.ready)} ${y + 10}H${at(one.start)}`, class: "waits" });
      const inside = element("title", {}, `${one.kind} ${one.name.replace(/`/g, "").replace(/[<>&]/g, (c) => `&#${c.charCodeAt(0)};`)}${waited}`) +
        element("rect", { x: at(one.start), y: y + 2, width: wide, height: row - 7, class: `bar ${kind}` }) +
        (wide > 12 ? text(at(one.start) + wide / 2, y + 14, letter, kind === "hollow" || kind === "untouched" ? "" : "on", "middle") : "");
      content += element("g", one.line ? { "data-line": one.line } : {}, inside);
    }
  });
  const byNumber = new Map(work.map((one) => [one.number, one]));
  const rowOfStream = new Map(ids.map((id, at) => [id, at]));
  for (const one of work) {
    if (one.number === 0) continue;
    for (const before of one.after) {
      const event = byNumber.get(before), from = event && rowOfStream.get(event.stream), to = rowOfStream.get(one.stream);
      if (!event || from === undefined || to === undefined || from === to) continue;
      const x1 = at(event.end), y1 = top + from * row + 10, x2 = at(one.start), y2 = top + to * row + 10;
      content += element("path", { d: `M${x1} ${y1}L${x2} ${y2}`, class: "arrow" }) + element("path", { d: `M${x2} ${y2}l-4 ${y2 > y1 ? -6 : 6}h8z`, class: "arrow-head" });
    }
  }
  const height = top + Math.min(rows.length, MOST_ROWS) * row + 2;
  const busy = shown.reduce((sum, one) => sum + one.end - one.start, 0);
  const moments = [...new Set(shown.flatMap((one) => [one.start, one.end]))].sort((a, b) => a - b);
  let covered = 0;
  for (let i = 0; i + 1 < moments.length; i++) if (shown.some((one) => one.start <= moments[i] && one.end >= moments[i + 1])) covered += moments[i + 1] - moments[i];
  const overlap = busy - covered;
  const sum = `${plural(shown.length, "operation")} in ${plural(rows.length, "row")}, ${micros(last - first)} on kern's clock · ${overlap > 0 ? `${micros(overlap)} of work runs beside other work` : "nothing runs beside anything else"}`;
  const title = "what streams were given, modelled, not measured";
  const listed = shown.slice(0, MOST_LISTED).map((one) => [one.number === 0 ? "graph" : (rows[rowOf.get(one.number) ?? 0]?.name ?? ""), one.kind, one.name.replace(/`/g, ""), one.line ?? "", micros(one.start - first), micros(one.end - first), one.engine ?? "", one.start > one.ready && one.engine ? micros(one.start - one.ready) : ""]);
  return { svg: frame(width, height, `${title}: ${sum}`, content), title, sum, good: null, head: ["row", "what", "of", "line", "begins", "ends", "by", "waited for it"], rows: listed };
}
