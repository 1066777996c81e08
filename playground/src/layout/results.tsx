// What came of the program: a tab for each way to look at it.

import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { CodeView } from "../code";
import { Findings } from "../findings";
import { Help } from "../help";
import { addDone, LessonView } from "../lesson";
import { Markdown } from "../markdown";
import { OccupancyView } from "../occupancy";
import { choose, explain, numberOf, open, showBlock, showEditable, showPressed, showValues } from "../page/go";
import { beginLesson, openLesson } from "../page/program";
import { begin, forget } from "../page/run";
import { type Page, usePage } from "../page/state";
import type { Diagnostic } from "../protocol";
import { AccessChooser, accessChoices, closedByKey, GridView, launchName, LineView, MemoryPanel } from "../panels";
import { noLaunch, Output, Panel, Tabs } from "../parts";
import type { Tab } from "../tabs";
import { type Moments, StreamsView, TimelineView, ValuesView } from "../time";
import { kindOf } from "../views/heat";
import type { Trace } from "../views/trace";

/** `linked`: the line that something elsewhere belongs to. `recorded`: the chosen block with all variables. */
export function Results({ linked, recorded }: { linked: number; recorded: Trace | string | undefined }) {
  const page = usePage();
  const { tab, lesson } = page.state;
  const panels: Partial<Record<Tab, () => ComponentChild>> = {
    lesson: () => lesson && <LessonPanel page={page} recorded={recorded} />,
    output: () => <Output result={page.state.result} />,
    findings: () => <FindingsPanel page={page} />,
    memory: () => <Memory page={page} />,
    values: () => <Timed page={page} recorded={recorded} />,
    timeline: () => <Timed page={page} recorded={recorded} />,
    grid: () => <Grid page={page} />,
    ptx: () => <Ptx page={page} linked={linked} />,
    occupancy: () => <OccupancyView launches={page.state.profile?.launches ?? []} chosen={page.state.selection.launch} />,
    help: () => <HelpPanel page={page} />,
  };
  const shown = panels[tab]?.();
  return (
    <section class="results" id="results" aria-label="results">
      <Tabs tab={tab} setTab={(tab) => page.set({ tab })} counts={{ findings: page.findings.length }} hasLesson={lesson !== null} />
      {shown && <Panel key={tab === "lesson" ? lesson?.name : tab} tab={tab}>{shown}</Panel>}
    </section>
  );
}

function LessonPanel({ page, recorded }: { page: Page; recorded: Trace | string | undefined }) {
  const { lesson, lessons, tries, result, graded, version, done } = page.state;
  if (!lesson) return null;
  const next = lessons[lessons.findIndex((one) => one.name === lesson.name) + 1];
  // What was checked stays until it is checked again, whatever else runs meanwhile.
  const own = result?.kind === "lesson" ? result : graded?.result;
  return (
    <LessonView
      lesson={lesson} tries={tries} isDone={done.has(lesson.name)} isOther={graded !== null && graded.version !== version} grade={own?.grade ?? null} busy={page.isBusy} notices={own?.notices ?? []}
      onCheck={() => void begin(page, "lesson")} onLook={(tab) => void begin(page, "profile", tab)} onReset={() => openLesson(page, lesson)} onFindings={() => page.set({ tab: "findings" })} onEdit={() => showEditable(page)}
      onNext={next ? () => beginLesson(page, next) : undefined} view={(name) => {
        if (name === "timeline") return <LessonTimeline page={page} recorded={recorded} />;
        return name === "streams" ? <LessonStreams page={page} /> : <LessonPicture page={page} space={name === "banks" ? "shared" : "global"} />;
      }}
    />
  );
}

/** What the program does with memory, in the text of a lesson. */
function LessonPicture({ page, space }: { page: Page; space: "global" | "shared" }) {
  const { profile, selection, traces, isOther } = page.state;
  const [isClosed, setClosed] = useState(false);
  const draw = (what: string) => <button type="button" class="show-picture" onClick={() => { setClosed(false); void begin(page, "profile", "lesson"); }}>{what}</button>;
  if (page.isBusy && page.state.result?.kind === "profile") return <p class="quiet" role="status">The program runs …</p>;
  if (!profile) return <p>{draw("Show what a warp does here")}</p>;
  if (isClosed && !isOther) return <p><button type="button" class="show-picture" onClick={() => setClosed(false)}>Show the picture again</button></p>;
  if (isClosed) return <p>{draw("Show what a warp does now")}</p>;
  const file = profile.program.files[0].name, launch = profile.launches.find((one) => one.launch === selection.launch);
  // The access that is looked at, if it is of this space, else the worst one that is.
  const choices = launch ? accessChoices(launch, file, space) : [];
  const chosen = choices.find((one) => one.line === selection.line && kindOf(one.access) === selection.kind) ?? choices[0];
  const line = chosen?.line, at = chosen && { ...selection, line: chosen.line, kind: kindOf(chosen.access) };
  const close = () => {
    setClosed(true);
    setTimeout(() => document.querySelector<HTMLElement>(".show-picture")?.focus());
  };
  const trace = traces.get(page.key);
  return (
    <section class="compared" aria-label="what a warp does" onKeyDown={closedByKey(close)}>
      {isOther && <p class="notice">The program has changed since. {draw("Show it again")}</p>}
      {!line && <p class="quiet">{launch ? `No line of this program accesses ${space} memory yet.` : noLaunch(profile)} {!isOther && draw("Show it again")}</p>}
      {line && <h3>Line {line}, warp {selection.warp} of block {selection.block}</h3>}
      {launch && at && <AccessChooser launch={launch} launches={profile.launches} file={file} selection={at} space={space} onPick={(part) => choose(page, part)} onClose={close} />}
      {at && typeof trace === "object" && <LineView trace={trace} file={file} selection={at} space={space} />}
      {line && typeof trace !== "object" && <p class="quiet" role="status">{trace ?? "The block is being recorded …"}</p>}
    </section>
  );
}

