// Who runs programs, and where the page's data come from: the server that sent the page, or, in a site without one, the page's own
// compiler and machine (`wasm.ts`). `<meta name="engine">` says which.

import type { Device, Example, JobEvent, Kind, Lesson, Opcode, Program } from "./protocol";
import { pageEngine } from "./wasm";

/** Runs jobs. */
export interface Engine {
  /** Runs a job. Aborting the signal cancels it and throws. Throws a sentence when it cannot be asked. */
  job(kind: Kind, program: Program, signal: AbortSignal, tell: (event: JobEvent) => void): Promise<void>;
}

/** Whether programs run in this page, because it came without a server. */
export const isStatic = typeof document !== "undefined" && document.querySelector<HTMLMetaElement>("meta[name=engine]")?.content === "page";

/** A server that has too much to do is asked so often. */
const MOST_TRIES = 5;

async function ask(kind: Kind, program: Program, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(`/api/${kind}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(program), signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Error("The playground's server does not answer. Is `kern playground` still running?");
  }
}

const server: Engine = {
  async job(kind, program, signal, tell) {
    let response = await ask(kind, program, signal);
    // It says when it is worth asking again.
    for (let tries = 1; (response.status === 429 || response.status === 503) && tries < MOST_TRIES; tries++) {
      const seconds = Math.min(30, Math.max(1, Number(response.headers.get("Retry-After")) || 3));
      tell({ event: "later", said: `${await sentence(response)} (asked again in ${seconds} s)` });
      await pause(1000 * seconds, signal);
      response = await ask(kind, program, signal);
    }
    if (!response.ok || !response.body) throw new Error(await sentence(response));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) tell(JSON.parse(line) as JobEvent);
    }
  },
};

/** Waits; throws when it is no longer wanted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopped = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stopped);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stopped, { once: true });
  });
}

const engine = isStatic ? pageEngine : server;

/** See {@link Engine.job}. */
export const job: Engine["job"] = (kind, program, signal, tell) => engine.job(kind, program, signal, tell);

async function sentence(response: Response): Promise<string> {
  const said = await response.json().catch(() => ({}));
  return String(said.error ?? `The server answered ${response.status}.`);
}

/** Data of the page: an answer of the server, or a file of the site. */
async function get<T>(path: string): Promise<T> {
  const response = await fetch(isStatic ? `data/${path}.json` : `/api/${path}`);
  if (!response.ok) throw new Error(isStatic ? `This site lacks data/${path}.json.` : await sentence(response));
  return (await response.json()) as T;
}

export const examples = () => get<Example[]>("examples");
export const lessons = () => get<Lesson[]>("lessons");
export const devices = () => get<Device[]>("devices");
export const opcodes = () => get<Opcode[]>("opcodes");
export const file = () => (isStatic ? Promise.resolve(null) : get<{ name: string; text: string } | null>("file"));
export const explain = (code: string) => get<{ code: string; title: string; page: string }>(`explain/${encodeURIComponent(code)}`);
