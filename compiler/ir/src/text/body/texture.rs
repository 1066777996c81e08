//! Operands of texture and surface instructions.

use super::Body;
use crate::text::cursor::Parsed;
use crate::text::lexer::Token;
use crate::text::raw::Operand;
use crate::texture::{groups, padded};
use crate::*;

impl Body<'_, '_> {
    /// Reads what stands behind the mnemonic of `data`.
    pub(super) fn texture(&mut self, token: Token, data: InstData) -> Parsed<()> {
        let Some((place, added)) = groups(&data) else { return self.p.cursor.wrong(token, "the geometry is missing".into()) };
        let mut to = Vec::new();
        let count = crate::texture::results(&data).len();
        if data.op == Opcode::Txq {
            to.push(self.var()?);
            self.c().mark(b',')?;
        } else if count > 0 {
            self.c().mark(b'{')?;
            for index in 0..count {
                if index > 0 {
                    self.c().mark(b',')?;
                }
                to.push(self.var()?);
            }
            self.c().mark(b'}')?;
            self.c().mark(b',')?;
        }
        self.c().mark(b'[')?;
        let mut from = vec![Operand::Reg(self.var()?)];
        if !place.is_empty() {
            self.c().mark(b',')?;
            self.vector(&place, &mut from)?;
        }
        self.c().mark(b']')?;
        for group in added {
            self.c().mark(b',')?;
            if data.op == Opcode::TexLevel {
                from.push(self.operand(group[0])?);
            } else {
                self.vector(&group, &mut from)?;
            }
        }
        self.inst(data, to, from);
        Ok(())
    }

    /// `{a, b, c, c}`: what fills up is dropped.
    fn vector(&mut self, classes: &[RegType], from: &mut Vec<Operand>) -> Parsed<()> {
        self.c().mark(b'{')?;
        for index in 0..padded(classes.len()) {
            if index > 0 {
                self.c().mark(b',')?;
            }
            let class = classes.get(index).or(classes.last()).copied().unwrap_or(RegType::B32);
            let operand = self.operand(class)?;
            if index < classes.len() {
                from.push(operand);
            }
        }
        self.c().mark(b'}')
    }
}
