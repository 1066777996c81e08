//! Integer functions (CUDA Math API, "Integer Intrinsics", "Integer Mathematical Functions").

use super::{HostSide, Recipe, Row};
use crate::lower::FunctionLowering;
use kern_ir::{Attrs, InstData, MulMode, Opcode, RegType, Type, Value};

pub(super) fn rows() -> Vec<Row> {
    let mul = |ty, mode| Recipe::with(Opcode::Mul, ty, Attrs { mul: Some(mode), ..Attrs::default() });
    let shf = |left, sat| Recipe::with(Opcode::Shf, Type::B32, Attrs { left, sat, is_in_place: true, ..Attrs::default() });
    let mul24 = |ty| Recipe::with(Opcode::Mul24, ty, Attrs { mul: Some(MulMode::Lo), ..Attrs::default() });
    let dp4a = |ty| Recipe::with(Opcode::Dp4a, ty, Attrs { is_in_place: true, ..Attrs::default() });
    let dp2a = |ty, mode| Recipe::with(Opcode::Dp2a, ty, Attrs { mul: Some(mode), is_in_place: true, ..Attrs::default() });
    let mut rows = vec![
        Row::new("int __popc(unsigned int x)", "popc.b32", Recipe::op(Opcode::Popc, Type::B32)),
        Row::new("int __popcll(unsigned long long x)", "popc.b64", Recipe::op(Opcode::Popc, Type::B64)),
        Row::new("int __clz(int x)", "clz.b32", Recipe::op(Opcode::Clz, Type::B32)),
        Row::new("int __clzll(long long x)", "clz.b64", Recipe::op(Opcode::Clz, Type::B64)),
        Row::new("int __ffs(int x)", "ffs.b32", Recipe::Code(|f, a| Some(find_first(f, a[0], Type::B32)))),
        Row::new("int __ffsll(long long x)", "ffs.b64", Recipe::Code(|f, a| Some(find_first(f, a[0], Type::B64)))),
        Row::new("unsigned int __brev(unsigned int x)", "brev.b32", Recipe::op(Opcode::Brev, Type::B32)),
        Row::new("unsigned long long __brevll(unsigned long long x)", "brev.b64", Recipe::op(Opcode::Brev, Type::B64)),
        Row::new(
            "unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int s)",
            "prmt.b32",
            Recipe::Code(|f, a| Some(permute(f, a))),
        ),
        Row::new("unsigned int __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int shift)", "shf.l.wrap", shf(true, false)),
        Row::new("unsigned int __funnelshift_lc(unsigned int lo, unsigned int hi, unsigned int shift)", "shf.l.clamp", shf(true, true)),
        Row::new("unsigned int __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int shift)", "shf.r.wrap", shf(false, false)),
        Row::new("unsigned int __funnelshift_rc(unsigned int lo, unsigned int hi, unsigned int shift)", "shf.r.clamp", shf(false, true)),
        Row::new("int __mulhi(int x, int y)", "mul.hi.s32", mul(Type::S32, MulMode::Hi)),
        Row::new("unsigned int __umulhi(unsigned int x, unsigned int y)", "mul.hi.u32", mul(Type::U32, MulMode::Hi)),
        Row::new("long long __mul64hi(long long x, long long y)", "mul.hi.s64", mul(Type::S64, MulMode::Hi)),
        Row::new("unsigned long long __umul64hi(unsigned long long x, unsigned long long y)", "mul.hi.u64", mul(Type::U64, MulMode::Hi)),
        Row::new("int __mul24(int x, int y)", "mul24.s32", mul24(Type::S32)),
        Row::new("unsigned int __umul24(unsigned int x, unsigned int y)", "mul24.u32", mul24(Type::U32)),
        Row::new("unsigned int __sad(int x, int y, unsigned int z)", "sad.s32", Recipe::op(Opcode::Sad, Type::S32)),
        Row::new("unsigned int __usad(unsigned int x, unsigned int y, unsigned int z)", "sad.u32", Recipe::op(Opcode::Sad, Type::U32)),
        Row::new("int __hadd(int x, int y)", "hadd.s32", Recipe::Code(|f, a| Some(average(f, Type::S32, a, false)))),
        Row::new("int __rhadd(int x, int y)", "rhadd.s32", Recipe::Code(|f, a| Some(average(f, Type::S32, a, true)))),
        Row::new(
            "unsigned int __uhadd(unsigned int x, unsigned int y)",
            "hadd.u32",
            Recipe::Code(|f, a| Some(average(f, Type::U32, a, false))),
        ),
        Row::new(
            "unsigned int __urhadd(unsigned int x, unsigned int y)",
            "rhadd.u32",
            Recipe::Code(|f, a| Some(average(f, Type::U32, a, true))),
        ),
        Row::new("int __dp4a(int a, int b, int c)", "dp4a.s32", dp4a(Type::S32)),
        Row::new("unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c)", "dp4a.u32", dp4a(Type::U32)),
        Row::new("int __dp2a_lo(int a, int b, int c)", "dp2a.lo.s32", dp2a(Type::S32, MulMode::Lo)),
        Row::new("unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c)", "dp2a.lo.u32", dp2a(Type::U32, MulMode::Lo)),
        Row::new("int __dp2a_hi(int a, int b, int c)", "dp2a.hi.s32", dp2a(Type::S32, MulMode::Hi)),
        Row::new("unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c)", "dp2a.hi.u32", dp2a(Type::U32, MulMode::Hi)),
    ];
    let same = |row: Row| row.on_host(HostSide::Same);
    let abs = |ty| Recipe::op(Opcode::Abs, ty);
    rows.extend(
        [
            Row::new("int abs(int x)", "abs.s32", abs(Type::S32)),
            Row::new("long labs(long x)", "abs.s64", abs(Type::S64)),
            Row::new("long long llabs(long long x)", "abs.s64", abs(Type::S64)),
            Row::new("long abs(long x)", "abs.s64", abs(Type::S64)),
            Row::new("long long abs(long long x)", "abs.s64", abs(Type::S64)),
        ]
        .map(same),
    );
    // CUDA's overloads of `min` and `max`; operands of two types take the unsigned one.
    let pairs = [
        ("int", "int", "int", Type::S32),
        ("unsigned int", "unsigned int", "unsigned int", Type::U32),
        ("unsigned int", "int", "unsigned int", Type::U32),
        ("unsigned int", "unsigned int", "int", Type::U32),
        ("long", "long", "long", Type::S64),
        ("unsigned long", "unsigned long", "unsigned long", Type::U64),
        ("unsigned long", "long", "unsigned long", Type::U64),
        ("unsigned long", "unsigned long", "long", Type::U64),
        ("long long", "long long", "long long", Type::S64),
        ("unsigned long long", "unsigned long long", "unsigned long long", Type::U64),
        ("unsigned long long", "long long", "unsigned long long", Type::U64),
        ("unsigned long long", "unsigned long long", "long long", Type::U64),
    ];
    for (name, op) in [("min", Opcode::Min), ("max", Opcode::Max)] {
        for (result, a, b, ty) in pairs {
            rows.push(same(Row::new(format!("{result} {name}({a} a, {b} b)"), format!("{name}.{ty}"), Recipe::op(op, ty))));
        }
    }
    for (name, ty) in
        [("umin", "unsigned int"), ("umax", "unsigned int"), ("ullmin", "unsigned long long"), ("ullmax", "unsigned long long")]
    {
        let op = if name.ends_with("min") { Opcode::Min } else { Opcode::Max };
        let inst = if ty.contains("long") { Type::U64 } else { Type::U32 };
        rows.push(same(Row::new(
            format!("{ty} {name}({ty} a, {ty} b)"),
            format!("{}.{inst}", if op == Opcode::Min { "min" } else { "max" }),
            Recipe::op(op, inst),
        )));
    }
    for (name, op) in [("llmin", Opcode::Min), ("llmax", Opcode::Max)] {
        rows.push(same(Row::new(
            format!("long long {name}(long long a, long long b)"),
            format!("{}.s64", &name[2..]),
            Recipe::op(op, Type::S64),
        )));
    }
    rows
}

