//! Texture and surface instructions (PTX ISA 9.7.10, 9.7.11): how they are spelt, and what operands they have.
//!
//! *What.* `tex`, `tex.level`, `tex.grad`, `tld4` read through a texture, `suld.b` and `sust.b` through a surface, `txq` asks. Operand 0
//! is the handle, 64 bits (PTX's unified mode); then the layer, if the geometry has one, the coordinates, and what the form adds: the
//! level, the gradients, the stored values. *Invariant.* [`operands`] and [`results`] are the only places that say so: verifier, text
//! form and decoder ask them.

pub use crate::texture_modifiers::{Boundary, Component, Geometry, TexQuery};
use crate::{InstData, Opcode, RegType, Type};

impl Opcode {
    /// Whether it goes through a texture or a surface.
    pub fn is_texture(self) -> bool {
        use Opcode::*;
        matches!(self, Tex | TexLevel | TexGrad | Tld4 | Suld | Sust | Txq)
    }

    /// Whether it goes through a surface.
    pub fn is_surface(self) -> bool {
        matches!(self, Opcode::Suld | Opcode::Sust)
    }
}

/// Elements that a surface instruction moves.
fn elements(data: &InstData) -> usize {
    data.attrs.vector.max(1) as usize
}

/// Operands of a texture instruction: their classes by group. The handle is first, the last group is what the form adds.
pub fn groups(data: &InstData) -> Option<(Vec<RegType>, Vec<Vec<RegType>>)> {
    if data.op == Opcode::Txq {
        return Some((Vec::new(), Vec::new()));
    }
    let geometry = data.attrs.geometry?;
    let (n, is_layered) = (geometry.coordinates(), geometry.is_layered());
    let class = if data.op.is_surface() { RegType::B32 } else { data.src_ty.reg() };
    let mut place = vec![RegType::B32; is_layered as usize];
    place.extend(vec![class; n]);
    let added = match data.op {
        Opcode::TexLevel => vec![vec![class]],
        Opcode::TexGrad => vec![vec![RegType::F32; n]; 2],
        Opcode::Sust => vec![vec![data.ty.reg(); elements(data)]],
        _ => Vec::new(),
    };
    Some((place, added))
}

/// Classes of all operands; `None` if the instruction lacks its geometry.
pub fn operands(data: &InstData) -> Option<Vec<RegType>> {
    let (place, added) = groups(data)?;
    Some([RegType::B64].into_iter().chain(place).chain(added.into_iter().flatten()).collect())
}

/// Classes of the results.
pub fn results(data: &InstData) -> Vec<RegType> {
    match data.op {
        Opcode::Sust => Vec::new(),
        Opcode::Txq => vec![RegType::B32],
        Opcode::Suld => vec![data.ty.reg(); elements(data)],
        _ => vec![data.ty.reg(); 4],
    }
}

/// Values that the text form writes in one vector: PTX has vectors of one, two and four.
pub fn padded(count: usize) -> usize {
    if count == 3 { 4 } else { count }
}

/// Why an instruction is none that PTX has.
pub(crate) fn refusal(data: &InstData) -> Option<String> {
    let geometry = data.attrs.geometry;
    let is_float = data.src_ty == Type::F32;
    let is_cube = geometry.is_some_and(Geometry::is_cube);
    match data.op {
        Opcode::Tex | Opcode::TexLevel if !matches!(data.src_ty, Type::F32 | Type::S32) => Some("coordinates are `.f32` or `.s32`".into()),
        Opcode::Tex | Opcode::TexLevel if is_cube && !is_float => Some("a direction is `.f32`".into()),
        Opcode::TexGrad | Opcode::Tld4 if !is_float => Some("coordinates are `.f32`".into()),
        Opcode::Tld4 if geometry != Some(Geometry::TwoD) => Some("only `.2d` is gathered".into()),
        Opcode::Suld | Opcode::Sust if is_cube => Some("surfaces have no such geometry".into()),
        Opcode::Suld | Opcode::Sust if data.attrs.vector == 4 && data.ty.size() == 8 => Some("16 bytes at most".into()),
        _ => None,
    }
}
