// What a profiled launch looks like: its lines, an access of a warp, the grid. The page and the report share it.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { explained, Words } from "./glossary";
import { inline } from "./markdown";
import type { Diagnostic, Launch } from "./protocol";
import { copyOrSave, standAlone } from "./save";
import { bankMap } from "./views/bankmap";
import { apartBy, banks, spread } from "./views/banks";
import { compare } from "./views/compare";
import { COLUMNS, gridMap, type BlockMistake } from "./views/grid";
import { costText, doesOf, drawn, type HotLine, hotLines, inTurns, kindOf, wasteOf, worst } from "./views/heat";
import { memory, strayed } from "./views/memory";
import { type Picture, plural } from "./views/svg";
import type { Access, Trace } from "./views/trace";

export interface Selection {
  launch: number;
  block: number;
  warp: number;
  /** The source line whose accesses are shown; 0 for none. */
  line: number;
  /** Which of them, as `kindOf` names it; of others, and of none, the worst. */
  kind: string;
}

/** How wide a picture may be: the inside of the open panel, or of the report's column. */
function room(): number {
  const box = document.querySelector("[role=tabpanel], .two > :last-child");
  if (!box) return innerWidth - 32;
  const { paddingLeft, paddingRight } = getComputedStyle(box);
  return Math.floor(box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
}

export function useRoom(): number {
  const [wide, setWide] = useState(room);
  useLayoutEffect(() => {
    const changed = () => setWide(room());
    changed();
    addEventListener("resize", changed);
    return () => removeEventListener("resize", changed);
  }, []);
  return wide;
}

/** Whether wide pictures would not fit. */
export const useNarrow = () => useRoom() < 640;

export function PictureView({ picture, onBlock, name }: { picture: Picture; onBlock?: (block: number) => void; name?: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [copied, setCopied] = useState("");
  useEffect(() => setCopied(""), [picture]);
  const copy = async () => {
    const svg = box.current?.querySelector("svg");
    if (svg) setCopied(await copyOrSave(standAlone(svg), `kern-${name ?? "picture"}.svg`, "image/svg+xml"));
  };
  const pressed = (event: MouseEvent) => {
    const square = (event.target as Element).closest("[data-block]");
    if (square && onBlock) onBlock(Number(square.getAttribute("data-block")));
  };
  return (
    <div class="picture-box">
      <div class="scroll" ref={box} tabIndex={0} role="group" aria-label={picture.title} onClick={pressed} dangerouslySetInnerHTML={{ __html: picture.svg }} />
      <p class="sum">
        {picture.good !== null && <b class={picture.good ? "good" : "bad"}>{picture.good ? "✓ " : "✗ "}</b>}
        {picture.sum}
      </p>
      <div class="below">
        <details>
          <summary>The same as a table</summary>
          <Table caption={picture.title} head={picture.head} rows={picture.rows} />
        </details>
        <span><button type="button" class="link" onClick={() => void copy()}>Copy as SVG</button> <span role="status">{copied}</span></span>
      </div>
    </div>
  );
}

export function Table({ caption, head, rows }: { caption: string; head: string[]; rows: (string | number)[][] }) {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={`table: ${caption}`}>
      <table>
        <caption>{caption}</caption>
        <thead><tr>{head.map((one) => <th scope="col">{one}</th>)}</tr></thead>
        <tbody>{rows.map((row) => <tr>{row.map((cell) => <td>{cell}</td>)}</tr>)}</tbody>
      </table>
    </div>
  );
}

/** Sizes as a program writes them: what is 1 at the end is left out. */
function sizes([x, y, z]: number[]): string {
  return z > 1 ? `(${x}, ${y}, ${z})` : y > 1 ? `(${x}, ${y})` : `${x}`;
}

/** The name of a launch in a list. */
export function launchName(launch: Launch): string {
  return `${launch.launch}: ${launch.kernel}<<<${sizes(launch.grid)}, ${sizes(launch.block)}>>>`;
}

/** The lines of a launch, hottest first: a press shows what the line's accesses look like, another one closes that; `onLine` has 0 then. */
export function Lines({ lines, chosen, onLine }: { lines: HotLine[]; chosen: number; onLine: (line: number) => void }) {
  // A line that only branches, and never splits a warp, has nothing to tell.
  const told = lines.filter((line) => line.accesses.length > 0 || line.divergent > 0);
  const seen = new Set<string>();
  if (told.length === 0) return <p class="quiet">No line of this launch accessed memory.</p>;
  return (
    <ol class="lines">
      {told.slice(0, 12).map((line) => (
        <li>
          <button type="button" id={`asks-${line.line}`} aria-pressed={chosen === line.line} onClick={() => onLine(chosen === line.line ? 0 : line.line)}>
            <span class="share"><i class={`w${Math.round(line.percent / 5)}`} /><span>{line.percent} %</span></span>
            <span class="where">line {line.line}</span> <code>{line.text}</code>
          </button>
          <ul>
            {line.accesses.map((access) => (
              <li>
                {explained(`${access.kind.replace("_", " ")}s: ${plural(access.requests, "request")}, ${access.kind.startsWith("shared") ? `${access.wavefronts} turns (ideal ${access.ideal_wavefronts})` : `${access.sectors} sectors (ideal ${access.ideal_sectors})`}`, seen)}
                {access.why && <span class="advice">↳ {inline(inTurns(access.why), seen)}{access.help && <><br />try: {inline(access.help, seen)}</>}</span>}
              </li>
            ))}
            {line.divergent > 0 && <li>{line.divergent} of {line.branches} branches split their warp</li>}
          </ul>
        </li>
      ))}
    </ol>
  );
}

/** The accesses of a launch that have pictures, of one space or of both; the worst first. */
export function accessChoices(launch: Launch, file: string, space?: "global" | "shared") {
  return drawn(launch, file).filter((one) => !space || one.access.kind.startsWith(space));
}

/** Esc closes a picture, wherever in it the focus is. */
export function closedByKey(close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== "Escape" || (event.target as Element).tagName === "SELECT") return;
    event.preventDefault();
    close();
  };
}

