// A race: two accesses to one place, and between them the barrier that is missing.

import type { Diagnostic, RaceAccess } from "../protocol";
import { element, frame, text, type Picture } from "./svg";

/** What would order the two, as the finding's help says; empty if it is no barrier. */
function barrierOf(finding: Diagnostic): string {
  return /__sync(?:threads|warp)\(\)/.exec(finding.help ?? "")?.[0] ?? "";
}

const plain = (words: string) => words.replace(/`/g, "");
const cut = (words: string, most: number) => (words.length > most ? `${words.slice(0, most - 1)}…` : words);

/** `lines`: the program; `width`: of the picture. Null for what is no race. */
export function race(finding: Diagnostic, lines: string[], file: string, width: number): Picture | null {
  const pair = finding.race;
  if (!pair) return null;
  const thing = cut(plain(pair.thing), 18), isNarrow = width < 500;
  const otherBlocks = pair.first.block.join() !== pair.second.block.join();
  const barrier = barrierOf(finding);
  const place = ([x, y, z]: number[]) => (y || z ? `(${x},${y},${z})` : `${x}`);
  const name = (one: RaceAccess) => `thread ${place(one.thread)}${otherBlocks ? ` of block ${place(one.block)}` : ""}`;
  const left = isNarrow ? 8 : 16, wide = isNarrow ? 84 : 92, middle = width - wide - 8, row = 62, gap = 34;
  const letters = Math.floor((middle - left - 24) / 5.6);
  let content = "";
  const party = (one: RaceAccess, y: number, order: string) => {
    const source = one.site && one.site.file === file ? lines[one.site.line - 1]?.trim() : undefined;
    content += element("rect", { x: left - 6, y, width: middle - left - 10, height: row - 6, class: "cell plain" });
    content += text(left, y + 14, cut(`${order}: ${name(one)}`, letters), "strong");
    content += text(left, y + 28, cut(`warp ${one.warp}, lane ${one.lane}: ${one.does}${one.value ? ` ${one.value}` : ""}`, letters));
    content += text(left, y + 44, cut(one.site ? `line ${one.site.line}${source ? `: ${source}` : ""}` : "", letters), "dim");
    const writes = !one.does.startsWith("read"), from = middle - 16, to = middle;
    const at = y + row / 2 - 4;
    content += element("path", { d: `M${from} ${at}H${to}`, class: "arrow" });
    content += element("path", { d: writes ? `M${to} ${at}l-6 -4v8z` : `M${from} ${at}l6 -4v8z`, class: "arrow-head" });
  };
  party(pair.first, 4, "first");
  party(pair.second, 4 + row + gap, "then");
  const height = 4 + 2 * row + gap;
  content += element("rect", { x: middle, y: 6, width: wide, height: height - 8, class: "cell fresh" });
  content += text(middle + wide / 2, height / 2 - 4, thing, "strong", "middle") + text(middle + wide / 2, height / 2 + 10, "one place", "dim", "middle");
  const y = 4 + row + gap / 2 - 3;
  content += element("path", { d: `M0 ${y}H${middle - 8}`, class: "missing" });
  const lack = barrier ? `no ${barrier} between them` : otherBlocks ? "blocks share no barrier" : "nothing orders the two";
  content += text(left, y - 4, cut(lack, letters), "bad-text");
  const sum = pair.other_order ? plain(pair.other_order) : lack;
  const title = `race on ${thing}: ${name(pair.first)} ${pair.first.does}, ${name(pair.second)} ${pair.second.does}, ${lack}`;
  const rows = [pair.first, pair.second].map((one, at) => [at === 0 ? "first" : "then", name(one), one.warp, one.lane, one.does, one.value ?? "", one.site?.line ?? ""]);
  return { svg: frame(width, height, title, content), title, sum, good: false, head: ["order", "thread", "warp", "lane", "does", "value", "line"], rows };
}
