// The page's own compiler and machine: kern.wasm in a Web Worker. Each job has a worker and an instance of its own, which are gone
// when it ends: nothing of a program is left, whatever it did.

import type { Engine } from "./engine";
import type { JobEvent, Kind, Program } from "./protocol";

/** Seconds that a job may take, by the clock. */
const SECONDS: Record<Kind, number> = { check: 15, emit: 15, run: 60, profile: 60, sanitize: 60, trace: 60, lesson: 120 };

/** What a job needs that this page has not, and who has it. */
export const NEEDS_SERVER = "this needs the server: `kern playground` on a machine with kern runs it";

/** What a worker says. */
export type Said = { line: string } | { end: true } | { trap: string };

/** What kern.wasm says to this file only. */
type Own = { event: "panicked"; said: string } | { event: "refused"; said: string } | { event: "full" };

let compiled: Promise<WebAssembly.Module> | null = null;
let spare: Worker | null = null;

const makeWorker = () => new Worker("worker.js");

/** Loads and compiles kern.wasm, once. */
function module(): Promise<WebAssembly.Module> {
  compiled ??= load().catch((error) => {
    compiled = null;
    throw error;
  });
  return compiled;
}

async function load(): Promise<WebAssembly.Module> {
  const response = await fetch("kern.wasm").catch(() => null);
  if (!response?.ok) throw new Error("The page's own compiler, kern.wasm, cannot be loaded: without it and without a server nothing runs here.");
  try {
    return await WebAssembly.compileStreaming(response.clone());
  } catch {
    // Some servers do not know the type of the file.
    return WebAssembly.compile(await response.arrayBuffer());
  }
}

/** Loads what jobs need, when there is nothing else to do. */
export function loadWhenIdle() {
  const begin = () => void module().then(() => (spare ??= makeWorker()), () => {});
  if ("requestIdleCallback" in window) requestIdleCallback(begin, { timeout: 2000 });
  else setTimeout(begin, 300);
}

/** Runs a job in an instance with so much memory. False if it needs more. */
async function once(kind: Kind, size: "small" | "large", program: Program, signal: AbortSignal, tell: (event: JobEvent) => void): Promise<boolean> {
  const compiled = await module();
  signal.throwIfAborted();
  const worker = spare ?? makeWorker();
  spare = null;
  const begun = performance.now();
  return new Promise<boolean>((resolve, reject) => {
    let isDone = false;
    const end = (what: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stopped);
      worker.terminate();
      spare ??= makeWorker();
      what();
    };
    const stopped = () => end(() => reject(new DOMException("stopped", "AbortError")));
    signal.addEventListener("abort", stopped);
    const died = (name: string, said: string, why: string) => {
      tell({ event: "limit", name, value: null, said });
      tell({ event: "done", status: null, why, seconds: (performance.now() - begun) / 1000, figures: null });
      end(() => resolve(true));
    };
    const timer = setTimeout(
      () => died("time", `the program did not end within ${SECONDS[kind]} seconds in this page: ${NEEDS_SERVER} about 30 times as fast`, "timeout"),
      SECONDS[kind] * 1000,
    );
    let panic = "";
    worker.onmessage = ({ data }: MessageEvent<Said>) => {
      if ("line" in data) {
        const event = JSON.parse(data.line) as JobEvent | Own;
        if (event.event === "panicked") panic = event.said;
        else if (event.event === "refused") end(() => reject(new Error(event.said)));
        else if (event.event === "full") end(() => resolve(false));
        else {
          if (event.event === "done") {
            isDone = true;
            if (event.why === "fuel") tell({ event: "limit", name: "fuel", value: null, said: `the program is too long for this page's interpreter: ${NEEDS_SERVER}` });
          }
          tell(event);
        }
      } else if ("trap" in data) {
        const isDeep = /call stack|stack overflow/i.test(data.trap);
        const isMemory = /memory|allocation/i.test(`${data.trap} ${panic}`);
        if (isDeep) died("nesting", `the program nests deeper than this browser's stack: ${NEEDS_SERVER}`, "killed");
        else if (isMemory) died("memory", `the browser has no more memory for the program: ${NEEDS_SERVER}`, "memory");
        else died("process", `kern itself failed at this program: that is a mistake of kern, please report it (${panic || data.trap})`, "killed");
      } else if (isDone) end(() => resolve(true));
    };
    worker.onerror = (event) => died("process", `the page's worker failed: ${event.message}`, "killed");
    const { device, launch, block, lesson, files, args, stdin } = program;
    worker.postMessage({ module: compiled, text: `${kind} ${size}\n${JSON.stringify({ files, args, stdin, device, launch, block, lesson })}` });
  });
}

/** The engine of a page without a server. */
export const pageEngine: Engine = {
  async job(kind, program, signal, tell) {
    // A job that needs more memory begins again with more; kern is deterministic, so that what was told already comes again.
    let told = 0, isTold = 0;
    const text = (event: JobEvent) => (event.event === "stdout" || event.event === "stderr" ? event.text.length : 1);
    const first = await once(kind, "small", program, signal, (event) => {
      told += text(event);
      tell(event);
    });
    if (first) return;
    const second = await once(kind, "large", program, signal, (event) => {
      const size = text(event);
      const over = Math.max(0, Math.min(size, isTold + size - told));
      isTold += size;
      if (over === size) tell(event);
      else if (over > 0 && (event.event === "stdout" || event.event === "stderr")) tell({ ...event, text: event.text.slice(size - over) });
    });
    if (second) return;
    tell({ event: "limit", name: "memory", value: null, said: `the program asks for more memory than this page has, 512 MiB on the device and 512 MiB on the host: ${NEEDS_SERVER}` });
    tell({ event: "done", status: null, why: "memory", seconds: 0, figures: null });
  },
};
