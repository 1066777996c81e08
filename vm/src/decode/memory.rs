//! Addresses and what is read and written through them.

use super::Decoder;
use crate::decode::code::{Access, Element, OpKind, Root};
use crate::decode::registers::Width;
use crate::decode::side::is_host;
use crate::memory::PARAM;
use kern_ir::{InstData, Opcode, Payload, RegType, Space, Type, Value, ValueDef};

impl<const L: usize> Decoder<'_, L> {
    pub(crate) fn decode_address(&mut self, data: &InstData, inst: u32) -> Option<()> {
        let &result = data.results.first()?;
        let class = self.func.ty(result);
        let kind = match &data.payload {
            Payload::Slot(slot) if slot.index() < self.code.locals.len() => {
                if class != RegType::B64 && is_host(L) {
                    return None;
                }
                OpKind::SlotAddress(slot.0)
            }
            Payload::Global(var) => match self.layout.variables.get(var.index())? {
                variable if variable.space == Space::Shared => OpKind::SharedAddress(var.0),
                variable => {
                    self.set_constant(result, variable.own_address);
                    return Some(());
                }
            },
            Payload::FuncAddr(id) => {
                self.set_constant(result, self.layout.function_address(id.0));
                return Some(());
            }
            _ => return None,
        };
        let width = Width::of(class);
        let d = self.slot(result);
        let op = self.push(kind, inst);
        // `e` says whether the result is 64 bits wide.
        (op.d, op.e) = (d, (width == Width::Double) as u32);
        (width != Width::Predicate).then_some(())
    }

    pub(crate) fn decode_memory(&mut self, data: &InstData, inst: u32) -> Option<()> {
        let &address = data.args.first()?;
        let narrow_address = match Width::of(self.func.ty(address)) {
            Width::Word => true,
            Width::Double => false,
            Width::Predicate => return None,
        };
        let space = data.attrs.space.unwrap_or(Space::Generic);
        let space =
            if is_host(L) && space != Space::Const && space != Space::Shared && space != Space::Param { Space::Generic } else { space };
        let is_atomic = matches!(data.op, Opcode::Atom | Opcode::Red);
        let count = if is_atomic { 1 } else { data.attrs.vector.max(1) as u32 };
        let element = Element::of(data.ty);
        let class = if element == Element::B64 { Width::Double } else { Width::Word };
        let values: Vec<Value> = match data.op {
            Opcode::Ld => data.results.clone(),
            Opcode::St => data.args[1..].to_vec(),
            _ => data.args[1..].iter().chain(&data.results).copied().collect(),
        };
        if !matches!(count, 1 | 2 | 4) || data.ty == Type::Pred || values.iter().any(|&v| Width::of(self.func.ty(v)) != class) {
            return None;
        }
        if !is_atomic && values.len() != count as usize {
            return None;
        }
        let mut registers = [0; 4];
        for (register, &value) in registers.iter_mut().zip(&values) {
            *register = self.slot(value);
        }
        let site = self.code.accesses.len() as u32;
        let root = self.root(address, data.offset);
        self.code.accesses.push(Access {
            element,
            count,
            registers,
            space,
            offset: data.offset,
            narrow_address,
            root,
            site,
            counted: data.attrs.counted,
            is_async: data.attrs.is_async,
        });
        let a = self.slot(address);
        let kind = match data.op {
            Opcode::Ld => OpKind::Load(site),
            Opcode::St => OpKind::Store(site),
            _ => {
                let atom = data.attrs.atom?;
                let operands = if atom == kern_ir::AtomOp::Cas { 2 } else { 1 };
                let has_result = data.op == Opcode::Atom && !data.results.is_empty();
                if data.args.len() != 1 + operands
                    || data.ty.size() < 2
                    || (data.ty.is_float() && data.ty.size() < 4 && atom != kern_ir::AtomOp::Add)
                {
                    return None;
                }
                OpKind::Atomic(site, atom, data.ty, has_result)
            }
        };
        let (b, c) = (self.operand(data, 1), self.operand(data, 2));
        let d = if is_atomic { data.results.first().map_or(0, |&v| self.slot(v)) } else { 0 };
        let op = self.push(kind, inst);
        (op.d, op.a, op.b, op.c) = (d, a, b, c);
        Some(())
    }

    /// Where the root of an address points, to which an access adds `offset`.
    fn root(&mut self, address: Value, offset: i64) -> Root {
        let root = self.provenance.root(address);
        if let ValueDef::Result(inst, _) = self.func.def(root) {
            let data = &self.func.insts[inst.index()];
            match (data.op, &data.payload) {
                (Opcode::Address, Payload::Slot(slot)) if slot.index() < self.code.locals.len() => return Root::Slot(slot.0),
                (Opcode::Address, Payload::Global(var)) => {
                    if let Some(variable) = self.layout.variables.get(var.index()) {
                        return match variable.space {
                            Space::Shared => Root::Shared(var.0),
                            _ => Root::Fixed(variable.generic_address, variable.size),
                        };
                    }
                }
                (Opcode::ParamAddress, _) => {
                    if let Some((offset, size)) = self.param_offset(data) {
                        return Root::Fixed(PARAM + offset as u64, size as u64);
                    }
                }
                _ => {}
            }
        }
        let is_itself = root == address && offset == 0;
        if is_itself || self.func.ty(root) != RegType::B64 || self.func.constant(root).is_some() {
            return Root::Address;
        }
        Root::Register(self.slot(root))
    }
}
