//! Operators, members and indices on something that has none: built-in variables without `.x`, vector types, kernels.

use crate::hir::{self, ClassId, TypeId};
use crate::sema::Sema;
use crate::sema::expressions::Val;
use kern_diag::Code;
use kern_syntax::ast::BinaryOp;

/// Members that other libraries call differently, and what this one calls them.
const MEMBERS: &[(&str, &str)] = &[
    ("length", "size"),
    ("count", "size"),
    ("len", "size"),
    ("push", "push_back"),
    ("append", "push_back"),
    ("add", "push_back"),
    ("pop", "pop_back"),
    ("get", "at"),
    ("put", "insert"),
    ("contains", "count"),
    ("remove", "erase"),
    ("substring", "substr"),
    ("isEmpty", "empty"),
    ("r", "x"),
    ("g", "y"),
    ("b", "z"),
    ("a", "w"),
    ("X", "x"),
    ("Y", "y"),
    ("Z", "z"),
];

impl<'a> Sema<'a> {
    /// The class of a vector type (`uint3`, `dim3`, `float4`), with the names of its parts.
    fn vector_parts(&self, ty: TypeId) -> Option<(ClassId, Vec<&str>)> {
        let class = self.class_of(ty)?;
        let parts: Vec<&str> = self.types.class(class).fields.iter().map(|f| &*f.name).collect();
        let is_vector = !parts.is_empty() && parts.iter().zip(["x", "y", "z", "w"]).all(|(a, b)| *a == b);
        (is_vector && self.is_system(self.class_info(class).span)).then_some((class, parts))
    }

