//! Walking and changing functions: iteration, renaming of values, removal of what is not used.

use crate::analysis::Uses;
use crate::*;
use std::collections::HashMap;

impl Function {
    /// Where each value is used; outdated by any change.
    pub fn uses(&self) -> Uses {
        Uses::new(self)
    }

    /// The entry block; `None` without body.
    pub fn entry(&self) -> Option<Block> {
        self.layout.first().copied()
    }

    /// Bytes of a kernel's parameters.
    pub fn param_bytes(&self) -> u32 {
        self.kernel_params.last().map_or(0, |param| param.offset.saturating_add(param.size))
    }

    /// The blocks in the layout, in order.
    pub fn iter_blocks(&self) -> impl Iterator<Item = Block> {
        self.layout.iter().copied()
    }

    /// The instructions in the layout, in order, with their blocks.
    pub fn iter_insts(&self) -> impl Iterator<Item = (Block, Inst, &InstData)> {
        self.layout
            .iter()
            .flat_map(move |&block| self.blocks[block.index()].insts.iter().map(move |&inst| (block, inst, &self.insts[inst.index()])))
    }

    /// The targets of the terminator of `block`; empty when it has none.
    pub fn targets(&self, block: Block) -> &[BlockCall] {
        self.blocks[block.index()].insts.last().map_or(&[], |i| self.insts[i.index()].targets())
    }

    /// Replaces every operand and branch argument `v` by `to(v)`.
    pub fn rewrite_uses(&mut self, mut to: impl FnMut(Value) -> Value) {
        for block in &self.layout {
            for inst in &self.blocks[block.index()].insts {
                let data = &mut self.insts[inst.index()];
                for arg in &mut data.args {
                    *arg = to(*arg);
                }
                for arg in data.targets_mut().iter_mut().flat_map(|t| &mut t.args) {
                    *arg = to(*arg);
                }
            }
        }
    }

    /// Replaces every use of `from` by `to`. Linear in the function: collect several in a table for
    /// [`Function::rewrite_uses`] instead.
    pub fn replace_all_uses(&mut self, from: Value, to: Value) {
        self.rewrite_uses(|v| if v == from { to } else { v });
    }

    /// Takes parameter `index` from `block` and the arguments for it from every branch. It must not be used.
    pub fn remove_block_param(&mut self, block: Block, index: usize) {
        self.remove_block_params(block, |i| i == index);
    }

    /// Takes the parameters of `block` whose numbers satisfy `is_gone`, and the arguments for them from every branch.
    /// They must not be used.
    pub fn remove_block_params(&mut self, block: Block, is_gone: impl Fn(usize) -> bool) {
        for pred in &self.layout {
            let Some(last) = self.blocks[pred.index()].insts.last() else { continue };
            for target in self.insts[last.index()].targets_mut().iter_mut().filter(|t| t.block == block) {
                retain_indexed(&mut target.args, |i| !is_gone(i));
            }
        }
        retain_indexed(&mut self.blocks[block.index()].params, |i| !is_gone(i));
        self.renumber_params(block);
    }

    /// Takes blocks that the entry does not reach from the layout; says whether there were any.
    pub fn remove_unreachable_blocks(&mut self) -> bool {
        let cfg = Cfg::new(self);
        let before = self.layout.len();
        self.layout.retain(|b| cfg.is_reachable(*b));
        self.layout.len() != before
    }

    /// Forgets instructions, blocks and values that are not in the layout and renumbers the rest in layout order:
    /// block parameters, results and constants where they first occur; equal constants become one.
    pub fn compact(&mut self) {
        let mut block_ids = vec![Block(u32::MAX); self.blocks.len()];
        for (n, block) in self.layout.iter().enumerate() {
            block_ids[block.index()] = Block(n as u32);
        }
        let mut blocks: Vec<BlockData> = self.layout.iter().map(|b| std::mem::take(&mut self.blocks[b.index()])).collect();
        // Only names refer to instructions from outside.
        let mut inst_ids = HashMap::new();
        let mut insts = Vec::with_capacity(blocks.iter().map(|b| b.insts.len()).sum());
        let mut values =
            Renumbering { old: &self.values, ids: vec![None; self.values.len()], new: Vec::new(), constants: Constants::default() };
        // Definitions first, because a use may come before its definition in the layout.
        for (n, block) in blocks.iter_mut().enumerate() {
            for (i, param) in block.params.iter_mut().enumerate() {
                *param = values.define(*param, ValueDef::Param(Block(n as u32), i as u32));
            }
            for inst in &mut block.insts {
                let mut data = std::mem::replace(&mut self.insts[inst.index()], InstData::new(Opcode::Exit, Type::B32));
                let new = Inst(insts.len() as u32);
                if self.names.is_some() {
                    inst_ids.insert(*inst, new);
                }
                *inst = new;
                for (i, result) in data.results.iter_mut().enumerate() {
                    *result = values.define(*result, ValueDef::Result(*inst, i as u32));
                }
                insts.push(data);
            }
        }
        for data in &mut insts {
            data.args.iter_mut().for_each(|a| *a = values.get(*a));
            for target in data.targets_mut() {
                target.args.iter_mut().for_each(|a| *a = values.get(*a));
                target.block = block_ids.get(target.block.index()).copied().unwrap_or(Block(u32::MAX));
            }
        }
        for binding in self.names.iter_mut().flat_map(|names| &mut names.bindings) {
            binding.before = inst_ids.get(&binding.before).copied().unwrap_or(Inst(u32::MAX));
            let is_known =
                |value: &Value| values.ids[value.index()].is_some() || matches!(self.values[value.index()].def, ValueDef::Const(_));
            binding.value = binding.value.filter(is_known).map(|value| values.get(value));
        }
        self.values = values.new;
        self.layout = (0..blocks.len() as u32).map(Block).collect();
        (self.blocks, self.insts) = (blocks, insts);
    }

