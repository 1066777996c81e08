//! Arrays, structures and blocks of the host's heap that are read, and that nothing ever writes to.
//!
//! Order does not matter here: what is written nowhere in the function, and whose address goes only where it is read, has no value
//! at any time. Of an element that is only ever added to, the first sum is with nothing.

use super::{Lint, format};
use crate::hir::walk::{RED_ZONE, STACK_STEP, expressions, operands, statements};
use crate::hir::{BinaryOp, Callee, Conversion, Expr, ExprKind, Function, FunctionId, LocalId, StmtKind, Type, TypeId};
use kern_diag::{Code, Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// Functions of the libraries that read what their parameters of type pointer to const point to.
const READERS: &[&str] = &[
    "cudaMemcpy",
    "cudaMemcpyAsync",
    "cudaMemcpy2D",
    "cudaMemcpyToSymbol",
    "cudaMemcpyToSymbolAsync",
    "fputs",
    "fwrite",
    "memcmp",
    "memcpy",
    "memmove",
    "puts",
    "strcat",
    "strcmp",
    "strcpy",
    "strlen",
    "strncmp",
];

pub(super) fn check(lint: &mut Lint<'_>, function: &Function) {
    let Some(body) = &function.body else { return };
    let mut objects: FxHashMap<LocalId, Object> = FxHashMap::default();
    // Pointers that pointed nowhere before.
    let mut without_value: FxHashSet<LocalId> = FxHashSet::default();
    statements(body, &mut |stmt| match &stmt.kind {
        StmtKind::Declare { local, init } => {
            if init.as_ref().is_none_or(is_null) {
                without_value.insert(*local);
            }
            let kind = match init {
                None => declared_without_values(lint, function, *local),
                Some(init) => fresh(lint, init).map(|made| Kind::Heap { made }),
            };
            if let Some(kind) = kind {
                objects.insert(*local, Object { kind, is_written: false, read: None });
            }
        }
        StmtKind::Expr(Expr { kind: ExprKind::Assign { place, value }, .. }) => {
            if let (ExprKind::Local(local), Some(made)) = (&place.kind, fresh(lint, value))
                && without_value.contains(local)
            {
                objects.entry(*local).or_insert(Object { kind: Kind::Heap { made }, is_written: false, read: None });
            }
        }
        _ => {}
    });
    if objects.is_empty() {
        return;
    }
    let mut uses = Uses { lint, objects };
    expressions(body, &mut |e| uses.expression(e));
    let told: Vec<(LocalId, Object)> = uses.objects.into_iter().filter(|(_, object)| !object.is_written && object.read.is_some()).collect();
    for (local, object) in told {
        tell(lint, function, local, object);
    }
}

fn tell(lint: &mut Lint<'_>, function: &Function, id: LocalId, object: Object) {
    let local = &function.locals[id.0 as usize];
    let (name, Some((span, how))) = (&local.name, object.read) else { return };
    let what = match object.kind {
        Kind::Array | Kind::Class => format!("`{name}`"),
        Kind::Heap { .. } => format!("the memory that `{name}` points to"),
    };
    let (message, label) = match how {
        How::Read => (format!("{what} is read, and nothing is ever written to it"), "read here"),
        How::By(f) => {
            let reader = &lint.program.functions[f.0 as usize].name;
            (format!("`{reader}` reads {what}, and nothing is ever written to it"), "nothing was written to it")
        }
        How::Changed => (format!("{what} is changed before it has a value"), "the value before is not set anywhere"),
    };
    let diagnostic = Diagnostic::warning(Code::USED_UNSET, span, message).label(label);
    let diagnostic = match object.kind {
        Kind::Array | Kind::Class => {
            let diagnostic = diagnostic.also(local.span, "declared without values");
            match local.vla.is_some() {
                true => diagnostic.help("write to it first"),
                false => diagnostic.help(format!("write to it first; `= {{}}` behind the declaration of `{name}` fills it with zeros")),
            }
        }
        Kind::Heap { made } => {
            let zeros = if lint.sources.text(made).starts_with("new") { "add `()` behind the `new`" } else { "allocate it with `calloc`" };
            diagnostic
                .also(made, "allocated here: it holds whatever was there before")
                .help(format!("write to it first, or {zeros}, which fills it with zeros"))
        }
    };
    lint.warn(diagnostic);
}

/// What may hold no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Array,
    Class,
    /// What a pointer points to.
    Heap {
        made: Span,
    },
}

