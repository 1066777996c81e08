//! The verifier: one rejection a rule, and acceptance of what is right.

use crate::sample;
use kern_ir::RegType::{B32, B64, Pred};
use kern_ir::*;

/// A module with one right kernel: entry (add, branch), then, otherwise (phi), ret.
pub(crate) fn right() -> Module {
    let mut module = sample::empty_module();
    let mut helper = Function::new("helper", FunctionKind::Func);
    helper.params = vec![B32];
    helper.results = vec![B32];
    let mut b = Builder::new(&mut helper);
    let entry = b.create_block();
    let param = b.func.add_block_param(entry, B32);
    b.switch_to(entry);
    b.push(InstData { args: vec![param], ..InstData::new(Opcode::Ret, Type::B32) }, &[]);
    module.functions.push(helper);
    let mut f = Function::new("k", FunctionKind::Kernel);
    f.kernel_params.push(sample::kernel_param(Some(Type::U64), 8, 8, 0));
    f.slots.push(SlotData { size: 4, align: 4, info: VarInfo::default(), is_late: false });
    let mut b = Builder::new(&mut f);
    let [entry, then, join] = [(); 3].map(|()| b.create_block());
    b.switch_to(entry);
    let base = b.value(InstData { payload: Payload::Param(0), ..InstData::new(Opcode::LdParam, Type::U64) }, B64);
    let tid = b.value(InstData { payload: Payload::Sreg(Sreg::TidX), ..InstData::new(Opcode::Sreg, Type::U32) }, B32);
    let sum = b.op(Opcode::Add, Type::S32, &[tid, tid]);
    let lt = Attrs { cmp: Some(Cmp::Lt), ..Attrs::default() };
    let less = b.value(InstData { args: vec![tid, sum], attrs: lt, ..InstData::new(Opcode::Setp, Type::S32) }, Pred);
    let joined = b.func.add_block_param(join, B32);
    b.branch(less, BlockCall { block: then, args: vec![] }, BlockCall { block: join, args: vec![sum] });
    b.switch_to(then);
    let product = b.value(
        InstData {
            args: vec![tid, tid],
            attrs: Attrs { mul: Some(MulMode::Lo), ..Attrs::default() },
            ..InstData::new(Opcode::Mul, Type::S32)
        },
        B32,
    );
    let called =
        b.value(InstData { args: vec![product], payload: Payload::Call(FuncId(0)), ..InstData::new(Opcode::Call, Type::B32) }, B32);
    b.jump(join, &[called]);
    b.switch_to(join);
    b.push(InstData { args: vec![base, joined], ..InstData::new(Opcode::St, Type::U32) }, &[]);
    b.push(InstData::new(Opcode::Ret, Type::B32), &[]);
    module.functions.push(f);
    module
}

/// The instruction numbers of the kernel of [`right`].
pub(crate) const LD_PARAM: usize = 0;
pub(crate) const TID: usize = 1;
pub(crate) const ADD: usize = 2;
pub(crate) const SETP: usize = 3;
pub(crate) const BRANCH: usize = 4;
pub(crate) const MUL: usize = 5;
pub(crate) const CALL: usize = 6;
pub(crate) const ST: usize = 8;
pub(crate) const RET: usize = 9;

#[track_caller]
fn rejects(what: &str, change: impl FnOnce(&mut Module)) {
    let mut module = right();
    assert_eq!(verify(&module), []);
    change(&mut module);
    let errors = verify(&module);
    assert!(errors.iter().any(|e| e.to_string().contains(what)), "expected `{what}`, found {:?}", errors.first().map(|e| e.to_string()));
}

#[track_caller]
fn rejects_in_kernel(what: &str, change: impl FnOnce(&mut Function)) {
    rejects(what, |m| change(&mut m.functions[1]));
}

#[test]
fn names_the_place() {
    let mut module = right();
    module.functions[1].insts[ADD].args.pop();
    let text = verify(&module)[0].to_string();
    assert_eq!(text, "function `k`: $L0: `%v2 = add.s32 %v1`: expected operands (.b32, .b32), found (.b32)");
}

#[test]
fn every_opcode_is_accepted() {
    assert_eq!(verify_program(&Program { device: sample::every_opcode(), host: sample::host() }), []);
}

