//! Statements: assignments, memory, warps, and what parts threads.

use super::{Maker, Stmt};

impl Maker {
    /// Up to five statements, `depth` levels of others inside them.
    pub(super) fn statements(&mut self, depth: u32) -> Vec<Stmt> {
        let mut body = Vec::new();
        for _ in 0..1 + self.roll(5) {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            body.push(self.statement(depth));
        }
        body
    }

    fn statement(&mut self, depth: u32) -> Stmt {
        match self.roll(24) {
            0..=2 if depth > 0 => self.branch(depth - 1),
            3..=5 if depth > 0 => self.repeat(depth - 1),
            6 if depth > 0 => self.switch(depth - 1),
            7 | 8 => Stmt::Line(self.store()),
            9 => Stmt::Line(self.atomic()),
            10 | 11 if self.is_uniform => Stmt::Line(self.exchange()),
            12 | 13 => Stmt::Line(self.warp()),
            14 if self.loops > 0 => {
                let word = self.one_of(&["break", "continue"]);
                Stmt::Line(format!("if ({}) {word};", self.condition(1)))
            }
            15 if depth == 3 && self.roll(3) == 0 => {
                self.is_uniform = false;
                Stmt::Line(format!("if ({}) {{ out[gid + 3 * TOTAL] = {}; return; }}", self.condition(2), self.int(1)))
            }
            16 => Stmt::Line(self.call()),
            17 | 18 if depth > 0 => self.meeting(depth - 1),
            _ => Stmt::Line(self.assignment()),
        }
    }

    pub(super) fn assignment(&mut self) -> String {
        match self.roll(10) {
            0..=3 => {
                let (name, op) = (self.one_of(&["a", "b", "c", "d"]), self.one_of(&["=", "=", "+=", "^=", "-="]));
                format!("{name} {op} {};", self.int(2))
            }
            4 => format!("{} = {};", self.one_of(&["v", "w"]), self.unsigned(2)),
            5 => format!("{} = {};", self.one_of(&["l", "m"]), self.long(2)),
            6 | 7 => format!("{} = {};", self.one_of(&["f", "g", "h"]), self.float(2)),
            8 => format!("e = {};", self.double(3)),
            _ if self.is_uniform => {
                let name = self.one_of(&["u0", "u1", "u2"]);
                format!("{name} = {} {} {};", self.uniform(), self.one_of(&["+", "*", "^", "-"]), self.uniform())
            }
            _ => format!("a = {};", self.int(2)),
        }
    }

    fn store(&mut self) -> String {
        if self.is_wild && self.roll(3) == 0 {
            let (value, at) = (self.int(1), self.int(1));
            return match self.roll(4) {
                0 => format!("out[gid + 9 * TOTAL + {}] = {value};", self.roll(40)),
                1 => format!("loc[{at} & 15] = {value};"),
                2 => format!("if (tid == {}) out[{at}] = {value};", self.roll(40)),
                _ => format!("if (tid == {}) *(int *)((char *)(out + gid) + ({at} & 3)) = {value};", self.roll(8)),
            };
        }
        match self.roll(9) {
            0 => format!("out[gid] = {};", self.int(2)),
            1 => format!("out[TOTAL - 1 - gid] = {};", self.int(2)),
            2 => format!("out[gid + ({} & 3) * TOTAL] = {};", self.int(1), self.int(2)),
            3 => format!("fout[gid + {} * TOTAL] = {};", self.roll(4), self.float(2)),
            4 => format!("wide[gid] = {};", self.long(2)),
            5 | 6 => format!("loc[{} & 7] = {};", self.int(1), self.int(2)),
            7 => format!("((short *)out)[2 * gid + ({} & 1)] = {};", self.int(1), self.int(2)),
            _ => format!("((char4 *)out)[gid + TOTAL].{} = {};", self.one_of(&["x", "y", "z", "w"]), self.int(2)),
        }
    }

