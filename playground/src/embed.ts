// `<kern-playground>`: a program in somebody's page, with a button that opens the playground on it.
//
// <script src="https://HOST/kern-playground.js"></script>
// <kern-playground args="64" view="memory" height="520">…code…</kern-playground>
//
// Fences ```cuda,kern of mdBook (`code.language-cuda.kern`) become the same. Until somebody presses Run, nothing is loaded but this
// script; then a frame with the playground beside the script stands there, and runs what was edited. `view` is what it shows of that: where
// it is `memory` or `grid`, the program is profiled. `readonly` leaves no editing, `src` names another playground.

import { encode } from "./link";
import { TABS } from "./tabs";

const own = document.currentScript instanceof HTMLScriptElement ? new URL(".", document.currentScript.src).href : location.href;

const STYLE = `
:host { display: block; margin: 1em 0; border: 1px solid #7a8490; border-radius: 6px; overflow: hidden; font: 14px/1.5 system-ui, sans-serif; }
textarea, pre { box-sizing: border-box; display: block; width: 100%; margin: 0; padding: 8px 12px; border: none; resize: vertical; background: Canvas; color: CanvasText;
  font: 12.5px/1.5 "DejaVu Sans Mono", ui-monospace, Menlo, Consolas, monospace; tab-size: 4; white-space: pre; overflow: auto; }
div { display: flex; gap: 8px; padding: 6px 12px; border-bottom: 1px solid #7a8490; }
button { font: inherit; min-height: 28px; padding: 2px 12px; cursor: pointer; }
iframe { display: block; width: 100%; border: none; }
`;

class KernPlayground extends HTMLElement {
  connectedCallback() {
    if (this.shadowRoot) return;
    const code = unindented(this.textContent ?? "");
    const root = this.attachShadow({ mode: "open" });
    const style = root.appendChild(document.createElement("style"));
    style.textContent = STYLE;
    const bar = root.appendChild(document.createElement("div"));
    const isFixed = this.hasAttribute("readonly");
    const box = root.appendChild(document.createElement(isFixed ? "pre" : "textarea"));
    if (box instanceof HTMLTextAreaElement) {
      box.value = code;
      box.rows = Math.min(30, code.split("\n").length + 1);
      box.spellcheck = false;
      box.setAttribute("aria-label", "program");
    } else {
      box.textContent = code;
      box.tabIndex = 0;
    }
    const program = () => (box instanceof HTMLTextAreaElement ? box.value : code);
    const address = async (options: string) => {
      const files = [{ name: this.getAttribute("name") ?? "main.cu", text: program() }];
      const view = TABS.find((one) => one === this.getAttribute("view"));
      return new URL(`${options}${await encode({ files, args: this.getAttribute("args") ?? "", ...(view ? { view } : {}) })}`, new URL(this.getAttribute("src") ?? own, location.href)).href;
    };
    const button = (text: string, does: () => void) => {
      const made = bar.appendChild(document.createElement("button"));
      made.type = "button";
      made.textContent = text;
      made.onclick = does;
      return made;
    };
    button("▶ Run", () => void open());
    button("Open large", async () => window.open(await address(""), "_blank", "noopener"));
    const open = async () => {
      const frame = document.createElement("iframe");
      frame.title = this.getAttribute("title") ?? "kern playground";
      const height = Number(this.getAttribute("height"));
      frame.style.height = `${height > 0 ? height : 560}px`;
      frame.src = await address("?embed=run");
      box.replaceWith(frame);
      // What is edited in the frame only the frame knows: it has a button of its own.
      bar.remove();
      frame.focus();
    };
  }
}

/** Text without the lines around it and the indentation that all lines have. */
function unindented(text: string): string {
  const lines = text.replace(/^\s*\n/, "").replace(/\s+$/, "").split("\n");
  const least = Math.min(...lines.filter((line) => line.trim()).map((line) => /^[ \t]*/.exec(line)![0].length));
  return `${lines.map((line) => line.slice(Number.isFinite(least) ? least : 0)).join("\n")}\n`;
}

function fences() {
  for (const code of document.querySelectorAll<HTMLElement>("pre > code.language-cuda.kern, pre > code.language-cuda\\,kern")) {
    const made = document.createElement("kern-playground");
    if (code.classList.contains("readonly")) made.setAttribute("readonly", "");
    made.textContent = code.textContent;
    code.parentElement!.replaceWith(made);
  }
}

if (!customElements.get("kern-playground")) {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", fences);
  else fences();
  customElements.define("kern-playground", KernPlayground);
}
