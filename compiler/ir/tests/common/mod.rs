//! Modules for the tests.

#![allow(dead_code)] // each test binary uses its part

use kern_ir::*;

/// The register class of a value wanted by a row.
pub(crate) use RegType::{B16, B32, B64, F32, F64, Pred};

/// One instruction to try: everything but its values.
pub(crate) struct Row {
    pub(crate) data: InstData,
    pub(crate) args: Vec<RegType>,
    pub(crate) results: Vec<RegType>,
}

fn row(op: Opcode, ty: Type, attrs: Attrs, args: &[RegType], results: &[RegType]) -> Row {
    Row { data: InstData { attrs, ..InstData::new(op, ty) }, args: args.to_vec(), results: results.to_vec() }
}

/// Every opcode but terminators, calls and those with a payload, in the forms that differ in text.
pub(crate) fn rows() -> Vec<Row> {
    use Opcode::*;
    let none = Attrs::default();
    let mut rows = Vec::new();
    let mut same = |op: Opcode, types: &[Type], attrs: Attrs, n: usize| {
        for &ty in types {
            rows.push(row(op, ty, attrs, &vec![ty.reg(); n], &[ty.reg()]));
        }
    };
    let ints = [Type::U32, Type::S32, Type::U64, Type::S64];
    let floats = [Type::F16, Type::F32, Type::F64];
    let rn = Attrs { rounding: Some(Rounding::Rn), ..none };
    let ftz = Attrs { ftz: true, ..none };
    let approx = Attrs { precision: Some(Precision::Approx), ..none };
    for op in [Add, Sub] {
        same(op, &ints, none, 2);
        same(op, &floats, none, 2);
        same(op, &floats, rn, 2);
        same(op, &[Type::F32], Attrs { ftz: true, sat: true, rounding: Some(Rounding::Rz), ..none }, 2);
        same(op, &[Type::S32], Attrs { sat: true, ..none }, 2);
    }
    same(Mul, &floats, none, 2);
    same(Mul, &[Type::F64], Attrs { rounding: Some(Rounding::Rp), ..none }, 2);
    for mul in [MulMode::Lo, MulMode::Hi] {
        same(Mul, &ints, Attrs { mul: Some(mul), ..none }, 2);
        same(Mad, &ints, Attrs { mul: Some(mul), ..none }, 3);
        same(Mul24, &[Type::U32, Type::S32], Attrs { mul: Some(mul), ..none }, 2);
    }
    same(Mad, &[Type::S32], Attrs { mul: Some(MulMode::Hi), sat: true, ..none }, 3);
    same(Fma, &floats, rn, 3);
    same(Fma, &floats, none, 3);
    same(Fma, &[Type::F32], Attrs { ftz: true, ..rn }, 3);
    for op in [Div, Rem, Sad, Min, Max] {
        same(op, &ints, none, if op == Sad { 3 } else { 2 });
    }
    same(Div, &[Type::F32, Type::F64], rn, 2);
    same(Div, &[Type::F32], approx, 2);
    same(Div, &[Type::F32], Attrs { precision: Some(Precision::Full), ftz: true, ..none }, 2);
    same(Abs, &[Type::S32, Type::S64, Type::F16, Type::F32, Type::F64], none, 1);
    same(Neg, &[Type::S32, Type::S64, Type::F16, Type::F32, Type::F64], none, 1);
    same(Min, &floats, none, 2);
    same(Max, &[Type::F32], ftz, 2);
    same(Brev, &[Type::B32, Type::B64], none, 1);
    for op in [And, Or, Xor] {
        same(op, &[Type::Pred, Type::B32, Type::B64], none, 2);
    }
    same(Not, &[Type::Pred, Type::B32, Type::B64], none, 1);
    for op in [Rcp, Sqrt] {
        same(op, &[Type::F32, Type::F64], rn, 1);
        same(op, &[Type::F32], approx, 1);
    }
    same(Rcp, &[Type::F64], Attrs { ftz: true, ..approx }, 1);
    same(Rsqrt, &[Type::F32, Type::F64], approx, 1);
    for op in [Sin, Cos, Lg2, Ex2] {
        same(op, &[Type::F32], Attrs { ftz: true, ..approx }, 1);
        same(op, &[Type::F32], none, 1);
    }
    same(Ex2, &[Type::F16], approx, 1);
    same(Tanh, &[Type::F16, Type::F32], approx, 1);
    same(Copysign, &[Type::F32, Type::F64], none, 2);
    same(Mov, &[Type::Pred, Type::B32, Type::B64, Type::F16, Type::F32, Type::F64], none, 1);
    same(Prmt, &[Type::B32], none, 3);
    for (left, sat) in [(false, false), (false, true), (true, false), (true, true)] {
        same(Shf, &[Type::B32], Attrs { left, sat, ..none }, 3);
    }
    same(Cvta, &[Type::U64], Attrs { space: Some(Space::Global), ..none }, 1);
    same(Cvta, &[Type::U64], Attrs { space: Some(Space::Shared), to: true, ..none }, 1);
    rows.extend(conversions_and_others());
    rows.extend(memory());
    rows.extend(warp());
    rows
}

