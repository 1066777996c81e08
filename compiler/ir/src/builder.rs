//! Appends instructions to a function.

use crate::*;
use std::collections::HashMap;

impl Function {
    /// A function without code.
    pub fn new(name: impl Into<String>, kind: FunctionKind) -> Function {
        let name = name.into();
        Function {
            display_name: name.clone(),
            name,
            kind,
            kernel_params: Vec::new(),
            params: Vec::new(),
            results: Vec::new(),
            is_variadic: false,
            launch_bounds: None,
            cluster_dims: None,
            max_registers: None,
            is_noinline: false,
            is_forceinline: false,
            stack: 0,
            values: Vec::new(),
            insts: Vec::new(),
            blocks: Vec::new(),
            layout: Vec::new(),
            slots: Vec::new(),
            loc: LocId::NONE,
            names: None,
        }
    }

    /// The register class of `value`.
    pub fn ty(&self, value: Value) -> RegType {
        self.values[value.index()].ty
    }

    /// Where `value` comes from.
    pub fn def(&self, value: Value) -> ValueDef {
        self.values[value.index()].def
    }

    /// The instruction of which `value` is a result.
    pub fn defining(&self, value: Value) -> Option<&InstData> {
        match self.def(value) {
            ValueDef::Result(inst, _) => Some(&self.insts[inst.index()]),
            _ => None,
        }
    }

    /// The bits of a constant.
    pub fn constant(&self, value: Value) -> Option<u64> {
        match self.def(value) {
            ValueDef::Const(bits) => Some(bits),
            _ => None,
        }
    }

    /// Adds a value.
    pub fn add_value(&mut self, ty: RegType, def: ValueDef) -> Value {
        self.values.push(ValueData { ty, def });
        Value(self.values.len() as u32 - 1)
    }

    /// Adds a constant; equal constants may have several values.
    pub fn add_constant(&mut self, ty: RegType, bits: u64) -> Value {
        self.add_value(ty, ValueDef::Const(bits))
    }

    /// Adds an IR block that is not yet in the layout.
    pub fn add_block(&mut self) -> Block {
        self.blocks.push(BlockData::default());
        Block(self.blocks.len() as u32 - 1)
    }

    /// Adds a parameter to an IR block.
    pub fn add_block_param(&mut self, block: Block, ty: RegType) -> Value {
        let index = self.blocks[block.index()].params.len() as u32;
        let value = self.add_value(ty, ValueDef::Param(block, index));
        self.blocks[block.index()].params.push(value);
        value
    }

    /// Numbers the parameters of a block anew, after their order has changed.
    pub fn renumber_params(&mut self, block: Block) {
        for (number, &param) in self.blocks[block.index()].params.iter().enumerate() {
            self.values[param.index()].def = ValueDef::Param(block, number as u32);
        }
    }

    /// Adds an instruction that is in no block, with fresh results of the given classes.
    pub fn add_inst(&mut self, mut data: InstData, results: &[RegType]) -> Inst {
        let inst = Inst(self.insts.len() as u32);
        data.results = results.iter().enumerate().map(|(i, &ty)| self.add_value(ty, ValueDef::Result(inst, i as u32))).collect();
        self.insts.push(data);
        inst
    }

    /// What the branch at the end of `block` decides by.
    pub fn condition(&self, block: Block) -> Option<Value> {
        self.insts[self.terminator(block)?.index()].args.first().copied()
    }

    /// The instruction that ends `block`, if it is complete.
    pub fn terminator(&self, block: Block) -> Option<Inst> {
        let last = *self.blocks[block.index()].insts.last()?;
        self.insts[last.index()].op.is_terminator().then_some(last)
    }
}

impl InstData {
    /// What executing it does besides giving results.
    pub fn effects(&self) -> Effects {
        if self.attrs.is_pure { Effects::PureNotSpeculatable } else { self.op.row().effects }
    }

    /// An instruction without operands, modifiers, payload and place.
    pub fn new(op: Opcode, ty: Type) -> InstData {
        InstData {
            op,
            ty,
            src_ty: ty,
            attrs: Attrs::default(),
            args: Vec::new(),
            results: Vec::new(),
            offset: 0,
            payload: Payload::None,
            loc: LocId::NONE,
        }
    }

    /// The jump targets; empty unless it is a branch.
    pub fn targets(&self) -> &[BlockCall] {
        match &self.payload {
            Payload::Targets(targets) => targets,
            _ => &[],
        }
    }

    /// The jump targets, to change them.
    pub fn targets_mut(&mut self) -> &mut [BlockCall] {
        match &mut self.payload {
            Payload::Targets(targets) => targets,
            _ => &mut [],
        }
    }
}

