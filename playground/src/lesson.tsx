// A lesson: its text, its goals, and how far one is.

import type { ComponentChildren } from "preact";
import { inline, Markdown } from "./markdown";
import type { Grade, Lesson } from "./protocol";

export function LessonView(props: { lesson: Lesson; grade: Grade | null; tries: number; isDone: boolean; isOther: boolean; busy: boolean; notices: string[]; onCheck: () => void; onReset: () => void; onEdit: () => void; onNext?: () => void; onMemory: () => void; view: (name: string) => ComponentChildren }) {
  const { lesson, grade } = props;
  return (
    <div class="lesson">
      <Markdown text={lesson.text} view={props.view} />
      <p class="step wraps">
        <button type="button" class="primary" onClick={props.onCheck}>Check goals</button>
        <button type="button" onClick={props.onEdit}>To the lines to change</button>
        <button type="button" onClick={props.onReset}>Begin again</button>
        {(grade?.done || props.isDone) && props.onNext && <button type="button" onClick={props.onNext}>Next lesson</button>}
      </p>
      {!grade && lesson.goals && lesson.goals.length > 0 && (
        <>
          <h3>Goals</h3>
          <ul class="goals">{lesson.goals.map((goal) => <li>○ {goal}</li>)}</ul>
        </>
      )}
      <div role="status">
        {props.busy && <p class="quiet">The program runs …</p>}
        {props.notices.map((one) => <p class="notice">{one}</p>)}
        {grade && props.isOther && !props.busy && <p class="quiet">The program has changed since: check the goals again.</p>}
        {grade && (
          <>
            <h3>{grade.done ? "Done: all goals are reached" : "Goals"}</h3>
            <ul class="goals">
              {grade.goals.map((goal) => (
                <li>
                  <b class={goal.reached ? "good" : "bad"}>{goal.reached ? "✓ reached" : "✗ not yet"}</b> {goal.text}
                  {goal.why && <span class="why">{inline(goal.why)}</span>}
                </li>
              ))}
            </ul>
            {!grade.done && grade.hint && <p class="notice">Hint: {inline(grade.hint.text)}{grade.hint.view === "memory" && <>{" "}<button type="button" class="link" onClick={props.onMemory}>show it in Memory</button></>}</p>}
            {!grade.done && grade.later.filter((one) => one.after <= props.tries).map((one) => <p class="notice">Hint after {one.after} tries: {inline(one.text)}</p>)}
          </>
        )}
      </div>
      <p class="quiet">Change what stands between <code>//[ edit</code> and <code>//] edit</code>, marked at its left: nothing else counts. Goals are checked with other sizes too.</p>
    </div>
  );
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

export function keepDone(done: Set<string>) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...done]));
  } catch { /* a browser that keeps nothing */ }
}