fn conversions_and_others() -> Vec<Row> {
    use Opcode::*;
    let none = Attrs::default();
    let mut rows = Vec::new();
    let wide = Attrs { mul: Some(MulMode::Wide), ..none };
    for ty in [Type::U32, Type::S32] {
        rows.push(row(Mul, ty, wide, &[B32, B32], &[B64]));
        rows.push(row(Mad, ty, wide, &[B32, B32, B64], &[B64]));
        for src_ty in [Type::U32, Type::S32] {
            let mut dot = row(Dp4a, ty, none, &[B32, B32, B32], &[B32]);
            dot.data.src_ty = src_ty;
            rows.push(dot);
            let mut dot = row(Dp2a, ty, Attrs { mul: Some(MulMode::Hi), ..none }, &[B32, B32, B32], &[B32]);
            dot.data.src_ty = src_ty;
            rows.push(dot);
        }
    }
    for ty in [Type::B32, Type::B64] {
        rows.push(row(Popc, ty, none, &[ty.reg()], &[B32]));
        rows.push(row(Clz, ty, none, &[ty.reg()], &[B32]));
        rows.push(row(Shl, ty, none, &[ty.reg(), B32], &[ty.reg()]));
        rows.push(row(Bfi, ty, none, &[ty.reg(), ty.reg(), B32, B32], &[ty.reg()]));
    }
    for ty in [Type::U32, Type::S32, Type::U64, Type::S64] {
        rows.push(row(Bfind, ty, none, &[ty.reg()], &[B32]));
        rows.push(row(Bfe, ty, none, &[ty.reg(), B32, B32], &[ty.reg()]));
        rows.push(row(Shr, ty, none, &[ty.reg(), B32], &[ty.reg()]));
    }
    for cmp in [Cmp::Num, Cmp::Nan] {
        rows.push(row(Testp, Type::F32, Attrs { cmp: Some(cmp), ..none }, &[F32], &[Pred]));
    }
    for &cmp in Cmp::ALL {
        rows.push(row(Setp, Type::F32, Attrs { cmp: Some(cmp), ftz: true, ..none }, &[F32, F32], &[Pred]));
    }
    for ty in [Type::U32, Type::S32, Type::U64, Type::S64, Type::F16, Type::F64] {
        rows.push(row(Setp, ty, Attrs { cmp: Some(Cmp::Lt), ..none }, &[ty.reg(), ty.reg()], &[Pred]));
    }
    for ty in [Type::B32, Type::B64, Type::Pred] {
        for cmp in [Cmp::Eq, Cmp::Ne] {
            rows.push(row(Setp, ty, Attrs { cmp: Some(cmp), ..none }, &[ty.reg(), ty.reg()], &[Pred]));
        }
    }
    for ty in [Type::B32, Type::S32, Type::U64, Type::F16, Type::F32, Type::F64, Type::Pred] {
        rows.push(row(Selp, ty, none, &[ty.reg(), ty.reg(), Pred], &[ty.reg()]));
    }
    for (ty, from) in [(Type::B32, F32), (Type::F32, B32), (Type::B64, F64), (Type::F64, B64), (Type::B32, B16), (Type::F16, B32)] {
        rows.push(row(Mov, ty, none, &[from], &[ty.reg()]));
    }
    for space in [Space::Global, Space::Shared, Space::Local, Space::Const] {
        rows.push(row(Isspacep, Type::B32, Attrs { space: Some(space), ..none }, &[B64], &[Pred]));
    }
    let all = [Type::U8, Type::U16, Type::U32, Type::U64, Type::S8, Type::S16, Type::S32, Type::S64, Type::F16, Type::F32, Type::F64];
    for to in all {
        for from in all {
            let rounding = match (from.is_float(), to.is_float()) {
                (true, false) => Some(Rounding::Rzi),
                (false, true) => Some(Rounding::Rn),
                (true, true) if to.size() < from.size() => Some(Rounding::Rz),
                (true, true) if to == from => Some(Rounding::Rni),
                _ => None,
            };
            let mut conversion = row(Cvt, to, Attrs { rounding, ..none }, &[from.reg()], &[to.reg()]);
            conversion.data.src_ty = from;
            rows.push(conversion);
        }
    }
    let mut saturating = row(Cvt, Type::S8, Attrs { sat: true, ..none }, &[B32], &[B32]);
    saturating.data.src_ty = Type::S32;
    rows.push(saturating);
    rows
}

