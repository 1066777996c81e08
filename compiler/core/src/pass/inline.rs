//! Inlining of device functions, and of small host functions at -O2.
//!
//! Before: calls. After: the bodies of the callees, bottom-up over the call graph, so that what is inlined has itself
//! been inlined into. Device functions are inlined at every level unless `__noinline__`, recursive, or variadic, as
//! nvcc does in practice; host functions when small. Every instruction keeps its place and gets the call as
//! `inlined_at`; instructions without a place get that of the call.

use crate::pass::graph::Analyses;
use crate::pass::names;
use crate::pass::rewrite::Substitution;
use crate::pass::{PassContext, PassOptions, contract};
use kern_ir::analysis::{CallOrder, Dominators, MAX_NESTING, loop_nesting};
use kern_ir::{
    Block, BlockCall, Cfg, FuncId, Function, FunctionKind, Inst, InstData, Loc, LocId, Module, ModuleKind, Opcode, Payload, RegType, Slot,
    SlotData, Type, Value, ValueDef,
};
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// Instructions that inlining adds to one module; from there on calls stay, even of forced callees. A chain of functions
/// each of which calls the one before twice would have no end.
const MAX_GROWTH: usize = 400_000;
/// Bodies inside each other; a function that holds that many is called.
const MAX_DEPTH: u32 = 128;
/// A caller that has grown to this many instructions takes in only forced callees.
const MAX_CALLER: usize = 60_000;
/// And one of this many blocks none: machine code of a function takes room and time by its blocks times its values. It is full
/// then, and called: were it taken in, each caller would grow to this size again.
const MAX_CALLER_BLOCKS: usize = 3_000;
/// Host functions up to this many instructions are inlined at -O2, those with variables in memory up to the other number: who
/// points at these when the function has returned is to be told.
const MAX_HOST_CALLEE: usize = 80;
const MAX_HOST_CALLEE_WITH_SLOTS: usize = 24;
/// And callers stop growing here.
const MAX_HOST_CALLER: usize = 4_000;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(module: &mut Module, options: &PassOptions) -> bool {
    run_tidying(module, options, Which::All, |_, _| {})
}

/// What is inlined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Which {
    /// Only functions that are inlined at every level because they say so.
    Forced,
    /// All that [`is_wanted`] wants.
    All,
}

