// The page: a program, and what comes of it.

import { render } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Code, CodeView, codeOf } from "./code";
import { Editor } from "./editor";
import * as engine from "./engine";
import { Findings } from "./findings";
import { Help } from "./help";
import { run, trace as traceOf, words, type Result } from "./jobs";
import { decode, encode } from "./link";
import { Markdown } from "./markdown";
import { OccupancyView } from "./occupancy";
import { GridView, MemoryPanel, type Pinned, type Selection } from "./panels";
import { doneLessons, keepDone, LessonView } from "./lesson";
import { count, DIGITS, noLaunch, Output, Panel, said, selectedText, Start, type Tab, Tabs, type Theme, useTheme } from "./parts";
import type { Diagnostic, Example, Kind, Lesson, Program } from "./protocol";
import { pageOf, save } from "./save";
import { BEGIN, type Moments, StreamsView, type TimeKeys, TimelineView, ValuesView } from "./time";
import { hotLines } from "./views/heat";
import { found as foundAt, type Target } from "./views/moments";
import type { Trace } from "./views/trace";
import { loadWhenIdle } from "./wasm";

/** After so long without a key the program is checked. */
const PAUSE = 120;
/** Longer links are said to be long. */
const LONG_LINK = 8 << 10;

/** The page stands in another one. */
const isEmbedded = new URLSearchParams(location.search).has("embed");

const NOTHING: Selection = { launch: 0, block: 0, warp: 0, line: 0 };

interface Files {
  name: string;
  /** Files of a link that stand beside the one that is edited. */
  others: { name: string; text: string }[];
}