    fn atomic(&mut self) -> String {
        let name = self.one_of(&["atomicAdd", "atomicMin", "atomicMax", "atomicXor", "atomicOr", "atomicAnd"]);
        let at = match self.roll(4) {
            0 => "bins[tid & 7]".into(),
            1 => format!("bins[{} & 7]", self.int(1)),
            2 => format!("sums[{} & 63]", self.uniform()),
            _ => format!("sums[{} & 63]", self.int(1)),
        };
        match self.roll(7) {
            0 => format!("a = {name}(&out[gid], {});", self.int(1)),
            1 => format!("f = atomicAdd(&fout[gid], {});", self.float(1)),
            2 => format!("b = atomicCAS(&out[gid], {}, {});", self.int(1), self.int(1)),
            3 => format!("v = atomicExch((unsigned *)&out[gid + TOTAL], {});", self.unsigned(1)),
            4 => format!("m = atomicAdd((unsigned long long *)&wide[gid], (unsigned long long){});", self.long(1)),
            5 => format!("atomicAdd(&{at}, {});", self.uniform()),
            _ => format!("{name}(&{at}, {});", self.int(1)),
        }
    }

    /// Threads write an element each, wait, and read another's.
    fn exchange(&mut self) -> String {
        let from = match self.roll(4) {
            0 => format!("(tid + {}) % THREADS", self.roll(40)),
            1 => "THREADS - 1 - tid".into(),
            2 => format!("{} % THREADS", self.unsigned(1)),
            _ => format!("{} % THREADS", self.roll(40)),
        };
        let (array, name) = if self.roll(3) == 0 { ("fs", "g") } else { ("s", self.one_of(&["a", "c", "d"])) };
        let value = if array == "s" { self.int(2) } else { self.float(2) };
        format!("{array}[tid] = {value}; __syncthreads(); {name} = {array}[{from}]; __syncthreads();")
    }

    /// Operations of the lanes of a warp; of those that are here, in divergent flow.
    fn warp(&mut self) -> String {
        let op = self.exchange_of("mask");
        if !self.is_uniform {
            return format!("{{ unsigned mask = __activemask(); {op} }}");
        }
        match self.roll(3) {
            0 => {
                let p = self.condition(1);
                format!("{{ bool p = {p}; unsigned mask = __ballot_sync(0xffffffff, p); if (p) {{ {op} }} }}")
            }
            _ => op.replace("(mask", "(0xffffffff"),
        }
    }

    /// An operation of the lanes of a mask.
    pub(super) fn exchange_of(&mut self, mask: &str) -> String {
        let mode = self.one_of(&["__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync"]);
        let by = if self.roll(3) == 0 { format!("{} & 31", self.int(1)) } else { self.roll(32).to_string() };
        let width = self.one_of(&["", "", ", 16", ", 8"]);
        match self.roll(10) {
            0 => format!("f = {mode}({mask}, f, {by}{width});"),
            1 => format!("l = {mode}({mask}, l, {by}{width});"),
            2 => format!("v = __ballot_sync({mask}, {});", self.condition(1)),
            3 => format!("c = {}({mask}, {});", self.one_of(&["__any_sync", "__all_sync"]), self.condition(1)),
            4 => format!(
                "w = {}({mask}, {});",
                self.one_of(&["__reduce_add_sync", "__reduce_max_sync", "__reduce_xor_sync"]),
                self.unsigned(1)
            ),
            5 => format!("w = __match_any_sync({mask}, {} & 3);", self.int(1)),
            6 => format!("a += {mode}({mask}, {}, {by}{width}); __syncwarp({mask});", self.int(1)),
            7 => format!("__syncwarp({mask});"),
            _ => format!("a = {mode}({mask}, {}, {by}{width});", self.one_of(&["a", "b", "c", "d"])),
        }
    }