/// Runs the pass and `tidy` on every function that was inlined into, before its callers take it in: what is dead in a
/// body would otherwise be copied into each of them.
pub(crate) fn run_tidying(
    module: &mut Module,
    options: &PassOptions,
    which: Which,
    tidy: impl Fn(&mut Function, &PassContext<'_>),
) -> bool {
    let order = CallOrder::new(module);
    let mut sizes: Vec<Size> = module.functions.iter().map(Size::of).collect();
    let mut nesting: Vec<u32> = module.functions.iter().map(loops_in).collect();
    // Bodies inside each other in each function.
    let mut depth = vec![0u32; module.functions.len()];
    let mut is_full = vec![false; module.functions.len()];
    let mut growth = 0;
    let mut changed = false;
    for &caller in &order.functions {
        if module.functions[caller.index()].layout.is_empty() {
            continue;
        }
        let mut func = std::mem::replace(&mut module.functions[caller.index()], Function::new("", FunctionKind::Extern));
        let Module { kind, functions, locs, globals, .. } = &mut *module;
        let own_nesting = nesting[caller.index()];
        let wanted = |callee: FuncId, caller_size: Size| {
            callee != caller
                && !order.is_recursive[callee.index()]
                && (which == Which::All || functions[callee.index()].is_forceinline)
                && own_nesting + nesting[callee.index()] <= MAX_NESTING
                && depth[callee.index()] < MAX_DEPTH
                && growth + caller_size.insts + sizes[callee.index()].insts - sizes[caller.index()].insts <= MAX_GROWTH
                && is_wanted(*kind, options, &functions[callee.index()], sizes[callee.index()].insts, caller_size.insts)
        };
        let (taken, has_no_room) = (Cell::new(0), Cell::new(false));
        let wanted = |callee: FuncId, caller_size: Size| {
            if !wanted(callee, caller_size) {
                return false;
            }
            let has_room = !is_full[callee.index()] && caller_size.blocks + sizes[callee.index()].added_blocks() <= MAX_CALLER_BLOCKS;
            has_no_room.set(has_no_room.get() || !has_room);
            taken.set(taken.get().max(if has_room { depth[callee.index()] + 1 } else { 0 }));
            has_room
        };
        if let Some(total) = inline_calls(&mut func, functions, locs, wanted) {
            depth[caller.index()] = taken.get();
            changed = true;
            growth += total - sizes[caller.index()].insts;
            tidy(&mut func, &PassContext { kind: *kind, globals, locs, options, analyses: &Analyses::default() });
        }
        if *kind == ModuleKind::Device && func.kind == FunctionKind::Func {
            contract::rank_callee(&mut func, &PassContext { kind: *kind, globals, locs, options, analyses: &Analyses::default() });
        }
        sizes[caller.index()] = Size::of(&func);
        nesting[caller.index()] = loops_in(&func);
        is_full[caller.index()] = has_no_room.get();
        module.functions[caller.index()] = func;
    }
    changed
}

/// How deep loops nest.
fn loops_in(func: &Function) -> u32 {
    // A loop has an edge back.
    if func.layout.len() < 2 {
        return 0;
    }
    let goes_on = |(at, &block): (usize, &Block)| func.targets(block).iter().all(|to| func.layout.get(at + 1) == Some(&to.block));
    if func.layout.iter().enumerate().all(goes_on) {
        return 0;
    }
    let cfg = Cfg::new(func);
    loop_nesting(&cfg, &Dominators::new(func, &cfg)).map_or(0, |(depth, _)| depth)
}

/// What a function holds.
#[derive(Clone, Copy, Debug)]
struct Size {
    insts: usize,
    blocks: usize,
}

impl Size {
    fn of(func: &Function) -> Size {
        Size { insts: func.layout.iter().map(|b| func.blocks[b.index()].insts.len()).sum(), blocks: func.layout.len() }
    }

    /// Blocks by which a caller grows that takes it in: the first becomes part of the calling one.
    fn added_blocks(&self) -> usize {
        self.blocks.saturating_sub(1)
    }
}

fn is_wanted(kind: ModuleKind, options: &PassOptions, callee: &Function, callee_size: usize, caller_size: usize) -> bool {
    if callee.kind != FunctionKind::Func || callee.layout.is_empty() || callee.is_variadic || callee.is_noinline {
        return false;
    }
    if callee.is_forceinline {
        return true;
    }
    match kind {
        ModuleKind::Device => caller_size + callee_size <= MAX_CALLER,
        // What points at a variable of the callee must dangle as soon as the callee has returned.
        ModuleKind::Host
            if !callee.slots.is_empty() && (callee.results.contains(&RegType::B64) || callee_size > MAX_HOST_CALLEE_WITH_SLOTS) =>
        {
            false
        }
        ModuleKind::Host => options.opt_level >= 2 && callee_size <= MAX_HOST_CALLEE && caller_size + callee_size <= MAX_HOST_CALLER,
    }
}

/// Inlines the wanted calls of `func`; the size that it then has, if there were any. Bodies taken in are not looked at
/// again: they hold no wanted call any more.
fn inline_calls(func: &mut Function, functions: &[Function], locs: &mut Vec<Loc>, wanted: impl Fn(FuncId, Size) -> bool) -> Option<usize> {
    if !func.iter_insts().any(|(_, _, data)| matches!(data.payload, Payload::Call(_))) {
        return None;
    }
    let mut total = Size::of(func);
    let mut subst = Substitution::new(func);
    let mut layout = Vec::with_capacity(func.layout.len());
    let mut changed = false;
    for block in std::mem::take(&mut func.layout) {
        let insts = std::mem::take(&mut func.blocks[block.index()].insts);
        let mut kept = Vec::with_capacity(insts.len());
        let mut at = block;
        layout.push(block);
        for inst in insts {
            let data = &func.insts[inst.index()];
            let callee = match data.payload {
                Payload::Call(callee) if wanted(callee, total) && is_match(data, func, &functions[callee.index()]) => callee,
                _ => {
                    kept.push(inst);
                    continue;
                }
            };
            changed = true;
            let callee = &functions[callee.index()];
            let added = Size::of(callee);
            total = Size { insts: total.insts + added.insts, blocks: total.blocks + added.added_blocks() };
            let continuation = func.add_block();
            let entry = copy_body(func, callee, inst, continuation, locs, &mut layout, &mut subst);
            // What was copied is the last.
            let bases = (func.insts.len() - callee.insts.len(), func.values.len() - callee.values.len());
            let jump = InstData {
                payload: Payload::Targets(vec![entry]),
                loc: func.insts[inst.index()].loc,
                ..InstData::new(Opcode::Bra, Type::B32)
            };
            let jump = func.add_inst(jump, &[]);
            kept.push(jump);
            names::inlined(func, callee, (inst, jump), bases);
            func.blocks[at.index()].insts = std::mem::take(&mut kept);
            at = continuation;
            layout.push(at);
        }
        func.blocks[at.index()].insts = kept;
    }
    func.layout = layout;
    subst.apply(func);
    if changed {
        // A callee that never returns leaves the rest of its caller unreachable.
        func.remove_unreachable_blocks();
    }
    changed.then_some(total.insts)
}

fn is_match(call: &InstData, func: &Function, callee: &Function) -> bool {
    call.op == Opcode::Call
        && call.args.len() == callee.params.len()
        && call.results.len() <= callee.results.len()
        && call.args.iter().zip(&callee.params).all(|(&a, &p)| func.ty(a) == p)
        && callee.blocks[callee.layout[0].index()].params.len() == callee.params.len()
}

/// Copies the body of `callee` into `func`; its returns jump to `continuation`. The answer is the way in.
fn copy_body(
    func: &mut Function,
    callee: &Function,
    call: Inst,
    continuation: Block,
    locs: &mut Vec<Loc>,
    layout: &mut Vec<Block>,
    subst: &mut Substitution,
) -> BlockCall {
    let call_data = func.insts[call.index()].clone();
    for &result in &call_data.results {
        let param = func.add_block_param(continuation, func.ty(result));
        subst.set(result, param);
    }
    let slot_base = func.slots.len() as u32;
    func.slots.extend(callee.slots.iter().map(|slot| SlotData { is_late: true, ..slot.clone() }));
    let block_base = func.blocks.len() as u32;
    let new_block = |b: Block| Block(b.0 + block_base);
    for block in &callee.blocks {
        let copy = func.add_block();
        func.blocks[copy.index()].unroll = block.unroll;
    }
    let inst_base = func.insts.len() as u32;
    let value_base = func.values.len() as u32;
    let new_value = |v: Value| Value(v.0 + value_base);
    for value in &callee.values {
        let def = match value.def {
            ValueDef::Result(inst, i) => ValueDef::Result(Inst(inst.0 + inst_base), i),
            ValueDef::Param(block, i) => ValueDef::Param(new_block(block), i),
            ValueDef::Const(bits) => ValueDef::Const(bits),
        };
        func.add_value(value.ty, def);
    }
    let mut places = Places { call: call_data.loc, callee: &callee.display_name, map: FxHashMap::default() };
    for inst in &callee.insts {
        // Instructions outside the layout are copied too, so that numbers only shift; the last pass drops them.
        let mut data = inst.clone();
        data.loc = places.map(inst.loc, locs);
        data.args.iter_mut().chain(&mut data.results).for_each(|v| *v = new_value(*v));
        if let Payload::Slot(slot) = &mut data.payload {
            *slot = Slot(slot.0 + slot_base);
        }
        for target in data.targets_mut() {
            target.block = new_block(target.block);
            target.args.iter_mut().for_each(|v| *v = new_value(*v));
        }
        if data.op == Opcode::Ret {
            let mut args = std::mem::take(&mut data.args);
            args.truncate(call_data.results.len());
            data = InstData {
                payload: Payload::Targets(vec![BlockCall { block: continuation, args }]),
                loc: data.loc,
                ..InstData::new(Opcode::Bra, Type::B32)
            };
        }
        func.insts.push(data);
    }
    for &block in &callee.layout {
        let source = &callee.blocks[block.index()];
        let copy = &mut func.blocks[new_block(block).index()];
        copy.params = source.params.iter().map(|&v| new_value(v)).collect();
        copy.insts = source.insts.iter().map(|i| Inst(i.0 + inst_base)).collect();
        copy.loc = places.map(source.loc, locs);
        layout.push(new_block(block));
    }
    let entry = new_block(callee.layout[0]);
    let goes_back = callee.layout.iter().any(|&block| callee.targets(block).iter().any(|target| target.block == callee.layout[0]));
    if goes_back {
        return BlockCall { block: entry, args: call_data.args };
    }
    for (param, arg) in std::mem::take(&mut func.blocks[entry.index()].params).into_iter().zip(call_data.args) {
        subst.set(param, arg);
    }
    BlockCall { block: entry, args: Vec::new() }
}

/// The places of a callee as seen through one call.
struct Places<'a> {
    call: LocId,
    callee: &'a str,
    map: FxHashMap<LocId, LocId>,
}

impl Places<'_> {
    fn map(&mut self, loc: LocId, locs: &mut Vec<Loc>) -> LocId {
        if loc == LocId::NONE {
            return self.call;
        }
        if let Some(&known) = self.map.get(&loc) {
            return known;
        }
        let mut place = locs[loc.index()].clone();
        place.inlined_at = if place.inlined_at == LocId::NONE { self.call } else { self.map(place.inlined_at, locs) };
        if place.function.is_empty() {
            place.function = self.callee.to_owned();
        }
        locs.push(place);
        let new = LocId(locs.len() as u32 - 1);
        self.map.insert(loc, new);
        new
    }
}
