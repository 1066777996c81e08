//! Registers to SSA values.
//!
//! Pruned SSA by iterated dominance frontiers (Cytron et al., "Efficiently computing static single assignment form",
//! TOPLAS 1991). Copies become names. Registers that are written once need no block parameter; block parameters that
//! are not needed (all inputs one value, or used by nothing but other such) are removed, so that text that is printed
//! again has no more copies than it had.

use super::raw::{Operand, RawBody, Stmt, Var};
use crate::analysis::{Dominators, MAX_NESTING, loop_nesting};
use crate::*;
use std::collections::{HashMap, VecDeque};

/// Why there is no function.
pub(super) enum Refusal {
    /// The register may be read before it is written.
    Unset(Var),
    /// Loops nest that deep, the outermost at the block of that number.
    LoopsTooDeep(u32, usize),
}

/// Fills the code of `func`, which has none yet.
pub(super) fn build(func: &mut Function, raw: RawBody) -> Result<(), Refusal> {
    let count = raw.blocks.len();
    let mut writes = vec![0u32; raw.vars.len()];
    for stmt in raw.blocks.iter().flat_map(|b| &b.stmts) {
        stmt.writes().iter().for_each(|v| writes[*v as usize] += 1);
    }
    for block in &raw.blocks {
        let id = func.add_block();
        func.layout.push(id);
        func.blocks[id.index()].unroll = block.unroll;
        if let Some(end) = &block.end {
            let targets: Vec<BlockCall> = end.targets.iter().map(|t| BlockCall { block: Block(*t as u32), args: Vec::new() }).collect();
            let payload = if targets.is_empty() { end.data.payload.clone() } else { Payload::Targets(targets) };
            let inst = func.add_inst(InstData { payload, ..end.data.clone() }, &[]);
            func.blocks[id.index()].insts.push(inst);
        }
    }
    for &ty in &func.params.clone() {
        func.add_block_param(Block(0), ty);
    }
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(func, &cfg);
    if let Some((depth, header)) = loop_nesting(&cfg, &dominators).filter(|(depth, _)| *depth > MAX_NESTING) {
        return Err(Refusal::LoopsTooDeep(depth, header.index()));
    }
    let phis = place_phis(&raw, &writes, &cfg, &dominators);
    let mut phi_vars: Vec<Vec<Var>> = vec![Vec::new(); count];
    for (block, var) in phis {
        phi_vars[block.index()].push(var);
    }
    for (block, vars) in phi_vars.iter_mut().enumerate() {
        vars.sort_unstable();
        for &var in vars.iter() {
            func.add_block_param(Block(block as u32), raw.vars[var as usize]);
        }
    }
    Renamer { func, cfg: &cfg, phi_vars, current: vec![None; raw.vars.len()], undo: Vec::new(), constants: HashMap::new() }
        .run(raw, &dominators)
        .map_err(Refusal::Unset)?;
    func.layout.retain(|b| cfg.is_reachable(*b));
    remove_needless_params(func);
    func.compact();
    Ok(())
}

/// Where registers that are written more than once need a parameter: on the dominance frontiers of their writes, where
/// they are live.
fn place_phis(raw: &RawBody, writes: &[u32], cfg: &Cfg, dominators: &Dominators) -> Vec<(Block, Var)> {
    let mut written_in: HashMap<Var, Vec<Block>> = HashMap::new();
    let mut read_in: HashMap<Var, Vec<Block>> = HashMap::new();
    let mut seen_write: HashMap<Var, Block> = HashMap::new();
    for &block in cfg.rpo() {
        let mut read = |operand: &Operand, seen: &HashMap<Var, Block>| {
            if let Operand::Reg(var) = operand
                && writes[*var as usize] > 1
                && seen.get(var) != Some(&block)
            {
                read_in.entry(*var).or_default().push(block);
            }
        };
        for stmt in &raw.blocks[block.index()].stmts {
            stmt.reads().iter().for_each(|o| read(o, &seen_write));
            for &var in stmt.writes().iter().filter(|v| writes[**v as usize] > 1) {
                if seen_write.insert(var, block) != Some(block) {
                    written_in.entry(var).or_default().push(block);
                }
            }
        }
        raw.blocks[block.index()].end.iter().flat_map(|e| &e.from).for_each(|o| read(o, &seen_write));
    }
    let frontiers = frontiers(cfg, dominators);
    let mut phis = Vec::new();
    let mut vars: Vec<Var> = read_in.keys().copied().collect();
    vars.sort_unstable();
    let mut live = vec![Var::MAX; cfg.block_count()];
    let mut placed = vec![Var::MAX; cfg.block_count()];
    let mut writes_here = vec![Var::MAX; cfg.block_count()];
    for var in vars {
        let Some(defs) = written_in.get(&var) else { continue };
        defs.iter().for_each(|b| writes_here[b.index()] = var);
        let mut stack = read_in[&var].clone();
        while let Some(block) = stack.pop() {
            if std::mem::replace(&mut live[block.index()], var) != var {
                let preds = cfg.preds(block).iter().filter(|p| cfg.is_reachable(**p));
                stack.extend(preds.filter(|p| writes_here[p.index()] != var));
            }
        }
        let mut work = defs.clone();
        while let Some(block) = work.pop() {
            for &join in &frontiers[block.index()] {
                if live[join.index()] == var && std::mem::replace(&mut placed[join.index()], var) != var {
                    phis.push((join, var));
                    work.push(join);
                }
            }
        }
    }
    phis
}

