// Words that the page uses, for somebody who meets them for the first time: as tips where they stand, and all together in Help.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";

/** A word, the forms of it that texts have, and what it means. */
export interface Entry {
  word: string;
  forms: string;
  /** What must stand before it, where the word alone says something else elsewhere, too. */
  after?: string;
  means: string;
}

/** What stands first is found first: longer forms before those that they begin with. */
const TURN = "One pass in which each bank of shared memory serves one word. Without bank conflicts an access takes one turn, with them up to 32. Nsight Compute calls it a wavefront.";
export const GLOSSARY: Entry[] = [
  { word: "kernel", forms: "kernels?", means: "A function for the GPU, marked __global__. Very many threads run it at once." },
  { word: "launch", forms: "launch(?:es)?", after: "(?:a|the|each|one|this|per|before|around a|of) ", means: "One call of a kernel: kernel<<<blocks, threads>>>(…) says how many blocks, and how many threads each of them has." },
  { word: "thread", forms: "threads?", means: "One run of a kernel's code, with numbers of its own (threadIdx, blockIdx) and variables of its own. A launch has thousands of them." },
  { word: "warp", forms: "warps?", means: "32 threads of a block whose numbers follow each other. They execute the same instruction together." },
  { word: "lane", forms: "lanes?", means: "A thread of a warp, named by its place there: 0 to 31." },
  { word: "block", forms: "thread blocks?|blocks?", means: "Up to 1024 threads that run on the same multiprocessor: they have one shared memory, and can wait for each other (__syncthreads)." },
  { word: "grid", forms: "grids?", means: "All blocks of one launch." },
  { word: "request", forms: "requests?", means: "One load or store that a warp executes: all that its 32 threads ask of memory at once." },
  { word: "coalesced", forms: "uncoalesced|coalesced|coalescing|coalesces?", means: "The threads of a warp use addresses side by side, so that few sectors hold them all: 32 floats in a row are 4 sectors. Where the addresses lie far apart, each thread moves a sector of its own: 32 of them." },
  { word: "sector", forms: "sectors?", means: "32 bytes of memory that follow each other, as much as 8 floats. Memory moves whole sectors, even if one float of it is wanted." },
  { word: "memory line", forms: "lines? of 128 bytes|memory lines?", means: "128 bytes of memory that follow each other: 4 sectors." },
  { word: "word", forms: "words?", means: "4 bytes: a float or an int." },
  { word: "bank conflict", forms: "bank conflicts?", means: "Threads of a warp want different words of one bank at once. The bank serves one word after the other, and the whole warp waits for the last." },
  { word: "bank", forms: "banks?", means: "Shared memory has 32 banks, which work side by side. Word 0 lies in bank 0, word 1 in bank 1, word 32 in bank 0 again. A bank serves one word at a time." },
  { word: "turn", forms: "turns? of (?:the |its )?(?:memory )?banks?|wavefronts?", means: TURN },
  // One also turns something round, and takes turns.
  { word: "turn", forms: "turns?", after: "(?:\\d|\\b(?:a|one|first|several)) ", means: TURN },
  { word: "shared memory", forms: "shared memory", means: "Small, fast memory that all threads of one block use together: variables marked __shared__. Other blocks have their own." },
  { word: "global memory", forms: "global memory", means: "The large memory of the GPU, which cudaMalloc gives. All threads can use it, but a load takes hundreds of cycles." },
  { word: "constant memory", forms: "constant memory", means: "Memory that kernels only read: __constant__. It is fast when all threads of a warp read the same word." },
  { word: "stride", forms: "strides?", means: "How far apart the addresses are that neighbouring threads use." },
  { word: "barrier", forms: "barriers?", means: "A place where threads wait for each other. At __syncthreads() no thread of a block goes on before all have come there." },
  { word: "divergent", forms: "divergent|divergence|diverges?", means: "Threads of one warp go different ways at an if or a loop. The warp goes one way after the other; threads that do not go the present one wait." },
  { word: "race", forms: "data races?|races?", means: "Two threads use the same place in memory, at least one of them writes, and nothing (such as a barrier) says who is first: the result depends on luck." },
  { word: "atomic", forms: "atomics?", means: "An operation such as atomicAdd, which reads, changes and writes a place in memory in one step, so that no other thread comes between." },
  { word: "occupancy", forms: "occupancy", means: "How many warps a multiprocessor holds at once, as a part of the most that it can hold: 64 on an H200. While some wait for memory, others work." },
  { word: "multiprocessor", forms: "multiprocessors?", means: "The part of a GPU that runs blocks (SM for short). It has its own shared memory and registers; an H200 has 132 multiprocessors." },
  { word: "ideal", forms: "ideal", means: "The fewest sectors, or turns, in which the same bytes could be had." },
  { word: "register", forms: "registers?", means: "Where a multiprocessor keeps the variables of a thread: the fastest memory, which no other thread can use." },
  { word: "shuffle", forms: "shuffles?", means: "An instruction by which a lane reads a variable of another lane of its warp, without memory: __shfl_down_sync and its like." },
  { word: "tile", forms: "tiles?", means: "A piece of an array or a matrix, small enough for shared memory, which a block loads to use it several times." },
  { word: "host", forms: "hosts?", means: "The processor (CPU) that runs main and launches kernels, and its memory. The GPU is called the device." },
  { word: "pinned", forms: "pinned", means: "Memory of the host that always stays in its place, so that the GPU can copy from it by itself: cudaMallocHost gives it." },
];

