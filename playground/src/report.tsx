// The report of `kern profile --html`: one file with the views of the page, which loads nothing.

import { render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Findings } from "./findings";
import { inline } from "./markdown";
import { GridView, MemoryPanel, type Selection } from "./panels";
import type { Diagnostic, Launch, StreamWork } from "./protocol";
import { BEGIN, StreamsView, TimelineView, ValuesView } from "./time";
import { drawn, type HotLine, hotLines, kindOf, wasteOf, worstOf } from "./views/heat";
import { fromBase64, readTrace, type Trace } from "./views/trace";

interface Data {
  kern: string;
  program: string;
  args: string[];
  device: string;
  status: number;
  launch_count: number;
  launches: Launch[];
  /** `plain`: compiled without optimisation, so that it has all variables. */
  traces: { launch: number; block?: number; plain?: boolean; base64: string }[];
  work?: StreamWork[];
  findings: Diagnostic[];
  files: { name: string; text: string }[];
}

/** The lines of a file, with what they cost. */
function Listing({ text, lines, chosen, onLine }: { text: string; lines: HotLine[]; chosen: number; onLine: (line: number) => void }) {
  const known = new Map(lines.map((line) => [line.line, line]));
  return (
    <ol class="listing">
      {text.replace(/\n$/, "").split("\n").map((line, at) => {
        const hot = known.get(at + 1);
        return (
          <li id={`line-${at + 1}`} class={chosen === at + 1 ? "chosen" : ""}>
            <span class="number">{at + 1}</span>
            {hot && hot.cost > 0 ? (
              <button type="button" class="share" aria-pressed={chosen === at + 1} aria-label={`line ${at + 1}: ${hot.percent} %`} onClick={() => onLine(at + 1)}>
                <i class={`w${Math.round(hot.percent / 5)}`} /><span>{hot.percent}&nbsp;%</span>
              </button>
            ) : <span />}
            <pre>{line || " "}</pre>
            {hot?.advice.map((one) => <span class="advice">↳ {inline(one.why)}{one.help && <><br />try: {inline(one.help)}</>}</span>)}
          </li>
        );
      })}
    </ol>
  );
}

