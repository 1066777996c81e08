// A warp's access to global memory: lanes, the 32-byte sectors they touch, the 128-byte lines these lie in.
//
// A row is a line, a box of eight words a sector, a number the lane that wants the word. The hardware moves whole sectors:
// what is hatched was moved for nobody.

import { element, frame, hatch, plural, text, type Picture } from "./svg";
import type { Access, Allocation, Trace } from "./trace";

/** More lines than these are folded. */
const MOST_LINES = 32;

const holds = (one: Allocation, address: number, width: number) => address >= one.base && address + width <= one.base + one.size;

/** The allocation that an access means: that of its first lane. */
function meant(access: Access, allocations: Allocation[]): Allocation | undefined {
  const [first] = lanesOf(access.mask);
  return allocations.find((one) => holds(one, access.addresses[first], access.width));
}

/** The lanes of an access of which a finding says that some are outside of their memory. */
export function strayed(access: Access, { allocations, turns, findings }: Pick<Trace, "allocations" | "turns" | "findings">): number[] {
  const isFound = access.space === "global" && turns.some((turn) => turn.kind === "finding" && turn.warp === access.warp && turn.at === access.step + 1 && /^R010[1567]$/.test(findings[turn.finding]?.code));
  if (!isFound) return [];
  const own = meant(access, allocations), inside = own ? [own] : allocations;
  return lanesOf(access.mask).filter((lane) => !inside.some((one) => holds(one, access.addresses[lane], access.width)));
}

/** `words` to a row: 32 is a line, 16 half of one, for narrow screens. `stray`: the lanes that are outside of their memory. */
export function memory(access: Access, allocations: Allocation[], words: 16 | 32, stray: number[] = []): Picture {
  const active = lanesOf(access.mask);
  const wanted = new Map<number, number[]>();
  const sectors = new Set<number>();
  let used = 0;
  for (const lane of active) {
    const start = access.addresses[lane];
    for (let byte = start; byte < start + access.width; byte += 4 - (byte % 4)) {
      const word = Math.floor(byte / 4);
      const lanes = wanted.get(word);
      if (lanes) lanes.push(lane);
      else wanted.set(word, [lane]);
      sectors.add(Math.floor(byte / 32));
    }
  }
  const bytes = new Set<number>();
  for (const lane of active) for (let i = 0; i < access.width; i++) bytes.add(access.addresses[lane] + i);
  used = bytes.size;
  const lines = [...new Set([...sectors].map((sector) => Math.floor(sector / 4)))].sort((a, b) => a - b);
  const ideal = Math.min(sectors.size, Math.ceil((active.length * access.width) / 32));
  const percent = Math.floor((100 * used) / (sectors.size * 32));
  const place = placer(access, allocations);
  // One sector more because it begins in the middle of one is neither.
  const isCoalesced = active.length < 2 ? null : sectors.size <= ideal ? true : sectors.size > ideal + 1 ? false : null;
  const sum = `${plural(sectors.size, "sector")} in ${plural(lines.length, "line")} (ideal ${plural(ideal, "sector")}) · ${sectors.size * 32} bytes moved, ${used} used: ${percent} %${isCoalesced === null ? "" : ` · ${isCoalesced ? "" : "not "}coalesced`}${stray.length > 0 ? ` · ${stray.length === 1 ? "lane" : "lanes"} ${ranges(stray)} outside of ${meant(access, allocations)?.name || "memory"}[] (framed)` : ""}`;
  const title = `${access.kind} of warp ${access.warp}, line ${access.line}: ${sum}`;

  const cell = words === 32 ? 17 : 15, left = words === 32 ? 80 : 78, row = 18;
  let content = "", y = 14;
  content += text(left - 6, 9, "byte", "dim", "end");
  for (let word = 0; word < words; word += 8) content += text(left + word * cell + 2, 9, `+${word * 4}`, "dim");
  let shown = 0, before: number | null = null;
  for (const line of lines) {
    if (shown === MOST_LINES) break;
    shown++;
    if (before !== null && line > before + 1 && lines.length <= 8) y += 5;
    before = line;
    for (let half = 0; half < 32 / words; half++) {
      const first = line * 32 + half * words;
      const inRow = Array.from({ length: words / 8 }, (_, at) => first / 8 + at);
      if (half > 0 && !inRow.some((sector) => sectors.has(sector))) continue;
      content += text(0, y + 13, half ? "" : place(line * 128), "dim");
      inRow.forEach((sector, at) => {
        const kind = sectors.has(sector) ? "moved" : "untouched";
        const x = left + at * 8 * cell;
        content += element("rect", { x, y, width: 8 * cell - 3, height: row - 2, class: kind });
        if (kind === "moved") content += hatch(x, y, 8 * cell - 3, row - 2);
      });
      for (let word = first; word < first + words; word++) {
        const lanes = wanted.get(word);
        if (!lanes) continue;
        const isStray = lanes.some((lane) => stray.includes(lane));
        const x = left + (word - first) * cell;
        content += element("rect", { x: x + 0.5, y: y + 0.5, width: cell - (word % 8 === 7 ? 4 : 1), height: row - 3, class: isStray ? "clash" : "used" });
        content += text(x + cell / 2 - 1, y + 12, lanes.length > 1 ? `${lanes.length}×` : lanes[0], isStray ? "on-clash" : "on", "middle");
      }
      y += row;
    }
  }
  if (lines.length > shown) {
    content += text(left, y + 12, `… and ${lines.length - shown} more lines`, "dim");
    y += row;
  }
  const rows = lines.map((line) => {
    const inLine = [0, 1, 2, 3].map((at) => line * 4 + at);
    const lanes = [...new Set(inLine.flatMap((sector) => lanesIn(sector, wanted)))].sort((a, b) => a - b);
    return [place(line * 128), inLine.filter((sector) => sectors.has(sector)).length, ranges(lanes)];
  });
  const svg = frame(left + words * cell, y + 2, title, content);
  return { svg, title, sum, good: sectors.size <= ideal && stray.length === 0, head: ["line of 128 bytes", "sectors moved", "lanes that want words of it"], rows };
}