#[test]
fn modules() {
    rejects("entry 0", |m| m.files.clear());
    rejects("no place", |m| m.locs[0].file = 1);
    rejects("does not exist", |m| m.locs[1].file = 9);
    rejects("inlined at a later place", |m| m.locs[1].inlined_at = LocId(2));
    rejects("ends before it starts", |m| m.locs[1].start = 100);
    rejects("the name is taken", |m| m.functions[1].name = "helper".into());
    rejects("the name is taken", |m| m.globals[1].name = "table".into());
    rejects("needs a name", |m| m.globals[0].name.clear());
    rejects("too large", |m| m.globals[0].size = u64::MAX);
    rejects("not a power of two", |m| m.globals[0].align = 3);
    rejects("place does not exist", |m| m.globals[0].info.loc = 99);
    rejects("cannot be in space", |m| m.globals[0].space = Space::Local);
    rejects("must be `.shared` of size 0", |m| m.globals[0].is_dynamic_shared = true);
    rejects("device shadows", |m| m.globals[0].is_device_shadow = true);
    rejects("no initialiser", |m| m.globals[2].init = GlobalInit::Bytes(vec![1], vec![]));
    rejects("initial bytes", |m| m.globals[0].init = GlobalInit::Bytes(vec![1; 33], vec![]));
    let at = |offset, target| GlobalInit::Bytes(vec![], vec![Relocation::Global { offset, target: GlobalVar(target), addend: 0 }]);
    rejects("of nothing", |m| m.globals[0].init = at(0, 99));
    rejects("of nothing", |m| m.globals[0].init = at(0, 2));
    rejects("not aligned or outside", |m| m.globals[0].init = at(4, 1));
    rejects("not aligned or outside", |m| m.globals[0].init = at(u64::MAX - 7, 1));
    rejects("size and alignment of 8", |m| (m.globals[0].init, m.globals[0].align) = (at(0, 1), 4));
    let function = |offset| Relocation::Function { offset, target: FuncId(0) };
    rejects("in order", |m| m.globals[0].init = GlobalInit::Bytes(vec![], vec![function(8), function(0)]));
    rejects("a kernel in a host module", |m| m.kind = ModuleKind::Host);
}

#[test]
fn signatures() {
    rejects("exactly extern", |m| m.functions[0].kind = FunctionKind::Extern);
    rejects("more than one result", |m| m.functions[0].results.push(B32));
    rejects("predicates are not passed", |m| m.functions[0].params[0] = Pred);
    rejects("take more arguments", |m| m.functions[0].is_variadic = true);
    rejects("only kernels have launch bounds", |m| m.functions[0].launch_bounds = Some((1, None)));
    rejects("only kernels have kernel", |m| m.functions[0].kernel_params = m.functions[1].kernel_params.clone());
    rejects_in_kernel("needs a name", |f| f.name.clear());
    rejects_in_kernel("its place", |f| f.loc = LocId(99));
    rejects_in_kernel("takes its arguments", |f| f.params.push(B32));
    rejects_in_kernel("expected 0", |f| f.kernel_params[0].offset = 8);
    rejects_in_kernel("type and size differ", |f| f.kernel_params[0].size = 4);
    rejects_in_kernel("at most 32764", |f| f.kernel_params.push(sample::kernel_param(None, u32::MAX, 1, 8)));
    rejects_in_kernel("not a power of two", |f| f.slots[0].align = 0);
    rejects_in_kernel("slot of", |f| f.slots[0].size = u64::MAX);
    rejects_in_kernel("place of a slot", |f| f.slots[0].info.loc = 99);
}

