//! Constant expressions: an evaluator over HIR (C++17 [expr.const]).
//!
//! Memory is a list of objects, each a vector of bytes laid out as on the machine with the pointers beside them; what
//! comes out is exactly what a global's initial bytes are. Anything that cannot be known at compile time ends the
//! evaluation with a reason in words.

mod allocation;
mod arithmetic;
mod call;
mod expression;
mod library;
mod memory;
mod object;

use super::Sema;
use super::entity::Scalar;
use crate::hir::{self, ExprKind, FunctionId, GlobalId, GlobalInit, LocalId, ObjectId, QualType, SymbolRef, TypeId};
pub(super) use arithmetic::fold_binary;
use kern_diag::Diagnostic;
use memory::decode;
use std::collections::{BTreeMap, HashMap};

/// Steps before an evaluation is given up.
const MAX_STEPS: u64 = 4_000_000;

/// Steps of all evaluations of a program together.
const MAX_ALL_STEPS: u64 = 4 * MAX_STEPS;

const MAX_DEPTH: u32 = 400;

/// What a pointer points into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Base {
    Object(usize),
    Global(GlobalId),
    Function(FunctionId),
    /// A variable of a function around the expression, by the number of its frame: its value is not known, where it is may be used.
    Local(u32, LocalId),
    /// No object: an integer cast to a pointer.
    Nothing,
}

/// A pointer: base and offset in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Pointer {
    base: Base,
    offset: i64,
}

/// The bytes of an object, and the pointers in it by offset.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Object {
    bytes: Vec<u8>,
    pointers: BTreeMap<u64, Pointer>,
}

impl Object {
    /// The variables whose addresses it holds.
    pub(super) fn globals(&self) -> impl Iterator<Item = GlobalId> + '_ {
        self.pointers.values().filter_map(|p| if let Base::Global(id) = p.base { Some(id) } else { None })
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Int(i128),
    Float(f64),
    Pointer(Pointer),
}

/// Why an expression is not a constant.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Why {
    /// A mistake in it has been reported already.
    Reported,
    Because(String),
}

impl From<&str> for Why {
    fn from(text: &str) -> Why {
        Why::Because(text.into())
    }
}

impl From<String> for Why {
    fn from(text: String) -> Why {
        Why::Because(text)
    }
}

type Result<T> = std::result::Result<T, Why>;

/// What gave memory, and is to free it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Allocator {
    New,
    NewOfArray,
    /// That of the library's containers.
    Library,
}

/// An object, or an array of objects, that has a destructor.
#[derive(Clone, Copy, Debug)]
struct Living {
    at: Pointer,
    ty: TypeId,
    destructor: FunctionId,
}

struct Evaluator<'s, 'a> {
    sema: &'s mut Sema<'a>,
    objects: Vec<Object>,
    /// The objects that expressions around the current one make.
    made: HashMap<ObjectId, Pointer>,
    /// Locals of the functions being called, innermost last; none for the expression itself.
    calls: Vec<HashMap<LocalId, Pointer>>,
    /// Where the innermost call's result goes.
    results: Vec<(usize, Option<Value>)>,
    /// The functions being called.
    local_types: Vec<FunctionId>,
    /// Where class results go inside their object.
    offsets: Vec<u64>,
    /// The objects that `new`, or an allocator, made and nothing has freed.
    allocated: BTreeMap<usize, Allocator>,
    /// What the open blocks destroy at their ends: their variables, and the temporaries that live as long; the last comes first.
    living: Vec<Living>,
    /// What the open full expressions destroy at their ends.
    temporaries: Vec<Living>,
    steps: u64,
}

impl<'a> Sema<'a> {
    /// The value of an integer (or boolean, enumerator) constant expression.
    pub(super) fn evaluate_int(&mut self, e: &hir::Expr) -> Result<i128> {
        match e.kind {
            ExprKind::Int(n) => return Ok(n),
            ExprKind::Error => return Err(Why::Reported),
            _ => {}
        }
        match self.evaluator().whole_scalar(e)? {
            Value::Int(n) => Ok(n),
            Value::Float(_) => Err("its value is not an integer".into()),
            Value::Pointer(_) => Err("its value is an address".into()),
        }
    }

    /// The value of a constant expression of a floating-point type.
    pub(super) fn evaluate_float(&mut self, e: &hir::Expr) -> Result<f64> {
        match self.evaluator().whole_scalar(e)? {
            Value::Float(x) => Ok(x),
            _ => Err("its value is not a floating-point number".into()),
        }
    }

