//! Which loops count: they end by an integer to which each round adds something that is not zero.
//!
//! Such a loop gets on, however long it takes, if nothing else is seen of it. One whose end depends on memory, on nothing, on
//! a flag that is only set, or on a step that may be zero, waits for somebody or never ends.
//!
//! *May miss.* A number may be made anew for ever (`while (i != 1) i += 2`): a loop that counts need not end. And products, floating
//! numbers, and lists that are followed through memory are no counting.

use crate::analysis::{Dominators, LoopId, Loops, Placement, Use, Uses};
use crate::{Block, Cfg, Function, Inst, InstData, Opcode, Payload, Sreg, Value, ValueDef};

/// Whether all loops around `block` count; `false` where there is none, or a cycle is no natural loop.
pub fn counts(func: &Function, cfg: &Cfg, block: Block) -> bool {
    let loops = Loops::new(cfg, &Dominators::new(func, cfg));
    let search = Search { func, cfg, loops: &loops, placement: Placement::new(func) };
    let innermost = loops.innermost(block);
    let around = std::iter::successors(innermost, |&id| loops.get(id).parent);
    innermost.is_some() && loops.is_reducible() && around.into_iter().all(|id| search.counts(id))
}

/// Of each block at which a loop begins the parameters, there and of the loops around it, that only count rounds: each adds a constant,
/// and nothing in the loop is made of them but comparisons with what the loop does not change.
pub fn counters(func: &Function, cfg: &Cfg) -> Vec<Vec<Value>> {
    let loops = Loops::new(cfg, &Dominators::new(func, cfg));
    let (placement, uses) = (Placement::new(func), Uses::new(func));
    let of_loop = |id: LoopId| -> Vec<Value> {
        let header = loops.get(id).header;
        let is_inside = |inst: Inst| placement.block_of(inst).is_some_and(|block| loops.contains(id, block));
        let is_fixed = |value: Value| placement.block_of_def(func, value).is_none_or(|block| !loops.contains(id, block));
        let only_counts = |value: Value, step: Inst| {
            let compares = |data: &InstData| data.op == Opcode::Setp && data.args.iter().all(|&arg| arg == value || is_fixed(arg));
            uses.of(value).iter().all(|&what| match what {
                Use::Target(..) => true,
                Use::Arg(inst, _) => inst == step || !is_inside(inst) || compares(&func.insts[inst.index()]),
            })
        };
        let counts = |&(number, &param): &(usize, &Value)| {
            let inside = cfg.preds(header).iter().filter(|pred| loops.contains(id, **pred));
            let mut inputs = inside.flat_map(|&pred| func.targets(pred)).filter(|target| target.block == header);
            inputs.all(|target| {
                let Some(&next) = target.args.get(number) else { return false };
                let ValueDef::Result(step, _) = func.def(next) else { return false };
                let data = &func.insts[step.index()];
                let is_rest = |arg: &Value| *arg == param || matches!(func.def(*arg), ValueDef::Const(_));
                let is_step = matches!(data.op, Opcode::Add | Opcode::Sub) && data.args.contains(&param) && data.args.iter().all(is_rest);
                is_step && !data.ty.is_float() && only_counts(param, step) && only_counts(next, step)
            })
        };
        func.blocks[header.index()].params.iter().enumerate().filter(counts).map(|(_, &param)| param).collect()
    };
    let by_loop: Vec<Vec<Value>> = (0..loops.all().len()).map(of_loop).collect();
    let of_block = |block: usize| {
        let innermost = loops.headed_by(Block(block as u32));
        std::iter::successors(innermost, |&id| loops.get(id).parent).flat_map(|id| by_loop[id].iter().copied()).collect()
    };
    (0..func.blocks.len()).map(of_block).collect()
}

struct Search<'a> {
    func: &'a Function,
    cfg: &'a Cfg,
    loops: &'a Loops,
    placement: Placement,
}

