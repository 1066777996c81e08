// A warp's access to shared memory: 32 banks, each of which serves one word at a time.
//
// A column is a bank, a row a turn. Lanes that want different words of one bank stand above each other; lanes that want the
// same word are served together (`4×`). Wide accesses are served in groups of lanes: halves for 8 bytes a lane, quarters for 16.

import { element, frame, plural, text, type Picture } from "./svg";
import { lanesOf, ranges } from "./memory";
import { SHARED, type Access } from "./trace";

const MOST_TURNS = 33;

/** An access as it would be if neighbouring lanes wanted words so far apart. */
export function spread(access: Access, words: number): Access {
  const lanes = lanesOf(access.mask);
  const first = access.addresses[lanes[0]];
  return { ...access, addresses: access.addresses.map((address, lane) => (lanes.includes(lane) ? first + 4 * words * (lane - lanes[0]) : address)) };
}

/** The groups of lanes that are served together. The rules are those of vm/src/instrument/metrics/rules.rs. */
export function groupsOf(access: Access): number[][] {
  const active = lanesOf(access.mask);
  let size = access.width <= 4 ? 32 : access.width === 8 ? 16 : 8;
  if (access.width === 16 && neighboursAgree(access)) size = 16;
  const groups = Array.from({ length: 32 / size }, (_, at) => active.filter((lane) => Math.floor(lane / size) === at));
  return groups.filter((group) => group.length > 0);
}

/** Whether each lane wants what its neighbour wants, or each what the one next to that wants. */
function neighboursAgree(access: Access): boolean {
  const agree = (step: number) =>
    lanesOf(access.mask).every((lane) => !((access.mask >>> (lane ^ step)) & 1) || access.addresses[lane] === access.addresses[lane ^ step]);
  return agree(1) || agree(2);
}

/** `columns` banks to a row of the picture: 32, or 16 for narrow screens. */
export function banks(access: Access, columns: 16 | 32): Picture {
  const towers = groupsOf(access).map((group) => tower(access, group));
  const turnsOf = (words: Map<number, number[]>[]) => Math.max(1, ...words.map((bank) => bank.size));
  const turns = towers.reduce((sum, words) => sum + turnsOf(words), 0);
  const ideal = Math.min(turns, towers.length);
  const apart = apartBy(access);
  const why = turns > ideal && apart !== null ? ` · neighbouring lanes are ${apart} bytes apart` : "";
  const sum = `${plural(turns, "turn")} of the banks (ideal ${ideal})${turns > ideal ? `: ${plural(turns - ideal, "conflict")}` : ""}${why}`;
  const title = `shared ${access.kind} of warp ${access.warp}, line ${access.line}: ${sum}`;
  const cell = 17, left = columns === 32 ? 48 : 44;
  let content = "", y = 0;
  const rows: (string | number)[][] = [];
  towers.forEach((words, number) => {
    const high = turnsOf(words);
    if (towers.length > 1) {
      content += text(0, y + 10, `lanes of group ${number + 1}`, "dim");
      y += 14;
    }
    const height = high > 8 ? 14 : 18;
    for (let from = 0; from < 32; from += columns) {
      if (from > 0 && words.slice(from, from + columns).every((bank) => bank.size === 0)) continue;
      content += text(0, y + 9, "bank", "dim");
      for (let bank = from; bank < from + columns; bank++) content += text(left + (bank - from) * cell + cell / 2, y + 9, bank, "dim", "middle");
      y += 13;
      const part = Math.max(1, ...words.slice(from, from + columns).map((bank) => bank.size));
      const shown = Math.min(part, MOST_TURNS);
      for (let turn = 0; turn < shown; turn++) {
        if (high <= 8 || turn % 4 === 0 || turn === shown - 1) content += text(0, y + height - 4, `turn ${turn + 1}`, "dim");
        for (let bank = from; bank < from + columns; bank++) {
          const lanes = [...words[bank].values()][turn];
          const kind = !lanes ? "untouched" : words[bank].size > 1 ? "clash" : "used";
          const x = left + (bank - from) * cell;
          content += element("rect", { x, y, width: cell - 2, height: height - 2, class: kind });
          if (lanes) content += text(x + cell / 2 - 1, y + height - 5, lanes.length > 1 ? `${lanes.length}×` : lanes[0], kind === "clash" ? "on-clash" : "on", "middle");
        }
        y += height;
      }
      y += 4;
    }
    words.forEach((bank, which) => {
      if (bank.size === 0) return;
      const row = [which, bank.size, ranges([...new Set([...bank.values()].flat())].sort((a, b) => a - b))];
      rows.push(towers.length > 1 ? [number + 1, ...row] : row);
    });
  });
  const head = ["bank", "turns (different words)", "lanes"];
  const svg = frame(left + columns * cell, y + 2, title, content);
  return { svg, title, sum, good: turns <= ideal, head: towers.length > 1 ? ["group", ...head] : head, rows };
}

/** For each bank the words that are wanted of it, and by which lanes. */
function tower(access: Access, group: number[]): Map<number, number[]>[] {
  const words = Array.from({ length: 32 }, () => new Map<number, number[]>());
  for (const lane of group) {
    const start = access.addresses[lane] - SHARED;
    for (let word = Math.floor(start / 4); word * 4 < start + access.width; word++) {
      const bank = words[((word % 32) + 32) % 32];
      const lanes = bank.get(word);
      if (lanes) lanes.push(lane);
      else bank.set(word, [lane]);
    }
  }
  return words;
}

/** Bytes from lane to lane, if that is always the same. */
export function apartBy(access: Access): number | null {
  const lanes = lanesOf(access.mask);
  const steps = lanes.slice(1).map((lane, at) => (access.addresses[lane] - access.addresses[lanes[at]]) / (lane - lanes[at]));
  return steps.length > 0 && steps.every((step) => step === steps[0]) ? steps[0] : null;
}
