// Words that the page uses, for somebody who meets them for the first time: as tips where they stand, and all together in Help.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";

/** A word, the forms of it that texts have, and what it means. */
export interface Entry {
  word: string;
  forms: string;
  means: string;
}

/** What stands first is found first: longer forms before those that they begin with. */
export const GLOSSARY: Entry[] = [
  { word: "thread", forms: "threads?", means: "One run of a kernel's code, with a threadIdx of its own. A launch has thousands of them." },
  { word: "warp", forms: "warps?", means: "32 threads of a block whose numbers follow each other. They execute the same instruction together." },
  { word: "lane", forms: "lanes?", means: "The place of a thread in its warp, 0 to 31." },
  { word: "block", forms: "thread blocks?|blocks?", means: "Threads that are launched together: they have one shared memory, and can wait for each other." },
  { word: "grid", forms: "grids?", means: "All blocks of one launch." },
  { word: "request", forms: "requests?", means: "One load or store that a warp executes: all that its 32 threads ask of memory at once." },
  { word: "coalesced", forms: "uncoalesced|coalesced|coalescing|coalesces?", means: "The threads of a warp access addresses side by side, so that few sectors hold them all: 32 floats in a row are 4 sectors. Far apart, each thread moves a sector of its own, up to 32." },
  { word: "sector", forms: "sectors?", means: "32 bytes of memory that follow each other, as much as 8 floats. Memory moves whole sectors, even if one float of it is wanted." },
  { word: "memory line", forms: "lines? of 128 bytes|memory lines?", means: "128 bytes of memory that follow each other: 4 sectors." },
  { word: "word", forms: "words?", means: "4 bytes: a float or an int." },
  { word: "bank conflict", forms: "bank conflicts?", means: "Threads of a warp want different words of one bank at once. The bank serves them one turn after another; all others wait." },
  { word: "bank", forms: "banks?", means: "Shared memory has 32 banks, which work side by side. Word 0 lies in bank 0, word 1 in bank 1, word 32 in bank 0 again. A bank serves one word at a time." },
  { word: "turn", forms: "turns? of (?:the |its )?(?:memory )?banks?|turns|turn|wavefronts?", means: "One pass in which each bank of shared memory serves one word. Without conflicts an access takes one. Nsight Compute calls it a wavefront." },
  { word: "shared memory", forms: "shared memory", means: "Small, fast memory that the threads of one block have together: __shared__." },
  { word: "global memory", forms: "global memory", means: "The large memory of the GPU, which cudaMalloc gives. All threads see it; it is slow." },
  { word: "constant memory", forms: "constant memory", means: "Memory that kernels only read: __constant__. It is fast when all threads of a warp read the same word." },
  { word: "stride", forms: "strides?", means: "How far apart the addresses of neighbouring threads are." },
  { word: "barrier", forms: "barriers?", means: "__syncthreads(): no thread of a block goes on before all have come there." },
  { word: "divergent", forms: "divergent|divergence|diverges?", means: "Threads of one warp go different ways at a branch. The ways are executed one after the other." },
  { word: "race", forms: "data races?|races?", means: "Two threads use the same place, at least one writes, and nothing says who is first: the result depends on luck." },
  { word: "atomic", forms: "atomics?", means: "An operation that reads and writes a place in one step, so that no other thread comes between." },
  { word: "occupancy", forms: "occupancy", means: "How many warps a multiprocessor holds at once, of those that it could hold." },
  { word: "multiprocessor", forms: "multiprocessors?", means: "A part of the GPU that runs blocks; an H100 has 132 of them." },
  { word: "ideal", forms: "ideal", means: "The least that would do for the same bytes." },
];

const ALL = new RegExp(`(?<![\\w.-])(?:${GLOSSARY.map((entry) => entry.forms).join("|")})(?![\\w-])`, "gi");
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
    parts.push(text.slice(from, match.index), <Term entry={entry}>{match[0]}</Term>);
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** A text of its own. */
export function Words({ text }: { text: string }) {
  return <>{useMemo(() => explained(text, new Set()), [text])}</>;
}

/** A word with a tip: under the pointer, with the focus, or at a press. Esc closes it; the pointer may move onto it. */
export function Term({ entry, children }: { entry: Entry; children: ComponentChildren }) {
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
      <button type="button" class="term" aria-describedby={id} onFocus={open} onBlur={() => setOpen(false)} onClick={open}>{children}</button>
      <span role="tooltip" id={id} class={`tip${isLeft ? " to-left" : ""}`} hidden={!isOpen}><b>{entry.word}</b>: {entry.means}</span>
    </span>
  );
}

/** All words. */
export function Glossary() {
  const all = [...GLOSSARY].sort((a, b) => a.word.localeCompare(b.word));
  return (
    <dl class="glossary">
      {all.map((entry) => <div><dt id={`word-${entry.word.replace(/ /g, "-")}`}>{entry.word}</dt><dd>{entry.means}</dd></div>)}
    </dl>
  );
}