struct Object {
    kind: Kind,
    /// Or somebody may write it whom one does not see here.
    is_written: bool,
    /// The first place that needs its value.
    read: Option<(Span, How)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    Read,
    /// By a function that it is given to.
    By(FunctionId),
    /// Added to, or the like.
    Changed,
}

/// An array or a structure of scalars that starts without values.
fn declared_without_values(lint: &Lint<'_>, function: &Function, id: LocalId) -> Option<Kind> {
    let local = &function.locals[id.0 as usize];
    if local.name.is_empty() || local.ty.is_volatile || local.destructor.is_some() {
        return None;
    }
    match lint.program.types.get(local.ty.ty) {
        Type::Array { .. } => Some(Kind::Array),
        Type::Class(class) => Some(Kind::Class).filter(|_| lint.program.types.class(*class).is_trivial),
        _ => None,
    }
}

/// Where `e` allocates memory that holds nothing yet.
fn fresh(lint: &Lint<'_>, e: &Expr) -> Option<Span> {
    match &e.kind {
        ExprKind::Convert { operand, .. } => fresh(lint, operand),
        ExprKind::Call { callee: Callee::Direct(f), .. } => {
            let called = &lint.program.functions[f.0 as usize];
            (called.is_system && &*called.name == "malloc").then_some(e.span)
        }
        ExprKind::New { element, init: None, placement: None, allocator: None, .. } if is_scalar(lint, *element) => Some(e.span),
        _ => None,
    }
}

fn is_null(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Null => true,
        ExprKind::Convert { operand, .. } => is_null(operand),
        _ => false,
    }
}

fn is_scalar(lint: &Lint<'_>, ty: TypeId) -> bool {
    matches!(lint.program.types.get(ty), Type::Bool | Type::Int(_) | Type::F16 | Type::F32 | Type::F64 | Type::Enum(_) | Type::Pointer(_))
}

struct Uses<'l, 'a> {
    lint: &'l Lint<'a>,
    objects: FxHashMap<LocalId, Object>,
}

impl Uses<'_, '_> {
    fn expression(&mut self, e: &Expr) {
        stacker::maybe_grow(RED_ZONE, STACK_STEP, || self.expression_inner(e));
    }

