// Pictures as text, and what is refused. `UPDATE=1 npm test` writes the snapshots anew: look at each.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import test from "node:test";
import type { Device, Launch } from "../src/protocol";
import { words } from "../src/jobs";
import { decode, encode } from "../src/link";
import { banks } from "../src/views/banks";
import { gridMap } from "../src/views/grid";
import { hotLines } from "../src/views/heat";
import { memory, ranges } from "../src/views/memory";
import { occupancy, occupancyPicture } from "../src/views/occupancy";
import type { Picture } from "../src/views/svg";
import { readTrace, SHARED, type Access } from "../src/views/trace";

declare const SNAPSHOTS: string;

const ALL = 0xffffffff;

function access(space: "global" | "shared", width: number, address: (lane: number) => number, mask = ALL): Access {
  const site = { function: "k", op: "ld", ty: "f32", space, file: 0, line: 3, column: 1 };
  const addresses = Array.from({ length: 32 }, (_, lane) => ((mask >>> lane) & 1 ? address(lane) : 0));
  return { step: 0, warp: 0, site, file: "a.cu", line: 3, kind: "load", space, width, mask, addresses };
}

function snapshot(name: string, picture: Picture) {
  const text = `${picture.title}\n${picture.sum}\n${[picture.head, ...picture.rows].map((row) => row.join(" | ")).join("\n")}\n\n${picture.svg.replace(/></g, ">\n<")}\n`;
  const path = `${SNAPSHOTS}/${name}.txt`;
  if (process.env.UPDATE || !existsSync(path)) {
    assert.ok(process.env.UPDATE, `there is no ${path}`);
    mkdirSync(SNAPSHOTS, { recursive: true });
    writeFileSync(path, text);
  }
  assert.equal(text, readFileSync(path, "utf8"));
}

const BASE = 0x700000000000;
const ALLOCATIONS = [{ name: "in", base: BASE, size: 1 << 16, type: "float" }];

test("a warp's access to memory", () => {
  snapshot("memory_row", memory(access("global", 4, (lane) => BASE + 4 * lane), ALLOCATIONS, 32));
  snapshot("memory_column", memory(access("global", 4, (lane) => BASE + 1024 * lane, 0xff), ALLOCATIONS, 32));
  snapshot("memory_narrow", memory(access("global", 16, (lane) => BASE + 16 * lane, 0xf), ALLOCATIONS, 16));
  const sums = (width: number, address: (lane: number) => number, mask = ALL) => memory(access("global", width, address, mask), ALLOCATIONS, 32).sum;
  assert.match(sums(4, (lane) => BASE + 4 * lane + 4), /^5 sectors in 2 lines \(ideal 4 sectors\) · 160 bytes moved, 128 used: 80 %/);
  assert.match(sums(4, () => BASE), /^1 sector in 1 line \(ideal 1 sector\) · 32 bytes moved, 4 used: 12 %/);
  assert.match(sums(1, (lane) => BASE + lane), /^1 sector in 1 line \(ideal 1 sector\) · 32 bytes moved, 32 used: 100 %/);
  assert.match(sums(16, (lane) => BASE + 16 * lane), /^16 sectors in 4 lines \(ideal 16 sectors\)/);
});

test("banks", () => {
  snapshot("banks_tower", banks(access("shared", 4, (lane) => SHARED + 128 * lane, 0xff), 32));
  snapshot("banks_padded", banks(access("shared", 4, (lane) => SHARED + 132 * lane), 32));
  snapshot("banks_wide", banks(access("shared", 8, (lane) => SHARED + 8 * lane), 16));
  const turns = (width: number, address: (lane: number) => number) => banks(access("shared", width, address), 32).sum.split(" ")[0];
  assert.equal(turns(4, () => SHARED), "1");
  assert.equal(turns(4, (lane) => SHARED + 8 * lane), "2");
  assert.equal(turns(8, (lane) => SHARED + 8 * lane), "2");
  assert.equal(turns(16, (lane) => SHARED + 16 * lane), "4");
  assert.equal(turns(4, (lane) => SHARED + 128 * lane), "32");
});

function launch(part: Partial<Launch>): Launch {
  return { launch: 0, kernel: "k", grid: [4, 2, 1], block: [32, 1, 1], executed: {}, ...part };
}

test("the map of the grid", () => {
  const rows = [0, 1, 2, 3, 4, 5, 6, 40].map((value) => [value]);
  const one = launch({ per_block: { blocks_per_row: 1, columns: ["sectors"], rows } });
  snapshot("grid", gridMap(one, "sectors", [{ block: [1, 1, 0], code: "R0101" }], 2, 32)!);
  assert.equal(gridMap(launch({}), "sectors", [], 0, 32), null);
  const empty = launch({ per_block: { blocks_per_row: 1, columns: ["sectors"], rows: [] } });
  assert.match(gridMap(empty, "sectors", [], 0, 32)!.sum, /^0 /);
});