fn frontiers(cfg: &Cfg, dominators: &Dominators) -> Vec<Vec<Block>> {
    let mut frontiers = vec![Vec::new(); cfg.block_count()];
    for &block in cfg.rpo().iter().filter(|b| cfg.preds(**b).len() > 1) {
        let stop = dominators.idom(block);
        for &pred in cfg.preds(block).iter().filter(|p| cfg.is_reachable(**p)) {
            let mut at = Some(pred);
            while let Some(runner) = at.filter(|_| at != stop) {
                let frontier: &mut Vec<Block> = &mut frontiers[runner.index()];
                // All of one block's entries are made in a row, so a repeat is the last.
                if frontier.last() == Some(&block) {
                    break;
                }
                frontier.push(block);
                at = dominators.idom(runner);
            }
        }
    }
    frontiers
}

struct Renamer<'a> {
    func: &'a mut Function,
    cfg: &'a Cfg,
    phi_vars: Vec<Vec<Var>>,
    /// The value each register has now, on the walk of the dominator tree.
    current: Vec<Option<Value>>,
    /// What to restore when the walk leaves a block.
    undo: Vec<(Var, Option<Value>)>,
    constants: HashMap<(RegType, u64), Value>,
}

impl Renamer<'_> {
    fn run(mut self, mut raw: RawBody, dominators: &Dominators) -> Result<(), Var> {
        let mut children: Vec<Vec<Block>> = vec![Vec::new(); raw.blocks.len()];
        for &block in self.cfg.rpo() {
            if let Some(parent) = dominators.idom(block) {
                children[parent.index()].push(block);
            }
        }
        let mut stack: Vec<(Block, usize, usize)> = Vec::new();
        if let Some(&entry) = self.cfg.rpo().first() {
            self.block(entry, &mut raw)?;
            stack.push((entry, 0, 0));
        }
        while let Some((block, next, mark)) = stack.last_mut() {
            match children[block.index()].get(*next) {
                Some(&child) => {
                    *next += 1;
                    let mark = self.undo.len();
                    self.block(child, &mut raw)?;
                    stack.push((child, 0, mark));
                }
                None => {
                    for (var, value) in self.undo.drain(*mark..).rev() {
                        self.current[var as usize] = value;
                    }
                    stack.pop();
                }
            }
        }
        Ok(())
    }

    fn set(&mut self, var: Var, value: Value) {
        self.undo.push((var, self.current[var as usize]));
        self.current[var as usize] = Some(value);
    }

    fn read(&mut self, operand: Operand) -> Result<Value, Var> {
        match operand {
            Operand::Reg(var) => self.current[var as usize].ok_or(var),
            Operand::Const(ty, bits) => {
                let func = &mut *self.func;
                Ok(*self.constants.entry((ty, bits)).or_insert_with(|| func.add_constant(ty, bits)))
            }
        }
    }

    fn block(&mut self, block: Block, raw: &mut RawBody) -> Result<(), Var> {
        let first_phi = self.func.blocks[block.index()].params.len() - self.phi_vars[block.index()].len();
        for i in 0..self.phi_vars[block.index()].len() {
            let value = self.func.blocks[block.index()].params[first_phi + i];
            self.set(self.phi_vars[block.index()][i], value);
        }
        let end = self.func.blocks[block.index()].insts.pop();
        for stmt in std::mem::take(&mut raw.blocks[block.index()].stmts) {
            match stmt {
                Stmt::Copy { to, from } => {
                    let value = self.read(from)?;
                    self.set(to, value);
                }
                Stmt::Parameter { to, index } => {
                    let value = self.func.blocks[0].params[index as usize];
                    self.set(to, value);
                }
                Stmt::Inst { mut data, to, from } => {
                    data.args = from.into_iter().map(|o| self.read(o)).collect::<Result<_, _>>()?;
                    let types: Vec<RegType> = to.iter().map(|v| raw.vars[*v as usize]).collect();
                    let inst = self.func.add_inst(data, &types);
                    self.func.blocks[block.index()].insts.push(inst);
                    for (i, var) in to.into_iter().enumerate() {
                        self.set(var, self.func.insts[inst.index()].results[i]);
                    }
                }
            }
        }
        let (Some(end), Some(raw_end)) = (end, raw.blocks[block.index()].end.take()) else { return Ok(()) };
        let args = raw_end.from.into_iter().map(|o| self.read(o)).collect::<Result<_, _>>()?;
        self.func.insts[end.index()].args = args;
        for target in 0..self.func.insts[end.index()].targets().len() {
            let to = self.func.insts[end.index()].targets()[target].block;
            let args = self.phi_vars[to.index()].iter().map(|v| self.current[*v as usize].ok_or(*v));
            let args = args.collect::<Result<Vec<_>, _>>()?;
            self.func.insts[end.index()].targets_mut()[target].args = args;
        }
        self.func.blocks[block.index()].insts.push(end);
        Ok(())
    }
}

