//! Integer SIMD in a register (CUDA Math API, "SIMD Intrinsics"): each byte or half word of the arguments by itself.
//!
//! A lane is taken out with its sign, computed with in 32 bits, where nothing overflows, and its low bits go back.

use super::{HostSide, Recipe, Row};
use crate::lower::FunctionLowering;
use kern_ir::{Opcode, Type, Value};

/// A function of this family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Simd {
    /// Bits of a lane: 8, 16, or 32 for whole words.
    bits: u32,
    signed: bool,
    op: LaneOp,
}

/// What happens in a lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LaneOp {
    /// `|x|`, or its saturation.
    Abs { saturates: bool },
    /// `-x`, or its saturation.
    Neg { saturates: bool },
    /// One instruction, of whose result the low bits stay.
    Wrapping(Opcode),
    /// One instruction, the result saturated.
    Saturating(Opcode),
    /// `Min` or `Max`.
    Extreme(Opcode),
    /// `(x + y) / 2`, of integers.
    HalfSum,
    /// The same rounded up; a negative sum is rounded down.
    Average,
    /// `|x - y|`
    Distance,
    /// The sum of `|x - y|` over the lanes.
    SumOfDistances,
    /// All ones, or 1, where it holds.
    Compare { how: Comparison, one: bool },
    /// `max(x, y)` and its kin of two or three arguments.
    Chain { adds: bool, op: Opcode, relu: bool },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Comparison {
    Eq,
    Ne,
    Ge,
    Gt,
    Le,
    Lt,
}

pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |stem: &str, arity: usize, signed: bool, op: LaneOp| {
        for (lanes, bits) in [(2, 16), (4, 8)] {
            let name = format!("__{stem}{lanes}");
            let parameters = if arity == 1 { "unsigned int a" } else { "unsigned int a, unsigned int b" };
            rows.push(Row::new(format!("unsigned int {name}({parameters})"), name, Recipe::Simd(Simd { bits, signed, op })));
        }
    };
    add("vabs", 1, true, LaneOp::Abs { saturates: false });
    add("vabsss", 1, true, LaneOp::Abs { saturates: true });
    add("vneg", 1, true, LaneOp::Neg { saturates: false });
    add("vnegss", 1, true, LaneOp::Neg { saturates: true });
    add("vhaddu", 2, false, LaneOp::HalfSum);
    for (end, signed) in [("s", true), ("u", false)] {
        add(&format!("vadd{end}s"), 2, signed, LaneOp::Saturating(Opcode::Add));
        add(&format!("vsub{end}s"), 2, signed, LaneOp::Saturating(Opcode::Sub));
        add(&format!("vmax{end}"), 2, signed, LaneOp::Extreme(Opcode::Max));
        add(&format!("vmin{end}"), 2, signed, LaneOp::Extreme(Opcode::Min));
        add(&format!("vavg{end}"), 2, signed, LaneOp::Average);
        add(&format!("vabsdiff{end}"), 2, signed, LaneOp::Distance);
        add(&format!("vsad{end}"), 2, signed, LaneOp::SumOfDistances);
    }
    for (start, one) in [("vcmp", false), ("vset", true)] {
        add(&format!("{start}eq"), 2, false, LaneOp::Compare { how: Comparison::Eq, one });
        add(&format!("{start}ne"), 2, false, LaneOp::Compare { how: Comparison::Ne, one });
        for (name, how) in [("ge", Comparison::Ge), ("gt", Comparison::Gt), ("le", Comparison::Le), ("lt", Comparison::Lt)] {
            add(&format!("{start}{name}s"), 2, true, LaneOp::Compare { how, one });
            add(&format!("{start}{name}u"), 2, false, LaneOp::Compare { how, one });
        }
    }
    rows.extend(chains());
    rows
}

