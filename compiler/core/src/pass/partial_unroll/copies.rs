//! The new loops: blocks of their own around a loop, copies of its body, and how they follow one another.

use super::count::{Share, emit_countdown, emit_split};
use super::{Plan, Remainder};
use crate::pass::graph::{Graph, terminator};
use crate::pass::rewrite::{copy_blocks, jump_only};
use kern_ir::{Block, BlockCall, Function, InstData, LocId, Opcode, Payload, RegType, Type, Value};
use rustc_hash::FxHashMap;

/// How many iterations ptxas does together where it unrolls an unrolled loop again, first those of most.
const STAGES: &[u64] = &[16, 8];

/// Gives every loop a block of its own before it, one that goes back, and one behind it, which takes what is used outside of the loop.
pub(super) fn close(func: &mut Function, graph: &Graph, plans: &mut [Plan]) {
    for plan in plans.iter_mut() {
        let (inside, outside): (Vec<Block>, Vec<Block>) = graph.preds(plan.header).iter().copied().partition(|p| plan.blocks.contains(p));
        plan.entry = redirect(func, &outside, plan.header);
        plan.latch = redirect(func, &inside, plan.header);
    }
    let mut loop_of: FxHashMap<Block, usize> = FxHashMap::default();
    let mut home: FxHashMap<Value, usize> = FxHashMap::default();
    for (n, plan) in plans.iter().enumerate() {
        for &block in &plan.blocks {
            loop_of.insert(block, n);
            let data = &func.blocks[block.index()];
            let results = data.insts.iter().flat_map(|i| &func.insts[i.index()].results);
            home.extend(data.params.iter().chain(results).map(|&v| (v, n)));
        }
    }
    let mut handed: Vec<Vec<Value>> = plans.iter().enumerate().map(|(n, plan)| leaving_args(func, plan, &home, n)).collect();
    for (block, _, inst) in func.iter_insts() {
        let here = loop_of.get(&block).copied();
        for &arg in inst.args.iter().chain(inst.targets().iter().flat_map(|t| &t.args)) {
            if let Some(&n) = home.get(&arg)
                && here != Some(n)
            {
                handed[n].push(arg);
            }
        }
    }
    let mut outside: FxHashMap<Value, Value> = FxHashMap::default();
    for (plan, values) in plans.iter_mut().zip(&mut handed) {
        values.sort_unstable();
        values.dedup();
        plan.exit = add_exit(func, plan, values, &mut outside);
    }
    let blocks: Vec<Block> = func.layout.iter().copied().chain(plans.iter().map(|plan| plan.exit)).collect();
    for block in blocks {
        let here = loop_of.get(&block).copied();
        for i in 0..func.blocks[block.index()].insts.len() {
            let inst = func.blocks[block.index()].insts[i];
            let data = &mut func.insts[inst.index()];
            let rename = |arg: &mut Value| {
                if let Some(&param) = outside.get(arg)
                    && home.get(arg).copied() != here
                {
                    *arg = param;
                }
            };
            data.args.iter_mut().for_each(rename);
            data.targets_mut().iter_mut().flat_map(|t| &mut t.args).for_each(rename);
        }
    }
}

/// What the own values of loop `n` are that its way out carries.
fn leaving_args(func: &Function, plan: &Plan, home: &FxHashMap<Value, usize>, n: usize) -> Vec<Value> {
    let leaving = &func.targets(plan.test)[1 - plan.stay];
    leaving.args.iter().copied().filter(|v| home.get(v) == Some(&n)).collect()
}

/// Puts a block on the way out, whose parameters stand for `values`.
fn add_exit(func: &mut Function, plan: &Plan, values: &[Value], outside: &mut FxHashMap<Value, Value>) -> Block {
    let exit = func.add_block();
    for &value in values {
        let param = func.add_block_param(exit, func.ty(value));
        outside.insert(value, param);
    }
    let end = terminator(func, plan.test);
    let leaving = &mut func.insts[end.index()].targets_mut()[1 - plan.stay];
    let to = std::mem::replace(leaving, BlockCall { block: exit, args: values.to_vec() });
    func.blocks[exit.index()].loc = func.blocks[to.block.index()].loc;
    jump(func, exit, to, plan.loc);
    exit
}