/// Which value stands for which.
struct Same(Vec<Value>);

impl Same {
    fn resolve(&mut self, value: Value) -> Value {
        let mut root = value;
        while self.0[root.index()] != root {
            root = self.0[root.index()];
        }
        let mut at = value;
        while at != root {
            at = std::mem::replace(&mut self.0[at.index()], root);
        }
        root
    }
}

/// Removes block parameters whose inputs are one value, then those that only feed each other.
fn remove_needless_params(func: &mut Function) {
    let mut same = Same((0..func.values.len() as u32).map(Value).collect());
    let mut feeds: HashMap<Value, Vec<Value>> = HashMap::new();
    let mut fed_by: HashMap<Value, Vec<Value>> = HashMap::new();
    for (param, arg) in inputs(func) {
        feeds.entry(param).or_default().push(arg);
        fed_by.entry(arg).or_default().push(param);
    }
    let rest = func.layout.iter().skip(1);
    let mut work: VecDeque<Value> = rest.flat_map(|b| &func.blocks[b.index()].params).copied().collect();
    while let Some(param) = work.pop_front() {
        if same.resolve(param) != param {
            continue;
        }
        let mut only = None;
        let is_needless = feeds.get(&param).into_iter().flatten().all(|&arg| {
            let arg = same.resolve(arg);
            arg == param || *only.get_or_insert(arg) == arg
        });
        if let Some(only) = only.filter(|_| is_needless) {
            same.0[param.index()] = only;
            work.extend(fed_by.get(&param).into_iter().flatten());
        }
    }
    func.rewrite_uses(|v| same.resolve(v));
    let mut is_live = vec![false; func.values.len()];
    let mut work: Vec<Value> = func.iter_insts().flat_map(|(_, _, d)| d.args.iter().copied()).collect();
    let mut feeds: HashMap<Value, Vec<Value>> = HashMap::new();
    for (param, arg) in inputs(func) {
        feeds.entry(param).or_default().push(arg);
    }
    while let Some(value) = work.pop() {
        if !std::mem::replace(&mut is_live[value.index()], true) {
            work.extend(feeds.get(&value).into_iter().flatten());
        }
    }
    for block in func.layout.clone().into_iter().skip(1) {
        let gone: Vec<bool> = func.blocks[block.index()].params.iter().map(|p| same.0[p.index()] != *p || !is_live[p.index()]).collect();
        if gone.contains(&true) {
            func.remove_block_params(block, |i| gone[i]);
        }
    }
}

/// Every (parameter, argument) of the branches.
fn inputs(func: &Function) -> Vec<(Value, Value)> {
    let mut inputs = Vec::new();
    for (_, _, data) in func.iter_insts() {
        for target in data.targets() {
            inputs.extend(func.blocks[target.block.index()].params.iter().copied().zip(target.args.iter().copied()));
        }
    }
    inputs
}
