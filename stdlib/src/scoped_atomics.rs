//! Loads, stores, updates and fences with an order and a scope, of which `<cuda/atomic>` and what stands on it are made.
//!
//! Each is a function for the device, with one instruction of the memory model (PTX ISA 8, 9.7.13) for each order and scope, and
//! one for the host, whose threads take turns (see <kern/threads.h>). Orders are numbered as `std::memory_order`, scopes as
//! `cuda::thread_scope`. Sequentially consistent operations come behind a fence, as in the mapping that NVIDIA has proved right.

use std::fmt::Write;

/// C++ type, its letter as operand of `asm`.
type Word = (&'static str, &'static str);

const UINT: Word = ("unsigned int", "r");
const ULONG: Word = ("unsigned long", "l");
const INT: Word = ("int", "r");
const LONG: Word = ("long", "l");
const FLOAT: Word = ("float", "f");
const DOUBLE: Word = ("double", "d");

/// Name, operation and type in PTX, C++ type, what the host makes of `old` and `value`.
const UPDATES: [(&str, &str, Word, &str); 20] = [
    ("add", "add.u32", UINT, "old + value"),
    ("add", "add.u64", ULONG, "old + value"),
    ("add", "add.f32", FLOAT, "old + value"),
    ("add", "add.f64", DOUBLE, "old + value"),
    ("and", "and.b32", UINT, "old & value"),
    ("and", "and.b64", ULONG, "old & value"),
    ("or", "or.b32", UINT, "old | value"),
    ("or", "or.b64", ULONG, "old | value"),
    ("xor", "xor.b32", UINT, "old ^ value"),
    ("xor", "xor.b64", ULONG, "old ^ value"),
    ("exchange", "exch.b32", UINT, "value"),
    ("exchange", "exch.b64", ULONG, "value"),
    ("min", "min.u32", UINT, "value < old ? value : old"),
    ("min", "min.s32", INT, "value < old ? value : old"),
    ("min", "min.u64", ULONG, "value < old ? value : old"),
    ("min", "min.s64", LONG, "value < old ? value : old"),
    ("max", "max.u32", UINT, "value > old ? value : old"),
    ("max", "max.s32", INT, "value > old ? value : old"),
    ("max", "max.u64", ULONG, "value > old ? value : old"),
    ("max", "max.s64", LONG, "value > old ? value : old"),
];

/// Types of plain loads and stores, as in PTX.
const WORDS: [(&str, Word); 4] = [("u8", ("unsigned char", "h")), ("u16", ("unsigned short", "h")), ("b32", UINT), ("b64", ULONG)];

/// What holds of `scope` (of `cuda::thread_scope`, from 0: system, device, block), its name in PTX.
const SCOPES: [(&str, &str); 3] = [("scope >= 2", "cta"), ("scope == 1", "gpu"), ("", "sys")];

/// The declarations of `<kern/scoped_atomics.h>`.
pub(crate) fn declare() -> String {
    let mut out = String::with_capacity(96 << 10);
    fence(&mut out);
    for (ty, word) in WORDS {
        load(&mut out, ty, word);
        store(&mut out, ty, word);
    }
    for (name, op, word, host) in UPDATES {
        update(&mut out, name, op, word, host);
    }
    compare_exchange(&mut out, "b32", UINT);
    compare_exchange(&mut out, "b64", ULONG);
    out
}

/// For each scope one statement, made by `body`.
fn of_each_scope(out: &mut String, body: impl Fn(&mut String, &str)) {
    for (condition, scope) in SCOPES {
        let otherwise = if scope == "cta" { "    " } else { "    else " };
        let _ = match condition {
            "" => writeln!(out, "{otherwise}{{"),
            _ => writeln!(out, "{otherwise}if ({condition}) {{"),
        };
        body(out, scope);
        out.push_str("    }\n");
    }
}

/// `asm` statements for the orders of `orders`: condition, what PTX calls it.
fn of_each_order(out: &mut String, orders: &[(&str, &str)], statement: impl Fn(&str) -> String) {
    for (index, (condition, sem)) in orders.iter().enumerate() {
        let otherwise = if index == 0 { "" } else { "else " };
        let condition = if condition.is_empty() { String::new() } else { format!("if ({condition}) ") };
        let _ = writeln!(out, "        {otherwise}{condition}{}", statement(sem));
    }
}