/** When the warps of the program run, in the text of a lesson. */
function LessonTimeline({ page, recorded }: { page: Page; recorded: Trace | string | undefined }) {
  const { ran, selection } = page.state;
  const show = (what: string) => <button type="button" onClick={() => forget(page, page.program)}>{what}</button>;
  if (!ran) return <p>{show("Show when the warps run here")}</p>;
  return (
    <section class="compared" aria-label="when the warps run">
      {page.editor.text !== ran.files[0].text && <p class="notice">The program has changed since. {show("Show it again")}</p>}
      <h3>Block {selection.block}</h3>
      {typeof recorded === "object" ? <TimelineView trace={recorded} at={page.state.moments} change={(part) => changeMoments(page, part)} /> : <p class="quiet" role="status">{recorded === undefined ? "The block is being recorded …" : `Nothing was recorded: ${recorded}`}</p>}
    </section>
  );
}

/** What the program gives to streams, in the text of a lesson. */
function LessonStreams({ page }: { page: Page }) {
  const { profile, isOther, result } = page.state;
  const show = (what: string) => <button type="button" onClick={() => void begin(page, "profile", "lesson")}>{what}</button>;
  if (page.isBusy && result?.kind === "profile") return <p class="quiet" role="status">The program runs …</p>;
  if (!profile) return <p>{show("Show what runs when")}</p>;
  return (
    <section class="compared" aria-label="what runs when">
      {isOther && <p class="notice">The program has changed since. {show("Show it again")}</p>}
      <StreamsView work={profile.work} onLine={(line) => open(page, line)} />
    </section>
  );
}

function changeMoments(page: Page, part: Partial<Moments>) {
  const { selection, moments } = page.state;
  page.set({ moments: { ...moments, ...part }, ...(part.warp !== undefined ? { selection: { ...selection, warp: part.warp } } : {}) });
}

function FindingsPanel({ page }: { page: Page }) {
  const { findings } = page, { name, current, profile } = page.state;
  const actions = {
    open: (line: number, column: number) => open(page, line, column), explain: (code: string) => void explain(page, code), lines: () => page.editor.text.split("\n"),
    block: profile ? (finding: (typeof findings)[0]) => showBlock(page, finding) : undefined, values: (finding: (typeof findings)[0]) => showValues(page, finding),
  };
  return (
    <>
      {findings.length === 0 && <p class="quiet">Nothing was found so far. Run looks for mistakes as the program runs; Sanitize looks for races too.</p>}
      <Findings findings={findings} file={name} current={current} actions={actions} />
    </>
  );
}

/** What is said where there is no profile, and how to get one. */
function NoProfile({ page, what }: { page: Page; what: string }) {
  const { profile, result } = page.state;
  if (page.isBusy && result?.kind === "profile") return <p class="quiet">The program runs …</p>;
  if (profile) return <p class="quiet">{noLaunch(profile)}</p>;
  return <p class="quiet"><button type="button" onClick={() => void begin(page, "profile")}>Profile this program</button> to see {what}.</p>;
}

function Memory({ page }: { page: Page }) {
  const { profile, isOther, selection, traces, pinned } = page.state;
  const file = profile?.program.files[0].name ?? "", launches = profile?.launches ?? [];
  const found = traces.get(page.key), trace = typeof found === "object" ? found : null;
  return (
    <>
      {profile && isOther && <p class="notice">The program has changed since this profile. <button type="button" class="link" onClick={() => void begin(page, "profile")}>Profile it again</button></p>}
      {launches.some((one) => one.launch === selection.launch) ? (
        <MemoryPanel
          launches={launches} file={file} selection={selection} change={(part) => choose(page, part)} trace={trace} said={typeof found === "string" ? found : "The block is being recorded …"}
          pinned={pinned} onPin={() => page.set({ pinned: { launches, file, selection, trace } })}
        />
      ) : <NoProfile page={page} what="what each line asks of memory" />}
    </>
  );
}

