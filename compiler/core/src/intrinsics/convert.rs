//! Type casts (CUDA Math API, "Type Casting Intrinsics").

use super::{Recipe, Row};
use crate::lower::FunctionLowering;
use kern_ir::{Opcode, RegType, Rounding, Type, Value};

/// Suffix, rounding of a float, rounding to an integer.
const ROUNDINGS: [(&str, Rounding, Rounding); 4] = [
    ("rn", Rounding::Rn, Rounding::Rni),
    ("rz", Rounding::Rz, Rounding::Rzi),
    ("ru", Rounding::Rp, Rounding::Rpi),
    ("rd", Rounding::Rm, Rounding::Rmi),
];

const INTEGERS: [(&str, &str, Type); 4] = [
    ("int", "int", Type::S32),
    ("uint", "unsigned int", Type::U32),
    ("ll", "long long", Type::S64),
    ("ull", "unsigned long long", Type::U64),
];

pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (suffix, to_float, to_int) in ROUNDINGS {
        for (name, c, ty) in INTEGERS {
            for (float_name, float) in [("float", Type::F32), ("double", Type::F64)] {
                rows.push(Row::new(
                    format!("{c} __{float_name}2{name}_{suffix}({float_name} x)"),
                    format!("cvt.{to_int}.{ty}.{float}"),
                    Recipe::cvt(ty, float, Some(to_int)),
                ));
                // 32-bit integers are exact in a double.
                let is_exact = float == Type::F64 && ty.size() == 4;
                if !is_exact || suffix == "rn" {
                    rows.push(Row::new(
                        format!("{float_name} __{name}2{float_name}_{suffix}({c} x)"),
                        format!("cvt.{to_float}.{float}.{ty}"),
                        Recipe::cvt(float, ty, Some(to_float)),
                    ));
                }
            }
        }
        rows.push(Row::new(
            format!("float __double2float_{suffix}(double x)"),
            format!("cvt.{to_float}.f32.f64"),
            Recipe::cvt(Type::F32, Type::F64, Some(to_float)),
        ));
    }
    let bits = [
        ("int __float_as_int(float x)", "mov.b32.f32", Recipe::Code(|f, a| Some(f.bits(a[0], RegType::B32)))),
        ("unsigned int __float_as_uint(float x)", "mov.b32.f32", Recipe::Code(|f, a| Some(f.bits(a[0], RegType::B32)))),
        ("float __int_as_float(int x)", "mov.f32.b32", Recipe::Code(|f, a| Some(f.bits(a[0], RegType::F32)))),
        ("float __uint_as_float(unsigned int x)", "mov.f32.b32", Recipe::Code(|f, a| Some(f.bits(a[0], RegType::F32)))),
        ("long long __double_as_longlong(double x)", "mov.b64.f64", Recipe::Code(|f, a| Some(f.bits(a[0], RegType::B64)))),
        ("double __longlong_as_double(long long x)", "mov.f64.b64", Recipe::Code(|f, a| Some(f.bits(a[0], RegType::F64)))),
        ("int __double2hiint(double x)", "mov.hi", Recipe::Code(|f, a| Some(half(f, a[0], true)))),
        ("int __double2loint(double x)", "mov.lo", Recipe::Code(|f, a| Some(half(f, a[0], false)))),
        ("double __hiloint2double(int hi, int lo)", "mov.pack", Recipe::Code(|f, a| Some(pack(f, a[0], a[1])))),
    ];
    // Rows that share a key must share the recipe's address.
    let mut seen: Vec<(&str, Recipe)> = Vec::new();
    for (declaration, key, recipe) in bits {
        let recipe = match seen.iter().find(|(k, _)| *k == key) {
            Some((_, first)) => *first,
            None => {
                seen.push((key, recipe));
                recipe
            }
        };
        rows.push(Row::new(declaration, key, recipe));
    }
    rows
}

fn half(f: &mut FunctionLowering<'_, '_>, x: Value, high: bool) -> Value {
    let mut bits = f.bits(x, RegType::B64);
    if high {
        let amount = f.word(32);
        bits = f.b.op(Opcode::Shr, Type::U64, &[bits, amount]);
    }
    f.convert_op(Type::U32, Type::U64, bits)
}

fn pack(f: &mut FunctionLowering<'_, '_>, high: Value, low: Value) -> Value {
    let high = f.convert_op(Type::U64, Type::U32, high);
    let low = f.convert_op(Type::U64, Type::U32, low);
    let amount = f.word(32);
    let upper = f.b.op(Opcode::Shl, Type::B64, &[high, amount]);
    let joined = f.b.op(Opcode::Or, Type::B64, &[upper, low]);
    f.bits(joined, RegType::F64)
}
