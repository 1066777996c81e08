//! Which values are addresses inside `.local` variables, and which of these may become values, for `mem2reg`.

use crate::pass::graph::Graph;
use kern_ir::{Function, Inst, InstData, Opcode, Payload, RegType, Sem, Slot, Space, Value};
use rustc_hash::FxHashSet;

/// No slot, no piece, no block.
pub(super) const NONE: u32 = u32::MAX;

/// Which values are addresses inside which slot, and which slots may not be touched.
pub(super) struct Addresses {
    pub(super) of_value: Vec<(u32, i64)>,
    pub(super) escapes: Vec<bool>,
    pub(super) is_used: Vec<bool>,
}

impl Addresses {
    pub(super) fn find(func: &Function, graph: &Graph) -> Addresses {
        Addresses::find_but(func, graph, &FxHashSet::default())
    }

    /// As [`Addresses::find`], but an address does not escape into these parameters.
    pub(super) fn find_but(func: &Function, graph: &Graph, excused: &FxHashSet<Value>) -> Addresses {
        let mut found = Addresses {
            of_value: vec![(NONE, 0); func.values.len()],
            escapes: vec![false; func.slots.len()],
            is_used: vec![false; func.slots.len()],
        };
        for &block in &graph.order {
            for &inst in &func.blocks[block.index()].insts {
                found.visit(func, inst, excused);
            }
        }
        found
    }

    pub(super) fn get(&self, value: Value) -> Option<(Slot, i64)> {
        let (slot, offset) = *self.of_value.get(value.index())?;
        (slot != NONE).then_some((Slot(slot), offset))
    }

    /// Operands are seen before they are used: definitions dominate uses and the order is reverse post-order.
    fn visit(&mut self, func: &Function, inst: Inst, excused: &FxHashSet<Value>) {
        let data = &func.insts[inst.index()];
        if let (Opcode::Address, Payload::Slot(slot)) = (data.op, &data.payload) {
            self.of_value[data.results[0].index()] = (slot.0, 0);
            self.is_used[slot.index()] = true;
            return;
        }
        let base = data.args.first().and_then(|&a| self.get(a));
        let derived = match (data.op, base) {
            (Opcode::Mov, Some(base)) if func.ty(data.results[0]) == RegType::B64 => Some(base),
            (Opcode::Cvta, Some(base)) if data.attrs.space == Some(Space::Local) => Some(base),
            (Opcode::Add | Opcode::Sub, Some((slot, offset))) if data.ty.size() == 8 => func.constant(data.args[1]).map(|c| {
                let step = if data.op == Opcode::Add { c as i64 } else { (c as i64).wrapping_neg() };
                (slot, offset.wrapping_add(step))
            }),
            _ => None,
        };
        if let Some((slot, offset)) = derived {
            self.of_value[data.results[0].index()] = (slot.0, offset);
            return;
        }
        let is_plain_access = is_plain_access(data);
        for (i, &arg) in data.args.iter().enumerate() {
            if let Some((slot, offset)) = self.get(arg)
                && !(i == 0 && is_plain_access && fits(func, slot, offset.wrapping_add(data.offset), data.ty.size(), data.attrs.vector))
            {
                self.escapes[slot.index()] = true;
            }
        }
        for target in data.targets() {
            for (arg, param) in target.args.iter().zip(&func.blocks[target.block.index()].params) {
                if let Some((slot, _)) = self.get(*arg)
                    && !excused.contains(param)
                {
                    self.escapes[slot.index()] = true;
                }
            }
        }
    }
}

/// Whether an instruction loads or stores, and nobody looks at how.
pub(super) fn is_plain_access(data: &InstData) -> bool {
    matches!(data.op, Opcode::Ld | Opcode::St)
        && matches!(data.attrs.sem, None | Some(Sem::Weak))
        && matches!(data.attrs.space, None | Some(Space::Generic | Space::Local))
        && data.ty.size() != 0
}

/// Whether an access stays inside its slot and is aligned: others are left for the engine to report.
pub(super) fn fits(func: &Function, slot: Slot, offset: i64, size: u32, vector: u8) -> bool {
    let data = &func.slots[slot.index()];
    let total = i64::from(size) * i64::from(vector.max(1));
    let is_aligned = offset % total == 0 && i64::from(data.align) >= total;
    offset >= 0 && offset.checked_add(total).is_some_and(|end| end as u64 <= data.size) && is_aligned
}

/// The slot and offset that a load or store of the function accesses.
pub(super) fn access(func: &Function, addresses: &Addresses, inst: Inst) -> Option<(Slot, i64)> {
    let data = &func.insts[inst.index()];
    if !matches!(data.op, Opcode::Ld | Opcode::St) {
        return None;
    }
    addresses.get(data.args[0]).map(|(slot, offset)| (slot, offset + data.offset))
}