#[test]
fn structure() {
    rejects_in_kernel("which does not exist", |f| f.layout.push(Block(77)));
    rejects_in_kernel("in the layout twice", |f| f.layout.push(Block(0)));
    rejects_in_kernel("needs a terminator", |f| f.blocks[1].insts.clear());
    rejects_in_kernel("inst99 does not exist", |f| f.blocks[1].insts.insert(0, Inst(99)));
    rejects_in_kernel("in two places", |f| f.blocks[1].insts.insert(0, Inst(ADD as u32)));
    rejects_in_kernel("does not end in a terminator", |f| f.blocks[2].insts.truncate(1));
    rejects_in_kernel("before the end of its block", |f| f.blocks[2].insts.swap(0, 1));
    rejects_in_kernel("defined elsewhere", |f| f.insts[ADD].results[0] = Value(0));
    rejects_in_kernel("defined elsewhere", |f| f.blocks[2].params[0] = Value(0));
    rejects_in_kernel("block's place", |f| f.blocks[2].loc = LocId(99));
    rejects_in_kernel("loc99 does not exist", |f| f.insts[ADD].loc = LocId(99));
    rejects_in_kernel("%v99 does not exist", |f| f.insts[ADD].args[0] = Value(99));
    rejects_in_kernel("does not fit `.b32`", |f| f.insts[ADD].args[0] = f.add_constant(B32, 1 << 32));
    rejects_in_kernel("not in the layout", |f| f.layout.truncate(2));
    rejects_in_kernel("arguments for", |f| f.insts[BRANCH].targets_mut()[1].args.clear());
    rejects_in_kernel("of class `.b64`", |f| f.insts[BRANCH].targets_mut()[1].args[0] = f.insts[LD_PARAM].results[0]);
    rejects_in_kernel("var99 does not exist", |f| f.insts[TID].payload = Payload::Global(GlobalVar(99)));
    rejects_in_kernel("slot9 does not exist", |f| f.insts[TID].payload = Payload::Slot(Slot(9)));
    rejects_in_kernel("fn9 does not exist", |f| f.insts[CALL].payload = Payload::Call(FuncId(9)));
    rejects_in_kernel("kernel parameter 9", |f| f.insts[LD_PARAM].payload = Payload::Param(9));
    rejects_in_kernel("entry block has predecessors", |f| {
        f.insts[BRANCH].targets_mut()[0].block = Block(0);
    });
    rejects("not those of the function", |m| m.functions[0].params.push(B32));
}

#[test]
fn operands() {
    rejects_in_kernel("expected operands", |f| f.insts[ADD].args[1] = f.insts[LD_PARAM].results[0]);
    rejects_in_kernel("expected results", |f| {
        let extra = f.add_value(B32, ValueDef::Result(Inst(ADD as u32), 1));
        f.insts[ADD].results.push(extra);
    });
    rejects_in_kernel("does not fit the opcode", |f| f.insts[ADD].payload = Payload::Slot(Slot(0)));
    rejects_in_kernel("does not fit the opcode", |f| f.insts[TID].payload = Payload::None);
    rejects_in_kernel("other opcode", |f| f.insts[TID].payload = Payload::Sreg(Sreg::Clock));
    rejects_in_kernel("another width", |f| f.insts[TID].payload = Payload::Sreg(Sreg::Gridid));
    rejects_in_kernel("outside of parameter", |f| f.insts[LD_PARAM].offset = 1);
    rejects_in_kernel("outside of parameter", |f| f.insts[LD_PARAM].offset = -1);
    rejects_in_kernel("must be an address", |f| f.insts[ST].args[0] = f.insts[BRANCH].args[0]);
    rejects_in_kernel("address of this space", |f| f.insts[ST].args[0] = f.insts[TID].results[0]);
    rejects_in_kernel("one or two targets", |f| f.insts[BRANCH].payload = Payload::Targets(vec![]));
    rejects_in_kernel("needs a target", |f| {
        (f.insts[BRANCH].op, f.insts[BRANCH].payload) = (Opcode::Brx, Payload::Targets(vec![]));
    });
    rejects_in_kernel("expected operands ()", |f| f.insts[RET].args = f.insts[TID].results.clone());
    rejects_in_kernel("arguments for `helper`", |f| f.insts[CALL].args.clear());
    rejects_in_kernel("cannot be called", |f| f.insts[CALL].payload = Payload::Call(FuncId(1)));
    rejects_in_kernel("function's address", |f| f.insts[CALL].payload = Payload::CallIndirect(vec![B32]));
    rejects_in_kernel("`mov` from", |f| (f.insts[ADD].op, f.insts[ADD].args) = (Opcode::Mov, f.insts[LD_PARAM].results.clone()));
    rejects_in_kernel("`mov` has one operand", |f| {
        let other = f.add_constant(B32, 1);
        (f.insts[ADD].op, f.insts[ADD].args[1]) = (Opcode::Mov, other);
    });
    rejects_in_kernel("barrier 16", |f| {
        f.insts[ST] = InstData { offset: 16, ..InstData::new(Opcode::Bar, Type::B32) };
    });
}

