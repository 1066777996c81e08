//! Barriers, fences, clocks, traps (CUDA C++ Programming Guide, "Synchronization Functions", "Memory Fence Functions",
//! "Time Function", "Nanosleep Function", "Trap function", "Assertion").

use super::recipe::sreg;
use super::{HostSide, Recipe, Row};
use crate::lower::FunctionLowering;
use kern_ir::{Attrs, BarKind, InstData, Opcode, RegType, Scope, Sem, Sreg, Type, Value};

pub(super) fn rows() -> Vec<Row> {
    let fence = |scope| Recipe::Effect {
        op: Opcode::Fence,
        ty: Type::B32,
        attrs: Attrs { sem: Some(Sem::Sc), scope: Some(scope), ..Attrs::default() },
    };
    vec![
        Row::new("void __syncthreads()", "bar.sync", Recipe::Code(|f, _| bar(f, BarKind::Sync, &[]))),
        Row::new("int __syncthreads_count(int predicate)", "bar.red.popc", Recipe::Code(|f, args| voted(f, BarKind::RedPopc, args))),
        Row::new("int __syncthreads_and(int predicate)", "bar.red.and", Recipe::Code(|f, args| voted(f, BarKind::RedAnd, args))),
        Row::new("int __syncthreads_or(int predicate)", "bar.red.or", Recipe::Code(|f, args| voted(f, BarKind::RedOr, args))),
        Row::new("void __threadfence_block()", "membar.cta", fence(Scope::Cta)),
        Row::new("void __threadfence()", "membar.gl", fence(Scope::Gpu)),
        Row::new("void __threadfence_system()", "membar.sys", fence(Scope::Sys)),
        // `clock_t` and `clock` belong to <time.h> too: the host reads its processor time.
        Row::new("long clock()", "clock", Recipe::Code(|f, _| Some(clock32(f)))).on_host(HostSide::Extern("clock")),
        Row::new("long long clock64()", "clock64", Recipe::Code(|f, _| Some(sreg(f, Opcode::Clock, Sreg::Clock64, Type::U64)))),
        Row::new(
            "unsigned long long __globaltimer()",
            "globaltimer",
            Recipe::Code(|f, _| Some(sreg(f, Opcode::Clock, Sreg::Globaltimer, Type::U64))),
        ),
        Row::new(
            "void __nanosleep(unsigned int nanoseconds)",
            "__nanosleep",
            Recipe::Effect { op: Opcode::Nanosleep, ty: Type::U32, attrs: Attrs::default() },
        ),
        Row::new("void __trap()", "trap", Recipe::Effect { op: Opcode::Trap, ty: Type::B32, attrs: Attrs::default() }),
        Row::new("void __brkpt()", "brkpt", Recipe::Code(|_, _| None)),
        Row::new(
            "void __assertfail(const char *message, const char *file, unsigned int line, const char *function, unsigned long char_size)",
            "__assertfail",
            Recipe::Extern("__assertfail", None),
        ),
    ]
}

fn bar(f: &mut FunctionLowering<'_, '_>, kind: BarKind, args: &[Value]) -> Option<Value> {
    let data =
        InstData { args: args.to_vec(), attrs: Attrs { bar: Some(kind), ..Attrs::default() }, ..InstData::new(Opcode::Bar, Type::B32) };
    match kind {
        BarKind::Sync | BarKind::Arrive => {
            f.b.push(data, &[]);
            None
        }
        BarKind::RedPopc => Some(f.b.value(data, RegType::B32)),
        BarKind::RedAnd | BarKind::RedOr => Some(f.b.value(data, RegType::Pred)),
    }
}

fn voted(f: &mut FunctionLowering<'_, '_>, kind: BarKind, args: &[Value]) -> Option<Value> {
    let predicate = f.is_not_zero(args[0], Type::S32);
    bar(f, kind, &[predicate])
}

/// `clock_t` has 64 bits, the register 32.
fn clock32(f: &mut FunctionLowering<'_, '_>) -> Value {
    let ticks = sreg(f, Opcode::Clock, Sreg::Clock, Type::U32);
    f.convert_op(Type::S64, Type::S32, ticks)
}
