//! Which value an address was computed from.
//!
//! The *root* of an address is found by walking back over pointer arithmetic (`add` and `sub` operand 0, `mad`
//! operand 2), `cvta` and `mov`; `selp` and block parameters are walked through when all their inputs have one root.
//! Everything else is its own root: kernel parameters, addresses of variables, loads, results of calls, constants.
//! The VM looks up the allocation that holds the root's run-time value and checks the access against it, so that
//! "inside some other valid allocation" is still out of bounds.
//!
//! For block parameters the analysis is optimistic: all are first assumed to agree, those whose inputs differ become
//! their own roots, until nothing changes. May miss: integers that were pointers (`uintptr_t` arithmetic with the
//! pointer in operand 1) get the wrong root; the root's value then lies in no allocation and says nothing.

use crate::{Cfg, Function, Inst, Opcode, Value, ValueDef};

/// The root of each value of a function.
#[derive(Clone, Debug)]
pub struct Provenance {
    root: Vec<Value>,
}

/// How often the optimistic assumption is retracted from scratch before every parameter that is not yet resolved
/// becomes its own root. Real code needs two or three; the limit only bounds the work on made-up graphs.
const ROUNDS: u32 = 16;

impl Provenance {
    /// Of `func`; what is unreachable is its own root.
    pub fn new(func: &Function, cfg: &Cfg) -> Provenance {
        let mut is_root = vec![false; func.values.len()];
        for round in 0.. {
            let solver = Solver { func, cfg, is_root: &is_root, root: vec![None; func.values.len()] };
            let (root, conflicts) = solver.solve();
            if conflicts.is_empty() {
                let root = root.into_iter().enumerate().map(|(i, r)| r.unwrap_or(Value(i as u32))).collect();
                return Provenance { root };
            }
            for value in conflicts {
                is_root[value.index()] = true;
            }
            if round == ROUNDS {
                for (i, value) in func.values.iter().enumerate() {
                    is_root[i] |= matches!(value.def, ValueDef::Param(..));
                }
            }
        }
        unreachable!("the loop above ends by returning")
    }

    /// Whether `value` was there when the analysis was made.
    pub fn covers(&self, value: Value) -> bool {
        value.index() < self.root.len()
    }

    /// The value that `value` was computed from, perhaps itself.
    pub fn root(&self, value: Value) -> Value {
        self.root[value.index()]
    }

    /// The root of the address of a memory access: operand 0.
    pub fn of_access(&self, func: &Function, inst: Inst) -> Option<Value> {
        func.insts[inst.index()].args.first().map(|&a| self.root(a))
    }
}

struct Solver<'a> {
    func: &'a Function,
    cfg: &'a Cfg,
    is_root: &'a [bool],
    root: Vec<Option<Value>>,
}

impl Solver<'_> {
    /// Roots under the assumption that the values marked in `is_root` are the only parameters whose inputs differ, and
    /// the parameters that contradict it.
    fn solve(mut self) -> (Vec<Option<Value>>, Vec<Value>) {
        for (i, value) in self.func.values.iter().enumerate() {
            if matches!(value.def, ValueDef::Const(_)) || self.is_root[i] {
                self.root[i] = Some(Value(i as u32));
            }
        }
        if let Some(entry) = self.cfg.rpo().first() {
            for &param in &self.func.blocks[entry.index()].params {
                self.root[param.index()] = Some(param);
            }
        }
        // Each sweep resolves at least one more value or is the last; in reverse post-order one or two are enough.
        loop {
            let mut changed = false;
            for &block in self.cfg.rpo() {
                for &inst in &self.func.blocks[block.index()].insts {
                    changed |= self.visit(inst);
                }
            }
            if !changed {
                break;
            }
        }
        let conflicts = self.conflicts();
        (self.root, conflicts)
    }

    fn visit(&mut self, inst: Inst) -> bool {
        let data = &self.func.insts[inst.index()];
        let mut changed = false;
        for (i, &result) in data.results.iter().enumerate() {
            if self.root[result.index()].is_none() {
                self.root[result.index()] = if i == 0 { self.through(inst) } else { Some(result) };
                changed |= self.root[result.index()].is_some();
            }
        }
        for target in data.targets() {
            let params = &self.func.blocks[target.block.index()].params;
            for (&param, &arg) in params.iter().zip(&target.args) {
                if self.root[param.index()].is_none() {
                    self.root[param.index()] = self.root[arg.index()];
                    changed |= self.root[arg.index()].is_some();
                }
            }
        }
        changed
    }

    fn through(&self, inst: Inst) -> Option<Value> {
        let data = &self.func.insts[inst.index()];
        let own = data.results[0];
        let is_int = !data.ty.is_float();
        let arg = |i: usize| data.args.get(i).and_then(|a| self.root[a.index()]);
        match data.op {
            Opcode::Add | Opcode::Sub if is_int && data.args.len() == 2 => arg(0),
            Opcode::Mad if data.args.len() == 3 => arg(2),
            Opcode::Cvta | Opcode::Mov if data.args.len() == 1 => arg(0),
            Opcode::Selp if data.args.len() == 3 => match (arg(0), arg(1)) {
                (Some(a), Some(b)) if a == b => Some(a),
                (Some(_), Some(_)) => Some(own),
                // One side is on a cycle that is not resolved yet: it is taken to agree, as parameters are.
                (a, b) => a.or(b),
            },
            _ => Some(own),
        }
    }

    fn conflicts(&self) -> Vec<Value> {
        let mut conflicts = Vec::new();
        for &block in self.cfg.rpo() {
            for &inst in &self.func.blocks[block.index()].insts {
                let data = &self.func.insts[inst.index()];
                for target in data.targets() {
                    let params = &self.func.blocks[target.block.index()].params;
                    for (&param, &arg) in params.iter().zip(&target.args) {
                        let (a, b) = (self.root[param.index()], self.root[arg.index()]);
                        if a != b && b.is_some() && !self.is_root[param.index()] {
                            conflicts.push(param);
                        }
                    }
                }
                if data.op == Opcode::Selp && data.args.len() == 3 && !self.is_root[data.results[0].index()] {
                    let roots = [self.root[data.args[0].index()], self.root[data.args[1].index()]];
                    let own = self.root[data.results[0].index()];
                    if own != Some(data.results[0]) && roots.iter().any(|r| r.is_some() && *r != own) {
                        conflicts.push(data.results[0]);
                    }
                }
            }
        }
        conflicts
    }
}
