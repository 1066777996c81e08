//! Constant expressions: an evaluator over HIR (C++17 [expr.const]).
//!
//! Memory is a list of objects, each a vector of bytes laid out as on the machine with the pointers beside them; what
//! comes out is exactly what a global's initial bytes are. Anything that cannot be known at compile time ends the
//! evaluation with a reason in words.

use super::Sema;
use super::entity::{Body, FuncId, FuncName, Scalar};
use crate::hir::{
    self, BinaryOp, Conversion, ExprKind, FunctionId, GlobalId, GlobalInit, LocalId, QualType, StmtKind, SymbolRef, Type, TypeId, UnaryOp,
};
use std::collections::{BTreeMap, HashMap};

/// Steps before an evaluation is given up.
const MAX_STEPS: u64 = 4_000_000;
const MAX_DEPTH: u32 = 400;

/// What a pointer points into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Base {
    Object(usize),
    Global(GlobalId),
    Function(FunctionId),
    /// No object: an integer cast to a pointer.
    Nothing,
}

/// A pointer: base and offset in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pointer {
    base: Base,
    offset: i64,
}

/// The bytes of an object, and the pointers in it by offset.
#[derive(Clone, Debug, Default)]
pub(super) struct Object {
    bytes: Vec<u8>,
    pointers: BTreeMap<u64, Pointer>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Int(i128),
    Float(f64),
    Pointer(Pointer),
}

enum Flow {
    Next,
    Break,
    Continue,
    Return,
    Goto(hir::LabelId),
}

type Result<T> = std::result::Result<T, String>;

struct Evaluator<'s, 'a> {
    sema: &'s mut Sema<'a>,
    objects: Vec<Object>,
    /// Locals of the functions being called, innermost last; none for the expression itself.
    calls: Vec<HashMap<LocalId, usize>>,
    /// Where the innermost call's result goes.
    results: Vec<(usize, Option<Value>)>,
    /// The functions being called.
    local_types: Vec<FunctionId>,
    /// Where class results go inside their object.
    offsets: Vec<u64>,
    steps: u64,
}

impl<'a> Sema<'a> {
    /// The value of an integer (or boolean, enumerator) constant expression.
    pub(super) fn evaluate_int(&mut self, e: &hir::Expr) -> Result<i128> {
        match e.kind {
            ExprKind::Int(n) => return Ok(n),
            ExprKind::Error => return Err("it is wrong itself".into()),
            _ => {}
        }
        match self.evaluator().scalar(e)? {
            Value::Int(n) => Ok(n),
            Value::Float(_) => Err("its value is not an integer".into()),
            Value::Pointer(_) => Err("its value is an address".into()),
        }
    }

