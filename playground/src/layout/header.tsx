// What stands above the program: what to run and how, and what this is.

import { useState } from "preact/hooks";
import { type Theme, useTheme } from "../parts";
import { answered } from "../page/examples";
import { beginLesson, openExample, openLarge, openLesson, share } from "../page/program";
import { begin, saveRun } from "../page/run";
import { usePage } from "../page/state";

/** `8. ` of `08_transpose`; a lesson of one's own may have no number. */
const numberOf = (name: string) => (/^\d+/.test(name) ? `${parseInt(name, 10)}. ` : "");

export function Header() {
  const page = usePage();
  const { examples, lessons, lesson: open, done, args, profile } = page.state;
  const [theme, setTheme] = useTheme();
  const [isMore, setMore] = useState(false);
  const before = (example: string) => answered(example, lessons, done);
  const free = examples.filter((one) => !before(one.name));
  const chosen = (select: HTMLSelectElement) => {
    const name = select.value;
    select.value = "";
    const lesson = lessons.find((one) => one.name === name), example = examples.find((one) => one.name === name);
    if (lesson) openLesson(page, lesson);
    else if (example) openExample(page, example);
  };
  return (
    <header>
      <h1>kern</h1>
      <label class="for-page lessons">Lessons <select aria-label="lesson or example" value={open?.name ?? ""} onChange={(event) => chosen(event.currentTarget)}>
        <option value="">lessons and examples …</option>
        <optgroup label="Lessons">{lessons.map((one) => <option value={one.name}>{numberOf(one.name)}{one.title}{done.has(one.name) ? " ✓ done" : ""}</option>)}</optgroup>
        <optgroup label="Examples">{free.map((one) => <option value={one.name}>{one.title}</option>)}</optgroup>
        {free.length < examples.length && <optgroup label="Examples, each after its lesson">{examples.map((one) => { const lesson = before(one.name); return lesson && <option value={one.name} disabled>{one.title} (after lesson {numberOf(lesson.name).replace(". ", "") || lesson.title})</option>; })}</optgroup>}
      </select></label>
      <span class="jobs">
        <button type="button" class="primary" title="Ctrl-Enter" onClick={() => void begin(page, "run")}>▶ Run</button>
        <button type="button" title="Ctrl-Shift-Enter" onClick={() => void begin(page, "profile")}>Profile</button>
        <button type="button" title="Races, reads of what was never written, memory that is never freed" onClick={() => void begin(page, "sanitize")}>Sanitize</button>
        <button type="button" disabled={!page.isBusy} onClick={() => page.stop?.abort()}>■ Stop</button>
        <button type="button" class="for-narrow" aria-expanded={isMore} aria-controls="more" onClick={() => setMore(!isMore)}>More {isMore ? "▴" : "▾"}</button>
      </span>
      <span id="more" class={`more${isMore ? " open" : ""}`}>
        <label>Arguments <input class="args" value={args} spellcheck={false} autocomplete="off" onInput={(event) => page.set({ args: event.currentTarget.value })} /></label>
        <span class="space" />
        <button type="button" class="for-page" disabled={!profile || page.isBusy} title={profile ? "the profile with its pictures as one page, to hand in" : "Profile first: then the run can be saved as one page"} onClick={() => void saveRun(page)}>Save run</button>
        <button type="button" class="for-page" onClick={() => void share(page)}>Share</button>
        <button type="button" class="for-frame" onClick={() => void openLarge(page)}>Open large</button>
        <label class="for-page">Theme <select value={theme} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
          <option value="system">system</option><option value="light">light</option><option value="dark">dark</option>
        </select></label>
      </span>
    </header>
  );
}

/** What this is, and what the page itself has to say. Its first sentence stands in index.html too, to be there before the script. */
export function Intro() {
  const page = usePage();
  const { lessons, lesson, done, link, problem } = page.state;
  const next = lessons.find((one) => !done.has(one.name)) ?? lessons[0];
  return (
    <>
      <p class={`intro${lesson ? " known" : ""}`}>
        CUDA C++ runs here without a GPU. <b>Profile</b> shows which line moves too much memory, and how.
        {!lesson && next && <>{" "}New here? <button type="button" class="link" onClick={() => beginLesson(page, next)}>{done.size > 0 ? "Go on with the next lesson" : "Begin with the first lesson"}</button></>}
      </p>
      {link && (
        <p class="notice"><label>Link <input class="shared-link" readOnly value={link} ref={(box) => { box?.focus(); box?.select(); }} /></label> <button type="button" class="link" onClick={() => page.set({ link: "" })}>close</button></p>
      )}
      {problem && <p class="notice" role="alert">{problem} <button type="button" class="link" onClick={() => page.set({ problem: "" })}>close</button></p>}
    </>
  );
}
