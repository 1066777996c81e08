// What stands where in a block's shared memory: arrays of the program, by name.

import { sizeOf } from "./memory";
import type { SharedVariable } from "./trace";

/** An array, or one value: its element, and how many of them in each direction. */
export interface Shape {
  element: string;
  /** Bytes of an element. */
  size: number;
  /** From the outermost; empty for what is no array. */
  dims: number[];
}

/** `float[32][33]`; of an array whose length the launch decides, `float[]`, the bytes say how many. */
export function shapeOf(variable: SharedVariable): Shape {
  const match = /^(.*?)\s*((?:\[\d*\])*)$/.exec(variable.type)!;
  const known = [...match[2].matchAll(/\[(\d*)\]/g)].map((one) => (one[1] === "" ? 0 : Number(one[1])));
  const rest = known.slice(1).reduce((product, one) => product * one, 1);
  // Of a structure the words are shown.
  const whole = known.length && known[0] ? Math.floor(variable.size / known.reduce((product, one) => product * one, 1)) : variable.size;
  const size = sizeOf(match[1]) ?? (known.length ? (known[0] ? whole : 4) : whole);
  if (known.length > 0 && known[0] === 0) known[0] = Math.max(1, Math.floor(variable.size / (size * rest)));
  return { element: match[1], size: Math.max(1, size), dims: known };
}

/** `tile[3][5]` of the element that a byte of shared memory belongs to; null where no array is known. */
export function elementAt(shared: SharedVariable[], byte: number): string | null {
  const variable = shared.find((one) => byte >= one.offset && byte < one.offset + one.size);
  if (!variable) return null;
  const { size, dims } = shapeOf(variable);
  return variable.name + indices(Math.floor((byte - variable.offset) / size), dims);
}

/** `[3][5]` of the 101st element of rows of 32. */
export function indices(number: number, dims: number[]): string {
  let text = "", rest = number;
  for (const one of dims.slice(1).reverse()) {
    text = `[${rest % one}]${text}`;
    rest = Math.floor(rest / one);
  }
  return dims.length === 0 ? "" : `[${rest}]${text}`;
}