test("heat", () => {
  const access = { kind: "global_ld", width: 4, requests: 1, sectors: 30, ideal_sectors: 4, wavefronts: 1, ideal_wavefronts: 1, bank_conflicts: 0, bytes: 0, bytes_used: 0 };
  const line = (number: number, accesses: object[]) => ({ file: "a.cu", line: number, text: "x", branches: 0, divergent_branches: 0, accesses });
  const one = launch({ lines: [line(1, [{ ...access, sectors: 10 }]), line(2, [{ ...access, why: "because", help: "less" }]), line(3, [])] as Launch["lines"] });
  const lines = hotLines(one, "a.cu");
  assert.deepEqual(lines.map((line) => [line.line, line.percent]), [[2, 75], [1, 25], [3, 0]]);
  assert.deepEqual(lines[0].advice, [{ why: "because", help: "less" }]);
  assert.deepEqual(hotLines(one, "b.cu"), []);
});

test("nothing in a picture becomes an element", () => {
  const evil = [{ name: "<b>&\"", base: BASE, size: 1 << 16, type: "float" }];
  const picture = memory(access("global", 4, (lane) => BASE + 4 * lane), evil, 32);
  assert.ok(!picture.svg.includes("<b>"));
});

test("links", async () => {
  const shared = { files: [{ name: "main.cu", text: "int main() { /* ä€😀 */ }\n".repeat(50) }], args: "1 'a b'" };
  const link = await encode(shared);
  assert.ok(link.length < 300, link);
  assert.deepEqual(await decode(link), shared);
  // A link that was stored: it stays readable.
  assert.deepEqual(await decode("#1:q1ZKy8xJLVayiq5WykvMTVWyUspNzMzTSy5V0lEqSa0oAQpk5pUogAQ1NBWqFYpSS0qL8hTMrRVqY_KUamN1lBKL0oH6lQwVjJRqAQ"), { files: [{ name: "main.cu", text: "int main() { return 7; }\n" }], args: "1 2" });
  assert.equal(await decode(""), null);
  for (const bad of ["#x", "#1:", "#1:!!!", link.slice(0, -9), link.replace("1:", "1:A"), "#9:abc", "#1:" + "A".repeat(5000)]) {
    await assert.rejects(decode(bad), /^Error: This link is /, bad);
  }
});

test("a link that unfolds to very much is refused", async () => {
  const bomb = await encode({ files: [{ name: "main.cu", text: "a".repeat(4 << 20) }], args: "" });
  assert.ok(bomb.length < 10_000);
  await assert.rejects(decode(bomb), /^Error: This link is damaged/);
});

test("a trace that is none is refused", async () => {
  for (let length = 0; length < 60; length++) {
    await assert.rejects(readTrace(Uint8Array.from({ length }, (_, at) => (at * 37 + length) & 255)));
  }
});

test("words of a command line", () => {
  assert.deepEqual(words(` 64 "a b" 'c' d"e`), ["64", "a b", "c", `d"e`]);
  assert.equal(ranges([0, 1, 2, 5, 7, 8]), "0-2, 5, 7-8");
});

const H200: Device = {
  key: "gh100_h200_sxm", name: "NVIDIA H200", compute_capability: "9.0", multiprocessors: 132, max_threads_per_block: 1024, max_threads: 2048, max_blocks: 32,
  shared_bytes: 233472, shared_per_block: 49152, shared_per_block_optin: 232448, shared_reserved: 1024, shared_unit: 128,
  registers: 65536, registers_per_block: 65536, registers_per_thread: 255, register_unit: 256, warp_unit: 4, registers_by_block: false,
};

test("occupancy", () => {
  snapshot("occupancy", occupancyPicture(H200, { threads: 192, shared: 0, registers: 40 }, 640));
  snapshot("occupancy_refused", occupancyPicture(H200, { threads: 1024, shared: 0, registers: 128 }, 320));
  const of = (threads: number, shared: number, registers: number) => {
    const made = occupancy(H200, { threads, shared, registers });
    return `${made.warps} ${made.limiters.join("+")}`;
  };
  // As NVIDIA's calculator has them for compute capability 9.0.
  assert.equal(of(256, 0, 32), "64 warps+registers");
  assert.equal(of(32, 0, 0), "32 blocks");
  assert.equal(of(1024, 0, 33), "32 registers");
  assert.equal(of(256, 48 << 10, 32), "32 shared memory");
  assert.equal(of(96, 0, 40), "48 registers");
});