/// A block through which the edges from `preds` to `header` lead from now on.
fn redirect(func: &mut Function, preds: &[Block], header: Block) -> Block {
    let types: Vec<RegType> = func.blocks[header.index()].params.iter().map(|&p| func.ty(p)).collect();
    let block = func.add_block();
    func.blocks[block.index()].loc = func.blocks[header.index()].loc;
    let args: Vec<Value> = types.into_iter().map(|ty| func.add_block_param(block, ty)).collect();
    for &pred in preds {
        let end = terminator(func, pred);
        func.insts[end.index()].targets_mut().iter_mut().filter(|t| t.block == header).for_each(|t| t.block = block);
    }
    let loc = func.insts[terminator(func, header).index()].loc;
    jump(func, block, BlockCall { block: header, args }, loc);
    block
}

/// Ends a block in a jump.
fn jump(func: &mut Function, block: Block, to: BlockCall, loc: LocId) {
    let data = InstData { payload: Payload::Targets(vec![to]), loc, ..InstData::new(Opcode::Bra, Type::B32) };
    let inst = func.add_inst(data, &[]);
    func.blocks[block.index()].insts.push(inst);
}

/// Makes the last instruction of a block a branch, after `insts`.
fn end_in_branch(func: &mut Function, block: Block, insts: Vec<kern_ir::Inst>, test: Value, targets: [BlockCall; 2]) {
    let end = terminator(func, block);
    let data = &mut func.insts[end.index()];
    *data =
        InstData { args: vec![test], payload: Payload::Targets(targets.to_vec()), loc: data.loc, ..InstData::new(Opcode::Bra, Type::B32) };
    let list = &mut func.blocks[block.index()].insts;
    let at = list.len() - 1;
    list.splice(at..at, insts);
}

/// One copy of an iteration.
struct Copy {
    blocks: Vec<Block>,
    /// Of [`Copy::blocks`]: the copies of the header, the test and the way back.
    header: Block,
    test: Block,
    latch: Block,
}

/// Unrolls a closed loop. The answer are the new blocks that belong before the header in the layout, and those behind the loop.
pub(super) fn unroll(func: &mut Function, plan: &mut Plan) -> (Vec<Block>, Vec<Block>) {
    func.blocks[plan.header.index()].unroll = (plan.remainder == Remainder::Last).then_some(1);
    let copies = plan.copies as u64;
    let mut before = vec![plan.entry];
    let mut behind = vec![plan.latch];
    let stages = if plan.has_stages { STAGES } else { &[] };
    let counted: Vec<(usize, Share)> = match plan.remainder {
        Remainder::None => Vec::new(),
        Remainder::First => {
            [(1, Share::Rest(copies))].into_iter().chain(stages.iter().map(|&unit| (plan.copies, Share::Whole(unit)))).collect()
        }
        Remainder::Last => stages.iter().chain([&copies]).map(|&unit| (plan.copies, Share::Whole(unit))).collect(),
    };
    for (n, &(copies, share)) in counted.iter().enumerate() {
        let (blocks, ends) = add_counted(func, plan, copies, share);
        before.extend(blocks);
        if n + 1 < counted.len() {
            plan.entry = redirect(func, &ends, plan.header);
            before.push(plan.entry);
        }
    }
    if plan.remainder != Remainder::Last {
        behind.extend(repeat(func, plan));
    }
    behind.push(plan.exit);
    (before, behind)
}

