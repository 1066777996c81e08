// Markdown as kern's own pages use it: headings, paragraphs, lists, tables, code. Nothing in it becomes HTML of its own.

import type { ComponentChildren } from "preact";
import { explained } from "./glossary";

const VIEW = /^\{\{view (\w+)\}\}$/;

/** `code`, **strong** and [text](address) of a line. Addresses of pages here become text: the page has no such files. `seen`: words
 * have tips, but those that had one. */
export function inline(text: string, seen?: Set<string>): ComponentChildren[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith("`") && part.length > 1) return <code>{part.slice(1, -1)}</code>;
    if (part.startsWith("**")) return <b>{part.slice(2, -2)}</b>;
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
    return link ? link[1] : seen ? explained(part, seen) : part;
  });
}

/** `view`: what stands for a line `{{view NAME}}`; `seen`: as for `inline`. */
export function Markdown({ text, view, seen }: { text: string; view?: (name: string) => ComponentChildren; seen?: Set<string> }) {
  const lines = text.split("\n");
  const blocks: ComponentChildren[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line.startsWith("```")) {
      const end = lines.indexOf("```", at + 1);
      const last = end < 0 ? lines.length : end;
      blocks.push(<pre tabIndex={0}><code>{lines.slice(at + 1, last).join("\n")}</code></pre>);
      at = last + 1;
    } else if (view && VIEW.test(line)) {
      blocks.push(view(VIEW.exec(line)![1]));
      at++;
    } else if (/^#+ /.test(line)) {
      const title = inline(line.replace(/^#+ /, ""));
      blocks.push(line.startsWith("# ") ? <h2>{title}</h2> : <h3>{title}</h3>);
      at++;
    } else if (line.trim() === "") {
      at++;
    } else {
      const start = at;
      while (at < lines.length && lines[at].trim() !== "" && !/^(```|#+ )/.test(lines[at])) at++;
      blocks.push(block(lines.slice(start, at), seen));
    }
  }
  return <div class="doc">{blocks}</div>;
}

function block(lines: string[], seen?: Set<string>): ComponentChildren {
  if (lines[0].startsWith("|")) {
    const rows = lines.filter((line) => !/^\|[-| :]+$/.test(line)).map((line) => line.split("|").slice(1, -1));
    return (
      <table>
        <thead><tr>{rows[0].map((cell) => <th scope="col">{inline(cell.trim())}</th>)}</tr></thead>
        <tbody>{rows.slice(1).map((row) => <tr>{row.map((cell) => <td>{inline(cell.trim())}</td>)}</tr>)}</tbody>
      </table>
    );
  }
  if (/^([-*]|\d+\.) /.test(lines[0])) {
    const items: string[] = [];
    for (const line of lines) {
      if (/^([-*]|\d+\.) /.test(line)) items.push(line.replace(/^\S+ /, ""));
      else items[items.length - 1] += ` ${line.trim()}`;
    }
    const all = items.map((item) => <li>{inline(item, seen)}</li>);
    return /^\d/.test(lines[0]) ? <ol>{all}</ol> : <ul>{all}</ul>;
  }
  return <p>{inline(lines.join(" "), seen)}</p>;
}
