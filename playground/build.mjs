// Builds the page and the report into dist/, which is committed: `cargo build` needs no node.

import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";

const common = {
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
};

await build({ ...common, entryPoints: { start: "src/start.ts", app: "src/app.tsx", report: "src/report.tsx", worker: "src/worker.ts", offline: "src/offline.ts", "kern-playground": "src/embed.ts" }, outdir: "dist" });
await build({ entryPoints: ["src/app.css"], minify: true, outfile: "dist/app.css", logLevel: "warning" });
await writeFile("dist/index.html", await readFile("src/index.html"));

// What a browser loads over the network; see docs/playground.md.
const MOST = { "start.js": 1024, "app.js": 190 * 1024, "app.css": 10 * 1024, "index.html": 4 * 1024, "report.js": 40 * 1024, "worker.js": 1024, "offline.js": 1024, "kern-playground.js": 4 * 1024 };
for (const [name, most] of Object.entries(MOST)) {
  const bytes = await readFile(`dist/${name}`);
  const packed = brotliCompressSync(bytes).length;
  console.log(`${name}: ${bytes.length} bytes, ${packed} with brotli (at most ${most})`);
  if (/<\/(script|style)/i.test(bytes) && name !== "index.html" && name !== "app.js") throw new Error(`dist/${name} could not stand in a page`);
  if (packed > most) throw new Error(`dist/${name} is larger than it may be`);
}
