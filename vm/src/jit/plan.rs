//! What is known about a function before code is made of it: nodes, live values, which nodes may wait while another
//! runs, where execution may be resumed.
//!
//! A *node* is a block of the interpreter's code: an IR block or what follows an operation in it at which lanes may
//! wait. Nodes run in the interpreter's order. While one runs masked, lanes at later ones are *pending*; what they need
//! must survive, which decides where a masked assignment has to keep the old value of the lanes that are not active.

use super::shape::{Geometry, Shape, shapes};
use crate::interp::code::{Code, Kind, Root};
use kern_ir::{Cmp, Function, InstData, Opcode, RegType, Rounding, Space, Value, ValueDef};
use std::collections::HashMap;

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Set(Vec<u64>);

impl Set {
    pub(crate) fn new(size: usize) -> Set {
        Set(vec![0; size.div_ceil(64)])
    }

    pub(crate) fn contains(&self, item: usize) -> bool {
        self.0[item / 64] >> (item % 64) & 1 != 0
    }

    pub(crate) fn insert(&mut self, item: usize) {
        self.0[item / 64] |= 1 << (item % 64);
    }

    pub(crate) fn remove(&mut self, item: usize) {
        self.0[item / 64] &= !(1 << (item % 64));
    }

    /// Adds all of `other`; whether that changed anything.
    pub(crate) fn add(&mut self, other: &Set) -> bool {
        let mut changed = false;
        for (a, &b) in self.0.iter_mut().zip(&other.0) {
            changed |= *a | b != *a;
            *a |= b;
        }
        changed
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    i * 64 + bit
                })
            })
        })
    }
}

/// A block of the interpreter's code.
pub(crate) struct Node {
    /// Operations `start..end`.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Warp instructions that entering it costs.
    pub(crate) cost: u32,
    /// Values that edges to it assign.
    pub(crate) params: Vec<Value>,
    /// Where lanes go after it.
    pub(crate) next: Vec<usize>,
}

/// A function prepared for code generation.
pub(crate) struct Plan<'a> {
    pub(crate) func: &'a Function,
    pub(crate) code: &'a Code<32>,
    pub(crate) geometry: Geometry,
    pub(crate) nodes: Vec<Node>,
    pub(crate) shapes: Vec<Shape>,
    /// Constant bits of values.
    pub(crate) constants: Vec<Option<u64>>,
    /// The value in a slot.
    pub(crate) value_in: Vec<Option<Value>>,
    /// Values needed at the start of each node or after, its parameters included.
    pub(crate) live_in: Vec<Set>,
    /// Values used outside of the node that defines them.
    pub(crate) is_shared: Vec<bool>,
    /// `.f32` values whose NaN may not be the canonical one yet.
    pub(crate) is_raw: Vec<bool>,
    /// Nodes at which lanes may be while a node runs masked.
    pub(crate) pending: Vec<Set>,
    /// Nodes at which lanes may be put aside and taken up again.
    pub(crate) is_entry: Vec<bool>,
    /// Warps may be partly active.
    pub(crate) may_part: bool,
    /// Comparisons of a linear with a uniform value of which only the branch of their node takes notice: the operation.
    pub(crate) guards: HashMap<Value, usize>,
    /// Loaded values whose only use is an instruction of their node before which memory does not change.
    pub(crate) is_late: Vec<bool>,
    /// Accesses, by operation, of which another has checked the addresses: the operation, which is the first of them.
    pub(crate) groups: HashMap<usize, Group>,
}

/// Accesses of a node through one pointer, at different constant offsets: one check for all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// The operation of the first, which checks.
    pub(crate) first: usize,
    /// Least and greatest offset.
    pub(crate) offsets: (i64, i64),
}

