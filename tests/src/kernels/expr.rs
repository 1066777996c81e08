//! Expressions, by type. An integer expression never has the value of a float that does not fit it.

use super::Maker;

impl Maker {
    pub(super) fn roll(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    pub(super) fn one_of(&mut self, texts: &[&'static str]) -> &'static str {
        texts[self.random.below(texts.len())]
    }

    pub(super) fn uniform(&mut self) -> String {
        match self.roll(6) {
            0 => self.roll(9).to_string(),
            1 => format!("({} + {})", self.one_of(&["u0", "u1", "u2", "n"]), self.roll(5)),
            2 => "(int)gridDim.x".into(),
            _ => self.one_of(&["u0", "u1", "u2"]).into(),
        }
    }

    fn constant(&mut self) -> String {
        match self.roll(6) {
            0 => self.one_of(&["2147483647", "-1", "0x55555555", "65536", "-32768", "255"]).into(),
            1 => format!("-{}", 1 + self.roll(40)),
            _ => self.roll(40).to_string(),
        }
    }

    /// An `int`.
    pub(super) fn int(&mut self, depth: u32) -> String {
        if depth == 0 || self.roll(4) == 0 {
            return match self.roll(8) {
                0 if !self.rounds.is_empty() => self.rounds[self.random.below(self.rounds.len())].clone(),
                0 => self.constant(),
                1 => self.uniform(),
                2 => self.one_of(&["tid", "gid", "(int)threadIdx.x", "(int)threadIdx.y", "(int)threadIdx.x * 4"]).into(),
                _ => self.one_of(&["a", "b", "c", "d"]).into(),
            };
        }
        let next = depth - 1;
        match self.roll(18) {
            0..=3 => {
                let op = self.one_of(&["+", "-", "*", "&", "|", "^"]);
                format!("({} {op} {})", self.int(next), self.int(next))
            }
            4 => {
                let op = self.one_of(&["<<", ">>"]);
                format!("({} {op} ({} & 31))", self.int(next), self.int(next))
            }
            5 => {
                let op = self.one_of(&["/", "%"]);
                format!("({} {op} ({} & 63 | 1))", self.int(next), self.int(next))
            }
            6 => {
                let op = self.one_of(&["/", "%"]);
                format!("({} {op} {})", self.int(next), self.one_of(&["3", "7", "8", "10", "-5", "1000", "32"]))
            }
            7 => format!("({} ? {} : {})", self.condition(next), self.int(next), self.int(next)),
            8 => format!("{}({}, {})", self.one_of(&["min", "max", "pick"]), self.int(next), self.int(next)),
            9 => format!("{}({})", self.one_of(&["__popc", "__clz", "__ffs", "(int)__brev", "abs"]), self.int(next)),
            10 => format!("__mulhi({}, {})", self.int(next), self.int(next)),
            11 => format!("({})({})", self.one_of(&["signed char", "short", "unsigned char", "unsigned short", "bool"]), self.int(next)),
            12 => format!("(int)({})", self.unsigned(next)),
            13 => format!("(int)({})", self.long(next)),
            14 => match self.roll(3) {
                0 => format!("__float_as_int({})", self.float(next)),
                1 => format!("(int)({})", self.float(next)),
                _ => format!("(int)({})", self.double(next)),
            },
            15 => format!("({} < {})", self.float(next), self.float(next)),
            16 => {
                format!("(int)__byte_perm({}, {}, {})", self.int(next), self.int(next), self.one_of(&["0x3210", "0x5410", "0x0123", "v"]))
            }
            _ => self.load(next),
        }
    }

    /// A load of an `int` that nobody writes.
    fn load(&mut self, depth: u32) -> String {
        if self.is_wild && self.roll(3) == 0 {
            let at = self.int(depth.min(1));
            return match self.roll(4) {
                0 => format!("in[{at} % 1200]"),
                1 => format!("loc[{at} & 15]"),
                2 => format!("*(const int *)((const char *)in + ({at} & 4095))"),
                _ => format!("table[{at} & 31]"),
            };
        }
        let at = self.int(depth);
        match self.roll(9) {
            0 => format!("in[gid + {}]", self.roll(60)),
            1 => format!("in[(tid * {} + {}) % WORDS]", 1 + self.roll(7), self.roll(9)),
            2 => format!("in[{} & 1023]", self.uniform()),
            3 => format!("loc[{at} & 7]"),
            4 => format!("table[{at} & 15]"),
            5 => format!("rows[{at} & 15][tid & 255]"),
            6 => format!("((const {} *)in)[{at} & 1023]", self.one_of(&["unsigned char", "short", "signed char", "unsigned short"])),
            7 => format!("((const int4 *)in)[{at} & 255].{}", self.one_of(&["x", "y", "z", "w"])),
            _ => format!("in[{at} & 1023]"),
        }
    }

    /// An `unsigned`.
    pub(super) fn unsigned(&mut self, depth: u32) -> String {
        if depth == 0 || self.roll(4) == 0 {
            return match self.roll(5) {
                0 => "(unsigned)tid".into(),
                1 => format!("{}u", self.roll(70)),
                _ => self.one_of(&["v", "w"]).into(),
            };
        }
        let next = depth - 1;
        match self.roll(10) {
            0..=2 => {
                let op = self.one_of(&["+", "-", "*", "&", "|", "^"]);
                format!("({} {op} {})", self.unsigned(next), self.unsigned(next))
            }
            3 => format!("({} {} ({} & 31))", self.unsigned(next), self.one_of(&["<<", ">>"]), self.int(next)),
            4 => format!("({} {} ({} | 1u))", self.unsigned(next), self.one_of(&["/", "%"]), self.unsigned(next)),
            5 => format!("({} {} {})", self.unsigned(next), self.one_of(&["/", "%"]), self.one_of(&["3u", "7u", "16u", "641u"])),
            6 => format!("__umulhi({}, {})", self.unsigned(next), self.unsigned(next)),
            7 => format!("{}({}, {})", self.one_of(&["min", "max"]), self.unsigned(next), self.unsigned(next)),
            8 => {
                let name = self.one_of(&["__funnelshift_l", "__funnelshift_r", "__funnelshift_lc", "__usad"]);
                format!("{name}({}, {}, {})", self.unsigned(next), self.unsigned(next), self.unsigned(next))
            }
            _ => format!("(unsigned)({})", self.int(next)),
        }
    }

    /// A `long long`.
    pub(super) fn long(&mut self, depth: u32) -> String {
        if depth == 0 || self.roll(4) == 0 {
            return match self.roll(4) {
                0 => format!("{}ll", self.roll(1000)),
                _ => self.one_of(&["l", "m"]).into(),
            };
        }
        let next = depth - 1;
        match self.roll(11) {
            0..=2 => {
                let op = self.one_of(&["+", "-", "*", "&", "|", "^"]);
                format!("({} {op} {})", self.long(next), self.long(next))
            }
            3 => format!("({} {} ({} & 63))", self.long(next), self.one_of(&["<<", ">>"]), self.int(next)),
            4 => format!("({} {} ({} & 1023 | 1))", self.long(next), self.one_of(&["/", "%"]), self.long(next)),
            5 => format!(
                "(long long)((unsigned long long){} {} ({} & 31))",
                self.long(next),
                self.one_of(&["<<", ">>", "*", "/ 7 +"]),
                self.int(next)
            ),
            6 => format!("{}({}, {})", self.one_of(&["min", "max", "__mul64hi"]), self.long(next), self.long(next)),
            7 => format!("(long long)({})", self.unsigned(next)),
            8 => format!("({} ? {} : {})", self.condition(next), self.long(next), self.long(next)),
            9 => match self.roll(3) {
                0 => format!("(long long)__popcll({})", self.long(next)),
                1 => format!("(long long)({})", self.float(next)),
                _ => format!("(long long)({})", self.double(next)),
            },
            _ => format!("(long long)({})", self.int(next)),
        }
    }

    /// A `float`.
    pub(super) fn float(&mut self, depth: u32) -> String {
        if depth == 0 || self.roll(4) == 0 {
            return match self.roll(5) {
                0 => self.one_of(&["0.5f", "-2.0f", "3.0f", "0.0f", "1e10f", "100.25f"]).into(),
                1 => "(float)tid".into(),
                _ => self.one_of(&["f", "g", "h"]).into(),
            };
        }
        let next = depth - 1;
        match self.roll(16) {
            0..=3 => {
                let op = self.one_of(&["+", "-", "*"]);
                format!("({} {op} {})", self.float(next), self.float(next))
            }
            4 => format!("({} * {} + {})", self.float(next), self.float(next), self.float(next)),
            5 => format!("({} / {})", self.float(next), self.float(next)),
            6 => format!("{}({}, {})", self.one_of(&["fminf", "fmaxf", "copysignf"]), self.float(next), self.float(next)),
            7 => format!("{}({})", self.one_of(&["sqrtf", "fabsf", "floorf", "truncf", "-", "rintf", "ceilf"]), self.float(next)),
            8 => format!("(float)({})", self.int(next)),
            9 => format!("(float)({})", self.unsigned(next)),
            10 => format!("(float)({})", self.long(next)),
            11 => format!("(float)({})", self.double(next)),
            12 => format!("({} ? {} : {})", self.condition(next), self.float(next), self.float(next)),
            13 => format!("__int_as_float({})", self.int(next)),
            14 => {
                let name = self.one_of(&["__sinf", "rsqrtf", "__expf", "__fdividef", "__saturatef", "__fadd_rz"]);
                let two = if matches!(name, "__fdividef" | "__fadd_rz") { format!(", {}", self.float(next)) } else { String::new() };
                format!("{name}({}{two})", self.float(next))
            }
            _ => match self.roll(3) {
                0 => "fin[gid % WORDS]".into(),
                1 => format!("((const float2 *)fin)[{} & 511].y", self.int(next)),
                _ => format!("fin[{} & 1023]", self.int(next)),
            },
        }
    }

    /// A `double`.
    pub(super) fn double(&mut self, depth: u32) -> String {
        if depth == 0 || self.roll(3) == 0 {
            return match self.roll(4) {
                0 => self.one_of(&["0.1", "-3.5", "1e100", "7.0"]).into(),
                _ => "e".into(),
            };
        }
        let next = depth - 1;
        match self.roll(8) {
            0..=1 => {
                let op = self.one_of(&["+", "-", "*", "/"]);
                format!("({} {op} {})", self.double(next), self.double(next))
            }
            2 => format!("fma({}, {}, {})", self.double(next), self.double(next), self.double(next)),
            3 => format!("{}({}, {})", self.one_of(&["fmin", "fmax"]), self.double(next), self.double(next)),
            4 => format!("{}({})", self.one_of(&["sqrt", "fabs", "floor", "-"]), self.double(next)),
            5 => format!("(double)({})", self.float(next)),
            6 => format!("(double)({})", self.long(next)),
            _ => format!("(double)({})", self.int(next)),
        }
    }

    /// What may differ between threads.
    pub(super) fn condition(&mut self, depth: u32) -> String {
        let cmp = self.one_of(&["<", "<=", ">", ">=", "==", "!="]);
        match self.roll(10) {
            0 => format!("tid {cmp} {}", self.roll(70)),
            1 => format!("({} & {}) {cmp} {}", self.int(depth.min(1)), self.one_of(&["1", "3", "7"]), self.roll(4)),
            2 => format!("{} {cmp} {}", self.float(depth.min(1)), self.float(depth.min(1))),
            3 => format!("{} {cmp} {}", self.unsigned(depth.min(1)), self.unsigned(depth.min(1))),
            4 => format!("{} {cmp} {}", self.long(depth.min(1)), self.long(depth.min(1))),
            5 if depth > 0 => format!("({} {} {})", self.condition(depth - 1), self.one_of(&["&&", "||"]), self.condition(depth - 1)),
            6 => format!("{} {cmp} {}", self.double(depth.min(1)), self.double(depth.min(1))),
            7 => format!("{} {cmp} {}", self.uniform(), self.uniform()),
            _ => format!("{} {cmp} {}", self.int(depth.min(1)), self.int(depth.min(1))),
        }
    }
}
