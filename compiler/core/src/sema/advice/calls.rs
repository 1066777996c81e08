//! Calls that no function takes: tried again with the sign, the order or the argument that was probably meant.

use crate::hir::{self, ExprKind, QualType, Type};
use crate::sema::Sema;
use crate::sema::entity::FuncRef;
use crate::sema::expressions::{Arg, Cat, Val};
use crate::sema::scope::Want;
use kern_syntax::ast;

/// Functions that store the address of memory through their first argument.
const ALLOCATIONS: &[&str] = &["cudaMalloc", "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc", "cudaMallocAsync", "cudaMallocPitch"];

/// Most arguments of a call for which others are tried: each way to exchange two is one call.
const MOST_ARGUMENTS: usize = 16;

/// A call that failed.
#[derive(Clone, Copy)]
pub(in crate::sema) struct FailedCall<'c, 'a> {
    /// As the program names the function.
    pub(in crate::sema) name: &'c str,
    pub(in crate::sema) set: &'c [FuncRef],
    pub(in crate::sema) explicit: Option<&'a [ast::TemplateArg]>,
    pub(in crate::sema) args: &'c [Arg<'a>],
    pub(in crate::sema) object: Option<&'c Val>,
    pub(in crate::sema) is_launch: bool,
}

impl<'a> Sema<'a> {
    /// What to write instead of a call that no function takes.
    pub(in crate::sema) fn advice_on_call(&mut self, call: FailedCall<'_, 'a>) -> Option<String> {
        if self.quiet > 0 || self.endless.is_some() || call.args.len() > MOST_ARGUMENTS {
            return None;
        }
        self.missing_mask(call)
            .or_else(|| self.one_edit(call))
            .or_else(|| self.allocation(call))
            .or_else(|| self.atomic(call))
            .or_else(|| self.vector_constructor(call))
            .or_else(|| self.missing_argument(call))
    }

