// A warp's steps as moments, and what its variables hold at each. A moment is what some lanes of a warp did of one source line without
// anything of another line between.

import { lanesAt, type Access, type Trace } from "./trace";

export interface Moment {
  /** Its first and its last step. */
  first: number;
  last: number;
  file: string;
  line: number;
  function: string;
  mask: number;
}

/** The moments of a warp; `isFine`: one for each instruction. */
export function momentsOf(trace: Trace, warp: number, isFine: boolean): Moment[] {
  const moments: Moment[] = [];
  for (let step = 0; step < trace.each.warp.length; step++) {
    if (trace.each.warp[step] !== warp) continue;
    const site = trace.sites[trace.each.site[step]], mask = trace.each.mask[step];
    const file = site.file === null ? "" : trace.files[site.file];
    const before = moments[moments.length - 1];
    if (!isFine && before && before.line === site.line && before.file === file && before.mask === mask) before.last = step;
    else moments.push({ first: step, last: step, file, line: site.line, function: site.function, mask });
  }
  return moments;
}

/** The number of the moment that a step belongs to, or of the last one before it. */
export function momentAt(moments: Moment[], step: number): number {
  let low = 0, high = moments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (moments[middle].first <= step) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** A piece of a variable: what is one value a lane. */
export interface Column {
  variable: number;
  piece: number;
  name: string;
  type: string;
  ty: string;
  function: string;
}

const SIGNED = /^(int|long|short|long long|signed char)$/;

/** The type that a value is shown as: the variable's own says more than that of a register. */
function shownType(type: string, size: number, ty: string): string {
  const plain = type.replace(/^const /, "");
  if (SIGNED.test(plain)) return `s${8 * Math.min(8, size)}`;
  return plain === "float" ? "f32" : plain === "double" ? "f64" : ty;
}

/** The sets of a warp, by column, in order: numbers in `trace.sets`. */
export class History {
  readonly columns: Column[] = [];
  private readonly sets: number[][] = [];

  constructor(readonly trace: Trace, readonly warp: number) {
    const known = new Map<string, number>();
    const { sets } = trace;
    for (let at = 0; at < sets.step.length; at++) {
      if (sets.warp[at] !== warp) continue;
      const key = `${sets.variable[at]} ${sets.piece[at]}`;
      let column = known.get(key);
      if (column === undefined) {
        const variable = trace.variables[sets.variable[at]], piece = variable.pieces[sets.piece[at]];
        const name = variable.pieces.length > 1 ? `${variable.name}+${piece.offset}` : variable.name;
        known.set(key, (column = this.columns.length));
        this.columns.push({ variable: sets.variable[at], piece: sets.piece[at], name, type: variable.type, ty: shownType(variable.type, variable.size, piece.ty), function: variable.function });
        this.sets.push([]);
      }
      this.sets[column].push(at);
    }
  }

  /** How many of a column's sets were done at or before a step. */
  private until(column: number, step: number): number {
    const list = this.sets[column];
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.trace.sets.step[list[middle]] <= step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The bits that each lane has after a step; null where the variable is not live. */
  at(column: number, step: number): (bigint | null)[] {
    const { sets, bytes } = this.trace;
    const values = new Array<bigint | null>(32).fill(null);
    let open = 0xffffffff;
    for (let index = this.until(column, step) - 1; index >= 0 && open !== 0; index--) {
      const set = this.sets[column][index];
      const fresh = (sets.mask[set] & open) >>> 0;
      if (fresh === 0) continue;
      if (sets.at[set] > 0) {
        const lanes = lanesAt(bytes, sets.at[set], sets.mask[set]);
        for (let lane = 0; lane < 32; lane++) if ((fresh >>> lane) & 1) values[lane] = lanes[lane];
      }
      open = (open & ~fresh) >>> 0;
    }
    return values;
  }

  /** The lanes that were given a value in these steps. */
  changed(column: number, first: number, last: number): number {
    let mask = 0;
    for (let index = this.until(column, last) - 1; index >= 0; index--) {
      const set = this.sets[column][index];
      if (this.trace.sets.step[set] < first) break;
      mask |= this.trace.sets.mask[set];
    }
    return mask >>> 0;
  }

  /** The step at which a lane of a column was given another value, before or after a step; null if there is none. */
  change(column: number, lane: number, step: number, isLater: boolean): number | null {
    const list = this.sets[column], { sets } = this.trace;
    const value = (until: number) => this.at(column, until)[lane];
    const start = this.until(column, step);
    for (let index = isLater ? start : start - 1; index >= 0 && index < list.length; index += isLater ? 1 : -1) {
      const set = list[index];
      if (!((sets.mask[set] >>> lane) & 1)) continue;
      const when = sets.step[set];
      // A value that is given again is no change.
      if (value(when) !== value(when - 1)) return when;
    }
    return null;
  }
}

/** A place in a run to look at. */
export interface Target {
  warp: number;
  line: number;
  lane: number | null;
  /** A variable; empty for none. */
  name: string;
  /** When the line was executed last, else first. */
  isLast: boolean;
}

/** The moment of a place, and the cell; null if the warp was never there. */
export function found(trace: Trace, target: Target): { warp: number; step: number; cell: { column: number; lane: number } | null } | null {
  const mistake = trace.turns.find((turn) => turn.kind === "finding" && turn.warp === target.warp && trace.sites[trace.each.site[turn.at - 1]]?.line === target.line);
  const has = (moment: Moment) => moment.line === target.line && (target.lane === null || ((moment.mask >>> target.lane) & 1) === 1);
  const there = momentsOf(trace, target.warp, false).filter(has);
  const moment = target.isLast ? there[there.length - 1] : there[0];
  if (!moment) return null;
  const history = new History(trace, target.warp);
  const lane = target.lane ?? 31 - Math.clz32(moment.mask & -moment.mask);
  const isNew = (column: number) => ((history.changed(column, moment.first, moment.last) >>> lane) & 1) === 1;
  let column = history.columns.findIndex((one) => one.name === target.name);
  // Without a name, what the line changed.
  if (column < 0) column = history.columns.findIndex((_, at) => isNew(at));
  return { warp: target.warp, step: mistake && !target.isLast ? mistake.at - 1 : moment.last, cell: column < 0 ? null : { column, lane } };
}

/** A value as a program writes it. */
export function written(bits: bigint | null, ty: string): string {
  if (bits === null) return "–";
  switch (ty) {
    case "f32": return float(new Float32Array(Uint32Array.of(Number(bits & 0xffffffffn)).buffer)[0], true);
    case "f64": return float(new Float64Array(BigUint64Array.of(bits).buffer)[0], false);
    case "s8": return String(BigInt.asIntN(8, bits));
    case "s16": return String(BigInt.asIntN(16, bits));
    case "s32": return String(BigInt.asIntN(32, bits));
    case "s64": return String(BigInt.asIntN(64, bits));
    case "pred": return bits ? "true" : "false";
    default: return bits > 0xffffffffn ? `0x${bits.toString(16)}` : String(bits);
  }
}

/** The shortest text that is this number. */
function float(value: number, isSingle: boolean): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  let text = String(value);
  for (let digits = 1; isSingle && digits <= 9; digits++) {
    text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === value) break;
  }
  if (Object.is(value, -0)) text = "-0";
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** The values of a lane in an access; several elements are put in braces. */
export function accessed(trace: Trace, access: Access, lane: number): string {
  if (!((access.mask >>> lane) & 1)) return "";
  const ty = access.site.ty === "b32" || access.site.ty === "b64" ? access.site.ty.replace("b", "u") : access.site.ty;
  const all = access.values.map((place) => written(lanesAt(trace.bytes, place, access.mask)[lane], ty));
  return access.kind !== "atomic" && all.length > 1 ? `{${all.join(", ")}}` : (all[0] ?? "");
}
