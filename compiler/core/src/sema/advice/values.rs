//! A value of one type where another is wanted: the sign, the cast or the call that is missing.

use crate::hir::{self, QualType};
use crate::sema::Sema;
use crate::sema::expressions::Val;

/// Where a value of the wrong type stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::sema) enum Use {
    /// An argument of a function or an initialiser: the host's or the device's own business.
    Plain,
    /// An argument of a kernel launch: pointers must point to device memory.
    Launch,
}

impl<'a> Sema<'a> {
    /// How `v` would become a `to`.
    pub(in crate::sema) fn advice_on_value(&mut self, v: &Val, to: QualType, place: Use) -> Option<String> {
        let to = self.referred(to);
        let from = v.e.ty;
        if self.is_void(from) {
            return Some(match v.e.kind {
                hir::ExprKind::Launch { .. } => "a kernel returns nothing: let it write to device memory, and copy that back".into(),
                _ => "the function returns nothing".into(),
            });
        }
        if self.is_arithmetic(to.ty) && self.class_of(from).is_some() {
            return self.advice_on_part(&v.e);
        }
        if self.is_error_code(from) && (self.is_pointer(to.ty) || self.is_floating(to.ty) || self.is_integral(to.ty)) {
            return self.result_through_argument(v);
        }
        let text = self.quoted(v.e.span).map(str::to_string);
        if self.is_pointer(to.ty) {
            return self.advice_on_pointer(v, to, place, text);
        }
        if self.is_arithmetic(to.ty) && (self.is_pointer(from) || self.is_array(from)) {
            return self.advice_on_pointed(v, to, place, text);
        }
        // C++17 [dcl.enum] 10: only an unscoped enumeration becomes a number by itself, and no number an enumeration.
        let between = self.is_enum(from) && self.is_arithmetic(to.ty) || self.is_enum(to.ty) && self.is_integral(from);
        if between {
            return Some(format!("say that it is meant: `static_cast<{}>({})`", self.show(to.ty), text.unwrap_or_else(|| "…".into())));
        }
        None
    }

    /// A `cudaError_t` in place of what a runtime function gives.
    fn result_through_argument(&self, v: &Val) -> Option<String> {
        let hir::ExprKind::Call { callee: hir::Callee::Direct(f), .. } = v.e.kind else { return None };
        let name = self.funcs[self.hir_owner[f.0 as usize].0 as usize].name.clone();
        let name = if name.is_empty() { "the function".to_string() } else { format!("`{name}`") };
        Some(format!("{name} returns an error code; what it gives is stored through its first argument"))
    }

    /// Whether the type is `cudaError_t`.
    pub(super) fn is_error_code(&self, ty: hir::TypeId) -> bool {
        self.is_enum(ty) && self.show(ty) == "cudaError"
    }

    /// A pointer is wanted.
    fn advice_on_pointer(&mut self, v: &Val, to: QualType, place: Use, text: Option<String>) -> Option<String> {
        let wanted = self.pointee(to.ty)?;
        let from = v.e.ty;
        let shown = self.show_q(to);
        if let Some(class) = self.class_of(from) {
            return self.advice_on_object(class, text.as_deref(), place, &shown);
        }
        if let Some(inner) = self.pointee(from).or_else(|| self.element_of(from)) {
            return self.advice_on_pointee(inner, wanted, place, text, &shown);
        }
        // `int` where `int *` is wanted.
        if let Some(pointer) = text.as_deref().and_then(|t| t.strip_prefix('*')) {
            return Some(format!("`*{pointer}` is the value: pass the pointer, `{pointer}`"));
        }
        if !(self.is_void(wanted.ty) || wanted.ty == from) {
            return None;
        }
        match place {
            Use::Launch => {
                let ty = self.show(from);
                Some(format!(
                    "allocate device memory with `cudaMalloc` and pass its address, or declare the parameter `{ty}` to pass the number"
                ))
            }
            Use::Plain if v.e.is_place() => Some(format!("pass its address: `&{}`", text?)),
            Use::Plain => None,
        }
    }

