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
  /** Whether it costs what it needs to; null where that is not asked. */
  good: boolean | null;
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

/** Diagonal lines over a box: what was moved and not used. */
export function hatch(x: number, y: number, width: number, height: number): string {
  let path = "";
  for (let from = x - height + 5; from < x + width; from += 6) {
    const start = Math.max(from, x), end = Math.min(from + height, x + width);
    if (end > start) path += `M${start} ${y + height - (start - from)}L${end} ${y + height - (end - from)}`;
  }
  return element("path", { d: path, class: "hatch" });
}

/** The picture's frame. */
export function frame(width: number, height: number, label: string, content: string): string {
  return element(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label, class: "picture" },
    content,
  );
}

/** `1 sector`, `3 sectors`. */
export function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
