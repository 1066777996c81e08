//! Itanium C++ ABI symbol names, as nvcc writes them into PTX (<https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling>).
//!
//! Where a construct has no faithful encoding here (closures, local classes) the name is made unique instead.

mod names;
mod operator;
mod types;

use super::Sema;
use super::entity::{FuncId, FuncName, VarId};
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
            m.within(home, "", |m| m.out.push_str(&format!("{}{}", name.len(), name)));
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
        let is_member = func.class.is_some();
        let [volatile, constant] =
            [(func.is_volatile, "V"), (func.is_const, "K")].map(|(is, mark)| if is && is_member { mark } else { "" });
        self.within(func.home, &format!("{volatile}{constant}"), |m| {
            m.function_name(f);
            if let Some((t, args)) = &func.template
                && m.sema.fn_templates[t.0 as usize].lambda.is_none()
            {
                m.note_template_name(f);
                m.args(args);
            }
        });
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
