// Runs the tests: those of the pictures and links always, those of the page if there is a browser.

import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const folder = new URL(".", import.meta.url).pathname;
const made = await mkdtemp(join(tmpdir(), "kern-playground-tests-"));
await build({
  entryPoints: [`${folder}views.test.ts`],
  bundle: true, format: "esm", platform: "node", jsx: "automatic", jsxImportSource: "preact", outfile: join(made, "views.test.mjs"), logLevel: "warning",
  define: { SNAPSHOTS: JSON.stringify(`${folder}snapshots`) },
});
const files = [join(made, "views.test.mjs"), `${folder}page.test.mjs`, `${folder}people.test.mjs`, `${folder}site.test.mjs`];
const { status } = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" });
await rm(made, { recursive: true });
process.exit(status ?? 1);
