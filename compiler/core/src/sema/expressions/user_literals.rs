//! Numbers with a suffix of the program whose literal operator takes them as they are written (C++17 [lex.ext] 3 and 4).

use super::{Arg, Overloads, Val};
use crate::hir::{IntType, Type};
use crate::sema::Sema;
use crate::sema::entity::{Entity, FuncRef, TArg};
use crate::sema::scope::Want;
use crate::sema::specifiers::segment_text;
use kern_diag::Span;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// The call of the literal operator of a number that takes its text, or its characters as template arguments; `None` for all
    /// other calls, and where one takes the number's value.
    pub(super) fn spelled_literal(&mut self, path: &'a ast::Path, args: &'a [ast::Expr], span: Span) -> Option<Val> {
        let [segment @ ast::PathSegment { name: ast::SegmentName::Literal(suffix), .. }] = path.segments.as_slice() else { return None };
        let [number] = args else { return None };
        let cooked = match number.kind {
            ast::ExprKind::Int { .. } => Type::Int(IntType::ULongLong),
            ast::ExprKind::Float { .. } => Type::LongDouble,
            _ => return None,
        };
        let name = segment_text(&segment.name);
        let Some(Entity::Functions(set)) = self.lookup(&name, Want::Any) else { return None };
        let only_parameter = |f: &FuncRef| match f {
            FuncRef::Plain(f) => self.funcs[f.0 as usize].ty.params.first().copied().filter(|_| self.funcs[f.0 as usize].params.len() == 1),
            FuncRef::Template(_) => None,
        };
        if set.iter().filter_map(only_parameter).any(|q| *self.ty(q.ty) == cooked) {
            return None;
        }
        let text = self.sources.text(number.span).strip_suffix(&**suffix)?.to_string();
        let is_raw = |f: &FuncRef| only_parameter(f).is_some_and(|q| self.is_pointer(q.ty));
        let raw: Vec<FuncRef> = set.iter().copied().filter(is_raw).collect();
        if !raw.is_empty() {
            let mut bytes = text.into_bytes();
            bytes.push(0);
            let text = self.string_place(self.common.char, bytes, number.span);
            let o = Overloads { name, set: raw, args: None, is_qualified: false, span: path.span };
            return Some(self.call_overloads(o, None, vec![Arg::Val(text)], span));
        }
        let template = set.iter().find_map(|f| match *f {
            FuncRef::Template(t) if self.takes_characters(f) => Some(t),
            _ => None,
        })?;
        let characters = text.bytes().map(|c| TArg::Int(i128::from(c), self.common.char)).collect();
        let f = self.instantiate_function(template, vec![Some(TArg::Pack(characters))])?;
        Some(self.build_call(f, None, Vec::new(), span))
    }

    /// `template <char...>`
    fn takes_characters(&self, f: &FuncRef) -> bool {
        let FuncRef::Template(t) = f else { return false };
        let is_value = |p: &ast::TemplateParam| p.is_pack && matches!(p.kind, ast::TemplateParamKind::Value { .. });
        matches!(self.fn_templates[t.0 as usize].params, [only] if is_value(only))
    }
}