    fn call(&mut self) -> String {
        match self.roll(6) {
            0 => format!("a = steps({}, {} & 7);", self.int(1), self.int(1)),
            1 => format!("f = curve({}, {} & 3);", self.float(1), self.int(1)),
            2 => format!("for (const int *p = in + tid; p < in + {}; p += blockDim.x) b += *p;", 100 + self.roll(400)),
            3 => format!("{{ const int *p = ({}) ? in + 5 : out + gid; a ^= *p; }}", self.condition(1)),
            4 if self.roll(3) == 0 => format!("while (*flag > {}) b++;", self.roll(3)),
            _ => format!("{{ int *q = ({}) ? &loc[1] : &loc[{} & 7]; *q += {}; }}", self.condition(1), self.int(1), self.int(1)),
        }
    }

    /// Runs `make` where threads may have parted.
    pub(super) fn parted<T>(&mut self, loops: u32, make: impl FnOnce(&mut Maker) -> T) -> T {
        let (was, outer) = (self.is_uniform, self.loops);
        (self.is_uniform, self.loops) = (false, loops);
        let result = make(self);
        (self.is_uniform, self.loops) = (was, outer);
        result
    }

    fn branch(&mut self, depth: u32) -> Stmt {
        let is_even = self.is_uniform && self.roll(4) == 0;
        let cmp = self.one_of(&["<", "!=", ">="]);
        let p = if is_even { format!("{} {cmp} {}", self.uniform(), self.uniform()) } else { self.condition(2) };
        let loops = self.loops;
        let make = |maker: &mut Maker| {
            let mut parts = vec![(format!("if ({p}) {{"), maker.statements(depth))];
            if maker.roll(2) == 0 {
                parts.push(("} else {".into(), maker.statements(depth)));
            }
            parts
        };
        let parts = if is_even { make(self) } else { self.parted(loops, make) };
        Stmt::Nest(parts, "}".into())
    }

    fn repeat(&mut self, depth: u32) -> Stmt {
        self.names += 1;
        let i = format!("i{}", self.names);
        if self.is_uniform && self.roll(2) == 0 {
            let limit = if self.roll(2) == 0 { format!("({} & 3)", self.uniform()) } else { (1 + self.roll(5)).to_string() };
            let outer = std::mem::take(&mut self.loops);
            let part = self.statements(depth);
            self.loops = outer;
            return Stmt::Nest(vec![(format!("for (int {i} = 0, end = {limit}; {i} < end; ++{i}) {{"), part)], "}".into());
        }
        let limit = format!("({} & {})", self.int(1), self.one_of(&["3", "7", "15"]));
        let kind = self.roll(4);
        let part = self.parted(1, |maker| {
            let mut part = maker.statements(depth);
            part.insert(0, Stmt::Line(format!("{} += {i};", maker.one_of(&["a", "b", "d", "m", "f"]))));
            part
        });
        match kind {
            0 => {
                let open = format!("{{ int {i} = {limit}; while ({i}-- > 0) {{");
                Stmt::Nest(vec![(open, part)], "} }".into())
            }
            1 => {
                let open = format!("{{ int {i} = {limit}; do {{");
                Stmt::Nest(vec![(open, part)], format!("}} while (--{i} > 0); }}"))
            }
            _ => {
                let open = format!("for (int {i} = 0, end = {limit}; {i} < end; ++{i}) {{");
                Stmt::Nest(vec![(open, part)], "}".into())
            }
        }
    }

    fn switch(&mut self, depth: u32) -> Stmt {
        let on = self.int(1);
        let parts = self.parted(0, |maker| {
            let mut parts = vec![(format!("switch ({on} & 3) {{ case 0: {{"), maker.statements(depth))];
            for case in 1..2 + maker.roll(2) {
                let leave = maker.one_of(&["break; ", "break; ", ""]);
                parts.push((format!("}} {leave}case {case}: {{"), maker.statements(depth)));
            }
            parts.push(("} break; default: {".into(), maker.statements(depth)));
            parts
        });
        Stmt::Nest(parts, "} }".into())
    }
}
