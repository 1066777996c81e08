// Puts a module in another order that does the same and packs better: functions that are alike stand beside each other, one stands for all
// that are the same, and the locals of a function that are used most have the lowest numbers. It knows the instructions that rustc writes
// for wasm32-unknown-unknown without further features; another one, or another way to write a section, is an error.

const IMPORTS = 2;
const FUNCTIONS = 3;
const EXPORTS = 7;
const ELEMENTS = 9;
const CODE = 10;

/** Reads numbers and bytes one after the other. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  numbers(count) {
    return Array.from({ length: count }, () => this.number());
  }
}

function number(value) {
  const out = [];
  do {
    const low = value % 128;
    value = Math.floor(value / 128);
    out.push(value ? low | 128 : low);
  } while (value);
  return out;
}

/** Goes over what follows the opcode of an instruction that names neither a function nor a local. */
function immediates(reader, op) {
  if (op === 0x0e) reader.numbers(reader.number() + 1); // br_table
  else if (op === 0x11 || (op >= 0x28 && op <= 0x3e)) reader.numbers(2); // call_indirect, loads and stores
  else if (op === 0x1c) reader.take(reader.number()); // select of a type
  else if (op === 0x43) reader.take(4); // f32.const
  else if (op === 0x44) reader.take(8); // f64.const
  else if (op === 0xfc) {
    const which = reader.number();
    if (which === 10) reader.take(2); // memory.copy
    else if (which === 11) reader.take(1); // memory.fill
    else if (which > 7) throw new Error(`unknown instruction 0xfc ${which}`);
  } else if ([0x02, 0x03, 0x04, 0x0c, 0x0d, 0x23, 0x24, 0x3f, 0x40, 0x41, 0x42].includes(op)) reader.number(); // one number
  else if (!([0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b].includes(op) || (op >= 0x45 && op <= 0xc4))) throw new Error(`unknown instruction ${op}`);
}

/** A function: the types of its locals, and its code in parts, of which each but the last ends where `names` has a function or a local. */
function body(reader, type) {
  const end = reader.number() + reader.at;
  const locals = [];
  for (let groups = reader.number(); groups > 0; groups--) {
    const count = reader.number();
    locals.push(...Array(count).fill(reader.byte()));
  }
  const parts = [];
  const names = [];
  let start = reader.at;
  let instructions = 0;
  while (reader.at < end) {
    const op = reader.byte();
    instructions++;
    const isLocal = op >= 0x20 && op <= 0x22;
    if (isLocal || op === 0x10) {
      parts.push(reader.bytes.subarray(start, reader.at));
      names.push({ isLocal, index: reader.number() });
      start = reader.at;
    } else immediates(reader, op);
  }
  parts.push(reader.bytes.subarray(start, end));
  return { type, locals, parts, names, instructions };
}

/** Below zero where the list `a` of numbers comes before `b`. */
function compared(a, b) {
  const at = a.findIndex((one, i) => one !== b[i]);
  return at < 0 ? 0 : a[at] - b[at];
}

/** The bytes of a function; `moved` has the new number of each function. */
function written({ locals, parts, names }, parameters, moved) {
  const uses = Array(parameters + locals.length).fill(0);
  for (const { isLocal, index } of names) if (isLocal) uses[index]++;
  const kept = locals.map((type, at) => ({ type, at: at + parameters })).filter(({ at }) => uses[at] > 0);
  kept.sort((a, b) => b.type - a.type || uses[b.at] - uses[a.at]);
  const places = Array.from({ length: parameters }, (_, at) => at);
  const groups = [];
  kept.forEach(({ type, at }, place) => {
    places[at] = place + parameters;
    if (groups.at(-1)?.type === type) groups.at(-1).count++;
    else groups.push({ type, count: 1 });
  });
  const out = [...number(groups.length), ...groups.flatMap(({ count, type }) => [...number(count), type])];
  parts.forEach((part, at) => {
    for (const byte of part) out.push(byte);
    if (at < names.length) out.push(...number((names[at].isLocal ? places : moved)[names[at].index]));
  });
  return Buffer.from([...number(out.length), ...out]);
}

