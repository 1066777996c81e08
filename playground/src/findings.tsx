// Diagnostics and findings as a list: each opens its line, its code's page, and the block it happened in.

import { inline } from "./markdown";
import { PictureView, useNarrow } from "./panels";
import type { Diagnostic } from "./protocol";
import { race } from "./views/race";

export interface FindingActions {
  open(line: number, column: number): void;
  /** Shows the page of a code; absent where there are none. */
  explain?(code: string): void;
  /** Shows the block of a finding; absent where there is no profile. */
  block?(finding: Diagnostic): void;
  /** Shows what variables were when it happened. */
  values?(finding: Diagnostic): void;
  /** The lines of the program. */
  lines?(): string[];
}

function RaceView({ finding, lines, file }: { finding: Diagnostic; lines: string[]; file: string }) {
  const narrow = useNarrow();
  const picture = race(finding, lines, file, narrow ? 310 : 560);
  return picture && <PictureView picture={picture} name="race" />;
}

const KINDS = { error: "✖ error", warning: "▲ warning", note: "ⓘ note" };

/** Whether a note says what the page shows anyway. */
function isShown(finding: Diagnostic, note: string): boolean {
  return /^this happened \d+ times$/.test(note) || (/^in block \(/.test(note) && (finding.block ?? finding.race) !== undefined) || note === finding.race?.other_order;
}

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
          {one.help && <p><b>help:</b> {inline(helpOf(one, actions))}</p>}
          {(one.count ?? 0) > 1 && <p class="note">this happened {one.count} times</p>}
          {(one.block ?? one.race) && (
            <p class="note">
              {one.launch && `${one.launch.kernel}, `}block ({(one.block ?? one.race!.second.block).join(", ")})
              {one.thread && `, thread (${one.thread.join(", ")})`}
              {one.launch && actions.block && <>{" "}<button type="button" class="link" onClick={() => actions.block?.(one)}>show this block</button></>}
              {one.launch && actions.values && <>{" "}<button type="button" class="link" onClick={() => actions.values?.(one)}>values when it happened</button></>}
            </p>
          )}
          {one.notes.filter((note) => !isShown(one, note)).map((note) => <p class="note">{inline(note)}</p>)}
          {one.race && actions.lines && <RaceView finding={one} lines={actions.lines()} file={file} />}
        </li>
      ))}
    </ul>
  );
}
