//! Itanium C++ ABI symbol names, as nvcc writes them into PTX (<https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling>).
//!
//! Where a construct has no faithful encoding here (closures, local classes) the name is made unique instead.

mod operator;
mod types;

use super::Sema;
use super::entity::{FuncId, FuncName, ScopeId, ScopeKind, VarId};
use crate::hir::{ClassId, FunctionType, QualType, TypeId};
use kern_syntax::ast;
use operator::operator_code;
use std::sync::Arc;

struct Mangler<'s, 'a> {
    sema: &'s Sema<'a>,
    out: String,
    /// What may be referred to again: canonical encodings in order.
    substitutions: Vec<String>,
    /// Something in it has a name of this file only.
    is_internal: bool,
}

impl<'a> Sema<'a> {
    /// The linkage name of a function, unique in the program.
    pub(super) fn mangle(&mut self, f: FuncId) -> Arc<str> {
        let func = &self.funcs[f.0 as usize];
        self.name_is_internal = false;
        if let Some(label) = &func.asm_label {
            return label.clone();
        }
        let is_main = &*func.name == "main" && func.home == self.global;
        if func.extern_c || is_main || func.name.starts_with('%') && func.class.is_none() {
            return func.name.clone();
        }
        let mut m = Mangler { sema: self, out: "_Z".into(), substitutions: Vec::new(), is_internal: false };
        m.function(f);
        let (symbol, is_internal) = (m.out, m.is_internal);
        self.name_is_internal = is_internal;
        // The device's twin of a host function keeps the name: the modules differ.
        self.unique(symbol, Some(f))
    }

    pub(super) fn mangle_var(&mut self, v: VarId) -> Arc<str> {
        let var = &self.vars[v.0 as usize];
        self.name_is_internal = false;
        let is_global = var.home == self.global && var.function.is_none() && var.template_args.is_empty();
        if is_global || var.extern_c {
            let name = var.name.to_string();
            return self.unique(name, None);
        }
        let mut m = Mangler { sema: self, out: "_Z".into(), substitutions: Vec::new(), is_internal: false };
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
        let (symbol, is_internal) = (m.out, m.is_internal);
        self.name_is_internal = is_internal;
        self.unique(symbol, None)
    }

    /// The linkage name of something that the compiler makes for a class, such as `_ZTV` and the class.
    pub(super) fn mangle_type(&mut self, prefix: &str, class: ClassId) -> Arc<str> {
        let ty = self.class_type(class);
        let mut m = Mangler { sema: self, out: prefix.into(), substitutions: Vec::new(), is_internal: false };
        m.ty(ty.into());
        let (symbol, is_internal) = (m.out, m.is_internal);
        self.name_is_internal = is_internal;
        self.unique(symbol, None)
    }

    /// The encoding of a type, which `std::type_info::name` answers.
    pub(super) fn type_encoding(&mut self, ty: TypeId) -> String {
        let mut m = Mangler { sema: self, out: String::new(), substitutions: Vec::new(), is_internal: false };
        m.ty(ty.into());
        let (encoding, is_internal) = (m.out, m.is_internal);
        self.name_is_internal = is_internal;
        encoding
    }

    fn unique(&mut self, symbol: String, f: Option<FuncId>) -> Arc<str> {
        let is_twin = f.is_some_and(|f| self.twin_ids.contains(&f));
        let count = self.symbols.entry(symbol.clone()).or_insert(0);
        *count += 1;
        self.name_is_internal |= *count > 1 && !is_twin;
        if *count == 1 || is_twin { symbol.into() } else { format!("{symbol}.{count}").into() }
    }
}

impl Mangler<'_, '_> {
    fn function(&mut self, f: FuncId) {
        let func = self.sema.funcs[f.0 as usize].clone();
        let in_scope = !self.is_top(func.home);
        if in_scope {
            self.out.push('N');
            if func.class.is_some() {
                self.out.push_str(if func.is_volatile { "V" } else { "" });
                self.out.push_str(if func.is_const { "K" } else { "" });
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
        if let Some((t, _args)) = &func.template
            && self.sema.fn_templates[t.0 as usize].lambda.is_none()
        {
            self.template_signature(*t, has_result, &func.ty);
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
                ScopeKind::Namespace(None) if s.parent.is_some() => {
                    self.is_internal = true;
                    parts.push((id, Ok("_GLOBAL__N_1".into())));
                }
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
                    self.is_internal |= info.name.is_empty() || info.lambda.is_some() || info.local_in.is_some();
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
                        Some((_, args)) => {
                            let full = format!("{key}{args:?}");
                            if !self.seen(&full) {
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
                    self.is_internal = true;
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
    fn template_signature(&mut self, t: super::entity::FnTemplateId, has_result: bool, ty: &FunctionType) {
        let sema = self.sema;
        let template = &sema.fn_templates[t.0 as usize];
        let names = super::templates::param_names(template.params);
        let list = template.declarator.params();
        if has_result {
            let simple = matches!(template.declarator.kind, ast::DeclaratorKind::Function { .. });
            if !(simple && self.written(template.specs, None, &names)) {
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
            if !self.written(&p.specs, Some(&p.declarator), &names) {
                self.ty(*q);
            }
        }
        if ty.is_variadic {
            self.out.push('z');
        }
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
