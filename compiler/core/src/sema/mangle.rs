//! Itanium C++ ABI symbol names, as nvcc writes them into PTX (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling).
//!
//! Where a construct has no faithful encoding here (closures, local classes) the name is made unique instead.

use super::Sema;
use super::entity::{FuncId, FuncName, ScopeId, ScopeKind, TArg, VarId};
use crate::hir::{FunctionType, IntType, QualType, Type, TypeId};
use kern_syntax::ast::{self, BinaryOp, OverloadedOp, UnaryOp};
use std::sync::Arc;

struct Mangler<'s, 'a> {
    sema: &'s Sema<'a>,
    out: String,
    /// What may be referred to again: canonical encodings in order.
    substitutions: Vec<String>,
}

impl<'a> Sema<'a> {
    /// The linkage name of a function, unique in the program.
    pub(super) fn mangle(&mut self, f: FuncId) -> Arc<str> {
        let func = &self.funcs[f.0 as usize];
        if let Some(label) = &func.asm_label {
            return label.clone();
        }
        let is_main = &*func.name == "main" && func.home == self.global;
        if func.extern_c || is_main || func.name.starts_with('%') && func.class.is_none() {
            return func.name.clone();
        }
        let mut m = Mangler { sema: self, out: "_Z".into(), substitutions: Vec::new() };
        m.function(f);
        let symbol = m.out;
        // The device's twin of a host function keeps the name: the modules differ.
        self.unique(symbol, Some(f))
    }

    pub(super) fn mangle_var(&mut self, v: VarId) -> Arc<str> {
        let var = &self.vars[v.0 as usize];
        let is_global = var.home == self.global && var.function.is_none() && var.template_args.is_empty();
        if is_global || var.extern_c {
            let name = var.name.to_string();
            return self.unique(name, None);
        }
        let mut m = Mangler { sema: self, out: "_Z".into(), substitutions: Vec::new() };
        if let Some(f) = var.function {
            m.out.push('Z');
            m.function(f);
            m.out.push('E');
            let name = &m.sema.vars[v.0 as usize].name;
            m.out.push_str(&format!("{}{}", name.len(), name));
        } else {
            let home = m.sema.vars[v.0 as usize].home;
            let name = m.sema.vars[v.0 as usize].name.clone();
            m.out.push('N');
            m.prefix(home);
            m.out.push_str(&format!("{}{}", name.len(), name));
            m.out.push('E');
        }
        let symbol = m.out;
        self.unique(symbol, None)
    }

    fn unique(&mut self, symbol: String, f: Option<FuncId>) -> Arc<str> {
        let is_twin = f.is_some_and(|f| self.twins.values().any(|t| *t == f));
        let count = self.symbols.entry(symbol.clone()).or_insert(0);
        *count += 1;
        if *count == 1 || is_twin { symbol.into() } else { format!("{symbol}.{count}").into() }
    }
}

impl Mangler<'_, '_> {
    fn function(&mut self, f: FuncId) {
        let func = self.sema.funcs[f.0 as usize].clone();
        let in_scope = !self.is_top(func.home);
        if in_scope {
            self.out.push('N');
            if func.is_const && func.class.is_some() {
                self.out.push('K');
            }
            self.prefix(func.home);
            self.function_name(f);
        } else {
            self.function_name(f);
        }
        if let Some((t, args)) = &func.template
            && self.sema.fn_templates[t.0 as usize].lambda.is_none()
        {
            self.note_template_name(f);
            self.args(args);
        }
        if in_scope {
            self.out.push('E');
        }
        // Templates (except constructors and conversions) also encode what they return.
        let has_result =
            func.template.is_some() && !matches!(func.kind, FuncName::Constructor | FuncName::Destructor | FuncName::Conversion);
        if let Some((t, args)) = &func.template
            && self.sema.fn_templates[t.0 as usize].lambda.is_none()
        {
            self.template_signature(*t, args, has_result, &func.ty);
            return;
        }
        self.params(&func.ty.params, func.ty.is_variadic);
    }

    fn note_template_name(&mut self, f: FuncId) {
        // The template-name itself is a substitution candidate.
        self.substitutions.push(format!("template {}", f.0));
    }

    fn is_top(&self, scope: ScopeId) -> bool {
        let mut at = Some(scope);
        while let Some(id) = at {
            let s = self.sema.scope_of(id);
            match &s.kind {
                ScopeKind::Namespace(Some(_)) | ScopeKind::Class(_) => return false,
                ScopeKind::Namespace(None) if s.parent.is_some() => return false,
                _ => at = s.parent,
            }
        }
        true
    }

