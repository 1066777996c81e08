// What the variables of a warp's lanes are at a moment: a row a lane, a column a variable. A variable that is the same in all lanes is one
// box, one that grows by the same from lane to lane is a rule: `32 + lane`.

import { lanesOf, placer, ranges, sizeOf, strayed, strayPlace } from "./memory";
import { accessed, type Column, type History, type Moment, written } from "./moments";
import { element, frame, plural, text, type Picture } from "./svg";
import { type Access, SHARED, type Trace } from "./trace";

/** A cell: a lane of a column. */
export interface Cell {
  column: number;
  lane: number;
}

/** Most columns of a picture. */
export const MOST_COLUMNS = 12;

/** The columns to show: those of the function that runs first. */
export function shownColumns(history: History, moment: Moment): number[] {
  const all = history.columns.map((_, at) => at);
  const isHere = (at: number) => history.columns[at].function === moment.function;
  return [...all.filter(isHere), ...all.filter((at) => !isHere(at))].slice(0, MOST_COLUMNS);
}

/** `first + lane`, where a column of whole numbers has that form in all lanes that run. */
function rule(values: (bigint | null)[], mask: number, column: Column): string | null {
  const lanes = lanesOf(mask);
  if (lanes.length < 3 || lanes.some((lane) => values[lane] === null) || !/^[su]/.test(column.ty)) return null;
  const numbers = lanes.map((lane) => BigInt(written(values[lane], column.ty)));
  const stride = (numbers[1] - numbers[0]) / BigInt(lanes[1] - lanes[0]);
  if (stride === 0n || !numbers.every((number, at) => number === numbers[0] + stride * BigInt(lanes[at] - lanes[0]))) return null;
  const base = numbers[0] - stride * BigInt(lanes[0]);
  const times = stride === 1n ? "lane" : `${stride}·lane`;
  return base === 0n ? times : `${base} + ${times}`;
}

/** Where a pointer points, as `name[index]`; null for what is none, or points nowhere that is known. */
function pointed(bits: bigint | null, column: Column, trace: Trace): string | null {
  if (bits === null || !column.type.includes("*")) return null;
  if (bits === 0n) return "null";
  const address = Number(bits);
  const allocation = trace.allocations.find((one) => address >= one.base && address < one.base + one.size);
  const size = allocation && sizeOf(allocation.type);
  if (!allocation?.name || !size || (address - allocation.base) % size !== 0) return null;
  return `&${allocation.name}[${(address - allocation.base) / size}]`;
}

/** What an access of a moment is called in the head of its column. */
function accessName(access: Access, trace: Trace): string {
  if (access.space === "shared") return `${access.kind} shared`;
  const first = access.addresses[lanesOf(access.mask)[0]];
  const allocation = trace.allocations.find((one) => first >= one.base && first < one.base + one.size);
  return `${access.kind} ${allocation?.name || "memory"}`;
}

