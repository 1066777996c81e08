// The editor: CodeMirror with kern's diagnostics, CUDA's words, and the heat of the last profile beside the lines.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic as Mark, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, RangeSet, StateEffect, StateField, type Text } from "@codemirror/state";
import {
  Decoration, type DecorationSet, EditorView, GutterMarker, MatchDecorator, ViewPlugin, type ViewUpdate, WidgetType,
  drawSelection, gutter, highlightActiveLine, keymap, lineNumbers,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import type { Diagnostic } from "./protocol";
import type { HotLine } from "./views/heat";

const setHeat = StateEffect.define<HotLine[]>();

class HeatMarker extends GutterMarker {
  constructor(readonly percent: number) {
    super();
  }
  eq(other: HeatMarker) {
    return other.percent === this.percent;
  }
  toDOM() {
    const box = document.createElement("div");
    box.className = "heat-bar";
    box.title = `${this.percent} % of the kernel's memory traffic`;
    const bar = box.appendChild(document.createElement("i"));
    bar.style.width = `${Math.max(3, this.percent * 0.26)}px`;
    box.appendChild(document.createElement("span")).textContent = `${this.percent}%`;
    return box;
  }
}

class Lens extends WidgetType {
  constructor(readonly lines: string[]) {
    super();
  }
  eq(other: Lens) {
    return other.lines.join("\n") === this.lines.join("\n");
  }
  toDOM() {
    const box = document.createElement("div");
    box.className = "lens";
    for (const line of this.lines) box.appendChild(document.createElement("div")).textContent = line.replace(/`/g, "");
    return box;
  }
}

interface Heat {
  markers: RangeSet<GutterMarker>;
  lenses: DecorationSet;
  /** The text is another one than the one that was profiled. */
  isOld: boolean;
}

const heatField = StateField.define<Heat>({
  create: () => ({ markers: RangeSet.empty, lenses: Decoration.none, isOld: false }),
  update(heat, transaction) {
    let { markers, lenses, isOld } = heat;
    if (transaction.docChanged) {
      const { changes, startState } = transaction;
      // What was said of a line is not true of what stands there now.
      const isSame = (at: number) => {
        const line = startState.doc.lineAt(at);
        return !changes.touchesRange(line.from, line.to);
      };
      markers = markers.update({ filter: isSame }).map(changes);
      lenses = lenses.update({ filter: isSame }).map(changes);
      isOld = true;
    }
    for (const effect of transaction.effects) {
      if (!effect.is(setHeat)) continue;
      isOld = false;
      const doc = transaction.state.doc;
      const lines = effect.value.filter((line) => line.line <= doc.lines && line.cost > 0).sort((a, b) => a.line - b.line);
      markers = RangeSet.of(lines.map((line) => new HeatMarker(line.percent).range(doc.line(line.line).from)));
      const told = lines.filter((line) => line.advice.length > 0 && line.percent >= 5);
      lenses = Decoration.set(
        told.map((line) => {
          const said = line.advice.flatMap((one) => [`↳ ${one.why}`, ...(one.help ? [`try: ${one.help}`] : [])]);
          return Decoration.widget({ widget: new Lens(said), side: 1, block: true }).range(doc.line(line.line).to);
        }),
      );
    }
    return { markers, lenses, isOld };
  },
  provide: (field) => [
    EditorView.decorations.from(field, (heat) => heat.lenses),
    EditorView.editorAttributes.from(field, (heat): Record<string, string> => (heat.isOld ? { class: "old-heat" } : {})),
  ],
});

const setLink = StateEffect.define<number>();

const linkField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setLink)) continue;
      const doc = transaction.state.doc;
      const isThere = effect.value >= 1 && effect.value <= doc.lines;
      next = isThere ? Decoration.set(Decoration.line({ class: "cm-linked" }).range(doc.line(effect.value).from)) : Decoration.none;
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The parts of an exercise that may be changed: lines between the marks. */
function editable(doc: Text): DecorationSet {
  const lines: number[] = [];
  let isInside = false;
  for (let number = 1; number <= doc.lines; number++) {
    const line = doc.line(number), text = line.text.trim();
    if (text === "//] edit") isInside = false;
    if (isInside) lines.push(line.from);
    if (text === "//[ edit") isInside = true;
  }
  return Decoration.set(lines.map((from) => Decoration.line({ class: "cm-editable" }).range(from)));
}

const editableField = StateField.define<DecorationSet>({
  create: (state) => editable(state.doc),
  update: (marks, transaction) => (transaction.docChanged ? editable(transaction.newDoc) : marks),
  provide: (field) => EditorView.decorations.from(field),
});

const heatGutter = (pressed: (line: number) => void) =>
  gutter({
    class: "heat-gutter",
    markers: (view) => view.state.field(heatField).markers,
    domEventHandlers: {
      click(view, block) {
        pressed(view.state.doc.lineAt(block.from).number);
        return true;
      },
    },
  });

const WORDS = new MatchDecorator({
  regexp: /\b(?:__(?:global|device|host|shared|constant|managed|restrict|launch_bounds|syncthreads|syncwarp)\w*__|__syncthreads|__syncwarp|threadIdx|blockIdx|blockDim|gridDim|warpSize|dim3)\b|<<<|>>>/g,
  decoration: Decoration.mark({ class: "tok-cuda" }),
});

const cudaWords = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = WORDS.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = WORDS.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export interface EditorEvents {
  changed(text: string): void;
  /** The cursor is in another line. */
  cursor(line: number): void;
  /** A line's heat was pressed. */
  line(line: number): void;
}

export class Editor {
  readonly view: EditorView;

  constructor(parent: HTMLElement, events: EditorEvents) {
    const nonce = document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")?.content ?? "";
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          EditorView.cspNonce.of(nonce),
          lineNumbers(), EditorView.lineWrapping, heatField, linkField, editableField, heatGutter(events.line), history(), drawSelection(), indentOnInput(), bracketMatching(), highlightActiveLine(),
          indentUnit.of("    "),
          cpp(), syntaxHighlighting(classHighlighter), cudaWords, lintGutter({ markerFilter: (marks) => marks.filter((one) => one.severity !== "hint") }),
          keymap.of([...lintKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ "aria-label": "program; Escape and then Tab leaves the editor", spellcheck: "false", autocapitalize: "off", tabindex: "0" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) events.changed(update.state.doc.toString());
            const line = (state: EditorState) => state.doc.lineAt(state.selection.main.head).number;
            if (update.selectionSet && line(update.state) !== line(update.startState)) events.cursor(line(update.state));
          }),
        ],
      }),
    });
  }

  /** The line of the cursor. */
  get line(): number {
    return this.view.state.doc.lineAt(this.view.state.selection.main.head).number;
  }

  /** The name at the cursor; empty if there is none. */
  get word(): string {
    const { state } = this.view;
    const word = state.wordAt(state.selection.main.head);
    return word ? state.sliceDoc(word.from, word.to) : "";
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  replace(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 } });
  }

  /** Marks a line, which something elsewhere belongs to; 0 marks none. */
  link(line: number) {
    const doc = this.view.state.doc;
    const effects: StateEffect<unknown>[] = [setLink.of(line)];
    if (line >= 1 && line <= doc.lines) effects.push(EditorView.scrollIntoView(doc.line(line).from, { y: "nearest" }));
    this.view.dispatch({ effects });
  }

  heat(lines: HotLine[]) {
    this.view.dispatch({ effects: setHeat.of(lines) });
  }

  show(diagnostics: Diagnostic[], file: string) {
    const doc = this.view.state.doc;
    const marks = diagnostics.flatMap((diagnostic) => marksOf(diagnostic, file, doc));
    this.view.dispatch(setDiagnostics(this.view.state, marks.sort((a, b) => a.from - b.from)));
  }

  open(line: number, column = 1) {
    const doc = this.view.state.doc;
    const at = doc.line(Math.min(Math.max(1, line), doc.lines));
    const anchor = Math.min(at.to, at.from + utf16(at.text, Math.max(0, column - 1)));
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }
}

/** So many characters of a text, in UTF-16 units. */
function utf16(text: string, characters: number): number {
  let at = 0;
  for (const letter of text) {
    if (characters-- <= 0) break;
    at += letter.length;
  }
  return at;
}

/** The place of a diagnostic, and, as notes, the others that explain it. */
function marksOf(diagnostic: Diagnostic, file: string, doc: Text): Mark[] {
  const places = diagnostic.places.filter((one) => one.file === file && one.line >= 1 && one.line <= doc.lines);
  const main = places.find((one) => one.primary) ?? places[0];
  return places.map((place) => {
    const first = doc.line(place.line), last = doc.line(Math.min(Math.max(place.end_line, place.line), doc.lines));
    const from = Math.min(first.to, first.from + utf16(first.text, place.column - 1));
    const to = Math.max(from, Math.min(last.to, last.from + utf16(last.text, place.end_column - 1)));
    if (place !== main) return { from, to, severity: "hint", message: `${place.label}\n(of: ${diagnostic.message})`, source: diagnostic.code };
    const said = [diagnostic.message, place.label, diagnostic.help ? `help: ${diagnostic.help}` : ""].filter(Boolean).join("\n");
    return { from, to, severity: diagnostic.severity === "note" ? "info" : diagnostic.severity, message: said, source: diagnostic.code };
  });
}
