//! Floating functions that are instructions (CUDA Math API, "Single Precision Intrinsics" and the like).

use super::recipe::Code;
use super::{HostSide, Recipe, Row};
use crate::lower::FunctionLowering;
use kern_ir::{Attrs, Cmp, Opcode, Precision, RegType, Rounding, Type, Value};

/// log2(e), ln(2), log10(2), log2(10) as nvcc writes them.
const LOG2_E: u64 = 0x3FB8_AA3B;
const LN_2: u64 = 0x3F31_7218;
const LOG10_2: u64 = 0x3E9A_209B;
const LOG2_10: u64 = 0x4054_9A78;

const ROUNDINGS: [(&str, Rounding); 4] = [("rn", Rounding::Rn), ("rz", Rounding::Rz), ("ru", Rounding::Rp), ("rd", Rounding::Rm)];

pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    rounded(&mut rows);
    narrow(&mut rows);
    fast(&mut rows);
    plain(&mut rows);
    tests(&mut rows);
    rows
}

/// `__fadd_rn`, `__dmul_rz`, …: the rounding is written, so nothing is contracted.
fn rounded(rows: &mut Vec<Row>) {
    for (suffix, rounding) in ROUNDINGS {
        let with = |op, ty| Recipe::with(op, ty, Attrs { rounding: Some(rounding), ..Attrs::default() });
        for (prefix, c, ty) in [("f", "float", Type::F32), ("d", "double", Type::F64)] {
            for (name, op) in [("add", Opcode::Add), ("sub", Opcode::Sub), ("mul", Opcode::Mul), ("div", Opcode::Div)] {
                rows.push(Row::new(
                    format!("{c} __{prefix}{name}_{suffix}({c} x, {c} y)"),
                    format!("{name}.{rounding}.{ty}"),
                    with(op, ty),
                ));
            }
            for (name, op) in [("rcp", Opcode::Rcp), ("sqrt", Opcode::Sqrt)] {
                rows.push(Row::new(format!("{c} __{prefix}{name}_{suffix}({c} x)"), format!("{name}.{rounding}.{ty}"), with(op, ty)));
            }
            let names: &[&str] = if ty == Type::F32 { &["__fmaf", "__fmaf_ieee"] } else { &["__fma"] };
            for name in names {
                rows.push(Row::new(
                    format!("{c} {name}_{suffix}({c} x, {c} y, {c} z)"),
                    format!("fma.{rounding}.{ty}"),
                    with(Opcode::Fma, ty),
                ));
            }
        }
    }
    rows.push(Row::new("float __frsqrt_rn(float x)", "__nv_frsqrt_rn", Recipe::Extern("__nv_frsqrt_rn", None)));
}

/// Arithmetic of `__nv_bfloat16`: what may be contracted, what may not, and the negation.
fn narrow(rows: &mut Vec<Row>) {
    let mut add = |declaration: String, key: String, recipe| rows.push(Row::new(declaration, key, recipe).on_host(HostSide::Same));
    for (suffix, rounding) in [("", None), ("_rn", Some(Rounding::Rn))] {
        for (name, op) in [("add", Opcode::Add), ("sub", Opcode::Sub), ("mul", Opcode::Mul)] {
            let recipe = Recipe::with(op, Type::BF16, Attrs { rounding, ..Attrs::default() });
            add(format!("_Float16 __kern_bf16_{name}{suffix}(_Float16 x, _Float16 y)"), format!("{name}{suffix}.bf16"), recipe);
        }
    }
    add("_Float16 __kern_bf16_neg(_Float16 x)".into(), "neg.bf16".into(), Recipe::op(Opcode::Neg, Type::BF16));
}

