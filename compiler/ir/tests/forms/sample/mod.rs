//! The modules that the tests of all forms share.

mod rows;

use kern_ir::RegType::{B16, B32, B64, F32, F64, Pred};
use kern_ir::*;
use rows::rows;

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
    kernel.cluster_dims = Some([2, 1, 1]);
    kernel.max_registers = Some(64);
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
        is_late: false,
    });
    kernel.slots.push(SlotData { size: 4, align: 4, info: VarInfo::default(), is_late: false });
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
