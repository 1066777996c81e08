// Share links: the program in the part of the address behind `#`, which no server sees.
//
// `#1:` and base64url(deflate-raw(JSON{files, args, lesson, view})). Links of all versions stay readable.

import { type Tab, TABS } from "./tabs";
import { inflate } from "./views/trace";

/** Most bytes that a link may unfold to. */
const MOST_BYTES = 512 << 10;

export interface Shared {
  files: { name: string; text: string }[];
  args: string;
  /** The lesson it is a try at. */
  lesson?: string;
  /** What is looked at. */
  view?: Tab;
}

export async function encode(shared: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  return `#1:${btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/** What a link holds; null if the address has none. Throws a sentence when it is damaged. */
export async function decode(fragment: string): Promise<Shared | null> {
  if (!fragment || fragment === "#") return null;
  const match = /^#(\d+):([A-Za-z0-9_-]*)$/.exec(fragment);
  if (!match) throw new Error("This link is damaged: what stands behind # is no program.");
  if (match[1] !== "1") throw new Error(`This link is of version ${match[1]}, which this playground does not know: a newer kern reads it.`);
  try {
    const letters = atob(match[2].replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = await inflate(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), MOST_BYTES);
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const files = value.files;
    const isFile = (file: unknown) => typeof (file as Shared["files"][0])?.name === "string" && typeof (file as Shared["files"][0])?.text === "string";
    if (!Array.isArray(files) || files.length === 0 || !files.every(isFile)) throw new Error("no files");
    const shared: Shared = { files, args: typeof value.args === "string" ? value.args : "" };
    if (typeof value.lesson === "string") shared.lesson = value.lesson;
    if (TABS.includes(value.view) && (value.view !== "lesson" || shared.lesson)) shared.view = value.view;
    return shared;
  } catch {
    throw new Error("This link is damaged: part of it is missing or was changed. Ask for it again.");
  }
}
