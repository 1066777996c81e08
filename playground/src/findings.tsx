// Diagnostics and findings as a list: each opens its line, its code's page, and the block it happened in.

import { inline } from "./markdown";
import type { Diagnostic } from "./protocol";

export interface FindingActions {
  open(line: number, column: number): void;
  /** Shows the page of a code; absent where there are none. */
  explain?(code: string): void;
  /** Shows the block of a finding; absent where there is no profile. */
  block?(finding: Diagnostic): void;
}

const KINDS = { error: "✖ error", warning: "▲ warning", note: "ⓘ note" };

/** Options of the command are none of the page. */
function helpOf(finding: Diagnostic, actions: FindingActions): string {
  const isOption = actions.explain && /`--/.test(finding.help ?? "");
  return isOption ? "this page's limits are fixed (Help has them all): a smaller problem shows the same" : (finding.help ?? "");
}

export function Findings({ findings, file, current, actions }: { findings: Diagnostic[]; file: string; current: number; actions: FindingActions }) {
  return (
    <ul class="findings">
      {findings.map((one, number) => (
        <li class={`${one.severity}${number === current ? " current" : ""}`}>
          <p>
            <span class="kind">{KINDS[one.severity]}</span>{" "}
            {actions.explain ? <button type="button" class="link" aria-label={`${one.code}: its page`} onClick={() => actions.explain?.(one.code)}>{one.code}</button> : <b>{one.code}</b>}{" "}
            {inline(one.message)}
          </p>
          {one.places.map((place) => (
            <p>
              {place.file === file ? (
                <button type="button" class="link" onClick={() => actions.open(place.line, place.column)}>line {place.line}, column {place.column}</button>
              ) : (
                <span>{place.file}:{place.line}:{place.column}</span>
              )}{" "}
              {inline(place.label)}
            </p>
          ))}
          {(one.count ?? 0) > 1 && <p class="note">{one.count} times</p>}
          {one.block && (
            <p class="note">
              {one.launch && `${one.launch.kernel}, `}block ({one.block.join(", ")})
              {one.thread && `, thread (${one.thread.join(", ")})`}
              {one.launch && actions.block && <>{" "}<button type="button" class="link" onClick={() => actions.block?.(one)}>show this block</button></>}
            </p>
          )}
          {one.notes.map((note) => <p class="note">{inline(note)}</p>)}
          {one.help && <p>help: {inline(helpOf(one, actions))}</p>}
        </li>
      ))}
    </ul>
  );
}
