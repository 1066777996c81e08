//! Which lanes go first where both sides of a branch print.
//!
//! The order of the blocks (`kern_ir::analysis::order`) lets the first side go first, which nobody can tell from the other order but by
//! what lanes print. An H200 begins with the side of fewer lanes, and of equal numbers with the one that the machine code falls through
//! to: measured with 177 kernels in four sizes (`tests/h200/order_of_printf.cu`). LLVM, and nvcc with it, inverts
//! the conditions `!=`, `<=` and `>=` of branches (`InstCombine`, `isCanonicalPredicate`), of which the last two are no more where
//! constants were compared; what falls through is then where the condition does not hold.

use super::Decoder;
use crate::decode::code::{OpKind, PrintingBranch};
use crate::loader::Layout;
use kern_ir::analysis::PostDominators;
use kern_ir::{Block, Cfg, Cmp, Function, InstData, Module, Opcode, Payload, Value, ValueDef};
use std::collections::HashMap;

/// By function of a module, whether it prints, or one that it calls; not through a pointer.
pub(crate) fn printing(module: &Module) -> Vec<bool> {
    let mut known: Vec<bool> = module.functions.iter().map(|func| func.name == "vprintf").collect();
    let mut changes = known.contains(&true);
    while std::mem::take(&mut changes) {
        for index in 0..known.len() {
            if !known[index] && module.functions[index].insts.iter().any(|inst| prints(inst, &known)) {
                (known[index], changes) = (true, true);
            }
        }
    }
    known
}

fn prints(inst: &InstData, known: &[bool]) -> bool {
    match inst.payload {
        Payload::Call(callee) => known.get(callee.index()).is_some_and(|&prints| prints),
        _ => false,
    }
}

impl<const L: usize> Decoder<'_, L> {
    /// Finds the branches of which both sides print. `blocks` and `starts` are as for [`Decoder::link_edges`].
    pub(super) fn find_printing_branches(&mut self, blocks: &[Block], starts: &[u32]) {
        let (layout, func): (&Layout, &Function) = (self.layout, self.func);
        let known = layout.printing.get_or_init(|| printing(layout.module));
        let of_block = |block: &Block| func.blocks[block.index()].insts.iter().any(|inst| prints(&func.insts[inst.index()], known));
        let prints: Vec<bool> = blocks.iter().map(of_block).collect();
        if prints.iter().filter(|&&prints| prints).count() < 2 {
            return;
        }
        let post = PostDominators::without_traps(func, &Cfg::new(func));
        let mut sides = Sides { blocks, places: &self.block_index, prints: &prints, post, marks: vec![0; blocks.len()], mark: 0 };
        // Hostile nesting: the others go in the order of their blocks.
        let mut budget = 4_000_000usize;
        for pc in 0..self.code.ops.len() {
            let OpKind::Branch(..) = self.code.ops[pc].kind else { continue };
            let inst = &func.insts[self.code.ops[pc].inst as usize];
            let block = self.code.blocks[self.code.block_of[pc] as usize].block;
            let (Some(&from), [first, second]) = (self.block_index.get(&block), inst.targets()) else { continue };
            let Some(join) = sides.join(from as usize, [first.block, second.block], func, &mut budget) else { continue };
            let join = join.map_or(self.code.blocks.len() as u32, |place| starts[place]);
            self.code.printing_branches.push(PrintingBranch { else_first: else_first(func, inst.args[0]), join });
            self.code.ops[pc].b = self.code.printing_branches.len() as u32;
        }
    }
}

struct Sides<'a> {
    blocks: &'a [Block],
    places: &'a HashMap<Block, u32>,
    prints: &'a [bool],
    post: PostDominators,
    /// By block, the last side that it was found to be of.
    marks: Vec<usize>,
    /// The last side that was looked at.
    mark: usize,
}

impl Sides<'_> {
    /// Where the sides of a branch meet, or that they do not, if both print, none leads back, and no block is of both: those of `a && b`
    /// are known where `b` is looked at.
    fn join(&mut self, from: usize, targets: [Block; 2], func: &Function, budget: &mut usize) -> Option<Option<usize>> {
        let join = self.post.ipdom(self.blocks[from]).and_then(|block| self.places.get(&block)).map(|&place| place as usize);
        let end = join.unwrap_or(self.blocks.len());
        let first = self.mark + 1;
        for target in targets {
            self.mark += 1;
            let mut does_print = false;
            let mut stack = vec![*self.places.get(&target)? as usize];
            while let Some(place) = stack.pop().filter(|_| *budget > 0) {
                *budget -= 1;
                if Some(place) == join || self.marks[place] == self.mark {
                    continue;
                }
                if place <= from || place > end || self.marks[place] >= first {
                    return None;
                }
                self.marks[place] = self.mark;
                does_print |= self.prints[place];
                let last = func.terminator(self.blocks[place])?;
                stack.extend(
                    func.insts[last.index()].targets().iter().filter_map(|t| self.places.get(&t.block)).map(|&place| place as usize),
                );
            }
            if !does_print || *budget == 0 {
                return None;
            }
        }
        Some(join)
    }
}

/// Steps from a condition to the comparison that it is made of.
const MAX_STEPS: usize = 64;

/// Whether code falls through to where a condition does not hold.
fn else_first(func: &Function, mut condition: Value) -> bool {
    let mut is_inverted = false;
    for _ in 0..MAX_STEPS {
        let ValueDef::Result(inst, 0) = func.values[condition.index()].def else { break };
        let data = &func.insts[inst.index()];
        match (data.op, &data.args[..]) {
            (Opcode::Not, &[inner]) => (condition, is_inverted) = (inner, !is_inverted),
            // Of several conditions the last keeps its way round.
            (Opcode::And | Opcode::Or, &[_, last]) => condition = last,
            (Opcode::Setp, args) => {
                let has_constant = !data.ty.is_float() && args.iter().any(|&arg| func.constant(arg).is_some());
                let is_canonical = match data.attrs.cmp {
                    Some(Cmp::Ne) => false,
                    Some(Cmp::Le | Cmp::Ge) => has_constant,
                    _ => true,
                };
                return is_canonical != is_inverted;
            }
            _ => break,
        }
    }
    !is_inverted
}
