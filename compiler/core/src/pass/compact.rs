//! Renumbering: drops what is in no IR block from the tables of a function, and slots that nobody names.
//!
//! Before: tables that passes only appended to. After: values, instructions, IR blocks and slots are dense and in
//! the order of the layout, equal constants are one value, and engines may size their frames by the tables.

use crate::pass::PassContext;
use kern_ir::{Function, Payload, Slot};

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, _: &PassContext<'_>) -> bool {
    let before = (func.values.len(), func.insts.len(), func.blocks.len(), func.slots.len());
    func.compact();
    let mut slot_of: Vec<Option<Slot>> = vec![None; func.slots.len()];
    let mut slots = Vec::new();
    for data in &mut func.insts {
        if let Payload::Slot(slot) = &mut data.payload {
            let old = slot.index();
            *slot = *slot_of[old].get_or_insert_with(|| {
                slots.push(func.slots[old].clone());
                Slot(slots.len() as u32 - 1)
            });
        }
    }
    func.slots = slots;
    before != (func.values.len(), func.insts.len(), func.blocks.len(), func.slots.len())
}
