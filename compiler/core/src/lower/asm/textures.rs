//! Texture and surface instructions of inline PTX, with handles of 64 bits (PTX ISA, "Texture Instructions", "Surface Instructions").
//!
//! Refused are samplers of their own, offsets, comparisons of depth and formatted stores, which programs of the runtime API have none of,
//! and queries of anything but sizes: a GPU does not load programs with them (measured, H200: `cudaErrorSymbolNotFound`).

use super::named::Named;
use super::parse::{Instruction, Operand};
use super::registers::Asm;
use crate::lower::FunctionLowering;
use kern_ir::texture::{Boundary, Component, Geometry, TexQuery, padded, results};
use kern_ir::{CacheOp, InstData, Opcode, Type, Value};

impl Asm {
    /// Emits `inst` if it is one of them; whether it is.
    pub(super) fn textures(&mut self, f: &mut FunctionLowering<'_, '_>, named: Named<'_>) -> Result<bool, String> {
        let Named { name, inst, .. } = named;
        let mut data = match name {
            "tex" => InstData::new(Opcode::Tex, Type::F32),
            "tld4" => InstData::new(Opcode::Tld4, Type::F32),
            "suld" => InstData::new(Opcode::Suld, Type::B32),
            "sust" => InstData::new(Opcode::Sust, Type::B32),
            "txq" | "suq" => InstData::new(Opcode::Txq, Type::B32),
            _ => return Ok(false),
        };
        words(&mut data, named)?;
        let is_store = data.op == Opcode::Sust;
        let at = usize::from(!is_store);
        let place = match inst.operands.get(at) {
            Some(Operand::Listed(list)) => list.as_slice(),
            Some(Operand::Address(handle, 0)) => std::slice::from_ref(&**handle),
            _ => &[],
        };
        let (handle, place) = place.split_first().ok_or_else(|| format!("`{}` needs a handle in brackets", inst.spelled()))?;
        data.args.push(self.value(f, handle, Type::U64)?);
        if data.op != Opcode::Txq {
            self.coordinates(f, inst, place, &mut data)?;
        } else if !place.is_empty() {
            return Err(format!("`{}` needs a handle alone", inst.spelled()));
        }
        let more = &inst.operands[(at + 1).min(inst.operands.len())..];
        self.added(f, inst, more, &mut data)?;
        let classes = results(&data);
        let pushed = f.b.push(data, &classes);
        let values = f.b.func.insts[pushed.index()].results.clone();
        if is_store {
            return Ok(true);
        }
        let targets = inst.operands.first().map_or(&[][..], listed);
        if targets.len() != values.len() {
            return Err("the number of registers is not that of the elements".to_string());
        }
        for (target, value) in targets.iter().zip(values) {
            let Operand::Name(name) = target else { return Err(format!("`{}` needs registers to write", inst.spelled())) };
            self.write(f, name, value)?;
        }
        Ok(true)
    }

    /// The layer and the coordinates, which are padded to a vector of PTX.
    fn coordinates(
        &mut self,
        f: &mut FunctionLowering<'_, '_>,
        inst: &Instruction,
        place: &[Operand],
        data: &mut InstData,
    ) -> Result<(), String> {
        let geometry = data.attrs.geometry.ok_or_else(|| format!("`{}` needs a geometry such as `.2d`", inst.spelled()))?;
        let count = geometry.coordinates() + usize::from(geometry.is_layered());
        let [coordinates] = place else { return Err(format!("`{}` with a sampler of its own is not supported", inst.spelled())) };
        let coordinates = listed(coordinates);
        if coordinates.len() != count && coordinates.len() != padded(count) {
            return Err(format!("`{}` needs {count} coordinates", inst.spelled()));
        }
        let ty = if data.op.is_surface() { Type::S32 } else { data.src_ty };
        for (index, coordinate) in coordinates[..count].iter().enumerate() {
            let ty = if index == 0 && geometry.is_layered() { Type::U32 } else { ty };
            data.args.push(self.value(f, coordinate, ty)?);
        }
        Ok(())
    }