/** Which access is shown, and which others there are: one control. */
export function AccessChooser(props: { launch: Launch; launches: Launch[]; file: string; selection: Selection; space?: "global" | "shared"; onPick: (part: { line: number; kind: string }) => void; onClose: () => void }) {
  const { launch, file, selection, space } = props;
  const all = useMemo(() => accessChoices(launch, file, space), [launch, file, space]);
  const bad = useMemo(() => worst(props.launches, file), [props.launches, file]);
  const shown = all.find((one) => one.line === selection.line && kindOf(one.access) === selection.kind) ?? all.find((one) => one.line === selection.line);
  const isWorst = (one: (typeof all)[0]) => bad !== null && bad.launch === launch.launch && bad.line === one.line && bad.kind === kindOf(one.access) && wasteOf(one.access) > 0;
  return (
    <div class="chooser access-chooser">
      {shown && (
        <label>Shown <select value={all.indexOf(shown)} onChange={(event) => { const { line, access } = all[Number(event.currentTarget.value)]; props.onPick({ line, kind: kindOf(access) }); }}>
          {all.map((one, at) => <option value={at}>{wasteOf(one.access) > 0 ? "✗" : "✓"} {isWorst(one) ? "worst: " : ""}line {one.line}, {doesOf(one.access.kind)}: {costText(one.access)}</option>)}
        </select></label>
      )}
      <button type="button" title="Esc" onClick={props.onClose}>✕ Close the picture</button>
    </div>
  );
}

function pictureOf(access: Access, trace: Trace, words: 16 | 32): Picture {
  return access.space === "shared" ? banks(access, words) : memory(access, trace.allocations, words, strayed(access, trace));
}

