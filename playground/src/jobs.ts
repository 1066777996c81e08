// What the page knows of the last job, and of the check as one types.

import { job } from "./engine";
import type { Diagnostic, Grade, Kind, Launch, Program, StreamWork } from "./protocol";
import { fromBase64, readTrace, type Trace } from "./views/trace";

export interface Piece {
  stream: "stdout" | "stderr";
  text: string;
}

/** A job and what came of it so far. */
export interface Result {
  kind: Kind;
  program: Program;
  state: "waits" | "runs" | "done" | "stopped" | "failed";
  pieces: Piece[];
  findings: Diagnostic[];
  launches: Launch[];
  /** What streams were given. */
  work: StreamWork[];
  /** Sentences about limits that were met, and about failures. */
  notices: string[];
  status: number | null;
  seconds: number;
  grade: Grade | null;
  /** Milliseconds from the press to the first output. */
  firstOutput: number | null;
}

/** Runs a job; tells of it at most once a frame. Resolves when it ends, however it does. */
export async function run(kind: Kind, program: Program, signal: AbortSignal, tell: (result: Result) => void): Promise<Result> {
  const begun = performance.now();
  let result: Result = {
    kind, program, state: "waits", pieces: [], findings: [], launches: [], work: [], notices: [], status: null, seconds: 0, grade: null, firstOutput: null,
  };
  let isTold = true, isOver = false;
  const change = (part: Partial<Result>) => {
    result = { ...result, ...part };
    if (!isTold) return;
    isTold = false;
    requestAnimationFrame(() => {
      isTold = true;
      if (!isOver) tell(result);
    });
  };
  change({});
  const pieces: Piece[] = [];
  const findings: Diagnostic[] = [];
  const launches: Launch[] = [];
  const notices: string[] = [];
  try {
    await job(kind, program, signal, (event) => {
      switch (event.event) {
        case "queued":
          return change({ notices: [`${event.ahead} programs run before this one.`] });
        case "later":
          return change({ notices: [event.said] });
        case "started":
          return change({ state: "runs", notices: [] });
        case "stdout":
        case "stderr": {
          const last = pieces[pieces.length - 1];
          if (last?.stream === event.event) last.text += event.text;
          else pieces.push({ stream: event.event, text: event.text });
          return change({ pieces: [...pieces], firstOutput: result.firstOutput ?? performance.now() - begun });
        }
        case "diagnostic":
          findings.push(event.diagnostic);
          return change({ findings: [...findings] });
        case "launch":
          launches.push(event.launch);
          return change({ launches: [...launches] });
        case "streams":
          return change({ work: event.work });
        case "graded":
          return change({ grade: event.grade, findings: event.grade.diagnostics });
        case "limit":
        case "failed":
          notices.push(event.said);
          return change({ notices: [...notices], state: event.event === "failed" ? "failed" : result.state });
        case "done":
          return change({ state: "done", status: event.status, seconds: event.seconds });
      }
    });
    if (result.state !== "done" && result.state !== "failed") {
      change({ state: "failed", notices: [...notices, "The server ended the answer before the program did. Run it again."] });
    }
  } catch (error) {
    if (signal.aborted) change({ state: "stopped" });
    else change({ state: "failed", notices: [...notices, error instanceof Error ? error.message : String(error)] });
  }
  isOver = true;
  tell(result);
  return result;
}

/** What a block of a launch did; a sentence if that cannot be shown. `opt`: the level of optimisation. `keep`: is given the file. */
export async function trace(program: Program, launch: number, block: number, opt: number, signal: AbortSignal, keep: (base64: string) => void): Promise<Trace | string> {
  let letters: string | null = null;
  let said = "";
  try {
    await job("trace", { ...program, launch, block, opt }, signal, (event) => {
      if (event.event === "trace") letters = event.base64;
      if (event.event === "limit" || event.event === "failed") said = event.said;
      if (event.event === "diagnostic" && event.diagnostic.severity === "error" && !said) said = event.diagnostic.message;
    });
    if (letters === null) return said || "This block was not recorded: the program ended before it ran.";
    keep(letters);
    return await readTrace(fromBase64(letters));
  } catch (error) {
    if (signal.aborted) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}

/** The arguments of a command line: words, or what stands between quotes. */
export function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3]);
}
