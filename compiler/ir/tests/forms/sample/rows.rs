//! Every opcode but terminators, calls and those with a payload.

use kern_ir::RegType::{B16, B32, B64, F32, F64, Pred};
use kern_ir::*;

/// One instruction to try: everything but its values.
pub(crate) struct Row {
    pub(crate) data: InstData,
    pub(crate) args: Vec<RegType>,
    pub(crate) results: Vec<RegType>,
}

fn row(op: Opcode, ty: Type, attrs: Attrs, args: &[RegType], results: &[RegType]) -> Row {
    Row { data: InstData { attrs, ..InstData::new(op, ty) }, args: args.to_vec(), results: results.to_vec() }
}

/// Every opcode but terminators, calls and those with a payload, in the forms that differ in text.
pub(crate) fn rows() -> Vec<Row> {
    use Opcode::*;
    let none = Attrs::default();
    let mut rows = Vec::new();
    let mut same = |op: Opcode, types: &[Type], attrs: Attrs, n: usize| {
        for &ty in types {
            rows.push(row(op, ty, attrs, &vec![ty.reg(); n], &[ty.reg()]));
        }
    };
    let ints = [Type::U32, Type::S32, Type::U64, Type::S64];
    let floats = [Type::F16, Type::F32, Type::F64];
    let rn = Attrs { rounding: Some(Rounding::Rn), ..none };
    let ftz = Attrs { ftz: true, ..none };
    let approx = Attrs { precision: Some(Precision::Approx), ..none };
    for op in [Add, Sub] {
        same(op, &ints, none, 2);
        same(op, &floats, none, 2);
        same(op, &floats, rn, 2);
        same(op, &[Type::F32], Attrs { ftz: true, sat: true, rounding: Some(Rounding::Rz), ..none }, 2);
        same(op, &[Type::S32], Attrs { sat: true, ..none }, 2);
    }
    same(Mul, &floats, none, 2);
    same(Mul, &[Type::F64], Attrs { rounding: Some(Rounding::Rp), ..none }, 2);
    for mul in [MulMode::Lo, MulMode::Hi] {
        same(Mul, &ints, Attrs { mul: Some(mul), ..none }, 2);
        same(Mad, &ints, Attrs { mul: Some(mul), ..none }, 3);
        same(Mul24, &[Type::U32, Type::S32], Attrs { mul: Some(mul), ..none }, 2);
    }
    same(Mad, &[Type::S32], Attrs { mul: Some(MulMode::Hi), sat: true, ..none }, 3);
    same(Fma, &floats, rn, 3);
    same(Fma, &floats, none, 3);
    same(Fma, &[Type::F32], Attrs { ftz: true, ..rn }, 3);
    for op in [Div, Rem, Sad, Min, Max] {
        same(op, &ints, none, if op == Sad { 3 } else { 2 });
    }
    same(Div, &[Type::F32, Type::F64], rn, 2);
    same(Div, &[Type::F32], approx, 2);
    same(Div, &[Type::F32], Attrs { precision: Some(Precision::Full), ftz: true, ..none }, 2);
    same(Abs, &[Type::S32, Type::S64, Type::F16, Type::F32, Type::F64], none, 1);
    same(Neg, &[Type::S32, Type::S64, Type::F16, Type::F32, Type::F64], none, 1);
    same(Min, &floats, none, 2);
    same(Max, &[Type::F32], ftz, 2);
    same(Brev, &[Type::B32, Type::B64], none, 1);
    for op in [And, Or, Xor] {
        same(op, &[Type::Pred, Type::B32, Type::B64], none, 2);
    }
    same(Not, &[Type::Pred, Type::B32, Type::B64], none, 1);
    for op in [Rcp, Sqrt] {
        same(op, &[Type::F32, Type::F64], rn, 1);
        same(op, &[Type::F32], approx, 1);
    }
    same(Rcp, &[Type::F64], Attrs { ftz: true, ..approx }, 1);
    same(Rsqrt, &[Type::F32, Type::F64], approx, 1);
    for op in [Sin, Cos, Lg2, Ex2] {
        same(op, &[Type::F32], Attrs { ftz: true, ..approx }, 1);
        same(op, &[Type::F32], none, 1);
    }
    same(Ex2, &[Type::F16], approx, 1);
    same(Tanh, &[Type::F16, Type::F32], approx, 1);
    same(Copysign, &[Type::F32, Type::F64], none, 2);
    same(Mov, &[Type::Pred, Type::B32, Type::B64, Type::F16, Type::F32, Type::F64], none, 1);
    same(Prmt, &[Type::B32], none, 3);
    for (left, sat) in [(false, false), (false, true), (true, false), (true, true)] {
        same(Shf, &[Type::B32], Attrs { left, sat, ..none }, 3);
    }
    same(Cvta, &[Type::U64], Attrs { space: Some(Space::Global), ..none }, 1);
    same(Cvta, &[Type::U64], Attrs { space: Some(Space::Shared), to: true, ..none }, 1);
    rows.extend(conversions_and_others());
    rows.extend(memory());
    rows.extend(warp());
    rows.extend(textures());
    rows
}

