// Parts of the page that know nothing of its state: tabs, output, the line about a job.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Result } from "./jobs";
import { GROUPS, groupOf, NAMES, type Tab, TABS } from "./tabs";
import type { Trace } from "./views/trace";

export type Theme = "system" | "light" | "dark";

export function useTheme(): [Theme, (theme: Theme) => void] {
  const read = (): Theme => {
    try {
      const kept = localStorage.getItem("kern-theme");
      return kept === "light" || kept === "dark" ? kept : "system";
    } catch {
      return "system";
    }
  };
  const [theme, setTheme] = useState<Theme>(read);
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const show = () => (document.documentElement.dataset.theme = theme === "system" ? (query.matches ? "dark" : "light") : theme);
    show();
    query.addEventListener("change", show);
    try {
      localStorage.setItem("kern-theme", theme);
    } catch { /* a browser that keeps nothing */ }
    return () => query.removeEventListener("change", show);
  }, [theme]);
  return [theme, setTheme];
}

export function noLaunch(profile: Result): string {
  return profile.findings.some((one) => one.severity === "error")
    ? "The program launched no kernel that ended: see Findings."
    : "The program launched no kernel.";
}

export function selectedText(found: Trace | string | undefined): string {
  return typeof found === "object" && found.truncated ? `recorded: the first ${found.truncated.at} steps` : "";
}

export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/** One line about a job. */
export function said(result: Result | null): string {
  if (!result) return "";
  const name = { run: "The program", profile: "The profile", sanitize: "The search for mistakes", check: "The check", trace: "The recording", lesson: "The try", emit: "The code" }[result.kind];
  switch (result.state) {
    case "waits": return `${name} waits for its turn.`;
    case "runs": return `${name} runs …`;
    case "stopped": return `${name} was stopped.`;
    case "failed": return `${name} could not be made.`;
    case "done": {
      if (result.grade) {
        const reached = result.grade.goals.filter((goal) => goal.reached).length;
        return `${reached} of ${result.grade.goals.length} goals are reached.`;
      }
      const found = result.findings.length;
      const how = result.status === null ? "was ended" : `ended with status ${result.status}`;
      return `${name} ${how} after ${(result.seconds * 1000).toFixed(0)} ms${found ? `, ${found} finding${found === 1 ? "" : "s"}` : ", no findings"}.`;
    }
  }
}

export function Output({ result }: { result: Result | null }) {
  if (!result) return <p class="quiet">Press Run (Ctrl-Enter): what the program writes appears here.</p>;
  return (
    <>
      {result.notices.map((one) => <p class="notice">{one}</p>)}
      <pre class="output" aria-label="output of the program">{result.pieces.map((piece) => <span class={piece.stream}>{piece.text}</span>)}</pre>
      {result.pieces.length === 0 && result.state === "done" && <p class="quiet">The program wrote nothing.</p>}
    </>
  );
}

export function Panel({ tab, children }: { tab: Tab; children: preact.ComponentChildren }) {
  return <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`} tabIndex={0}>{children}</div>;
}

export function Tabs({ tab, setTab, counts, hasLesson }: { tab: Tab; setTab: (tab: Tab) => void; counts: Partial<Record<Tab, number>>; hasLesson: boolean }) {
  const pressed = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const shown = TABS.filter((one) => document.getElementById(`tab-${one}`)?.offsetParent);
    const next = shown[(shown.indexOf(tab) + by + shown.length) % shown.length];
    setTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  // A group opens where it was left.
  const left = useRef(new Map<Tab[], Tab>()).current;
  const group = groupOf(tab);
  left.set(group, tab);
  return (
    <>
      <div class="groups" role="group" aria-label="parts of the page">
        {GROUPS.filter(([, tabs]) => tabs !== GROUPS[0][1] || hasLesson).map(([name, tabs]) => (
          <button type="button" aria-pressed={tabs === group} onClick={() => setTab(left.get(tabs) ?? tabs[0])}>
            {name}{tabs.includes("findings") && counts.findings ? ` (${counts.findings})` : ""}
          </button>
        ))}
      </div>
      <div class={`tabs${group.length === 1 ? " single" : ""}`} role="tablist" aria-label="results" onKeyDown={pressed}>
        {TABS.filter((one) => one !== "lesson" || hasLesson).map((one) => (
          <button type="button" role="tab" id={`tab-${one}`} class={`${one === "code" ? "for-code" : ""}${group.includes(one) ? " in-group" : ""}`} aria-selected={tab === one}
            aria-controls={tab === one && one !== "code" ? `panel-${one}` : undefined} tabIndex={tab === one ? 0 : -1} onClick={() => setTab(one)}>
            {NAMES[one]}{counts[one] ? ` (${counts[one]})` : ""}
          </button>
        ))}
      </div>
    </>
  );
}

export function Start() {
  return (
    <div class="start">
      <h1>kern playground</h1>
      <p>
        A browser lets no program run from a file: start <code>python3 -m http.server</code> in this folder and
        open <a href="http://localhost:8000/">http://localhost:8000/</a>.
      </p>
    </div>
  );
}
