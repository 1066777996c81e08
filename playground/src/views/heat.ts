// What each source line cost: sectors of global memory and turns of the shared memory's banks, as a share of its kernel's.

import type { Launch, LineAccess } from "../protocol";
import { plural } from "./svg";

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

/** What an access costs more than it needs to. */
export function wasteOf(access: LineAccess): number {
  return access.kind.startsWith("shared") ? access.wavefronts - access.ideal_wavefronts : access.sectors - access.ideal_sectors;
}

/** Names an access among those of its line: what it does, and how many bytes a lane. */
export function kindOf(access: LineAccess): string {
  return `${access.kind} ${access.width}`;
}

/** An access that has a picture. */
export interface Drawn {
  line: number;
  access: LineAccess;
}

/** The accesses of a launch that have pictures, those that waste most first. */
export function drawn(launch: Launch, file: string): Drawn[] {
  const all = hotLines(launch, file).flatMap((line) => line.accesses.map((access) => ({ line: line.line, access })));
  const list = all.filter(({ access }) => /^(global|shared)/.test(access.kind) && access.requests > 0);
  return list.sort((a, b) => wasteOf(b.access) - wasteOf(a.access) || costOf(b.access) - costOf(a.access));
}

/** The line and the access of a launch that waste most. */
export function worstOf(launch: Launch | undefined, file: string): { line: number; kind: string } {
  const first = launch && drawn(launch, file)[0];
  return first ? { line: first.line, kind: kindOf(first.access) } : { line: 0, kind: "" };
}

/** The launch and the access that waste most. */
export function worst(launches: Launch[], file: string): { launch: number; line: number; kind: string } | null {
  const all = launches.flatMap((launch) => drawn(launch, file).slice(0, 1).map((one) => ({ launch: launch.launch, ...one })));
  // Of equal ones the first launch has it.
  const best = all.reduce<(typeof all)[0] | null>((best, one) => (best && wasteOf(best.access) >= wasteOf(one.access) ? best : one), null);
  return best && { launch: best.launch, line: best.line, kind: kindOf(best.access) };
}

/** What was looked at before, in a new profile of a changed program: the same access of the same kernel, else one that does the same. */
export function sameAs(launches: Launch[], file: string, before: { kernel: string; line: number; kind: string }): { launch: number; line: number; kind: string } | null {
  const of = launches.filter((one) => one.kernel === before.kernel).flatMap((launch) => drawn(launch, file).map((one) => ({ launch: launch.launch, line: one.line, kind: kindOf(one.access) })));
  const same = of.filter((one) => one.kind === before.kind);
  return same.find((one) => one.line === before.line) ?? same[0] ?? null;
}

/** What an access does, in words: `global store`. */
export function doesOf(kind: string): string {
  return kind.split(" ")[0].replace("_", " ").replace(/(atom|red)$/, "atomic");
}

/** What a request of an access costs, and what would do; where requests differ, what all of them cost. */
export function costText(access: LineAccess): string {
  const isShared = access.kind.startsWith("shared"), { requests } = access;
  const [cost, ideal] = isShared ? [access.wavefronts, access.ideal_wavefronts] : [access.sectors, access.ideal_sectors];
  const isEqual = cost % requests === 0 && ideal % requests === 0;
  const what = plural(isEqual ? cost / requests : cost, isShared ? "turn" : "sector") + (isEqual ? "" : ` in ${plural(requests, "request")}`);
  return wasteOf(access) > 0 ? `${what}, ${isEqual ? ideal / requests : ideal} would do` : what;
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
        // What helps against several is said once.
        advice: line.accesses.flatMap((access, at) => (access.why ? [{ why: inTurns(access.why), help: line.accesses.slice(at + 1).some((one) => one.why && one.help === access.help) ? "" : (access.help ?? "") }] : [])),
      };
    })
    .sort((a, b) => b.cost - a.cost);
}
