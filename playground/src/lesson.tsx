// A lesson: its text, its goals, and how far one is.

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { inline, Markdown } from "./markdown";
import type { Grade, Lesson } from "./protocol";
import { NAMES, PICTURES, type Tab } from "./tabs";

export function LessonView(props: { lesson: Lesson; grade: Grade | null; tries: number; isDone: boolean; isOther: boolean; busy: boolean; notices: string[]; onCheck: () => void; onReset: () => void; onFindings: () => void; onEdit: () => void; onNext?: () => void; onLook: (tab: Tab) => void; view: (name: string) => ComponentChildren }) {
  const { lesson, grade } = props;
  // The question, what is to be done about it, then all the rest.
  const [question, rest] = useMemo(() => parts(lesson.text), [lesson.text]);
  const seen = new Set<string>();
  // What was checked is not this program.
  const isOld = props.isOther && !props.busy, isDone = grade?.done && !isOld;
  // What keeps all goals from being reached is said once.
  const why = grade?.goals.every((one) => !one.reached && one.why === grade.goals[0].why) && grade.goals.length > 1 ? grade.goals[0].why : undefined;
  const hinted = PICTURES.find((tab) => tab === grade?.hint?.view);
  return (
    <div class="lesson">
      <Markdown text={question} seen={seen} />
      <section class="task" aria-label="your task">
        <p class="rule">Change only the lines between <code>//[ edit</code> and <code>//] edit</code>, marked green at their left: nothing else counts. Goals are checked with other sizes too.</p>
        <p class="step wraps">
          <button type="button" class={isDone ? "" : "primary"} onClick={props.onCheck}>Check goals</button>
          <button type="button" onClick={props.onEdit}>To the lines to change</button>
          <button type="button" onClick={props.onReset}>Begin again</button>
          {(grade?.done || props.isDone) && props.onNext && <button type="button" class={isDone ? "primary" : ""} onClick={props.onNext}>Next lesson</button>}
        </p>
        {!grade && lesson.goals && lesson.goals.length > 0 && (
          <>
            <h3>Goals</h3>
            <ul class="goals">{lesson.goals.map((goal) => <li>○ {inline(goal, seen)}</li>)}</ul>
          </>
        )}
        <div role="status">
          {props.busy && !grade && <p class="quiet">The program runs …</p>}
          {props.notices.map((one) => <p class="notice">{one}</p>)}
          {grade && isOld && <p class="notice">The program has changed since: check the goals again.</p>}
          {grade && (
            <>
              <h3>{isDone ? "Done: all goals are reached" : isOld ? "Goals, when they were checked last" : "Goals"}</h3>
              {why && <p class="notice">{inline(why, seen)} <button type="button" class="link" onClick={props.onFindings}>Findings say more</button></p>}
              <ul class="goals">
                {grade.goals.map((goal) => (
                  <li>
                    <b class={goal.reached ? "good" : "bad"}>{goal.reached ? "✓ reached" : "✗ not yet"}</b> {inline(goal.text, seen)}
                    {goal.why && !why && <span class="why">{inline(goal.why, seen)}</span>}
                  </li>
                ))}
              </ul>
              {!grade.done && !isOld && grade.hint && <p class="notice">Hint: {inline(grade.hint.text)}{hinted && <>{" "}<button type="button" class="link" onClick={() => props.onLook(hinted)}>show it in {NAMES[hinted]}</button></>}</p>}
              {!grade.done && !isOld && !why && grade.later.filter((one) => one.after <= props.tries).map((one) => <p class="notice">Hint after {one.after} tries: {inline(one.text)}</p>)}
            </>
          )}
        </div>
      </section>
      <Markdown text={rest} view={props.view} seen={seen} />
    </div>
  );
}

/** A text up to the end of its first paragraph, and from there. */
function parts(text: string): [string, string] {
  const lines = text.split("\n");
  const begin = lines.findIndex((line) => line.trim() !== "" && !line.startsWith("#"));
  const length = lines.slice(Math.max(0, begin)).findIndex((line) => line.trim() === "");
  const end = begin < 0 || length < 0 ? lines.length : begin + length;
  return [lines.slice(0, end).join("\n"), lines.slice(end).join("\n")];
}

const KEY = "kern-lessons";

/** The lessons that were done in this browser. */
export function doneLessons(): Set<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return new Set();
  }
}

/** Keeps that more lessons were done: all that are. */
export function addDone(more: string[]): Set<string> {
  const done = new Set([...doneLessons(), ...more]);
  try {
    localStorage.setItem(KEY, JSON.stringify([...done]));
  } catch { /* a browser that keeps nothing */ }
  return done;
}

/** Which lessons were done, as a file for another browser. */
export function progressFile(done: Set<string>): string {
  return `${JSON.stringify({ [KEY]: [...done].sort() })}\n`;
}

/** The lessons of such a file; null of any other one. */
export function readProgress(text: string): string[] | null {
  try {
    const names: unknown = JSON.parse(text)[KEY];
    return Array.isArray(names) && names.length <= 1000 && names.every((one) => typeof one === "string" && /^[\w.-]{1,100}$/.test(one)) ? names : null;
  } catch {
    return null;
  }
}