/// Functions of <math.h> and what `-use_fast_math` makes of them, in nvcc's sequences. With `__` in front they are that always;
/// those without parameters here have no such name.
const SHORT: &[(&str, Option<&str>, Code)] = &[
    ("sinf", Some("float x"), |f, a| Some(approximate(f, Opcode::Sin, a))),
    ("cosf", Some("float x"), |f, a| Some(approximate(f, Opcode::Cos, a))),
    ("tanf", Some("float x"), |f, a| Some(tangent(f, a))),
    ("tanhf", Some("float x"), |f, a| Some(approximate(f, Opcode::Tanh, a))),
    ("log2f", Some("float x"), |f, a| Some(approximate(f, Opcode::Lg2, a))),
    ("logf", Some("float x"), |f, a| Some(logarithm(f, a, LN_2))),
    ("log10f", Some("float x"), |f, a| Some(logarithm(f, a, LOG10_2))),
    ("exp2f", None, |f, a| Some(approximate(f, Opcode::Ex2, a))),
    ("expf", Some("float x"), |f, a| Some(power_of_two(f, a, LOG2_E))),
    ("exp10f", Some("float x"), |f, a| Some(power_of_two(f, a, LOG2_10))),
    ("powf", Some("float x, float y"), |f, a| Some(power(f, a))),
];

/// What `-use_fast_math` makes of a function of <math.h>.
pub(super) fn short(name: &str) -> Option<Code> {
    SHORT.iter().find(|(long, ..)| *long == name).map(|(.., code)| *code)
}

/// The approximate functions.
fn fast(rows: &mut Vec<Row>) {
    let approx = |op| Recipe::with(op, Type::F32, Attrs { precision: Some(Precision::Approx), ..Attrs::default() });
    let named = SHORT.iter().filter_map(|(name, parameters, code)| Some((name, (*parameters)?, *code)));
    rows.extend(
        named.map(|(name, parameters, code)| Row::new(format!("float __{name}({parameters})"), format!("__{name}"), Recipe::Code(code))),
    );
    rows.extend([
        Row::new("float __fdividef(float x, float y)", "div.approx.f32", approx(Opcode::Div)),
        Row::new("float rsqrtf(float x)", "rsqrtf", approx(Opcode::Rsqrt)).on_host(HostSide::Extern("rsqrtf")),
        Row::new(
            "float __saturatef(float x)",
            "cvt.sat.f32.f32",
            Recipe::Inst { op: Opcode::Cvt, ty: Type::F32, src_ty: Type::F32, attrs: Attrs { sat: true, ..Attrs::default() } },
        ),
    ]);
}

fn approximate(f: &mut FunctionLowering<'_, '_>, op: Opcode, args: &[Value]) -> Value {
    let attrs = Attrs { precision: Some(Precision::Approx), ..Attrs::default() };
    f.b.value(kern_ir::InstData { args: args.to_vec(), attrs, ..kern_ir::InstData::new(op, Type::F32) }, RegType::F32)
}

fn power_of_two(f: &mut FunctionLowering<'_, '_>, args: &[Value], scale: u64) -> Value {
    let scale = f.b.constant(RegType::F32, scale);
    let exponent = f.b.op(Opcode::Mul, Type::F32, &[args[0], scale]);
    approximate(f, Opcode::Ex2, &[exponent])
}

fn logarithm(f: &mut FunctionLowering<'_, '_>, args: &[Value], scale: u64) -> Value {
    let binary = approximate(f, Opcode::Lg2, args);
    let scale = f.b.constant(RegType::F32, scale);
    f.b.op(Opcode::Mul, Type::F32, &[binary, scale])
}

fn tangent(f: &mut FunctionLowering<'_, '_>, args: &[Value]) -> Value {
    let sine = approximate(f, Opcode::Sin, args);
    let cosine = approximate(f, Opcode::Cos, args);
    approximate(f, Opcode::Div, &[sine, cosine])
}

fn power(f: &mut FunctionLowering<'_, '_>, args: &[Value]) -> Value {
    let binary = approximate(f, Opcode::Lg2, &args[..1]);
    let exponent = f.b.op(Opcode::Mul, Type::F32, &[args[1], binary]);
    approximate(f, Opcode::Ex2, &[exponent])
}

