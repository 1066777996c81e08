//! Bit-fields of aggregates: the values of several become those of the words that they lie in.
//!
//! Bit-fields of different types share bytes, so their own storage units may overlap; a byte with bits of one holds nothing but
//! bits of such fields. The words here are made of these bytes and of padding, and never overlap.

use crate::hir::{self, ClassId, ExprKind, IntType, StmtKind, Type, TypeId};
use crate::sema::Sema;

/// A bit-field and the value that it starts with.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Bits from the start of the object.
    bit: u64,
    width: u32,
    value: hir::Expr,
}

impl Piece {
    /// `None` if `field` is no bit-field.
    pub(super) fn new(field: &hir::Field, value: hir::Expr) -> Option<Piece> {
        let (first, width) = field.bits?;
        Some(Piece { bit: 8 * field.offset + u64::from(first), width, value })
    }

    fn first_byte(&self) -> u64 {
        self.bit / 8
    }

    fn last_byte(&self) -> u64 {
        (self.bit + u64::from(self.width.max(1)) - 1) / 8
    }
}

/// Bytes of an object that are stored at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Word {
    at: u64,
    size: u64,
}

impl<'a> Sema<'a> {
    /// Adds the words of an object of `class` that `pieces` lie in to its `parts`; what an earlier word has of them is kept.
    pub(super) fn join_bit_fields(&mut self, class: ClassId, mut pieces: Vec<Piece>, parts: &mut Vec<(u64, hir::Expr)>) {
        let mut declared = self.keep_split_values(class, &mut pieces);
        let mut words: Vec<(Word, hir::Expr)> = Vec::new();
        for piece in &pieces {
            let mut byte = piece.first_byte();
            while byte <= piece.last_byte() {
                let word = self.word_of_bits(class, byte);
                let bits = self.bits_in_word(piece, word);
                match words.iter().position(|(other, _)| *other == word) {
                    Some(i) => words[i].1 = self.either_bits(words[i].1.clone(), bits),
                    None => words.push((word, bits)),
                }
                byte = word.at + word.size;
            }
        }
        let mut placed: Vec<(Option<usize>, u64, TypeId, hir::Expr)> = Vec::new();
        for (word, value) in words {
            let ty = self.word_type(word.size);
            placed.push((earlier(parts, word.at, ty), word.at, ty, value));
        }
        kern_diag::sort_by_number(&mut placed, |(at, ..)| at.map_or(i64::MAX, |at| at as i64));
        for (earlier, at, ty, mut value) in placed {
            if !declared.is_empty() {
                let span = value.span;
                let block = hir::Block { stmts: std::mem::take(&mut declared), end: span };
                value = self.make(ExprKind::Statements { block, value: Some(Box::new(value)) }, self.common.ulong, span);
            }
            match earlier {
                Some(i) => {
                    let old = self.scalar_convert(parts[i].1.clone(), self.common.ulong);
                    let whole = self.either_bits(old, value);
                    parts[i].1 = self.scalar_convert(whole, ty);
                }
                None => {
                    let whole = self.scalar_convert(value, ty);
                    parts.push((at, whole));
                }
            }
        }
    }

    /// Values of which several words have a part are computed once, before, and so are their neighbours, to keep the order.
    fn keep_split_values(&mut self, class: ClassId, pieces: &mut [Piece]) -> Vec<hir::Stmt> {
        let is_split = |p: &Piece| self.word_of_bits(class, p.first_byte()) != self.word_of_bits(class, p.last_byte());
        if self.frames.is_empty() || !pieces.iter().any(is_split) {
            return Vec::new();
        }
        let ulong = self.common.ulong;
        let mut declared = Vec::new();
        for piece in pieces.iter_mut().filter(|p| !matches!(p.value.kind, ExprKind::Int(_))) {
            let span = piece.value.span;
            let value = self.scalar_convert(piece.value.clone(), ulong);
            let local = self.hidden_local("", ulong.into(), span);
            declared.push(hir::Stmt { kind: StmtKind::Declare { local, init: Some(value) }, span });
            let place = self.make(ExprKind::Local(local), ulong, span);
            piece.value = self.make(ExprKind::Load(Box::new(place)), ulong, span);
        }
        declared
    }

    /// The widest word around `byte` that no other member lies in; at most as wide as the types and the alignment say.
    fn word_of_bits(&self, class: ClassId, byte: u64) -> Word {
        let made = self.types.class(class);
        let widest = made.fields.iter().filter(|f| f.bits.is_some()).map(|f| self.types.size_of(f.ty.ty)).max().unwrap_or(1);
        let mut size = widest.min(made.align).clamp(1, 8);
        loop {
            let at = byte / size * size;
            let is_taken = |f: &hir::Field| f.bits.is_none() && f.offset < at + size && at < f.offset + self.types.size_of(f.ty.ty);
            if size == 1 || at + size <= made.size && (made.is_union || !made.fields.iter().any(is_taken)) {
                return Word { at, size };
            }
            size /= 2;
        }
    }

    fn word_type(&mut self, size: u64) -> TypeId {
        match size {
            1 => self.common.uchar,
            2 => self.types.intern(Type::Int(IntType::UShort)),
            4 => self.common.uint,
            _ => self.common.ulong,
        }
    }

    /// What `word` holds of the bit-field, in 64 bits.
    fn bits_in_word(&mut self, piece: &Piece, word: Word) -> hir::Expr {
        let (span, ulong) = (piece.value.span, self.common.ulong);
        let mask = if piece.width >= 64 { i128::from(u64::MAX) } else { (1i128 << piece.width) - 1 };
        let up = i128::from(piece.bit) - 8 * i128::from(word.at);
        if let ExprKind::Int(n) = piece.value.kind {
            let moved = if up < 0 { (n & mask) >> -up } else { (n & mask) << up };
            return self.int_value(moved & ((1i128 << (8 * word.size)) - 1), ulong, span);
        }
        let value = self.scalar_convert(piece.value.clone(), ulong);
        let mask = self.int_value(mask, ulong, span);
        let masked = self.bits_op(hir::BinaryOp::BitAnd, value, mask);
        if up == 0 {
            return masked;
        }
        let amount = self.int_value(up.abs(), self.common.int, span);
        self.bits_op(if up < 0 { hir::BinaryOp::Shr } else { hir::BinaryOp::Shl }, masked, amount)
    }

    fn either_bits(&self, a: hir::Expr, b: hir::Expr) -> hir::Expr {
        match (&a.kind, &b.kind) {
            (ExprKind::Int(x), ExprKind::Int(y)) => self.int_value(x | y, self.common.ulong, b.span),
            _ => self.bits_op(hir::BinaryOp::BitOr, a, b),
        }
    }

    fn bits_op(&self, op: hir::BinaryOp, left: hir::Expr, right: hir::Expr) -> hir::Expr {
        let span = left.span;
        self.make(ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) }, self.common.ulong, span)
    }
}

/// Where `parts` have a value of type `ty` at `at`.
fn earlier(parts: &[(u64, hir::Expr)], at: u64, ty: TypeId) -> Option<usize> {
    parts.iter().position(|(offset, part)| *offset == at && part.ty == ty)
}
