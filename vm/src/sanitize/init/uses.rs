//! How the results of loads are used, read off the kernel's code.

use kern_ir::analysis::PostDominators;
use kern_ir::{Block, Cfg, FuncId, Function, Inst, Opcode, Payload, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};

/// How the result of a load is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Use {
    /// Only stored again, or not at all.
    Copied,
    /// Only where the thread does not always get to, or where it may be left out: `i < n ? x[i] : 0`
    Guarded,
    /// By every thread that loads it.
    Used,
}

/// The uses of a function's values.
pub(super) struct Uses<'f> {
    function: &'f Function,
    /// The function that prints.
    vprintf: Option<FuncId>,
    post_dominators: PostDominators,
    /// Of each value: the instruction, its IR block and its place there.
    of: FxHashMap<Value, Vec<(Inst, Block, usize)>>,
    /// Which parameters of IR blocks a value is passed to.
    passed: FxHashMap<Value, Vec<Value>>,
    at: FxHashMap<Inst, (Block, usize)>,
}

/// How a value came from the load.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Way {
    value: Value,
    /// As one of several values that it might be: the parameter of an IR block, or what `selp` selects.
    is_one_of_several: bool,
}

impl<'f> Uses<'f> {
    pub(super) fn new(function: &'f Function, vprintf: Option<FuncId>) -> Uses<'f> {
        let mut uses = Uses {
            function,
            vprintf,
            post_dominators: PostDominators::new(function, &Cfg::new(function)),
            of: FxHashMap::default(),
            passed: FxHashMap::default(),
            at: FxHashMap::default(),
        };
        for &block in &function.layout {
            for (place, &inst) in function.blocks[block.index()].insts.iter().enumerate() {
                let data = &function.insts[inst.index()];
                uses.at.insert(inst, (block, place));
                data.args.iter().for_each(|&value| uses.of.entry(value).or_default().push((inst, block, place)));
                for target in data.targets() {
                    for (&value, &param) in target.args.iter().zip(&function.blocks[target.block.index()].params) {
                        uses.passed.entry(value).or_default().push(param);
                    }
                }
            }
        }
        uses
    }

    /// Whether nothing takes a value.
    pub(super) fn is_unused(&self, value: Value) -> bool {
        !self.of.contains_key(&value) && !self.passed.contains_key(&value)
    }

    /// How each result of a load is used, and the IR blocks in which a thread that gets there uses one of those that are
    /// [`Use::Guarded`]. With `keeps_bits` a result is copied too where some of its bits are, as assignments to bit-fields do.
    pub(super) fn of_load(&self, load: Inst, keeps_bits: bool) -> (Vec<Use>, FxHashSet<Block>) {
        let mut blocks = FxHashSet::default();
        let Some(data) = self.function.insts.get(load.index()) else { return (Vec::new(), blocks) };
        (data.results.iter().map(|&result| self.of_result(load, result, keeps_bits, &mut blocks)).collect(), blocks)
    }

    fn of_result(&self, load: Inst, result: Value, keeps_bits: bool, blocks: &mut FxHashSet<Block>) -> Use {
        let is_const = |value: Value| matches!(self.function.def(value), ValueDef::Const(_));
        let loaded_at = self.at.get(&load).copied();
        let mut how = Use::Copied;
        let (mut seen, mut open) = (FxHashSet::default(), vec![Way { value: result, is_one_of_several: false }]);
        while let Some(way) = open.pop() {
            if !seen.insert(way) {
                continue;
            }
            let several = |value: &Value| Way { value: *value, is_one_of_several: true };
            open.extend(self.passed.get(&way.value).into_iter().flatten().map(several));
            for &(inst, block, place) in self.of.get(&way.value).into_iter().flatten() {
                let data = &self.function.insts[inst.index()];
                let operand = data.args.iter().position(|arg| *arg == way.value).unwrap_or(0);
                let same = |value: &Value| Way { value: *value, ..way };
                match data.op {
                    Opcode::Mov => open.extend(data.results.iter().map(same)),
                    Opcode::Selp if operand < 2 => open.extend(data.results.iter().map(several)),
                    Opcode::And if keeps_bits && data.args.iter().any(|&arg| is_const(arg)) => open.extend(data.results.iter().map(same)),
                    Opcode::Or | Opcode::Bfi if keeps_bits => open.extend(data.results.iter().map(same)),
                    Opcode::St if operand > 0 && !self.is_printed(data.args.first()) => {}
                    _ if way.is_one_of_several || self.is_left_out(inst, 8) => how = Use::Guarded,
                    _ if loaded_at.is_some_and(|from| self.comes_behind(from, (block, place))) => return Use::Used,
                    _ => {
                        how = Use::Guarded;
                        blocks.insert(block);
                    }
                }
            }
        }
        how
    }

    /// Whether every thread that executes what stands at `from` executes what stands at `to` later.
    fn comes_behind(&self, from: (Block, usize), to: (Block, usize)) -> bool {
        if from.0 == to.0 { from.1 < to.1 } else { self.post_dominators.post_dominates(to.0, from.0) }
    }

    /// Whether what is stored at an address is an argument of `printf`.
    fn is_printed(&self, address: Option<&Value>) -> bool {
        let (Some(address), Some(_)) = (address, self.vprintf) else { return false };
        self.of.get(address).into_iter().flatten().any(|&(user, ..)| {
            let data = &self.function.insts[user.index()];
            match data.payload {
                Payload::Call(callee) => Some(callee) == self.vprintf,
                _ => data.op == Opcode::Cvta && self.is_printed(data.results.first()),
            }
        })
    }

    /// Whether all that comes of an instruction is computed for `selp`, which may select something else.
    fn is_left_out(&self, inst: Inst, depth: u32) -> bool {
        let data = &self.function.insts[inst.index()];
        let is_computation = !data.results.is_empty() && !matches!(data.op, Opcode::Ld | Opcode::Atom | Opcode::Call) && depth > 0;
        is_computation
            && data.results.iter().all(|result| {
                let is_passed = self.passed.contains_key(result);
                let of = self.of.get(result).map_or(&[][..], Vec::as_slice);
                let is_arm = |user: Inst| {
                    let data = &self.function.insts[user.index()];
                    data.op == Opcode::Selp && data.args.get(2) != Some(result)
                };
                !is_passed && !of.is_empty() && of.iter().all(|&(user, ..)| is_arm(user) || self.is_left_out(user, depth - 1))
            })
    }
}
