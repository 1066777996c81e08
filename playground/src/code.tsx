// The code that the compiler makes of the kernels, beside the program: a line of one marks its lines of the other, by mouse and keyboard.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { job } from "./engine";
import { inline } from "./markdown";
import type { Opcode, Program } from "./protocol";

/** Code, and the line of the program's file that each of its lines is of; 0 for none. */
export interface Code {
  lines: { text: string; line: number }[];
}

/** The code of a program; a sentence if there is none. */
export async function codeOf(program: Program, signal: AbortSignal): Promise<Code | string> {
  let code: Code | null = null;
  let said = "";
  await job("emit", { ...program, args: [] }, signal, (event) => {
    if (event.event === "emit") code = read(event.text, event.map, program.files[0].name);
    if (event.event === "limit" || event.event === "failed") said = event.said;
    if (event.event === "diagnostic" && event.diagnostic.severity === "error" && !said) said = event.diagnostic.message;
  });
  return code ?? (said || "There is no code of this program.");
}

/** `map`: of each line the number of a file of `.file` and a line in it. */
export function read(text: string, map: [number, number][], file: string): Code {
  const all = text.split("\n");
  const names = new Map(all.map((line) => /^\.file (\d+) "(.*)"/.exec(line)).filter((match) => match !== null).map((match) => [Number(match[1]), match[2]]));
  const lines = all.map((text, index) => {
    const [number, line] = map[index] ?? [0, 0];
    return { text: text.replace(/\t/g, "    "), line: names.get(number) === file ? line : 0 };
  });
  // Which line is of which is shown by marks.
  return { lines: lines.filter(({ text }) => !/^\s*\.(loc|file) /.test(text)) };
}

const SPACES: Record<string, string> = { global: "global memory", shared: "shared memory", local: "local memory", const: "constant memory", param: "parameters of the kernel" };
const TYPES: Record<string, string> = { f: "floating-point numbers", s: "signed integers", u: "unsigned integers", b: "words of bits" };
/** What the text writes for another row of the table. */
const OTHER: Record<string, string> = { membar: "fence", barrier: "bar", bar: "bar" };

/** What an instruction of a line does, by the table of opcodes: its mnemonic, the words, the section; null where there is none. */
export function instructionOf(line: string, opcodes: Opcode[]): { mnemonic: string; does: string; section: string } | null {
  const mnemonic = /^\s*(?:\{\s*)?(?:@!?%\w+\s+)?([a-z][\w.:]*)/.exec(line)?.[1];
  if (!mnemonic) return null;
  const first = mnemonic.split(".")[0], name = OTHER[first] ? mnemonic.replace(first, OTHER[first]) : mnemonic;
  const rows = opcodes.filter(([row]) => name === row || name.startsWith(`${row}.`) || row.startsWith(`${first}.`) && row.split(".").every((part) => name.split(".").includes(part)));
  const best = rows.sort((a, b) => b[0].length - a[0].length);
  // \`mov\` has a row for each thing that it moves.
  const row = best.find(([, , section]) => (first === "mov" && /, %(?!p?r|f|rd|rs|fd)\w+/.test(line) ? section.startsWith("10") : true));
  if (!row) return null;
  const parts = name.split(".").slice(1);
  const space = parts.map((part) => SPACES[part.split("::")[0]]).find(Boolean);
  const type = /^([fsub])(8|16|32|64)$/.exec([...parts].reverse().find((part) => /^[fsub](8|16|32|64)$/.test(part)) ?? "");
  const more = [space, type && `${type[2]}-bit ${TYPES[type[1]]}`].filter(Boolean).join(", ");
  return { mnemonic, does: `${row[1].replace(/\.$/, "")}${more ? ` (${more})` : ""}`, section: row[2] };
}

export function CodeView(props: { code: Code; opcodes: Opcode[]; line: number; isAsked: boolean; onLine: (line: number) => void; onOpen: (line: number) => void }) {
  const { code, line } = props;
  const [current, setCurrent] = useState(-1);
  /** The line under the pointer. */
  const [hovered, setHovered] = useState(-1);
  const list = useRef<HTMLOListElement>(null);
  const first = useMemo(() => code.lines.findIndex((one) => one.line === line && line > 0), [code, line]);
  const count = useMemo(() => code.lines.filter((one) => one.line === line && line > 0).length, [code, line]);
  const isOwn = useRef(false);
  // A line that was chosen in the program is looked for here; one that was chosen here stays where it is.
  useEffect(() => {
    if (isOwn.current) isOwn.current = false;
    else if (first >= 0) {
      setCurrent(first);
      list.current?.children[first]?.scrollIntoView({ block: "center" });
    }
  }, [first, code]);
  // Who came by the keyboard, before the code was there, goes on in it.
  useEffect(() => {
    if (document.activeElement?.id === "tab-ptx" && props.isAsked) list.current?.focus();
  }, []);
  const choose = (index: number) => {
    setCurrent(index);
    const at = code.lines[index].line;
    if (at > 0 && at !== line) {
      isOwn.current = true;
      props.onLine(at);
    }
  };
  const pressed = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20, Home: -1e9, End: 1e9 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(code.lines.length - 1, Math.max(0, current) + by));
      choose(next);
      list.current?.children[next]?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && current >= 0 && code.lines[current].line > 0) {
      event.preventDefault();
      props.onOpen(code.lines[current].line);
    }
  };
  const id = (index: number) => `code-${index}`;
  const at = hovered >= 0 ? hovered : current;
  const told = useMemo(() => (code.lines[at] ? instructionOf(code.lines[at].text, props.opcodes) : null), [code, at, props.opcodes]);
  return (
    <>
      <p class="quiet">
        {line > 0 && count > 0 ? `Line ${line} is ${count} of these lines, marked ▸.` : "Choose a line here or in the program: its lines on the other side are marked."} Arrows move, Enter opens
        the line in the program, Alt-7 comes back.
      </p>
      <ol
        class="ptx" ref={list} role="listbox" tabIndex={0} aria-label="PTX of the kernels; each line names its line of the program"
        aria-activedescendant={current >= 0 ? id(current) : undefined} onKeyDown={pressed} onMouseLeave={() => setHovered(-1)}
      >
        {code.lines.map((one, index) => (
          <li
            role="option" id={id(index)} key={index} aria-selected={index === current} aria-label={one.text.trim() ? undefined : "blank line"} class={`${one.line === line && line > 0 ? "linked" : ""}${index === current ? " current" : ""}`}
            onMouseEnter={() => setHovered(index)} onClick={() => choose(index)} onDblClick={() => one.line > 0 && props.onOpen(one.line)}
          >
            <span class="mark" aria-hidden="true">{one.line === line && line > 0 ? "▸" : ""}</span>
            <span class="number">{one.line || ""}</span>
            <code>{one.text || " "}</code>
          </li>
        ))}
      </ol>
      <p class="instruction" role="status">
        {told ? <><code>{told.mnemonic}</code> {inline(told.does)} <span class="quiet">PTX ISA, {told.section.includes(",") ? "sections" : "section"} {told.section}</span></> : <span class="quiet">What the instruction of a line does stands here: for the line under the pointer, or the chosen one.</span>}
      </p>
    </>
  );
}