function Report({ data, traces, plain }: { data: Data; traces: Map<string, Trace | string>; plain: Trace[] }) {
  const { launches } = data;
  const blocksOf = (launch: number) => [...traces.keys()].map((key) => key.split("/").map(Number)).filter((key) => key[0] === launch).map((key) => key[1]).sort((a, b) => a - b);
  const first = useMemo(() => {
    const all = launches.flatMap((launch) => data.files.flatMap((file) => drawn(launch, file.name).slice(0, 1).map((one) => ({ launch, file, ...one }))));
    const traced = all.filter(({ launch }) => blocksOf(launch.launch).length > 0);
    return traced.sort((a, b) => wasteOf(b.access) - wasteOf(a.access))[0] ?? all[0];
  }, [launches]);
  const [file, setFile] = useState(first?.file.name ?? data.files[0]?.name ?? data.program);
  const [selection, setSelection] = useState<Selection>({ launch: first?.launch.launch ?? 0, block: (first && blocksOf(first.launch.launch)[0]) ?? 0, warp: 0, line: first?.line ?? 0, kind: first ? kindOf(first.access) : "" });
  const [dark, setDark] = useState(matchMedia("(prefers-color-scheme: dark)").matches);
  useEffect(() => { document.documentElement.dataset.theme = dark ? "dark" : "light"; }, [dark]);
  const launch = launches.find((one) => one.launch === selection.launch);
  const lines = useMemo(() => (launch ? hotLines(launch, file) : []), [launch, file]);
  const change = (part: Partial<Selection>) => {
    const other = part.launch !== undefined && part.launch !== selection.launch ? launches.find((one) => one.launch === part.launch) : undefined;
    setSelection({ ...selection, ...(other ? { block: blocksOf(other.launch)[0] ?? 0, warp: 0, ...worstOf(other, file) } : {}), ...part });
  };
  const found = traces.get(`${selection.launch}/${selection.block}`);
  const [moments, setMoments] = useState(BEGIN);
  const [block, setBlock] = useState(0);
  const timed = plain[block] ?? (typeof found === "object" ? found : undefined);
  const changeMoments = (part: Partial<typeof moments>) => setMoments((old) => ({ ...old, ...part }));
  const recorded = [...new Set([...traces.keys()].map((key) => key.split("/")[0]))].join(", ");
  const text = data.files.find((one) => one.name === file)?.text;
  const open = (line: number) => document.getElementById(`line-${line}`)?.scrollIntoView({ block: "center" });
  return (
    <main class="report">
      <header class="head">
        <h1 title={data.program}>{data.program.split(/[\\/]/).pop()}: what its kernels asked of memory</h1>
        <button type="button" onClick={() => setDark(!dark)}>{dark ? "light" : "dark"}</button>
      </header>
      <p class="quiet">
        kern {data.kern}, device {data.device}, status {data.status}, {data.launch_count} launch{data.launch_count === 1 ? "" : "es"}
        {data.args.length > 0 && `, arguments: ${data.args.join(" ")}`}. Counters are those of Nsight Compute; there is no time in them.
      </p>
      {launches.length < data.launch_count && <p class="notice">Of {data.launch_count} launches the first {launches.length} are shown.</p>}
      {data.findings.length > 0 && (
        <section>
          <h2>Findings</h2>
          <Findings findings={data.findings} file={file} current={-1} actions={{ open, lines: () => (text ?? "").split("\n") }} />
        </section>
      )}
      <div class="two">
        <section aria-label="program">
          <h2>{data.files.length > 1 ? (
            <label>File <select value={file} onChange={(event) => setFile(event.currentTarget.value)}>{data.files.map((one) => <option value={one.name}>{one.name}</option>)}</select></label>
          ) : "Program"}</h2>
          {text === undefined ? <p class="quiet">The program's text is not in this report.</p> : <Listing text={text} lines={lines} chosen={selection.line} onLine={(line) => change({ line, kind: "" })} />}
        </section>
        <section aria-label="memory">
          <h2>Memory</h2>
          <MemoryPanel
            launches={launches} file={file} selection={selection} recorded={blocksOf(selection.launch)} change={change} empty="The program launched no kernel."
            trace={typeof found === "object" ? found : null}
            said={typeof found === "string" ? found : `Only the first launch of a kernel is recorded, here: ${recorded || "none"}.`}
          />
          {launch && <><h2>Grid</h2><GridView launch={launch} mistakes={data.findings} selection={selection} /></>}
        </section>
      </div>
      {timed && (
        <section aria-label="time">
          <h2>Timeline: {timed.kernel}, block {timed.number} of launch {timed.launch}</h2>
          {plain.length > 1 && <label>Recorded <select value={block} onChange={(event) => { setBlock(Number(event.currentTarget.value)); setMoments(BEGIN); }}>{plain.map((one, at) => <option value={at}>launch {one.launch}, block {one.number}</option>)}</select></label>}
          <TimelineView key={`${timed.launch} ${timed.number}`} trace={timed} at={moments} change={changeMoments} />
          {plain.length > 0 && (
            <>
              <h2>Values</h2>
              <ValuesView trace={timed} at={moments} change={changeMoments} sourceOf={(name, line) => (data.files.find((one) => one.name === name)?.text.split("\n")[line - 1] ?? "").trim()} />
            </>
          )}
        </section>
      )}
      {data.work && data.work.length > 0 && <StreamsView work={data.work} onLine={open} />}
    </main>
  );
}

async function start() {
  const data = JSON.parse(document.getElementById("data")!.textContent!) as Data;
  const traces = new Map<string, Trace | string>();
  const plain: Trace[] = [];
  for (const one of data.traces) {
    const read = await readTrace(fromBase64(one.base64)).catch((error: Error) => error.message);
    if (!one.plain) traces.set(`${one.launch}/${one.block ?? 0}`, read);
    else if (typeof read === "object") plain.push(read);
  }
  render(<Report data={data} traces={traces} plain={plain} />, document.getElementById("app")!);
}

void start();
