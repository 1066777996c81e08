// How many warps a multiprocessor holds at once, and what keeps it from holding more: the rules of CUDA's occupancy calculator
// (CUDA C++ Best Practices Guide, "Occupancy"; the numbers of a device are those of kern's table).

import type { Device } from "../protocol";
import { element, escape, frame, type Picture, text } from "./svg";

/** A kernel as it is launched. */
export interface Shape {
  threads: number;
  /** Bytes of shared memory of a block. */
  shared: number;
  /** Registers of a thread; 0 where they are not known. */
  registers: number;
}

export interface Occupancy {
  warpsPerBlock: number;
  maxWarps: number;
  blocks: number;
  warps: number;
  percent: number;
  /** What each limit leaves, in blocks; the least of them counts. */
  limits: { name: string; blocks: number; says: string }[];
  /** The names of those that do. */
  limiters: string[];
  /** Why it cannot be launched at all. */
  refused: string | null;
}

const up = (value: number, unit: number) => Math.ceil(value / unit) * unit;
const down = (value: number, unit: number) => Math.floor(value / unit) * unit;

export function occupancy(device: Device, { threads, shared, registers }: Shape): Occupancy {
  const warpsPerBlock = Math.max(1, Math.ceil(threads / 32));
  const maxWarps = Math.floor(device.max_threads / 32);
  const sharedOfBlock = up(shared + device.shared_reserved, device.shared_unit);
  const limits = [
    { name: "blocks", blocks: device.max_blocks, says: `a multiprocessor holds ${device.max_blocks} blocks` },
    { name: "warps", blocks: Math.floor(maxWarps / warpsPerBlock), says: `${maxWarps} warps, ${warpsPerBlock} a block` },
    {
      name: "shared memory",
      blocks: sharedOfBlock > 0 ? Math.floor(device.shared_bytes / sharedOfBlock) : Infinity,
      says: sharedOfBlock > 0 ? `${device.shared_bytes} bytes, ${sharedOfBlock} a block` : "none is used",
    },
  ];
  let registersOfBlock = 0;
  if (registers > 0) {
    let blocks;
    if (device.registers_by_block) {
      registersOfBlock = up(up(warpsPerBlock, device.warp_unit) * registers * 32, device.register_unit);
      blocks = Math.floor(device.registers / registersOfBlock);
    } else {
      const ofWarp = up(registers * 32, device.register_unit);
      registersOfBlock = ofWarp * warpsPerBlock;
      // Warps share the registers in groups: each scheduler has its part.
      blocks = Math.floor(down(Math.floor(device.registers / ofWarp), device.warp_unit) / warpsPerBlock);
    }
    limits.push({ name: "registers", blocks, says: `${device.registers} registers, ${registersOfBlock} a block` });
  }
  const refused =
    threads < 1 || threads > device.max_threads_per_block ? `a block has 1 to ${device.max_threads_per_block} threads`
    : shared > device.shared_per_block_optin ? `a block has at most ${device.shared_per_block_optin} bytes of shared memory`
    : registers > device.registers_per_thread ? `a thread has at most ${device.registers_per_thread} registers`
    : registersOfBlock > device.registers_per_block ? `a block has at most ${device.registers_per_block} registers`
    : null;
  const blocks = refused ? 0 : Math.min(...limits.map((limit) => limit.blocks));
  const warps = Math.min(blocks * warpsPerBlock, maxWarps);
  const limiters = refused ? [] : limits.filter((limit) => limit.blocks === blocks).map((limit) => limit.name);
  return { warpsPerBlock, maxWarps, blocks, warps, percent: (100 * warps) / maxWarps, limits, limiters, refused };
}

/** Stairs: warps for each size of the block, and where the program's own launch stands. */
export function occupancyPicture(device: Device, shape: Shape, width: 640 | 320): Picture {
  const most = device.max_threads_per_block;
  const [left, top, height] = [34, 12, 150];
  const across = width - left - 10;
  const sizes = Array.from({ length: most / 32 }, (_, index) => 32 * (index + 1));
  const all = sizes.map((threads) => ({ threads, ...occupancy(device, { ...shape, threads }) }));
  const own = occupancy(device, shape);
  const x = (threads: number) => left + (threads / most) * across;
  const y = (warps: number) => top + height - (warps / own.maxWarps) * height;
  let content = "";
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    const warps = Math.round(own.maxWarps * part);
    content += element("line", { x1: left, y1: y(warps), x2: left + across, y2: y(warps), class: "rule" });
    content += text(left - 4, y(warps) + 3, warps, "dim", "end");
  }
  for (const one of all) {
    const [from, to] = [x(one.threads - 32), x(one.threads)];
    const isOwn = Math.ceil(shape.threads / 32) * 32 === one.threads;
    const box = { x: from + 0.5, y: y(one.warps), width: Math.max(1, to - from - 1), height: top + height - y(one.warps) };
    content += element("rect", { ...box, class: isOwn ? "used" : "step" }, element("title", {}, escape(`${one.threads} threads: ${one.warps} warps`)));
  }
  if (!own.refused) content += element("path", { d: `M${x(shape.threads - 16)} ${y(own.warps) - 3}l-5 -8h10z`, class: "mark" });
  for (const threads of [128, 256, 512, 768, 1024].filter((one) => one <= most)) content += text(x(threads), top + height + 12, threads, "dim", "end");
  content += text(left, top + height + 24, "→ threads of a block · ↑ warps that fit · ▼ yours", "dim");
  const best = Math.max(...all.map((one) => one.warps));
  const title = `Warps that a multiprocessor of ${device.name} holds, by the size of the block`;
  const sum = own.refused
    ? `This cannot be launched: ${own.refused}.`
    : `${own.warps} of ${own.maxWarps} warps (${Math.round(own.percent)} %), ${own.blocks} blocks a multiprocessor; limited by ${own.limiters.join(" and ")}.` +
      (best > own.warps ? ` ${all.find((one) => one.warps === best)!.threads} threads a block would give ${best}.` : "");
  const rows = [...own.limits.map((limit) => [limit.name, Number.isFinite(limit.blocks) ? limit.blocks : "no limit", limit.says])];
  return { svg: frame(width, top + height + 30, `${title}. ${sum}`, content), title, sum, good: own.refused ? false : own.warps === own.maxWarps ? true : null, head: ["limit", "blocks", "because"], rows };
}
