//! Loads and stores with cache operators (CUDA C++ Programming Guide, "Load Functions Using Cache Hints"), and which space
//! an address lies in ("Address Space Predicate Functions", "Address Space Conversion Functions").

use super::recipe::{global_place, pointee_scalar};
use super::{HostSide, Recipe, Row};
use crate::lower::{CallSite, FunctionLowering};
use kern_ir::{Attrs, CacheOp, InstData, Opcode, RegType, Space, Type, Value};

const TYPES: [&str; 40] = [
    "char",
    "signed char",
    "short",
    "int",
    "long",
    "long long",
    "unsigned char",
    "unsigned short",
    "unsigned int",
    "unsigned long",
    "unsigned long long",
    "float",
    "double",
    "char2",
    "char4",
    "short2",
    "short4",
    "int2",
    "int4",
    "longlong2",
    "uchar2",
    "uchar4",
    "ushort2",
    "ushort4",
    "uint2",
    "uint4",
    "ulonglong2",
    "float2",
    "float4",
    "double2",
    "char1",
    "short1",
    "int1",
    "uchar1",
    "ushort1",
    "uint1",
    "float1",
    "double1",
    "long2",
    "ulong2",
];

pub(super) fn rows() -> Vec<Row> {
    let loads = [
        ("__ldg", "ld.nc", CacheOp::Nc),
        ("__ldca", "ld.ca", CacheOp::Ca),
        ("__ldcg", "ld.cg", CacheOp::Cg),
        ("__ldcs", "ld.cs", CacheOp::Cs),
        ("__ldlu", "ld.lu", CacheOp::Lu),
        ("__ldcv", "ld.cv", CacheOp::Cv),
    ];
    let stores = [
        ("__stwb", "st.wb", CacheOp::Wb),
        ("__stcg", "st.cg", CacheOp::Cg),
        ("__stcs", "st.cs", CacheOp::Cs),
        ("__stwt", "st.wt", CacheOp::Wt),
    ];
    let mut rows = Vec::new();
    for ty in &TYPES[..30] {
        for (name, key, cache) in loads {
            rows.push(Row::new(format!("{ty} {name}(const {ty} *address)"), key, Recipe::Load(cache)));
        }
        for (name, key, cache) in stores {
            rows.push(Row::new(format!("void {name}({ty} *address, {ty} value)"), key, Recipe::Store(cache)));
        }
    }
    rows.extend(space_rows());
    rows.extend(async_rows());
    rows
}

/// What the copies of headers are made of that somebody has to wait for; in host code they are plain ones.
fn async_rows() -> Vec<Row> {
    let row = |declaration: &str, key, code: Code| Row::new(declaration.to_string(), key, Recipe::Code(code)).on_host(HostSide::Same);
    let copy = |size, key, code| row(&format!("void __kern_copy_async{size}(void *to, const void *from)"), key, code);
    vec![
        copy(1, "cp.async.1", |f, args| copy_async(f, args, Type::U8, 1)),
        copy(4, "cp.async.4", |f, args| copy_async(f, args, Type::B32, 1)),
        copy(8, "cp.async.8", |f, args| copy_async(f, args, Type::B32, 2)),
        copy(16, "cp.async.16", |f, args| copy_async(f, args, Type::B32, 4)),
        row("void __kern_commit_async()", "cp.async.commit_group", |f, args| async_effect(f, args, Opcode::AsyncCommit)),
        row("void __kern_wait_async(unsigned int groups)", "cp.async.wait_group", |f, args| async_effect(f, args, Opcode::AsyncWait)),
    ]
}

fn async_effect(f: &mut FunctionLowering<'_, '_>, args: &[Value], op: Opcode) -> Option<Value> {
    if f.m.is_device() {
        f.b.push(InstData { args: args.to_vec(), ..InstData::new(op, Type::B32) }, &[]);
    }
    None
}