    /// Reports that an expression is not a constant, unless a mistake in it has been reported.
    pub(super) fn report_not_constant(&mut self, why: Why, diagnostic: impl FnOnce(String) -> Diagnostic) {
        match why {
            Why::Because(text) => self.report(diagnostic(text)),
            Why::Reported if self.quiet == 0 && self.errors > 0 => {}
            Why::Reported => self.report(diagnostic("there is a mistake in it".into())),
        }
    }

    fn evaluator(&mut self) -> Evaluator<'_, 'a> {
        Evaluator {
            sema: self,
            objects: Vec::new(),
            made: HashMap::new(),
            calls: Vec::new(),
            results: Vec::new(),
            local_types: Vec::new(),
            offsets: Vec::new(),
            allocated: BTreeMap::new(),
            living: Vec::new(),
            temporaries: Vec::new(),
            steps: 0,
        }
    }

    /// The object that a variable of type `ty` initialised by `e` is.
    pub(super) fn evaluate_object(&mut self, e: &hir::Expr, ty: QualType) -> Result<Object> {
        let size = self.types.size_of(ty.ty);
        if size > 1 << 24 && !matches!(e.kind, ExprKind::Zero) {
            return Err("the object is too large".into());
        }
        if size > 1 << 24 {
            return Ok(Object::default());
        }
        let mut evaluator = self.evaluator();
        let object = evaluator.fresh(size);
        evaluator.full_expression(|evaluator| evaluator.build(e, object, 0, ty.ty))?;
        let result = std::mem::take(&mut evaluator.objects[object]);
        evaluator.check_freed()?;
        for p in result.pointers.values() {
            match p.base {
                Base::Object(_) => return Err("it holds the address of a temporary".into()),
                Base::Local(frame, id) => {
                    let name = self.name_of_local(frame, id);
                    return Err(format!("it holds the address of `{name}`, which is there only at run time").into());
                }
                _ => {}
            }
        }
        Ok(result)
    }

    fn name_of_local(&self, frame: u32, id: LocalId) -> String {
        self.frames.iter().find(|f| f.id == frame).and_then(|f| f.locals.get(id.0 as usize)).map_or(String::new(), |l| l.name.to_string())
    }

    /// The scalar at the start of an object.
    pub(super) fn scalar_of(&self, object: &Object, ty: TypeId) -> Option<Scalar> {
        let size = self.types.size_of(ty) as usize;
        if !object.pointers.is_empty() || object.bytes.len() < size {
            return None;
        }
        decode(self, &object.bytes[..size], ty).ok()
    }

    /// The scalar of type `ty` that has these bytes.
    pub(super) fn scalar_in(&self, bytes: &[u8], ty: TypeId) -> Option<Scalar> {
        decode(self, bytes, ty).ok()
    }

    /// An object as the initial bytes of a global.
    pub(super) fn global_bytes(&mut self, object: Object) -> GlobalInit {
        if object.pointers.is_empty() && object.bytes.iter().all(|b| *b == 0) {
            return GlobalInit::Zero;
        }
        let mut relocations = Vec::new();
        let mut bytes = object.bytes;
        for (offset, p) in object.pointers {
            let symbol = match p.base {
                Base::Global(g) => SymbolRef::Global(g),
                Base::Function(f) => SymbolRef::Function(f),
                Base::Nothing | Base::Object(_) | Base::Local(..) => {
                    let at = offset as usize;
                    if let Some(slot) = bytes.get_mut(at..at + 8) {
                        slot.copy_from_slice(&p.offset.to_le_bytes());
                    }
                    continue;
                }
            };
            relocations.push((offset, symbol, p.offset));
        }
        GlobalInit::Bytes { bytes, relocations }
    }
}

impl Evaluator<'_, '_> {
    fn tick(&mut self) -> Result<()> {
        self.spend(1)
    }

    /// So many steps are done, or are about to be.
    fn spend(&mut self, steps: u64) -> Result<()> {
        self.steps += steps;
        self.sema.steps += steps;
        if self.sema.steps > MAX_ALL_STEPS {
            return Err("the evaluation of all constants takes too long".into());
        }
        if self.steps > MAX_STEPS { Err("its evaluation takes too long".into()) } else { Ok(()) }
    }
}
