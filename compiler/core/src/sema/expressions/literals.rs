//! Literals: their types (C++17 [lex.literal]) and the objects that strings are.

use super::Val;
use crate::hir::{self, ExprKind, IntType, QualType, Type, TypeId};
use crate::sema::{Sema, constant, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, StringPrefix};

impl<'a> Sema<'a> {
    pub(super) fn int_literal(&mut self, value: u128, suffix: ast::IntSuffix, is_decimal: bool, span: Span) -> Val {
        use IntType::*;
        let candidates: &[IntType] = match (suffix.is_unsigned, suffix.longs, is_decimal) {
            (false, 0, true) => &[Int, Long, Int128],
            (false, 0, false) => &[Int, UInt, Long, ULong],
            (true, 0, _) => &[UInt, ULong],
            (false, 1, true) => &[Long, Int128],
            (false, 1, false) => &[Long, ULong],
            (true, 1, _) => &[ULong],
            (false, _, true) => &[LongLong, Int128],
            (false, _, false) => &[LongLong, ULongLong],
            (true, _, _) => &[ULongLong],
        };
        let fits = |t: &&IntType| {
            let bits = t.size() * 8 - u64::from(t.is_signed());
            bits >= 128 || value >> bits == 0
        };
        let Some(ty) = candidates.iter().find(fits) else {
            self.report(errors::integer_too_large(span));
            return self.error_value(span);
        };
        let ty = self.types.intern(Type::Int(*ty));
        self.value(ExprKind::Int(value as i128), ty, span)
    }

    pub(super) fn float_literal(&mut self, value: f64, suffix: ast::FloatSuffix, span: Span) -> Val {
        let (ty, value) = match suffix {
            ast::FloatSuffix::None => (Type::F64, value),
            ast::FloatSuffix::Float => (Type::F32, f64::from(value as f32)),
            ast::FloatSuffix::Long => (Type::LongDouble, value),
        };
        let ty = self.types.intern(ty);
        self.value(ExprKind::Float(value), ty, span)
    }

    /// The element type of a string literal and its units with the terminating zero.
    pub(in crate::sema) fn string_units(&mut self, s: &ast::StringLiteral) -> (TypeId, Vec<u8>) {
        let text = String::from_utf8_lossy(&s.bytes);
        let (ty, mut bytes): (Type, Vec<u8>) = match s.prefix {
            StringPrefix::None | StringPrefix::Utf8 => (Type::Int(IntType::Char), s.bytes.to_vec()),
            StringPrefix::Wide => (Type::Int(IntType::WChar), text.chars().flat_map(|c| (c as u32).to_le_bytes()).collect()),
            StringPrefix::Utf32 => (Type::Int(IntType::Char32), text.chars().flat_map(|c| (c as u32).to_le_bytes()).collect()),
            StringPrefix::Utf16 => (Type::Int(IntType::Char16), text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        };
        let ty = self.types.intern(ty);
        let unit = self.types.size_of(ty) as usize;
        bytes.extend(std::iter::repeat_n(0, unit));
        (ty, bytes)
    }

    pub(in crate::sema) fn string_literal(&mut self, s: &ast::StringLiteral, span: Span) -> Val {
        let (element, bytes) = self.string_units(s);
        self.string_place(element, bytes, span)
    }

    /// A constant array of characters as a global, shared between equal strings.
    pub(in crate::sema) fn string_place(&mut self, element: TypeId, bytes: Vec<u8>, span: Span) -> Val {
        let count = bytes.len() as u64 / self.types.size_of(element).max(1);
        let q = QualType { is_const: true, ..element.into() };
        let ty = self.array_of(q, Some(count));
        let id = match self.strings.get(&(ty, bytes.clone())) {
            Some(&id) => id,
            None => {
                let symbol = format!("$str{}", self.strings.len());
                let init = hir::GlobalInit::Bytes { bytes: bytes.clone(), relocations: Vec::new() };
                let id = self.nameless_global(symbol, QualType { is_const: true, ..ty.into() }, hir::GlobalSpace::Both, init, span);
                self.strings.insert((ty, bytes), id);
                id
            }
        };
        self.place(ExprKind::Global(id), QualType { is_const: true, ..ty.into() }, span)
    }

    /// The value of type `ty` that an evaluation found, without the code that computes it.
    pub(in crate::sema) fn found_value(&mut self, object: &constant::Object, ty: TypeId, span: Span) -> hir::Expr {
        if let Some(scalar) = self.scalar_of(object, ty) {
            return self.scalar_expr(scalar, ty, span);
        }
        let init = self.global_bytes(object.clone());
        let symbol = format!("$found{}", self.globals.len());
        let id = self.nameless_global(symbol, QualType { is_const: true, ..ty.into() }, hir::GlobalSpace::Both, init, span);
        let place = self.place(ExprKind::Global(id), QualType { is_const: true, ..ty.into() }, span);
        self.make(ExprKind::Load(Box::new(place.e)), ty, span)
    }

    /// A variable that the compiler makes: no name finds it.
    pub(in crate::sema) fn nameless_global(
        &mut self,
        symbol: String,
        ty: QualType,
        space: hir::GlobalSpace,
        init: hir::GlobalInit,
        span: Span,
    ) -> hir::GlobalId {
        let id = hir::GlobalId(self.globals.len() as u32);
        self.globals.push(hir::Global {
            name: "".into(),
            symbol: symbol.into(),
            linkage: hir::Linkage::Internal,
            is_declared_only: false,
            has_initialiser: false,
            ty,
            space,
            align: None,
            init,
            destructor: None,
            function: None,
            is_local_static: false,
            is_thread_local: false,
            span,
        });
        id
    }
}