/** Accesses of a line by one warp, each instruction's first: what is drawn, and how often it was done. */
function accessesOf(trace: Trace, file: string, line: number, warp: number): { access: Access; times: Access[] }[] {
  const groups = new Map<string, Access[]>();
  for (const access of trace.accesses) {
    if (access.warp !== warp || access.line !== line || access.file !== file) continue;
    const key = `${access.kind} ${access.space} ${access.site.column} ${access.width}`;
    const group = groups.get(key);
    if (group) group.push(access);
    else groups.set(key, [access]);
  }
  const all = [...groups.values()].map((times) => ({ access: times[0], times }));
  // What costs more than it needs to stands first.
  const isGood = new Map(all.map((one) => [one, pictureOf(one.access, trace, 32).good]));
  return all.sort((a, b) => Number(isGood.get(a)) - Number(isGood.get(b)));
}

/** `isOne`: no other access of its line is shown. */
function AccessView({ times, trace, narrow, isOne }: { times: Access[]; trace: Trace; narrow: boolean; isOne: boolean }) {
  const [at, setAt] = useState(0);
  /** Words from lane to lane, if one asks what if. */
  const [apart, setApart] = useState<number | null>(null);
  const index = Math.min(at, times.length - 1);
  const own = times[index];
  const stride = own.space === "shared" && own.width === 4 ? (apartBy(own) ?? 0) / 4 : 0;
  const mayAsk = stride >= 2 && Number.isInteger(stride);
  const access = useMemo(() => (mayAsk && apart !== null ? spread(own, apart) : own), [own, mayAsk, apart]);
  const words = narrow ? 16 : 32;
  const picture = useMemo(() => pictureOf(access, trace, words), [access, trace, words]);
  const what = access.space === "shared" ? `shared ${access.kind}: 32 banks` : `global ${access.kind}: lanes, sectors, lines`;
  const name = `${what}, step ${access.step}`;
  const map = useMemo(() => (access.space === "shared" ? bankMap(access, trace.shared, words) : null), [access, trace, words]);
  return (
    <section class="access">
      <h4>{what} <small>line {own.line}{!isOne && `, column ${own.site.column}`}, {own.kind} of {access.width} bytes a lane</small></h4>
      {times.length > 1 && (
        <p class="step">
          <button type="button" aria-label="earlier access" disabled={index === 0} onClick={() => setAt(index - 1)}>◀</button>
          <span aria-live="polite">{index + 1} of {times.length} by this warp</span>
          <button type="button" aria-label="later access" disabled={index === times.length - 1} onClick={() => setAt(index + 1)}>▶</button>
        </p>
      )}
      {mayAsk && (
        <p class="step wraps">
          <label>What if neighbouring lanes were <input type="number" min={1} max={4096} value={apart ?? stride} onInput={(event) => setApart(Math.min(4096, Math.max(1, Math.floor(Number(event.currentTarget.value) || 1))))} /> words apart?</label>
          {apart !== null && apart !== stride && <><span class="quiet">Not the program: what it would be.</span> <button type="button" onClick={() => setApart(null)}>as it is: {stride}</button></>}
        </p>
      )}
      <Legend space={access.space} />
      <PictureView key={name} picture={picture} name={access.space === "shared" ? "banks" : "memory"} />
      <p class="quiet"><Words text={`${ROWS[access.space][narrow ? 1 : 0]} ${CAPTIONS[access.space]}`} /></p>
      {map && (
        <>
          <h4>the same words where they lie</h4>
          <p class="quiet">{MAP_CAPTION}</p>
          <PictureView key={`${name} map`} picture={map} name="bank-map" />
        </>
      )}
    </section>
  );
}

function Sign({ kind, lines }: { kind: string; lines?: boolean }) {
  return (
    <svg class="picture" width={16} height={12} aria-hidden="true">
      <rect x={0.5} y={0.5} width={15} height={11} class={kind} />
      {lines && <path class="hatch" d="M1 11L11 1M7 11L15 3" />}
    </svg>
  );
}

/** What the signs of a picture mean. */
function Legend({ space }: { space: "global" | "shared" }) {
  return space === "global" ? (
    <ul class="legend">
      <li><Sign kind="used" />a word that the numbered lane wants</li>
      <li><Sign kind="moved" lines />moved for its sector, used by nobody</li>
      <li><Sign kind="untouched" />not moved</li>
    </ul>
  ) : (
    <ul class="legend">
      <li><Sign kind="used" />served in the first turn</li>
      <li><Sign kind="clash" />its bank has several turns (framed)</li>
      <li><b>4×</b> &nbsp;one word, so many lanes: served together</li>
    </ul>
  );
}

