// The smallest writer of SVG: elements as text. Colours are classes, so that a page's theme decides; numbers and hatching
// say the same as the colours do.

export type Attributes = Record<string, string | number | undefined>;

/** A picture and the same in words. */
export interface Picture {
  svg: string;
  /** What the picture shows, in one sentence. */
  title: string;
  /** The figure of merit: what it costs and what would be ideal. */
  sum: string;
  /** Whether it costs what it needs to. */
  good: boolean;
  /** The same as a table: a heading, then rows. */
  head: string[];
  rows: (string | number)[][];
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

export function element(name: string, attributes: Attributes, content = ""): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escape(String(value))}"`)
    .join("");
  return content ? `<${name}${written}>${content}</${name}>` : `<${name}${written}/>`;
}

export function text(x: number, y: number, what: string | number, kind = "", anchor = "start"): string {
  return element("text", { x, y, class: kind || undefined, "text-anchor": anchor === "start" ? undefined : anchor }, escape(String(what)));
}

/** The picture's frame. Its hatching is for what was moved and not used. */
export function frame(width: number, height: number, label: string, content: string): string {
  const lines = element("path", { d: "M0 6 L6 0", class: "hatch-line" });
  const ground = element("rect", { width: 6, height: 6, class: "hatch-ground" });
  const hatch = element("pattern", { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse" }, ground + lines);
  return element(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label, class: "picture" },
    element("defs", {}, hatch) + content,
  );
}

/** `1 sector`, `3 sectors`. */
export function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
