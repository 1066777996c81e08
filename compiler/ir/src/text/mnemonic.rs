//! The dotted spelling of an instruction, `ld.global.nc.v4.f32`, from opcode, modifiers and types.

use crate::{Attrs, CacheOp, Cmp, InstData, MulMode, Opcode, Scope, Sem, Space, Type};
use std::fmt::Display;

/// A growing mnemonic: each part is put after a dot.
struct Dotted(String);

impl Dotted {
    fn add(&mut self, part: impl Display) -> &mut Dotted {
        use std::fmt::Write;
        let _ = write!(self.0, ".{part}");
        self
    }

    fn opt(&mut self, part: Option<impl Display>) -> &mut Dotted {
        if let Some(part) = part {
            self.add(part);
        }
        self
    }

    fn flag(&mut self, on: bool, part: &str) -> &mut Dotted {
        if on {
            self.add(part);
        }
        self
    }
}

/// PTX has no `.f16` in moves, loads and stores.
fn bits_of(ty: Type) -> Type {
    if ty == Type::F16 { Type::B16 } else { ty }
}

/// The mnemonic with all modifiers. Where PTX demands a modifier and the instruction has none, the IR's default is
/// written: `.rn`, `.approx`.
pub(crate) fn mnemonic(data: &InstData) -> String {
    use Opcode::*;
    let (a, ty) = (&data.attrs, data.ty);
    let mut m = Dotted(data.op.row().name.to_string());
    match data.op {
        Add | Sub | Mul | Mad | Mul24 => m.opt(a.mul).opt(a.rounding).flag(a.ftz, "ftz").flag(a.sat, "sat").add(ty),
        Fma => m.add(a.rounding.map_or("rn", |r| r.text())).flag(a.ftz, "ftz").flag(a.sat, "sat").add(ty),
        Div | Rcp | Sqrt if ty.is_float() => {
            m.add(a.precision.map(|p| p.text()).or(a.rounding.map(|r| r.text())).unwrap_or("rn")).flag(a.ftz, "ftz").add(ty)
        }
        Rsqrt | Sin | Cos | Lg2 | Ex2 | Tanh => m.add("approx").flag(a.ftz, "ftz").add(ty),
        Dp4a => m.add(ty).add(data.src_ty),
        Dp2a => m.add(a.mul.unwrap_or(MulMode::Lo)).add(ty).add(data.src_ty),
        Shf => m.add(if a.left { "l" } else { "r" }).add(if a.sat { "clamp" } else { "wrap" }).add("b32"),
        Setp => m.opt(a.cmp).flag(a.ftz, "ftz").add(ty),
        Testp => m.add(if a.cmp == Some(Cmp::Nan) { "notanumber" } else { "number" }).add(ty),
        Selp => m.add(bits_of(ty)),
        Cvt => m.opt(a.rounding).flag(a.ftz, "ftz").flag(a.sat, "sat").add(ty).add(data.src_ty),
        Cvta => m.flag(a.to, "to").opt(space(a)).add("u64"),
        Isspacep => m.opt(space(a)),
        Ld | St => {
            order(&mut m, a);
            m.opt(space(a)).opt(a.cache);
            if a.vector > 1 {
                m.add(format_args!("v{}", a.vector));
            }
            m.add(bits_of(ty))
        }
        Atom | Red => {
            m.opt(a.sem).opt(a.scope).opt(space(a)).opt(a.atom);
            let is_f16_add = ty == Type::F16 && a.atom == Some(crate::AtomOp::Add);
            m.flag(is_f16_add, "noftz").add(if is_f16_add { ty } else { bits_of(ty) })
        }
        Fence => return fence(a),
        Prefetch => m.opt(space(a)).add(if a.cache == Some(CacheOp::Cg) { "L2" } else { "L1" }),
        Bar => {
            use crate::BarKind::*;
            let kind = a.bar.unwrap_or(Sync);
            let suffix = match kind {
                RedPopc => Some("u32"),
                RedAnd | RedOr => Some("pred"),
                Sync | Arrive => None,
            };
            m.add(kind).opt(suffix)
        }
        Shfl => m.opt(a.shfl).add("b32"),
        Vote => m.opt(a.vote).add(if a.vote == Some(crate::VoteMode::Ballot) { "b32" } else { "pred" }),
        Match => return format!("match.{}.sync.{ty}", a.match_mode.map_or("any", |x| x.text())),
        Redux => m.opt(a.redux).add(ty),
        Tex | TexLevel | TexGrad => m.opt(a.geometry).add("v4").add(ty).add(data.src_ty),
        Tld4 => m.opt(a.component).opt(a.geometry).add("v4").add(ty).add(data.src_ty),
        Txq => m.opt(a.query).add("b32"),
        Suld | Sust => {
            m.opt(a.geometry);
            if a.vector > 1 {
                m.add(format_args!("v{}", a.vector));
            }
            m.add(ty).opt(a.boundary)
        }
        Activemask => m.add("b32"),
        Nanosleep => m.add("u32"),
        LdParam => m.add(bits_of(ty)),
        Mov | Sreg | Clock | Address | ParamAddress => m.add(ty),
        BarWarp | AsyncCommit | AsyncWait | Call | Bra | Brx | Ret | Exit | Trap => &mut m,
        _ => m.flag(a.ftz, "ftz").add(ty),
    };
    m.0
}

fn space(a: &Attrs) -> Option<Space> {
    a.space.filter(|s| *s != Space::Generic)
}

fn order(m: &mut Dotted, a: &Attrs) {
    match a.sem {
        // Nothing outside the thread sees these spaces; PTX has no `.volatile` there.
        Some(Sem::Volatile) if matches!(a.space, Some(Space::Local | Space::Const | Space::Param)) => {}
        Some(sem @ (Sem::Weak | Sem::Volatile)) => {
            m.add(sem);
        }
        Some(sem) => {
            m.add(sem).opt(a.scope);
        }
        None => {}
    }
}

/// `fence.sc` is written as the older `membar` where that exists: nvcc does so for `__threadfence`.
fn fence(a: &Attrs) -> String {
    let scope = a.scope.unwrap_or(Scope::Gpu);
    match (a.sem.unwrap_or(Sem::Sc), scope) {
        (Sem::Sc, Scope::Cta) => "membar.cta".into(),
        (Sem::Sc, Scope::Gpu) => "membar.gl".into(),
        (Sem::Sc, Scope::Sys) => "membar.sys".into(),
        (sem, scope) => format!("fence.{sem}.{scope}"),
    }
}