impl Search<'_> {
    fn counts(&self, id: LoopId) -> bool {
        self.loops.exits(self.func, id).filter_map(|block| self.func.condition(block)).any(|condition| {
            let (insts, reads) = self.made_of(id, condition);
            // Memory may keep the loop from ending, whatever the number is.
            !reads && insts.into_iter().any(|inst| self.is_sum_of_itself(id, inst))
        })
    }

    /// Each round adds to the result something that is not zero.
    fn is_sum_of_itself(&self, id: LoopId, inst: Inst) -> bool {
        let data = &self.func.insts[inst.index()];
        // The operand that the sum itself may be made of, and what is added to it.
        let ways: &[(usize, &[usize])] = match data.op {
            Opcode::Add => &[(0, &[1]), (1, &[0])],
            Opcode::Sub => &[(0, &[1])],
            Opcode::Mad => &[(2, &[0, 1])],
            _ => &[],
        };
        let goes_round = |sum: usize| self.made_of(id, data.args[sum]).0.contains(&inst);
        !data.ty.is_float() && ways.iter().any(|&(sum, step)| step.iter().all(|&i| self.is_not_zero(data.args[i])) && goes_round(sum))
    }

    /// A constant that is none, or a size of blocks and grids.
    fn is_not_zero(&self, value: Value) -> bool {
        match self.func.def(value) {
            ValueDef::Const(bits) => bits != 0,
            ValueDef::Result(inst, _) => {
                let data = &self.func.insts[inst.index()];
                match data.op {
                    Opcode::Sreg => matches!(data.payload, Payload::Sreg(sreg) if is_size(sreg)),
                    Opcode::Mul => data.args.iter().all(|&arg| self.is_not_zero(arg)),
                    Opcode::Cvt | Opcode::Mov | Opcode::Shl => data.args.first().is_some_and(|&arg| self.is_not_zero(arg)),
                    _ => false,
                }
            }
            ValueDef::Param(..) => false,
        }
    }

    /// The loop's instructions that a value is made of in all rounds, and whether it is also made of what is read from memory or comes
    /// from calls.
    fn made_of(&self, id: LoopId, value: Value) -> (Vec<Inst>, bool) {
        let Search { func, cfg, loops, .. } = *self;
        let (mut seen, mut insts, mut reads) = (vec![false; func.values.len()], Vec::new(), false);
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            if std::mem::replace(&mut seen[value.index()], true) {
                continue;
            }
            match func.def(value) {
                ValueDef::Const(_) => {}
                ValueDef::Result(inst, _) => {
                    let data = &func.insts[inst.index()];
                    let is_inside = self.placement.block_of(inst).is_some_and(|block| loops.contains(id, block));
                    if is_inside && matches!(data.op, Opcode::Ld | Opcode::Atom | Opcode::Call) {
                        reads = true;
                    } else if is_inside {
                        insts.push(inst);
                        open.extend(&data.args);
                    }
                }
                ValueDef::Param(block, index) if loops.contains(id, block) => {
                    for &pred in cfg.preds(block).iter().filter(|p| loops.contains(id, **p)) {
                        for target in func.targets(pred).iter().filter(|t| t.block == block) {
                            open.extend(target.args.get(index as usize));
                        }
                    }
                }
                ValueDef::Param(..) => {}
            }
        }
        (insts, reads)
    }
}

fn is_size(sreg: Sreg) -> bool {
    use Sreg::*;
    matches!(sreg, NtidX | NtidY | NtidZ | NctaidX | NctaidY | NctaidZ)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BlockCall, Builder, Cmp, FunctionKind, RegType, Type};

    /// `do x = step(x); while (x != 7)`.
    fn counts_by(step: impl Fn(&mut Builder<'_>, Value) -> Value) -> bool {
        let mut func = Function::new("k", FunctionKind::Kernel);
        let (entry, head, exit) = (func.add_block(), func.add_block(), func.add_block());
        let x = func.add_block_param(head, RegType::B32);
        let mut b = Builder::new(&mut func);
        b.switch_to(entry);
        let (zero, seven) = (b.constant(RegType::B32, 0), b.constant(RegType::B32, 7));
        b.jump(head, &[zero]);
        b.switch_to(head);
        let next = step(&mut b, x);
        let mut setp = InstData { args: vec![next, seven], ..InstData::new(Opcode::Setp, Type::S32) };
        setp.attrs.cmp = Some(Cmp::Ne);
        let again = b.value(setp, RegType::Pred);
        b.branch(again, BlockCall { block: head, args: vec![next] }, BlockCall { block: exit, args: vec![] });
        b.switch_to(exit);
        b.push(InstData::new(Opcode::Ret, Type::B32), &[]);
        counts(&func, &Cfg::new(&func), head)
    }

    #[test]
    fn a_loop_counts_if_each_round_adds_something() {
        assert!(counts_by(|b, x| {
            let one = b.constant(RegType::B32, 1);
            b.op(Opcode::Add, Type::S32, &[x, one])
        }));
        assert!(!counts_by(|_, x| x));
        assert!(!counts_by(|b, x| {
            let zero = b.constant(RegType::B32, 0);
            b.op(Opcode::Add, Type::S32, &[x, zero])
        }));
        assert!(!counts_by(|b, x| b.op(Opcode::Add, Type::S32, &[x, x])));
        assert!(!counts_by(|b, _| b.constant(RegType::B32, 1)));
        let load = |b: &mut Builder<'_>| {
            let address = b.constant(RegType::B64, 64);
            b.value(InstData { args: vec![address], ..InstData::new(Opcode::Ld, Type::U32) }, RegType::B32)
        };
        assert!(!counts_by(|b, _| load(b)));
        assert!(!counts_by(|b, _| {
            let (loaded, one) = (load(b), b.constant(RegType::B32, 1));
            b.op(Opcode::Add, Type::S32, &[loaded, one])
        }));
    }
}
