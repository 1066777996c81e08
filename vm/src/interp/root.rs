//! Which pointer an address was computed from.
//!
//! Walks operand 0 of additions, `cvta`, `mov`, selections and block parameters whose inputs agree. What it ends at
//! (a kernel parameter, a variable's address, a load, a call) is the *root*: the access must stay in the allocation
//! that the root points to.

use kern_ir::{Function, Opcode, Value, ValueDef};
use std::collections::HashMap;

/// Roots of the values of a function.
pub(crate) struct Roots<'a> {
    func: &'a Function,
    /// Arguments passed to each block parameter, by the parameter's value.
    inputs: HashMap<Value, Vec<Value>>,
    known: HashMap<Value, Value>,
}

impl<'a> Roots<'a> {
    /// Of `func`.
    pub(crate) fn new(func: &'a Function) -> Roots<'a> {
        let mut inputs: HashMap<Value, Vec<Value>> = HashMap::new();
        for &block in &func.layout {
            for &inst in &func.blocks[block.index()].insts {
                for target in func.insts[inst.index()].targets() {
                    for (&param, &arg) in func.blocks[target.block.index()].params.iter().zip(&target.args) {
                        inputs.entry(param).or_default().push(arg);
                    }
                }
            }
        }
        Roots { func, inputs, known: HashMap::new() }
    }

    /// The root of `value`; itself if it is one.
    pub(crate) fn of(&mut self, value: Value) -> Value {
        if let Some(&root) = self.known.get(&value) {
            return root;
        }
        let mut open = HashMap::new();
        let root = self.walk(value, &mut open, 0).unwrap_or(value);
        self.known.insert(value, root);
        root
    }

    /// `None` inside a cycle: it agrees with everything.
    fn walk(&self, mut value: Value, open: &mut HashMap<Value, ()>, depth: u32) -> Option<Value> {
        loop {
            match self.func.def(value) {
                ValueDef::Result(inst, _) => {
                    let data = &self.func.insts[inst.index()];
                    match data.op {
                        Opcode::Add | Opcode::Sub | Opcode::Cvta | Opcode::Mov => match data.args.first() {
                            Some(&next) => value = next,
                            None => return Some(value),
                        },
                        Opcode::Selp if data.args.len() == 3 && depth < 32 => {
                            return self.agree(value, &data.args[..2], open, depth);
                        }
                        _ => return Some(value),
                    }
                }
                ValueDef::Param(..) => {
                    let Some(inputs) = self.inputs.get(&value) else { return Some(value) };
                    if open.insert(value, ()).is_some() {
                        return None;
                    }
                    if depth >= 32 {
                        return Some(value);
                    }
                    return self.agree(value, inputs, open, depth);
                }
                ValueDef::Const(_) => return Some(value),
            }
        }
    }

    fn agree(&self, value: Value, inputs: &[Value], open: &mut HashMap<Value, ()>, depth: u32) -> Option<Value> {
        let mut common = None;
        for &input in inputs {
            match (self.walk(input, open, depth + 1), common) {
                (None, _) => {}
                (Some(root), None) => common = Some(root),
                (Some(root), Some(other)) if root == other => {}
                _ => return Some(value),
            }
        }
        common
    }
}
