//! Calls, branches and the moves along their edges.

use super::Decoder;
use crate::decode::code::{CallData, Edge, Move, OpKind};
use crate::decode::externs::may_wait;
use crate::decode::registers::Width;
use crate::decode::side::{is_device, is_host};
use crate::device_math;
use kern_ir::analysis::Spinning;
use kern_ir::{Block, Cfg, FunctionKind, InstData, Opcode, Payload, RegType};
use std::collections::HashMap;

impl<const L: usize> Decoder<'_, L> {
    pub(crate) fn decode_call(&mut self, data: &InstData, inst: u32) -> Option<()> {
        let first = matches!(data.payload, Payload::CallIndirect(_)) as usize;
        let args = data.args.get(first..)?.iter().map(|&v| (self.slot(v), self.func.ty(v))).collect();
        let result = data.results.first().map(|&v| (self.slot(v), Width::of(self.func.ty(v))));
        let result_class = data.results.first().map(|&v| self.func.ty(v));
        let mut call = CallData { args, result, result_class, ..CallData::default() };
        let index = self.code.calls.len() as u32;
        let kind = match data.payload {
            Payload::Call(id) => {
                let callee = self.layout.module.functions.get(id.index())?;
                match callee.kind {
                    FunctionKind::Extern => {
                        call.name = callee.name.clone();
                        call.target = (self.select.target)(&callee.name);
                        // Of constants, nvcc's compiler computes what it inlines.
                        let is_computed = is_device(L) && data.args.iter().any(|&a| self.func.constant(a).is_none());
                        call.coefficients = device_math::coefficients(&callee.name).filter(|_| is_computed);
                        if self.waits_at(&callee.name) { OpKind::CallWaiting(index) } else { OpKind::CallExtern(index) }
                    }
                    FunctionKind::Func if call.fits(callee) => OpKind::Call(id.0, index),
                    _ => return None,
                }
            }
            Payload::CallIndirect(_) => {
                self.has_classes(data, &[RegType::B64], None).then_some(())?;
                OpKind::CallIndirect(index)
            }
            _ => return None,
        };
        self.code.calls.push(call);
        let a = self.operand(data, 0);
        self.push(kind, inst).a = a;
        Some(())
    }

    /// Whether other host threads may run where a function is called.
    fn waits_at(&self, name: &str) -> bool {
        is_host(L) && may_wait(name) && self.layout.has_waits()
    }

    pub(crate) fn decode_branch(&mut self, data: &InstData, inst: u32) -> Option<()> {
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
            (Opcode::Bra, 1, _) => OpKind::Jump(first),
            (Opcode::Bra, 2, 1) if self.has_classes(data, &[RegType::Pred], None) => OpKind::Branch(first, first + 1),
            (Opcode::Brx, 1.., 1) if self.has_classes(data, &[RegType::B32], None) => OpKind::Switch(first, count),
            _ => return None,
        };
        self.push(kind, inst).a = a;
        Some(())
    }

    /// Turns the targets of edges, so far positions in `order`, into blocks of the code.
    pub(crate) fn link_edges(&mut self, blocks: &[Block], starts: &[u32]) {
        let cfg = Cfg::new(self.func);
        let mut spinning = None;
        for index in 0..self.code.ops.len() {
            let (first, count) = match self.code.ops[index].kind {
                OpKind::Jump(edge) => (edge, 1),
                OpKind::Branch(edge, _) => (edge, 2),
                OpKind::Switch(edge, count) => (edge, count),
                _ => continue,
            };
            for edge in &mut self.code.edges[first as usize..(first + count) as usize] {
                let target = blocks[edge.block as usize];
                edge.block = starts[edge.block as usize];
                if is_device(L) && edge.block <= self.code.block_of[index] {
                    edge.spins = spinning.get_or_insert_with(|| Spinning::new(self.func, &cfg)).may_spin(target);
                }
            }
        }
    }

    /// Appends parallel moves as moves that may run one after another.
    fn sequence(&mut self, mut moves: Vec<Move>) {
        moves.retain(|m| m.to != m.from);
        let mut readers: HashMap<u32, u32> = HashMap::with_capacity(moves.len());
        moves.iter().for_each(|m| *readers.entry(m.from).or_default() += 1);
        let writer: HashMap<u32, usize> = moves.iter().enumerate().map(|(i, m)| (m.to, i)).collect();
        let mut is_done = vec![false; moves.len()];
        // Where a slot that was still needed is kept.
        let mut saved: HashMap<u32, u32> = HashMap::new();
        for first in 0..moves.len() {
            // What has no reader left may be overwritten, and then perhaps what that move read.
            let mut next = Some(first);
            while let Some(i) = next.take().filter(|&i| !is_done[i]) {
                let Move { to, from, width } = moves[i];
                if readers.get(&to).is_some_and(|&left| left > 0) {
                    break;
                }
                is_done[i] = true;
                self.code.moves.push(Move { to, from: saved.get(&from).copied().unwrap_or(from), width });
                readers.entry(from).and_modify(|left| *left -= 1);
                next = writer.get(&from).copied();
            }
        }
        // Only cycles are left, in each of which a slot is saved before it is overwritten.
        for first in 0..moves.len() {
            if is_done[first] {
                continue;
            }
            let Move { to, width, .. } = moves[first];
            let slot = self.new_slot(width);
            self.code.moves.push(Move { to: slot, from: to, width });
            saved.insert(to, slot);
            let mut i = first;
            while !std::mem::replace(&mut is_done[i], true) {
                let Move { to, from, width } = moves[i];
                self.code.moves.push(Move { to, from: saved.get(&from).copied().unwrap_or(from), width });
                let Some(&next) = writer.get(&from) else { break };
                i = next;
            }
        }
    }
}