fn fence(out: &mut String) {
    out.push_str("__host__ inline void __kern_fence(int, int) {}\n");
    out.push_str("__device__ inline void __kern_fence(int order, int scope)\n{\n    if (order == 0 || scope == 10) return;\n");
    of_each_scope(out, |out, scope| {
        of_each_order(out, &[("order == 5", "sc"), ("", "acq_rel")], |sem| {
            format!("asm volatile(\"fence.{sem}.{scope};\" ::: \"memory\");")
        });
    });
    out.push_str("}\n");
}

/// A function for the host, then its twin for the device: `signature` up to the orders, the host's body, the device's local
/// variable and result, and its `asm` statement for an order and a scope.
struct Twins<'a> {
    signature: String,
    host: String,
    local: String,
    result: String,
    orders: &'a [(&'a str, &'a str)],
}

impl Twins<'_> {
    fn declare(&self, out: &mut String, statement: impl Fn(&str, &str) -> String) {
        let Twins { signature, host, local, result, orders } = self;
        let _ = write!(
            out,
            "__host__ inline {signature}, int, int)\n{{\n{host}}}\n__device__ inline {signature}, int order, int scope)\n{{\n{local}    \
             if (order == 5) __kern_fence(5, scope);\n"
        );
        of_each_scope(out, |out, scope| of_each_order(out, orders, |sem| statement(sem, scope)));
        let _ = writeln!(out, "{result}}}");
    }
}

fn load(out: &mut String, ty: &str, (cpp, letter): Word) {
    let wide = if letter == "h" { "unsigned short" } else { cpp };
    let twins = Twins {
        signature: format!("{cpp} __kern_load(const {cpp} *at"),
        host: format!("    return *(const volatile {cpp} *)at;\n"),
        local: format!("    {wide} value;\n"),
        result: format!("    return ({cpp})value;\n"),
        orders: &[("order == 0", "relaxed"), ("", "acquire")],
    };
    twins.declare(out, |sem, scope| {
        format!("asm volatile(\"ld.{sem}.{scope}.{ty} %0, [%1];\" : \"={letter}\"(value) : \"l\"(at) : \"memory\");")
    });
}

fn store(out: &mut String, ty: &str, (cpp, letter): Word) {
    let wide = if letter == "h" { "(unsigned short)" } else { "" };
    let twins = Twins {
        signature: format!("void __kern_store({cpp} *at, {cpp} value"),
        host: format!("    *(volatile {cpp} *)at = value;\n"),
        local: String::new(),
        result: String::new(),
        orders: &[("order == 0", "relaxed"), ("", "release")],
    };
    twins.declare(out, |sem, scope| {
        format!("asm volatile(\"st.{sem}.{scope}.{ty} [%0], %1;\" :: \"l\"(at), \"{letter}\"({wide}value) : \"memory\");")
    });
}

/// The orders of an update; a sequentially consistent one acquires behind its fence.
const ORDERS: [(&str, &str); 4] = [("order == 0", "relaxed"), ("order == 3", "release"), ("order == 4", "acq_rel"), ("", "acquire")];

fn update(out: &mut String, name: &str, op: &str, (cpp, letter): Word, host: &str) {
    let twins = Twins {
        signature: format!("{cpp} __kern_{name}({cpp} *at, {cpp} value"),
        host: format!("    {cpp} old = *(volatile {cpp} *)at;\n    *(volatile {cpp} *)at = {host};\n    return old;\n"),
        local: format!("    {cpp} old;\n"),
        result: "    return old;\n".to_string(),
        orders: &ORDERS,
    };
    twins.declare(out, |sem, scope| {
        format!(
            "asm volatile(\"atom.{sem}.{scope}.{op} %0, [%1], %2;\" : \"={letter}\"(old) : \"l\"(at), \"{letter}\"(value) : \"memory\");"
        )
    });
}

fn compare_exchange(out: &mut String, ty: &str, (cpp, letter): Word) {
    let twins = Twins {
        signature: format!("{cpp} __kern_compare_exchange({cpp} *at, {cpp} expected, {cpp} value"),
        host: format!("    {cpp} old = *(volatile {cpp} *)at;\n    if (old == expected) *(volatile {cpp} *)at = value;\n    return old;\n"),
        local: format!("    {cpp} old;\n"),
        result: "    return old;\n".to_string(),
        orders: &ORDERS,
    };
    twins.declare(out, |sem, scope| {
        format!(
            "asm volatile(\"atom.{sem}.{scope}.cas.{ty} %0, [%1], %2, %3;\" : \"={letter}\"(old) : \"l\"(at), \"{letter}\"(expected), \
             \"{letter}\"(value) : \"memory\");"
        )
    });
}
