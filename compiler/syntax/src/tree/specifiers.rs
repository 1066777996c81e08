//! Declaration specifiers joined: repeated ones, the words of a built-in type, flags and qualifiers.

use super::{Cx, Spec};
use crate::ast::*;
use crate::tok::{Flag, Qual, TypeWord};
use kern_diag::{Code, Diagnostic, Span};
use std::sync::Arc;

impl Cx<'_> {
    /// Joins specifiers.
    pub(crate) fn specs(&self, list: Vec<Spec>, l: usize, r: usize) -> DeclSpecs {
        let span = self.span(l, r);
        let mut specs = DeclSpecs { flags: Flags::default(), quals: Quals::default(), ty: None, rare: None, span };
        let (mut words, mut storage, mut bound) = (Vec::new(), None, None);
        for spec in list {
            match spec {
                Spec::Flag(flag @ (Flag::ClusterDims | Flag::MaxRegisters)) => bound = Some(flag),
                Spec::Flag(flag) => {
                    // A declaration has one storage class (C++17 [dcl.stc]).
                    if let Some(word) = storage_class(flag)
                        && let Some(earlier) = storage.replace(word)
                    {
                        self.error(match earlier == word {
                            true => bad_specifiers(span, format!("`{word}` is written twice")),
                            false => bad_specifiers(span, format!("`{earlier}` does not go with `{word}`")),
                        });
                    }
                    set_flag(&mut specs.flags, flag);
                }
                Spec::Qual(qual) => set_qual(&mut specs.quals, qual),
                Spec::Word(word) => words.push(word),
                Spec::ExplicitIf(condition) => specs.rare.get_or_insert_default().explicit_if = Some(condition),
                Spec::Constraint(path) => specs.rare.get_or_insert_default().constraint = Some(path),
                Spec::LaunchBounds(list) => {
                    let rare = specs.rare.get_or_insert_default();
                    match bound.take() {
                        Some(Flag::ClusterDims) => rare.cluster_dims = list,
                        Some(_) => rare.max_registers = list,
                        None => rare.launch_bounds = list,
                    }
                }
                Spec::Align(align) => match &mut specs.ty {
                    // `struct S { … } __attribute__((aligned(16)))` aligns the class.
                    Some(TypeSpec { kind: TypeSpecKind::Class(class), .. }) if class.members.is_some() => {
                        if let Some(class) = Arc::get_mut(class) {
                            class.align.push(align);
                        }
                    }
                    _ => specs.rare.get_or_insert_default().align.push(align),
                },
                Spec::Type(kind) if specs.ty.is_none() => specs.ty = Some(TypeSpec { kind, span }),
                Spec::Type(_) => {
                    self.error(bad_specifiers(span, "there are two types in one declaration").help("is a `,` or `;` missing?"))
                }
            }
        }
        if !words.is_empty() {
            if specs.ty.is_some() {
                self.error(bad_specifiers(span, "a built-in type stands beside another type"));
            } else {
                let ty = join_words(&words).unwrap_or_else(|message| {
                    self.error(bad_specifiers(span, message));
                    BuiltinType::Int(IntType::Int)
                });
                specs.ty = Some(TypeSpec { kind: TypeSpecKind::Builtin(ty), span });
            }
        }
        specs
    }
}

fn bad_specifiers(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::BAD_SPECIFIERS, span, message)
}

fn storage_class(flag: Flag) -> Option<&'static str> {
    match flag {
        Flag::Typedef => Some("typedef"),
        Flag::Static => Some("static"),
        Flag::Extern => Some("extern"),
        _ => None,
    }
}

pub(super) fn set_flag(flags: &mut Flags, flag: Flag) {
    let field = match flag {
        Flag::Typedef => &mut flags.is_typedef,
        Flag::Static => &mut flags.is_static,
        Flag::Extern => &mut flags.is_extern,
        Flag::Inline => &mut flags.is_inline,
        Flag::Consteval => {
            flags.is_constexpr = true;
            &mut flags.is_consteval
        }
        Flag::Constinit => &mut flags.is_constinit,
        Flag::Concept => {
            flags.is_constexpr = true;
            &mut flags.is_concept
        }
        Flag::Constexpr => &mut flags.is_constexpr,
        Flag::Mutable => &mut flags.is_mutable,
        Flag::Register => &mut flags.is_register,
        Flag::ThreadLocal => &mut flags.is_thread_local,
        Flag::Virtual => &mut flags.is_virtual,
        Flag::Explicit => &mut flags.is_explicit,
        Flag::Global => &mut flags.global,
        Flag::Device => &mut flags.device,
        Flag::Host => &mut flags.host,
        Flag::Shared => &mut flags.shared,
        Flag::Constant => &mut flags.constant,
        Flag::Managed => &mut flags.managed,
        Flag::Forceinline => &mut flags.forceinline,
        Flag::Noinline => &mut flags.noinline,
        Flag::GridConstant => &mut flags.grid_constant,
        Flag::NoUniqueAddress => &mut flags.no_unique_address,
        // What the list behind them is of: see `specs`.
        Flag::ClusterDims | Flag::MaxRegisters => return,
    };
    *field = true;
}