fn conversions_and_others() -> Vec<Row> {
    use Opcode::*;
    let none = Attrs::default();
    let mut rows = Vec::new();
    let wide = Attrs { mul: Some(MulMode::Wide), ..none };
    for ty in [Type::U32, Type::S32] {
        rows.push(row(Mul, ty, wide, &[B32, B32], &[B64]));
        rows.push(row(Mad, ty, wide, &[B32, B32, B64], &[B64]));
        for src_ty in [Type::U32, Type::S32] {
            let mut dot = row(Dp4a, ty, none, &[B32, B32, B32], &[B32]);
            dot.data.src_ty = src_ty;
            rows.push(dot);
            let mut dot = row(Dp2a, ty, Attrs { mul: Some(MulMode::Hi), ..none }, &[B32, B32, B32], &[B32]);
            dot.data.src_ty = src_ty;
            rows.push(dot);
        }
    }
    for ty in [Type::B32, Type::B64] {
        rows.push(row(Popc, ty, none, &[ty.reg()], &[B32]));
        rows.push(row(Clz, ty, none, &[ty.reg()], &[B32]));
        rows.push(row(Shl, ty, none, &[ty.reg(), B32], &[ty.reg()]));
        rows.push(row(Bfi, ty, none, &[ty.reg(), ty.reg(), B32, B32], &[ty.reg()]));
    }
    for ty in [Type::U32, Type::S32, Type::U64, Type::S64] {
        rows.push(row(Bfind, ty, none, &[ty.reg()], &[B32]));
        rows.push(row(Bfe, ty, none, &[ty.reg(), B32, B32], &[ty.reg()]));
        rows.push(row(Shr, ty, none, &[ty.reg(), B32], &[ty.reg()]));
    }
    for cmp in [Cmp::Num, Cmp::Nan] {
        rows.push(row(Testp, Type::F32, Attrs { cmp: Some(cmp), ..none }, &[F32], &[Pred]));
    }
    for &cmp in Cmp::ALL {
        rows.push(row(Setp, Type::F32, Attrs { cmp: Some(cmp), ftz: true, ..none }, &[F32, F32], &[Pred]));
    }
    for ty in [Type::U32, Type::S32, Type::U64, Type::S64, Type::F16, Type::F64] {
        rows.push(row(Setp, ty, Attrs { cmp: Some(Cmp::Lt), ..none }, &[ty.reg(), ty.reg()], &[Pred]));
    }
    for ty in [Type::B32, Type::B64, Type::Pred] {
        for cmp in [Cmp::Eq, Cmp::Ne] {
            rows.push(row(Setp, ty, Attrs { cmp: Some(cmp), ..none }, &[ty.reg(), ty.reg()], &[Pred]));
        }
    }
    for ty in [Type::B32, Type::S32, Type::U64, Type::F16, Type::F32, Type::F64, Type::Pred] {
        rows.push(row(Selp, ty, none, &[ty.reg(), ty.reg(), Pred], &[ty.reg()]));
    }
    for (ty, from) in [(Type::B32, F32), (Type::F32, B32), (Type::B64, F64), (Type::F64, B64), (Type::B32, B16), (Type::F16, B32)] {
        rows.push(row(Mov, ty, none, &[from], &[ty.reg()]));
    }
    for space in [Space::Global, Space::Shared, Space::Local, Space::Const] {
        rows.push(row(Isspacep, Type::B32, Attrs { space: Some(space), ..none }, &[B64], &[Pred]));
    }
    let all = [Type::U8, Type::U16, Type::U32, Type::U64, Type::S8, Type::S16, Type::S32, Type::S64, Type::F16, Type::F32, Type::F64];
    for to in all {
        for from in all {
            let rounding = match (from.is_float(), to.is_float()) {
                (true, false) => Some(Rounding::Rzi),
                (false, true) => Some(Rounding::Rn),
                (true, true) if to.size() < from.size() => Some(Rounding::Rz),
                (true, true) if to == from => Some(Rounding::Rni),
                _ => None,
            };
            let mut conversion = row(Cvt, to, Attrs { rounding, ..none }, &[from.reg()], &[to.reg()]);
            conversion.data.src_ty = from;
            rows.push(conversion);
        }
    }
    let mut saturating = row(Cvt, Type::S8, Attrs { sat: true, ..none }, &[B32], &[B32]);
    saturating.data.src_ty = Type::S32;
    rows.push(saturating);
    rows
}

