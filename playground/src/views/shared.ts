// What stands in a block's shared memory after a step: the arrays of the program, element by element, with what the step stored and loaded.

import { indices, shapeOf } from "./elements";
import { written, type Moment } from "./moments";
import { element, frame, plural, text, type Picture } from "./svg";
import { type Access, lanesAt, SHARED, type SharedVariable, type Trace } from "./trace";

/** More rows than these are not shown at once. */
const MOST_ROWS = 40;
/** Elements of a row of an array of one dimension. */
const WIDE = 16;
const NARROW = 8;

/** What an element has from a step on; null after an atomic operation, until somebody reads it. */
interface Change {
  step: number;
  bits: bigint | null;
  ty: string;
}

/** What is known of shared memory: for each element that was accessed, what it was when. */
export class SharedHistory {
  private readonly changes = new Map<number, Change[]>();
  private readonly accesses: Access[];

  constructor(readonly trace: Trace) {
    this.accesses = trace.accesses.filter((access) => access.space === "shared");
    for (const access of this.accesses) {
      const { size, elements } = shares(access);
      // What is known already a load does not change.
      if (access.kind === "load" && placesOf(access).every((at) => this.last(at)?.bits !== undefined && this.last(at)!.bits !== null)) continue;
      const ty = access.site.ty.replace(/^b/, "u");
      for (let part = 0; part < elements; part++) {
        const values = access.values[part] !== undefined ? lanesAt(trace.bytes, access.values[part], access.mask) : null;
        for (let lane = 0; lane < 32; lane++) {
          if (!((access.mask >>> lane) & 1)) continue;
          const at = access.addresses[lane] - SHARED + part * size;
          const last = this.last(at), value = values?.[lane] ?? null;
          const bits = access.kind !== "atomic" ? value : changed(access.site.atomic ?? "", ty, last?.bits ?? null, value);
          const list = this.changes.get(at);
          // Of lanes that store in one place the last one stays.
          if (list && last!.step === access.step) list[list.length - 1] = { step: access.step, bits, ty };
          else if (!list) this.changes.set(at, [{ step: access.step, bits, ty }]);
          else if (last!.bits !== bits) list.push({ step: access.step, bits, ty });
        }
      }
    }
  }

  private last(byte: number): Change | undefined {
    const list = this.changes.get(byte);
    return list?.[list.length - 1];
  }

  /** What an element is after a step; undefined where the block neither wrote nor read it before. */
  at(byte: number, step: number): Change | undefined {
    const list = this.changes.get(byte) ?? [];
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle].step <= step) low = middle + 1;
      else high = middle;
    }
    return list[low - 1];
  }

  /** The elements that the warp of a moment stored, or loaded, in it. */
  of(moment: Moment, warp: number, isStored: boolean): Set<number> {
    let low = 0, high = this.accesses.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.accesses[middle].step < moment.first) low = middle + 1;
      else high = middle;
    }
    const all = new Set<number>();
    for (; low < this.accesses.length && this.accesses[low].step <= moment.last; low++) {
      const access = this.accesses[low];
      if (access.warp === warp && (access.kind === "load") !== isStored) for (const at of placesOf(access)) all.add(at);
    }
    return all;
  }
}

/** How many elements an access has a lane, and how large they are. */
function shares(access: Access): { elements: number; size: number } {
  const elements = access.kind === "atomic" ? 1 : Math.max(1, access.values.length);
  return { elements, size: access.width / elements };
}

/** Where the elements of an access begin: bytes of shared memory. */
function placesOf(access: Access): number[] {
  const { elements, size } = shares(access), places: number[] = [];
  for (let lane = 0; lane < 32; lane++) {
    if ((access.mask >>> lane) & 1) for (let part = 0; part < elements; part++) places.push(access.addresses[lane] - SHARED + part * size);
  }
  return places;
}

/** What an atomic operation makes of a whole number; null where that depends on the order of lanes, or nobody knows what was there. */
function changed(operation: string, ty: string, before: bigint | null, operand: bigint | null): bigint | null {
  const bits = Number(/^[su](\d+)$/.exec(ty)?.[1] ?? 0);
  if (before === null || operand === null || bits === 0) return null;
  const number = (value: bigint) => (ty.startsWith("s") ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value));
  switch (operation) {
    case "add": return BigInt.asUintN(bits, before + operand);
    case "and": return before & operand;
    case "or": return before | operand;
    case "xor": return before ^ operand;
    case "min": return number(operand) < number(before) ? operand : before;
    case "max": return number(operand) > number(before) ? operand : before;
    default: return null;
  }
}