/** What a row is, where there is room and on narrow screens. */
const ROWS = {
  global: ["A row is a line of 128 bytes.", "A row is half of a line of 128 bytes; a second half of which nothing is moved is left out."],
  shared: ["A column is a bank, a row a turn.", "A column is a bank, a row a turn; banks 16 to 31 stand below the others."],
};
const CAPTIONS = {
  global: "A box of eight words is a sector of 32 bytes, a number the lane (thread of the warp) that wants the word. Memory moves whole sectors; what is hatched was moved for nobody. Where lanes want words side by side, the access is coalesced, and 4 sectors do.",
  shared: "A number is a lane (thread of the warp). Lanes above each other want different words of one bank and are served one turn after another.",
};
const MAP_CAPTION = "A column is a bank, a row the 32 words that follow each other in shared memory, a number the lane that wants the word. A heavy stroke is where a row of the array begins. Several words wanted in one column: a bank conflict.";

/** An access of a trace, named as `kindOf` names those of the profile. */
function kindOfTraced(access: Access): string {
  return `${access.space}_${access.kind === "atomic" ? (access.site.op === "red" ? "red" : "atom") : access.kind} ${access.width}`;
}

/** An access of one line by one warp, the chosen one, else the worst; of one space, if it is named. */
export function LineView({ trace, file, selection, space }: { trace: Trace; file: string; selection: Selection; space?: "global" | "shared" }) {
  const narrow = useNarrow();
  const all = useMemo(() => accessesOf(trace, file, selection.line, selection.warp), [trace, file, selection.line, selection.warp]);
  const ofSpace = all.filter((group) => !space || group.access.space === space);
  const chosen = ofSpace.filter((group) => kindOfTraced(group.access) === selection.kind);
  const groups = chosen.length > 0 ? chosen : ofSpace.slice(0, 1);
  if (groups.length === 0) {
    const cut = trace.truncated ? ` The recording ends after ${trace.truncated.at} steps (the limit on ${trace.truncated.limit}).` : "";
    return <p class="quiet">Warp {selection.warp} of block {selection.block} did not access memory in line {selection.line}.{cut}</p>;
  }
  return (
    <>
      {groups.map((group) => <AccessView key={`${group.access.kind}${group.access.site.column}`} times={group.times} trace={trace} narrow={narrow} isOne={groups.length === 1} />)}
    </>
  );
}

export function GridView({ launch, mistakes, selection, onBlock }: { launch: Launch; mistakes: Diagnostic[]; selection: Selection; onBlock?: (block: number) => void }) {
  const narrow = useNarrow();
  const [column, setColumn] = useState("sectors");
  const found: BlockMistake[] = mistakes.flatMap((one) => (one.block && one.launch?.number === launch.launch ? [{ block: one.block, code: one.code }] : []));
  const picture = gridMap(launch, column, found, selection.block, narrow ? 16 : 32);
  if (!picture) return <p class="quiet">This launch has no counters for its blocks.</p>;
  return (
    <>
      <p class="quiet">A square is a block. Its digit and its colour say how much it did, in fifths of what the busiest block did: 0 is least, 4 is most. ▲ marks a mistake.{onBlock && " A press shows that block's memory; so does its number in Memory."}</p>
      <label>Show <select value={column} onChange={(event) => setColumn(event.currentTarget.value)}>{COLUMNS.map(([key, name]) => <option value={key}>{name}</option>)}</select></label>
      <PictureView picture={picture} onBlock={onBlock} name="grid" />
    </>
  );
}