    fn expression_inner(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Load(place) => match self.part(place) {
                Some(local) if is_scalar(self.lint, e.ty) => self.reads(local, e.span, How::Read),
                Some(local) => self.writes(local),
                None => self.expression(place),
            },
            ExprKind::Assign { place, value } => {
                self.expression(value);
                match (&place.kind, self.part(place)) {
                    (ExprKind::Local(pointer), None) if fresh(self.lint, value).is_none() => self.writes(*pointer),
                    (ExprKind::Local(_), None) => {}
                    (_, Some(local)) => self.writes(local),
                    _ => self.expression(place),
                }
            }
            ExprKind::CompoundAssign { place, value, .. } => {
                self.expression(value);
                self.changes(place, e.span);
            }
            ExprKind::Step { place, .. } => self.changes(place, e.span),
            ExprKind::Binary { op: BinaryOp::Eq | BinaryOp::Ne, left, right } => {
                for side in [left, right] {
                    // A pointer that is looked at.
                    if self.address(side).is_none() {
                        self.expression(side);
                    }
                }
            }
            ExprKind::Convert { conversion: Conversion::ToVoid, operand }
                if matches!(&operand.kind, ExprKind::Load(_) | ExprKind::Local(_)) => {}
            // `if (p)`, `!p`
            ExprKind::Convert { operand, .. }
                if matches!(self.lint.program.types.get(e.ty), Type::Bool) && self.address(operand).is_some() => {}
            ExprKind::Delete { pointer, .. } if self.address(pointer).is_some() => {}
            ExprKind::Call { callee: Callee::Direct(f), args, .. } => self.call(*f, args),
            ExprKind::Local(local) => self.writes(*local),
            _ => operands(e, &mut |operand| self.expression(operand)),
        }
    }

    fn call(&mut self, f: FunctionId, args: &[Expr]) {
        let called = &self.lint.program.functions[f.0 as usize];
        for (i, arg) in args.iter().enumerate() {
            let Some(local) = self.address(arg) else {
                self.expression(arg);
                continue;
            };
            let param = called.params.get(i).map(|p| called.locals[p.0 as usize].ty.ty);
            let points_to_const = param.is_some_and(|ty| matches!(self.lint.program.types.get(ty), Type::Pointer(to) if to.is_const));
            match &*called.name {
                "free" | "cudaFreeHost" if called.is_system => {}
                name if called.is_system && points_to_const && READERS.contains(&name) => self.reads(local, arg.span, How::By(f)),
                name if called.is_system && format::prints_text(self.lint, name, args, i) => self.reads(local, arg.span, How::By(f)),
                _ if !called.is_system && called.body.is_some() && points_to_const && !self.is_class(local) => {
                    self.reads(local, arg.span, How::By(f));
                }
                _ => self.writes(local),
            }
        }
    }

    /// Member functions take the address of objects that may need no value.
    fn is_class(&self, local: LocalId) -> bool {
        self.objects.get(&local).is_some_and(|object| object.kind == Kind::Class)
    }

    fn changes(&mut self, place: &Expr, span: Span) {
        match self.part(place) {
            Some(local) => self.reads(local, span, How::Changed),
            None => self.expression(place),
        }
    }

    fn reads(&mut self, local: LocalId, span: Span, how: How) {
        if let Some(object) = self.objects.get_mut(&local)
            && object.read.is_none_or(|(first, _)| span.file == first.file && span.start < first.start)
        {
            object.read = Some((span, how));
        }
    }

    fn writes(&mut self, local: LocalId) {
        if let Some(object) = self.objects.get_mut(&local) {
            object.is_written = true;
        }
    }

    /// The object that `place` is a part of. Its indices are looked over, too.
    fn part(&mut self, place: &Expr) -> Option<LocalId> {
        if place.is_volatile {
            return None;
        }
        match &place.kind {
            ExprKind::Local(local) => self.objects.get(local).filter(|object| !matches!(object.kind, Kind::Heap { .. })).map(|_| *local),
            ExprKind::Element { base, index } => {
                let local = self.part(base)?;
                self.expression(index);
                Some(local)
            }
            ExprKind::Field { base, .. } => self.part(base),
            ExprKind::Deref(pointer) => self.address(pointer),
            _ => None,
        }
    }

    /// The object that `e` is an address in.
    fn address(&mut self, e: &Expr) -> Option<LocalId> {
        match &e.kind {
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => self.part(place),
            ExprKind::PointerAdd { pointer, index, .. } => {
                let local = self.address(pointer)?;
                self.expression(index);
                Some(local)
            }
            ExprKind::Convert { operand, .. } if matches!(self.lint.program.types.get(e.ty), Type::Pointer(_)) => self.address(operand),
            ExprKind::Load(place) => match &place.kind {
                ExprKind::Local(local) => self.objects.get(local).filter(|object| matches!(object.kind, Kind::Heap { .. })).map(|_| *local),
                _ => None,
            },
            _ => None,
        }
    }
}
