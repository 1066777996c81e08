// The worker that a job of the page runs in: one message with the module and the job, then its events.

import type { Said } from "./wasm";

const say = (what: Said) => postMessage(what);

onmessage = ({ data }: MessageEvent<{ module: WebAssembly.Module; text: string }>) => {
  const decoder = new TextDecoder();
  let memory: WebAssembly.Memory;
  try {
    const instance = new WebAssembly.Instance(data.module, {
      page: {
        tell: (at: number, length: number) => say({ line: decoder.decode(new Uint8Array(memory.buffer, at >>> 0, length)) }),
        now: () => performance.now(),
      },
    });
    const { kern_room, kern_job } = instance.exports as unknown as { kern_room(length: number): number; kern_job(at: number, length: number): void };
    memory = instance.exports.memory as WebAssembly.Memory;
    const text = new TextEncoder().encode(data.text);
    const room = kern_room(text.length) >>> 0;
    new Uint8Array(memory.buffer).set(text, room);
    kern_job(room, text.length);
    say({ end: true });
  } catch (error) {
    say({ trap: String(error) });
  }
};
