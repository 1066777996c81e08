// Pictures as text, and what is refused. `UPDATE=1 npm test` writes the snapshots anew: look at each.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import test from "node:test";
import type { Device, Diagnostic, Launch, Lesson, StreamWork } from "../src/protocol";
import { instructionOf } from "../src/code";
import { entryOf, explained, GLOSSARY } from "../src/glossary";
import { words } from "../src/jobs";
import { ANSWERS, answered } from "../src/page/examples";
import { progressFile, readProgress } from "../src/lesson";
import { decode, encode } from "../src/link";
import { bankMap } from "../src/views/bankmap";
import { banks, spread } from "../src/views/banks";
import { elementAt, shapeOf } from "../src/views/elements";
import { gridMap } from "../src/views/grid";
import { costText, drawn, hotLines, worst } from "../src/views/heat";
import { memory, ranges, strayed, strayPlace } from "../src/views/memory";
import { compare } from "../src/views/compare";
import { found, History, momentsOf, written } from "../src/views/moments";
import { occupancy, occupancyPicture } from "../src/views/occupancy";
import { race } from "../src/views/race";
import { SharedHistory, sharedValues } from "../src/views/shared";
import { streams } from "../src/views/streams";
import type { Picture } from "../src/views/svg";
import { laneTimeline, warpSpans, warpTimeline } from "../src/views/timeline";
import { readTrace, SHARED, type Access, type Trace } from "../src/views/trace";
import { changeText, values } from "../src/views/values";

declare const SNAPSHOTS: string;

const ALL = 0xffffffff;

function access(space: "global" | "shared", width: number, address: (lane: number) => number, mask = ALL): Access {
  const site = { function: "k", op: "ld", ty: "f32", space, file: 0, line: 3, column: 1 };
  const addresses = Array.from({ length: 32 }, (_, lane) => ((mask >>> lane) & 1 ? address(lane) : 0));
  return { step: 0, warp: 0, site, file: "a.cu", line: 3, kind: "load", space, width, mask, addresses, values: [] };
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
  // What if its rows had a word more?
  const column = access("shared", 4, (lane) => SHARED + 128 * lane, 0xfffffff0);
  assert.match(banks(column, 32).sum, /^28 turns/);
  assert.match(banks(spread(column, 33), 32).sum, /^1 turn of/);
  assert.equal(spread(column, 32).addresses[31], column.addresses[31]);
});

test("where an access lies in shared memory", () => {
  const tile = (width: number) => [{ name: "tile", type: `float[32][${width}]`, offset: 0, size: 128 * width }];
  snapshot("bank_map_column", bankMap(access("shared", 4, (lane) => SHARED + 128 * lane, 0xff), tile(32), 32));
  snapshot("bank_map_padded", bankMap(access("shared", 4, (lane) => SHARED + 132 * lane, 0xff), tile(33), 32));
  snapshot("bank_map_narrow", bankMap(access("shared", 4, (lane) => SHARED + 64 * lane, 0x3f), tile(32), 16));
  const whole = bankMap(access("shared", 4, (lane) => SHARED + 132 * lane), tile(33), 32);
  assert.ok(whole.good);
  assert.match(whole.sum, /^32 words in 32 banks of 32: no lane waits/);
  assert.deepEqual(whole.rows[31], ["tile[31][0]", 31, "31"]);
  // Halves of a warp take turns of their own: words of one bank in different halves do not wait for each other.
  assert.ok(bankMap(access("shared", 8, (lane) => SHARED + 8 * lane), [], 32).good);
  // What no array of the program is named by its byte.
  assert.equal(bankMap(access("shared", 4, () => SHARED + 8), [], 32).rows[0][0], "byte 8");
  const far = bankMap(access("shared", 4, (lane) => SHARED + 4096 * lane), [{ name: "a", type: "int[]", offset: 0, size: 1 << 17 }], 32);
  assert.match(far.svg, /rows without access/);
});

test("elements of shared memory have names", () => {
  const shared = [{ name: "a", type: "float[4][3]", offset: 0, size: 48 }, { name: "n", type: "int", offset: 48, size: 4 }, { name: "d", type: "double[]", offset: 56, size: 80 }, { name: "p", type: "Point[5]", offset: 136, size: 40 }];
  assert.deepEqual([0, 4, 44, 48, 56, 71, 144, 999].map((byte) => elementAt(shared, byte)), ["a[0][0]", "a[0][1]", "a[3][2]", "n", "d[0]", "d[1]", "p[1]", null]);
  assert.deepEqual(shared.map((one) => shapeOf(one).dims), [[4, 3], [], [10], [5]]);
  assert.equal(elementAt([{ name: "odd", type: "", offset: 0, size: 0 }], 0), null);
});

