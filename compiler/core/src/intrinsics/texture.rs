//! Texture and surface instructions (CUDA C++ Programming Guide, "Texture Functions", "Surface Functions").
//!
//! The functions that programs call are templates of `<kern/textures.h>`; what stands here is what they are made of, one row an
//! instruction. The last argument points to where the results go, or to what is stored; its type tells how much that is.

use super::{Recipe, Row};
use crate::lower::{CallSite, FunctionLowering};
use kern_ir::texture::{Boundary, Component, Geometry, TexQuery, results};
use kern_ir::{Attrs, InstData, Opcode, Type, Value};

/// Types of components, and what points to four of them.
const COMPONENTS: [(Type, &str); 3] = [(Type::F32, "float4"), (Type::S32, "int4"), (Type::U32, "uint4")];

/// What a surface instruction moves: type and number of elements, and what points to them.
const MOVED: [(Type, u8, &str); 5] = [
    (Type::B8, 0, "unsigned char"),
    (Type::B16, 0, "unsigned short"),
    (Type::B32, 0, "unsigned int"),
    (Type::B32, 2, "uint2"),
    (Type::B32, 4, "uint4"),
];

const SURFACES: [Geometry; 5] = [Geometry::OneD, Geometry::TwoD, Geometry::ThreeD, Geometry::OneDLayered, Geometry::TwoDLayered];

pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for &geometry in Geometry::ALL {
        let place = place(geometry, "float");
        let attrs = Attrs { geometry: Some(geometry), ..Attrs::default() };
        let gradients: String =
            ["a", "b"].iter().flat_map(|g| "xyz"[..geometry.coordinates()].chars().map(move |c| format!(", float {g}{c}"))).collect();
        for (name, op, added) in
            [("tex", Opcode::Tex, ""), ("tex_level", Opcode::TexLevel, ", float level"), ("tex_grad", Opcode::TexGrad, &gradients)]
        {
            rows.extend(
                COMPONENTS
                    .iter()
                    .map(|&(ty, out)| row(&format!("{name}_{geometry}"), &format!("{place}{added}, {out} *out"), op, ty, Type::F32, attrs)),
            );
        }
    }
    let attrs = Attrs { geometry: Some(Geometry::OneD), ..Attrs::default() };
    rows.extend(
        COMPONENTS.iter().map(|&(ty, out)| row("tex_fetch_1d", &format!(", int x, {out} *out"), Opcode::Tex, ty, Type::S32, attrs)),
    );
    for &component in Component::ALL {
        let attrs = Attrs { geometry: Some(Geometry::TwoD), component: Some(component), ..Attrs::default() };
        let place = place(Geometry::TwoD, "float");
        let name = format!("tld4_{component}_2d");
        rows.extend(COMPONENTS.iter().map(|&(ty, out)| row(&name, &format!("{place}, {out} *out"), Opcode::Tld4, ty, Type::F32, attrs)));
    }
    for geometry in SURFACES {
        let place = place(geometry, "int");
        for &boundary in Boundary::ALL {
            for (ty, vector, pointed) in MOVED {
                let attrs = Attrs { geometry: Some(geometry), boundary: Some(boundary), vector, ..Attrs::default() };
                rows.push(row(&format!("suld_{geometry}_{boundary}"), &format!("{place}, {pointed} *out"), Opcode::Suld, ty, ty, attrs));
                rows.push(row(
                    &format!("sust_{geometry}_{boundary}"),
                    &format!("{place}, const {pointed} *in"),
                    Opcode::Sust,
                    ty,
                    ty,
                    attrs,
                ));
            }
        }
    }
    for &query in TexQuery::ALL {
        let attrs = Attrs { query: Some(query), ..Attrs::default() };
        rows.push(row(&format!("txq_{query}"), ", int *out", Opcode::Txq, Type::B32, Type::B32, attrs));
    }
    rows
}

/// The parameters that say where.
fn place(geometry: Geometry, ty: &str) -> String {
    let layer = if geometry.is_layered() { ", int layer" } else { "" };
    let coordinates: String = "xyz"[..geometry.coordinates()].chars().map(|c| format!(", {ty} {c}")).collect();
    format!("{layer}{coordinates}")
}

fn row(name: &str, parameters: &str, op: Opcode, ty: Type, src_ty: Type, attrs: Attrs) -> Row {
    let count = attrs.vector.max(1);
    let key = format!("{name}.{ty}.{count}");
    Row::new(format!("void __kern_{name}(unsigned long long object{parameters})"), key, Recipe::Texture { op, ty, src_ty, attrs })
}

/// Appends the instruction and moves what the last argument points to.
pub(super) fn lower(f: &mut FunctionLowering<'_, '_>, site: &CallSite<'_>, mut data: InstData) -> Option<Value> {
    let (pointer, operands) = site.args.split_last()?;
    data.args = operands.iter().map(|arg| f.value(arg)).collect();
    let place = f.pointed_place(pointer);
    f.at(site.expr.span);
    let (ty, size) = (data.ty, i64::from(data.ty.size()));
    if data.op == Opcode::Sust {
        for element in 0..i64::from(data.attrs.vector.max(1)) {
            let value = f.load(place.at(element * size), ty);
            data.args.push(value);
        }
        f.b.push(data, &[]);
        return None;
    }
    let classes = results(&data);
    let inst = f.b.push(data, &classes);
    let results = f.b.func.insts[inst.index()].results.clone();
    for (element, value) in (0i64..).zip(results) {
        f.store(place.at(element * size), ty, value);
    }
    None
}