/// One plus the position of the lowest one bit; 0 for 0.
fn find_first(f: &mut FunctionLowering<'_, '_>, x: Value, ty: Type) -> Value {
    let reversed = f.b.op(Opcode::Brev, ty, &[x]);
    let zeros = f.b.value(InstData { args: vec![reversed], ..InstData::new(Opcode::Clz, ty) }, RegType::B32);
    let one = f.word(1);
    let position = f.b.op(Opcode::Add, Type::S32, &[zeros, one]);
    let is_some = f.is_not_zero(x, if ty == Type::B64 { Type::U64 } else { Type::U32 });
    let none = f.word(0);
    f.b.op(Opcode::Selp, Type::B32, &[position, none, is_some])
}

/// Only three bits of each selector count; `prmt` would take the fourth as "copy the sign".
fn permute(f: &mut FunctionLowering<'_, '_>, args: &[Value]) -> Value {
    let mask = f.word(0x7777);
    let selector = f.b.op(Opcode::And, Type::B32, &[args[2], mask]);
    f.b.op(Opcode::Prmt, Type::B32, &[args[0], args[1], selector])
}

/// `(x + y) / 2`, or `(x + y + 1) / 2`, without overflow.
fn average(f: &mut FunctionLowering<'_, '_>, ty: Type, args: &[Value], up: bool) -> Value {
    let (x, y) = (args[0], args[1]);
    let one = f.word(1);
    let differ = f.b.op(Opcode::Xor, Type::B32, &[x, y]);
    let half = f.b.op(Opcode::Shr, ty, &[differ, one]);
    if up {
        let either = f.b.op(Opcode::Or, Type::B32, &[x, y]);
        f.b.op(Opcode::Sub, ty, &[either, half])
    } else {
        let both = f.b.op(Opcode::And, Type::B32, &[x, y]);
        f.b.op(Opcode::Add, ty, &[both, half])
    }
}
