// Reads a .ktrace: what one block of a launch did. docs/trace.md describes the file. Nothing in it is trusted.

/** Most bytes of a trace once it is inflated. */
const MOST_INFLATED = 32 << 20;

/** Where generic addresses of shared memory start, and those of device memory. */
export const SHARED = 0x600000000000;
export const DEVICE = 0x700000000000;

export interface Site {
  function: string;
  op: string;
  ty: string;
  space: string;
  /** What an atomic operation does: `add`. */
  atomic?: string;
  file: number | null;
  line: number;
  column: number;
}

export interface Allocation {
  name: string;
  base: number;
  size: number;
  type: string;
}

/** A variable in shared memory. */
export interface SharedVariable {
  name: string;
  /** `float[32][33]` */
  type: string;
  /** Bytes from the start of shared memory. */
  offset: number;
  size: number;
}

/** One access of a warp: what its lanes asked of memory at once. */
export interface Access {
  /** The step of the block. */
  step: number;
  warp: number;
  site: Site;
  file: string;
  line: number;
  kind: "load" | "store" | "atomic";
  space: "global" | "shared";
  /** Bytes a lane. */
  width: number;
  /** A bit for each lane that takes part. */
  mask: number;
  /** Of each lane; those that do not take part have 0. */
  addresses: number[];
  /** Where in the trace the vectors stand that it loaded or stored, one an element. */
  values: number[];
}

/** A variable of the source that became values: it has one or more, each of a type of PTX. */
export interface Variable {
  name: string;
  type: string;
  function: string;
  line: number;
  size: number;
  pieces: { offset: number; ty: string }[];
}

/** Lanes of a warp that are at an instruction. */
export interface Group {
  site: number;
  mask: number;
}

/** Why lanes that are elsewhere do not run. */
export const WAITS = ["ready", "let others go first", "at a barrier", "wait for lanes"] as const;

/** What a warp did besides executing; `at`: how many steps came before it. */
export type Turn = { at: number; warp: number } & (
  | { kind: "slice"; mask: number; elsewhere: (Group & { why: number })[] }
  | { kind: "diverge"; groups: Group[] }
  | { kind: "reconverge"; mask: number; joined: number }
  | { kind: "arrive"; barrier: number; mask: number }
  | { kind: "release"; barrier: number; threads: number }
  | { kind: "end"; mask: number }
  | { kind: "finding"; finding: number }
);

/** Steps of all warps, in kern's order of turns. */
export interface Steps {
  warp: number[];
  /** A number in `sites`. */
  site: number[];
  mask: number[];
}

/** From a step on a piece of a variable has values, in some lanes of a warp; `at`: where in the trace they stand, 0 if it is not live. */
export interface Sets {
  step: number[];
  warp: number[];
  variable: number[];
  piece: number[];
  mask: number[];
  at: number[];
}

export interface Trace {
  /** The version of kern. */
  kern: string;
  kernel: string;
  launch: number;
  grid: [number, number, number];
  block: [number, number, number];
  /** blockIdx of the block, and its number. */
  index: [number, number, number];
  number: number;
  files: string[];
  allocations: Allocation[];
  /** What the kernel has in shared memory. */
  shared: SharedVariable[];
  sites: Site[];
  variables: Variable[];
  findings: { code: string; message: string }[];
  accesses: Access[];
  turns: Turn[];
  sets: Sets;
  each: Steps;
  /** What `at` counts in. */
  bytes: Uint8Array;
  steps: number;
  /** Where the trace ends before the block did. */
  truncated: { at: number; limit: string } | null;
}

class Reader {
  at = 0;
  constructor(readonly bytes: Uint8Array) {}

  byte(): number {
    if (this.at >= this.bytes.length) throw new Error("the trace ends in the middle of a record");
    return this.bytes[this.at++];
  }

  /** An unsigned number. Values beyond 2^53 lose their last digits; addresses are below. */
  number(): number {
    let value = 0;
    for (let scale = 1, count = 0; count < 10; scale *= 128, count++) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new Error("a number of the trace has no end");
  }