test("words have tips where they stand first", () => {
  for (const { word, forms } of GLOSSARY) assert.equal(entryOf(word)?.word, word, `${word}: ${forms}`);
  for (const [text, word] of [["Sectors", "sector"], ["wavefront", "turn"], ["uncoalesced", "coalesced"], ["turns of the banks", "turn"], ["bank conflicts", "bank conflict"]]) assert.equal(entryOf(text)?.word, word);
  assert.equal(entryOf("sectored"), undefined);
  // A bracket and a comma stay with their word.
  type Term = { props: { entry: { word: string }; before: string; behind: string } };
  const of = (text: string, seen = new Set<string>()) => explained(text, seen).map((one) => (typeof one === "string" ? one : (({ props }) => `${props.before}<${props.entry.word}>${props.behind}`)(one as Term)));
  assert.deepEqual(of("A warp, another (warp) and its lanes; threadIdx.x, banks", new Set(["bank"])), ["A ", "<warp>,", " another (warp) and its ", "<lane>;", " threadIdx.x, banks"]);
  assert.deepEqual(of("each block's (grids)."), ["each ", "<block>'s", " ", "(<grid>).", ""]);
  // Who turns something round, takes turns or launches it says nothing of banks and launches.
  for (const text of ["Turn it round", "it turns around", "they take turns", "to launch it"]) assert.deepEqual(of(text), [text]);
  assert.deepEqual(of("take 32 turns more"), ["take 32 ", "<turn>", " more"]);
  assert.deepEqual(of("after each launch"), ["after each ", "<launch>", ""]);
});

test("what a finding says is outside of its memory is framed", () => {
  const step = access("global", 4, (lane) => BASE + 4 * (240 + lane));
  const trace = (code: string) => ({ allocations: [{ name: "in", base: BASE, size: 4 * 250, type: "int" }, { name: "out", base: BASE + 4 * 256, size: 64, type: "int" }], findings: [{ code, message: "" }], turns: [{ kind: "finding", at: step.step + 1, warp: step.warp, finding: 0 }] }) as unknown as Trace;
  const lanes = strayed(step, trace("R0101"));
  assert.equal(ranges(lanes), "10-31");
  const picture = memory(step, trace("R0101").allocations, 32, lanes);
  assert.match(picture.sum, / · lanes 10-31 outside of in\[\] \(framed\)$/);
  assert.equal(picture.good, false);
  assert.equal(picture.svg.match(/class="clash"/g)?.length, 22);
  assert.equal(strayPlace(step, trace("R0101").allocations, 12), "✗[252]");
  assert.deepEqual(strayed(step, trace("R0601")), []);
  assert.deepEqual(strayed({ ...step, step: step.step + 1 }, trace("R0101")), []);
});

test("progress is a file, and no other file is", () => {
  const done = new Set(["08_transpose", "01_vector_add"]);
  assert.deepEqual(readProgress(progressFile(done)), ["01_vector_add", "08_transpose"]);
  for (const bad of ["", "null", "7", "[]", "{}", '{"kern-lessons":7}', '{"kern-lessons":[1]}', '{"kern-lessons":["<b>"]}', progressFile(done).slice(0, 20)]) assert.equal(readProgress(bad), null, bad);
});

test("examples that answer a lesson wait for it", () => {
  const known = (folder: string, names: string[]) => names.forEach((name) => assert.ok(existsSync(`${SNAPSHOTS}/../../../${folder}/${name}`), `${folder}/${name}`));
  known("examples", Object.keys(ANSWERS));
  known("lessons", Object.values(ANSWERS).flat());
  const lessons = ["08_transpose", "09_shared_tile", "10_bank_conflicts"].map((name) => ({ name })) as Lesson[];
  assert.equal(answered("05_transpose", lessons, new Set())?.name, "10_bank_conflicts");
  assert.equal(answered("05_transpose", lessons, new Set(["10_bank_conflicts"]))?.name, "08_transpose");
  assert.equal(answered("05_transpose", lessons, new Set(["08_transpose", "10_bank_conflicts"])), undefined);
  assert.equal(answered("06_game_of_life", lessons, new Set()), undefined);
  // A teacher's own lessons have other names.
  assert.equal(answered("02_matrix_multiply", lessons, new Set()), undefined);
});

