//! Calls, branches and the moves along their edges.

use super::Decoder;
use crate::interp::code::{CallData, Edge, Kind, Move, Target};
use crate::interp::registers::Width;
use crate::runtime;
use kern_ir::analysis::Spinning;
use kern_ir::{Block, Cfg, Function, FunctionKind, InstData, Opcode, Payload, RegType};

impl<const L: usize> Decoder<'_, L> {
    pub(super) fn decode_call(&mut self, data: &InstData, inst: u32) -> Option<()> {
        let first = matches!(data.payload, Payload::CallIndirect(_)) as usize;
        let args = data.args.get(first..)?.iter().map(|&v| (self.slot(v), self.func.ty(v))).collect();
        let result = data.results.first().map(|&v| (self.slot(v), Width::of(self.func.ty(v))));
        let mut call = CallData { args, result, ..CallData::default() };
        let index = self.code.calls.len() as u32;
        let kind = match data.payload {
            Payload::Call(id) => {
                let callee = self.layout.module.functions.get(id.index())?;
                match callee.kind {
                    FunctionKind::Extern => {
                        call.name = callee.name.clone();
                        call.target = match (runtime::math_function(&callee.name), runtime::implementation(&callee.name)) {
                            (Some(function), _) => Target::Math(function),
                            (None, Some(function)) => Target::Host(function),
                            (None, None) => Target::Missing,
                        };
                        Kind::CallExtern(index)
                    }
                    FunctionKind::Func if fits_signature(callee, &call) => Kind::Call(id.0, index),
                    _ => return None,
                }
            }
            Payload::CallIndirect(_) => {
                self.has_classes(data, &[RegType::B64], None).then_some(())?;
                Kind::CallIndirect(index)
            }
            _ => return None,
        };
        self.code.calls.push(call);
        let a = self.operand(data, 0);
        self.push(kind, inst).a = a;
        Some(())
    }

    pub(super) fn decode_branch(&mut self, data: &InstData, inst: u32) -> Option<()> {
        let first = self.code.edges.len() as u32;
        for target in data.targets() {
            let params = &self.func.blocks.get(target.block.index())?.params;
            let &block = self.block_index.get(&target.block)?;
            if params.len() != target.args.len() {
                return None;
            }
            let mut moves = Vec::new();
            for (&param, &arg) in params.iter().zip(&target.args) {
                let width = Width::of(self.func.ty(param));
                if width != Width::of(self.func.values.get(arg.index())?.ty) {
                    return None;
                }
                moves.push(Move { to: self.slot(param), from: self.slot(arg), width });
            }
            let begin = self.code.moves.len() as u32;
            self.sequence(moves);
            let end = self.code.moves.len() as u32;
            self.code.edges.push(Edge { block, first: begin, last: end, spins: false });
        }
        let count = data.targets().len() as u32;
        let a = self.operand(data, 0);
        let kind = match (data.op, count, data.args.len()) {
            (Opcode::Bra, 1, _) => Kind::Jump(first),
            (Opcode::Bra, 2, 1) if self.has_classes(data, &[RegType::Pred], None) => Kind::Branch(first, first + 1),
            (Opcode::Brx, 1.., 1) if self.has_classes(data, &[RegType::B32], None) => Kind::Switch(first, count),
            _ => return None,
        };
        self.push(kind, inst).a = a;
        Some(())
    }

    /// Turns the targets of edges, so far positions in `order`, into blocks of the code.
    pub(super) fn link_edges(&mut self, blocks: &[Block], starts: &[u32]) {
        let cfg = Cfg::new(self.func);
        let mut spinning = None;
        for index in 0..self.code.ops.len() {
            let (first, count) = match self.code.ops[index].kind {
                Kind::Jump(edge) => (edge, 1),
                Kind::Branch(edge, _) => (edge, 2),
                Kind::Switch(edge, count) => (edge, count),
                _ => continue,
            };
            for edge in &mut self.code.edges[first as usize..(first + count) as usize] {
                let target = blocks[edge.block as usize];
                edge.block = starts[edge.block as usize];
                if L > 1 && edge.block <= self.code.block_of[index] {
                    edge.spins = spinning.get_or_insert_with(|| Spinning::new(self.func, &cfg)).may_spin(target);
                }
            }
        }
    }

    /// Appends parallel moves as moves that may run one after another.
    fn sequence(&mut self, mut moves: Vec<Move>) {
        moves.retain(|m| m.to != m.from);
        while !moves.is_empty() {
            let free = moves.iter().position(|m| !moves.iter().any(|other| other.from == m.to));
            match free {
                Some(index) => {
                    let next = moves.swap_remove(index);
                    self.code.moves.push(next);
                }
                None => {
                    // Only cycles are left: what the first move overwrites is saved for those that read it.
                    let saved = self.new_slot(moves[0].width);
                    let (to, width) = (moves[0].to, moves[0].width);
                    self.code.moves.push(Move { to: saved, from: to, width });
                    moves.iter_mut().filter(|m| m.from == to).for_each(|m| m.from = saved);
                }
            }
        }
    }
}

/// Whether a call passes what the function takes.
fn fits_signature(callee: &Function, call: &CallData) -> bool {
    let entry = callee.layout.first().map(|b| &callee.blocks[b.index()].params);
    entry.is_some_and(|params| {
        params.len() == call.args.len() && params.iter().zip(&call.args).all(|(&p, a)| Width::of(callee.ty(p)) == Width::of(a.1))
    }) && call.result.is_none_or(|(_, width)| callee.results.first().is_some_and(|&r| Width::of(r) == width))
}
