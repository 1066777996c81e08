//! Where each value is used.

use crate::{Function, Inst, Value};

/// One use of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Use {
    /// Operand number `.1` of an instruction.
    Arg(Inst, u32),
    /// Argument number `.2` of target number `.1` of a branch.
    Target(Inst, u32, u32),
}

impl Use {
    /// The instruction that uses the value.
    pub fn inst(self) -> Inst {
        match self {
            Use::Arg(inst, _) | Use::Target(inst, _, _) => inst,
        }
    }
}

/// The uses of every value by the instructions in the layout.
#[derive(Clone, Debug)]
pub struct Uses {
    start: Vec<u32>,
    uses: Vec<Use>,
}

impl Uses {
    /// Of `func`.
    pub fn new(func: &Function) -> Uses {
        let mut start = vec![0u32; func.values.len() + 1];
        each_use(func, |value, _| start[value.index() + 1] += 1);
        for i in 1..start.len() {
            start[i] += start[i - 1];
        }
        let mut next = start.clone();
        let mut uses = vec![Use::Arg(Inst(0), 0); start[func.values.len()] as usize];
        each_use(func, |value, what| {
            uses[next[value.index()] as usize] = what;
            next[value.index()] += 1;
        });
        Uses { start, uses }
    }

    /// The uses of `value` in layout order.
    pub fn of(&self, value: Value) -> &[Use] {
        &self.uses[self.start[value.index()] as usize..self.start[value.index() + 1] as usize]
    }

    /// Whether nothing uses `value`.
    pub fn is_unused(&self, value: Value) -> bool {
        self.of(value).is_empty()
    }
}

fn each_use(func: &Function, mut found: impl FnMut(Value, Use)) {
    for (_, inst, data) in func.iter_insts() {
        for (i, &value) in data.args.iter().enumerate() {
            found(value, Use::Arg(inst, i as u32));
        }
        for (t, target) in data.targets().iter().enumerate() {
            for (i, &value) in target.args.iter().enumerate() {
                found(value, Use::Target(inst, t as u32, i as u32));
            }
        }
    }
}