fn memory() -> Vec<Row> {
    use Opcode::*;
    let none = Attrs::default();
    let mut rows = Vec::new();
    let at = |mut row: Row, offset| {
        row.data.offset = offset;
        row
    };
    let spaces = [None, Some(Space::Global), Some(Space::Shared), Some(Space::Local), Some(Space::Const)];
    for space in spaces {
        let address = if space == Some(Space::Shared) { B32 } else { B64 };
        for ty in [Type::U8, Type::S8, Type::U16, Type::S16, Type::B32, Type::U64, Type::F16, Type::F32, Type::F64] {
            rows.push(at(row(Ld, ty, Attrs { space, ..none }, &[address], &[ty.reg()]), 8));
            if space != Some(Space::Const) {
                rows.push(at(row(St, ty, Attrs { space, ..none }, &[address, ty.reg()], &[]), -8));
            }
        }
        rows.push(row(Ld, Type::F32, Attrs { space, vector: 4, ..none }, &[address], &[F32; 4]));
        if space != Some(Space::Const) {
            rows.push(row(St, Type::U64, Attrs { space, vector: 2, ..none }, &[address, B64, B64], &[]));
        }
    }
    let global = Some(Space::Global);
    for cache in [CacheOp::Ca, CacheOp::Cg, CacheOp::Cs, CacheOp::Lu, CacheOp::Cv, CacheOp::Nc] {
        rows.push(row(Ld, Type::F32, Attrs { space: global, cache: Some(cache), ..none }, &[B64], &[F32]));
    }
    for cache in [CacheOp::Wb, CacheOp::Cg, CacheOp::Cs, CacheOp::Wt] {
        rows.push(row(St, Type::F32, Attrs { space: global, cache: Some(cache), ..none }, &[B64, F32], &[]));
    }
    for space in [global, Some(Space::Local), None] {
        rows.push(row(Ld, Type::S32, Attrs { space, sem: Some(Sem::Volatile), ..none }, &[B64], &[B32]));
        rows.push(row(St, Type::S32, Attrs { space, sem: Some(Sem::Volatile), ..none }, &[B64, B32], &[]));
    }
    for &scope in Scope::ALL {
        let with = |sem| Attrs { sem: Some(sem), scope: Some(scope), ..none };
        rows.push(row(Ld, Type::S32, with(Sem::Relaxed), &[B64], &[B32]));
        rows.push(row(Ld, Type::S32, with(Sem::Acquire), &[B64], &[B32]));
        rows.push(row(St, Type::S32, with(Sem::Release), &[B64, B32], &[]));
        rows.push(row(Fence, Type::B32, with(Sem::Sc), &[], &[]));
        rows.push(row(Fence, Type::B32, with(Sem::AcqRel), &[], &[]));
    }
    let atom = |op, ty: Type, space, n: usize| {
        let attrs = Attrs { atom: Some(op), space, ..none };
        row(Atom, ty, attrs, &[&[B64], &vec![ty.reg(); n][..]].concat(), &[ty.reg()])
    };
    let red = |op, ty: Type, space| row(Red, ty, Attrs { atom: Some(op), space, ..none }, &[B64, ty.reg()], &[]);
    for ty in [Type::B32, Type::B64] {
        rows.push(atom(AtomOp::Cas, ty, global, 2));
        rows.push(atom(AtomOp::Exch, ty, None, 1));
        for op in [AtomOp::And, AtomOp::Or, AtomOp::Xor] {
            rows.push(atom(op, ty, Some(Space::Shared), 1));
            rows.push(red(op, ty, global));
        }
    }
    for ty in [Type::U32, Type::S32, Type::U64, Type::F32, Type::F64, Type::F16] {
        rows.push(at(atom(AtomOp::Add, ty, global, 1), 4));
        rows.push(red(AtomOp::Add, ty, None));
    }
    for op in [AtomOp::Inc, AtomOp::Dec, AtomOp::Min, AtomOp::Max] {
        rows.push(atom(op, Type::U32, global, 1));
    }
    let mut ordered = atom(AtomOp::Add, Type::U32, global, 1);
    (ordered.data.attrs.sem, ordered.data.attrs.scope) = (Some(Sem::AcqRel), Some(Scope::Sys));
    rows.push(ordered);
    rows.push(row(Prefetch, Type::B32, Attrs { space: global, ..none }, &[B64], &[]));
    rows.push(row(Prefetch, Type::B32, Attrs { cache: Some(CacheOp::Cg), ..none }, &[B64], &[]));
    rows
}