impl Module {
    /// An empty module.
    pub fn new(kind: ModuleKind) -> Module {
        let nowhere = Loc { file: 0, line: 0, column: 0, start: 0, end: 0, inlined_at: LocId::NONE, function: String::new() };
        let no_file = FileEntry { name: String::new(), is_system: true };
        Module { kind, is_contracted: false, functions: Vec::new(), globals: Vec::new(), files: vec![no_file], locs: vec![nowhere] }
    }

    /// The function of that linkage name.
    pub fn find_function(&self, name: &str) -> Option<FuncId> {
        self.functions.iter().position(|f| f.name == name).map(|i| FuncId(i as u32))
    }
}

/// Appends instructions to the IR block it is switched to.
#[derive(Debug)]
pub struct Builder<'a> {
    /// The function being built.
    pub func: &'a mut Function,
    block: Option<Block>,
    loc: LocId,
    constants: HashMap<(RegType, u64), Value>,
    /// Which blocks are in the layout, by block; brought up to date in `switch_to`.
    placed: Vec<bool>,
    placed_len: usize,
}

impl<'a> Builder<'a> {
    /// A builder that is in no block.
    pub fn new(func: &'a mut Function) -> Builder<'a> {
        Builder { func, block: None, loc: LocId::NONE, constants: HashMap::new(), placed: Vec::new(), placed_len: 0 }
    }

    /// The place given to instructions from now on.
    pub fn set_loc(&mut self, loc: LocId) {
        self.loc = loc;
    }

    /// The place given to instructions.
    pub fn loc(&self) -> LocId {
        self.loc
    }

    /// The block that is appended to; `None` after a terminator.
    pub fn current(&self) -> Option<Block> {
        self.block
    }

    /// Adds a block that is not yet in the layout.
    pub fn create_block(&mut self) -> Block {
        self.func.add_block()
    }

    /// Puts `block` at the end of the layout and appends to it from now on.
    pub fn switch_to(&mut self, block: Block) {
        self.placed.resize(self.func.blocks.len(), false);
        for placed in self.func.layout.iter().skip(self.placed_len) {
            self.placed[placed.index()] = true;
        }
        if !std::mem::replace(&mut self.placed[block.index()], true) {
            self.func.layout.push(block);
        }
        self.placed_len = self.func.layout.len();
        self.block = Some(block);
    }

    /// A constant of class `ty`; `bits` are truncated to its size.
    pub fn constant(&mut self, ty: RegType, bits: u64) -> Value {
        let bits = match ty {
            RegType::Pred => bits & 1,
            RegType::B16 => bits & 0xffff,
            RegType::B32 | RegType::F32 => bits & 0xffff_ffff,
            RegType::B64 | RegType::F64 => bits,
        };
        let func = &mut *self.func;
        *self.constants.entry((ty, bits)).or_insert_with(|| func.add_constant(ty, bits))
    }

    /// Appends `data`; its results get the given classes. After a terminator the builder is in no block; what is
    /// appended then goes to a fresh unreachable block.
    pub fn push(&mut self, mut data: InstData, results: &[RegType]) -> Inst {
        let block = match self.block {
            Some(block) => block,
            None => {
                let block = self.create_block();
                self.switch_to(block);
                block
            }
        };
        data.loc = self.loc;
        let ends = data.op.is_terminator();
        let inst = self.func.add_inst(data, results);
        self.func.blocks[block.index()].insts.push(inst);
        if ends {
            self.block = None;
        }
        inst
    }

    /// Appends an instruction with one result.
    pub fn value(&mut self, data: InstData, result: RegType) -> Value {
        let inst = self.push(data, &[result]);
        self.func.insts[inst.index()].results[0]
    }

    /// Appends `op.ty args…`, one result of the type's class.
    pub fn op(&mut self, op: Opcode, ty: Type, args: &[Value]) -> Value {
        let data = InstData { args: args.to_vec(), ..InstData::new(op, ty) };
        self.value(data, ty.reg())
    }

    /// Appends `bra target(args…)`.
    pub fn jump(&mut self, block: Block, args: &[Value]) {
        let targets = vec![BlockCall { block, args: args.to_vec() }];
        self.push(InstData { payload: Payload::Targets(targets), ..InstData::new(Opcode::Bra, Type::B32) }, &[]);
    }

    /// Appends `@condition bra then; bra otherwise`.
    pub fn branch(&mut self, condition: Value, then: BlockCall, otherwise: BlockCall) {
        let payload = Payload::Targets(vec![then, otherwise]);
        self.push(InstData { args: vec![condition], payload, ..InstData::new(Opcode::Bra, Type::B32) }, &[]);
    }
}