/** The launch and the block that are looked at. */
function BlockChooser({ page, recorded }: { page: Page; recorded: Trace | string | undefined }) {
  const { profile, selection } = page.state;
  const number = (event: { currentTarget: HTMLInputElement }) => Math.max(0, Math.floor(Number(event.currentTarget.value) || 0));
  return (
    <div class="chooser">
      {profile && profile.launches.length > 0 ? <LaunchChooser page={page} /> : <label>Launch <input type="number" min={0} value={selection.launch} onChange={(event) => choose(page, { launch: number(event) })} /></label>}
      <label>Block <input type="number" min={0} value={selection.block} onChange={(event) => choose(page, { block: number(event) })} /></label>
      {typeof recorded === "object" && (!profile || recorded.truncated) && <span class="quiet">{recorded.kernel}, {recorded.block.join(" × ")} threads{recorded.truncated ? `; the first ${recorded.truncated.at} steps (the limit on ${recorded.truncated.limit})` : ""}</span>}
    </div>
  );
}

function LaunchChooser({ page }: { page: Page }) {
  const { profile, selection } = page.state;
  return <label>Launch <select value={selection.launch} onChange={(event) => choose(page, { launch: Number(event.currentTarget.value) })}>{profile?.launches.map((one) => <option value={one.launch}>{launchName(one)}</option>)}</select></label>;
}

function Timed({ page, recorded }: { page: Page; recorded: Trace | string | undefined }) {
  const { tab, ran, profile, moments, selection } = page.state;
  const change = (part: Partial<Moments>) => changeMoments(page, part);
  // What was found in this block, of a barrier too, at which no step was recorded.
  const { grid } = profile?.launches.find((one) => one.launch === selection.launch) ?? {};
  const isHere = (one: Diagnostic) => grid && one.block && one.launch?.number === selection.launch && numberOf(one.block, grid) === selection.block;
  const mistakes = profile?.findings.filter(isHere).map((one) => `${one.code}${one.site ? ` in line ${one.site.line}` : ""}: ${one.message}`);
  const sourceOf = (file: string, line: number) => (ran?.files.find((one) => one.name === file)?.text.split("\n")[line - 1] ?? "").trim();
  return (
    <>
      {ran && page.editor.text !== ran.files[0].text && <p class="notice">The program has changed since this run: Run makes a new one.</p>}
      <BlockChooser page={page} recorded={recorded} />
      {typeof recorded !== "object" && <p class="quiet" role="status">{recorded === undefined ? "The block is being recorded …" : profile?.launches.length === 0 ? noLaunch(profile) : `Nothing was recorded: ${recorded}`}</p>}
      {typeof recorded === "object" && tab === "values" && (
        <ValuesView
          trace={recorded} at={moments} change={change} onLine={(moment) => page.set({ momentLine: moment.file === ran?.files[0].name ? moment.line : 0 })}
          keys={(keys) => (page.timeKeys = keys)} sourceOf={sourceOf}
        />
      )}
      {typeof recorded === "object" && tab === "timeline" && <TimelineView trace={recorded} at={moments} change={change} mistakes={mistakes} />}
      {tab === "timeline" && (profile ? <StreamsView work={profile.work} onLine={(line) => open(page, line)} /> : <p class="quiet">Profile also shows what streams were given, and what of it overlaps.</p>)}
    </>
  );
}

function Grid({ page }: { page: Page }) {
  const { profile, selection } = page.state;
  const launch = profile?.launches.find((one) => one.launch === selection.launch);
  if (!launch || !profile) return <NoProfile page={page} what="what each block asked of memory" />;
  return (
    <>
      <div class="chooser"><LaunchChooser page={page} /></div>
      <GridView launch={launch} mistakes={profile.findings} selection={selection} onBlock={(block) => showPressed(page, block)} />
    </>
  );
}

function Ptx({ page, linked }: { page: Page; linked: number }) {
  const { code } = page.state;
  const show = (line: number) => {
    page.set({ cursor: line });
    page.editor.link(line);
  };
  if (typeof code === "string") return <p class="notice">{code}</p>;
  if (!code) return <p class="quiet">The program is compiled …</p>;
  return <CodeView code={code} opcodes={page.state.opcodes} line={linked} isAsked={page.isCodeAsked} onLine={show} onOpen={(line) => open(page, line)} />;
}

function HelpPanel({ page }: { page: Page }) {
  const { article, done, lessons } = page.state;
  if (!article) return <Help done={done} lessons={lessons} onProgress={(more) => page.set({ done: addDone(more) })} />;
  return <><button type="button" onClick={() => page.set({ article: null })}>◀ all of Help</button><Markdown text={article.text} /></>;
}