    fn evaluator(&mut self) -> Evaluator<'_, 'a> {
        Evaluator {
            sema: self,
            objects: Vec::new(),
            calls: Vec::new(),
            results: Vec::new(),
            local_types: Vec::new(),
            offsets: Vec::new(),
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
        evaluator.build(e, object, 0, ty.ty)?;
        let result = std::mem::take(&mut evaluator.objects[object]);
        for p in result.pointers.values() {
            if matches!(p.base, Base::Object(_)) {
                return Err("it holds the address of a temporary".into());
            }
        }
        Ok(result)
    }

    /// The scalar at the start of an object.
    pub(super) fn scalar_of(&self, object: &Object, ty: TypeId) -> Option<Scalar> {
        let size = self.types.size_of(ty) as usize;
        if !object.pointers.is_empty() || object.bytes.len() < size {
            return None;
        }
        decode(self, &object.bytes[..size], ty).ok()
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
                Base::Nothing | Base::Object(_) => {
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

fn decode(sema: &Sema, bytes: &[u8], ty: TypeId) -> Result<Scalar> {
    let int = |signed: bool| {
        let mut n: i128 = 0;
        for b in bytes.iter().rev() {
            n = n << 8 | i128::from(*b);
        }
        let bits = bytes.len() * 8;
        if signed && bits < 128 && bits > 0 && n >> (bits - 1) != 0 { n - (1i128 << bits) } else { n }
    };
    let array = |n: usize| -> Option<u64> { bytes.get(..n).map(|b| b.iter().rev().fold(0u64, |a, x| a << 8 | u64::from(*x))) };
    Ok(match sema.ty(ty) {
        Type::Bool => Scalar::Int(int(false)),
        Type::Int(i) => Scalar::Int(int(i.is_signed())),
        Type::Enum(e) => Scalar::Int(int(sema.types.enumeration(*e).underlying.is_signed())),
        Type::F32 => Scalar::Float(f64::from(f32::from_bits(array(4).unwrap_or(0) as u32))),
        Type::F64 | Type::LongDouble => Scalar::Float(f64::from_bits(array(8).unwrap_or(0))),
        Type::F16 => Scalar::Float(half_to_f64(array(2).unwrap_or(0) as u16)),
        Type::Pointer(_) | Type::NullPtr | Type::Reference { .. } => Scalar::Int(int(false)),
        _ => return Err("it is not a scalar".into()),
    })
}

fn half_to_f64(h: u16) -> f64 {
    let sign = if h >> 15 != 0 { -1.0 } else { 1.0 };
    let (e, m) = (i32::from(h >> 10 & 31), f64::from(h & 1023));
    match e {
        0 => sign * m * (-24f64).exp2(),
        31 if m == 0.0 => sign * f64::INFINITY,
        31 => f64::NAN,
        _ => sign * (1.0 + m / 1024.0) * f64::from(e - 15).exp2(),
    }
}

fn f64_to_half(x: f64) -> u16 {
    let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
    let a = x.abs();
    if a.is_nan() {
        return 0x7e00;
    }
    if a >= 65520.0 {
        return sign | 0x7c00;
    }
    if a < (-14f64).exp2() {
        return sign | (a * 24f64.exp2()).round_ties_even() as u16;
    }
    let e = a.log2().floor();
    let m = ((a / e.exp2() - 1.0) * 1024.0).round_ties_even() as u16;
    sign | ((((e as i32 + 15) as u16) << 10) + m)
}

/// The value of a built-in operator on constants; `None` when an operand is not one or the result is undefined.
pub(super) fn fold_binary(op: BinaryOp, x: &hir::Expr, y: &hir::Expr, operands: &Type, fit: impl Fn(i128) -> i128) -> Option<Scalar> {
    let (a, b) = match (&x.kind, &y.kind) {
        (ExprKind::Int(a), ExprKind::Int(b)) => (Value::Int(*a), Value::Int(*b)),
        (ExprKind::Float(a), ExprKind::Float(b)) => (Value::Float(*a), Value::Float(*b)),
        _ => return None,
    };
    match binary(op, a, b, operands) {
        Ok(Value::Int(n)) => Some(Scalar::Int(fit(n))),
        Ok(Value::Float(v)) => Some(Scalar::Float(v)),
        _ => None,
    }
}

fn binary(op: BinaryOp, a: Value, b: Value, operands: &Type) -> Result<Value> {
    use BinaryOp as B;
    let truth = |t: bool| Ok(Value::Int(i128::from(t)));
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => {
            let bits = match operands {
                Type::Int(i) => i.size() as u32 * 8,
                _ => 32,
            };
            let n = match op {
                B::Add => a.wrapping_add(b),
                B::Sub => a.wrapping_sub(b),
                B::Mul => a.wrapping_mul(b),
                B::Div | B::Rem if b == 0 => return Err("it divides by zero".into()),
                B::Div => a.wrapping_div(b),
                B::Rem => a.wrapping_rem(b),
                B::Shl | B::Shr if b < 0 || b >= i128::from(bits) => return Err("it shifts by more than the width of the type".into()),
                B::Shl => a.wrapping_shl(b as u32),
                B::Shr => a >> b,
                B::BitAnd => a & b,
                B::BitOr => a | b,
                B::BitXor => a ^ b,
                B::Eq => return truth(a == b),
                B::Ne => return truth(a != b),
                B::Lt => return truth(a < b),
                B::Gt => return truth(a > b),
                B::Le => return truth(a <= b),
                B::Ge => return truth(a >= b),
            };
            Ok(Value::Int(n))
        }
        (Value::Float(a), Value::Float(b)) => {
            let single = matches!(operands, Type::F32);
            let arithmetic = |wide: f64, narrow: f32| Ok(Value::Float(if single { f64::from(narrow) } else { wide }));
            let (s, t) = (a as f32, b as f32);
            match op {
                B::Add => arithmetic(a + b, s + t),
                B::Sub => arithmetic(a - b, s - t),
                B::Mul => arithmetic(a * b, s * t),
                B::Div => arithmetic(a / b, s / t),
                B::Eq => truth(a == b),
                B::Ne => truth(a != b),
                B::Lt => truth(a < b),
                B::Gt => truth(a > b),
                B::Le => truth(a <= b),
                B::Ge => truth(a >= b),
                _ => Err("the operator needs integers".into()),
            }
        }
        (Value::Pointer(a), Value::Pointer(b)) => match op {
            B::Eq => truth(a == b),
            B::Ne => truth(a != b),
            _ if a.base != b.base => Err("it compares addresses of different objects".into()),
            B::Lt => truth(a.offset < b.offset),
            B::Gt => truth(a.offset > b.offset),
            B::Le => truth(a.offset <= b.offset),
            B::Ge => truth(a.offset >= b.offset),
            _ => Err("the operator needs numbers".into()),
        },
        (Value::Pointer(p), Value::Int(0)) | (Value::Int(0), Value::Pointer(p)) => match op {
            B::Eq => truth(p.base == Base::Nothing && p.offset == 0),
            B::Ne => truth(!(p.base == Base::Nothing && p.offset == 0)),
            _ => Err("it compares an address".into()),
        },
        _ => Err("its operands are not of one kind".into()),
    }
}

impl Evaluator<'_, '_> {
    fn fresh(&mut self, size: u64) -> usize {
        self.objects.push(Object { bytes: vec![0; size as usize], pointers: BTreeMap::new() });
        self.objects.len() - 1
    }

    fn tick(&mut self) -> Result<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS { Err("its evaluation takes too long".into()) } else { Ok(()) }
    }

    fn is_object_type(&self, ty: TypeId) -> bool {
        matches!(self.sema.ty(ty), Type::Class(_) | Type::Array { .. })
    }

    fn scalar(&mut self, e: &hir::Expr) -> Result<Value> {
        super::deep(|| self.scalar_inner(e))
    }

    fn from_scalar(s: Scalar) -> Value {
        match s {
            Scalar::Int(n) => Value::Int(n),
            Scalar::Float(x) => Value::Float(x),
        }
    }

    fn scalar_inner(&mut self, e: &hir::Expr) -> Result<Value> {
        self.tick()?;
        match &e.kind {
            ExprKind::Int(n) => Ok(Value::Int(*n)),
            ExprKind::Float(x) => Ok(Value::Float(*x)),
            ExprKind::Null => Ok(Value::Pointer(Pointer { base: Base::Nothing, offset: 0 })),
            ExprKind::Zero => Ok(match self.sema.ty(e.ty) {
                Type::F16 | Type::F32 | Type::F64 | Type::LongDouble => Value::Float(0.0),
                Type::Pointer(_) | Type::NullPtr => Value::Pointer(Pointer { base: Base::Nothing, offset: 0 }),
                _ => Value::Int(0),
            }),
            ExprKind::Function(f) => Ok(Value::Pointer(Pointer { base: Base::Function(*f), offset: 0 })),
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => {
                let p = self.place(place)?;
                Ok(Value::Pointer(p))
            }
            ExprKind::Load(place) => {
                let p = self.place(place)?;
                self.load(p, e.ty)
            }
            ExprKind::Field { .. } | ExprKind::Element { .. } | ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Deref(_)
                if e.is_place() =>
            {
                let p = self.place(e)?;
                self.load(p, e.ty)
            }
            ExprKind::Field { base, field } => {
                let object = self.object(base)?;
                let Some(class) = self.sema.class_of(base.ty) else { return Err("it is not an object".into()) };
                let offset = self.sema.types.class(class).fields.get(*field as usize).map_or(0, |f| f.offset);
                self.load(Pointer { base: Base::Object(object), offset: offset as i64 }, e.ty)
            }
            ExprKind::Unary { op, operand } => {
                let v = self.scalar(operand)?;
                match (op, v) {
                    (UnaryOp::Minus, Value::Int(n)) => Ok(self.fit(Value::Int(n.wrapping_neg()), e.ty)),
                    (UnaryOp::Minus, Value::Float(x)) => Ok(Value::Float(-x)),
                    (UnaryOp::BitNot, Value::Int(n)) => Ok(self.fit(Value::Int(!n), e.ty)),
                    (UnaryOp::Not, Value::Int(n)) => Ok(Value::Int(i128::from(n == 0))),
                    _ => Err("the operator does not fit its operand".into()),
                }
            }
            ExprKind::Binary { op, left, right } => {
                let (a, b) = (self.scalar(left)?, self.scalar(right)?);
                let operands = self.sema.ty(left.ty).clone();
                let v = binary(*op, a, b, &operands)?;
                Ok(self.fit(v, e.ty))
            }
            ExprKind::PointerAdd { pointer, index, subtract } => {
                let (p, i) = (self.scalar(pointer)?, self.scalar(index)?);
                let (Value::Pointer(p), Value::Int(i)) = (p, i) else { return Err("it is not an address".into()) };
                let size = self.sema.pointee(pointer.ty).map_or(1, |q| self.sema.types.size_of(q.ty)) as i128;
                let delta = (if *subtract { -i } else { i }).wrapping_mul(size) as i64;
                Ok(Value::Pointer(Pointer { base: p.base, offset: p.offset.wrapping_add(delta) }))
            }
            ExprKind::PointerDiff { left, right } => {
                let (Value::Pointer(a), Value::Pointer(b)) = (self.scalar(left)?, self.scalar(right)?) else {
                    return Err("it is not an address".into());
                };
                let size = self.sema.pointee(left.ty).map_or(1, |q| self.sema.types.size_of(q.ty)).max(1) as i64;
                if a.base != b.base {
                    return Err("it subtracts addresses of different objects".into());
                }
                Ok(Value::Int(i128::from(a.offset.wrapping_sub(b.offset) / size)))
            }
            ExprKind::And(a, b) => Ok(Value::Int(i128::from(self.truth(a)? && self.truth(b)?))),
            ExprKind::Or(a, b) => Ok(Value::Int(i128::from(self.truth(a)? || self.truth(b)?))),
            ExprKind::Conditional { condition, then, otherwise } => {
                if self.truth(condition)? {
                    self.scalar(then)
                } else {
                    self.scalar(otherwise)
                }
            }
            ExprKind::Sequence { first, second } => {
                self.effect(first)?;
                self.scalar(second)
            }
            ExprKind::Assign { .. } | ExprKind::CompoundAssign { .. } | ExprKind::Step { is_prefix: true, .. } => {
                let p = self.place(e)?;
                self.load(p, e.ty)
            }
            ExprKind::Step { place, is_increment, is_prefix: false } => {
                let p = self.place(place)?;
                let old = self.load(p, e.ty)?;
                self.step(p, e.ty, *is_increment)?;
                Ok(old)
            }
            ExprKind::Convert { conversion, operand } => self.conversion(*conversion, operand, e.ty),
            ExprKind::Call { callee, args, returns_reference } => {
                let v = self.call(callee, args, e.ty, None)?;
                match v {
                    Some(Value::Pointer(p)) if *returns_reference => self.load(p, e.ty),
                    Some(v) => Ok(v),
                    None => Ok(Value::Int(0)),
                }
            }
            ExprKind::Temporary { .. } => {
                let p = self.place(e)?;
                self.load(p, e.ty)
            }
            ExprKind::SpecialRegister(_) => Err("the value is known only in a running kernel".into()),
            ExprKind::New { .. } | ExprKind::Delete { .. } => Err("it allocates memory".into()),
            ExprKind::Launch { .. } => Err("it launches a kernel".into()),
            ExprKind::Statements { block, value } => {
                match self.block(block)? {
                    Flow::Next => {}
                    _ => return Err("it jumps out of a statement expression".into()),
                }
                match value {
                    Some(v) => self.scalar(v),
                    None => Ok(Value::Int(0)),
                }
            }
            ExprKind::Error => Err("it is wrong itself".into()),
            _ => Err("it is not a constant".into()),
        }
    }

    fn truth(&mut self, e: &hir::Expr) -> Result<bool> {
        match self.scalar(e)? {
            Value::Int(n) => Ok(n != 0),
            Value::Float(x) => Ok(x != 0.0),
            Value::Pointer(p) => Ok(p.base != Base::Nothing || p.offset != 0),
        }
    }

    fn effect(&mut self, e: &hir::Expr) -> Result<()> {
        if let ExprKind::Convert { conversion: Conversion::ToVoid, operand } = &e.kind {
            return self.effect(operand);
        }
        if self.is_object_type(e.ty) {
            if e.is_place() {
                self.place(e)?;
            } else {
                self.object(e)?;
            }
            return Ok(());
        }
        if e.is_place() {
            self.place(e)?;
            return Ok(());
        }
        if let ExprKind::Call { callee, args, .. } = &e.kind {
            self.call(callee, args, e.ty, None)?;
            return Ok(());
        }
        self.scalar(e)?;
        Ok(())
    }

    fn fit(&self, v: Value, ty: TypeId) -> Value {
        match v {
            Value::Int(n) => Value::Int(self.sema.truncate_int(n, ty)),
            Value::Float(x) => Value::Float(self.sema.round_to(x, ty)),
            p => p,
        }
    }

    fn conversion(&mut self, conversion: Conversion, operand: &hir::Expr, ty: TypeId) -> Result<Value> {
        if conversion == Conversion::ToVoid {
            self.effect(operand)?;
            return Ok(Value::Int(0));
        }
        let v = self.scalar(operand)?;
        match (conversion, v) {
            (Conversion::IntToInt, Value::Int(_)) | (Conversion::FloatToFloat, Value::Float(_)) => Ok(self.fit(v, ty)),
            (Conversion::IntToFloat, Value::Int(n)) => {
                let x = if matches!(self.sema.ty(ty), Type::F32) { f64::from(n as f32) } else { n as f64 };
                Ok(self.fit(Value::Float(x), ty))
            }
            (Conversion::FloatToInt, Value::Float(x)) => {
                let n = x as i128;
                if self.sema.truncate_int(n, ty) != n || x.is_nan() {
                    return Err("a floating value does not fit the integer type".into());
                }
                Ok(Value::Int(n))
            }
            (Conversion::ToBool, v) => Ok(Value::Int(i128::from(match v {
                Value::Int(n) => n != 0,
                Value::Float(x) => x != 0.0,
                Value::Pointer(p) => p.base != Base::Nothing || p.offset != 0,
            }))),
            (Conversion::PointerToPointer | Conversion::Bits, Value::Pointer(_)) => Ok(v),
            (Conversion::PointerOffset(n), Value::Pointer(p)) => {
                if p.base == Base::Nothing {
                    return Ok(v);
                }
                Ok(Value::Pointer(Pointer { offset: p.offset.wrapping_add(n), ..p }))
            }
            (Conversion::IntToPointer, Value::Int(n)) => Ok(Value::Pointer(Pointer { base: Base::Nothing, offset: n as i64 })),
            (Conversion::PointerToInt, Value::Pointer(Pointer { base: Base::Nothing, offset })) => {
                Ok(self.fit(Value::Int(i128::from(offset)), ty))
            }
            (Conversion::PointerToInt, _) => Err("it turns an address into an integer".into()),
            _ => Err("it converts in a way that is not constant".into()),
        }
    }

    /// Where a place is.
    fn place(&mut self, e: &hir::Expr) -> Result<Pointer> {
        super::deep(|| self.place_inner(e))
    }

    fn place_inner(&mut self, e: &hir::Expr) -> Result<Pointer> {
        self.tick()?;
        match &e.kind {
            ExprKind::Local(id) => {
                if let Some(locals) = self.calls.last() {
                    return match locals.get(id) {
                        Some(&object) => Ok(Pointer { base: Base::Object(object), offset: 0 }),
                        None => Err("it reads a variable whose lifetime has not begun".into()),
                    };
                }
                let frame = self.sema.frames.last().map_or(0, |f| f.id);
                if let Some(object) = self.sema.constant_objects.get(&(frame, *id)).cloned() {
                    self.objects.push((*object).clone());
                    return Ok(Pointer { base: Base::Object(self.objects.len() - 1), offset: 0 });
                }
                let name = self.sema.frames.last().and_then(|f| f.locals.get(id.0 as usize)).map_or(String::new(), |l| l.name.to_string());
                Err(if name.is_empty() { "it reads a variable".into() } else { format!("the value of `{name}` is known only at run time") })
            }
            ExprKind::Global(id) => Ok(Pointer { base: Base::Global(*id), offset: 0 }),
            ExprKind::Deref(p) => match self.scalar(p)? {
                Value::Pointer(Pointer { base: Base::Nothing, .. }) => Err("it dereferences a null pointer".into()),
                Value::Pointer(p) => Ok(p),
                _ => Err("it dereferences a number".into()),
            },
            ExprKind::Field { base, field } => {
                let p = if base.is_place() { self.place(base)? } else { Pointer { base: Base::Object(self.object(base)?), offset: 0 } };
                let Some(class) = self.sema.class_of(base.ty) else { return Err("it is not an object".into()) };
                let Some(f) = self.sema.types.class(class).fields.get(*field as usize) else { return Err("it is not an object".into()) };
                if f.bits.is_some() {
                    return Err("it uses a bit-field".into());
                }
                Ok(Pointer { offset: p.offset.wrapping_add(f.offset as i64), ..p })
            }
            ExprKind::Element { base, index } => {
                let p = self.place(base)?;
                let Value::Int(i) = self.scalar(index)? else { return Err("the index is not an integer".into()) };
                if let Type::Array { length: Some(n), .. } = self.sema.ty(base.ty)
                    && (i < 0 || i > i128::from(*n))
                {
                    return Err(format!("index {i} is outside an array of {n} elements"));
                }
                let size = self.sema.types.size_of(e.ty) as i128;
                Ok(Pointer { offset: p.offset.wrapping_add((i.wrapping_mul(size)) as i64), ..p })
            }
            ExprKind::Temporary { value, .. } => {
                let object = self.fresh(self.sema.types.size_of(value.ty));
                self.build(value, object, 0, value.ty)?;
                Ok(Pointer { base: Base::Object(object), offset: 0 })
            }
            ExprKind::Assign { place, value } => {
                if self.is_object_type(place.ty) {
                    let from = self.object(value)?;
                    let p = self.place(place)?;
                    let source = self.objects[from].clone();
                    self.copy_in(source, p)?;
                    return Ok(p);
                }
                let v = self.scalar(value)?;
                let p = self.place(place)?;
                self.store(p, place.ty, v)?;
                Ok(p)
            }
            ExprKind::CompoundAssign { place, op, compute, value } => {
                let right = self.scalar(value)?;
                let p = self.place(place)?;
                let left = self.load(p, place.ty)?;
                let result = if let (Value::Pointer(l), Value::Int(i)) = (left, right) {
                    let size = self.sema.pointee(place.ty).map_or(1, |q| self.sema.types.size_of(q.ty)) as i128;
                    let delta = (if *op == BinaryOp::Sub { -i } else { i }).wrapping_mul(size) as i64;
                    Value::Pointer(Pointer { offset: l.offset.wrapping_add(delta), ..l })
                } else {
                    let left = self.numeric(left, *compute);
                    let operands = self.sema.ty(*compute).clone();
                    let v = binary(*op, left, right, &operands)?;
                    let v = self.fit(v, *compute);
                    self.numeric(v, place.ty)
                };
                self.store(p, place.ty, result)?;
                Ok(p)
            }
            ExprKind::Step { place, is_increment, .. } => {
                let p = self.place(place)?;
                self.step(p, place.ty, *is_increment)?;
                Ok(p)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                if self.truth(condition)? {
                    self.place(then)
                } else {
                    self.place(otherwise)
                }
            }
            ExprKind::Sequence { first, second } => {
                self.effect(first)?;
                self.place(second)
            }
            ExprKind::Call { callee, args, .. } => match self.call(callee, args, e.ty, None)? {
                Some(Value::Pointer(p)) => Ok(p),
                _ => Err("it is not an object".into()),
            },
            _ => Err("it is not a constant object".into()),
        }
    }

    /// A number as type `ty` would hold it.
    fn numeric(&self, v: Value, ty: TypeId) -> Value {
        let floating = self.sema.is_floating(ty);
        match v {
            Value::Int(n) if floating => self.fit(Value::Float(n as f64), ty),
            Value::Float(x) if !floating && !matches!(self.sema.ty(ty), Type::Pointer(_)) => self.fit(Value::Int(x as i128), ty),
            v => self.fit(v, ty),
        }
    }

    fn step(&mut self, p: Pointer, ty: TypeId, up: bool) -> Result<()> {
        let new = match self.load(p, ty)? {
            Value::Int(n) => self.fit(Value::Int(if up { n.wrapping_add(1) } else { n.wrapping_sub(1) }), ty),
            Value::Float(x) => self.fit(Value::Float(if up { x + 1.0 } else { x - 1.0 }), ty),
            Value::Pointer(q) => {
                let size = self.sema.pointee(ty).map_or(1, |q| self.sema.types.size_of(q.ty)) as i64;
                Value::Pointer(Pointer { offset: q.offset.wrapping_add(if up { size } else { -size }), ..q })
            }
        };
        self.store(p, ty, new)
    }

    /// The object that a pointer points into, for reading.
    fn source(&mut self, base: Base) -> Result<Object> {
        match base {
            Base::Object(i) => Ok(self.objects[i].clone()),
            Base::Global(id) => self.global_object(id),
            _ => Err("it reads through an address that is no object's".into()),
        }
    }

    fn global_object(&mut self, id: GlobalId) -> Result<Object> {
        if let Some(&v) = self.sema.var_of_global.get(&id) {
            self.sema.settle(v);
        }
        let g = &self.sema.globals[id.0 as usize];
        let name = g.name.clone();
        if !(g.ty.is_const || g.space == hir::GlobalSpace::Both) || g.ty.is_volatile {
            return Err(format!("`{name}` is not a constant"));
        }
        let size = self.sema.types.size_of(g.ty.ty) as usize;
        match &self.sema.globals[id.0 as usize].init {
            GlobalInit::Zero
                if size <= 1 << 24
                    && (self.sema.globals[id.0 as usize].name.is_empty()
                        || self
                            .sema
                            .var_of_global
                            .get(&id)
                            .is_none_or(|v| self.sema.vars[v.0 as usize].is_defined && !self.sema.vars[v.0 as usize].is_extern)) =>
            {
                Ok(Object { bytes: vec![0; size], pointers: BTreeMap::new() })
            }
            GlobalInit::Bytes { bytes, relocations } => {
                let pointers = relocations
                    .iter()
                    .map(|(offset, symbol, added)| {
                        let base = match symbol {
                            SymbolRef::Global(g) => Base::Global(*g),
                            SymbolRef::Function(f) => Base::Function(*f),
                        };
                        (*offset, Pointer { base, offset: *added })
                    })
                    .collect();
                Ok(Object { bytes: bytes.clone(), pointers })
            }
            _ => Err(format!("the value of `{name}` is known only at run time")),
        }
    }

    fn load(&mut self, p: Pointer, ty: TypeId) -> Result<Value> {
        let size = self.sema.types.size_of(ty) as usize;
        let offset = usize::try_from(p.offset).map_err(|_| "it reads outside an object".to_string())?;
        let is_pointer = matches!(self.sema.ty(ty), Type::Pointer(_) | Type::NullPtr | Type::Reference { .. });
        let global;
        let object = match p.base {
            Base::Object(i) => &self.objects[i],
            Base::Global(_) => {
                global = self.source(p.base)?;
                &global
            }
            _ => return Err("it reads through an address that is no object's".into()),
        };
        if is_pointer && let Some(q) = object.pointers.get(&(offset as u64)) {
            return Ok(Value::Pointer(*q));
        }
        let Some(bytes) = object.bytes.get(offset..offset + size) else { return Err("it reads outside an object".into()) };
        let bytes = bytes.to_vec();
        let s = decode(self.sema, &bytes, ty)?;
        if is_pointer && let Scalar::Int(n) = s {
            return Ok(Value::Pointer(Pointer { base: Base::Nothing, offset: n as i64 }));
        }
        Ok(Self::from_scalar(s))
    }

    fn store(&mut self, p: Pointer, ty: TypeId, v: Value) -> Result<()> {
        let Base::Object(i) = p.base else { return Err("it changes an object that outlives the evaluation".into()) };
        let size = self.sema.types.size_of(ty) as usize;
        let offset = usize::try_from(p.offset).map_err(|_| "it writes outside an object".to_string())?;
        let kind = self.sema.ty(ty).clone();
        let object = &mut self.objects[i];
        let Some(slot) = object.bytes.get_mut(offset..offset + size) else { return Err("it writes outside an object".into()) };
        object.pointers.remove(&(offset as u64));
        match v {
            Value::Int(n) => {
                let n = if matches!(kind, Type::Bool) { i128::from(n != 0) } else { n };
                slot.copy_from_slice(&n.to_le_bytes()[..size]);
            }
            Value::Float(x) => match kind {
                Type::F32 => slot.copy_from_slice(&(x as f32).to_bits().to_le_bytes()),
                Type::F16 => slot.copy_from_slice(&f64_to_half(x).to_le_bytes()),
                _ => slot[..8].copy_from_slice(&x.to_bits().to_le_bytes()),
            },
            Value::Pointer(q) if q.base == Base::Nothing => slot.copy_from_slice(&q.offset.to_le_bytes()[..size.min(8)]),
            Value::Pointer(q) => {
                object.pointers.insert(offset as u64, q);
            }
        }
        Ok(())
    }

    fn copy_in(&mut self, from: Object, to: Pointer) -> Result<()> {
        let Base::Object(i) = to.base else { return Err("it changes an object that outlives the evaluation".into()) };
        let offset = usize::try_from(to.offset).map_err(|_| "it writes outside an object".to_string())?;
        let n = from.bytes.len();
        let object = &mut self.objects[i];
        let Some(slot) = object.bytes.get_mut(offset..offset + n) else { return Err("it writes outside an object".into()) };
        slot.copy_from_slice(&from.bytes);
        let (start, end) = (offset as u64, (offset + n) as u64);
        object.pointers.retain(|at, _| *at < start || *at >= end);
        for (at, p) in from.pointers {
            object.pointers.insert(at + start, p);
        }
        Ok(())
    }

    /// A class or array value as a new object.
    fn object(&mut self, e: &hir::Expr) -> Result<usize> {
        let size = self.sema.types.size_of(e.ty);
        if size > 1 << 24 {
            return Err("the object is too large".into());
        }
        let object = self.fresh(size);
        self.build(e, object, 0, e.ty)?;
        Ok(object)
    }

    /// Evaluates `e` into the object at `offset`.
    fn build(&mut self, e: &hir::Expr, object: usize, offset: u64, ty: TypeId) -> Result<()> {
        super::deep(|| self.build_inner(e, object, offset, ty))
    }

    fn build_inner(&mut self, e: &hir::Expr, object: usize, offset: u64, ty: TypeId) -> Result<()> {
        self.tick()?;
        let at = Pointer { base: Base::Object(object), offset: offset as i64 };
        match &e.kind {
            ExprKind::Zero => Ok(()),
            ExprKind::Aggregate(parts) => {
                for (o, part) in parts {
                    self.build(part, object, offset + o, part.ty)?;
                }
                Ok(())
            }
            ExprKind::Fill { element, length } => {
                let size = self.sema.types.size_of(element.ty);
                for i in 0..*length {
                    self.build(element, object, offset + i * size, element.ty)?;
                }
                Ok(())
            }
            ExprKind::Construct { constructor, args } => {
                let this = Value::Pointer(at);
                self.invoke(*constructor, Some(this), args, None)?;
                Ok(())
            }
            ExprKind::Load(place) if self.is_object_type(e.ty) => {
                let p = self.place(place)?;
                let source = self.source(p.base)?;
                let start = usize::try_from(p.offset).map_err(|_| "it reads outside an object".to_string())?;
                let n = self.sema.types.size_of(e.ty) as usize;
                let Some(bytes) = source.bytes.get(start..start + n) else { return Err("it reads outside an object".into()) };
                let (from, to) = (start as u64, (start + n) as u64);
                let pointers = source.pointers.range(from..to).map(|(o, p)| (o - from, *p)).collect();
                self.copy_in(Object { bytes: bytes.to_vec(), pointers }, at)
            }
            ExprKind::Conditional { condition, then, otherwise } if self.is_object_type(e.ty) => {
                if self.truth(condition)? {
                    self.build(then, object, offset, ty)
                } else {
                    self.build(otherwise, object, offset, ty)
                }
            }
            ExprKind::Sequence { first, second } if self.is_object_type(e.ty) => {
                self.effect(first)?;
                self.build(second, object, offset, ty)
            }
            ExprKind::Call { callee, args, returns_reference: false } if self.is_object_type(e.ty) => {
                self.call(callee, args, e.ty, Some(at))?;
                Ok(())
            }
            _ if self.is_object_type(e.ty) => {
                let p = self.place(e)?;
                let source = self.source(p.base)?;
                if p.offset != 0 || source.bytes.len() as u64 != self.sema.types.size_of(e.ty) {
                    let load = hir::Expr { kind: ExprKind::Load(Box::new(e.clone())), ..e.clone() };
                    return self.build_inner(&load, object, offset, ty);
                }
                self.copy_in(source, at)
            }
            _ => {
                let v = self.scalar(e)?;
                self.store(at, ty, v)
            }
        }
    }

    fn call(&mut self, callee: &hir::Callee, args: &[hir::Expr], _ty: TypeId, into: Option<Pointer>) -> Result<Option<Value>> {
        let f = match callee {
            hir::Callee::Direct(f) => *f,
            hir::Callee::Indirect(e) => match self.scalar(e)? {
                Value::Pointer(Pointer { base: Base::Function(f), .. }) => f,
                _ => return Err("it calls through an unknown pointer".into()),
            },
        };
        self.invoke(f, None, args, into)
    }

    fn invoke(&mut self, f: FunctionId, this: Option<Value>, args: &[hir::Expr], into: Option<Pointer>) -> Result<Option<Value>> {
        self.tick()?;
        if self.calls.len() as u32 > MAX_DEPTH {
            return Err("it recurses too deeply".into());
        }
        let owner: FuncId = self.sema.hir_owner[f.0 as usize];
        let func = &self.sema.funcs[owner.0 as usize];
        let name = self.sema.plain_func_name(func);
        let implicit = matches!(func.body, Body::Implicit(_) | Body::Lambda(_) | Body::Thunk(_) | Body::DestroyArray(_));
        let allowed = func.flags.is_constexpr || implicit || (matches!(func.kind, FuncName::Destructor));
        if !allowed {
            return Err(format!("it calls `{name}`, which is not `constexpr`"));
        }
        self.sema.check_body(owner);
        let function = &self.sema.functions[f.0 as usize];
        let Some(body) = function.body.clone() else { return Err(format!("it calls `{name}`, which has no body here")) };
        let params = function.params.clone();
        let types: Vec<TypeId> = params.iter().filter_map(|p| function.locals.get(p.0 as usize)).map(|l| l.ty.ty).collect();
        let result_ty = function.result;
        let mut locals = HashMap::new();
        let mut at = 0;
        if let Some(this) = this {
            let object = self.fresh(8);
            let ty = types.first().copied().unwrap_or(result_ty);
            self.store(Pointer { base: Base::Object(object), offset: 0 }, ty, this)?;
            if let Some(p) = params.first() {
                locals.insert(*p, object);
            }
            at = 1;
        }
        for (i, arg) in args.iter().enumerate() {
            let (Some(p), Some(ty)) = (params.get(at + i), types.get(at + i)) else { continue };
            let object = self.fresh(self.sema.types.size_of(*ty));
            self.build(arg, object, 0, *ty)?;
            locals.insert(*p, object);
        }
        let is_object = self.is_object_type(result_ty);
        let result_object = match into {
            Some(Pointer { base: Base::Object(i), .. }) if is_object => i,
            _ => self.fresh(self.sema.types.size_of(result_ty)),
        };
        let target = into.filter(|_| is_object).unwrap_or(Pointer { base: Base::Object(result_object), offset: 0 });
        self.calls.push(locals);
        self.results.push((result_object, None));
        self.local_types.push(f);
        self.offsets.push(target.offset as u64);
        let flow = self.block(&body);
        self.offsets.pop();
        self.local_types.pop();
        self.calls.pop();
        let result = self.results.pop();
        flow?;
        if is_object {
            return Ok(Some(Value::Pointer(target)));
        }
        Ok(result.and_then(|(_, v)| v))
    }

    fn block(&mut self, block: &hir::Block) -> Result<Flow> {
        let mut i = 0;
        while i < block.stmts.len() {
            match self.statement(&block.stmts[i])? {
                Flow::Next => i += 1,
                Flow::Goto(label) => {
                    // Forward or backward inside this block; otherwise outer blocks look.
                    match block.stmts.iter().position(|s| matches!(s.kind, StmtKind::Label(l) if l == label)) {
                        Some(at) => i = at,
                        None => return Ok(Flow::Goto(label)),
                    }
                }
                other => return Ok(other),
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, s: &hir::Stmt) -> Result<Flow> {
        self.tick()?;
        match &s.kind {
            StmtKind::Expr(e) => {
                self.effect(e)?;
                Ok(Flow::Next)
            }
            StmtKind::Declare { local, init } => {
                let f = self.current_local(*local)?;
                let object = self.fresh(self.sema.types.size_of(f));
                if let Some(call) = self.calls.last_mut() {
                    call.insert(*local, object);
                }
                if let Some(init) = init {
                    self.build(init, object, 0, f)?;
                }
                Ok(Flow::Next)
            }
            StmtKind::Block(b) => self.block(b),
            StmtKind::If { condition, then, otherwise } => {
                if self.truth(condition)? {
                    self.block(then)
                } else if let Some(o) = otherwise {
                    self.block(o)
                } else {
                    Ok(Flow::Next)
                }
            }
            StmtKind::Loop { condition_decl, condition, step, body, test_last, .. } => {
                let mut first = true;
                loop {
                    self.tick()?;
                    if !(first && *test_last) {
                        for d in condition_decl {
                            self.statement(d)?;
                        }
                        if let Some(c) = condition
                            && !self.truth(c)?
                        {
                            return Ok(Flow::Next);
                        }
                    }
                    first = false;
                    match self.block(body)? {
                        Flow::Next | Flow::Continue => {}
                        Flow::Break => return Ok(Flow::Next),
                        other => return Ok(other),
                    }
                    if let Some(step) = step {
                        self.effect(step)?;
                    }
                }
            }
            StmtKind::Switch { value, cases, default, body } => {
                let Value::Int(n) = self.scalar(value)? else { return Err("it switches on something else than a number".into()) };
                let label = cases.iter().find(|(a, b, _)| *a <= n && n <= *b).map(|c| c.2).or(*default);
                let Some(label) = label else { return Ok(Flow::Next) };
                let Some(at) = body.stmts.iter().position(|s| matches!(s.kind, StmtKind::Label(l) if l == label)) else {
                    return Err("it jumps into a nested block".into());
                };
                for s in &body.stmts[at..] {
                    match self.statement(s)? {
                        Flow::Next => {}
                        Flow::Break => return Ok(Flow::Next),
                        other => return Ok(other),
                    }
                }
                Ok(Flow::Next)
            }
            StmtKind::Break => Ok(Flow::Break),
            StmtKind::Continue => Ok(Flow::Continue),
            StmtKind::Return(None) => Ok(Flow::Return),
            StmtKind::Return(Some(e)) => {
                if self.is_object_type(e.ty) {
                    let object = self.results.last().map_or(0, |r| r.0);
                    let offset = self.offsets.last().copied().unwrap_or(0);
                    self.build(e, object, offset, e.ty)?;
                } else {
                    let v = self.scalar(e)?;
                    if let Some(r) = self.results.last_mut() {
                        r.1 = Some(v);
                    }
                }
                Ok(Flow::Return)
            }
            StmtKind::Goto(l) => Ok(Flow::Goto(*l)),
            StmtKind::Label(_) => Ok(Flow::Next),
            StmtKind::InitStatic { .. } => Err("it initialises a static variable".into()),
            StmtKind::Asm { .. } => Err("it contains `asm`".into()),
        }
    }

    fn current_local(&self, id: LocalId) -> Result<TypeId> {
        self.local_types
            .last()
            .and_then(|f| self.sema.functions[f.0 as usize].locals.get(id.0 as usize))
            .map(|l| l.ty.ty)
            .ok_or_else(|| "it declares a variable".to_string())
    }
}