    fn takes(&mut self, call: FailedCall<'_, 'a>, args: &[Arg<'a>]) -> bool {
        self.trying(|sema| sema.resolve_overload(call.set, call.explicit, args, call.object).is_ok())
    }

    /// The arguments as written, joined; `None` where one is too long to repeat.
    fn written(&self, args: &[Arg<'a>]) -> Option<String> {
        let texts: Option<Vec<&str>> = args.iter().map(|a| self.quoted(a.span())).collect();
        texts.map(|texts| texts.join(", ")).filter(|text| text.len() <= 60)
    }

    /// `__shfl_down_sync(value, distance)`, `__ballot_sync(predicate)`.
    fn missing_mask(&mut self, call: FailedCall<'_, 'a>) -> Option<String> {
        if !(call.name.starts_with("__") && call.name.ends_with("_sync")) {
            return None;
        }
        let first = call.args.first()?;
        let text = self.quoted(first.span()).unwrap_or("");
        let is_mask =
            matches!(first, Arg::Val(v) if matches!(v.e.kind, ExprKind::Int(0xffff_ffff | -1))) || text.to_lowercase().contains("mask");
        if is_mask {
            let takes = "the mask, the value, and the lane or the distance that it comes from";
            return (call.args.len() < 3 && call.name.starts_with("__shfl")).then(|| format!("`{}` takes {takes}", call.name));
        }
        let mask = self.value(ExprKind::Int(0xffff_ffff), self.common.uint, first.span());
        let mut with_mask = vec![Arg::Val(mask)];
        with_mask.extend(call.args.iter().cloned());
        if !self.takes(call, &with_mask) {
            return None;
        }
        let rest = self.written(call.args).unwrap_or_else(|| "…".into());
        Some(format!("the mask of the lanes that take part comes first: `{}(0xffffffff, {rest})`", call.name))
    }

    /// A `&` or `*` too few or too many, or two arguments exchanged.
    fn one_edit(&mut self, call: FailedCall<'_, 'a>) -> Option<String> {
        for (i, arg) in call.args.iter().enumerate() {
            let Arg::Val(v) = arg else { continue };
            let Some(text) = self.quoted(v.e.span).map(str::to_string) else { continue };
            for (edited, help) in self.edits(v, &text, call.is_launch) {
                let mut args = call.args.to_vec();
                args[i] = Arg::Val(edited);
                if self.takes(call, &args) {
                    return Some(if ALLOCATIONS.contains(&call.name) && i == 0 {
                        format!("pass the address of the pointer, `&{text}`: `{}` stores the address of the memory in it", call.name)
                    } else {
                        help
                    });
                }
            }
        }
        for i in 0..call.args.len() {
            for j in i + 1..call.args.len() {
                let mut args = call.args.to_vec();
                args.swap(i, j);
                if self.takes(call, &args) {
                    let order = match self.written(&args) {
                        Some(list) if call.is_launch => format!(": `{}<<<…>>>({list})`", call.name),
                        Some(list) => format!(": `{}({list})`", call.name),
                        None => String::new(),
                    };
                    return Some(format!("exchange arguments {} and {}{order}", i + 1, j + 1));
                }
            }
        }
        None
    }

    /// `v` with a sign more or less, and the help that says so.
    fn edits(&mut self, v: &Val, text: &str, is_launch: bool) -> Vec<(Val, String)> {
        let mut edits = Vec::new();
        if let (ExprKind::AddressOf(inner), Some(inside)) = (&v.e.kind, text.strip_prefix('&')) {
            let inner = Val { e: (**inner).clone(), cat: Cat::L, width: None };
            edits.push((inner, format!("leave out the `&`: `{}`", inside.trim())));
        }
        let is_std = self.class_of(v.e.ty).is_some_and(|c| self.types.class(c).name.starts_with("std::"));
        if v.e.is_place() && v.cat == Cat::L && !is_launch && !is_std && !self.is_array(v.e.ty) {
            let q = self.type_of(&v.e);
            let ty = self.pointer_to(q);
            let e = self.make(ExprKind::AddressOf(Box::new(v.e.clone())), ty, v.e.span);
            let help = match text.strip_prefix('*') {
                Some(pointer) => format!("`{text}` is the value: pass the pointer, `{pointer}`"),
                None if text.contains(' ') => format!("pass its address: `&({text})`"),
                None => format!("pass its address: `&{text}`"),
            };
            edits.push((Val { e, cat: Cat::R, width: None }, help));
        }
        if !is_launch && self.pointee(v.e.ty).is_some_and(|p| !self.is_void(p.ty) && !self.is_function(p.ty)) {
            let read = self.trying(|s| s.rvalue(v.clone()));
            let pointed = self.trying(|s| s.dereference(read, v.e.span));
            edits.push((pointed, format!("write `*{text}` or `{text}[0]` for the value that it points to")));
        }
        edits
    }

    /// `cudaMalloc(128)`, `float d; cudaMalloc(&d, 128)`, `float d[4]; cudaMalloc(&d, 16)`, `cudaMalloc((void *)&d, 4)`.
    fn allocation(&mut self, call: FailedCall<'_, 'a>) -> Option<String> {
        if !ALLOCATIONS.contains(&call.name) {
            return None;
        }
        let Some(Arg::Val(first)) = call.args.first() else { return None };
        let text = self.quoted(first.e.span).unwrap_or("").to_string();
        if !self.is_pointer(first.e.ty) {
            // `cudaMalloc(d, bytes)` of a `float d`: the bytes stand second.
            let size = self.quoted(call.args.get(1).map_or(first.e.span, Arg::span)).unwrap_or("bytes");
            let named = !text.is_empty()
                && text.chars().all(|c| c.is_alphanumeric() || c == '_')
                && !text.starts_with(|c: char| c.is_ascii_digit());
            let name = if named && call.args.len() > 1 { &text } else { "d" };
            let element =
                if named && self.is_arithmetic(first.e.ty) && call.args.len() > 1 { self.show(first.e.ty) } else { "float".into() };
            return Some(format!(
                "it returns an error code and stores the address through its first argument: `{element} *{name}; {}(&{name}, {size});`",
                call.name
            ));
        }
        let inner = self.pointee(first.e.ty)?;
        if self.is_void(inner.ty) {
            let name = text.rsplit('&').next().filter(|_| text.contains('&'))?.trim_end_matches(')').to_string();
            return Some(format!("write `&{name}` without a cast, or `(void **)&{name}`"));
        }
        let name = text.strip_prefix('&')?.to_string();
        match self.ty(inner.ty) {
            Type::Array { element, .. } => {
                let element = self.show_q(*element);
                Some(format!("`{name}` is an array of the host: declare a pointer instead, `{element} *{name}`"))
            }
            _ => {
                let element = self.show_q(inner);
                if let ExprKind::AddressOf(place) = &first.e.kind
                    && let Some((_, declared)) = self.whole_variable(place)
                {
                    self.blame(declared);
                }
                Some(format!("`{name}` is no pointer: declare it `{element} *{name}`"))
            }
        }
    }

    /// Atomic functions on a type that they do not have.
    fn atomic(&mut self, call: FailedCall<'_, 'a>) -> Option<String> {
        let Some(Arg::Val(first)) = call.args.first() else { return None };
        if !call.name.starts_with("atomic") || call.args.len() < 2 {
            return None;
        }
        let inner = self.pointee(first.e.ty)?;
        let (name, shown, text) = (call.name, self.show_q(inner), self.quoted(first.e.span).unwrap_or("address").to_string());
        if self.is_floating(inner.ty) {
            if name == "atomicSub" {
                return Some(format!("there is no `atomicSub` for `{shown}`: add the negative value, `atomicAdd({text}, -(…))`"));
            }
            let bits = if self.types.size_of(inner.ty) == 8 {
                "`unsigned long long` and `__double_as_longlong`"
            } else {
                "`int` and `__float_as_int`"
            };
            return Some(format!("there is no `{name}` for `{shown}`: repeat `atomicCAS` with {bits} until it stores your value"));
        }
        let size = self.types.size_of(inner.ty);
        if self.is_integral(inner.ty) && size < 4 {
            return Some(format!("there is no `{name}` for `{shown}`, which has {size} bytes: use an `int`"));
        }
        for wide in [hir::IntType::ULongLong, hir::IntType::LongLong] {
            if !self.is_integral(inner.ty) || size != 8 {
                break;
            }
            let ty = self.types.intern(Type::Int(wide));
            let to = self.pointer_to(QualType::from(ty));
            let mut args = call.args.to_vec();
            args[0] = Arg::Val(self.value(ExprKind::Null, to, first.e.span));
            if self.takes(call, &args) {
                return Some(format!("there is no `{name}` for `{shown}`: give it the address as `({} *){text}`", wide.name()));
            }
        }
        (size > 8 || self.class_of(inner.ty).is_some())
            .then(|| format!("`{name}` changes one number: give it the address of a member or element"))
    }

    /// `float4(1, 2, 3, 4)`
    fn vector_constructor(&mut self, call: FailedCall<'_, 'a>) -> Option<String> {
        let make = format!("make_{}", call.name);
        self.lookup(&make, Want::Any)?;
        let list = self.written(call.args).unwrap_or_else(|| "…".into());
        Some(format!("`{}` has no constructor: write `{make}({list})`", call.name))
    }

    /// Arguments that a runtime function lacks.
    fn missing_argument(&mut self, call: FailedCall<'_, 'a>) -> Option<String> {
        let [FuncRef::Plain(f)] = call.set else { return None };
        let func = &self.funcs[f.0 as usize];
        let needed = func.params.iter().take_while(|p| p.default.is_none()).count();
        if !func.is_system || call.args.len() >= needed {
            return None;
        }
        if matches!(call.name, "cudaMemcpy" | "cudaMemcpyAsync") && call.args.len() == 3 {
            return Some("the direction comes last: `cudaMemcpyHostToDevice` or `cudaMemcpyDeviceToHost`".into());
        }
        let (result, first) = (func.ty.result.ty, func.params.first()?.ty);
        let stored = self.pointee(first.ty).filter(|p| !p.is_const && !self.is_void(p.ty))?;
        if call.args.len() + 1 == needed && self.is_error_code(result) {
            let (ty, name) = (self.show_q(stored), call.name);
            let rest = self.written(call.args).filter(|t| !t.is_empty()).map_or(String::new(), |t| format!(", {t}"));
            return Some(format!("it returns an error code and stores its result through its first argument: `{ty} x; {name}(&x{rest});`"));
        }
        None
    }
}
