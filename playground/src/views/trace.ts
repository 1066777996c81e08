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
}

export interface Trace {
  kernel: string;
  launch: number;
  grid: [number, number, number];
  block: [number, number, number];
  /** blockIdx of the block, and its number. */
  index: [number, number, number];
  number: number;
  files: string[];
  allocations: Allocation[];
  accesses: Access[];
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

function parse(all: Uint8Array): Trace {
  const parts = new Reader(all);
  const header = JSON.parse(new TextDecoder().decode(parts.part()));
  if (header.format !== 1) throw new Error(`the trace has format ${header.format}, this page reads 1`);
  parts.part();
  const reader = new Reader(parts.part());
  const sites: Site[] = header.sites;
  const accesses: Access[] = [];
  let warp = 0, step = -1, site = 0, mask = 0, address = 0;
  const readSite = () => {
    site += reader.difference();
    if (!sites[site]) throw new Error("the trace names an instruction that it does not list");
    return site;
  };
  const readMask = () => (mask = (mask ^ reader.number()) >>> 0);
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
  const vectors = (of: number): number => {
    const count = reader.number();
    if (count > 4) throw new Error("an access has more than four elements");
    for (let i = 0; i < count; i++) lanes(of, 0);
    return count;
  };
  while (reader.at < reader.bytes.length) {
    switch (reader.byte()) {
      case NAMES.SLICE: {
        warp = reader.number();
        readSite();
        readMask();
        for (let count = reader.number(); count > 0; count--) {
          readSite();
          reader.number();
          reader.byte();
        }
        break;
      }
      case NAMES.STEP:
        readSite();
        readMask();
        step++;
        break;
      case NAMES.SET: {
        reader.number();
        reader.number();
        const of = readMask();
        if (reader.number()) lanes(of, 0);
        break;
      }
      case NAMES.MEM: {
        const kind = KINDS[reader.byte()];
        const bytes = reader.number();
        const of = readMask();
        const addresses = lanes(of, address);
        address = lastFirst;
        const values = vectors(of);
        vectors(of);
        const where = addresses[31 - Math.clz32(of & -of)] ?? 0;
        const here = sites[site];
        const space = where >= DEVICE ? "global" : where >= SHARED ? "shared" : null;
        if (kind && of && space && here.space !== "local") {
          const width = kind === "atomic" ? bytes : bytes * Math.max(1, values);
          const file = here.file === null ? "" : header.files[here.file];
          accesses.push({ step, warp, site: here, file, line: here.line, kind, space, width, mask: of, addresses });
        }
        break;
      }
      case NAMES.BRANCH:
        readMask();
        reader.number();
        break;
      case NAMES.DIVERGE:
        for (let count = reader.number(); count > 0; count--) {
          readSite();
          reader.number();
        }
        break;
      case NAMES.RECONVERGE:
        readSite();
        readMask();
        reader.number();
        break;
      case NAMES.ARRIVE:
        reader.number();
        readMask();
        break;
      case NAMES.RELEASE:
        reader.number();
        reader.number();
        break;
      case NAMES.END:
        readMask();
        break;
      case NAMES.FINDING:
        reader.number();
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
  return {
    kernel: header.launch.kernel,
    launch: header.launch.number,
    grid: header.launch.grid,
    block: header.launch.block,
    index: header.selection.block,
    number: header.selection.block_number,
    files: header.files,
    allocations,
    accesses,
    steps: header.steps,
    truncated: header.truncated,
  };
}