    /// The enclosing namespaces and classes.
    fn prefix(&mut self, scope: ScopeId) {
        let mut parts = Vec::new();
        let mut at = Some(scope);
        while let Some(id) = at {
            let s = self.sema.scope_of(id);
            match &s.kind {
                ScopeKind::Namespace(Some(name)) => parts.push((id, Ok(name.clone()))),
                ScopeKind::Namespace(None) if s.parent.is_some() => parts.push((id, Ok("_GLOBAL__N_1".into()))),
                ScopeKind::Class(c) => {
                    parts.push((id, Err(*c)));
                    at = Some(self.sema.class_info(*c).home);
                    continue;
                }
                _ => {}
            }
            at = s.parent;
        }
        parts.reverse();
        let mut key = String::new();
        for (_, part) in parts {
            match part {
                Ok(name) => {
                    if key.is_empty() && &*name == "std" {
                        key.push_str("St");
                        self.out.push_str("St");
                        continue;
                    }
                    key.push_str(&format!("{}{}", name.len(), name));
                    if self.seen(&key) {
                        continue;
                    }
                    self.out.push_str(&format!("{}{}", name.len(), name));
                    self.substitutions.push(key.clone());
                }
                Err(c) => {
                    let info = self.sema.class_info(c);
                    let name = if info.name.is_empty() || info.lambda.is_some() {
                        format!("Ut{}_", c.0)
                    } else {
                        format!("{}{}", info.name.len(), info.name)
                    };
                    let local = info.local_in.map(|f| format!("L{}_", f.0)).unwrap_or_default();
                    key.push_str(&name);
                    key.push_str(&local);
                    let template = info.template.clone();
                    match template {
                        None => {
                            if !self.seen(&key) {
                                self.out.push_str(&name);
                                self.substitutions.push(key.clone());
                            }
                        }
                        Some((t, args)) => {
                            let full = format!("{key}{args:?}");
                            if !self.seen(&full) {
                                let _ = t;
                                if !self.seen(&key) {
                                    self.out.push_str(&name);
                                    self.substitutions.push(key.clone());
                                }
                                self.args(&args);
                                self.substitutions.push(full.clone());
                            }
                            key = full;
                        }
                    }
                }
            }
        }
    }

    /// Emits a reference to an earlier part, if `key` is one. Replaces what the prefix has emitted of it already.
    fn seen(&mut self, key: &str) -> bool {
        let Some(i) = self.substitutions.iter().position(|s| s == key) else { return false };
        // A prefix is emitted from the left: a longer match swallows the shorter ones before it.
        let reference = reference(i);
        if let Some(at) = self.open_prefix_start() {
            self.out.truncate(at);
        }
        self.out.push_str(&reference);
        true
    }

    /// Where the prefix being written began: right after its `N` (and `K`).
    fn open_prefix_start(&self) -> Option<usize> {
        let at = self.out.rfind('N')?;
        let rest = &self.out[at + 1..];
        let start = if rest.starts_with('K') { at + 2 } else { at + 1 };
        // Only references and `St` may stand between: names would be swallowed with them.
        let tail = &self.out[start..];
        let only_references = tail.is_empty()
            || tail == "St"
            || (tail.starts_with('S') && tail.ends_with('_') && !tail[1..].contains(|c: char| c.is_ascii_lowercase()));
        only_references.then_some(start)
    }

    fn function_name(&mut self, f: FuncId) {
        let func = self.sema.funcs[f.0 as usize].clone();
        match &func.kind {
            FuncName::Constructor => self.out.push_str("C1"),
            FuncName::Destructor => self.out.push_str("D1"),
            FuncName::Conversion => {
                self.out.push_str("cv");
                self.ty(func.ty.result);
            }
            FuncName::Operator(op) => {
                let unary = match func.class.filter(|_| !func.is_static) {
                    Some(_) => func.params.is_empty(),
                    None => func.params.len() == 1,
                };
                self.out.push_str(operator_code(*op, unary));
            }
            FuncName::Plain => {
                let internal = func.flags.is_static && func.class.is_none();
                if internal {
                    self.out.push('L');
                }
                self.out.push_str(&format!("{}{}", func.name.len(), func.name));
            }
        }
    }

    fn params(&mut self, params: &[QualType], is_variadic: bool) {
        if params.is_empty() && !is_variadic {
            self.out.push('v');
        }
        for p in params {
            self.ty(*p);
        }
        if is_variadic {
            self.out.push('z');
        }
    }

    /// The signature of a template instance names its parameters `T_`, `T0_` where they are written so.
    fn template_signature(&mut self, t: super::entity::FnTemplateId, args: &[TArg], has_result: bool, ty: &FunctionType) {
        let template = self.sema.fn_templates[t.0 as usize].clone();
        let names = super::templates::param_names(template.params);
        let list = super::specifiers::declarator_params(template.declarator);
        if has_result {
            let simple = matches!(template.declarator.kind, ast::DeclaratorKind::Function { .. });
            if !(simple && self.written(template.specs, None, &names, args)) {
                self.ty(ty.result);
            }
        }
        let params: Vec<&ast::Param> = list.map(|l| l.params.iter().collect()).unwrap_or_default();
        let has_pack = template.params.iter().any(|p| p.is_pack);
        if has_pack || params.len() != ty.params.len() {
            self.params(&ty.params, ty.is_variadic);
            return;
        }
        if params.is_empty() && !ty.is_variadic {
            self.out.push('v');
        }
        for (p, q) in params.iter().zip(&ty.params) {
            if !self.written(&p.specs, Some(&p.declarator), &names, args) {
                self.ty(*q);
            }
        }
        if ty.is_variadic {
            self.out.push('z');
        }
    }

