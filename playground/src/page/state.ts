// What the page knows, in one place. What people do (`program.ts`, `run.ts`, `go.ts`) changes it by `set`; what is drawn (`layout/`)
// reads it.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Code } from "../code";
import type { Editor } from "../editor";
import { type Result, words } from "../jobs";
import { doneLessons } from "../lesson";
import type { Pinned, Selection } from "../panels";
import type { Diagnostic, Example, Lesson, Opcode, Program } from "../protocol";
import type { Tab } from "../tabs";
import { BEGIN, type Moments, type TimeKeys } from "../time";
import type { Target } from "../views/moments";
import type { Trace } from "../views/trace";

export const NOTHING: Selection = { launch: 0, block: 0, warp: 0, line: 0, kind: "" };

/** What is recorded of blocks, by `launch/block`; a sentence where there is nothing. */
export type Recorded = ReadonlyMap<string, Trace | string>;

export interface State {
  tab: Tab;
  examples: Example[];
  lessons: Lesson[];
  /** The lesson that is open, how often it was tried, and the lessons that were done in this browser. */
  lesson: Lesson | null;
  tries: number;
  done: Set<string>;
  /** The program: the name of the file that is edited, what stands beside it, and its arguments. */
  name: string;
  others: { name: string; text: string }[];
  args: string;
  /** How often the text was another one. */
  version: number;
  /** The line of the cursor. */
  cursor: number;
  /** What the check says as one types. */
  checked: Diagnostic[];
  /** The last job, the last check of the lesson's goals and the version that it was of, and the last profile. */
  result: Result | null;
  graded: { result: Result; version: number } | null;
  profile: Result | null;
  /** Whether the text is another one than the one that was profiled. */
  isOther: boolean;
  /** The finding that is looked at; -1 for none. */
  current: number;
  selection: Selection;
  /** Blocks of the profile, as they were profiled. */
  traces: Recorded;
  pinned: Pinned | null;
  /** The program that ran last, its blocks with all variables, what is looked at of them, and the line of that moment. */
  ran: Program | null;
  recordings: Recorded;
  moments: Moments;
  momentLine: number;
  /** What is to be looked at once it is recorded. */
  target: Target | null;
  /** The code of the kernels; a sentence if there is none. */
  code: Code | string | null;
  /** PTX's instructions, once code was looked at. */
  opcodes: Opcode[];
  /** The page of a code in Help. */
  article: { title: string; text: string } | null;
  /** A link that could not be copied. */
  link: string;
  /** One line about what was done, and what went wrong with the page itself. */
  status: string;
  problem: string;
}

const FIRST: State = {
  tab: "output", examples: [], lessons: [], lesson: null, tries: 0, done: new Set(), name: "main.cu", others: [], args: "", version: 0, cursor: 1,
  checked: [], result: null, graded: null, profile: null, isOther: false, current: -1, selection: NOTHING, traces: new Map(), pinned: null, ran: null,
  recordings: new Map(), moments: BEGIN, momentLine: 0, target: null, code: null, opcodes: [], article: null, link: "", status: "", problem: "",
};

/** A file of a recording, for a page of the run. */
export interface Kept {
  launch: number;
  block: number;
  /** With all variables. */
  plain: boolean;
  base64: string;
}

export class Page {
  state: State = { ...FIRST, done: doneLessons() };
  /** Is told of each change. */
  changed: () => void = () => {};
  /** There once the page stands. */
  editor!: Editor;
  /** Ends the job, and the check, that runs now. */
  stop: AbortController | null = null;
  checking: AbortController | null = null;
  /** Waits until one stops typing. */
  timer = 0;
  files = new Map<string, Kept>();
  /** What keys do while variables are shown. */
  timeKeys: TimeKeys | null = null;
  /** The code was asked for by its key. */
  isCodeAsked = false;

  set(part: Partial<State>) {
    this.state = { ...this.state, ...part };
    this.changed();
  }

  /** The program as it is now. */
  get program(): Program {
    const { name, others, args } = this.state;
    return { files: [{ name, text: this.editor.text }, ...others], args: words(args) };
  }

  get isBusy(): boolean {
    return this.state.result?.state === "waits" || this.state.result?.state === "runs";
  }

  /** What is found of the program: by the last job, else as one types. */
  get findings(): Diagnostic[] {
    const { result, checked } = this.state;
    return result?.findings.length ? result.findings : checked;
  }

  /** Names the block that is looked at. */
  get key(): string {
    return `${this.state.selection.launch}/${this.state.selection.block}`;
  }
}

export const PageContext = createContext<Page | null>(null);

/** The page, for what is drawn in it. */
export const usePage = () => useContext(PageContext)!;