    /// The level, the gradients, or what is stored.
    fn added(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction, more: &[Operand], data: &mut InstData) -> Result<(), String> {
        let gradient = data.attrs.geometry.map_or(0, Geometry::coordinates);
        // How many values each operand has, and their type.
        let (counts, ty) = match data.op {
            Opcode::TexLevel => (vec![1], data.src_ty),
            Opcode::TexGrad => (vec![gradient; 2], Type::F32),
            Opcode::Sust => (vec![usize::from(data.attrs.vector.max(1))], data.ty),
            _ => (Vec::new(), data.ty),
        };
        if more.len() != counts.len() {
            return Err(format!("`{}` with so many operands is not supported", inst.spelled()));
        }
        for (operand, count) in more.iter().zip(counts) {
            let values = listed(operand);
            if values.len() != count && values.len() != padded(count) {
                return Err("the number of values is not that of the elements".to_string());
            }
            let values: Vec<Value> = values[..count].iter().map(|value| self.value(f, value, ty)).collect::<Result<_, _>>()?;
            data.args.extend(values);
        }
        Ok(())
    }
}

/// The parts of a vector, or the one value.
fn listed(operand: &Operand) -> &[Operand] {
    match operand {
        Operand::Vector(parts) => parts,
        one => std::slice::from_ref(one),
    }
}

/// What the modifiers say.
fn words(data: &mut InstData, Named { inst, modifiers, .. }: Named<'_>) -> Result<(), String> {
    let refused = || Err(format!("`{}` is not supported", inst.spelled()));
    let mut is_of_bits = false;
    for word in &modifiers.words {
        let attrs = &mut data.attrs;
        match (data.op, word.as_str()) {
            (Opcode::Txq, word) => match TexQuery::from_text(word) {
                Some(query @ (TexQuery::Width | TexQuery::Height | TexQuery::Depth)) => attrs.query = Some(query),
                Some(_) => return Err(format!("`{}` is not supported: a GPU does not load programs with it", inst.spelled())),
                None => return refused(),
            },
            (_, word) if attrs.geometry.is_none() && Geometry::from_text(word).is_some() => attrs.geometry = Geometry::from_text(word),
            // The four components are one vector.
            (Opcode::Tex | Opcode::TexLevel | Opcode::TexGrad | Opcode::Tld4, "v4") | (Opcode::Tex, "base") => {}
            (Opcode::Tex, "level") => data.op = Opcode::TexLevel,
            (Opcode::Tex, "grad") => data.op = Opcode::TexGrad,
            (Opcode::Tld4, word) if Component::from_text(word).is_some() => attrs.component = Component::from_text(word),
            (Opcode::Suld | Opcode::Sust, "b") => is_of_bits = true,
            (Opcode::Suld | Opcode::Sust, "v2") => attrs.vector = 2,
            (Opcode::Suld | Opcode::Sust, "v4") => attrs.vector = 4,
            (Opcode::Suld | Opcode::Sust, word) if Boundary::from_text(word).is_some() => attrs.boundary = Boundary::from_text(word),
            (Opcode::Suld | Opcode::Sust, word) if CacheOp::from_text(word).is_some() => {}
            _ => return refused(),
        }
    }
    let types = modifiers.types.as_slice();
    (data.ty, data.src_ty) = match (data.op, types) {
        (Opcode::Txq, [Type::B32]) if data.attrs.query.is_some() => (Type::B32, Type::B32),
        (Opcode::Suld | Opcode::Sust, &[ty]) if is_of_bits && matches!(ty, Type::B8 | Type::B16 | Type::B32 | Type::B64) => {
            // PTX traps where nothing is said.
            data.attrs.boundary = data.attrs.boundary.or(Some(Boundary::Trap));
            (ty, ty)
        }
        (Opcode::Tex | Opcode::TexLevel | Opcode::TexGrad | Opcode::Tld4, &[ty, of_place])
            if matches!(ty, Type::F32 | Type::S32 | Type::U32) && matches!(of_place, Type::F32 | Type::S32) =>
        {
            (ty, of_place)
        }
        _ => return refused(),
    };
    let geometry = data.attrs.geometry;
    let is_cube = geometry.is_some_and(Geometry::is_cube);
    let is_wrong = match data.op {
        Opcode::Txq => false,
        Opcode::Suld | Opcode::Sust => is_cube || data.attrs.vector == 4 && data.ty.size() == 8,
        Opcode::Tld4 => data.attrs.component.is_none() || geometry != Some(Geometry::TwoD) || data.src_ty != Type::F32,
        op => (op == Opcode::TexGrad || is_cube) && data.src_ty != Type::F32,
    };
    if is_wrong { refused() } else { Ok(()) }
}
