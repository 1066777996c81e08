// Says what each crate, the headers and the other data take in a module of WebAssembly, leaves out what only this needs, names, and puts
// the rest in the order that packs best. Usage: node sizes.mjs FILE MOST, which ends with status 1 if the module has more bytes with brotli.

import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { ordered } from "./order.mjs";

const [file, most] = process.argv.slice(2);
const bytes = readFileSync(file);
let at = 8;

function number() {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return value;
  }
}

const text = () => {
  const length = number();
  at += length;
  return bytes.toString("utf8", at - length, at);
};

const kept = [bytes.subarray(0, 8)];
const sizes = [];
const names = new Map();
let imported = 0;
let data = 0;
while (at < bytes.length) {
  const start = at;
  const kind = bytes[at++];
  const length = number();
  const end = at + length;
  if (kind === 0) {
    if (text() === "name") {
      while (at < end) {
        const part = bytes[at++];
        const size = number();
        const next = at + size;
        if (part === 1) for (let count = number(); count > 0; count--) names.set(number(), text());
        at = next;
      }
    }
  } else {
    kept.push(bytes.subarray(start, end));
    if (kind === 2) {
      for (let count = number(); count > 0; count--) {
        text();
        text();
        if (bytes[at++] !== 0) throw new Error("it imports something else than functions");
        number();
        imported++;
      }
    }
    if (kind === 10) {
      const count = number();
      for (let i = 0; i < count; i++) {
        const size = number();
        sizes.push(size);
        at += size;
      }
    }
    if (kind === 11) data = length;
  }
  at = end;
}

/** `kern_vm` of the mangled name of one of its functions: the first crate in it that is kern's, else that is not the standard library. */
function crate(name) {
  const all = [];
  if (name.startsWith("_R")) {
    for (const match of name.matchAll(/C(?:s[0-9a-zA-Z]*_)?(\d+)_?([a-z][a-z0-9_]*)/g)) all.push(match[2].slice(0, Number(match[1])));
  } else if (name.startsWith("_ZN")) {
    const [, length, rest] = /^_ZN(\d+)(.*)/.exec(name);
    const first = rest.slice(0, Number(length));
    for (const match of first.matchAll(/([a-z][a-z0-9_]*)\.\./g)) all.push(match[1]);
    if (all.length === 0) all.push(first);
  }
  const ours = all.find((one) => one.startsWith("kern_") || one === "kern");
  const others = ["core", "alloc", "std", "compiler_builtins", "hashbrown", "dlmalloc", "vec", "iter", "slice", "option", "result", "string"];
  return ours ?? all.find((one) => !others.includes(one)) ?? (name ? "std" : "unnamed");
}

const crates = new Map();
sizes.forEach((size, index) => {
  const name = crate(names.get(index + imported) ?? "");
  crates.set(name, (crates.get(name) ?? 0) + size);
});

function folder(path) {
  return readdirSync(path).map((name) => `${path}/${name}`).map((one) => (statSync(one).isDirectory() ? folder(one) : readFileSync(one, "utf8"))).join("");
}

const pack = (data) => brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } }).length;
const row = (name, size, extra = "") => console.log(`${name.padEnd(28)} ${String(size).padStart(9)}${extra}`);
const module = ordered(Buffer.concat(kept));
row("code, by crate", sizes.reduce((sum, one) => sum + one, 0));
const sorted = [...crates].sort((a, b) => b[1] - a[1]);
for (const [name, size] of sorted.slice(0, 14)) row(`  ${name}`, size);
row(`  ${sorted.length - 14} others`, sorted.slice(14).reduce((sum, one) => sum + one[1], 0));
row("data", data);
const root = new URL("../..", import.meta.url).pathname;
for (const [name, path] of [["headers", "stdlib/include"]]) {
  const all = folder(root + path);
  row(`  of it ${name}`, Buffer.byteLength(all), `  ${pack(all)} with brotli by themselves`);
}
const packed = pack(module);
row(file, module.length, `  ${packed} with brotli, of ${most} at most`);
writeFileSync(file, module);
if (packed > Number(most)) {
  console.error(`${file} is larger than it may be`);
  process.exit(1);
}
