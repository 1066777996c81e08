// What the page is and which keys it has.

import { useState } from "preact/hooks";
import { isStatic } from "./engine";
import { Glossary } from "./glossary";
import { progressFile, readProgress } from "./lesson";
import { count } from "./parts";
import type { Lesson } from "./protocol";
import { save } from "./save";

const KEYS: [string, string][] = [
  ["Ctrl-Enter", "run the program"],
  ["Ctrl-Shift-Enter", "profile it"],
  ["F8, Shift-F8", "next, previous finding: its line opens"],
  ["Alt-M", "memory of the line of the cursor"],
  ["Alt-V", "values: the variable at the cursor, when its line was executed last"],
  ["Alt-[, Alt-]", "in Values: when the chosen value became what it is; its next change"],
  ["Alt-←, Alt-→", "in Values: a step back, forward"],
  ["Alt-T", "the timeline"],
  ["Alt-0", "the editor"],
  ["Alt-1 … Alt-9", "Output, Findings, Memory, Grid, Help, Lesson, PTX, Occupancy, Values"],
  ["← →", "on a tab: the next one"],
  ["T", "in the results: unfolds the tables of all pictures, or folds them"],
  ["Esc, then Tab", "leaves the editor"],
  ["↑ ↓, Enter", "in PTX: the next line; its line of the program opens"],
  ["?", "in the results: this table"],
];

/** Progress in the lessons goes from one browser to another as a file. */
function Progress({ done, lessons, onProgress }: { done: Set<string>; lessons: Lesson[]; onProgress: (more: string[]) => void }) {
  const [said, setSaid] = useState("");
  const load = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    const names = file.size < 1 << 20 ? readProgress(await file.text()) : null;
    input.value = "";
    setSaid(names ? `${count(names.length, "lesson")} of that file are done here, too.` : `${file.name} is no file that Save progress wrote.`);
    if (names) onProgress(names);
  };
  return (
    <>
      <p>{lessons.filter((one) => done.has(one.name)).length} of {count(lessons.length, "lesson")} were done in this browser, which alone knows it.</p>
      <p class="step wraps">
        <button type="button" onClick={() => save(progressFile(done), "kern-lessons.json", "application/json")}>Save progress</button>
        <label>Load progress <input type="file" accept=".json" onChange={(event) => void load(event.currentTarget)} /></label>
        <span role="status">{said}</span>
      </p>
    </>
  );
}

export function Help(progress: { done: Set<string>; lessons: Lesson[]; onProgress: (more: string[]) => void }) {
  return (
    <div class="doc">
      <h2>What this is</h2>
      <p>
        A program in CUDA C++ runs on this machine, its kernels too, without a GPU. Diagnostics appear as you type. <b>Profile</b> puts
        the share of its kernel's memory traffic beside each line; a press on a line shows one warp's access: which lane wants which
        word, which sectors that moves, which banks it has to wait for. The numbers are those that Nsight Compute counts on a GPU.
      </p>
      <p>
        <b>Values</b> goes back in time: what each lane's variables were at each step, and where a value came from. <b>Timeline</b> shows
        when the warps of a block ran, waited at barriers and split in branches. <b>Keep to compare</b> in Memory keeps a profile, so
        that the next one stands beside it. <b>Save run</b> makes one page of the profile and its pictures.
      </p>
      <p>{isStatic ? "Programs run in this page: nothing of them leaves your machine, and each run's memory is gone when it ends." : "Nothing is kept: a program is one process with limits, gone when it ends."} A link from Share carries the program itself, behind the #.</p>
      <p>Under <b>Lessons</b> stand examples too. One that shows how a lesson is solved can be chosen once that lesson is done in this browser.</p>
      <Progress {...progress} />
      <p>Pictures show the order in which kern executes warps. It is one that a GPU may take, and no measure of time.</p>
      <h2>Words</h2>
      <p>Where one of these words is underlined with dots, the pointer or the focus on it shows the same.</p>
      <Glossary />
      <h2>Keys</h2>
      <table class="keys">
        <thead><tr><th scope="col">key</th><th scope="col">what it does</th></tr></thead>
        <tbody>{KEYS.map(([key, what]) => <tr><td><kbd>{key}</kbd></td><td>{what}</td></tr>)}</tbody>
      </table>
      <h2>Limits of a program</h2>
      <p>
        {isStatic
          ? "In this page: 60 seconds, 1 MiB of output, 512 MiB of device memory and as much on the host, 40,000,000 warp instructions a launch, 400,000,000 instructions in all, 256 KiB of source in 16 files. What needs more needs the server: `kern playground` on a machine with kern."
          : "10 seconds, 1 MiB of output, 1 GiB of memory, 2,000,000,000 warp instructions a launch, 256 KiB of source in 16 files."}
      </p>
    </div>
  );
}