fn copy(func: &mut Function, plan: &Plan) -> Copy {
    let originals: Vec<Block> = plan.blocks.iter().copied().chain([plan.latch]).collect();
    let blocks: Vec<Block> = originals.iter().map(|_| func.add_block()).collect();
    let pairs: Vec<(Block, Block)> = originals.into_iter().zip(blocks.iter().copied()).collect();
    let of = |block: Block| pairs.iter().find(|pair| pair.0 == block).map_or(block, |pair| pair.1);
    copy_blocks(func, &pairs, of);
    let (header, test, latch) = (of(plan.header), of(plan.test), of(plan.latch));
    func.blocks[header.index()].unroll = None;
    Copy { header, test, latch, blocks }
}

/// Makes one iteration follow another.
fn link(func: &mut Function, latch: Block, header: Block) {
    let end = terminator(func, latch);
    func.insts[end.index()].targets_mut()[0].block = header;
}

/// Puts further iterations behind that of the loop, which all go round together.
fn repeat(func: &mut Function, plan: &Plan) -> Vec<Block> {
    let copies: Vec<Copy> = (1..plan.copies).map(|_| copy(func, plan)).collect();
    let mut latch = plan.latch;
    for copy in &copies {
        link(func, latch, copy.header);
        latch = copy.latch;
    }
    link(func, latch, plan.header);
    // The test stays that comes first, or last.
    let tests: Vec<Block> = copies.iter().map(|copy| copy.test).collect();
    let without = if plan.tests_first() { tests } else { [&[plan.test], &tests[..tests.len() - 1]].concat() };
    without.into_iter().for_each(|block| jump_only(func, block, plan.stay));
    copies.into_iter().flat_map(|copy| copy.blocks).collect()
}

/// Puts a loop before the loop that goes round for its share of the iterations, `copies` at once. The answer are its blocks, and those
/// that lead to the loop from now on.
fn add_counted(func: &mut Function, plan: &Plan, copies: usize, share: Share) -> (Vec<Block>, [Block; 2]) {
    let counter = &plan.counter;
    let is_rest = matches!(share, Share::Rest(_));
    let list: Vec<Copy> = (0..copies).map(|_| copy(func, plan)).collect();
    for pair in list.windows(2) {
        link(func, pair[0].latch, pair[1].header);
    }
    let (first, last) = (&list[0], &list[copies - 1]);
    let end = func.insts[terminator(func, last.test).index()].clone();
    list.iter().for_each(|copy| jump_only(func, copy.test, plan.stay));
    // How often, before it.
    let params = func.blocks[plan.entry.index()].params.clone();
    let mut insts = Vec::new();
    let trips = counter.emit_trips(func, params[counter.param], plan.loc, &mut insts);
    let split = emit_split(func, counter, (trips, share), plan.loc, &mut insts);
    let (_, enters) = emit_countdown(func, counter, (split, 0), plan.loc, &mut insts);
    let left = func.add_block_param(first.header, counter.reg());
    let counted = BlockCall { block: first.header, args: [params.clone(), vec![split]].concat() };
    end_in_branch(func, plan.entry, insts, enters, [counted, BlockCall { block: plan.header, args: params }]);
    // Whether once more, behind it.
    let next = func.targets(last.latch)[0].args.clone();
    let on = BlockCall { block: plan.header, args: next.clone() };
    let mut blocks: Vec<Block> = list.iter().flat_map(|copy| copy.blocks.clone()).collect();
    let mut leads_on = last.latch;
    let on = if plan.tests_first() {
        on
    } else {
        let again = func.add_block();
        let mut targets = end.targets().to_vec();
        targets[plan.stay] = on;
        let inst = func.add_inst(InstData { payload: Payload::Targets(targets), ..end }, &[]);
        func.blocks[again.index()].insts.push(inst);
        blocks.push(again);
        leads_on = again;
        BlockCall { block: again, args: Vec::new() }
    };
    let mut insts = Vec::new();
    let (left, goes_on) = emit_countdown(func, counter, (left, copies as u64), plan.loc, &mut insts);
    let back = BlockCall { block: first.header, args: [next, vec![left]].concat() };
    end_in_branch(func, last.latch, insts, goes_on, [back, on]);
    func.blocks[first.header.index()].unroll = is_rest.then_some(1);
    (blocks, [plan.entry, leads_on])
}