fn warp() -> Vec<Row> {
    use Opcode::*;
    let none = Attrs::default();
    let mut rows = Vec::new();
    for &mode in ShflMode::ALL {
        let attrs = Attrs { shfl: Some(mode), ..none };
        rows.push(row(Shfl, Type::B32, attrs, &[B32; 4], &[B32]));
        rows.push(row(Shfl, Type::B32, attrs, &[B32; 4], &[B32, Pred]));
    }
    for &mode in VoteMode::ALL {
        let result = if mode == VoteMode::Ballot { B32 } else { Pred };
        let ty = if mode == VoteMode::Ballot { Type::B32 } else { Type::Pred };
        rows.push(row(Vote, ty, Attrs { vote: Some(mode), ..none }, &[Pred, B32], &[result]));
    }
    for ty in [Type::B32, Type::B64] {
        let mode = |m| Attrs { match_mode: Some(m), ..none };
        rows.push(row(Match, ty, mode(MatchMode::Any), &[ty.reg(), B32], &[B32]));
        rows.push(row(Match, ty, mode(MatchMode::All), &[ty.reg(), B32], &[B32, Pred]));
    }
    for &op in ReduxOp::ALL {
        let ty = if matches!(op, ReduxOp::Add | ReduxOp::Min | ReduxOp::Max) { Type::S32 } else { Type::B32 };
        rows.push(row(Redux, ty, Attrs { redux: Some(op), ..none }, &[B32, B32], &[B32]));
    }
    rows.push(row(Activemask, Type::B32, none, &[], &[B32]));
    rows.push(row(BarWarp, Type::B32, none, &[B32], &[]));
    rows.push(row(Nanosleep, Type::B32, none, &[B32], &[]));
    let bar = |kind| Attrs { bar: Some(kind), ..none };
    rows.push(row(Bar, Type::B32, none, &[], &[]));
    let mut numbered = row(Bar, Type::B32, bar(BarKind::Sync), &[B32], &[]);
    numbered.data.offset = 3;
    rows.push(numbered);
    rows.push(row(Bar, Type::B32, bar(BarKind::Arrive), &[B32], &[]));
    rows.push(row(Bar, Type::U32, bar(BarKind::RedPopc), &[Pred], &[B32]));
    rows.push(row(Bar, Type::Pred, bar(BarKind::RedAnd), &[Pred], &[Pred]));
    rows.push(row(Bar, Type::Pred, bar(BarKind::RedOr), &[B32, Pred], &[Pred]));
    rows
}