  difference(): number {
    const number = this.number();
    return number % 2 ? -(number + 1) / 2 : number / 2;
  }

  part(): Uint8Array {
    const length = this.number();
    if (length > this.bytes.length - this.at) throw new Error("the trace is shorter than it says");
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

const NAMES = { SLICE: 1, STEP: 2, SET: 3, MEM: 4, BRANCH: 5, DIVERGE: 6, RECONVERGE: 7, ARRIVE: 8, RELEASE: 9, END: 10, FINDING: 11 };
const KINDS = ["load", "store", "atomic"] as const;

/** Inflates and reads a trace. Throws a sentence when it is none. */
export async function readTrace(file: Uint8Array): Promise<Trace> {
  return parse(await inflate(file, MOST_INFLATED));
}

/** Undoes deflate (RFC 1951), at most so many bytes. */
export async function inflate(file: Uint8Array, most: number): Promise<Uint8Array> {
  const stream = new Blob([file as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error(`there are more than ${most} bytes`);
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A base-64 text as bytes. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** The values of the lanes `of` that stand at a place of a trace, as bits; null for other lanes. */
export function lanesAt(bytes: Uint8Array, place: number, of: number): (bigint | null)[] {
  let at = place;
  const difference = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value & 1n ? -((value + 1n) >> 1n) : value >> 1n;
  };
  const shape = bytes[at++];
  const first = shape === 2 ? 0n : difference();
  const stride = shape === 1 ? difference() : 0n;
  let last = 0n;
  return Array.from({ length: 32 }, (_, lane) => {
    if (!((of >>> lane) & 1)) return null;
    if (shape === 2) last += difference();
    return BigInt.asUintN(64, shape === 2 ? last : first + stride * BigInt(lane));
  });
}

function parse(all: Uint8Array): Trace {
  const parts = new Reader(all);
  const header = JSON.parse(new TextDecoder().decode(parts.part()));
  if (header.format !== 1) throw new Error(`the trace has format ${header.format}, this page reads 1`);
  parts.part();
  const bytes = parts.part();
  const reader = new Reader(bytes);
  const sites: Site[] = header.sites;
  const variables: Variable[] = (header.variables ?? []).map((one: Variable & { line?: number }) => ({ ...one, name: String(one.name), type: String(one.type), line: one.line ?? 0 }));
  const accesses: Access[] = [];
  const turns: Turn[] = [];
  const each: Steps = { warp: [], site: [], mask: [] };
  const sets: Sets = { step: [], warp: [], variable: [], piece: [], mask: [], at: [] };
  let warp = 0, step = -1, site = 0, mask = 0, address = 0;
  // Whether another warp did the last step: what is told now belongs to the next one.
  let isFresh = true;
  const readSite = () => {
    site += reader.difference();
    if (!sites[site]) throw new Error("the trace names an instruction that it does not list");
    return site;
  };
  const readMask = () => (mask = (mask ^ reader.number()) >>> 0);
  const readLanes = () => reader.number() >>> 0;
  const lanes = (of: number, from: number): number[] => {
    const shape = reader.byte();
    if (shape > 2) throw new Error("lanes have values of no known form");
    const values = new Array<number>(32).fill(0);
    const first = from + (shape === 2 ? 0 : reader.difference());
    const stride = shape === 1 ? reader.difference() : 0;
    let last = from;
    for (let lane = 0; lane < 32; lane++) {
      if (!((of >>> lane) & 1)) continue;
      if (shape === 2) last += reader.difference();
      values[lane] = shape === 2 ? last : first + stride * lane;
    }
    lastFirst = shape === 2 ? values[31 - Math.clz32(of & -of)] : first;
    return values;
  };
  let lastFirst = 0;
  const vectors = (of: number): number[] => {
    const count = reader.number();
    if (count > 4) throw new Error("an access has more than four elements");
    return Array.from({ length: count }, () => {
      const place = reader.at;
      lanes(of, 0);
      return place;
    });
  };
  while (reader.at < reader.bytes.length) {
    switch (reader.byte()) {
      case NAMES.SLICE: {
        warp = reader.number();
        readSite();
        const running = readMask();
        const elsewhere: (Group & { why: number })[] = [];
        for (let count = reader.number(); count > 0; count--) elsewhere.push({ site: readSite(), mask: readLanes(), why: reader.byte() });
        isFresh = true;
        turns.push({ kind: "slice", at: step + 1, warp, mask: running, elsewhere });
        break;
      }
      case NAMES.STEP:
        each.site.push(readSite());
        each.mask.push(readMask());
        each.warp.push(warp);
        step++;
        isFresh = false;
        break;
      case NAMES.SET: {
        const variable = reader.number(), piece = reader.number();
        if (!variables[variable]?.pieces[piece]) throw new Error("the trace names a variable that it does not list");
        const of = readMask();
        const isLive = reader.number() !== 0;
        sets.step.push(isFresh ? step + 1 : step);
        sets.warp.push(warp);
        sets.variable.push(variable);
        sets.piece.push(piece);
        sets.mask.push(of);
        sets.at.push(isLive ? reader.at : 0);
        if (isLive) lanes(of, 0);
        break;
      }
      case NAMES.MEM: {
        const kind = KINDS[reader.byte()];
        const size = reader.number();
        const of = readMask();
        const addresses = lanes(of, address);
        address = lastFirst;
        const values = vectors(of);
        vectors(of);
        const where = addresses[31 - Math.clz32(of & -of)] ?? 0;
        const here = sites[site];
        const space = where >= DEVICE ? "global" : where >= SHARED ? "shared" : null;
        if (kind && of && space && here.space !== "local") {
          const width = kind === "atomic" ? size : size * Math.max(1, values.length);
          const file = here.file === null ? "" : header.files[here.file];
          accesses.push({ step, warp, site: here, file, line: here.line, kind, space, width, mask: of, addresses, values });
        }
        break;
      }
      case NAMES.BRANCH:
        readMask();
        reader.number();
        break;
      case NAMES.DIVERGE: {
        const groups: Group[] = [];
        for (let count = reader.number(); count > 0; count--) groups.push({ site: readSite(), mask: readLanes() });
        turns.push({ kind: "diverge", at: step + 1, warp, groups });
        break;
      }
      case NAMES.RECONVERGE:
        readSite();
        turns.push({ kind: "reconverge", at: step + 1, warp, mask: readMask(), joined: readLanes() });
        break;
      case NAMES.ARRIVE:
        turns.push({ kind: "arrive", at: step + 1, warp, barrier: reader.number(), mask: readMask() });
        break;
      case NAMES.RELEASE:
        turns.push({ kind: "release", at: step + 1, warp, barrier: reader.number(), threads: reader.number() });
        break;
      case NAMES.END:
        turns.push({ kind: "end", at: step + 1, warp, mask: readMask() });
        break;
      case NAMES.FINDING:
        turns.push({ kind: "finding", at: step + 1, warp, finding: reader.number() });
        break;
      default:
        throw new Error("the trace has a record of no known kind");
    }
  }
  const allocations: Allocation[] = header.allocations.map((one: Record<string, unknown>) => ({
    name: String(one.name ?? ""),
    base: Number(one.base),
    size: Number(one.size),
    type: String(one.element_type ?? ""),
  }));
  const shared: SharedVariable[] = (header.shared ?? []).map((one: Record<string, unknown>) => ({
    name: String(one.name),
    type: String(one.type),
    offset: Number(one.offset),
    size: Number(one.size),
  }));
  return {
    kern: String(header.kern ?? ""),
    kernel: header.launch.kernel,
    launch: header.launch.number,
    grid: header.launch.grid,
    block: header.launch.block,
    index: header.selection.block,
    number: header.selection.block_number,
    files: header.files,
    allocations,
    shared,
    sites,
    variables,
    findings: header.findings ?? [],
    accesses,
    turns,
    sets,
    each,
    bytes,
    steps: header.steps,
    truncated: header.truncated,
  };
}