    /// Everything but the code.
    pub fn clone_signature(&self) -> Function {
        Function {
            name: self.name.clone(),
            display_name: self.display_name.clone(),
            kind: self.kind,
            kernel_params: self.kernel_params.clone(),
            params: self.params.clone(),
            results: self.results.clone(),
            is_variadic: self.is_variadic,
            launch_bounds: self.launch_bounds,
            cluster_dims: self.cluster_dims,
            max_registers: self.max_registers,
            is_noinline: self.is_noinline,
            is_forceinline: self.is_forceinline,
            stack: self.stack,
            values: Vec::new(),
            insts: Vec::new(),
            blocks: Vec::new(),
            layout: Vec::new(),
            slots: self.slots.clone(),
            loc: self.loc,
            names: None,
        }
    }
}

/// The values of [`Function::compact`]: old numbers to new ones.
struct Renumbering<'a> {
    old: &'a [ValueData],
    ids: Vec<Option<Value>>,
    new: Vec<ValueData>,
    constants: Constants,
}

/// What a function's constants are called now; most functions have a handful.
#[derive(Default)]
struct Constants {
    few: Vec<((RegType, u64), Value)>,
    more: HashMap<(RegType, u64), Value>,
}

impl Constants {
    fn get(&self, key: (RegType, u64)) -> Option<Value> {
        let known = self.few.iter().find(|(few, _)| *few == key).map(|(_, value)| *value);
        known.or_else(|| if self.more.is_empty() { None } else { self.more.get(&key).copied() })
    }

    fn insert(&mut self, key: (RegType, u64), value: Value) {
        if self.few.len() < 8 {
            self.few.push((key, value));
        } else {
            self.more.insert(key, value);
        }
    }
}

impl Renumbering<'_> {
    fn add(&mut self, value: Value, def: ValueDef) -> Value {
        self.new.push(ValueData { ty: self.old[value.index()].ty, def });
        Value(self.new.len() as u32 - 1)
    }

    fn define(&mut self, value: Value, def: ValueDef) -> Value {
        let new = self.add(value, def);
        self.ids[value.index()] = Some(new);
        new
    }

    fn get(&mut self, value: Value) -> Value {
        if let Some(known) = self.ids[value.index()] {
            return known;
        }
        let data = self.old[value.index()];
        let new = match data.def {
            ValueDef::Const(bits) => match self.constants.get((data.ty, bits)) {
                Some(known) => known,
                None => {
                    let new = self.add(value, data.def);
                    self.constants.insert((data.ty, bits), new);
                    new
                }
            },
            // A value whose definition is gone: kept, so that the verifier can name it.
            def => self.add(value, def),
        };
        self.ids[value.index()] = Some(new);
        new
    }
}

fn retain_indexed<T>(list: &mut Vec<T>, keep: impl Fn(usize) -> bool) {
    let mut i = 0;
    list.retain(|_| {
        i += 1;
        keep(i - 1)
    });
}

impl Module {
    /// The id of `loc`, which is added unless it is among the last few. [`LocInterner`] finds all equal ones.
    pub fn intern_loc(&mut self, loc: Loc) -> LocId {
        let recent = self.locs.len().saturating_sub(8).max(1);
        match self.locs.get(recent..).and_then(|l| l.iter().position(|l| *l == loc)) {
            Some(i) => LocId((recent + i) as u32),
            None => {
                self.locs.push(loc);
                LocId(self.locs.len() as u32 - 1)
            }
        }
    }

    /// The place `id`; "no place" when there is none.
    pub fn loc(&self, id: LocId) -> Option<&Loc> {
        self.locs.get(id.index()).filter(|l| l.file != 0)
    }

    /// The function `id`.
    pub fn function(&self, id: FuncId) -> &Function {
        &self.functions[id.index()]
    }

    /// The variable of that linkage name.
    pub fn find_global(&self, name: &str) -> Option<GlobalVar> {
        self.globals.iter().position(|g| g.name == name).map(|i| GlobalVar(i as u32))
    }
}

/// Gives equal places one id, in constant time.
#[derive(Clone, Default, Debug)]
pub struct LocInterner {
    ids: HashMap<Loc, LocId>,
}

impl LocInterner {
    /// Knows the places that `module` has.
    pub fn new(module: &Module) -> LocInterner {
        let ids = module.locs.iter().enumerate().rev().map(|(i, l)| (l.clone(), LocId(i as u32)));
        LocInterner { ids: ids.collect() }
    }

    /// The id of `loc` in `module`, which must be the module it was made for.
    pub fn intern(&mut self, module: &mut Module, loc: Loc) -> LocId {
        *self.ids.entry(loc).or_insert_with_key(|loc| {
            module.locs.push(loc.clone());
            LocId(module.locs.len() as u32 - 1)
        })
    }
}