    /// Encodes a type as written when it is a template parameter with pointers and references around it.
    fn written(
        &mut self,
        specs: &ast::DeclSpecs,
        d: Option<&ast::Declarator>,
        names: &[Option<super::entity::Name>],
        _args: &[TArg],
    ) -> bool {
        let Some(ast::TypeSpecKind::Named(path)) = specs.ty.as_ref().map(|t| &t.kind) else { return false };
        let Some(name) = super::specifiers::plain_name(path) else { return false };
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

    fn args(&mut self, args: &[TArg]) {
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

    fn ty(&mut self, q: QualType) {
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
        let key = format!("type {}", id.0);
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
                self.out.push('F');
                self.ty(f.result);
                self.params(&f.params, f.is_variadic);
                self.out.push('E');
            }
            Type::MemberPointer { class, member } => {
                self.out.push('M');
                self.plain(class);
                self.ty(member);
            }
            Type::Class(c) => {
                let info = self.sema.class_info(c);
                let (home, name, is_lambda, template) = (info.home, info.name.clone(), info.lambda.is_some(), info.template.clone());
                let local = info.local_in.is_some();
                let name = if name.is_empty() || is_lambda { format!("Ut{}_", c.0) } else { format!("{}{}", name.len(), name) };
                let nested = !self.is_top(home) && !local;
                if nested {
                    self.out.push('N');
                    self.prefix(home);
                }
                self.out.push_str(&name);
                if let Some((t, args)) = template {
                    self.substitutions.push(format!("class template {}", t.0));
                    self.args(&args);
                }
                if nested {
                    self.out.push('E');
                }
            }
            Type::Enum(e) => {
                let home = self.sema.enum_homes.get(&e).copied();
                let full = self.sema.types.enumeration(e).name.to_string();
                let name = full.rsplit("::").next().unwrap_or(&full).to_string();
                let name = if name.starts_with('(') { format!("Ut{}_", e.0) } else { format!("{}{}", name.len(), name) };
                let nested = home.is_some_and(|h| !self.is_top(h));
                if let (true, Some(home)) = (nested, home) {
                    self.out.push('N');
                    self.prefix(home);
                    self.out.push_str(&name);
                    self.out.push('E');
                } else {
                    self.out.push_str(&name);
                }
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

fn reference(i: usize) -> String {
    if i == 0 { "S_".into() } else { format!("S{}_", base36(i - 1)) }
}

fn base36(mut n: usize) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[n % 36]);
        n /= 36;
        if n == 0 {
            break;
        }
    }
    digits.reverse();
    String::from_utf8(digits).unwrap_or_default()
}

fn operator_code(op: OverloadedOp, unary: bool) -> &'static str {
    use OverloadedOp as O;
    match op {
        O::New(false) => "nw",
        O::New(true) => "na",
        O::Delete(false) => "dl",
        O::Delete(true) => "da",
        O::Call => "cl",
        O::Index => "ix",
        O::Arrow => "pt",
        O::Comma => "cm",
        O::Increment => "pp",
        O::Decrement => "mm",
        O::Unary(UnaryOp::Not) => "nt",
        O::Unary(UnaryOp::BitNot) => "co",
        O::Unary(UnaryOp::Plus) => "ps",
        O::Unary(UnaryOp::Minus) => "ng",
        O::Unary(UnaryOp::Deref) => "de",
        O::Unary(UnaryOp::AddressOf) => "ad",
        O::Binary(BinaryOp::Add) if unary => "ps",
        O::Binary(BinaryOp::Sub) if unary => "ng",
        O::Binary(BinaryOp::Mul) if unary => "de",
        O::Binary(BinaryOp::BitAnd) if unary => "ad",
        O::Binary(b) => match b {
            BinaryOp::Add => "pl",
            BinaryOp::Sub => "mi",
            BinaryOp::Mul => "ml",
            BinaryOp::Div => "dv",
            BinaryOp::Rem => "rm",
            BinaryOp::Shl => "ls",
            BinaryOp::Shr => "rs",
            BinaryOp::BitAnd => "an",
            BinaryOp::BitOr => "or",
            BinaryOp::BitXor => "eo",
            BinaryOp::And => "aa",
            BinaryOp::Or => "oo",
            BinaryOp::Eq => "eq",
            BinaryOp::Ne => "ne",
            BinaryOp::Lt => "lt",
            BinaryOp::Gt => "gt",
            BinaryOp::Le => "le",
            BinaryOp::Ge => "ge",
            BinaryOp::Spaceship => "ss",
            BinaryOp::Comma => "cm",
        },
        O::Assign(None) => "aS",
        O::Assign(Some(b)) => match b {
            BinaryOp::Add => "pL",
            BinaryOp::Sub => "mI",
            BinaryOp::Mul => "mL",
            BinaryOp::Div => "dV",
            BinaryOp::Rem => "rM",
            BinaryOp::Shl => "lS",
            BinaryOp::Shr => "rS",
            BinaryOp::BitAnd => "aN",
            BinaryOp::BitOr => "oR",
            BinaryOp::BitXor => "eO",
            _ => "aS",
        },
    }
}