impl<'a> Plan<'a> {
    /// Of a function that the interpreter decoded as `code`, for blocks of a size.
    pub(crate) fn new(func: &'a Function, code: &'a Code<32>, geometry: Geometry) -> Plan<'a> {
        let mut plan = Plan {
            func,
            code,
            geometry,
            nodes: Vec::new(),
            shapes: Vec::new(),
            constants: vec![None; func.values.len()],
            value_in: vec![None; code.slots as usize],
            live_in: Vec::new(),
            is_shared: vec![false; func.values.len()],
            is_raw: vec![false; func.values.len()],
            pending: Vec::new(),
            is_entry: Vec::new(),
            may_part: true,
            guards: HashMap::new(),
            is_late: vec![false; func.values.len()],
            groups: HashMap::new(),
        };
        plan.find_constants();
        let is_private: Vec<bool> = plan.private_loads();
        plan.shapes = shapes(func, &geometry, &is_private);
        plan.find_nodes();
        plan.find_live();
        plan.find_raw();
        plan.may_part = !geometry.is_full() || plan.parts() || func.kind != kern_ir::FunctionKind::Kernel;
        plan.find_guards();
        plan.find_late_loads();
        plan.find_groups();
        plan.find_pending();
        plan
    }

    fn find_constants(&mut self) {
        let mut by_slot = vec![None; self.code.slots as usize];
        for &(slot, _, bits) in &self.code.constants {
            by_slot[slot as usize] = Some(bits);
        }
        for (index, value) in self.func.values.iter().enumerate() {
            let slot = self.code.value_slots[index];
            if slot != u32::MAX {
                self.constants[index] = by_slot[slot as usize];
                self.value_in[slot as usize] = Some(Value(index as u32));
            }
            if let ValueDef::Const(bits) = value.def {
                self.constants[index] = Some(bits);
            }
        }
    }

    /// Of each instruction, whether it may load from `.local` memory.
    fn private_loads(&self) -> Vec<bool> {
        let mut is_private = vec![false; self.func.insts.len()];
        for op in &self.code.ops {
            let Kind::Load(access) = op.kind else { continue };
            let access = &self.code.accesses[access as usize];
            let is_known = match access.root {
                Root::Fixed(..) | Root::Shared(_) => true,
                Root::Register(slot) => self.value_in[slot as usize].is_some_and(|v| self.parameter(v).is_some()),
                Root::Address => self.parameter(self.func.insts[op.inst as usize].args[0]).is_some(),
                Root::Slot(_) => false,
            };
            is_private[op.inst as usize] = match access.space {
                Space::Generic => !is_known,
                Space::Local => true,
                _ => false,
            };
        }
        is_private
    }

    /// The offset of the 64-bit kernel parameter that a value is.
    pub(crate) fn parameter(&self, value: Value) -> Option<u32> {
        let ValueDef::Result(inst, 0) = self.func.def(value) else { return None };
        self.code.ops.iter().find(|op| op.inst == inst.0).and_then(|op| match op.kind {
            Kind::LoadParam(offset, ty) if ty.size() == 8 => Some(offset),
            _ => None,
        })
    }

    fn find_nodes(&mut self) {
        let code = self.code;
        for (index, block) in code.blocks.iter().enumerate() {
            let start = block.start as usize;
            let end = code.blocks.get(index + 1).map_or(code.ops.len(), |b| b.start as usize);
            let is_first = index == 0 || code.blocks[index - 1].block != block.block;
            let params = match self.func.blocks.get(block.block.index()) {
                Some(data) if is_first => data.params.clone(),
                _ => Vec::new(),
            };
            let edge = |e: u32| code.edges[e as usize].block as usize;
            let next = match code.ops[end - 1].kind {
                Kind::Jump(e) => vec![edge(e)],
                Kind::Branch(e, f) => vec![edge(e), edge(f)],
                Kind::Switch(first, count) => (first..first + count).map(edge).collect(),
                kind if kind.may_wait() => vec![index + 1],
                _ => Vec::new(),
            };
            self.nodes.push(Node { start, end, cost: block.cost, params, next });
        }
    }

    /// The instruction of an operation.
    pub(crate) fn inst(&self, pc: usize) -> &'a InstData {
        &self.func.insts[self.code.ops[pc].inst as usize]
    }

    /// The constant bits of a value.
    pub(crate) fn constant(&self, value: Value) -> Option<u64> {
        self.constants[value.index()]
    }

    /// The shape of a value.
    pub(crate) fn shape(&self, value: Value) -> Shape {
        if self.constants[value.index()].is_some() { Shape::UNIFORM } else { self.shapes[value.index()] }
    }

    /// Values that an operation reads besides those its edges pass.
    pub(crate) fn uses(&self, pc: usize) -> Vec<Value> {
        let mut list: Vec<Value> = self.inst(pc).args.clone();
        if let Kind::Load(access) | Kind::Store(access) | Kind::Atomic(access, ..) = self.code.ops[pc].kind {
            if let Root::Register(slot) = self.code.accesses[access as usize].root {
                list.extend(self.value_in[slot as usize]);
            }
            if let Some(form) = self.wide_form(list[0]) {
                list.push(form.index);
                list.extend(form.bases);
            }
        }
        list.retain(|&v| self.constant(v).is_none());
        list
    }

    /// Arguments that the edges of an operation pass, with what they become.
    pub(crate) fn moves(&self, pc: usize) -> Vec<(usize, Value, Value)> {
        let targets = self.inst(pc).targets();
        let first = match self.code.ops[pc].kind {
            Kind::Jump(e) | Kind::Branch(e, _) | Kind::Switch(e, _) => e,
            _ => return Vec::new(),
        };
        let mut list = Vec::new();
        for (i, target) in targets.iter().enumerate() {
            let node = self.code.edges[first as usize + i].block as usize;
            for (&param, &arg) in self.nodes[node].params.iter().zip(&target.args) {
                list.push((node, param, arg));
            }
        }
        list
    }

    fn find_live(&mut self) {
        let values = self.func.values.len();
        let count = self.nodes.len();
        let mut uses = Vec::new();
        let mut defs = Vec::new();
        for node in &self.nodes {
            let (mut used, mut defined) = (Set::new(values), Set::new(values));
            for pc in node.start..node.end {
                for value in self.uses(pc) {
                    if !defined.contains(value.index()) {
                        used.insert(value.index());
                    }
                }
                self.inst(pc).results.iter().for_each(|r| defined.insert(r.index()));
            }
            uses.push(used);
            defs.push(defined);
        }
        self.live_in = uses.clone();
        let mut changed = true;
        while changed {
            changed = false;
            for index in (0..count).rev() {
                let mut out = self.live_out(index);
                defs[index].iter().for_each(|v| out.remove(v));
                changed |= self.live_in[index].add(&out);
            }
        }
        let mut node_of = vec![usize::MAX; values];
        for (index, node) in self.nodes.iter().enumerate() {
            defs[index].iter().for_each(|v| node_of[v] = index);
            node.params.iter().for_each(|p| self.is_shared[p.index()] = true);
        }
        for index in 0..count {
            for value in self.live_in[index].iter() {
                self.is_shared[value] = true;
            }
        }
    }

    /// Values needed after a node.
    pub(crate) fn live_out(&self, node: usize) -> Set {
        let mut out = Set::new(self.func.values.len());
        for &next in &self.nodes[node].next {
            let mut live = self.live_in[next].clone();
            self.nodes[next].params.iter().for_each(|p| live.remove(p.index()));
            out.add(&live);
        }
        for (next, param, arg) in self.moves(self.nodes[node].end - 1) {
            if self.live_in[next].contains(param.index()) && self.constant(arg).is_none() {
                out.insert(arg.index());
            }
        }
        out
    }

    /// A value that is one of several is raw only if a NaN in any of them has no bits to keep: what was made of an integer,
    /// loaded or exchanged keeps its own.
    fn find_raw(&mut self) {
        let is_float = |plan: &Plan, value: Value| plan.func.ty(value) == RegType::F32;
        for pc in 0..self.code.ops.len() {
            let data = self.inst(pc);
            if let Some(&result) = data.results.first()
                && is_float(self, result)
            {
                self.is_raw[result.index()] = is_plain_arithmetic(data) || data.op == Opcode::Selp;
            }
            for (_, param, _) in self.moves(pc) {
                self.is_raw[param.index()] = is_float(self, param);
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for pc in 0..self.code.ops.len() {
                let data = self.inst(pc);
                let has_no_bits = |plan: &Plan, v: Value| match plan.constant(v) {
                    Some(bits) => !f32::from_bits(bits as u32).is_nan(),
                    None => plan.is_raw[v.index()],
                };
                if let Some(&result) = data.results.first()
                    && data.op == Opcode::Selp
                    && self.is_raw[result.index()]
                    && !data.args[..2].iter().all(|&v| has_no_bits(self, v))
                {
                    self.is_raw[result.index()] = false;
                    changed = true;
                }
                for (_, param, arg) in self.moves(pc) {
                    if self.is_raw[param.index()] && !has_no_bits(self, arg) {
                        self.is_raw[param.index()] = false;
                        changed = true;
                    }
                }
            }
        }
    }

    fn count_uses(&self) -> Vec<u32> {
        let mut uses = vec![0; self.func.values.len()];
        for pc in 0..self.code.ops.len() {
            let moved = self.moves(pc).into_iter().map(|m| m.2);
            self.uses(pc).into_iter().chain(moved).for_each(|v| uses[v.index()] += 1);
        }
        uses
    }

    fn find_late_loads(&mut self) {
        let uses = self.count_uses();
        for node in &self.nodes {
            for pc in node.start..node.end {
                let (Kind::Load(_), &[result]) = (self.code.ops[pc].kind, &self.inst(pc).results[..]) else { continue };
                if uses[result.index()] != 1 {
                    continue;
                }
                let keeps_memory = |kind: Kind| {
                    use Kind::*;
                    matches!(kind, Alu | Load(_) | Sreg(_) | LoadParam(..) | SharedAddress(_) | SlotAddress(_) | Rebase(_) | Nothing)
                };
                let user = (pc + 1..node.end).find(|&at| self.inst(at).args.contains(&result));
                self.is_late[result.index()] = user.is_some_and(|user| {
                    self.code.ops[user].kind == Kind::Alu && (pc + 1..user).all(|at| keeps_memory(self.code.ops[at].kind))
                });
            }
        }
    }

    fn find_groups(&mut self) {
        for node in &self.nodes {
            // By pointer, space, size, and whether it is a store: members with their offsets.
            let mut open: HashMap<(Value, Space, u64, bool), Vec<(usize, i64)>> = HashMap::new();
            let mut done = Vec::new();
            for pc in node.start..node.end {
                let (access, is_store) = match self.code.ops[pc].kind {
                    Kind::Load(access) => (access, false),
                    Kind::Store(access) => (access, true),
                    // Allocations may come and go.
                    Kind::CallExtern(_) => {
                        done.extend(open.drain().map(|(key, list)| (key.2, list)));
                        continue;
                    }
                    _ => continue,
                };
                let access = &self.code.accesses[access as usize];
                let address = self.inst(pc).args[0];
                let has_fixed_region = match access.root {
                    Root::Shared(_) | Root::Fixed(..) => true,
                    Root::Register(slot) => self.value_in[slot as usize].is_some_and(|root| self.parameter(root).is_some()),
                    Root::Address => self.parameter(address).is_some(),
                    Root::Slot(_) => false,
                };
                if self.shape(address).is_linear() && has_fixed_region && self.constant(address).is_none() {
                    let bytes = access.element.size() * u64::from(access.count);
                    open.entry((address, access.space, bytes, is_store)).or_default().push((pc, access.offset));
                }
            }
            done.extend(open.into_iter().map(|(key, list)| (key.2, list)));
            for (bytes, list) in done.into_iter().filter(|(_, list)| list.len() > 1) {
                let offsets = (list.iter().map(|m| m.1).min().unwrap_or(0), list.iter().map(|m| m.1).max().unwrap_or(0));
                let is_even = list.iter().all(|m| (m.1 - offsets.0) % bytes as i64 == 0);
                if is_even && offsets.1 - offsets.0 < 1 << 30 && offsets.0 > -1 << 40 {
                    self.groups.extend(list.iter().map(|m| (m.0, Group { first: list[0].0, offsets })));
                }
            }
        }
    }

    fn find_guards(&mut self) {
        let uses = self.count_uses();
        for node in &self.nodes {
            let Kind::Branch(..) = self.code.ops[node.end - 1].kind else { continue };
            let condition = self.inst(node.end - 1).args[0];
            let Some(pc) = (node.start..node.end - 1).find(|&pc| self.inst(pc).results.first() == Some(&condition)) else { continue };
            let data = self.inst(pc);
            let is_ordered = matches!(data.attrs.cmp, Some(Cmp::Lt | Cmp::Le | Cmp::Gt | Cmp::Ge));
            let is_integer = data.op == Opcode::Setp && !data.ty.is_float() && data.ty.size() == 4 && data.args.len() == 2;
            let is_guard = uses[condition.index()] == 1 && is_ordered && is_integer && self.geometry.rows == 1;
            let [a, b] = data.args[..] else { continue };
            let stride = self.shape(a).is_linear().then(|| self.shape(a).stride());
            if is_guard && self.shape(b).is_uniform() && stride.is_some_and(|s| (1..1 << 20).contains(&s)) {
                self.guards.insert(condition, pc);
            }
        }
    }

    /// Whether lanes of a full warp may part, end apart or wait apart.
    fn parts(&self) -> bool {
        self.nodes.iter().any(|node| {
            let op = &self.code.ops[node.end - 1];
            match op.kind {
                Kind::Branch(..) => !self.shape(self.inst(node.end - 1).args[0]).is_uniform(),
                Kind::Switch(..) | Kind::BarWarp | Kind::Shfl(..) | Kind::Vote(_) | Kind::Match(..) | Kind::Redux(..) => {
                    !matches!(op.kind, Kind::Switch(..)) && !self.names_all(node.end - 1) || matches!(op.kind, Kind::Switch(..))
                }
                _ => false,
            }
        })
    }

    /// Whether a warp-level operation names all lanes.
    pub(crate) fn names_all(&self, pc: usize) -> bool {
        let args = &self.inst(pc).args;
        args.last().and_then(|&v| self.constant(v)).is_some_and(|bits| bits as u32 == u32::MAX)
    }

    fn find_pending(&mut self) {
        let count = self.nodes.len();
        self.pending = vec![Set::new(count); count];
        self.is_entry = vec![false; count];
        self.is_entry[0] = true;
        for node in 0..count {
            let last = &self.code.ops[self.nodes[node].end - 1];
            if last.kind.may_wait() {
                self.is_entry[node + 1] = true;
            }
            let edges = match last.kind {
                Kind::Jump(e) => e..e + 1,
                Kind::Branch(e, f) => e..f + 1,
                Kind::Switch(e, n) => e..e + n,
                _ => 0..0,
            };
            for edge in edges {
                let edge = &self.code.edges[edge as usize];
                if edge.spins {
                    self.is_entry[edge.block as usize] = true;
                }
            }
        }
        if !self.may_part {
            return;
        }
        loop {
            let mut work: Vec<usize> = Vec::new();
            let entries: Vec<usize> = (0..count).filter(|&n| self.is_entry[n]).collect();
            for &entry in &entries {
                let mut others = Set::new(count);
                entries.iter().filter(|&&e| e > entry).for_each(|&e| others.insert(e));
                self.pending[entry].add(&others);
                work.push(entry);
            }
            // Nodes are looked at even if nothing is pending there: all are put on the list once.
            work.extend(0..count);
            while let Some(node) = work.pop() {
                let next = &self.nodes[node].next;
                let exclusive = next.len() > 1 && self.is_uniform_branch(node);
                let groups: Vec<Vec<usize>> = if exclusive { next.iter().map(|&n| vec![n]).collect() } else { vec![next.clone()] };
                for group in groups {
                    let mut all = self.pending[node].clone();
                    group.iter().for_each(|&n| all.insert(n));
                    // Which runs next is the lowest at which lanes are: any of the group, or if those ended any.
                    let candidates: Vec<usize> = all.iter().collect();
                    let lowest_sure = if group.len() == 1 { group[0] } else { usize::MAX };
                    for (at, &candidate) in candidates.iter().enumerate() {
                        if candidate > lowest_sure {
                            break;
                        }
                        let mut later = Set::new(count);
                        candidates[at + 1..].iter().for_each(|&c| later.insert(c));
                        if self.pending[candidate].add(&later) && !work.contains(&candidate) {
                            work.push(candidate);
                        }
                    }
                }
            }
            // Where a warp may be left, the pending lanes are put aside as well.
            let mut grew = false;
            for node in 0..count {
                let last = self.code.ops[self.nodes[node].end - 1].kind;
                let yields = self.nodes[node].next.iter().any(|&n| n <= node && self.is_entry[n]);
                if last.may_wait() || yields {
                    for other in self.pending[node].clone().iter().chain(self.nodes[node].next.clone()) {
                        grew |= !std::mem::replace(&mut self.is_entry[other], true);
                    }
                }
            }
            if !grew {
                return;
            }
        }
    }

    /// Whether fuel may be looked at while it runs.
    pub(crate) fn may_spend(&self) -> bool {
        let has_loop = self.nodes.iter().enumerate().any(|(index, node)| node.next.iter().any(|&next| next <= index));
        has_loop || self.code.ops.iter().any(|op| matches!(op.kind, Kind::Call(..) | Kind::CallIndirect(_)))
    }

    fn is_uniform_branch(&self, node: usize) -> bool {
        let pc = self.nodes[node].end - 1;
        matches!(self.code.ops[pc].kind, Kind::Branch(..)) && self.shape(self.inst(pc).args[0]).is_uniform()
    }

    /// Whether lanes that are pending while `node` runs may need the value they have for `value`.
    pub(crate) fn is_needed_elsewhere(&self, node: usize, value: Value) -> bool {
        self.pending[node].iter().any(|n| self.live_in[n].contains(value.index()))
    }

    /// The greatest value that a 32-bit value can have, if it is known and not negative as a signed number.
    pub(crate) fn bound(&self, value: Value) -> Option<u32> {
        let ValueDef::Result(inst, 0) = self.func.def(value) else { return None };
        let data = &self.func.insts[inst.index()];
        let constant = data.args.get(1).and_then(|&v| self.constant(v)).map(|c| c as u32);
        let bound = match data.op {
            Opcode::And => constant?,
            Opcode::Rem if !data.ty.is_signed() && data.ty.size() == 4 => constant?.checked_sub(1)?,
            Opcode::Shr if !data.ty.is_signed() && data.ty.size() == 4 => u32::MAX >> constant.filter(|&c| c < 32)?,
            Opcode::Ld if !data.ty.is_signed() && data.ty.size() < 4 => (1 << (8 * data.ty.size())) - 1,
            _ => return None,
        };
        (bound <= i32::MAX as u32).then_some(bound)
    }

    /// An address as uniform bases plus an extended and scaled 32-bit index, if it was computed so.
    pub(crate) fn wide_form(&self, address: Value) -> Option<WideForm> {
        if self.shape(address).is_linear() || self.func.ty(address) != RegType::B64 {
            return None;
        }
        let mut form = WideForm { bases: Vec::new(), index: address, scale: 1, signed: true };
        let mut next = address;
        for _ in 0..16 {
            let ValueDef::Result(inst, 0) = self.func.def(next) else { return None };
            let data = &self.func.insts[inst.index()];
            let (a, b) = (data.args.first().copied(), data.args.get(1).copied());
            let scale = |v: Option<Value>| v.and_then(|v| self.constant(v)).filter(|c| c.is_power_of_two() && *c <= 1 << 20);
            match data.op {
                Opcode::Add if data.ty.size() == 8 && !data.ty.is_float() => {
                    let (a, b) = (a?, b?);
                    let (base, rest) = match (self.shape(a).is_uniform(), self.shape(b).is_uniform()) {
                        (true, false) => (a, b),
                        (false, true) => (b, a),
                        _ => return None,
                    };
                    form.bases.push(base);
                    next = rest;
                }
                Opcode::Cvta => {
                    if data.attrs.space.is_some_and(|s| !matches!(s, kern_ir::Space::Global | kern_ir::Space::Generic)) {
                        return None;
                    }
                    next = a?;
                }
                Opcode::Mul if data.attrs.mul == Some(kern_ir::MulMode::Wide) && data.ty.size() == 4 => {
                    form.scale = scale(b)?;
                    (form.index, form.signed) = (a?, data.ty.is_signed());
                    return Some(form);
                }
                Opcode::Mad if data.attrs.mul == Some(kern_ir::MulMode::Wide) && data.ty.size() == 4 => {
                    let base = *data.args.get(2)?;
                    if !self.shape(base).is_uniform() {
                        return None;
                    }
                    form.bases.push(base);
                    form.scale = scale(b)?;
                    (form.index, form.signed) = (a?, data.ty.is_signed());
                    return Some(form);
                }
                Opcode::Shl if data.ty.size() == 8 => {
                    let shift = self.constant(b?)?;
                    if shift > 20 || form.scale != 1 {
                        return None;
                    }
                    form.scale = 1 << shift;
                    next = a?;
                }
                Opcode::Cvt if data.ty.size() == 8 && data.src_ty.size() == 4 && !data.src_ty.is_float() && !data.ty.is_float() => {
                    (form.index, form.signed) = (a?, data.src_ty.is_signed());
                    return Some(form);
                }
                _ => return None,
            }
            // After a shift only the extension may follow.
            if form.scale != 1 && !matches!(self.func.def(next), ValueDef::Result(i, 0) if self.func.insts[i.index()].op == Opcode::Cvt) {
                return None;
            }
        }
        None
    }
}

/// See [`Plan::wide_form`].
pub(crate) struct WideForm {
    pub(crate) bases: Vec<Value>,
    pub(crate) index: Value,
    pub(crate) scale: u64,
    pub(crate) signed: bool,
}

/// Whether an `.f32` instruction is the processor's arithmetic, NaN aside.
pub(crate) fn is_plain_arithmetic(data: &InstData) -> bool {
    use Opcode::*;
    let plain = !data.attrs.ftz && !data.attrs.sat && matches!(data.attrs.rounding, None | Some(Rounding::Rn));
    plain && matches!(data.op, Add | Sub | Mul | Div | Fma | Sqrt | Rcp)
}