test("what an instruction does", () => {
  const opcodes: [string, string, string][] = [["mov", "Moves.", "9.7.9.1"], ["mov", "Reads a special register.", "10"], ["ld", "Loads from memory.", "9.7.9.8"], ["ld.param", "Loads a parameter.", "9.7.9.8"], ["bar", "Barrier.", "9.7.13.1"], ["bar.warp.sync", "Waits.", "9.7.13.2"], ["fence", "Fence.", "9.7.13.4"], ["bra", "Jumps.", "9.7.12.3"]];
  const said = (line: string) => instructionOf(line, opcodes)?.does;
  assert.equal(said("    ld.global.f32 %f1, [%rd4];"), "Loads from memory (global memory, 32-bit floating-point numbers)");
  assert.equal(said("    ld.param.u64 %rd1, [k_param_0];"), "Loads a parameter (parameters of the kernel, 64-bit unsigned integers)");
  assert.equal(said("    mov.u32 %r1, %ctaid.x;"), "Reads a special register (32-bit unsigned integers)");
  assert.equal(said("    mov.b32 %r1, %r2;"), "Moves (32-bit words of bits)");
  assert.equal(said("    bar.sync 0;"), "Barrier");
  assert.equal(said("    bar.warp.sync -1;"), "Waits");
  assert.equal(said("    membar.gl;"), "Fence");
  assert.equal(said("    @!%p1 bra $L__BB0_2;"), "Jumps");
  for (const line of ["$L__BB0_1:", "}", "", "    .reg .b32 %r<3>;", "//: sums", "    frob.u32 %r1;"]) assert.equal(said(line), undefined, line);
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
  assert.match(gridMap(empty, "sectors", [], 0, 32)!.sum, /: 0 sectors/);
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

test("the access that wastes most is shown first", () => {
  const of = (kind: string, width: number, sectors: number, ideal: number, turns = 0) => ({ kind, width, requests: 2, sectors, ideal_sectors: ideal, wavefronts: turns, ideal_wavefronts: turns ? 2 : 0, bank_conflicts: 0, bytes: 0, bytes_used: 0 });
  const line = (number: number, accesses: object[]) => ({ file: "a.cu", line: number, text: "x", branches: 0, divergent_branches: 0, accesses });
  // The load stands first in its line, costs more, and wastes nothing.
  const first = launch({ lines: [line(4, [of("global_load", 16, 80, 80), of("global_store", 4, 64, 8)]), line(5, [of("local_load", 4, 500, 8)])] as Launch["lines"] });
  const second = launch({ launch: 3, lines: [line(9, [of("shared_load", 4, 0, 0, 64)])] as Launch["lines"] });
  assert.deepEqual(drawn(first, "a.cu").map((one) => [one.line, one.access.kind]), [[4, "global_store"], [4, "global_load"]]);
  assert.deepEqual(worst([first, second], "a.cu"), { launch: 3, line: 9, kind: "shared_load 4" });
  assert.deepEqual(worst([first], "a.cu"), { launch: 0, line: 4, kind: "global_store 4" });
  assert.equal(worst([first], "b.cu"), null);
  assert.deepEqual(drawn(first, "a.cu").map((one) => costText(one.access)), ["32 sectors, 4 would do", "40 sectors"]);
  assert.equal(costText(drawn(second, "a.cu")[0].access), "32 turns, 1 would do");
  // Of requests that differ there is no average.
  const uneven = launch({ lines: [line(4, [of("global_load", 4, 41, 5)])] as Launch["lines"] });
  assert.equal(costText(drawn(uneven, "a.cu")[0].access), "41 sectors in 2 requests, 5 would do");
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

const recorded = (): Promise<Trace> => readTrace(new Uint8Array(readFileSync(`${SNAPSHOTS}/../data/branches.ktrace`)));

test("variables at a moment, and where a value came from", async () => {
  const trace = await recorded();
  const history = new History(trace, 0), moments = momentsOf(trace, 0, false);
  assert.deepEqual(history.columns.map((one) => one.name), ["out", "n", "t", "value", "i"]);
  const at = (line: number, last = false) => { const all = moments.flatMap((one, index) => (one.line === line ? [index] : [])); return last ? all[all.length - 1] : all[0]; };
  const value = history.columns.findIndex((one) => one.name === "value");
  assert.equal(written(history.at(value, moments[at(6)].last)[4], "f32"), "6.0");
  // In the branch that odd lanes take, even lanes keep what they have.
  const odd = moments[at(11)];
  assert.equal(odd.mask, 0xaaaaaaaa);
  assert.equal(history.changed(value, odd.first, odd.last), 0xaaaaaaaa);
  snapshot("values", values(history, moments, at(11), { column: value, lane: 1 }, false));
  snapshot("values_narrow", values(history, moments, at(7), null, true));
  // When did lane 2 become what it is at the end? In the second round; and before that in the first.
  const end = moments[moments.length - 1].last;
  const second = history.change(value, 2, end, false)!, first = history.change(value, 2, second - 1, false)!;
  assert.equal(changeText(history, { column: value, lane: 2 }, second), "value of lane 2 became 1.0 in line 13; it was 2.0.");
  assert.equal(changeText(history, { column: value, lane: 2 }, first), "value of lane 2 became 2.0 in line 13; it was 3.0.");
  assert.equal(history.change(value, 2, first - 1, false), moments[at(6)].last);
  assert.equal(history.change(value, 2, -1, false), null);
  assert.equal(history.change(value, 2, -1, true), moments[at(6)].last);
  assert.deepEqual(found(trace, { warp: 0, line: 11, lane: null, name: "value", isLast: false }), { warp: 0, step: odd.last, cell: { column: value, lane: 1 } });
  assert.equal(found(trace, { warp: 0, line: 99, lane: null, name: "", isLast: false }), null);
});

test("shared arrays at a moment", async () => {
  const trace = await recorded();
  assert.deepEqual(trace.shared, [{ name: "tile", type: "float[64]", offset: 0, size: 256 }]);
  const moments = momentsOf(trace, 1, false), history = new SharedHistory(trace);
  const stores = moments.find((one) => one.line === 7)!, loads = moments.find((one) => one.line === 11)!;
  snapshot("shared", sharedValues(history, trace.shared[0], stores, 1, false));
  snapshot("shared_narrow", sharedValues(history, trace.shared[0], loads, 1, true));
  assert.match(sharedValues(history, trace.shared[0], moments[0], 1, false).sum, /^0 elements stored/);
  assert.equal(written(history.at(4 * 40, stores.last)!.bits, "f32"), "60.0");
  assert.equal(history.at(4 * 40, moments[0].first - 1), undefined);
});

test("an atomic operation on shared memory", () => {
  const site = { function: "k", op: "atom", ty: "u32", space: "shared", file: 0, line: 3, column: 1, atomic: "add" };
  // One vector for a store of 5 in lane 0, one for the operands 1, 2, 3 of three lanes: one value, or a base and a stride.
  const bytes = Uint8Array.of(0, 10, 1, 2, 2);
  const one = (step: number, kind: "store" | "atomic", mask: number, at: number, operation = "add"): Access => ({ step, warp: 0, site: { ...site, atomic: operation }, file: "a.cu", line: 3, kind, space: "shared", width: 4, mask, addresses: new Array(32).fill(SHARED), values: [at] });
  const each = { warp: [0, 0, 0], site: [0, 0, 0], mask: [1, 7, 7] };
  const history = new SharedHistory({ bytes, each, accesses: [one(0, "store", 1, 0), one(1, "atomic", 7, 2), one(2, "atomic", 7, 2, "exch")] } as unknown as Trace);
  assert.deepEqual([0, 1, 2].map((step) => history.at(0, step)?.bits), [5n, 11n, null]);
});

test("going to any step is quick", async () => {
  const trace = await recorded();
  // As long as a trace may be: the same steps over and over.
  const { each, sets } = trace, steps = each.warp.length, count = sets.step.length;
  for (let round = 1; each.warp.length < 200_000; round++) {
    for (const list of [each.warp, each.site, each.mask]) for (let at = 0; at < steps; at++) list.push(list[at]);
    for (let at = 0; at < count; at++) {
      sets.step.push(sets.step[at] + round * steps);
      for (const list of [sets.warp, sets.variable, sets.piece, sets.mask, sets.at]) list.push(list[at]);
    }
  }
  const history = new History(trace, 0), moments = momentsOf(trace, 0, false);
  const times: number[] = [];
  for (let i = 0; i < 40; i++) {
    const begun = performance.now();
    values(history, moments, Math.floor((moments.length * i) / 40), { column: 0, lane: 0 }, false);
    times.push(performance.now() - begun);
  }
  const middle = times.sort((a, b) => a - b)[20];
  console.log(`a step among ${trace.each.warp.length}: ${middle.toFixed(1)} ms`);
  // A frame has 16 ms; a machine that others use too is given more.
  assert.ok(middle < 160, `${middle} ms`);
});

test("when warps run, wait and part", async () => {
  const trace = await recorded();
  const all = { from: 0, to: trace.each.warp.length };
  assert.deepEqual(warpSpans(trace)[0].map((span) => span.state).slice(0, 4), ["runs", "barrier", "runs", "ended"]);
  snapshot("timeline", warpTimeline(trace, all, 20, 640));
  snapshot("timeline_lanes", laneTimeline(trace, 0, all, 20, 640));
  assert.deepEqual([...new Set(laneTimeline(trace, 0, all, 20, 640).rows.map(([lanes]) => lanes))].length, 2, "lanes that do the same are one row");
  assert.match(laneTimeline(trace, 0, all, 20, 640).sum, /^split 2 times: one side runs at a time, so that its lanes work in \d\d % of their steps$/);
});

test("values as a program writes them", () => {
  assert.deepEqual(
    [written(0x3f800000n, "f32"), written(0x3dcccccdn, "f32"), written(0x80000000n, "f32"), written(0x7f800000n, "f32"), written(0x3ff8000000000000n, "f64"), written(0xffffffffn, "s32"), written(5n, "u32"), written(null, "u32"), written(0x700000000000n, "u64")],
    ["1.0", "0.1", "-0.0", "inf", "1.5", "-1", "5", "–", "0x700000000000"],
  );
});

test("a race", () => {
  const access = (thread: number, does: string, line: number) => ({ block: [0, 0, 0] as [number, number, number], thread: [thread, 0, 0] as [number, number, number], warp: thread >> 5, lane: thread & 31, does, value: "1", site: { file: "a.cu", line, column: 1 } });
  const finding = { code: "R0301", help: "add `__syncthreads();` after line 1", race: { thing: "`tile[63]`", first: access(63, "writes", 1), second: access(64, "reads", 2), other_order: "if the write comes first, 3 is read in place of 7" } } as unknown as Diagnostic;
  snapshot("race", race(finding, ["tile[t] = <in>;", "x = tile[t - 1];"], "a.cu", 560)!);
  assert.equal(race({ ...finding, race: undefined }, [], "a.cu", 560), null);
});

test("streams that overlap", () => {
  const work = (number: number, stream: number, kind: string, start: number, end: number, after: number[] = []): StreamWork => ({ number, stream, kind, name: "`k<<<1, 32>>>`", file: "a.cu", line: number, issued: start, engine: "multiprocessors", ready: start, start, end, after });
  const all = [{ ...work(1, 8, "copy to device", 0, 9000), engine: "copy engine 0" }, work(2, 16, "launch", 1000, 8000), work(3, 16, "event", 8000, 8000), { ...work(4, 8, "launch", 10000, 13000, [3]), ready: 9000 }];
  snapshot("streams", streams(all, 640)!);
  assert.match(streams(all, 640)!.sum, /7\.0 µs of work runs beside/);
  assert.equal(streams([], 640), null);
  const graph = [work(0, 8, "launch", 0, 10), work(0, 8, "launch", 0, 10), work(0, 8, "launch", 10, 20)];
  assert.match(streams(graph, 640)!.sum, /3 operations in 2 rows/);
});

test("two runs beside each other", () => {
  const line = (sectors: number) => ({ file: "a.cu", line: 1, text: "", branches: 0, divergent_branches: 0, accesses: [{ kind: "global_load", width: 4, requests: 2, sectors, ideal_sectors: 8, wavefronts: 2, ideal_wavefronts: 2, bank_conflicts: 0, bytes: 0, bytes_used: 0 }] });
  const before = [launch({ kernel: "t", lines: [line(64)] }), launch({ kernel: "old" })], now = [launch({ kernel: "t", lines: [line(8)] })];
  snapshot("compare", compare(before, now, 640));
  assert.equal(compare(before, now, 640).good, true);
  assert.equal(compare(now, before, 640).good, false);
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