fn memory() -> Vec<Row> {
    use Opcode::*;
    let none = Attrs::default();
    let mut rows = Vec::new();
    let at = |mut row: Row, offset| {
        row.data.offset = offset;
        row
    };
    let spaces = [None, Some(Space::Global), Some(Space::Shared), Some(Space::Local), Some(Space::Const)];
    for space in spaces {
        let address = if space == Some(Space::Shared) { B32 } else { B64 };
        for ty in [Type::U8, Type::S8, Type::U16, Type::S16, Type::B32, Type::U64, Type::F16, Type::F32, Type::F64] {
            rows.push(at(row(Ld, ty, Attrs { space, ..none }, &[address], &[ty.reg()]), 8));
            if space != Some(Space::Const) {
                rows.push(at(row(St, ty, Attrs { space, ..none }, &[address, ty.reg()], &[]), -8));
            }
        }
        rows.push(row(Ld, Type::F32, Attrs { space, vector: 4, ..none }, &[address], &[F32; 4]));
        if space != Some(Space::Const) {
            rows.push(row(St, Type::U64, Attrs { space, vector: 2, ..none }, &[address, B64, B64], &[]));
        }
    }
    let global = Some(Space::Global);
    for cache in [CacheOp::Ca, CacheOp::Cg, CacheOp::Cs, CacheOp::Lu, CacheOp::Cv, CacheOp::Nc] {
        rows.push(row(Ld, Type::F32, Attrs { space: global, cache: Some(cache), ..none }, &[B64], &[F32]));
    }
    for cache in [CacheOp::Wb, CacheOp::Cg, CacheOp::Cs, CacheOp::Wt] {
        rows.push(row(St, Type::F32, Attrs { space: global, cache: Some(cache), ..none }, &[B64, F32], &[]));
    }
    for space in [global, Some(Space::Local), None] {
        rows.push(row(Ld, Type::S32, Attrs { space, sem: Some(Sem::Volatile), ..none }, &[B64], &[B32]));
        rows.push(row(St, Type::S32, Attrs { space, sem: Some(Sem::Volatile), ..none }, &[B64, B32], &[]));
    }
    rows.push(row(Ld, Type::F32, Attrs { space: global, is_async: true, ..none }, &[B64], &[F32]));
    rows.push(row(St, Type::F32, Attrs { is_async: true, ..none }, &[B64, F32], &[]));
    for counted in [(0, 0), (8, 0), (16, 0), (16, -12)] {
        let counted = Some(Counted { bytes: counted.0, from: counted.1 });
        rows.push(row(Ld, Type::F32, Attrs { space: global, counted, ..none }, &[B64], &[F32]));
        rows.push(row(St, Type::F32, Attrs { space: global, counted, ..none }, &[B64, F32], &[]));
    }
    rows.push(row(AsyncCommit, Type::B32, none, &[], &[]));
    rows.push(row(AsyncWait, Type::B32, none, &[B32], &[]));
    for &scope in Scope::ALL {
        let with = |sem| Attrs { sem: Some(sem), scope: Some(scope), ..none };
        rows.push(row(Ld, Type::S32, with(Sem::Relaxed), &[B64], &[B32]));
        rows.push(row(Ld, Type::S32, with(Sem::Acquire), &[B64], &[B32]));
        rows.push(row(St, Type::S32, with(Sem::Release), &[B64, B32], &[]));
        rows.push(row(Fence, Type::B32, with(Sem::Sc), &[], &[]));
        rows.push(row(Fence, Type::B32, with(Sem::AcqRel), &[], &[]));
    }
    let atom = |op, ty: Type, space, n: usize| {
        let attrs = Attrs { atom: Some(op), space, ..none };
        row(Atom, ty, attrs, &[&[B64], &vec![ty.reg(); n][..]].concat(), &[ty.reg()])
    };
    let red = |op, ty: Type, space| row(Red, ty, Attrs { atom: Some(op), space, ..none }, &[B64, ty.reg()], &[]);
    for ty in [Type::B32, Type::B64] {
        rows.push(atom(AtomOp::Cas, ty, global, 2));
        rows.push(atom(AtomOp::Exch, ty, None, 1));
        for op in [AtomOp::And, AtomOp::Or, AtomOp::Xor] {
            rows.push(atom(op, ty, Some(Space::Shared), 1));
            rows.push(red(op, ty, global));
        }
    }
    for ty in [Type::U32, Type::S32, Type::U64, Type::F32, Type::F64, Type::F16] {
        rows.push(at(atom(AtomOp::Add, ty, global, 1), 4));
        rows.push(red(AtomOp::Add, ty, None));
    }
    for op in [AtomOp::Inc, AtomOp::Dec, AtomOp::Min, AtomOp::Max] {
        rows.push(atom(op, Type::U32, global, 1));
    }
    let mut ordered = atom(AtomOp::Add, Type::U32, global, 1);
    (ordered.data.attrs.sem, ordered.data.attrs.scope) = (Some(Sem::AcqRel), Some(Scope::Sys));
    rows.push(ordered);
    rows.push(row(Prefetch, Type::B32, Attrs { space: global, ..none }, &[B64], &[]));
    rows.push(row(Prefetch, Type::B32, Attrs { cache: Some(CacheOp::Cg), ..none }, &[B64], &[]));
    rows
}