function accessPlace(access: Access, trace: Trace, lane: number, stray: number[]): string {
  if (stray.includes(lane)) return strayPlace(access, trace.allocations, lane);
  const address = access.addresses[lane];
  if (access.space === "shared") return `[${Math.floor((address - SHARED) / access.width)}]`;
  return placer(access, trace.allocations, 0)(address).replace(/^[^[]*/, "");
}

/** Variables after a moment, and what it loaded and stored. `chosen`: the cell whose history is asked about. */
export function values(history: History, moments: Moment[], number: number, chosen: Cell | null, isNarrow: boolean): Picture {
  const { trace } = history;
  const moment = moments[number];
  const columns = shownColumns(history, moment);
  const accesses = trace.accesses.filter((one) => one.warp === history.warp && one.step >= moment.first && one.step <= moment.last);
  const threads = trace.block[0] * trace.block[1] * trace.block[2];
  const there = Math.max(1, Math.min(32, threads - 32 * history.warp));
  const all = there === 32 ? 0xffffffff : (1 << there) - 1;
  const row = 15, top = 34;
  let content = "", x = 46;
  const rows: (string | number)[][] = Array.from({ length: there }, (_, lane) => [lane, (moment.mask >>> lane) & 1 ? "runs" : "waits"]);
  const head = ["lane", "runs"];
  for (let lane = 0; lane < there; lane++) {
    const y = top + lane * row, runs = (moment.mask >>> lane) & 1;
    content += text(14, y + 11, lane, "dim", "end");
    content += element("rect", { x: 20, y: y + 2, width: 18, height: row - 4, class: runs ? "used" : "untouched" });
    content += text(29, y + 11, runs ? "■" : "·", runs ? "on" : "dim", "middle");
  }
  content += text(29, 28, "runs", "dim", "middle");
  const boxed = (cells: string[], shared: string | null, changed: number, column: number | null, name: string, below: string) => {
    const inside = shared === null ? cells.map((cell) => cell.length) : [shared.length, there > 4 ? 12 : 0];
    const width = Math.max(44, 14 + 5.6 * Math.max(name.length, below.length, Math.max(...inside) + (changed ? 2 : 0)));
    content += text(x + 4, 14, name, "strong");
    content += text(x + 4, 27, below, "dim");
    const kind = (lane: number) => ((changed >>> lane) & 1 ? "fresh" : "plain");
    if (shared !== null) {
      content += element("rect", { x, y: top, width: width - 4, height: there * row - 2, class: `cell ${changed ? "fresh" : "plain"}` });
      content += text(x + 4, top + 11, `${changed ? "● " : ""}${shared}`);
      if (there > 4) content += text(x + 4, top + 26, shared.includes("lane") ? "a rule" : "in all lanes", "dim");
    }
    for (let lane = 0; lane < there; lane++) {
      const y = top + lane * row;
      const isChosen = chosen !== null && column === chosen.column && lane === chosen.lane;
      let inside = "";
      if (shared === null) {
        inside += element("rect", { x, y, width: width - 4, height: row - 2, class: `cell ${kind(lane)}` });
        inside += text(x + 4, y + 10.5, `${(changed >>> lane) & 1 ? "● " : ""}${cells[lane]}`);
      } else inside += element("rect", { x, y, width: width - 4, height: row - 2, class: "hit" });
      if (isChosen) inside += element("rect", { x: x + 0.5, y: y + 0.5, width: width - 5, height: row - 3, class: "chosen-cell" });
      content += column === null ? inside : element("g", { "data-cell": `${column} ${lane}` }, inside);
    }
    x += width;
  };
  for (const at of columns) {
    const column = history.columns[at];
    const bits = history.at(at, moment.last);
    const changed = history.changed(at, moment.first, moment.last);
    const cells = bits.map((one) => pointed(one, column, trace) ?? written(one, column.ty));
    const alive = lanesOf(all);
    const isSame = alive.every((lane) => bits[lane] === bits[alive[0]]);
    const shared = isSame ? cells[0] : rule(bits, all, column);
    boxed(cells, shared === "–" ? "not live" : shared, changed, at, column.name, isNarrow ? "" : column.type);
    head.push(`${column.name} (${column.type})`);
    alive.forEach((lane) => rows[lane].push(`${cells[lane]}${(changed >>> lane) & 1 ? " (new)" : ""}`));
  }
  for (const access of accesses.slice(0, 6)) {
    const stray = strayed(access, trace);
    const cells = Array.from({ length: 32 }, (_, lane) => {
      if (!((access.mask >>> lane) & 1)) return "";
      return `${accessPlace(access, trace, lane, stray)} ${access.kind === "store" ? "←" : "→"} ${accessed(trace, access, lane)}`;
    });
    const name = accessName(access, trace);
    boxed(cells, null, 0, null, name, isNarrow ? "" : `${access.width} bytes a lane`);
    head.push(name);
    rows.forEach((cellsOf, lane) => cellsOf.push(cells[lane]));
  }
  const fresh = columns.filter((at) => history.changed(at, moment.first, moment.last)).map((at) => history.columns[at].name);
  const runs = moment.mask === all ? "all lanes run" : `${plural(lanesOf(moment.mask).length, "lane")} of ${there} run: ${ranges(lanesOf(moment.mask))}`;
  const sum = `${runs}${fresh.length ? ` · new: ${fresh.join(", ")}` : " · no variable changes"}${history.columns.length > columns.length ? ` · ${history.columns.length - columns.length} more variables are not shown` : ""}`;
  const title = `variables of warp ${history.warp} after step ${number + 1} of ${moments.length}, line ${moment.line}`;
  const svg = frame(Math.max(220, x), top + there * row + 2, `${title}: ${sum}`, content);
  return { svg, title, sum, good: null, head, rows };
}

/** What is told of a change that was looked for. */
export function changeText(history: History, cell: Cell, step: number): string {
  const column = history.columns[cell.column];
  const line = history.trace.sites[history.trace.each.site[Math.min(step, history.trace.each.site.length - 1)]].line;
  const before = written(history.at(cell.column, step - 1)[cell.lane], column.ty), after = written(history.at(cell.column, step)[cell.lane], column.ty);
  return `${column.name} of lane ${cell.lane} became ${after} in line ${line}${before === "–" ? "" : `; it was ${before}`}.`;
}