    /// A number was wanted where a vector stands: its part.
    pub(in crate::sema) fn advice_on_part(&self, e: &hir::Expr) -> Option<String> {
        let (class, parts) = self.vector_parts(e.ty)?;
        let name = &self.types.class(class).name;
        match self.quoted(e.span) {
            Some(text @ ("threadIdx" | "blockIdx" | "blockDim" | "gridDim")) => {
                Some(format!("`{text}` holds three numbers: write `{text}.x`, or `.y` or `.z`"))
            }
            Some(text) if text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'[' | b']')) => {
                Some(format!("a `{name}` holds {} numbers: write `{text}.x`, or another part", parts.len()))
            }
            _ => Some(format!("a `{name}` holds {} numbers: take one of them with `.x`", parts.len())),
        }
    }

    /// Why a binary operator does not work, if one of the usual reasons.
    pub(in crate::sema) fn advice_on_operands(&self, op: BinaryOp, text: &str, l: &hir::Expr, r: &hir::Expr) -> Option<String> {
        let vectors = (self.vector_parts(l.ty), self.vector_parts(r.ty));
        let is_register = |e: &hir::Expr| matches!(self.quoted(e.span), Some("threadIdx" | "blockIdx" | "blockDim" | "gridDim"));
        match &vectors {
            (Some(_), _) if is_register(l) => return self.advice_on_part(l),
            (_, Some(_)) if is_register(r) => return self.advice_on_part(r),
            (Some((class, _)), _) | (_, Some((class, _))) => return self.advice_on_vector(*class, text, l, r),
            _ => {}
        }
        if op == BinaryOp::BitXor && (self.is_floating(l.ty) || self.is_floating(r.ty)) {
            return Some("`^` is the exclusive or of integers; for a power write `x * x`, `powf` or `pow`".into());
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Lt | BinaryOp::Gt) && self.pointed_function(l.ty).is_some() {
            return Some("a kernel is launched with three brackets: `kernel<<<blocks, threads>>>(…)`".into());
        }
        let is_string = |e: &hir::Expr| self.class_of(e.ty).is_some_and(|c| &*self.types.class(c).name == "std::string");
        if op == BinaryOp::Add && (is_string(l) || is_string(r)) {
            return Some("a number becomes text by `std::to_string(…)`".into());
        }
        let is_text = |e: &hir::Expr| self.pointee(e.ty).is_some_and(|p| p.ty == self.common.char);
        if op == BinaryOp::Add && is_text(l) && is_text(r) {
            return Some("texts are joined as `std::string(…) + …`".into());
        }
        self.floating_index(op, l, r)
    }

    fn floating_index(&self, op: BinaryOp, l: &hir::Expr, r: &hir::Expr) -> Option<String> {
        let is_offset = matches!(op, BinaryOp::Add | BinaryOp::Sub) && self.is_pointer(l.ty) && self.is_floating(r.ty);
        is_offset.then(|| "a pointer moves by whole elements: convert the distance to `int`".into())
    }

    /// Vector types have no operators in CUDA.
    fn advice_on_vector(&self, class: ClassId, text: &str, l: &hir::Expr, r: &hir::Expr) -> Option<String> {
        let name = &self.types.class(class).name;
        if &**name == "dim3" {
            return self.advice_on_part(if self.class_of(l.ty) == Some(class) { l } else { r });
        }
        let side = |e: &hir::Expr| {
            let text = self.quoted(e.span).filter(|t| t.len() <= 12)?;
            Some(if self.class_of(e.ty) == Some(class) { format!("{text}.x") } else { text.to_string() })
        };
        let part = match (side(l), side(r)) {
            (Some(l), Some(r)) => format!("{l} {text} {r}"),
            _ => format!("a.x {text} b.x"),
        };
        Some(format!("CUDA has no operators for `{name}`: write it by parts, `make_{name}({part}, …)`, or write an `operator{text}`"))
    }

    /// Why a value of this type cannot be indexed.
    pub(in crate::sema) fn advice_on_index(&mut self, base: &Val) -> Option<String> {
        if self.vector_parts(base.e.ty).is_some() {
            return Some("its parts are `.x`, `.y`, `.z`, `.w`".into());
        }
        if !self.is_arithmetic(base.e.ty) {
            return None;
        }
        let ty = self.show(base.e.ty);
        if let Some((name, place)) = self.whole_variable(&base.e) {
            self.blame(place);
            if self.diags.retract(Code::EXTERN_SHARED, place) {
                return Some(format!("write `extern __shared__ {ty} {name}[];` for the shared memory that the launch asks for"));
            }
            return Some(format!("to index it, declare it as a pointer: `{ty} *{name}`"));
        }
        // `a[i][j]` where `a` is a pointer to numbers.
        let (array, row) = self.quoted(base.e.span)?.strip_suffix(']')?.split_once('[')?;
        Some(format!("`{array}` is flat, its elements are numbers: write `{array}[{row} * width + …]`"))
    }

    /// `threadIdx.x()`
    pub(in crate::sema) fn advice_on_callee(&self, e: &hir::Expr) -> Option<String> {
        let text = self.quoted(e.span)?;
        let is_part = ["threadIdx.", "blockIdx.", "blockDim.", "gridDim."].iter().any(|start| text.starts_with(start));
        if is_part {
            return Some(format!("`{text}` is a number: leave out the brackets"));
        }
        self.is_arithmetic(e.ty).then(|| format!("`{text}` is a number; to multiply write `{text} * (…)`"))
    }

    /// The variable that `e` is as a whole, with the place of its declaration.
    pub(in crate::sema) fn whole_variable(&self, e: &hir::Expr) -> Option<(String, kern_diag::Span)> {
        match &e.kind {
            hir::ExprKind::Local(_) | hir::ExprKind::Global(_) => self.place_name(e),
            hir::ExprKind::Load(place) => self.whole_variable(place),
            _ => None,
        }
    }

    /// What a class has instead of the member `name`: one of a similar name, or all of the few that it has.
    pub(in crate::sema) fn advice_on_member(&self, class: ClassId, name: &str, names: &[crate::sema::entity::Name]) -> Option<String> {
        let has = |wanted: &str| names.iter().any(|n| &**n == wanted);
        if let Some((_, called)) = MEMBERS.iter().find(|(wrong, right)| *wrong == name && has(right)) {
            return Some(format!("did you mean `{called}`?"));
        }
        if let Some(near) = crate::sema::scope::nearest(name, names.iter().map(|n| &**n)) {
            return Some(format!("did you mean `{near}`?"));
        }
        let mut longer = names.iter().filter(|n| n.len() > name.len() && n.starts_with(name));
        if let (Some(whole), None) = (longer.next(), longer.next()) {
            return Some(format!("did you mean `{whole}`?"));
        }
        let fields: Vec<String> =
            self.types.class(class).fields.iter().filter(|f| !f.name.is_empty()).map(|f| format!("`{}`", f.name)).collect();
        match fields.as_slice() {
            [] => None,
            [only] => Some(format!("its only member variable is {only}")),
            [first @ .., last] if fields.len() <= 6 => Some(format!("its members are {} and {last}", first.join(", "))),
            _ => None,
        }
    }
}