fn warp() -> Vec<Row> {
    use Opcode::*;
    let none = Attrs::default();
    let mut rows = Vec::new();
    for &mode in ShflMode::ALL {
        let attrs = Attrs { shfl: Some(mode), ..none };
        rows.push(row(Shfl, Type::B32, attrs, &[B32; 4], &[B32]));
        rows.push(row(Shfl, Type::B32, attrs, &[B32; 4], &[B32, Pred]));
    }
    for &mode in VoteMode::ALL {
        let result = if mode == VoteMode::Ballot { B32 } else { Pred };
        let ty = if mode == VoteMode::Ballot { Type::B32 } else { Type::Pred };
        rows.push(row(Vote, ty, Attrs { vote: Some(mode), ..none }, &[Pred, B32], &[result]));
    }
    for ty in [Type::B32, Type::B64] {
        let mode = |m| Attrs { match_mode: Some(m), ..none };
        rows.push(row(Match, ty, mode(MatchMode::Any), &[ty.reg(), B32], &[B32]));
        rows.push(row(Match, ty, mode(MatchMode::All), &[ty.reg(), B32], &[B32, Pred]));
    }
    for &op in ReduxOp::ALL {
        let ty = if matches!(op, ReduxOp::Add | ReduxOp::Min | ReduxOp::Max) { Type::S32 } else { Type::B32 };
        rows.push(row(Redux, ty, Attrs { redux: Some(op), ..none }, &[B32, B32], &[B32]));
    }
    rows.push(row(Activemask, Type::B32, none, &[], &[B32]));
    rows.push(row(BarWarp, Type::B32, none, &[B32], &[]));
    rows.push(row(Nanosleep, Type::B32, none, &[B32], &[]));
    let bar = |kind| Attrs { bar: Some(kind), ..none };
    rows.push(row(Bar, Type::B32, none, &[], &[]));
    let mut numbered = row(Bar, Type::B32, bar(BarKind::Sync), &[B32], &[]);
    numbered.data.offset = 3;
    rows.push(numbered);
    rows.push(row(Bar, Type::B32, bar(BarKind::Arrive), &[B32], &[]));
    rows.push(row(Bar, Type::U32, bar(BarKind::RedPopc), &[Pred], &[B32]));
    rows.push(row(Bar, Type::Pred, bar(BarKind::RedAnd), &[Pred], &[Pred]));
    rows.push(row(Bar, Type::Pred, bar(BarKind::RedOr), &[B32, Pred], &[Pred]));
    rows
}