const ALL = new RegExp(`(?<![\\w.-])(?:${GLOSSARY.map((entry) => `${entry.after ? `(?<=${entry.after})` : ""}(?:${entry.forms})`).join("|")})(?![\\w-])`, "gi");
const EACH = GLOSSARY.map((entry) => new RegExp(`^(?:${entry.forms})$`, "i"));

/** The entry of a word of a text. */
export function entryOf(text: string): Entry | undefined {
  return GLOSSARY[EACH.findIndex((one) => one.test(text))];
}

/** A text whose words have tips, each where it stands first. `seen`: the words that had theirs. */
export function explained(text: string, seen: Set<string>): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const match of text.matchAll(ALL)) {
    const entry = entryOf(match[0]);
    if (!entry || seen.has(entry.word)) continue;
    seen.add(entry.word);
    // A bracket and a full stop stay with their word at the end of a line.
    const end = match.index + match[0].length, begin = text[match.index - 1] === "(" ? match.index - 1 : match.index;
    const [behind] = /^(?:'s)?[),.;:!?]*/.exec(text.slice(end))!;
    parts.push(text.slice(from, begin), <Term entry={entry} before={text.slice(begin, match.index)} behind={behind}>{match[0]}</Term>);
    from = end + behind.length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** A text of its own. */
export function Words({ text }: { text: string }) {
  return <>{useMemo(() => explained(text, new Set()), [text])}</>;
}

/** A word with a tip: under the pointer, with the focus, or at a press. Esc closes it; the pointer may move onto it. */
export function Term({ entry, before, behind, children }: { entry: Entry; before: string; behind: string; children: ComponentChildren }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  const timer = useRef(0);
  useEffect(() => {
    if (!isOpen) return;
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    };
    addEventListener("keydown", pressed, true);
    return () => removeEventListener("keydown", pressed, true);
  }, [isOpen]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = () => {
    clearTimeout(timer.current);
    const at = box.current?.getBoundingClientRect(), around = box.current?.closest("[role=tabpanel], main")?.getBoundingClientRect();
    setLeft(at !== undefined && around !== undefined && at.left + 320 > around.right);
    setOpen(true);
  };
  const leave = () => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(box.current?.contains(document.activeElement) ?? false), 200);
  };
  return (
    <span class="term-box" ref={box} onMouseEnter={open} onMouseLeave={leave}>
      {before}<button type="button" class="term" aria-describedby={id} onFocus={open} onBlur={() => setOpen(false)} onClick={open}>{children}</button>{behind}
      <span role="tooltip" id={id} class={`tip${isLeft ? " to-left" : ""}`} hidden={!isOpen}><b>{entry.word}</b>: {entry.means}</span>
    </span>
  );
}

/** All words. */
export function Glossary() {
  const all = GLOSSARY.filter((one, at) => GLOSSARY.findIndex((other) => other.word === one.word) === at).sort((a, b) => a.word.localeCompare(b.word));
  return (
    <dl class="glossary">
      {all.map((entry) => <div><dt id={`word-${entry.word.replace(/ /g, "-")}`}>{entry.word}</dt><dd>{entry.means}</dd></div>)}
    </dl>
  );
}