    fn element_of(&self, ty: hir::TypeId) -> Option<QualType> {
        match self.ty(ty) {
            hir::Type::Array { element, .. } => Some(*element),
            _ => None,
        }
    }

    /// One pointer where another is wanted.
    fn advice_on_pointee(&self, inner: QualType, wanted: QualType, place: Use, text: Option<String>, shown: &str) -> Option<String> {
        if self.pointee(inner.ty).is_some_and(|p| p.ty == wanted.ty) || self.element_of(inner.ty).is_some_and(|p| p.ty == wanted.ty) {
            return Some(match text.as_deref().and_then(|t| t.strip_prefix('&')) {
                Some(pointer) => format!("`{pointer}` is the pointer already: leave out the `&`"),
                None => format!("this is a pointer to pointers: pass one of them, `{}[0]`", text.unwrap_or_else(|| "…".into())),
            });
        }
        if self.pointee(wanted.ty).is_some_and(|p| p.ty == inner.ty) {
            return Some(match place {
                Use::Plain => format!("pass its address: `&{}`", text?),
                Use::Launch => format!("let the kernel take a `{} *`: its elements are used, not pointers to them", self.show_q(inner)),
            });
        }
        if inner.ty == wanted.ty && inner.is_const && !wanted.is_const {
            return Some(format!("declare it `const {shown}` if nothing is changed through it, or give it memory that may be changed"));
        }
        if self.is_void(inner.ty) {
            return Some(format!("C++ does not convert `void *` by itself: write `({shown}){}`", text.unwrap_or_else(|| "…".into())));
        }
        (self.is_arithmetic(inner.ty) && self.is_arithmetic(wanted.ty))
            .then(|| format!("both sides must have one element type: `{}` or `{}`", self.show(inner.ty), self.show(wanted.ty)))
    }

    /// An object of a class where a pointer is wanted.
    fn advice_on_object(&mut self, class: hir::ClassId, text: Option<&str>, place: Use, shown: &str) -> Option<String> {
        let name = self.types.class(class).name.clone();
        let text = text.unwrap_or("…");
        let is_std = name.starts_with("std::");
        match place {
            Use::Launch if is_std => Some(format!("copy its elements to device memory with `cudaMemcpy`, and pass that `{shown}`")),
            _ if matches!(&*name, "std::ostringstream" | "std::stringstream") => Some(format!("its text is `{text}.str()`")),
            _ if &*name == "std::string" => Some(format!("write `{text}.c_str()`")),
            _ if name.starts_with("std::vector<") || name.starts_with("std::array<") => {
                Some(format!("write `{text}.data()`, a pointer to its elements"))
            }
            _ if name.starts_with("std::unique_ptr<") || name.starts_with("std::shared_ptr<") => Some(format!("write `{text}.get()`")),
            Use::Plain if !is_std => Some(format!("pass its address: `&{text}`")),
            _ => None,
        }
    }

    /// A number is wanted and a pointer given.
    fn advice_on_pointed(&mut self, v: &Val, to: QualType, place: Use, text: Option<String>) -> Option<String> {
        let inner = self.pointee(v.e.ty).or_else(|| self.element_of(v.e.ty))?;
        if let Some(literal) = text.as_deref().filter(|t| t.starts_with('"')) {
            let one = literal.trim_matches('"');
            return Some(match one.chars().count() {
                1 if to.ty == self.common.char => format!("one character stands in single quotes: `'{one}'`"),
                _ => format!("`{}` holds no text: use `const char *` or `std::string`", self.show(to.ty)),
            });
        }
        if !self.is_arithmetic(inner.ty) {
            return None;
        }
        let name = text?;
        Some(match (place, name.strip_prefix('&')) {
            (_, Some(value)) => format!("`&{value}` is its address: write `{value}` for the value"),
            (Use::Launch, None) => format!("let the kernel take a `{} *`, or pass one number", self.show(inner.ty)),
            (Use::Plain, None) => format!("write `*{name}` or `{name}[0]` for the value that it points to"),
        })
    }
}
