//! Which pointer an address was computed from.
//!
//! Walks operand 0 of additions, `cvta`, `mov`, selections and block parameters whose inputs agree. What it ends at
//! (a kernel parameter, a variable's address, a load, a call) is the *root*: the access must stay in the allocation
//! that the root points to.

use kern_ir::{Function, Opcode, Value, ValueDef};
use std::collections::HashMap;

/// Steps that are taken to find one root: a tower of selections has as many ways down as there are numbers of its height. Where
/// they run out, the value is a root of its own.
const MOST_STEPS: u32 = 4096;

/// The arguments that each parameter of a block is given.
pub(crate) fn block_inputs(func: &Function) -> HashMap<Value, Vec<Value>> {
    let mut inputs: HashMap<Value, Vec<Value>> = HashMap::new();
    for (_, _, inst) in func.iter_insts() {
        for target in inst.targets() {
            for (&param, &arg) in func.blocks[target.block.index()].params.iter().zip(&target.args) {
                inputs.entry(param).or_default().push(arg);
            }
        }
    }
    inputs
}

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
        Roots { func, inputs: block_inputs(func), known: HashMap::new() }
    }

    /// The root of `value`; itself if it is one.
    pub(crate) fn of(&mut self, value: Value) -> Value {
        if let Some(&root) = self.known.get(&value) {
            return root;
        }
        // Steps that have one way back share their root with what they came from.
        let mut steps = vec![value];
        let mut at = value;
        let known = loop {
            match self.step(at) {
                Some(next) => at = next,
                None => break None,
            }
            if let Some(&root) = self.known.get(&at) {
                break Some(root);
            }
            steps.push(at);
        };
        let root = known.unwrap_or_else(|| {
            let mut left = MOST_STEPS;
            self.walk(at, &mut HashMap::new(), 0, &mut left).filter(|_| left > 0).unwrap_or(at)
        });
        steps.into_iter().for_each(|step| {
            self.known.insert(step, root);
        });
        root
    }

    /// What an address was computed from in one step, if there is one way back.
    fn step(&self, value: Value) -> Option<Value> {
        let ValueDef::Result(inst, _) = self.func.def(value) else { return None };
        let data = &self.func.insts[inst.index()];
        if matches!(data.op, Opcode::Add | Opcode::Sub | Opcode::Cvta | Opcode::Mov) { data.args.first().copied() } else { None }
    }

    /// `None` inside a cycle: it agrees with everything.
    fn walk(&self, mut value: Value, open: &mut HashMap<Value, ()>, depth: u32, steps: &mut u32) -> Option<Value> {
        loop {
            if *steps == 0 {
                return Some(value);
            }
            *steps -= 1;
            match self.func.def(value) {
                ValueDef::Result(inst, _) => {
                    let data = &self.func.insts[inst.index()];
                    match data.op {
                        Opcode::Add | Opcode::Sub | Opcode::Cvta | Opcode::Mov => match data.args.first() {
                            Some(&next) => value = next,
                            None => return Some(value),
                        },
                        Opcode::Selp if data.args.len() == 3 && depth < 32 => {
                            return self.agree(value, &data.args[..2], open, depth, steps);
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
                    return self.agree(value, inputs, open, depth, steps);
                }
                ValueDef::Const(_) => return Some(value),
            }
        }
    }

    fn agree(&self, value: Value, inputs: &[Value], open: &mut HashMap<Value, ()>, depth: u32, steps: &mut u32) -> Option<Value> {
        let mut common = None;
        for &input in inputs {
            match (self.walk(input, open, depth + 1, steps), common) {
                (None, _) => {}
                (Some(root), None) => common = Some(root),
                (Some(root), Some(other)) if root == other => {}
                _ => return Some(value),
            }
        }
        common
    }
}
