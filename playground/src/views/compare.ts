// Two runs beside each other: what each kernel asked of memory, before and after a change.

import type { Launch } from "../protocol";
import { element, frame, plural, text, type Picture } from "./svg";

interface Figure {
  name: string;
  of: (launches: Launch[]) => number;
}

const accesses = (launches: Launch[]) => launches.flatMap((launch) => (launch.lines ?? []).flatMap((line) => line.accesses));
const total = (kind: RegExp, field: "requests" | "sectors" | "bank_conflicts") => (launches: Launch[]) => accesses(launches).filter((one) => kind.test(one.kind)).reduce((sum, one) => sum + one[field], 0);
const executed = (name: string) => (launches: Launch[]) => launches.reduce((sum, launch) => sum + (launch.executed[name] ?? 0), 0);

/** Less of each is better. */
const FIGURES: Figure[] = [
  { name: "global requests", of: total(/^global/, "requests") },
  { name: "sectors", of: total(/^global/, "sectors") },
  { name: "shared requests", of: total(/^shared/, "requests") },
  { name: "bank conflicts", of: total(/^shared/, "bank_conflicts") },
  { name: "divergent branches", of: executed("divergent_branches") },
  { name: "warp instructions", of: executed("ir_warp_instructions") },
];

export function compare(before: Launch[], after: Launch[], width: number): Picture {
  const kernels = [...new Set([...before, ...after].map((launch) => launch.kernel))];
  const left = width < 500 ? 104 : 132, room = width - left - 96, row = 30;
  let content = "", y = 0;
  const rows: (string | number)[][] = [];
  let better = 0, worse = 0;
  for (const kernel of kernels) {
    const [one, two] = [before, after].map((all) => all.filter((launch) => launch.kernel === kernel));
    content += text(0, y + 12, kernel, "strong");
    y += 18;
    if (one.length === 0 || two.length === 0) {
      content += text(0, y + 10, one.length === 0 ? "is new" : "is gone", "dim");
      rows.push([kernel, one.length === 0 ? "is new" : "is gone", "", "", ""]);
      y += 18;
      continue;
    }
    for (const figure of FIGURES) {
      const [was, is] = [figure.of(one), figure.of(two)];
      if (was === 0 && is === 0) continue;
      const most = Math.max(was, is, 1), sign = is < was ? "✓ less" : is > was ? "✗ more" : "= same";
      if (is < was) better++;
      if (is > was) worse++;
      content += text(0, y + 15, figure.name, "dim");
      [was, is].forEach((value, at) => {
        const wide = Math.max(value > 0 ? 1.5 : 0, (room * value) / most);
        content += element("rect", { x: left, y: y + at * 12 + 1, width: wide, height: 10, class: at === 0 ? "hollow" : is > was ? "clash" : "used" });
        content += text(left + wide + 4, y + at * 12 + 10, `${value}${at === 1 ? ` ${sign}` : " before"}`, at === 0 ? "dim" : "");
      });
      rows.push([kernel, figure.name, was, is, sign.slice(2)]);
      y += row;
    }
    y += 4;
  }
  const sum = `less than before: ${better} of ${plural(better + worse + rows.filter((cells) => cells[4] === "same").length, "figure")}; more: ${worse}`;
  const title = "this run beside the one that was kept";
  return { svg: frame(width, Math.max(20, y), `${title}: ${sum}`, content), title, sum, good: worse > 0 ? false : better > 0 ? true : null, head: ["kernel", "figure", "before", "now", "change"], rows };
}