pub(super) fn set_qual(quals: &mut Quals, qual: Qual) {
    match qual {
        Qual::Const => quals.is_const = true,
        Qual::Volatile => quals.is_volatile = true,
        Qual::Restrict => quals.is_restrict = true,
    }
}

pub(super) fn join_quals(list: &[Qual]) -> Quals {
    let mut quals = Quals::default();
    list.iter().for_each(|&q| set_qual(&mut quals, q));
    quals
}

/// The type that the words name, in any order ([dcl.type.simple]).
fn join_words(words: &[TypeWord]) -> Result<BuiltinType, String> {
    let count = |w: TypeWord| words.iter().filter(|x| **x == w).count();
    let longs = count(TypeWord::Long);
    let (shorts, signed, unsigned) = (count(TypeWord::Short), count(TypeWord::Signed), count(TypeWord::Unsigned));
    let ints = count(TypeWord::Int);
    let bases: Vec<TypeWord> = words
        .iter()
        .copied()
        .filter(|w| !matches!(w, TypeWord::Long | TypeWord::Short | TypeWord::Signed | TypeWord::Unsigned | TypeWord::Int))
        .collect();
    if shorts > 1 || ints > 1 || signed + unsigned > 1 || longs > 2 || longs > 0 && shorts > 0 || bases.len() > 1 {
        return Err("these words do not name one type".to_string());
    }
    let is_unsigned = unsigned > 0;
    let has_sign = signed + unsigned > 0;
    let Some(&base) = bases.first() else {
        return Ok(match (shorts, longs, is_unsigned) {
            (1, _, false) => BuiltinType::Int(IntType::Short),
            (1, _, true) => BuiltinType::Int(IntType::UShort),
            (_, 1, false) => BuiltinType::Int(IntType::Long),
            (_, 1, true) => BuiltinType::Int(IntType::ULong),
            (_, 2, false) => BuiltinType::Int(IntType::LongLong),
            (_, 2, true) => BuiltinType::Int(IntType::ULongLong),
            (_, _, false) => BuiltinType::Int(IntType::Int),
            (_, _, true) => BuiltinType::Int(IntType::UInt),
        });
    };
    let ty = match base {
        TypeWord::Char if !has_sign => BuiltinType::Int(IntType::Char),
        TypeWord::Char if is_unsigned => BuiltinType::Int(IntType::UChar),
        TypeWord::Char => BuiltinType::Int(IntType::SChar),
        TypeWord::Int128 if is_unsigned => BuiltinType::Int(IntType::UInt128),
        TypeWord::Int128 => BuiltinType::Int(IntType::Int128),
        TypeWord::Double if longs == 1 && !has_sign && shorts == 0 && ints == 0 => return Ok(BuiltinType::LongDouble),
        _ if has_sign => return Err(format!("`{}` cannot be `{}`", word_text(base), if is_unsigned { "unsigned" } else { "signed" })),
        TypeWord::Void => BuiltinType::Void,
        TypeWord::Bool => BuiltinType::Bool,
        TypeWord::WChar => BuiltinType::Int(IntType::WChar),
        TypeWord::Char16 => BuiltinType::Int(IntType::Char16),
        TypeWord::Char32 => BuiltinType::Int(IntType::Char32),
        TypeWord::UInt128 => BuiltinType::Int(IntType::UInt128),
        TypeWord::Half => BuiltinType::Half,
        TypeWord::Float => BuiltinType::Float,
        _ => BuiltinType::Double,
    };
    if longs + shorts + ints > 0 {
        let other = if longs > 0 {
            "long"
        } else if shorts > 0 {
            "short"
        } else {
            "int"
        };
        return Err(format!("`{}` does not go with `{other}`", word_text(base)));
    }
    Ok(ty)
}

fn word_text(word: TypeWord) -> &'static str {
    match word {
        TypeWord::Void => "void",
        TypeWord::Bool => "bool",
        TypeWord::Char => "char",
        TypeWord::WChar => "wchar_t",
        TypeWord::Char16 => "char16_t",
        TypeWord::Char32 => "char32_t",
        TypeWord::Short => "short",
        TypeWord::Int => "int",
        TypeWord::Long => "long",
        TypeWord::Signed => "signed",
        TypeWord::Unsigned => "unsigned",
        TypeWord::Int128 => "__int128",
        TypeWord::UInt128 => "__uint128_t",
        TypeWord::Half => "_Float16",
        TypeWord::Float => "float",
        TypeWord::Double => "double",
    }
}