function lanesIn(sector: number, wanted: Map<number, number[]>): number[] {
  const lanes: number[] = [];
  for (let word = sector * 8; word < sector * 8 + 8; word++) lanes.push(...(wanted.get(word) ?? []));
  return lanes;
}

/** Names the place of a lane that is outside of its memory: the element that would be there. */
export function strayPlace(access: Access, allocations: Allocation[], lane: number): string {
  const own = meant(access, allocations);
  const size = own && (sizeOf(own.type) ?? access.width);
  return own && size ? `✗[${Math.floor((access.addresses[lane] - own.base) / size)}]` : `✗0x${access.addresses[lane].toString(16)}`;
}

/** Names places as the program does: the allocation and the element. So many bytes before an allocation belong to it. */
export function placer(access: Access, allocations: Allocation[], before = 128): (address: number) => string {
  return (address) => {
    const inside = (one: Allocation) => (address >= one.base || address + before > one.base) && address < one.base + one.size;
    const allocation = allocations.find(inside);
    if (!allocation) return `0x${address.toString(16)}`;
    const size = sizeOf(allocation.type) ?? access.width;
    const index = Math.floor((address - allocation.base) / size);
    return `${allocation.name.slice(0, 6) || "memory"}[${index}]`;
  };
}

export function sizeOf(type: string): number | undefined {
  const sizes: Record<string, number> = { char: 1, "unsigned char": 1, bool: 1, short: 2, "unsigned short": 2, int: 4, unsigned: 4, "unsigned int": 4, float: 4, double: 8, long: 8, "unsigned long": 8, "long long": 8, "unsigned long long": 8, float2: 8, float4: 16, int4: 16, int2: 8 };
  return sizes[type.replace(/^const /, "")];
}

export function lanesOf(mask: number): number[] {
  return Array.from({ length: 32 }, (_, lane) => lane).filter((lane) => (mask >>> lane) & 1);
}

/** `0-15, 17`. */
export function ranges(numbers: number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < numbers.length; ) {
    let end = at;
    while (numbers[end + 1] === numbers[end] + 1) end++;
    parts.push(end > at ? `${numbers[at]}-${numbers[end]}` : `${numbers[at]}`);
    at = end + 1;
  }
  return parts.join(", ");
}
