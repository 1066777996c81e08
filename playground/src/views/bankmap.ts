// Where an access of a warp lies in shared memory: a column is a bank, a row the 32 words that follow each other. Words of one column
// lie in one bank, so lanes that stand above each other there wait for each other.

import { groupsOf } from "./banks";
import { elementAt, shapeOf } from "./elements";
import { element, frame, plural, text, type Picture } from "./svg";
import { SHARED, type Access, type SharedVariable } from "./trace";

/** More rows than these are folded. */
const MOST_ROWS = 40;

/** `columns` banks to a row of the picture: 32, or 16 for narrow screens. */
export function bankMap(access: Access, shared: SharedVariable[], columns: 16 | 32): Picture {
  const lanesOf = new Map<number, number[]>();
  const clashes = new Set<number>();
  for (const group of groupsOf(access)) {
    const inGroup = new Map<number, Set<number>>();
    for (const lane of group) {
      const start = access.addresses[lane] - SHARED;
      for (let word = Math.floor(start / 4); word * 4 < start + access.width; word++) {
        const lanes = lanesOf.get(word);
        if (lanes) lanes.push(lane);
        else lanesOf.set(word, [lane]);
        const bank = bankOf(word);
        inGroup.set(bank, (inGroup.get(bank) ?? new Set()).add(word));
      }
    }
    for (const [bank, words] of inGroup) if (words.size > 1) clashes.add(bank);
  }
  const words = [...lanesOf.keys()].sort((a, b) => a - b);
  const counts = Array.from({ length: 32 }, (_, bank) => words.filter((word) => bankOf(word) === bank).length);
  const used = counts.filter((one) => one > 0).length;
  const most = Math.max(...counts);
  const sum = `${plural(words.length, "word")} in ${plural(used, "bank")} of 32${clashes.size > 0 ? `, up to ${most} of them in one bank: they wait for each other` : ": no lane waits for another"}`;
  const title = `where the shared ${access.kind} of warp ${access.warp}, line ${access.line}, lies: ${sum}`;

  const first = Math.floor(words[0] / 32), last = Math.floor(words[words.length - 1] / 32);
  const hit = [...new Set(words.map((word) => Math.floor(word / 32)))];
  const all = last - first < MOST_ROWS ? Array.from({ length: last - first + 1 }, (_, at) => first + at) : hit.slice(0, MOST_ROWS);
  const cell = columns === 32 ? 17 : 16, height = 15, left = columns === 32 ? 82 : 70;
  let content = "", y = 0;
  for (let from = 0; from < 32; from += columns) {
    // Half of the banks, for narrow screens, of which nobody wants anything.
    if (from > 0 && counts.slice(from).every((one) => one === 0)) continue;
    content += text(0, y + 9, "bank", "dim");
    for (let bank = from; bank < from + columns; bank++) content += text(left + (bank - from) * cell + cell / 2 - 1, y + 9, bank, "dim", "middle");
    content += text(0, y + 21, "words wanted", "dim");
    for (let bank = from; bank < from + columns; bank++) if (counts[bank]) content += text(left + (bank - from) * cell + cell / 2 - 1, y + 21, counts[bank], clashes.has(bank) ? "bad-text" : "strong", "middle");
    y += 26;
    let before = first - 1;
    for (const row of all) {
      if (row > before + 1) {
        content += text(0, y + 8, `… ${plural(row - before - 1, "row")} without access`, "dim");
        y += 12;
      }
      before = row;
      content += text(0, y + 11, elementAt(shared, (row * 32 + from) * 4) ?? `byte ${(row * 32 + from) * 4}`, "dim");
      for (let bank = from; bank < from + columns; bank++) {
        const word = row * 32 + bank, lanes = lanesOf.get(word), x = left + (bank - from) * cell;
        if (!lanes && shared.length > 0 && elementAt(shared, word * 4) === null) continue;
        const kind = !lanes ? "untouched" : clashes.has(bank) ? "clash" : "used";
        content += element("rect", { x, y, width: cell - 2, height: height - 2, class: kind });
        if (lanes) content += text(x + cell / 2 - 1, y + 10, lanes.length > 1 ? `${lanes.length}×` : lanes[0], kind === "clash" ? "on-clash" : "on", "middle");
        if (isRowStart(shared, word * 4)) content += element("path", { d: `M${x - 1.5} ${y - 1}v${height}`, class: "row-start" });
      }
      y += height;
    }
    if (hit.length > all.length && last - first >= MOST_ROWS) {
      content += text(left, y + 10, `… and ${plural(hit.length - all.length, "more row")}`, "dim");
      y += 14;
    }
    y += 6;
  }
  const rows = words.map((word) => [elementAt(shared, word * 4) ?? `byte ${word * 4}`, bankOf(word), lanesOf.get(word)!.join(", ")]);
  return { svg: frame(left + columns * cell, y, title, content), title, sum, good: clashes.size === 0, head: ["word of", "bank", "lanes"], rows };
}

const bankOf = (word: number) => ((word % 32) + 32) % 32;

/** Whether a row of an array of two dimensions, or more, begins there. */
function isRowStart(shared: SharedVariable[], byte: number): boolean {
  const variable = shared.find((one) => byte >= one.offset && byte < one.offset + one.size);
  if (!variable) return false;
  const { size, dims } = shapeOf(variable);
  return dims.length > 1 && (byte - variable.offset) % (size * dims[dims.length - 1]) === 0;
}