function App() {
  const [theme, setTheme] = useTheme();
  const [tab, setTab] = useState<Tab>("output");
  const [examples, setExamples] = useState<Example[]>([]);
  const [lessons, setLessons] = useState<Lesson[]>([]);
  const [lesson, setLesson] = useState<Lesson | null>(null);
  const [done, setDone] = useState(doneLessons);
  const [tries, setTries] = useState(0);
  const [files, setFiles] = useState<Files>({ name: "main.cu", others: [] });
  const [args, setArgs] = useState("");
  const [checked, setChecked] = useState<Diagnostic[]>([]);
  const [result, setResult] = useState<Result | null>(null);
  const [profile, setProfile] = useState<Result | null>(null);
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [traces, setTraces] = useState<Map<string, Trace | string>>(new Map());
  /** The program that ran last, whose blocks are recorded without optimisation; what was recorded; what is looked at of it. */
  const [ran, setRan] = useState<Program | null>(null);
  const [recordings, setRecordings] = useState<Map<string, Trace | string>>(new Map());
  const [moments, setMoments] = useState<Moments>(BEGIN);
  const [momentLine, setMomentLine] = useState(0);
  /** What is to be looked at once it is recorded. */
  const [target, setTarget] = useState<Target | null>(null);
  const [pinned, setPinned] = useState<Pinned | null>(null);
  /** Files of recordings, for a page of the run. */
  const files64 = useRef(new Map<string, { launch: number; block: number; plain: boolean; base64: string }>());
  const timeKeys = useRef<TimeKeys | null>(null);
  const [status, setStatus] = useState("");
  const [problem, setProblem] = useState("");
  const [current, setCurrent] = useState(-1);
  /** Whether the text is another one than the one that was profiled. */
  const [isOther, setOther] = useState(false);
  /** The line of the cursor, and the code of the kernels beside it. */
  const [cursor, setCursor] = useState(1);
  const [code, setCode] = useState<Code | string | null>(null);
  /** How often the text was another one. */
  const [version, setVersion] = useState(0);
  /** A link that could not be copied. */
  const [link, setLink] = useState("");
  const [page, setPage] = useState<{ title: string; text: string } | null>(null);
  /** The code was asked for by its key. */
  const isAsked = useRef(false);
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const stop = useRef<AbortController | null>(null);
  const checking = useRef<AbortController | null>(null);
  const timer = useRef(0);
  const state = useRef({ files, args, tab, lesson, warp: moments.warp });
  state.current = { files, args, tab, lesson, warp: moments.warp };

  const program = useCallback((): Program => {
    const { files, args } = state.current;
    return { files: [{ name: files.name, text: editor.current?.text ?? "" }, ...files.others], args: words(args) };
  }, []);

  const check = useCallback(async () => {
    checking.current?.abort();
    const controller = (checking.current = new AbortController());
    const key = performance.now();
    const found: Diagnostic[] = [];
    try {
      await engine.job("check", program(), controller.signal, (event) => {
        if (event.event === "diagnostic") found.push(event.diagnostic);
        if (event.event === "limit" || event.event === "failed") setStatus(event.said);
      });
    } catch (error) {
      if (!controller.signal.aborted) setStatus(String(error instanceof Error ? error.message : error));
      return;
    }
    setChecked(found);
    setResult((old) => (old && old.state !== "waits" && old.state !== "runs" ? { ...old, findings: [] } : old));
    const errors = found.filter((one) => one.severity === "error").length;
    setStatus(found.length === 0 ? "" : `${errors ? count(errors, "error") : count(found.length, "warning")} in the program: F8 goes to the first.`);
    editor.current?.show(found, state.current.files.name);
    document.documentElement.dataset.checkMs = String(Math.round(performance.now() - key));
  }, [program]);

  /** Another program runs: what was recorded is that of the one before. */
  const forget = useCallback((next: Program | null) => {
    setRan(next);
    setRecordings(new Map());
    setTarget(null);
    files64.current.clear();
  }, []);

  const begin = useCallback(async (kind: Kind, isFirst = false) => {
    stop.current?.abort();
    const controller = (stop.current = new AbortController());
    const asked: Program = { ...program(), ...(kind === "lesson" && state.current.lesson ? { lesson: state.current.lesson.name } : {}) };
    setStatus("");
    // The job compiles the same text.
    clearTimeout(timer.current);
    checking.current?.abort();
    const name = asked.files[0].name;
    setCurrent(-1);
    if (!isFirst) setTab(kind === "profile" ? "memory" : kind === "lesson" ? "lesson" : "output");
    const { lesson: _, ...own } = asked;
    forget(own);
    if (kind === "profile") {
      setProfile(null);
      setTraces(new Map());
      editor.current?.heat([]);
    }
    const done = await run(kind, asked, controller.signal, setResult);
    if (controller.signal.aborted) return;
    editor.current?.show(done.findings, name);
    setChecked([]);
    document.documentElement.dataset.firstOutputMs = String(Math.round(done.firstOutput ?? -1));
    if (kind === "profile") {
      setProfile(done);
      setOther(editor.current?.text !== asked.files[0].text);
      // The launch and line with the most to gain, else the most expensive.
      const all = done.launches.flatMap((launch) => hotLines(launch, name).map((line) => ({ launch, line })));
      const best = all.filter(({ line }) => line.advice.length > 0).sort((a, b) => b.line.cost - a.line.cost)[0] ?? all[0];
      setSelection(best ? { launch: best.launch.launch, block: 0, warp: 0, line: best.line.line } : NOTHING);
      if (isFirst) setTab("memory");
    }
    if (done.grade?.done && state.current.lesson) {
      const all = doneLessons().add(state.current.lesson.name);
      keepDone(all);
      setDone(all);
    }
    if (done.grade && !done.grade.done) setTries((old) => old + 1);
    if (kind === "lesson") return;
    const errors = done.findings.filter((one) => one.severity === "error").length;
    if (!isFirst && (errors > 0 || (kind === "sanitize" && done.findings.length > 0))) setTab("findings");
  }, [program]);

  const load = useCallback((name: string, text: string, others: Files["others"] = [], newArgs = "", newLesson: Lesson | null = null) => {
    setLesson(newLesson);
    setTries(0);
    stop.current?.abort();
    state.current.files = { name, others };
    setFiles({ name, others });
    setArgs(newArgs);
    setResult(null);
    setProfile(null);
    setTraces(new Map());
    setSelection(NOTHING);
    setPinned(null);
    setMoments(BEGIN);
    forget(null);
    editor.current?.heat([]);
    editor.current?.replace(text);
  }, [forget]);

  // The editor, and the program it starts with: of the link, of the command line, or the first example.
  useEffect(() => {
    const made = new Editor(parent.current!, {
      cursor: setCursor,
      changed: () => {
        setVersion((old) => old + 1);
        setLink("");
        setOther(true);
        setStatus("");
        clearTimeout(timer.current);
        timer.current = window.setTimeout(check, PAUSE);
      },
      line: (line) => {
        setSelection((old) => ({ ...old, line }));
        setTab("memory");
      },
    });
    editor.current = made;
    let last: string | null = null;
    let poll = 0;
    const fromLink = async () => {
      const shared = await decode(location.hash);
      const of = shared?.lesson ? (await engine.lessons().catch(() => [])).find((one) => one.name === shared.lesson) : undefined;
      if (shared) load(shared.files[0].name, shared.files[0].text, shared.files.slice(1), shared.args, of ?? null);
      return shared !== null;
    };
    const again = async () => {
      const file = await engine.file().catch(() => null);
      if (file && file.text !== last) {
        // What was typed here is not overwritten.
        if (made.text === last) load(file.name, file.text, [], state.current.args);
        last = file.text;
      }
      poll = window.setTimeout(again, 1000);
    };
    const start = async () => {
      const list = await engine.examples().catch((error) => {
        setProblem(error.message);
        return [];
      });
      setExamples(list);
      setLessons(await engine.lessons().catch(() => []));
      try {
        if (await fromLink()) return setTab("output");
      } catch (error) {
        setProblem((error as Error).message);
      }
      const file = await engine.file().catch((error) => {
        setProblem(error.message);
        return null;
      });
      if (file) {
        last = file.text;
        load(file.name, file.text);
        poll = window.setTimeout(again, 1000);
      } else if (list[0]) {
        load("main.cu", list[0].text);
        // What runs programs here is loaded when the page stands.
        if (engine.isStatic) await new Promise((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(resolve, { timeout: 1500 }) : setTimeout(resolve, 300)));
        void begin("profile", true);
      }
    };
    void start();
    if (engine.isStatic) loadWhenIdle();
    const hash = () => void fromLink().catch((error) => setProblem(error.message));
    addEventListener("hashchange", hash);
    return () => {
      removeEventListener("hashchange", hash);
      clearTimeout(poll);
      made.view.destroy();
    };
  }, []);

  // The heat beside the lines is that of the chosen launch.
  useEffect(() => {
    const launch = profile?.launches.find((one) => one.launch === selection.launch);
    if (launch) editor.current?.heat(hotLines(launch, profile!.program.files[0].name));
  }, [profile, selection.launch]);

  // The code of the kernels, while somebody looks at it.
  useEffect(() => {
    if (tab !== "ptx") return;
    const controller = new AbortController();
    const wait = setTimeout(() => {
      codeOf(program(), controller.signal).then(setCode, (error) => {
        if (!controller.signal.aborted) setCode(error instanceof Error ? error.message : String(error));
      });
    }, 150);
    return () => {
      clearTimeout(wait);
      controller.abort();
    };
  }, [tab === "ptx", version]);
  const isLinked = tab === "ptx" && typeof code === "object" && code?.lines.some((one) => one.line === cursor);
  const linked = isLinked ? cursor : tab === "values" ? momentLine : 0;
  useEffect(() => editor.current?.link(linked), [linked]);

  // What the chosen block did, once.
  const key = `${selection.launch}/${selection.block}`;
  const hasTrace = traces.has(key);
  useEffect(() => {
    if (!profile || selection.line === 0 || hasTrace || tab !== "memory") return;
    const controller = new AbortController();
    const wait = setTimeout(async () => {
      try {
        const made = await traceOf(profile.program, selection.launch, selection.block, 2, controller.signal, (base64) => keepFile(key, false, base64));
        setTraces((old) => new Map(old).set(key, made));
      } catch { /* nobody waits for it any more */ }
    }, 50);
    return () => {
      clearTimeout(wait);
      controller.abort();
    };
  }, [profile, key, selection.line > 0, hasTrace, tab]);

  // What it did with all its variables, while somebody looks at it.
  const isTimed = tab === "values" || tab === "timeline";
  const recorded = recordings.get(key);
  useEffect(() => {
    if (!isTimed || recorded !== undefined) return;
    if (!ran) return setRan(program());
    const controller = new AbortController();
    const wait = setTimeout(async () => {
      try {
        const made = await traceOf(ran, selection.launch, selection.block, 0, controller.signal, (base64) => keepFile(key, true, base64));
        setRecordings((old) => new Map(old).set(key, made));
        setMoments((old) => (typeof made === "object" && old.step >= made.each.warp.length ? BEGIN : old));
      } catch { /* nobody waits for it any more */ }
    }, 30);
    return () => {
      clearTimeout(wait);
      controller.abort();
    };
  }, [isTimed, ran, key, recorded === undefined]);
  const keepFile = (of: string, plain: boolean, base64: string) => {
    const [launch, block] = of.split("/").map(Number);
    files64.current.set(`${of} ${plain}`, { launch, block, plain, base64 });
  };
  useEffect(() => {
    if (!target || typeof recorded !== "object") return;
    setTarget(null);
    const at = foundAt(recorded, target);
    if (at) setMoments((old) => ({ ...old, ...at }));
    else setStatus(`Warp ${target.warp} of this block did nothing in line ${target.line}.`);
  }, [target, recorded]);
  const showValues = useCallback((finding: Diagnostic) => {
    const launch = finding.launch;
    const place = finding.race?.second;
    const [x, y, z] = finding.block ?? place?.block ?? [0, 0, 0];
    if (!launch) return;
    const block = x + launch.grid[0] * (y + launch.grid[1] * z);
    const line = finding.site?.line ?? finding.places[0]?.line ?? 0;
    const warp = finding.warp ?? place?.warp ?? 0;
    setSelection((old) => ({ ...old, launch: launch.number, block, warp, line }));
    setTarget({ warp, line, lane: finding.lane ?? place?.lane ?? null, name: "", isLast: false });
    setTab("values");
  }, []);
  /** The variable at the cursor, as it is when its line was executed last. */
  const showCursor = useCallback(() => {
    const at = editor.current;
    if (at) setTarget((old) => ({ warp: old?.warp ?? state.current.warp, line: at.line, lane: null, name: at.word, isLast: true }));
    setTab("values");
  }, []);
  const saveRun = useCallback(async () => {
    if (!profile) return;
    setStatus("The first block of each kernel is recorded …");
    const firsts = profile.launches.filter((one, at) => profile.launches.findIndex((other) => other.kernel === one.kernel) === at).slice(0, 8);
    let kern = "";
    try {
      for (const { launch } of firsts) {
        const of = `${launch}/0`;
        if (files64.current.has(`${of} false`)) continue;
        const made = await traceOf(profile.program, launch, 0, 2, new AbortController().signal, (base64) => keepFile(of, false, base64));
        if (typeof made === "object") kern = made.kern;
      }
      const known = [...traces.values(), ...recordings.values()].find((one) => typeof one === "object");
      if (typeof known === "object") kern = known.kern;
      save(await pageOf({ profile, work: profile.work, traces: [...files64.current.values()], kern }), `${profile.program.files[0].name.replace(/\.\w+$/, "")}.html`, "text/html");
      setStatus("The run is saved as one page: it needs neither this playground nor a network.");
    } catch (error) {
      setStatus(error instanceof Error ? error.message : String(error));
    }
  }, [profile, traces, recordings]);

  const share = useCallback(async () => {
    const { files, others } = { files: program().files, others: state.current.args };
    const fragment = await encode({ files, args: others, ...(state.current.lesson ? { lesson: state.current.lesson.name } : {}) });
    history.replaceState(null, "", fragment);
    const long = fragment.length > LONG_LINK ? " That is long: some programs cut such links." : "";
    // Over plain http from another machine there is no clipboard: then it is selected, to be copied by hand.
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    setLink(copied ? "" : location.href);
    setStatus(`${copied ? "The link is copied" : "The link is selected above, for you to copy"}: ${fragment.length} characters, the program is in it.${long}`);
  }, [program]);

  const explain = useCallback(async (code: string) => {
    setTab("help");
    try {
      const row = await engine.explain(code);
      setPage({ title: code, text: row.page });
    } catch (error) {
      setPage({ title: code, text: (error as Error).message });
    }
  }, []);

  const findings = useMemo(() => (result?.findings.length ? result.findings : checked), [result, checked]);
  const open = useCallback((line: number, column: number) => {
    if (matchMedia("(max-width: 600px)").matches) setTab("code");
    // The editor may only just be shown.
    setTimeout(() => editor.current?.open(line, column));
  }, []);
  const step = useCallback((by: number) => {
    if (findings.length === 0) return;
    const next = (current + by + findings.length + (current < 0 && by < 0 ? 1 : 0)) % findings.length;
    setCurrent(next);
    setTab("findings");
    const place = findings[next].places.find((one) => one.file === state.current.files.name);
    if (place) open(place.line, place.column);
    setStatus(`${findings[next].severity} ${next + 1} of ${findings.length}: ${findings[next].message}`);
  }, [findings, current, open]);
  const change = useCallback((part: Partial<Selection>) => {
    setSelection((old) => {
      const next = { ...old, ...part };
      // Another launch has lines, blocks and warps of its own.
      if (part.launch !== undefined && part.launch !== old.launch) {
        const launch = profile?.launches.find((one) => one.launch === part.launch);
        const line = launch && hotLines(launch, profile!.program.files[0].name)[0]?.line;
        return { launch: part.launch, block: 0, warp: 0, line: part.line ?? line ?? 0 };
      }
      return next;
    });
  }, [profile]);
  const showBlock = useCallback((finding: Diagnostic) => {
    const launch = profile?.launches.find((one) => one.launch === finding.launch?.number);
    if (!launch || !finding.block) return;
    const [x, y, z] = finding.block;
    const block = x + launch.grid[0] * (y + launch.grid[1] * z);
    const line = finding.places.find((one) => one.file === state.current.files.name)?.line ?? 0;
    setSelection({ launch: launch.launch, block, warp: finding.warp ?? 0, line });
    setTab("memory");
  }, [profile]);

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const does = (what: () => void) => {
        event.preventDefault();
        event.stopPropagation();
        what();
      };
      const control = event.ctrlKey || event.metaKey;
      if (control && event.key === "Enter") does(() => void begin(event.shiftKey ? "profile" : "run"));
      else if (event.key === "F8") does(() => step(event.shiftKey ? -1 : 1));
      else if (event.altKey && !control && event.key === "m") does(() => { change({ line: editor.current?.line ?? 0 }); setTab("memory"); });
      else if (event.altKey && !control && event.key === "0") does(() => { setTab(innerWidth <= 600 ? "code" : state.current.tab); setTimeout(() => editor.current?.view.focus()); });
      else if (event.altKey && !control && event.key === "v") does(showCursor);
      else if (event.altKey && !control && event.key === "t") does(() => { setTab("timeline"); document.getElementById("tab-timeline")?.focus(); });
      else if (event.altKey && !control && timeKeys.current && /^(Arrow(Left|Right)|[[\]])$/.test(event.key)) does(() => {
        if (event.key.startsWith("Arrow")) timeKeys.current?.step(event.key === "ArrowLeft" ? -1 : 1);
        else timeKeys.current?.change(event.key === "]");
      });
      else if (event.altKey && !control && /^[1-9]$/.test(event.key)) does(() => {
        const name = DIGITS[Number(event.key) - 1];
        if (name === "lesson" && !state.current.lesson) return;
        setTab(name);
        isAsked.current = name === "ptx";
        // At once, so that the next key finds it there. Of code one wants the line: where it is not shown yet, it takes the focus then.
        (document.querySelector<HTMLElement>(name === "ptx" ? ".ptx" : "none") ?? document.getElementById(`tab-${name}`))?.focus();
      });
      else if (event.key === "?" && !(event.target as Element).closest("input, select, textarea, .cm-content")) does(() => { setPage(null); setTab("help"); });
    };
    addEventListener("keydown", pressed, true);
    return () => removeEventListener("keydown", pressed, true);
  }, [begin, step, change, showCursor]);

  const openLesson = useCallback((one: Lesson) => {
    history.replaceState(null, "", location.pathname);
    load("main.cu", one.program, [], "", one);
    setTab("lesson");
  }, [load]);
  const next = lesson ? lessons[lessons.findIndex((one) => one.name === lesson.name) + 1] : undefined;

  const busy = result?.state === "waits" || result?.state === "runs";
  const chosen = profile?.launches.find((one) => one.launch === selection.launch);
  const found = traces.get(key);
  return (
    <div class={`page${tab === "code" ? " shows-code" : ""}${isEmbedded ? " embedded" : ""}`}>
      <a class="skip" href="#results" onClick={(event) => { event.preventDefault(); document.getElementById(`tab-${tab}`)?.focus(); }}>to the results</a>
      <header>
        <h1>kern</h1>
        <label class="for-page">Lessons <select aria-label="lesson or example" value="" onChange={(event) => {
          const chosen = event.currentTarget.value;
          event.currentTarget.value = "";
          const lesson = lessons.find((one) => one.name === chosen);
          if (lesson) return openLesson(lesson);
          const example = examples.find((one) => one.name === chosen);
          if (!example) return;
          history.replaceState(null, "", location.pathname);
          load("main.cu", example.text);
          void begin("profile");
        }}>
          <option value="">choose a lesson or example …</option>
          <optgroup label="Lessons">{lessons.map((one) => <option value={one.name}>{Number(one.name.slice(0, 2))}. {one.title}{done.has(one.name) ? " ✓ done" : ""}</option>)}</optgroup>
          <optgroup label="Examples">{examples.map((one) => <option value={one.name}>{one.title}</option>)}</optgroup>
        </select></label>
        <label>Arguments <input class="args" value={args} spellcheck={false} autocomplete="off" onInput={(event) => setArgs(event.currentTarget.value)} /></label>
        <button type="button" class="primary" title="Ctrl-Enter" onClick={() => void begin("run")}>▶ Run</button>
        <button type="button" title="Ctrl-Shift-Enter" onClick={() => void begin("profile")}>Profile</button>
        <button type="button" title="Races, reads of what was never written, memory that is never freed" onClick={() => void begin("sanitize")}>Sanitize</button>
        <button type="button" disabled={!busy} onClick={() => stop.current?.abort()}>■ Stop</button>
        <span class="space" />
        <button type="button" class="for-page" disabled={!profile || busy} title={profile ? "the profile with its pictures as one page, to hand in" : "Profile first: then the run can be saved as one page"} onClick={() => void saveRun()}>Save run</button>
        <button type="button" onClick={() => void share()}>Share</button>
        <label class="for-page">Theme <select value={theme} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
          <option value="system">system</option><option value="light">light</option><option value="dark">dark</option>
        </select></label>
      </header>
      <p class="intro">
        CUDA C++ runs here without a GPU. <b>Profile</b> shows which line moves more memory than it needs to, and how.
        {!lesson && lessons.length > 0 && <>{" "}New here? <button type="button" class="link" onClick={() => openLesson(lessons.find((one) => !done.has(one.name)) ?? lessons[0])}>{done.size > 0 ? "Go on with the next lesson" : "Begin with the first lesson"}</button>.</>}
      </p>
      {link && (
        <p class="notice"><label>Link <input class="shared-link" readOnly value={link} ref={(box) => { box?.focus(); box?.select(); }} /></label> <button type="button" class="link" onClick={() => setLink("")}>close</button></p>
      )}
      {problem && <p class="notice" role="alert">{problem} <button type="button" class="link" onClick={() => setProblem("")}>close</button></p>}
      <main>
        <section class="code" aria-label="program">
          <div class="editor" ref={parent} />
          {files.others.length > 0 && <p class="quiet">With it: {files.others.map((one) => one.name).join(", ")}</p>}
        </section>
        <section class="results" id="results" aria-label="results">
          <Tabs tab={tab} setTab={setTab} counts={{ findings: findings.length }} hasLesson={lesson !== null} />
          {tab === "lesson" && lesson && (
            <Panel tab="lesson">
              <LessonView
                lesson={lesson} tries={tries} grade={result?.kind === "lesson" ? result.grade : null} busy={busy} notices={result?.kind === "lesson" ? result.notices : []}
                onCheck={() => void begin("lesson")} onMemory={() => void begin("profile")} onReset={() => openLesson(lesson)}
                onNext={next ? () => openLesson(next) : undefined}
              />
            </Panel>
          )}
          {tab === "output" && <Panel tab="output"><Output result={result} /></Panel>}
          {tab === "findings" && (
            <Panel tab="findings">
              {findings.length === 0 && <p class="quiet">Nothing was found so far. Run looks for mistakes as the program runs; Sanitize looks for races too.</p>}
              <Findings findings={findings} file={files.name} current={current} actions={{ open, explain, block: profile ? showBlock : undefined, values: showValues, lines: () => (editor.current?.text ?? "").split("\n") }} />
            </Panel>
          )}
          {tab === "memory" && (
            <Panel tab="memory">
              {profile && isOther && <p class="notice">The program has changed since this profile: Ctrl-Shift-Enter makes a new one.</p>}
              <MemoryPanel
                launches={profile?.launches ?? []} file={profile?.program.files[0].name ?? ""} selection={selection} change={change}
                trace={typeof found === "object" ? found : null} said={typeof found === "string" ? found : "The block is being recorded …"}
                pinned={pinned}
                onPin={() => profile && setPinned({ launches: profile.launches, file: profile.program.files[0].name, selection, trace: typeof found === "object" ? found : null })}
                empty={busy && result?.kind === "profile" ? "The program runs …" : profile ? noLaunch(profile) : undefined}
              />
            </Panel>
          )}
          {isTimed && (
            <Panel tab={tab}>
              {ran && editor.current?.text !== ran.files[0].text && <p class="notice">The program has changed since this run: Run makes a new one.</p>}
              <div class="chooser">
                {profile && profile.launches.length > 0
                  ? <label>Launch <select value={selection.launch} onChange={(event) => change({ launch: Number(event.currentTarget.value) })}>{profile.launches.map((one) => <option value={one.launch}>{one.launch}: {one.kernel}</option>)}</select></label>
                  : <label>Launch <input type="number" min={0} value={selection.launch} onChange={(event) => change({ launch: Math.max(0, Math.floor(Number(event.currentTarget.value) || 0)) })} /></label>}
                <label>Block <input type="number" min={0} value={selection.block} onChange={(event) => change({ block: Math.max(0, Math.floor(Number(event.currentTarget.value) || 0)) })} /></label>
                {typeof recorded === "object" && <span class="quiet">{recorded.kernel}, {recorded.block.join(" × ")} threads{recorded.truncated ? `; the first ${recorded.truncated.at} steps (the limit on ${recorded.truncated.limit})` : ""}</span>}
              </div>
              {typeof recorded !== "object" && <p class="quiet" role="status">{recorded ?? "The block is being recorded …"}</p>}
              {typeof recorded === "object" && tab === "values" && (
                <ValuesView
                  trace={recorded} at={moments} change={(part) => setMoments((old) => ({ ...old, ...part }))} onLine={(moment) => setMomentLine(moment.file === ran?.files[0].name ? moment.line : 0)}
                  keys={(keys) => (timeKeys.current = keys)} sourceOf={(file, line) => (ran?.files.find((one) => one.name === file)?.text.split("\n")[line - 1] ?? "").trim()}
                />
              )}
              {typeof recorded === "object" && tab === "timeline" && <TimelineView trace={recorded} at={moments} change={(part) => setMoments((old) => ({ ...old, ...part }))} />}
              {tab === "timeline" && (profile ? <StreamsView work={profile.work} onLine={(line) => open(line, 1)} /> : <p class="quiet">Profile also shows what streams were given, and what of it overlaps.</p>)}
            </Panel>
          )}
          {tab === "grid" && (
            <Panel tab="grid">
              {chosen && profile ? (
                <>
                  <div class="chooser"><label>Launch <select value={selection.launch} onChange={(event) => change({ launch: Number(event.currentTarget.value) })}>{profile.launches.map((one) => <option value={one.launch}>{one.launch}: {one.kernel}</option>)}</select></label></div>
                  <GridView launch={chosen} mistakes={profile.findings} selection={selection} onBlock={(block) => { change({ block }); setTab("memory"); }} />
                </>
              ) : <p class="quiet">{profile ? noLaunch(profile) : "Press Profile to see what each block asked of memory."}</p>}
            </Panel>
          )}
          {tab === "ptx" && (
            <Panel tab="ptx">
              {typeof code === "string" && <p class="notice">{code}</p>}
              {code === null && <p class="quiet">The program is compiled …</p>}
              {code !== null && typeof code === "object" && (
                <CodeView code={code} line={linked} isAsked={isAsked.current} onLine={(line) => { setCursor(line); editor.current?.link(line); }} onOpen={(line) => open(line, 1)} />
              )}
            </Panel>
          )}
          {tab === "occupancy" && <Panel tab="occupancy"><OccupancyView launches={profile?.launches ?? []} chosen={selection.launch} /></Panel>}
          {tab === "help" && (
            <Panel tab="help">
              {page ? <><button type="button" onClick={() => setPage(null)}>all keys</button><Markdown text={page.text} /></> : <Help />}
            </Panel>
          )}
        </section>
      </main>
      <div class="status"><span role="status" class="spread">{status || said(result)}</span><span>{selectedText(found)}</span></div>
    </div>
  );
}

if (engine.isStatic && location.protocol !== "file:" && "serviceWorker" in navigator) {
  // Only where the browser holds the address for safe: https, or this machine.
  void navigator.serviceWorker.register("offline.js").catch(() => {});
}

render(location.protocol === "file:" ? <Start /> : <App />, document.getElementById("app")!);
