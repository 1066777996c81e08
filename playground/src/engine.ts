// Asks the server for jobs and hands their events on as they come.

import type { Example, JobEvent, Kind, Lesson, Program } from "./protocol";

/** Runs a job. Aborting the signal cancels it: the server ends its process. Throws a sentence when it cannot be asked. */
export async function job(kind: Kind, program: Program, signal: AbortSignal, tell: (event: JobEvent) => void): Promise<void> {
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
}

async function sentence(response: Response): Promise<string> {
  const said = await response.json().catch(() => ({}));
  return String(said.error ?? `The server answered ${response.status}.`);
}

async function get<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(await sentence(response));
  return (await response.json()) as T;
}

export const examples = () => get<Example[]>("/api/examples");
export const lessons = () => get<Lesson[]>("/api/lessons");
export const file = () => get<{ name: string; text: string } | null>("/api/file");
export const explain = (code: string) => get<{ code: string; title: string; page: string }>(`/api/explain/${encodeURIComponent(code)}`);
