//! Which IR block an instruction stands in, and which one defines a value.

use crate::{Block, Function, Inst, Value, ValueDef};

/// The IR block of every instruction. It describes the layout at the time it was made: who moves, adds or removes
/// instructions says so, or makes another.
#[derive(Clone, Debug)]
pub struct Placement {
    blocks: Vec<Option<Block>>,
}

impl Placement {
    /// Of the instructions in the layout of `func`.
    pub fn new(func: &Function) -> Placement {
        let mut blocks = vec![None; func.insts.len()];
        for (block, inst, _) in func.iter_insts() {
            blocks[inst.index()] = Some(block);
        }
        Placement { blocks }
    }

    /// The block of `inst`; `None` if it is in no block of the layout, or was added since.
    pub fn block_of(&self, inst: Inst) -> Option<Block> {
        self.blocks.get(inst.index()).copied().flatten()
    }

    /// The block that defines `value`; `None` for constants and for results of what is in no block.
    pub fn block_of_def(&self, func: &Function, value: Value) -> Option<Block> {
        match func.def(value) {
            ValueDef::Const(_) => None,
            ValueDef::Param(block, _) => Some(block),
            ValueDef::Result(inst, _) => self.block_of(inst),
        }
    }

    /// `inst`, new or moved, stands in `block` now.
    pub fn place(&mut self, inst: Inst, block: Block) {
        if self.blocks.len() <= inst.index() {
            self.blocks.resize(inst.index() + 1, None);
        }
        self.blocks[inst.index()] = Some(block);
    }

    /// `inst` is in no block any more.
    pub fn remove(&mut self, inst: Inst) {
        if let Some(block) = self.blocks.get_mut(inst.index()) {
            *block = None;
        }
    }
}

/// The IR block that defines each value, for those who ask about most of them; `None` for constants and for what is in no
/// block of the layout. Outdated by any change.
pub fn def_blocks(func: &Function) -> Vec<Option<Block>> {
    let mut blocks = vec![None; func.values.len()];
    for &block in &func.layout {
        let data = &func.blocks[block.index()];
        for value in data.params.iter().chain(data.insts.iter().flat_map(|i| &func.insts[i.index()].results)) {
            blocks[value.index()] = Some(block);
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Builder, FunctionKind, InstData, Opcode, RegType, Type};

    #[test]
    fn instructions_are_found_where_they_stand() {
        let mut func = Function::new("f", FunctionKind::Func);
        let mut b = Builder::new(&mut func);
        let (entry, next) = (b.create_block(), b.create_block());
        b.switch_to(entry);
        let one = b.constant(RegType::B32, 1);
        let param = b.func.add_block_param(next, RegType::B32);
        let sum = b.op(Opcode::Add, Type::S32, &[one, one]);
        b.jump(next, &[sum]);
        b.switch_to(next);
        b.push(InstData::new(Opcode::Ret, Type::B32), &[]);
        let mut placement = Placement::new(&func);
        assert_eq!([one, param, sum].map(|v| placement.block_of_def(&func, v)), [None, Some(next), Some(entry)]);
        assert_eq!([one, param, sum].map(|v| def_blocks(&func)[v.index()]), [None, Some(next), Some(entry)]);
        let added = func.add_inst(InstData::new(Opcode::Exit, Type::B32), &[]);
        assert_eq!(placement.block_of(added), None);
        placement.place(added, next);
        assert_eq!(placement.block_of(added), Some(next));
        placement.remove(added);
        assert_eq!(placement.block_of(added), None);
    }
}