pub(crate) fn global(name: &str, space: Space, size: u64) -> GlobalVarData {
    GlobalVarData {
        name: name.into(),
        space,
        size,
        align: 16,
        init: GlobalInit::Zero,
        is_dynamic_shared: false,
        is_managed: false,
        is_device_shadow: false,
        is_const: space == Space::Const,
        info: VarInfo { name: name.into(), type_name: "char []".into(), element_size: size, ..VarInfo::default() },
    }
}

/// A module with files, places with inlining, variables of every kind, and no functions.
pub(crate) fn empty_module() -> Module {
    let mut module = Module::new(ModuleKind::Device);
    module.files.push(FileEntry { name: "dir\\a b.cu".into(), is_system: false });
    module.files.push(FileEntry { name: "math.h".into(), is_system: true });
    let loc = |file, line, inlined_at, function: &str| Loc {
        file,
        line,
        column: 3,
        start: line,
        end: line + 2,
        inlined_at,
        function: function.into(),
    };
    module.locs.push(loc(1, 10, LocId::NONE, ""));
    module.locs.push(loc(1, 11, LocId::NONE, ""));
    module.locs.push(loc(2, 5, LocId(2), "f<int>"));
    module.locs.push(loc(2, 7, LocId(3), "g(float)"));
    module.globals.push(global("table", Space::Global, 32));
    module.globals.push(global("weird name::x", Space::Const, 12));
    module.globals.push(global("tile", Space::Shared, 64));
    module.globals.push(GlobalVarData { is_dynamic_shared: true, ..global("dyn", Space::Shared, 0) });
    let init =
        GlobalInit::Bytes(vec![1, 2, 3, 0, 0, 0, 0, 0, 9], vec![Relocation::Global { offset: 16, target: GlobalVar(0), addend: -4 }]);
    module.globals.push(GlobalVarData { init, ..global("pointers", Space::Global, 32) });
    module.globals.push(GlobalVarData { init: GlobalInit::Bytes(b"hi\0".to_vec(), vec![]), ..global("$str", Space::Global, 3) });
    module.globals.push(GlobalVarData { is_managed: true, ..global("managed", Space::Global, 4) });
    module
}

pub(crate) fn kernel_param(ty: Option<Type>, size: u32, align: u32, offset: u32) -> KernelParam {
    KernelParam {
        source_name: "x".into(),
        ty,
        size,
        align,
        offset,
        type_name: "const float *".into(),
        is_pointer: ty == Some(Type::U64),
        is_const_restrict: false,
        loc: LocId::NONE,
    }
}

/// Every opcode, with registers and with constants for operands.
pub(crate) fn every_opcode() -> Module {
    let mut module = empty_module();
    let mut callee = Function::new("add", FunctionKind::Func);
    callee.params = vec![B32, B64, F32, F64, B16];
    callee.results = vec![B32];
    callee.is_noinline = true;
    let entry = callee.add_block();
    let params: Vec<Value> = callee.params.clone().into_iter().map(|ty| callee.add_block_param(entry, ty)).collect();
    let mut b = Builder::new(&mut callee);
    b.switch_to(entry);
    b.push(InstData { args: vec![params[0]], ..InstData::new(Opcode::Ret, Type::B32) }, &[]);
    let mut vprintf = Function::new("vprintf", FunctionKind::Extern);
    vprintf.params = vec![B64, B64];
    vprintf.results = vec![B32];
    module.functions.push(vprintf);
    module.functions.push(callee);
    let mut kernel = Function::new("kernel", FunctionKind::Kernel);
    kernel.display_name = "ns::kernel<float>".into();
    kernel.loc = LocId(1);
    kernel.launch_bounds = Some((256, Some(2)));
    kernel.kernel_params = vec![
        kernel_param(Some(Type::U64), 8, 8, 0),
        kernel_param(Some(Type::U8), 1, 1, 8),
        kernel_param(None, 12, 4, 12),
        kernel_param(Some(Type::F64), 8, 8, 24),
        kernel_param(None, 4, 8, 32),
        kernel_param(Some(Type::F16), 2, 2, 36),
    ];
    kernel.slots.push(SlotData {
        size: 40,
        align: 8,
        info: VarInfo { name: "a".into(), type_name: "int [10]".into(), ..VarInfo::default() },
    });
    kernel.slots.push(SlotData { size: 4, align: 4, info: VarInfo::default() });
    fill(&mut kernel);
    module.functions.push(kernel);
    module
}