/// Texture and surface instructions, all geometries.
fn textures() -> Vec<Row> {
    use Opcode::*;
    let none = Attrs::default();
    let mut rows = Vec::new();
    for &geometry in Geometry::ALL {
        let (layer, n) = (usize::from(geometry.is_layered()), geometry.coordinates());
        let at = Attrs { geometry: Some(geometry), ..none };
        // The handle, the layer, the coordinates, and what the form adds.
        let operands = |coordinate: RegType, added: &[RegType]| -> Vec<RegType> {
            [B64].into_iter().chain(vec![B32; layer]).chain(vec![coordinate; n]).chain(added.iter().copied()).collect()
        };
        let mut lookup = |op: Opcode, ty: Type, coordinate: Type, added: &[RegType]| {
            let mut row = row(op, ty, at, &operands(coordinate.reg(), added), &[ty.reg(); 4]);
            row.data.src_ty = coordinate;
            rows.push(row);
        };
        lookup(Tex, Type::F32, Type::F32, &[]);
        lookup(Tex, Type::U32, Type::F32, &[]);
        lookup(TexLevel, Type::S32, Type::F32, &[F32]);
        lookup(TexGrad, Type::F32, Type::F32, &vec![F32; 2 * n]);
        if geometry.is_cube() {
            continue;
        }
        lookup(Tex, Type::S32, Type::S32, &[]);
        for (ty, vector, boundary) in [(Type::B8, 0, Boundary::Trap), (Type::B32, 4, Boundary::Clamp), (Type::B64, 2, Boundary::Zero)] {
            let attrs = Attrs { boundary: Some(boundary), vector, ..at };
            let values = vec![ty.reg(); usize::from(vector.max(1))];
            rows.push(row(Suld, ty, attrs, &operands(B32, &[]), &values));
            rows.push(row(Sust, ty, attrs, &operands(B32, &values), &[]));
        }
    }
    for &component in Component::ALL {
        let attrs = Attrs { geometry: Some(Geometry::TwoD), component: Some(component), ..none };
        let mut gather = row(Tld4, Type::F32, attrs, &[B64, F32, F32], &[F32; 4]);
        gather.data.src_ty = Type::F32;
        rows.push(gather);
    }
    for &query in TexQuery::ALL {
        rows.push(row(Txq, Type::B32, Attrs { query: Some(query), ..none }, &[B64], &[B32]));
    }
    rows
}
