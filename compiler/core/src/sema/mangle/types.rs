//! Encodings of types and template arguments.

use super::names::{Piece, class_key};
use super::{Mangler, base36, reference};
use crate::hir::{IntType, Linkage, QualType, Type, TypeId};
use crate::sema::entity::{Name, ScopeId, ScopeKind, TArg, VarId};
use crate::sema::specifiers;
use crate::sema::templates::Shape;
use kern_syntax::ast;

impl Mangler<'_, '_> {
    /// Encodes a type as written when it is a template parameter with pointers and references around it.
    pub(super) fn written(&mut self, specs: &ast::DeclSpecs, d: Option<&ast::Declarator>, names: &[Option<Name>]) -> bool {
        let Some(ast::TypeSpecKind::Named(path)) = specs.ty.as_ref().map(|t| &t.kind) else { return false };
        let Some(name) = specifiers::plain_name(path) else { return false };
        let Some(index) = names.iter().position(|n| n.as_ref() == Some(name)) else { return false };
        let base = if index == 0 { "T_".to_string() } else { format!("T{}_", base36(index - 1)) };
        // The wrappers from the inside out, as codes.
        let mut codes: Vec<String> = Vec::new();
        if specs.quals.is_const || specs.quals.is_volatile {
            codes.push(format!("{}{}", if specs.quals.is_volatile { "V" } else { "" }, if specs.quals.is_const { "K" } else { "" }));
        }
        let mut at = d;
        while let Some(d) = at {
            match &d.kind {
                ast::DeclaratorKind::Name(_) => break,
                ast::DeclaratorKind::Pointer { inner, quals } => {
                    codes.push("P".into());
                    let q = format!(
                        "{}{}{}",
                        if quals.is_restrict { "r" } else { "" },
                        if quals.is_volatile { "V" } else { "" },
                        if quals.is_const { "K" } else { "" }
                    );
                    if !q.is_empty() {
                        codes.push(q);
                    }
                    at = Some(inner);
                }
                ast::DeclaratorKind::Reference { inner, is_rvalue } => {
                    codes.push(if *is_rvalue { "O" } else { "R" }.into());
                    at = Some(inner);
                }
                ast::DeclaratorKind::Array { inner, .. } if matches!(inner.kind, ast::DeclaratorKind::Name(_)) => {
                    codes.push("P".into());
                    at = Some(inner);
                }
                _ => return false,
            }
        }
        // Qualifiers at the top are no part of a function's type.
        while codes.last().is_some_and(|c| c.chars().all(|c| "rVK".contains(c))) {
            codes.pop();
        }
        self.wrapped(&base, &codes);
        true
    }

    fn wrapped(&mut self, base: &str, codes: &[String]) {
        let key = format!("{}{base}", codes.iter().rev().cloned().collect::<String>());
        if let Some(i) = self.substitutions.iter().position(|s| *s == key) {
            self.out.push_str(&reference(i));
            return;
        }
        match codes.split_last() {
            None => self.out.push_str(base),
            Some((last, rest)) => {
                self.out.push_str(last);
                self.wrapped(base, rest);
            }
        }
        self.substitutions.push(key);
    }

    pub(super) fn args(&mut self, args: &[TArg]) {
        self.out.push('I');
        for a in args {
            self.arg(a);
        }
        self.out.push('E');
    }

    fn arg(&mut self, a: &TArg) {
        match a {
            TArg::Type(q) => self.ty(*q),
            TArg::Int(n, ty) => {
                self.out.push('L');
                self.ty((*ty).into());
                if *n < 0 {
                    self.out.push_str(&format!("n{}", n.unsigned_abs()));
                } else {
                    self.out.push_str(&n.to_string());
                }
                self.out.push('E');
            }
            TArg::Float(bits, ty) => {
                self.out.push('L');
                self.ty((*ty).into());
                match self.sema.ty(*ty) {
                    Type::F32 => self.out.push_str(&format!("{:08x}", (f64::from_bits(*bits) as f32).to_bits())),
                    _ => self.out.push_str(&format!("{bits:016x}")),
                }
                self.out.push('E');
            }
            TArg::Constant(id) => {
                self.out.push('X');
                self.shape(&self.sema.shape_of(*id));
                self.out.push('E');
            }
            TArg::Func(f) => {
                self.out.push_str("XadL_Z");
                self.function(*f);
                self.out.push_str("EE");
            }
            TArg::Null(ty) => {
                self.out.push('L');
                self.ty((*ty).into());
                self.out.push_str("0E");
            }
            TArg::Object(v, ty) => {
                let is_reference = matches!(self.sema.ty(*ty), Type::Reference { .. });
                self.out.push_str(if is_reference { "L_Z" } else { "XadL_Z" });
                self.variable(*v);
                self.out.push_str(if is_reference { "E" } else { "EE" });
            }
            TArg::Template(t) => {
                let name = self.sema.templates[t.0 as usize].name.clone();
                self.out.push_str(&format!("{}{}", name.len(), name));
            }
            TArg::Pack(list) => {
                self.out.push('J');
                for a in list {
                    self.arg(a);
                }
                self.out.push('E');
            }
        }
    }

