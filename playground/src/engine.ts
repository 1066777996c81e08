// Who runs programs, and where the page's data come from: the server that sent the page, or, in a site without one, the page's own
// compiler and machine (`wasm.ts`). `<meta name="engine">` says which.

import type { Device, Example, JobEvent, Kind, Lesson, Program } from "./protocol";
import { pageEngine } from "./wasm";

/** Runs jobs. */
export interface Engine {
  /** Runs a job. Aborting the signal cancels it and throws. Throws a sentence when it cannot be asked. */
  job(kind: Kind, program: Program, signal: AbortSignal, tell: (event: JobEvent) => void): Promise<void>;
}

/** Whether programs run in this page, because it came without a server. */
export const isStatic = typeof document !== "undefined" && document.querySelector<HTMLMetaElement>("meta[name=engine]")?.content === "page";

const server: Engine = {
  async job(kind, program, signal, tell) {
    let response: Response;
    try {
      response = await fetch(`/api/${kind}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(program),
        signal,
      });
    } catch (error) {
      if (signal.aborted) throw error;
      throw new Error("The playground's server does not answer. Is `kern playground` still running?");
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
export const file = () => (isStatic ? Promise.resolve(null) : get<{ name: string; text: string } | null>("file"));
export const explain = (code: string) => get<{ code: string; title: string; page: string }>(`explain/${encodeURIComponent(code)}`);
