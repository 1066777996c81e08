// What each source line cost: sectors of global memory and turns of the shared memory's banks, as a share of its kernel's.

import type { Launch, LineAccess } from "../protocol";

export interface HotLine {
  line: number;
  /** Whole percent of the kernel's cost. */
  percent: number;
  cost: number;
  text: string;
  accesses: LineAccess[];
  branches: number;
  divergent: number;
  /** Why it costs more than it needs to, and what to try; empty if it does not. */
  advice: { why: string; help: string }[];
}

/** What the command calls a wavefront is a turn of the banks on the page. */
export function inTurns(words: string): string {
  return words.replace(/\bwavefronts?\b/g, (word) => word.replace("wavefront", "turn"));
}

export function costOf(access: LineAccess): number {
  return access.kind.startsWith("shared") ? access.wavefronts : access.sectors;
}

/** The lines of a launch in a file, the most expensive first. */
export function hotLines(launch: Launch, file: string): HotLine[] {
  const all = launch.lines ?? [];
  const total = all.reduce((sum, line) => sum + line.accesses.reduce((part, access) => part + costOf(access), 0), 0);
  const lines = all.filter((line) => line.file === file && line.line > 0);
  return lines
    .map((line) => {
      const cost = line.accesses.reduce((sum, access) => sum + costOf(access), 0);
      return {
        line: line.line,
        cost,
        percent: total ? Math.round((100 * cost) / total) : 0,
        text: line.text,
        accesses: line.accesses,
        branches: line.branches,
        divergent: line.divergent_branches,
        advice: line.accesses.flatMap((access) => (access.why ? [{ why: inTurns(access.why), help: access.help ?? "" }] : [])),
      };
    })
    .sort((a, b) => b.cost - a.cost);
}