/** The launch, its lines, and the accesses of the chosen line. */
export function MemoryPanel(props: {
  launches: Launch[];
  file: string;
  selection: Selection;
  trace: Trace | null;
  /** Another run to stand beside this one. */
  pinned?: Pinned | null;
  onPin?: () => void;
  /** Why there is no trace. */
  said: string;
  /** The blocks that may be looked at, where no other one can be recorded. */
  recorded?: number[];
  /** What is said where there is no launch. */
  empty?: string;
  change: (change: Partial<Selection>) => void;
}) {
  const { launches, file, selection, trace, change } = props;
  const launch = launches.find((one) => one.launch === selection.launch);
  const lines = useMemo(() => (launch ? hotLines(launch, file) : []), [launch, file]);
  if (!launch) return <p class="quiet">{props.empty ?? "Press Profile to see what each line asks of memory."}</p>;
  const blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  const warps = Math.ceil((launch.block[0] * launch.block[1] * launch.block[2]) / 32);
  // Who closes the picture goes on where it was opened.
  const close = () => {
    document.getElementById(`asks-${selection.line}`)?.focus();
    change({ line: 0, kind: "" });
  };
  return (
    <>
      <div class="chooser">
        <label>Launch <select value={selection.launch} onChange={(event) => change({ launch: Number(event.currentTarget.value) })}>{launches.map((one) => <option value={one.launch}>{launchName(one)}</option>)}</select></label>
        {!props.recorded && <label>Block <input type="number" min={0} max={blocks - 1} value={selection.block} onChange={(event) => change({ block: Math.min(blocks - 1, Math.max(0, Math.floor(Number(event.currentTarget.value) || 0))) })} /> of {blocks}</label>}
        {props.recorded && (props.recorded.length > 1
          ? <label>Block <select value={selection.block} onChange={(event) => change({ block: Number(event.currentTarget.value) })}>{props.recorded.map((one) => <option value={one}>{one}</option>)}</select> of {blocks}</label>
          : <span>Block {selection.block} of {blocks}</span>)}
        <label>Warp <select value={selection.warp} onChange={(event) => change({ warp: Number(event.currentTarget.value) })}>{Array.from({ length: warps }, (_, warp) => <option value={warp}>{warp}</option>)}</select></label>
      </div>
      {props.onPin && (
        <div class="chooser pin">
          <button type="button" title="the next profile stands beside this one" onClick={props.onPin}>{props.pinned ? "Compare with this run instead" : "Keep to compare"}</button>
          {props.pinned && props.pinned.launches === launches && <span class="quiet">Kept. Change the program and press Profile: both stand side by side.</span>}
        </div>
      )}
      {props.pinned && props.pinned.launches !== launches && <Compared pinned={props.pinned} launches={launches} />}
      <h3>What each line asked of memory</h3>
      <Lines lines={lines} chosen={selection.line} onLine={(line) => (line > 0 ? change({ line, kind: "" }) : close())} />
      {selection.line > 0 && (
        <section class="line-view" aria-labelledby="line-view" onKeyDown={closedByKey(close)}>
          <h3 id="line-view">Line {selection.line}, warp {selection.warp} of block {selection.block}</h3>
          <AccessChooser launch={launch} launches={launches} file={file} selection={selection} onPick={change} onClose={close} />
          {trace ? <LineView trace={trace} file={file} selection={selection} /> : <p class="quiet" role="status">{props.said}</p>}
        </section>
      )}
    </>
  );
}

/** A run that was kept, and what was looked at. */
export interface Pinned {
  launches: Launch[];
  file: string;
  selection: Selection;
  trace: Trace | null;
}

/** The run that was kept beside this one. */
function Compared({ pinned, launches }: { pinned: Pinned; launches: Launch[] }) {
  const narrow = useNarrow();
  const picture = useMemo(() => compare(pinned.launches, launches, narrow ? 330 : 640), [pinned, launches, narrow]);
  return (
    <section class="compared" aria-label="before and now">
      <h3>Before and now</h3>
      <PictureView picture={picture} name="compare" />
      {pinned.trace && pinned.selection.line > 0 && (
        <details>
          <summary>Before: line {pinned.selection.line}, warp {pinned.selection.warp} of block {pinned.selection.block}</summary>
          <LineView trace={pinned.trace} file={pinned.file} selection={pinned.selection} />
        </details>
      )}
    </section>
  );
}