/// `__vimax3_s32`, `__viaddmin_s16x2_relu` and their kin, which the host has too.
fn chains() -> Vec<Row> {
    let mut rows = Vec::new();
    for (end, ty, bits, signed) in [
        ("s32", "int", 32, true),
        ("s16x2", "unsigned int", 16, true),
        ("u32", "unsigned int", 32, false),
        ("u16x2", "unsigned int", 16, false),
    ] {
        for (minmax, op) in [("max", Opcode::Max), ("min", Opcode::Min)] {
            for (name, adds, arity) in
                [(format!("vi{minmax}"), false, 2), (format!("vi{minmax}3"), false, 3), (format!("viadd{minmax}"), true, 3)]
            {
                for relu in [false, true] {
                    // There is no `__vimax_s32`, which is `max`, and nothing to cut off without a sign.
                    if (arity == 2 && !relu) || (relu && !signed) {
                        continue;
                    }
                    let name = format!("__{name}_{end}{}", if relu { "_relu" } else { "" });
                    let third = if arity == 3 { format!(", {ty} c") } else { String::new() };
                    let recipe = Recipe::Simd(Simd { bits, signed, op: LaneOp::Chain { adds, op, relu } });
                    rows.push(Row::new(format!("{ty} {name}({ty} a, {ty} b{third})"), name, recipe).on_host(HostSide::Same));
                }
            }
        }
    }
    rows
}

impl Simd {
    /// What the instruction `stem` with 4 or 2 behind it does in a lane: `.sat`, `.add`, and the comparison of `vset`.
    pub(crate) fn of_ptx(stem: &str, bits: u32, signed: bool, saturates: bool, sums: bool, comparison: &str) -> Option<Simd> {
        let plain = |op| if saturates { LaneOp::Saturating(op) } else { LaneOp::Wrapping(op) };
        let op = match stem {
            "vabsdiff" if sums => LaneOp::SumOfDistances,
            _ if sums => return None,
            "vabsdiff" if !saturates => LaneOp::Distance,
            "vadd" => plain(Opcode::Add),
            "vsub" => plain(Opcode::Sub),
            "vavrg" => LaneOp::Average,
            "vmin" => LaneOp::Extreme(Opcode::Min),
            "vmax" => LaneOp::Extreme(Opcode::Max),
            "vset" => {
                let how = match comparison {
                    "eq" => Comparison::Eq,
                    "ne" => Comparison::Ne,
                    "ge" => Comparison::Ge,
                    "gt" => Comparison::Gt,
                    "le" => Comparison::Le,
                    "lt" => Comparison::Lt,
                    _ => return None,
                };
                LaneOp::Compare { how, one: true }
            }
            _ => return None,
        };
        Some(Simd { bits, signed, op })
    }

    /// Appends the instructions for a call.
    pub(crate) fn lower(self, f: &mut FunctionLowering<'_, '_>, args: &[Value]) -> Option<Value> {
        if self.bits == 32 {
            return self.lane(f, args);
        }
        let sums = self.op == LaneOp::SumOfDistances;
        let mut whole = None;
        for lane in 0..32 / self.bits {
            let parts: Vec<Value> = args.iter().map(|word| self.take(f, *word, lane)).collect();
            let part = self.lane(f, &parts)?;
            let placed = if sums { part } else { self.put(f, part, lane) };
            whole = Some(match whole {
                None => placed,
                Some(before) if sums => f.b.op(Opcode::Add, Type::S32, &[before, placed]),
                Some(before) => f.b.op(Opcode::Or, Type::B32, &[before, placed]),
            });
        }
        whole
    }

    /// A lane as a number.
    fn take(self, f: &mut FunctionLowering<'_, '_>, word: Value, lane: u32) -> Value {
        let (up, down) = (f.word(u64::from(32 - self.bits * (lane + 1))), f.word(u64::from(32 - self.bits)));
        let top = f.b.op(Opcode::Shl, Type::B32, &[word, up]);
        f.b.op(Opcode::Shr, self.word_type(), &[top, down])
    }

    /// The low bits of a number where the lane has them.
    fn put(self, f: &mut FunctionLowering<'_, '_>, value: Value, lane: u32) -> Value {
        let (mask, up) = (f.word((1 << self.bits) - 1), f.word(u64::from(self.bits * lane)));
        let low = f.b.op(Opcode::And, Type::B32, &[value, mask]);
        f.b.op(Opcode::Shl, Type::B32, &[low, up])
    }

    fn word_type(self) -> Type {
        if self.signed { Type::S32 } else { Type::U32 }
    }