/// Roundings to an integer: its type, to even for float and double, halves away from zero for float and double.
const INTEGERS: [(&str, [&str; 2], [&str; 2]); 2] =
    [("long", ["lrintf", "lrint"], ["lroundf", "lround"]), ("long long", ["llrintf", "llrint"], ["llroundf", "llround"])];

/// Functions of <math.h> that are one instruction on both sides.
fn plain(rows: &mut Vec<Row>) {
    let rn = Attrs { rounding: Some(Rounding::Rn), ..Attrs::default() };
    for (suffix, c, ty) in [("f", "float", Type::F32), ("", "double", Type::F64)] {
        let cvt =
            |rounding| Recipe::Inst { op: Opcode::Cvt, ty, src_ty: ty, attrs: Attrs { rounding: Some(rounding), ..Attrs::default() } };
        let round = if ty == Type::F32 {
            Recipe::Code(|f, a| Some(round_half_away(f, Type::F32, a[0])))
        } else {
            Recipe::Code(|f, a| Some(round_half_away(f, Type::F64, a[0])))
        };
        let mut add = |declaration: String, key: String, recipe| rows.push(Row::new(declaration, key, recipe).on_host(HostSide::Same));
        // How it is rounded is settled behind lowering.
        add(format!("{c} sqrt{suffix}({c} x)"), format!("sqrt{suffix}"), Recipe::op(Opcode::Sqrt, ty));
        add(format!("{c} fma{suffix}({c} x, {c} y, {c} z)"), format!("fma{suffix}"), Recipe::with(Opcode::Fma, ty, rn));
        add(format!("{c} fabs{suffix}({c} x)"), format!("fabs{suffix}"), Recipe::op(Opcode::Abs, ty));
        add(format!("{c} fmin{suffix}({c} x, {c} y)"), format!("fmin{suffix}"), Recipe::op(Opcode::Min, ty));
        add(format!("{c} fmax{suffix}({c} x, {c} y)"), format!("fmax{suffix}"), Recipe::op(Opcode::Max, ty));
        add(format!("{c} floor{suffix}({c} x)"), format!("floor{suffix}"), cvt(Rounding::Rmi));
        add(format!("{c} ceil{suffix}({c} x)"), format!("ceil{suffix}"), cvt(Rounding::Rpi));
        add(format!("{c} trunc{suffix}({c} x)"), format!("trunc{suffix}"), cvt(Rounding::Rzi));
        add(format!("{c} rint{suffix}({c} x)"), format!("rint{suffix}"), cvt(Rounding::Rni));
        add(format!("{c} nearbyint{suffix}({c} x)"), format!("nearbyint{suffix}"), cvt(Rounding::Rni));
        add(format!("{c} round{suffix}({c} x)"), format!("round{suffix}"), round);
        for (int, to_even, half_away) in INTEGERS {
            let (to_even, half_away) = if ty == Type::F32 { (to_even[0], half_away[0]) } else { (to_even[1], half_away[1]) };
            let attrs = Attrs { rounding: Some(Rounding::Rni), ..Attrs::default() };
            let nearest = Recipe::Inst { op: Opcode::Cvt, ty: Type::S64, src_ty: ty, attrs };
            let away = if ty == Type::F32 {
                Recipe::Code(|f, a| Some(integer_half_away(f, Type::F32, a[0])))
            } else {
                Recipe::Code(|f, a| Some(integer_half_away(f, Type::F64, a[0])))
            };
            for (name, recipe) in [(to_even, nearest), (half_away, away)] {
                rows.push(Row::new(format!("{int} {name}({c} x)"), name, recipe).on_host(HostSide::Extern(name)));
            }
        }
        let mut add = |declaration: String, key: String, recipe| rows.push(Row::new(declaration, key, recipe).on_host(HostSide::Same));
        let copy = if ty == Type::F32 {
            Recipe::Code(|f, a| Some(f.b.op(Opcode::Copysign, Type::F32, &[a[1], a[0]])))
        } else {
            Recipe::Code(|f, a| Some(f.b.op(Opcode::Copysign, Type::F64, &[a[1], a[0]])))
        };
        add(format!("{c} copysign{suffix}({c} x, {c} y)"), format!("copysign{suffix}"), copy);
    }
    // CUDA's overloads for floats.
    for (name, op) in [("min", Opcode::Min), ("max", Opcode::Max)] {
        for (c, ty) in [("float", Type::F32), ("double", Type::F64)] {
            rows.push(Row::new(format!("{c} {name}({c} a, {c} b)"), format!("{name}.{ty}"), Recipe::op(op, ty)).on_host(HostSide::Same));
        }
    }
    rows.push(Row::new("float abs(float x)", "abs.f32", Recipe::op(Opcode::Abs, Type::F32)).on_host(HostSide::Same));
    rows.push(Row::new("double abs(double x)", "abs.f64", Recipe::op(Opcode::Abs, Type::F64)).on_host(HostSide::Same));
}

