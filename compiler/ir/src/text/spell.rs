//! Reads a dotted mnemonic back: the inverse of `mnemonic`.

use super::mnemonic::mnemonic;
use crate::*;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Opcodes by the first part of their mnemonic. Those spelt `mov` and `ld.param` are told apart by their operands.
static BY_NAME: LazyLock<HashMap<&'static str, Opcode>> = LazyLock::new(|| {
    use Opcode::*;
    let told_apart = [Sreg, Clock, Address, LdParam, ParamAddress, BarWarp, TexLevel, TexGrad, AsyncCommit, AsyncWait];
    let rows = OPCODES.iter().filter(|row| !told_apart.contains(&row.op));
    rows.map(|row| (row.name.split('.').next().unwrap_or(row.name), row.op)).collect()
});

/// The instruction, without operands, that is written as `word`; `None` if none is written exactly so.
pub(super) fn parse_mnemonic(word: &str) -> Option<InstData> {
    let mut parts = word.split('.');
    let first = parts.next()?;
    let mut data = match first {
        "membar" => {
            let scope = match parts.next()? {
                "gl" => Scope::Gpu,
                text => Scope::from_text(text)?,
            };
            let attrs = Attrs { sem: Some(Sem::Sc), scope: Some(scope), ..Attrs::default() };
            InstData { attrs, ..InstData::new(Opcode::Fence, Type::B32) }
        }
        "cp" if word == "cp.async.commit_group" => return Some(InstData::new(Opcode::AsyncCommit, Type::B32)),
        "cp" if word == "cp.async.wait_group" => return Some(InstData::new(Opcode::AsyncWait, Type::B32)),
        "bar" if word == "bar.warp.sync" => return Some(InstData::new(Opcode::BarWarp, Type::B32)),
        _ => InstData::new(*BY_NAME.get(first)?, Type::B32),
    };
    let mut types = Vec::new();
    for part in parts {
        if modifier(&mut data, part) {
            continue;
        }
        types.push(Type::from_text(part)?);
    }
    match types[..] {
        [] => {}
        [ty] => (data.ty, data.src_ty) = (ty, ty),
        [ty, src_ty] => (data.ty, data.src_ty) = (ty, src_ty),
        _ => return None,
    }
    (mnemonic(&data) == word).then_some(data)
}

/// Whether `part` is a modifier of the opcode; if so it is now set.
fn modifier(data: &mut InstData, part: &str) -> bool {
    use Opcode::*;
    /// Sets the first of the fields whose type has a value spelt so.
    macro_rules! one_of {
        ($($field:ident: $ty:ty),*) => {
            false $(|| <$ty>::from_text(part).is_some_and(|v| { data.attrs.$field = Some(v); true }))*
        };
    }
    let a = &mut data.attrs;
    match (data.op, part) {
        (Setp | Testp, "ftz") => a.ftz = true,
        (Testp, "number") => a.cmp = Some(Cmp::Num),
        (Testp, "notanumber") => a.cmp = Some(Cmp::Nan),
        (Setp, _) => return one_of!(cmp: Cmp),
        (Shf, "l") => a.left = true,
        (Shf, "clamp") => a.sat = true,
        (Shf, "r" | "wrap") | (Shfl | Vote | Match | Redux, "sync") | (Atom | Red, "noftz") | (Brx, "idx") => {}
        (Cvta, "to") => a.to = true,
        (Ld | St, "v2" | "v4") => a.vector = if part == "v2" { 2 } else { 4 },
        (Ld | St, _) => return one_of!(sem: Sem, scope: Scope, space: Space, cache: CacheOp),
        (Atom | Red, _) => return one_of!(sem: Sem, scope: Scope, space: Space, atom: AtomOp),
        (Fence, _) => return one_of!(sem: Sem, scope: Scope),
        (Prefetch, "L1") => {}
        (Prefetch, "L2") => a.cache = Some(CacheOp::Cg),
        (Prefetch | Cvta | Isspacep, _) => return one_of!(space: Space),
        (Bar, "red") => a.bar = Some(BarKind::RedPopc),
        (Bar, "popc") => {}
        (Bar, "and") => a.bar = Some(BarKind::RedAnd),
        (Bar, "or") => a.bar = Some(BarKind::RedOr),
        (Bar, _) => return one_of!(bar: BarKind),
        (Shfl, _) => return one_of!(shfl: ShflMode),
        (Vote, _) => return one_of!(vote: VoteMode),
        (Match, _) => return one_of!(match_mode: MatchMode),
        (Tex, "level") => data.op = TexLevel,
        (Tex, "grad") => data.op = TexGrad,
        (Tex | TexLevel | TexGrad | Tld4, "v4") | (Suld | Sust, "b") => {}
        (Suld | Sust, "v2" | "v4") => a.vector = if part == "v2" { 2 } else { 4 },
        (Tex | TexLevel | TexGrad, _) => return one_of!(geometry: Geometry),
        (Tld4, _) => return one_of!(component: Component, geometry: Geometry),
        (Suld | Sust, _) => return one_of!(geometry: Geometry, boundary: Boundary),
        (Txq, _) => return one_of!(query: TexQuery),
        (Redux, _) => return one_of!(redux: ReduxOp),
        (_, "ftz") => a.ftz = true,
        (_, "sat") => a.sat = true,
        _ => return one_of!(rounding: Rounding, precision: Precision, mul: MulMode),
    }
    true
}
