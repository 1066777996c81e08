// What the server says: the events of a job, and the objects of `kern … --json` in them (docs/json.md, docs/accounting.md).

export interface Place {
  file: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  start: number;
  end: number;
  primary: boolean;
  label: string;
}

export interface Diagnostic {
  code: string;
  severity: "error" | "warning" | "note";
  title: string;
  message: string;
  places: Place[];
  notes: string[];
  help: string | null;
  count?: number;
  site?: { file: string; line: number; column: number; function: string };
  launch?: { number: number; kernel: string; grid: [number, number, number] };
  block?: [number, number, number];
  thread?: [number, number, number];
  warp?: number;
  lane?: number;
  race?: { thing: string; first: RaceAccess; second: RaceAccess; other_order?: string };
}

/** One of two accesses that nothing orders. */
export interface RaceAccess {
  block: [number, number, number];
  thread: [number, number, number];
  warp: number;
  lane: number;
  does: string;
  value?: string;
  site?: { file: string; line: number; column: number };
}

/** What a stream was given; nanoseconds of kern's clock. `number` is 0 for a node of a graph. */
export interface StreamWork {
  number: number;
  stream: number;
  kind: string;
  name: string;
  file: string | null;
  line: number | null;
  issued: number;
  /** Who does it: `copy engine 0`, `multiprocessors`; nobody an event, a host function, a graph as a whole. */
  engine: string | null;
  /** When its stream let it begin: from then on it waits for its engine. */
  ready: number;
  start: number;
  end: number;
  /** Operations of other streams that it waits for. */
  after: number[];
}

export interface LineAccess {
  kind: string;
  width: number;
  requests: number;
  sectors: number;
  ideal_sectors: number;
  wavefronts: number;
  ideal_wavefronts: number;
  bank_conflicts: number;
  bytes: number;
  bytes_used: number;
  why?: string;
  help?: string;
}

export interface Launch {
  launch: number;
  kernel: string;
  grid: [number, number, number];
  block: [number, number, number];
  device: string;
  dynamic_shared: number;
  occupancy?: { limit_blocks: number; limit_warps: number; limit_shared_mem: number; warps_per_multiprocessor: number };
  executed: Record<string, number>;
  metrics?: Record<string, number>;
  lines?: { file: string | null; line: number; text: string; branches: number; divergent_branches: number; accesses: LineAccess[] }[];
  per_block?: { blocks_per_row: number; columns: string[]; rows: number[][] };
}

export type JobEvent =
  /** Not of the server: it has too much to do, and is asked again. */
  | { event: "later"; said: string }
  | { event: "queued"; ahead: number }
  | { event: "started" }
  | { event: "stdout" | "stderr"; text: string }
  | { event: "diagnostic"; diagnostic: Diagnostic }
  | { event: "launch"; launch: Launch }
  | { event: "streams"; work: StreamWork[] }
  | { event: "trace"; launch: number; block: number; base64: string }
  | { event: "emit"; stage: string; text: string; map: [file: number, line: number][] }
  | { event: "graded"; grade: Grade }
  | { event: "limit"; name: string; value: number | null; said: string }
  | { event: "failed"; said: string }
  | { event: "done"; status: number | null; why: string; seconds: number; figures: unknown };

export interface Program {
  files: { name: string; text: string }[];
  args?: string[];
  stdin?: string;
  launch?: number;
  block?: number;
  /** The level of optimisation of a program that is traced. */
  opt?: number;
  lesson?: string;
  device?: string;
}

/** What decides how many blocks a multiprocessor of a device holds: bytes of shared memory, registers of 32 bits. */
export interface Device {
  key: string;
  name: string;
  compute_capability: string;
  multiprocessors: number;
  max_threads_per_block: number;
  max_threads: number;
  max_blocks: number;
  shared_bytes: number;
  shared_per_block: number;
  shared_per_block_optin: number;
  shared_reserved: number;
  shared_unit: number;
  registers: number;
  registers_per_block: number;
  registers_per_thread: number;
  register_unit: number;
  warp_unit: number;
  registers_by_block: boolean;
}

export interface Lesson {
  name: string;
  title: string;
  text: string;
  program: string;
  /** What is to be reached, in words. */
  goals?: string[];
}

/** What a try at a lesson reached. */
export interface Grade {
  done: boolean;
  goals: { text: string; points: number; reached: boolean; why: string | null }[];
  hint: { text: string; view: string | null } | null;
  /** Hints for those who tried so often. */
  later: { after: number; text: string }[];
  stdout: string;
  diagnostics: Diagnostic[];
}

export interface Example {
  name: string;
  title: string;
  text: string;
}

/** An instruction of PTX: its mnemonic, what it does, and the sections of the PTX ISA that tell of it. */
export type Opcode = [name: string, does: string, section: string];

export type Kind = "check" | "run" | "profile" | "sanitize" | "trace" | "emit" | "lesson";