/// nvcc's sequence: half of the sign added towards zero, then truncated.
fn round_half_away(f: &mut FunctionLowering<'_, '_>, ty: Type, x: Value) -> Value {
    let half = f.float_constant(ty, 0.5);
    let half = f.b.op(Opcode::Copysign, ty, &[x, half]);
    let attrs = Attrs { rounding: Some(Rounding::Rz), ..Attrs::default() };
    let sum = f.b.value(kern_ir::InstData { args: vec![x, half], attrs, ..kern_ir::InstData::new(Opcode::Add, ty) }, ty.reg());
    f.convert_with(ty, ty, sum, Attrs { rounding: Some(Rounding::Rzi), ..Attrs::default() })
}

fn integer_half_away(f: &mut FunctionLowering<'_, '_>, ty: Type, x: Value) -> Value {
    let rounded = round_half_away(f, ty, x);
    f.convert_with(Type::S64, ty, rounded, Attrs { rounding: Some(Rounding::Rzi), ..Attrs::default() })
}

/// What kind of number it is.
fn tests(rows: &mut Vec<Row>) {
    type Test = fn(&mut FunctionLowering<'_, '_>, &[Value]) -> Option<Value>;
    let tests: [(&str, Test, Test); 4] = [
        ("isnan", |f, a| Some(against_infinity(f, Type::F32, Cmp::Gtu, a[0])), |f, a| Some(against_infinity(f, Type::F64, Cmp::Gtu, a[0]))),
        ("isinf", |f, a| Some(against_infinity(f, Type::F32, Cmp::Eq, a[0])), |f, a| Some(against_infinity(f, Type::F64, Cmp::Eq, a[0]))),
        (
            "isfinite",
            |f, a| Some(against_infinity(f, Type::F32, Cmp::Lt, a[0])),
            |f, a| Some(against_infinity(f, Type::F64, Cmp::Lt, a[0])),
        ),
        ("signbit", |f, a| Some(sign(f, Type::F32, a[0])), |f, a| Some(sign(f, Type::F64, a[0]))),
    ];
    for (name, single, double) in tests {
        rows.push(Row::new(format!("bool {name}(float x)"), format!("{name}.f32"), Recipe::Code(single)).on_host(HostSide::Same));
        rows.push(Row::new(format!("bool {name}(double x)"), format!("{name}.f64"), Recipe::Code(double)).on_host(HostSide::Same));
    }
}

fn against_infinity(f: &mut FunctionLowering<'_, '_>, ty: Type, cmp: Cmp, x: Value) -> Value {
    let magnitude = f.b.op(Opcode::Abs, ty, &[x]);
    let infinity = f.float_constant(ty, f64::INFINITY);
    f.compare(cmp, ty, magnitude, infinity)
}

fn sign(f: &mut FunctionLowering<'_, '_>, ty: Type, x: Value) -> Value {
    let (class, signed) = if ty == Type::F32 { (RegType::B32, Type::S32) } else { (RegType::B64, Type::S64) };
    let bits = f.bits(x, class);
    let zero = f.b.constant(class, 0);
    f.compare(Cmp::Lt, signed, bits, zero)
}