    /// A value of a class as a braced list, without the zeros at its end.
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Scalar(arg) => self.arg(arg),
            Shape::Inside(id, added) => {
                self.is_internal = true;
                self.out.push_str(&format!("L{}_{added}E", id.0));
            }
            Shape::Parts(ty, parts) => {
                self.out.push_str("tl");
                self.ty((*ty).into());
                let used = parts.iter().rposition(|part| !part.is_zero()).map_or(0, |last| last + 1);
                parts[..used].iter().for_each(|part| self.shape(part));
                self.out.push('E');
            }
        }
    }

    /// The name of a variable, as an argument.
    fn variable(&mut self, v: VarId) {
        let var = &self.sema.vars[v.0 as usize];
        let (home, name, args) = (var.home, var.name.clone(), var.template_args.clone());
        let is_local = var.function.is_some();
        let is_internal = is_local || matches!(var.linkage, Linkage::Internal) && !self.is_class(home);
        self.is_internal |= is_internal;
        let mark = if is_internal { "L" } else { "" };
        // Variables of functions, which may share a name, are told apart by their number.
        let number = if is_local { format!(".{}", v.0) } else { String::new() };
        self.within(home, "", |m| {
            m.out.push_str(&format!("{mark}{}{name}{number}", name.len() + number.len()));
            if !args.is_empty() {
                m.args(&args);
            }
        });
    }

    fn is_class(&self, scope: ScopeId) -> bool {
        matches!(self.sema.scope_of(scope).kind, ScopeKind::Class(_))
    }

    pub(super) fn ty(&mut self, q: QualType) {
        let mut quals = String::new();
        if q.is_restrict {
            quals.push('r');
        }
        if q.is_volatile {
            quals.push('V');
        }
        if q.is_const {
            quals.push('K');
        }
        if !quals.is_empty() && !matches!(self.sema.ty(q.ty), Type::Array { .. }) {
            let key = format!("type {quals}{}", q.ty.0);
            if let Some(i) = self.substitutions.iter().position(|s| *s == key) {
                self.out.push_str(&reference(i));
                return;
            }
            self.out.push_str(&quals);
            self.plain(q.ty);
            self.substitutions.push(key);
            return;
        }
        self.plain(q.ty);
    }

    fn plain(&mut self, id: TypeId) {
        if let Some(code) = self.builtin(id) {
            self.out.push_str(code);
            return;
        }
        let key = match self.sema.ty(id) {
            Type::Class(c) => class_key(*c),
            _ => format!("type {}", id.0),
        };
        if let Some(i) = self.substitutions.iter().position(|s| *s == key) {
            self.out.push_str(&reference(i));
            return;
        }
        match self.sema.ty(id).clone() {
            Type::Pointer(to) => {
                self.out.push('P');
                self.ty(to);
            }
            Type::Reference { to, is_rvalue } => {
                self.out.push(if is_rvalue { 'O' } else { 'R' });
                self.ty(to);
            }
            Type::Array { element, length } => {
                self.out.push_str(&format!("A{}_", length.map_or(String::new(), |n| n.to_string())));
                self.ty(element);
            }
            Type::Function(f) => {
                // `<CV-qualifiers>` of a member function.
                self.out.push_str(if f.is_const { "K" } else { "" });
                self.out.push_str(if f.is_noexcept { "DoF" } else { "F" });
                self.ty(f.result);
                self.params(&f.params, f.is_variadic);
                self.out.push('E');
                if f.is_const {
                    // The type without the qualifier may be referred to as well.
                    self.substitutions.push(format!("type {} unqualified", id.0));
                }
            }
            Type::MemberPointer { class, member } => {
                self.out.push('M');
                self.plain(class);
                self.ty(member);
            }
            Type::Class(c) => {
                let pieces = self.class_pieces(c);
                return self.name(pieces);
            }
            Type::Enum(e) => {
                let full = self.sema.types.enumeration(e).name.to_string();
                let name = full.rsplit("::").next().unwrap_or(&full).to_string();
                self.is_internal |= name.starts_with('(');
                let name = if name.starts_with('(') { format!("Ut{}_", e.0) } else { format!("{}{}", name.len(), name) };
                let home = self.sema.enum_homes.get(&e).copied();
                let mut pieces = home.map_or_else(Vec::new, |home| self.scopes(home));
                pieces.push(Piece::text(key, name));
                return self.name(pieces);
            }
            _ => self.out.push('v'),
        }
        self.substitutions.push(key);
    }

    fn builtin(&self, id: TypeId) -> Option<&'static str> {
        use IntType::*;
        Some(match self.sema.ty(id) {
            Type::Void => "v",
            Type::Bool => "b",
            Type::F16 => "DF16_",
            Type::F32 => "f",
            Type::F64 => "d",
            Type::LongDouble => "e",
            Type::NullPtr => "Dn",
            Type::Int(i) => match i {
                Char => "c",
                SChar => "a",
                UChar => "h",
                WChar => "w",
                Char16 => "Ds",
                Char32 => "Di",
                Short => "s",
                UShort => "t",
                Int => "i",
                UInt => "j",
                Long => "l",
                ULong => "m",
                LongLong => "x",
                ULongLong => "y",
                Int128 => "n",
                UInt128 => "o",
            },
            _ => return None,
        })
    }
}
