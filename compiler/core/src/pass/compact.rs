//! Renumbering: drops what is in no IR block from the tables of a function.
//!
//! Before: tables that passes only appended to. After: values, instructions, IR blocks and slots are dense and in
//! the order of the layout, equal constants are one value, and engines may size their frames by the tables.

use crate::pass::Surroundings;
use crate::pass::hash::FastMap;
use kern_ir::{Block, BlockData, Function, Inst, Payload, RegType, Slot, Value, ValueData, ValueDef};

const NONE: u32 = u32::MAX;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, _: &Surroundings<'_>) -> bool {
    let before = (func.values.len(), func.insts.len(), func.blocks.len(), func.slots.len());
    let mut block_of = vec![NONE; func.blocks.len()];
    for (n, block) in func.layout.iter().enumerate() {
        block_of[block.index()] = n as u32;
    }
    let mut blocks: Vec<BlockData> = func.layout.iter().map(|b| std::mem::take(&mut func.blocks[b.index()])).collect();
    let mut insts = Vec::with_capacity(blocks.iter().map(|b| b.insts.len()).sum());
    let mut tables = Tables { value_of: vec![NONE; func.values.len()], values: Vec::new(), constants: FastMap::default() };
    // Definitions first, in order; then uses, where constants appear.
    for (n, block) in blocks.iter_mut().enumerate() {
        for (i, param) in block.params.iter_mut().enumerate() {
            *param = tables.define(&func.values, *param, ValueDef::Param(Block(n as u32), i as u32));
        }
        for inst in &mut block.insts {
            let mut data =
                std::mem::replace(&mut func.insts[inst.index()], kern_ir::InstData::new(kern_ir::Opcode::Trap, kern_ir::Type::B32));
            *inst = Inst(insts.len() as u32);
            for (i, result) in data.results.iter_mut().enumerate() {
                *result = tables.define(&func.values, *result, ValueDef::Result(*inst, i as u32));
            }
            insts.push(data);
        }
    }
    let mut slot_of = vec![NONE; func.slots.len()];
    let mut slots = Vec::new();
    for data in &mut insts {
        for arg in &mut data.args {
            *arg = tables.get(&func.values, *arg);
        }
        match &mut data.payload {
            Payload::Targets(targets) => {
                for target in targets {
                    target.block = Block(block_of[target.block.index()]);
                    for arg in &mut target.args {
                        *arg = tables.get(&func.values, *arg);
                    }
                }
            }
            Payload::Slot(slot) => {
                let number = &mut slot_of[slot.index()];
                if *number == NONE {
                    *number = slots.len() as u32;
                    slots.push(func.slots[slot.index()].clone());
                }
                *slot = Slot(*number);
            }
            _ => {}
        }
    }
    func.layout = (0..blocks.len() as u32).map(Block).collect();
    (func.blocks, func.insts, func.values, func.slots) = (blocks, insts, tables.values, slots);
    before != (func.values.len(), func.insts.len(), func.blocks.len(), func.slots.len())
}

struct Tables {
    value_of: Vec<u32>,
    values: Vec<ValueData>,
    constants: FastMap<(RegType, u64), Value>,
}

impl Tables {
    fn define(&mut self, old: &[ValueData], value: Value, def: ValueDef) -> Value {
        let new = Value(self.values.len() as u32);
        self.value_of[value.index()] = new.0;
        self.values.push(ValueData { ty: old[value.index()].ty, def });
        new
    }

    fn get(&mut self, old: &[ValueData], value: Value) -> Value {
        let known = self.value_of[value.index()];
        if known != NONE {
            return Value(known);
        }
        let data = old[value.index()];
        let values = &mut self.values;
        let bits = match data.def {
            ValueDef::Const(bits) => bits,
            // A use without a definition is a broken function, which the verifier reports before it comes here.
            _ => 0,
        };
        let new = *self.constants.entry((data.ty, bits)).or_insert_with(|| {
            values.push(ValueData { ty: data.ty, def: ValueDef::Const(bits) });
            Value(values.len() as u32 - 1)
        });
        self.value_of[value.index()] = new.0;
        new
    }
}
