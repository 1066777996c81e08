//! Uses that every thread of a launch gets to, since the branches ahead of them depend on parameters and sizes alone.
//!
//! **What.** When a launch starts these are numbers: `for (int k = 0; k < steps; k++)` is entered, or not. So what is used in its body is
//! used by all that come there. **May miss.** Conditions of anything else; functions of more than [`MOST_BLOCKS`] IR blocks.

use super::{InitCheck, Use};
use crate::instrument::observe::LaunchEvent;
use kern_ir::{Block, Cmp, Function, InstData, Opcode, Payload, Sreg, Type, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};

/// Most IR blocks of a kernel whose ways are looked at.
const MOST_BLOCKS: usize = 400;
/// Most computations behind one another.
const MOST_STEPS: u32 = 8;

impl InitCheck {
    /// Finds the loads of the launched kernel whose results all threads use that have loaded.
    pub(super) fn find_sure(&mut self, launch: &LaunchEvent) {
        self.sure.clear();
        let Some(function) = launch.module.functions.get(launch.function as usize) else { return };
        if function.blocks.len() > MOST_BLOCKS {
            return;
        }
        let numbers = Numbers { launch, function };
        for &block in &function.layout {
            for inst in &function.blocks[block.index()].insts {
                let load = (launch.function, inst.0);
                let is_guarded = |how: &Vec<Use>| how.contains(&Use::Guarded);
                let Some(blocks) = self.use_blocks.get(&load).filter(|_| self.uses.get(&load).is_some_and(is_guarded)) else { continue };
                if numbers.comes_by(block, blocks) {
                    self.sure.insert(load);
                }
            }
        }
    }
}

/// What parameters of IR blocks were given.
type Known = FxHashMap<Value, u64>;

/// What is a number when the launch starts.
struct Numbers<'a> {
    launch: &'a LaunchEvent<'a>,
    function: &'a Function,
}

impl Numbers<'_> {
    /// Whether every way from an IR block to the end leads through one of `blocks`.
    fn comes_by(&self, from: Block, blocks: &FxHashSet<Block>) -> bool {
        // As long as numbers say where it goes on, also in the first rounds of loops.
        let (mut at, mut known) = (from, Known::default());
        for _ in 0..MOST_BLOCKS {
            let targets = self.function.targets(at);
            let way = if targets.len() == 1 { Some(0) } else { self.decided(at, &known) };
            let Some(target) = way.and_then(|way| targets.get(way)) else { break };
            let params = &self.function.blocks[target.block.index()].params;
            let given: Vec<_> = params.iter().copied().zip(target.args.iter().map(|&arg| self.number(arg, &known, MOST_STEPS))).collect();
            for (param, number) in given {
                match number {
                    Some(number) => _ = known.insert(param, number),
                    None => _ = known.remove(&param),
                }
            }
            at = target.block;
            if blocks.contains(&at) {
                return true;
            }
        }
        let (mut seen, mut open) = (FxHashSet::default(), vec![at]);
        while let Some(block) = open.pop() {
            let targets = self.function.targets(block);
            if targets.is_empty() {
                return false;
            }
            let decided = self.decided(block, &Known::default());
            let next = targets.iter().enumerate().filter(|(index, _)| decided.is_none_or(|way| way == *index));
            open.extend(next.map(|(_, target)| target.block).filter(|next| !blocks.contains(next) && seen.insert(*next)));
        }
        true
    }

    /// Which of its targets a branch takes, if a number says so.
    fn decided(&self, block: Block, known: &Known) -> Option<usize> {
        let data = &self.function.insts[self.function.terminator(block)?.index()];
        let is_two = data.op == Opcode::Bra && self.function.targets(block).len() == 2;
        let condition = self.number(*data.args.first().filter(|_| is_two)?, known, MOST_STEPS)?;
        Some(usize::from(condition & 1 == 0))
    }

    /// The bits of a value.
    fn number(&self, value: Value, known: &Known, steps: u32) -> Option<u64> {
        let inst = match self.function.def(value) {
            ValueDef::Const(bits) => return Some(bits),
            ValueDef::Param(..) => return known.get(&value).copied(),
            ValueDef::Result(inst, 0) if steps > 0 => inst,
            _ => return None,
        };
        let data = &self.function.insts[inst.index()];
        let arg = |index: usize| self.number(*data.args.get(index)?, known, steps - 1);
        let size = data.ty.size().min(8) * 8;
        let cut = |bits: u64| if (1..64).contains(&size) { bits & ((1 << size) - 1) } else { bits };
        let signed = |bits: u64| if (1..64).contains(&size) { (bits << (64 - size)) as i64 >> (64 - size) } else { bits as i64 };
        let (a, b) = (|| arg(0), || arg(1));
        if data.ty.is_float() || data.attrs.sat {
            return None;
        }
        Some(match data.op {
            Opcode::LdParam => cut(self.parameter(data)?),
            Opcode::Sreg => self.size_of_launch(data)?.into(),
            Opcode::Mov => a()?,
            Opcode::Add => cut(a()?.wrapping_add(b()?)),
            Opcode::Sub => cut(a()?.wrapping_sub(b()?)),
            Opcode::And => a()? & b()?,
            Opcode::Or => a()? | b()?,
            Opcode::Xor => a()? ^ b()?,
            Opcode::Selp => {
                let taken = usize::from(arg(2)? & 1 == 0);
                arg(taken)?
            }
            Opcode::Setp => {
                let (a, b) = (a()?, b()?);
                let order = if data.ty.is_signed() { signed(a).cmp(&signed(b)) } else { cut(a).cmp(&cut(b)) };
                u64::from(match data.attrs.cmp? {
                    Cmp::Eq => order.is_eq(),
                    Cmp::Ne => order.is_ne(),
                    Cmp::Lt => order.is_lt(),
                    Cmp::Le => order.is_le(),
                    Cmp::Gt => order.is_gt(),
                    Cmp::Ge => order.is_ge(),
                    _ => return None,
                })
            }
            _ => return None,
        })
    }

    /// A parameter of the kernel that is an integer.
    fn parameter(&self, data: &InstData) -> Option<u64> {
        let Payload::Param(number) = data.payload else { return None };
        let is_integer = matches!(data.ty, Type::S32 | Type::U32 | Type::B32 | Type::S64 | Type::U64 | Type::B64);
        let start = i64::from(self.function.kernel_params.get(number as usize)?.offset).checked_add(data.offset).filter(|_| is_integer)?;
        let bytes = self.launch.params.get(usize::try_from(start).ok()?..)?.get(..data.ty.size() as usize)?;
        Some(bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte)))
    }

    fn size_of_launch(&self, data: &InstData) -> Option<u32> {
        let Payload::Sreg(register) = data.payload else { return None };
        let (grid, block) = (self.launch.config.grid, self.launch.config.block);
        Some(match register {
            Sreg::NtidX => block[0],
            Sreg::NtidY => block[1],
            Sreg::NtidZ => block[2],
            Sreg::NctaidX => grid[0],
            Sreg::NctaidY => grid[1],
            Sreg::NctaidZ => grid[2],
            _ => return None,
        })
    }
}