fn fill(kernel: &mut Function) {
    let mut b = Builder::new(kernel);
    let entry = b.create_block();
    b.switch_to(entry);
    b.set_loc(LocId(4));
    let leaf = |b: &mut Builder, op, ty: Type, payload, offset| b.value(InstData { payload, offset, ..InstData::new(op, ty) }, ty.reg());
    let base = leaf(&mut b, Opcode::LdParam, Type::U64, Payload::Param(0), 0);
    leaf(&mut b, Opcode::LdParam, Type::U8, Payload::Param(1), 0);
    let f32_value = leaf(&mut b, Opcode::LdParam, Type::F32, Payload::Param(2), 8);
    let f64_value = leaf(&mut b, Opcode::LdParam, Type::F64, Payload::Param(3), 0);
    let half = leaf(&mut b, Opcode::LdParam, Type::F16, Payload::Param(5), 0);
    leaf(&mut b, Opcode::ParamAddress, Type::B64, Payload::Param(2), 0);
    let tid = leaf(&mut b, Opcode::Sreg, Type::U32, Payload::Sreg(Sreg::TidX), 0);
    for &sreg in Sreg::ALL {
        let wide = matches!(sreg, Sreg::Gridid | Sreg::Clock64 | Sreg::Globaltimer);
        let changes = matches!(sreg, Sreg::Clock | Sreg::Clock64 | Sreg::Globaltimer);
        let op = if changes { Opcode::Clock } else { Opcode::Sreg };
        leaf(&mut b, op, if wide { Type::U64 } else { Type::U32 }, Payload::Sreg(sreg), 0);
    }
    for (payload, ty) in [
        (Payload::Global(GlobalVar(0)), Type::U64),
        (Payload::Global(GlobalVar(1)), Type::U64),
        (Payload::Global(GlobalVar(2)), Type::U32),
        (Payload::Slot(Slot(1)), Type::U64),
        (Payload::FuncAddr(FuncId(1)), Type::U64),
    ] {
        leaf(&mut b, Opcode::Address, ty, payload, 0);
    }
    let predicate = b.value(
        InstData {
            args: vec![tid, tid],
            attrs: Attrs { cmp: Some(Cmp::Lt), ..Attrs::default() },
            ..InstData::new(Opcode::Setp, Type::U32)
        },
        Pred,
    );
    for constants in [false, true] {
        for row in rows() {
            b.set_loc(LocId(1 + (b.func.insts.len() % 4) as u32));
            let args = row.args.iter().map(|class| match (constants, class) {
                (true, class) => b.constant(*class, if *class == F32 { 0x3f80_0000 } else { u64::MAX - 1 }),
                (false, Pred) => predicate,
                (false, B16) => half,
                (false, B32) => tid,
                (false, B64) => base,
                (false, F32) => f32_value,
                (false, F64) => f64_value,
            });
            let args = args.collect();
            b.push(InstData { args, ..row.data }, &row.results);
        }
        let arg = |b: &mut Builder, value| if constants { b.constant(b.func.ty(value), 7) } else { value };
        let args: Vec<Value> = [tid, base, f32_value, f64_value, half].into_iter().map(|v| arg(&mut b, v)).collect();
        b.push(InstData { args: args.clone(), payload: Payload::Call(FuncId(1)), ..InstData::new(Opcode::Call, Type::B32) }, &[B32]);
        let address = arg(&mut b, base);
        let indirect = InstData {
            args: [&[address], &args[..]].concat(),
            payload: Payload::CallIndirect(vec![F32]),
            ..InstData::new(Opcode::Call, Type::B32)
        };
        b.push(indirect, &[F32]);
        b.push(InstData { args: vec![address], payload: Payload::CallIndirect(vec![]), ..InstData::new(Opcode::Call, Type::B32) }, &[]);
    }
    control(&mut b, tid, predicate);
}