/** A variable in shared memory after a moment of a warp. */
export function sharedValues(history: SharedHistory, variable: SharedVariable, moment: Moment, warp: number, isNarrow: boolean): Picture {
  const { element: type, size, dims } = shapeOf(variable);
  const stored = history.of(moment, warp, true), loaded = history.of(moment, warp, false);
  const count = Math.max(1, Math.floor(variable.size / size));
  const inner = dims.length > 1 ? dims[dims.length - 1] : 0;
  const isMatrix = inner > 1 && inner <= 40;
  const columns = isMatrix ? inner : Math.min(count, isNarrow ? NARROW : WIDE);
  const total = Math.ceil(count / columns);
  const here = [...stored, ...loaded].filter((at) => at >= variable.offset && at < variable.offset + variable.size).map((at) => Math.floor((at - variable.offset) / size / columns));
  const from = total <= MOST_ROWS ? 0 : Math.max(0, Math.min(total - MOST_ROWS, (here.length > 0 ? Math.min(...here) : 0)));
  const to = Math.min(total, from + MOST_ROWS);
  const cells: { text: string; isNew: boolean; isRead: boolean }[][] = [];
  let known = 0;
  for (let row = from; row < to; row++) {
    const cellsOf = [];
    for (let column = 0; column < columns && row * columns + column < count; column++) {
      const at = variable.offset + (row * columns + column) * size;
      const change = history.at(at, moment.last);
      if (change) known++;
      // Bits of the size of a number that the array has are that number.
      const ty = change && tyOf(type) && change.bits !== null ? tyOf(type)! : change?.ty;
      const isNew = stored.has(at), isRead = loaded.has(at);
      cellsOf.push({ text: !change ? "·" : change.bits === null ? "?" : written(change.bits, ty!), isNew, isRead });
    }
    cells.push(cellsOf);
  }
  const mark = (cell: { isNew: boolean; isRead: boolean }) => (cell.isNew ? "●" : cell.isRead ? "○" : "");
  const longest = Math.max(1, ...cells.flat().map((cell) => cell.text.length + (mark(cell) ? 1 : 0)));
  const width = Math.max(22, 6 + 5.6 * longest), height = 15, left = 14 + 5.6 * (indices((to - 1) * columns, dims).length);
  let content = "", y = 14;
  for (let column = 0; column < columns; column++) if (columns <= 8 || column % 4 === 0 || width >= 34) content += text(left + column * width + width / 2 - 1, 9, isMatrix ? `[${column}]` : `+${column}`, "dim", "middle");
  cells.forEach((row, number) => {
    const index = indices((from + number) * columns, dims);
    content += text(left - 5, y + 10.5, isMatrix ? index.replace(/\[\d+\]$/, "") : index, "dim", "end");
    row.forEach((cell, column) => {
      const x = left + column * width;
      content += element("rect", { x, y, width: width - 2, height: height - 2, class: `cell ${cell.isNew ? "fresh" : "plain"}` });
      if (cell.isRead) content += element("rect", { x: x + 1, y: y + 1, width: width - 4, height: height - 4, class: "read-cell" });
      content += text(x + width / 2 - 1, y + 10, mark(cell) + cell.text, cell.text === "·" ? "dim" : "", "middle");
    });
    y += height;
  });
  const rest = to - from < total ? ` · rows ${from} to ${to - 1} of ${total} are shown` : "";
  const inside = (all: Set<number>) => [...all].filter((at) => at >= variable.offset && at < variable.offset + variable.size).length;
  const sum = `${plural(inside(stored), "element")} stored (●) and ${inside(loaded)} loaded (○) by this step${known === 0 ? " · nothing was written yet" : ""}${rest}`;
  const title = `shared ${variable.name} (${variable.type}) after the step, line ${moment.line}`;
  const head = ["from", ...Array.from({ length: columns }, (_, column) => (isMatrix ? `[${column}]` : `+${column}`))];
  const rows = cells.map((row, number) => [
    variable.name + (isMatrix ? indices((from + number) * columns, dims).replace(/\[\d+\]$/, "") : indices((from + number) * columns, dims)),
    ...row.map((cell) => `${cell.text}${cell.isNew ? " (stored)" : cell.isRead ? " (loaded)" : ""}`),
  ]);
  return { svg: frame(left + columns * width, y + 2, `${title}: ${sum}`, content), title, sum, good: null, head, rows };
}

/** PTX's type of C++'s. */
function tyOf(type: string): string | undefined {
  const known: Record<string, string> = { float: "f32", double: "f64", int: "s32", unsigned: "u32", "unsigned int": "u32", long: "s64", "long long": "s64", "unsigned long": "u64", "unsigned long long": "u64", short: "s16", "unsigned short": "u16", char: "s8", "unsigned char": "u8" };
  return known[type.replace(/^(const|volatile) /, "")];
}
