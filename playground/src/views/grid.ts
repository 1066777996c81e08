// The map of the grid: a square for each block, with how much it asked of memory, and where a mistake was found.
//
// A square's digit, 0 to 4, says the same as its colour: the share of the largest block, in fifths.

import type { Launch } from "../protocol";
import { element, frame, text, type Picture } from "./svg";

export interface BlockMistake {
  block: [number, number, number];
  code: string;
}

/** The columns that a map can show. */
export const COLUMNS: [string, string][] = [
  ["sectors", "sectors of global memory"],
  ["bank_conflicts", "bank conflicts"],
  ["divergent_branches", "divergent branches"],
  ["ir_warp_instructions", "warp instructions"],
];

export function gridMap(launch: Launch, column: string, mistakes: BlockMistake[], chosen: number, across: number): Picture | null {
  const blocks = launch.per_block;
  if (!blocks) return null;
  const at = blocks.columns.indexOf(column);
  const values = blocks.rows.map((row) => row[at] ?? 0);
  const most = Math.max(...values, 0), least = values.length ? Math.min(...values) : 0;
  const perSquare = blocks.blocks_per_row;
  const [gx, gy] = launch.grid;
  // The grid's own shape if it fits, else blocks in a row after the other.
  const inShape = perSquare === 1 && gx <= across;
  const columns = inShape ? gx : Math.min(across, Math.max(1, values.length));
  const cell = columns > 40 ? 12 : 18;
  const marked = new Map<number, string>();
  for (const { block, code } of mistakes) marked.set(Math.floor((block[0] + gx * (block[1] + gy * block[2])) / perSquare), code);
  const top = 14;
  let content = text(0, 9, inShape && gy > 1 ? "blockIdx.x →, blockIdx.y ↓" : inShape ? "blockIdx.x →" : "block 0, 1, 2, … row after row", "dim");
  values.forEach((value, number) => {
    const x = (number % columns) * cell, y = top + Math.floor(number / columns) * cell;
    const level = most > 0 ? Math.min(4, Math.floor((5 * value) / (most + 1e-9))) : 0;
    const isChosen = Math.floor(chosen / perSquare) === number;
    const mark = marked.get(number);
    let inside = element("title", {}, `block ${number * perSquare}: ${value}${mark ? `, ${mark}` : ""}`);
    inside += element("rect", { x: x + 1, y: y + 1, width: cell - 2, height: cell - 2, class: `square heat${level}${isChosen ? " chosen" : ""}` });
    if (mark) inside += element("path", { d: `M${x + cell / 2} ${y + 2} L${x + cell - 3} ${y + cell - 3} L${x + 3} ${y + cell - 3} Z`, class: "mark" });
    else if (cell >= 18) inside += text(x + cell / 2, y + 12.5, level, `on-heat${level}`, "middle");
    content += element("g", { "data-block": number * perSquare }, inside);
  });
  const what = COLUMNS.find(([key]) => key === column)?.[1] ?? column;
  const one = perSquare === 1 ? "a block" : `${perSquare} blocks`;
  const sum = least === most ? `the same for ${perSquare === 1 ? "every block" : "every square"}: ${most} ${what}` : `from ${least} to ${most} ${what} ${perSquare === 1 ? "a block" : "a square"}`;
  const title = `grid of ${launch.kernel}, a square is ${one}: ${sum}`;
  const width = columns * cell, height = top + Math.ceil(values.length / columns) * cell;
  const found = [...marked].map(([number, code]) => `block ${number * perSquare}: ${code}`).join(", ");
  const order = values.map((value, number) => [number, value]).sort((a, b) => b[1] - a[1]).slice(0, 32);
  return {
    svg: frame(Math.max(width, 170), height + 2, title + (found ? `; ${found}` : ""), content),
    title,
    sum: found ? `${sum} · ▲ ${found}` : sum,
    good: marked.size === 0 ? null : false,
    head: [perSquare === 1 ? "block" : "first block of the square", what, "mistake"],
    rows: order.map(([number, value]) => [number * perSquare, value, marked.get(number) ?? ""]),
  };
}