/// Loops, swaps, critical edges, jump tables and every terminator.
fn control(b: &mut Builder, tid: Value, predicate: Value) {
    let [head, body, left, join, table, last] = [(); 6].map(|()| b.create_block());
    let [x, y, i] = [(); 3].map(|()| b.func.add_block_param(head, B32));
    let joined = b.func.add_block_param(join, B32);
    let flag = b.func.add_block_param(join, Pred);
    let entered = b.func.add_block_param(left, B32);
    let zero = b.constant(B32, 0);
    let one = b.constant(B32, 1);
    let truth = b.constant(Pred, 1);
    b.jump(head, &[tid, zero, zero]);
    b.switch_to(head);
    b.func.blocks[head.index()].unroll = Some(1);
    let condition = b.op(Opcode::Not, Type::Pred, &[predicate]);
    b.branch(condition, BlockCall { block: body, args: vec![] }, BlockCall { block: join, args: vec![x, predicate] });
    b.switch_to(body);
    let next = b.op(Opcode::Add, Type::S32, &[i, one]);
    // Swaps x and y, and leaves on a critical edge.
    b.branch(predicate, BlockCall { block: head, args: vec![y, x, next] }, BlockCall { block: left, args: vec![y] });
    b.switch_to(left);
    b.jump(join, &[entered, truth]);
    b.switch_to(join);
    b.branch(flag, BlockCall { block: table, args: vec![] }, BlockCall { block: last, args: vec![] });
    b.switch_to(table);
    b.func.blocks[table.index()].unroll = Some(4);
    let out = b.create_block();
    let from = b.func.add_block_param(out, B32);
    let targets = vec![
        BlockCall { block: out, args: vec![joined] },
        BlockCall { block: last, args: vec![] },
        BlockCall { block: out, args: vec![tid] },
    ];
    b.push(InstData { args: vec![joined], payload: Payload::Targets(targets), ..InstData::new(Opcode::Brx, Type::B32) }, &[]);
    b.switch_to(last);
    b.push(InstData::new(Opcode::Exit, Type::B32), &[]);
    b.switch_to(out);
    b.op(Opcode::Neg, Type::S32, &[from]);
    let again = b.op(Opcode::Setp, Type::Pred, &[predicate, flag]);
    let inst = match b.func.def(again) {
        ValueDef::Result(inst, _) => inst,
        _ => unreachable!("it is a result"),
    };
    b.func.insts[inst.index()].attrs.cmp = Some(Cmp::Eq);
    let [trap, ret] = [(); 2].map(|()| b.create_block());
    b.branch(again, BlockCall { block: trap, args: vec![] }, BlockCall { block: ret, args: vec![] });
    b.switch_to(trap);
    b.push(InstData::new(Opcode::Trap, Type::B32), &[]);
    b.switch_to(ret);
    b.push(InstData::new(Opcode::Ret, Type::B32), &[]);
}

/// A small host module.
pub(crate) fn host() -> Module {
    let mut module = Module::new(ModuleKind::Host);
    module.files.push(FileEntry { name: "a.cu".into(), is_system: false });
    let mut printf = Function::new("printf", FunctionKind::Extern);
    (printf.params, printf.results, printf.is_variadic) = (vec![B64], vec![B32], true);
    module.globals.push(GlobalVarData {
        is_const: true,
        init: GlobalInit::Bytes(b"%d".to_vec(), vec![]),
        ..global("text", Space::Global, 3)
    });
    module.globals.push(GlobalVarData { is_device_shadow: true, ..global("table", Space::Global, 32) });
    let mut main = Function::new("main", FunctionKind::Func);
    main.results = vec![B32];
    let mut b = Builder::new(&mut main);
    let entry = b.create_block();
    b.switch_to(entry);
    let format = b.value(InstData { payload: Payload::Global(GlobalVar(0)), ..InstData::new(Opcode::Address, Type::U64) }, B64);
    let seven = b.constant(B32, 7);
    let call = InstData { args: vec![format, seven], payload: Payload::Call(FuncId(0)), ..InstData::new(Opcode::Call, Type::B32) };
    let result = b.value(call, B32);
    b.push(InstData { args: vec![result], ..InstData::new(Opcode::Ret, Type::B32) }, &[]);
    module.functions = vec![printf, main];
    module
}