#[test]
fn modifiers() {
    rejects_in_kernel("no type `.b32`", |f| f.insts[ADD].ty = Type::B32);
    rejects_in_kernel("`cache` does not fit", |f| f.insts[ADD].attrs.cache = Some(CacheOp::Ca));
    rejects_in_kernel("`mul` is missing", |f| f.insts[MUL].attrs.mul = None);
    rejects_in_kernel("no offset", |f| f.insts[ADD].offset = 4);
    rejects_in_kernel("`sat` needs", |f| (f.insts[ADD].ty, f.insts[ADD].attrs.sat) = (Type::U32, true));
    rejects_in_kernel("`cmp` is missing", |f| f.insts[SETP].attrs.cmp = None);
    rejects_in_kernel("does not compare", |f| f.insts[SETP].attrs.cmp = Some(Cmp::Ltu));
    rejects_in_kernel("does not compare", |f| f.insts[SETP].ty = Type::B32);
    let st = |change: fn(&mut InstData)| move |f: &mut Function| change(&mut f.insts[ST]);
    rejects_in_kernel("is not written", st(|d| d.attrs.space = Some(Space::Const)));
    rejects_in_kernel("no such cache", st(|d| d.attrs.cache = Some(CacheOp::Ca)));
    rejects_in_kernel("vector of 3", st(|d| (d.attrs.vector, d.args) = (3, [&d.args[..], &[d.args[1]; 2]].concat())));
    rejects_in_kernel(
        "at most 16 bytes",
        st(|d| {
            (d.ty, d.attrs.vector, d.args) = (Type::U64, 4, vec![d.args[0]; 5]);
        }),
    );
    rejects_in_kernel("the scope is missing", st(|d| d.attrs.sem = Some(Sem::Relaxed)));
    rejects_in_kernel("has no scope", st(|d| d.attrs.scope = Some(Scope::Gpu)));
    rejects_in_kernel("`acquire` does not fit", st(|d| (d.attrs.sem, d.attrs.scope) = (Some(Sem::Acquire), Some(Scope::Gpu))));
    rejects_in_kernel("weak access", st(|d| (d.attrs.sem, d.attrs.cache) = (Some(Sem::Volatile), Some(CacheOp::Cg))));
    rejects_in_kernel(
        "no ordered accesses",
        st(|d| {
            (d.attrs.sem, d.attrs.scope, d.attrs.space) = (Some(Sem::Release), Some(Scope::Gpu), Some(Space::Local));
        }),
    );
    rejects_in_kernel("no `exch`", st(|d| (d.op, d.attrs.atom) = (Opcode::Red, Some(AtomOp::Exch))));
    rejects_in_kernel(
        "at least relaxed",
        st(|d| {
            (d.op, d.attrs.atom, d.attrs.sem) = (Opcode::Red, Some(AtomOp::Add), Some(Sem::Weak));
        }),
    );
    rejects_in_kernel("no such rounding, or it is missing", |f| {
        let data = &mut f.insts[ADD];
        (data.op, data.ty, data.src_ty, data.args) = (Opcode::Cvt, Type::U8, Type::F16, vec![]);
        let half = f.add_constant(RegType::B16, 0);
        f.insts[ADD].args = vec![half];
    });
}

#[test]
fn dominance() {
    rejects_in_kernel("not defined on every path", |f| f.insts[ST].args[1] = f.insts[MUL].results[0]);
    rejects_in_kernel("not defined on every path", |f| f.blocks[0].insts.swap(1, 2));
    rejects_in_kernel("not defined on every path", |f| {
        let gone = f.add_value(B32, ValueDef::Result(Inst(0), 7));
        f.insts[ST].args[1] = gone;
    });
}

#[test]
fn swapped_modules() {
    let program = Program { device: sample::host(), host: sample::empty_module() };
    assert!(verify_program(&program).iter().any(|e| e.message.contains("swapped")));
}
