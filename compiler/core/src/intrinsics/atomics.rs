//! Atomic functions (CUDA C++ Programming Guide, "Atomic Functions"; PTX ISA, "atom").

use super::recipe::pointee_scalar;
use super::{Recipe, Row};
use crate::lower::{Base, CallSite, FunctionLowering};
use kern_ir::{AtomOp, Attrs, InstData, Opcode, RegType, Scope, Space, Type, Value};

/// Suffix of the function's name and the scope it means; without one the scope is the GPU.
const SCOPES: [(&str, Option<Scope>); 3] = [("", None), ("_block", Some(Scope::Cta)), ("_system", Some(Scope::Sys))];

const INT: &[&str] = &["int", "unsigned int"];
const INTEGERS: &[&str] = &["int", "unsigned int", "unsigned long long", "long long"];

pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let operations: [(&str, AtomOp, bool, &[&str]); 10] = [
        ("Add", AtomOp::Add, false, &["int", "unsigned int", "unsigned long long", "float", "double"]),
        ("Sub", AtomOp::Add, true, INT),
        ("Exch", AtomOp::Exch, false, &["int", "unsigned int", "unsigned long long", "float"]),
        ("Min", AtomOp::Min, false, INTEGERS),
        ("Max", AtomOp::Max, false, INTEGERS),
        ("Inc", AtomOp::Inc, false, &["unsigned int"]),
        ("Dec", AtomOp::Dec, false, &["unsigned int"]),
        ("And", AtomOp::And, false, INTEGERS),
        ("Or", AtomOp::Or, false, INTEGERS),
        ("Xor", AtomOp::Xor, false, INTEGERS),
    ];
    for (suffix, scope) in SCOPES {
        for (name, op, negate, types) in operations {
            for ty in types {
                rows.push(Row::new(
                    format!("{ty} atomic{name}{suffix}({ty} *address, {ty} value)"),
                    format!("atom{suffix}.{}", name.to_lowercase()),
                    Recipe::Atom { op, scope, negate },
                ));
            }
        }
        for ty in ["int", "unsigned int", "unsigned long long"] {
            rows.push(Row::new(
                format!("{ty} atomicCAS{suffix}({ty} *address, {ty} compare, {ty} value)"),
                format!("atom{suffix}.cas"),
                Recipe::Atom { op: AtomOp::Cas, scope, negate: false },
            ));
        }
    }
    rows
}

pub(super) fn lower(
    f: &mut FunctionLowering<'_, '_>,
    site: &CallSite<'_>,
    op: AtomOp,
    scope: Option<Scope>,
    negate: bool,
) -> Option<Value> {
    let place = f.pointed_place(&site.args[0]);
    let mut values: Vec<Value> = site.args[1..].iter().map(|arg| f.value(arg)).collect();
    f.at(site.expr.span);
    let Some(memory) = pointee_scalar(f, site, 0) else {
        return f.refuse(site.expr.span, "an atomic operation on this type");
    };
    if negate {
        for value in &mut values {
            *value = f.b.op(Opcode::Neg, Type::S32, &[*value]);
        }
    }
    let ty = instruction_type(op, memory);
    let class = memory.reg();
    if ty.reg() != class {
        for value in &mut values {
            *value = f.bits(*value, ty.reg());
        }
    }
    // An atomic on a local variable is one thread's own affair: it goes through a generic address, as a wrong one of
    // constant memory does.
    let (base, space, offset) = match place.base {
        Base::Slot(_) | Base::Param(_) | Base::Global(_, Space::Const) => (f.address(place), None, 0),
        Base::Address(_, Some(Space::Local | Space::Param | Space::Const)) => (f.address(place), None, 0),
        _ => {
            let (base, space) = f.base_address(place);
            (base, space, place.offset)
        }
    };
    let mut args = vec![base];
    args.append(&mut values);
    let attrs = Attrs { atom: Some(op), scope, space, ..Attrs::default() };
    let old = f.b.value(InstData { args, attrs, offset, ..InstData::new(Opcode::Atom, ty) }, ty.reg());
    Some(if ty.reg() == class { old } else { f.bits(old, class) })
}

/// `.and`, `.or`, `.xor`, `.cas`, `.exch` are untyped; `.add` of signed integers is that of unsigned ones.
fn instruction_type(op: AtomOp, memory: Type) -> Type {
    match op {
        AtomOp::And | AtomOp::Or | AtomOp::Xor | AtomOp::Cas | AtomOp::Exch => match memory.reg() {
            _ if memory.size() == 2 => Type::B16,
            RegType::B64 | RegType::F64 => Type::B64,
            _ => Type::B32,
        },
        AtomOp::Add if memory == Type::S32 => Type::U32,
        AtomOp::Add if memory == Type::S64 => Type::U64,
        _ => memory,
    }
}