fn copy_async(f: &mut FunctionLowering<'_, '_>, args: &[Value], ty: Type, count: u8) -> Option<Value> {
    let attrs = Attrs { vector: if count > 1 { count } else { 0 }, is_async: f.m.is_device(), ..Attrs::default() };
    let load = InstData { args: vec![args[1]], attrs, ..InstData::new(Opcode::Ld, ty) };
    let loaded = f.b.push(load, &vec![ty.reg(); usize::from(count)]);
    let values = f.b.func.insts[loaded.index()].results.clone();
    f.b.push(InstData { args: [vec![args[0]], values].concat(), attrs, ..InstData::new(Opcode::St, ty) }, &[]);
    None
}

fn space_rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |declaration: &str, key, code: Code| rows.push(Row::new(declaration.to_string(), key, Recipe::Code(code)));
    add("unsigned int __isGlobal(const void *address)", "isspacep.global", |f, args| is_in(f, args, Space::Global));
    add("unsigned int __isShared(const void *address)", "isspacep.shared", |f, args| is_in(f, args, Space::Shared));
    add("unsigned int __isConstant(const void *address)", "isspacep.const", |f, args| is_in(f, args, Space::Const));
    add("unsigned int __isLocal(const void *address)", "isspacep.local", |f, args| is_in(f, args, Space::Local));
    add("unsigned long __cvta_generic_to_global(const void *address)", "cvta.to.global", |f, args| cvta(f, args, Space::Global, true));
    add("unsigned long __cvta_generic_to_shared(const void *address)", "cvta.to.shared", |f, args| cvta(f, args, Space::Shared, true));
    add("unsigned long __cvta_generic_to_constant(const void *address)", "cvta.to.const", |f, args| cvta(f, args, Space::Const, true));
    add("unsigned long __cvta_generic_to_local(const void *address)", "cvta.to.local", |f, args| cvta(f, args, Space::Local, true));
    add("void *__cvta_global_to_generic(unsigned long address)", "cvta.global", |f, args| cvta(f, args, Space::Global, false));
    add("void *__cvta_shared_to_generic(unsigned long address)", "cvta.shared", |f, args| cvta(f, args, Space::Shared, false));
    add("void *__cvta_constant_to_generic(unsigned long address)", "cvta.const", |f, args| cvta(f, args, Space::Const, false));
    add("void *__cvta_local_to_generic(unsigned long address)", "cvta.local", |f, args| cvta(f, args, Space::Local, false));
    rows
}

type Code = fn(&mut FunctionLowering<'_, '_>, &[Value]) -> Option<Value>;

fn is_in(f: &mut FunctionLowering<'_, '_>, args: &[Value], space: Space) -> Option<Value> {
    let attrs = Attrs { space: Some(space), ..Attrs::default() };
    let data = InstData { args: args.to_vec(), attrs, ..InstData::new(Opcode::Isspacep, Type::B32) };
    Some(f.b.value(data, RegType::Pred))
}

fn cvta(f: &mut FunctionLowering<'_, '_>, args: &[Value], space: Space, to: bool) -> Option<Value> {
    let attrs = Attrs { space: Some(space), to, ..Attrs::default() };
    let data = InstData { args: args.to_vec(), attrs, ..InstData::new(Opcode::Cvta, Type::U64) };
    Some(f.b.value(data, RegType::B64))
}

pub(super) fn load(f: &mut FunctionLowering<'_, '_>, site: &CallSite<'_>, cache: CacheOp) -> Option<Value> {
    let place = global_place(f, site, 0);
    match pointee_scalar(f, site, 0) {
        Some(ty) => Some(f.load_cached(place, ty, cache)),
        None => {
            let dest = site.dest.unwrap_or(place);
            f.load_object_cached(dest, place, site.expr.ty, cache);
            None
        }
    }
}

pub(super) fn store(f: &mut FunctionLowering<'_, '_>, site: &CallSite<'_>, cache: CacheOp) -> Option<Value> {
    match pointee_scalar(f, site, 0) {
        Some(ty) => {
            let place = global_place(f, site, 0);
            let value = f.value(&site.args[1]);
            f.at(site.expr.span);
            f.store_cached(place, ty, value, cache);
        }
        None => {
            let place = global_place(f, site, 0);
            let from = f.object_place(&site.args[1]);
            f.at(site.expr.span);
            f.store_object_cached(place, from, site.args[1].ty, cache);
        }
    }
    None
}