/** The numbers of the functions that stand for others: each function's own, or that of one that does the same, instruction for instruction. */
function standIns(functions, imported) {
  const standIn = Array.from({ length: imported + functions.length }, (_, at) => at);
  for (let merged = 1; merged > 0; ) {
    merged = 0;
    const seen = new Map();
    functions.forEach(({ type, locals, parts, names }, i) => {
      const at = i + imported;
      if (standIn[at] !== at) return;
      const called = names.map(({ isLocal, index }) => (isLocal ? -index : standIn[index] === at ? "itself" : standIn[index]));
      const key = [type, locals, called, Buffer.concat(parts).toString("latin1")].join("|");
      if (seen.has(key)) {
        standIn[at] = seen.get(key);
        merged++;
      } else seen.set(key, at);
    });
    standIn.forEach((one, at) => (standIn[at] = standIn[one]));
  }
  return standIn;
}

/** The module in its new order. */
export function ordered(module) {
  const sections = new Map();
  const reader = new Reader(module, 8);
  while (reader.at < module.length) sections.set(reader.byte(), reader.take(reader.number()));
  const open = (kind) => new Reader(sections.get(kind));

  const imports = open(IMPORTS);
  const imported = imports.number();
  for (let i = 0; i < imported; i++) {
    imports.take(imports.number());
    imports.take(imports.number());
    imports.numbers(2);
  }
  const types = open(1);
  const parameters = Array.from({ length: types.number() }, () => {
    types.byte();
    const count = types.number();
    types.take(count);
    types.take(types.number());
    return count;
  });
  const declared = open(FUNCTIONS);
  const code = open(CODE);
  code.number();
  const functions = declared.numbers(declared.number()).map((type) => body(code, type));

  const standIn = standIns(functions, imported);
  const calls = Array(standIn.length).fill(0);
  functions.forEach((one, i) => (one.at = i + imported));
  const kept = functions.filter(({ at }) => standIn[at] === at);
  for (const { names } of kept) for (const { isLocal, index } of names) if (!isLocal) calls[standIn[index]]++;
  // Those that are called most have numbers of one byte.
  const byCalls = [...kept].sort((a, b) => calls[b.at] - calls[a.at]);
  const first = byCalls.slice(0, 128 - imported);
  const measures = ({ type, locals, instructions }) => [parameters[type], type, locals.length, instructions];
  const order = [...first, ...byCalls.slice(128 - imported).sort((a, b) => compared(measures(a), measures(b)))];
  const places = standIn.map((_, at) => at);
  order.forEach(({ at }, place) => (places[at] = place + imported));
  const moved = standIn.map((at) => places[at]);

  sections.set(FUNCTIONS, Buffer.from([...number(order.length), ...order.flatMap(({ type }) => number(type))]));
  sections.set(CODE, Buffer.concat([Buffer.from(number(order.length)), ...order.map((one) => written(one, parameters[one.type], moved))]));
  sections.set(EXPORTS, exports(open(EXPORTS), moved));
  sections.set(ELEMENTS, elements(open(ELEMENTS), moved));
  return Buffer.concat([module.subarray(0, 8), ...[...sections].flatMap(([kind, bytes]) => [Buffer.from([kind, ...number(bytes.length)]), bytes])]);
}

function exports(reader, moved) {
  const count = reader.number();
  const out = number(count);
  for (let i = 0; i < count; i++) {
    const name = reader.take(reader.number());
    const kind = reader.byte();
    const index = reader.number();
    out.push(...number(name.length), ...name, kind, ...number(kind === 0 ? moved[index] : index));
  }
  return Buffer.from(out);
}

/** The table of functions: segments of the first table, at a constant. */
function elements(reader, moved) {
  const count = reader.number();
  const out = number(count);
  for (let i = 0; i < count; i++) {
    const [flags, op, at, end] = [reader.number(), reader.byte(), reader.number(), reader.byte()];
    if (flags !== 0 || op !== 0x41 || end !== 0x0b) throw new Error("a table is written in an unknown way");
    const functions = reader.numbers(reader.number());
    out.push(flags, op, ...number(at), end, ...number(functions.length), ...functions.flatMap((index) => number(moved[index])));
  }
  return Buffer.from(out);
}
