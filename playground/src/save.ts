// Pictures and runs as files: a picture as SVG that needs no styles of this page, a run as one page that loads nothing.

import type { Result } from "./jobs";
import type { StreamWork } from "./protocol";

const PROPERTIES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font", "opacity"];

/** A picture with the colours that it has now. */
export function standAlone(picture: SVGSVGElement): string {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const [from, to] = [picture, copy].map((one) => [one, ...one.querySelectorAll("*")] as Element[]);
  from.forEach((element, at) => {
    const style = getComputedStyle(element);
    const words = PROPERTIES.filter((name) => name !== "font" || element.tagName === "text")
      .map((name) => [name, style.getPropertyValue(name)])
      .filter(([name, value]) => value && !(name === "stroke-dasharray" && value === "none") && !(name === "opacity" && value === "1"));
    for (const [name, value] of words) {
      if (name === "font") {
        to[at].setAttribute("font-family", style.fontFamily);
        to[at].setAttribute("font-size", style.fontSize);
        to[at].setAttribute("font-weight", style.fontWeight);
      } else to[at].setAttribute(name, value);
    }
    to[at].removeAttribute("class");
  });
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copy.insertBefore(ground, copy.firstChild);
  return new XMLSerializer().serializeToString(copy);
}

/** Copies a text, or, where a page may not, saves it as a file; what was done. */
export async function copyOrSave(text: string, name: string, type: string): Promise<string> {
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (copied) return "copied";
  save(text, name, type);
  return `saved as ${name}`;
}

export function save(text: string, name: string, type: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** What of a run goes into its page. */
export interface Kept {
  profile: Result;
  work: StreamWork[];
  traces: { launch: number; block: number; plain: boolean; base64: string }[];
  kern: string;
}

const escape = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** The page of a run, as `kern profile --html` writes it. */
export async function pageOf({ profile, work, traces, kern }: Kept): Promise<string> {
  const [script, style] = await Promise.all(["report.js", "app.css"].map(async (name) => {
    const answer = await fetch(new URL(name, document.baseURI));
    if (!answer.ok) throw new Error(`${name} cannot be loaded: the server answered ${answer.status}.`);
    return answer.text();
  }));
  const program = profile.program.files[0].name;
  const data = JSON.stringify({
    kern, program, args: profile.program.args ?? [], device: profile.launches[0]?.device ?? "", status: profile.status ?? 1,
    launch_count: profile.launches.length, launches: profile.launches, traces, work, findings: profile.findings, files: profile.program.files,
  }).replace(/</g, "\\u003c");
  const title = escape(program);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${title}: what its kernels asked of memory</title>
<style>
${style}</style>
</head>
<body>
<div id="app"><noscript>The pictures of this report need JavaScript.</noscript></div>
<script type="application/json" id="data">${data}</script>
<script>
${script}</script>
</body>
</html>
`;
}