    fn lane(self, f: &mut FunctionLowering<'_, '_>, args: &[Value]) -> Option<Value> {
        let s32 = Type::S32;
        let x = *args.first()?;
        let y = args.get(1).copied().unwrap_or(x);
        Some(match self.op {
            LaneOp::Abs { saturates } => {
                let value = f.b.op(Opcode::Abs, s32, &[x]);
                if saturates { self.saturate(f, value) } else { value }
            }
            LaneOp::Neg { saturates } => {
                let value = f.b.op(Opcode::Neg, s32, &[x]);
                if saturates { self.saturate(f, value) } else { value }
            }
            LaneOp::Saturating(op) => {
                let value = f.b.op(op, s32, &[x, y]);
                self.saturate(f, value)
            }
            LaneOp::Wrapping(op) | LaneOp::Extreme(op) => f.b.op(op, s32, &[x, y]),
            LaneOp::HalfSum | LaneOp::Average => {
                let mut sum = f.b.op(Opcode::Add, s32, &[x, y]);
                let (one, thirty_one) = (f.word(1), f.word(31));
                if self.op == LaneOp::Average {
                    // 1 more, unless the sum is negative.
                    let negative = f.b.op(Opcode::Shr, s32, &[sum, thirty_one]);
                    let more = f.b.op(Opcode::Add, s32, &[negative, one]);
                    sum = f.b.op(Opcode::Add, s32, &[sum, more]);
                }
                f.b.op(Opcode::Shr, s32, &[sum, one])
            }
            LaneOp::Distance | LaneOp::SumOfDistances => {
                let difference = f.b.op(Opcode::Sub, s32, &[x, y]);
                f.b.op(Opcode::Abs, s32, &[difference])
            }
            LaneOp::Compare { how, one } => {
                let holds = compare(f, how, x, y);
                let unit = f.word(1);
                if one { f.b.op(Opcode::And, Type::B32, &[holds, unit]) } else { holds }
            }
            LaneOp::Chain { adds, op, relu } => {
                let ty = self.word_type();
                let mut value = match args.get(2) {
                    Some(z) if adds => {
                        let sum = f.b.op(Opcode::Add, ty, &[x, y]);
                        // The sum of a lane wraps.
                        let sum = if self.bits == 32 { sum } else { self.take(f, sum, 0) };
                        f.b.op(op, ty, &[sum, *z])
                    }
                    Some(z) => {
                        let first = f.b.op(op, ty, &[x, y]);
                        f.b.op(op, ty, &[first, *z])
                    }
                    None => f.b.op(op, ty, &[x, y]),
                };
                if relu {
                    let zero = f.word(0);
                    value = f.b.op(Opcode::Max, s32, &[value, zero]);
                }
                value
            }
        })
    }

    /// The nearest number that the lane can hold.
    fn saturate(self, f: &mut FunctionLowering<'_, '_>, value: Value) -> Value {
        let most = (1i64 << (self.bits - u32::from(self.signed))) - 1;
        let least = if self.signed { -most - 1 } else { 0 };
        let (least, most) = (f.word(u64::from(least as u32)), f.word(most as u64));
        let value = f.b.op(Opcode::Max, Type::S32, &[value, least]);
        f.b.op(Opcode::Min, Type::S32, &[value, most])
    }
}

/// All ones where it holds: the sign of a difference that does not overflow.
fn compare(f: &mut FunctionLowering<'_, '_>, how: Comparison, x: Value, y: Value) -> Value {
    let sign_of = |f: &mut FunctionLowering<'_, '_>, a: Value, b: Value| {
        let difference = f.b.op(Opcode::Sub, Type::S32, &[a, b]);
        let thirty_one = f.word(31);
        f.b.op(Opcode::Shr, Type::S32, &[difference, thirty_one])
    };
    let holds = match how {
        Comparison::Lt | Comparison::Ge => sign_of(f, x, y),
        Comparison::Gt | Comparison::Le => sign_of(f, y, x),
        Comparison::Eq | Comparison::Ne => {
            // Zero minus a difference of bits, which is positive.
            let (differ, zero) = (f.b.op(Opcode::Xor, Type::B32, &[x, y]), f.word(0));
            sign_of(f, zero, differ)
        }
    };
    match how {
        Comparison::Lt | Comparison::Gt | Comparison::Ne => holds,
        Comparison::Ge | Comparison::Le | Comparison::Eq => f.b.op(Opcode::Not, Type::B32, &[holds]),
    }
}
