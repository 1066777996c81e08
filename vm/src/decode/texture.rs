//! Texture and surface instructions: where their operands and results are.

use super::Decoder;
use super::code::{OpKind, TextureAccess};
use crate::decode::side::is_host;
use kern_ir::texture::{operands, results};
use kern_ir::{InstData, Opcode, Type};

impl<const L: usize> Decoder<'_, L> {
    /// `None` if operands or results have other classes than the instruction's.
    pub(super) fn decode_texture(&mut self, data: &InstData, inst: u32) -> Option<()> {
        let (expected, given) = (operands(data)?, results(data));
        let is_complete = data.args.len() == expected.len() && data.results.len() == given.len();
        let mut classes = data.results.iter().zip(&given);
        if is_host(L) || !is_complete || !self.has_classes(data, &expected, None) || !classes.all(|(&v, &class)| self.func.ty(v) == class) {
            return None;
        }
        let slots: Vec<u32> = data.args.iter().map(|&value| self.slot(value)).collect();
        let results = data.results.iter().map(|&value| self.slot(value)).collect();
        let number = self.code.textures.len() as u32;
        self.code.textures.push(TextureAccess {
            op: data.op,
            geometry: data.attrs.geometry,
            is_fetch: data.src_ty == Type::S32 && data.op == Opcode::Tex,
            component: data.attrs.component.map_or(0, |component| component as usize),
            boundary: data.attrs.boundary,
            query: data.attrs.query,
            bytes: u64::from(data.ty.size()),
            slots,
            results,
        });
        self.push(OpKind::Texture(number), inst);
        Some(())
    }
}
