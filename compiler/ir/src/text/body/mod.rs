//! Reads the body of a function into registers and blocks; `ssa` does the rest.
//!
//! Here what surrounds the instructions: register declarations, places, labels, branches and operands.

mod classes;
mod statement;
mod texture;

use super::cursor::{Cursor, Parsed};
use super::lexer::{Kind, Token};
use super::parse::Parser;
use super::raw::{Operand, RawBlock, RawBody, Stmt, Terminator, Var};
use super::ssa::{self, Refusal};
use crate::analysis::loops_too_deep;
use crate::*;
use classes::register;
use std::collections::HashMap;

/// Where a jump goes before all labels are known.
#[derive(Clone, Copy)]
enum Target<'t> {
    Label(&'t str, Token),
    Next(Token),
}

impl Parser<'_> {
    /// Reads the body of a function.
    pub(super) fn body(&mut self, func: &mut Function) -> Parsed<()> {
        let start = self.cursor.peek();
        let mut body = Body {
            p: self,
            func,
            raw: RawBody { blocks: vec![RawBlock::default()], vars: Vec::new() },
            vars: HashMap::new(),
            declared: [0; RegType::ALL.len()],
            labels: HashMap::new(),
            targets: vec![Vec::new()],
            tables: HashMap::new(),
            slots: HashMap::new(),
            result: None,
            loc: LocId::NONE,
            written: HashMap::new(),
        };
        body.run()?;
        body.resolve(start)
    }
}

struct Body<'b, 't> {
    p: &'b mut Parser<'t>,
    func: &'b mut Function,
    raw: RawBody,
    vars: HashMap<&'t str, Var>,
    declared: [u32; RegType::ALL.len()],
    labels: HashMap<&'t str, usize>,
    /// For each block the targets of its end.
    targets: Vec<Vec<Target<'t>>>,
    tables: HashMap<&'t str, Vec<Target<'t>>>,
    slots: HashMap<&'t str, Slot>,
    /// What `st.param [func_retval0]` stored.
    result: Option<Operand>,
    loc: LocId,
    written: HashMap<(u32, u32, u32), LocId>,
}

impl<'t> Body<'_, 't> {
    fn c(&mut self) -> &mut Cursor<'t> {
        &mut self.p.cursor
    }

    fn run(&mut self) -> Parsed<()> {
        self.c().mark(b'{')?;
        self.declarations()?;
        if self.p.cursor.is_word(".loc") {
            self.place()?;
            self.func.loc = self.loc;
        }
        loop {
            let token = self.p.cursor.peek();
            match token.kind {
                Kind::Mark(b'}') => {
                    self.c().next();
                    return Ok(());
                }
                Kind::Mark(b'{') => self.call()?,
                Kind::Mark(b'@') => self.conditional()?,
                Kind::Word if self.p.cursor.is_label() => self.label()?,
                Kind::Word => match self.p.cursor.spelled(token) {
                    ".loc" => self.place()?,
                    ".pragma" => self.nounroll()?,
                    word => {
                        self.c().next();
                        self.statement(token, word)?;
                    }
                },
                Kind::Remark => self.unroll(),
                _ => return self.p.cursor.expected("an instruction"),
            }
        }
    }

    fn declarations(&mut self) -> Parsed<()> {
        loop {
            if let Some(remark) = self.c().whole_remark() {
                match remark.as_str() {
                    "noinline" => self.func.is_noinline = true,
                    "forceinline" => self.func.is_forceinline = true,
                    other => {
                        let stack = other.strip_prefix("stack ").and_then(|bytes| bytes.parse().ok());
                        self.func.stack = stack.unwrap_or(self.func.stack);
                    }
                }
            } else if self.c().eat_word(".local") {
                let align = self.c().align()?;
                self.c().keyword(".b8")?;
                let name = self.c().word("a name")?;
                let token = self.p.cursor.peek();
                let Some(size) = self.c().array_size()? else { return self.p.cursor.wrong(token, "expected a size".into()) };
                self.c().mark(b';')?;
                let mut info = VarInfo { element_size: size, ..VarInfo::default() };
                if let Some((name, type_name)) = self.c().remark() {
                    (info.name, info.type_name) = (name, type_name);
                }
                self.slots.insert(name, Slot(self.func.slots.len() as u32));
                self.func.slots.push(SlotData { size, align, info, is_late: false });
            } else if self.c().eat_word(".reg") {
                let class = self.c().class()?;
                self.c().keyword(super::names::prefix(class))?;
                self.c().mark(b'<')?;
                self.declared[class as usize] = self.c().number("a number of registers")?;
                self.c().mark(b'>')?;
                self.c().mark(b';')?;
            } else {
                return Ok(());
            }
        }
    }

    fn place(&mut self) -> Parsed<()> {
        self.c().next();
        let token = self.p.cursor.peek();
        let key = self.triple()?;
        let mut loc = Loc { file: key.0, line: key.1, column: key.2, start: 0, end: 0, inlined_at: LocId::NONE, function: String::new() };
        if self.c().eat(b',') {
            self.c().keyword("function_name")?;
            loc.function = self.c().word("a label")?.to_string();
            self.c().mark(b',')?;
            self.c().keyword("inlined_at")?;
            let token = self.p.cursor.peek();
            let caller = self.triple()?;
            match self.written.get(&caller) {
                Some(caller) => loc.inlined_at = *caller,
                None => return self.p.cursor.wrong(token, "no `.loc` before says this place".into()),
            }
        }
        if key.0 == 0 || key.0 as usize >= self.p.module.files.len() {
            return self.p.cursor.wrong(token, format!("there is no file {}", key.0));
        }
        if key.1 == 0 {
            self.loc = LocId::NONE;
            return Ok(());
        }
        self.loc = self.p.locs.intern(&mut self.p.module, loc);
        self.written.insert(key, self.loc);
        Ok(())
    }

    fn triple(&mut self) -> Parsed<(u32, u32, u32)> {
        let c = self.c();
        Ok((c.number("a file number")?, c.number("a line")?, c.number("a column")?))
    }

    fn current(&mut self) -> usize {
        let last = self.raw.blocks.len() - 1;
        if self.raw.blocks[last].end.is_some() { self.new_block() } else { last }
    }

    fn new_block(&mut self) -> usize {
        self.raw.blocks.push(RawBlock::default());
        self.targets.push(Vec::new());
        self.raw.blocks.len() - 1
    }

    fn end(&mut self, data: InstData, from: Vec<Operand>, targets: Vec<Target<'t>>) {
        let block = self.current();
        let data = InstData { loc: self.loc, ..data };
        self.raw.blocks[block].end = Some(Terminator { data, from, targets: Vec::new() });
        self.targets[block] = targets;
    }

    fn label(&mut self) -> Parsed<()> {
        let token = self.c().next();
        let name = self.p.cursor.spelled(token);
        self.c().mark(b':')?;
        if self.c().eat_word(".branchtargets") {
            let mut targets = Vec::new();
            loop {
                let token = self.p.cursor.peek();
                targets.push(Target::Label(self.c().word("a label")?, token));
                if !self.c().eat(b',') {
                    break;
                }
            }
            self.tables.insert(name, targets);
            return self.c().mark(b';');
        }
        let last = self.raw.blocks.len() - 1;
        if self.raw.blocks[last].end.is_none() {
            self.end(InstData::new(Opcode::Bra, Type::B32), Vec::new(), vec![Target::Next(token)]);
        }
        let block = self.new_block();
        match self.labels.insert(name, block) {
            None => Ok(()),
            Some(_) => self.p.cursor.wrong(token, format!("the label `{name}` is here twice")),
        }
    }

    fn nounroll(&mut self) -> Parsed<()> {
        self.c().next();
        let token = self.p.cursor.peek();
        let text = self.c().string()?;
        if text != "nounroll" {
            return self.p.cursor.wrong(token, format!("no pragma `{text}`"));
        }
        let block = self.current();
        self.raw.blocks[block].unroll = Some(1);
        self.c().mark(b';')
    }

    /// PTX has a pragma only for 1; other factors are a remark. Any other remark is a comment.
    fn unroll(&mut self) {
        let times = self.c().whole_remark().and_then(|text| text.strip_prefix("unroll ").and_then(|n| n.parse().ok()));
        if times.is_some() {
            let block = self.current();
            self.raw.blocks[block].unroll = times;
        }
    }

    fn conditional(&mut self) -> Parsed<()> {
        self.c().next();
        let is_negated = self.c().eat(b'!');
        let condition = self.operand(RegType::Pred)?;
        self.c().keyword("bra")?;
        let token = self.p.cursor.peek();
        let taken = Target::Label(self.c().word("a label")?, token);
        self.c().mark(b';')?;
        let token = self.p.cursor.peek();
        let other = if self.c().eat_word("bra.uni") {
            let token = self.p.cursor.peek();
            let label = self.c().word("a label")?;
            self.c().mark(b';')?;
            Target::Label(label, token)
        } else {
            Target::Next(token)
        };
        let targets = if is_negated { vec![other, taken] } else { vec![taken, other] };
        self.end(InstData::new(Opcode::Bra, Type::B32), vec![condition], targets);
        Ok(())
    }

    fn var(&mut self) -> Parsed<Var> {
        let token = self.p.cursor.peek();
        let word = self.c().word("a register")?;
        self.var_of(token, word)
    }

    fn var_of(&mut self, token: Token, word: &'t str) -> Parsed<Var> {
        if let Some(&var) = self.vars.get(word) {
            return Ok(var);
        }
        match register(word) {
            Some((class, number)) if number < self.declared[class as usize] => {
                let var = self.raw.vars.len() as Var;
                self.raw.vars.push(class);
                self.vars.insert(word, var);
                Ok(var)
            }
            Some(_) => self.p.cursor.wrong(token, format!("the register `{word}` is not declared")),
            None => self.p.cursor.wrong(token, format!("expected a register, found `{word}`")),
        }
    }

    /// A register or an immediate of class `class`.
    fn operand(&mut self, class: RegType) -> Parsed<Operand> {
        let token = self.p.cursor.peek();
        if token.kind == Kind::Word {
            return Ok(Operand::Reg(self.var()?));
        }
        let word = self.p.cursor.spelled(token);
        let float = match (word.get(..2), word.len()) {
            (Some("0f"), 10) => Some(RegType::F32),
            (Some("0d"), 18) => Some(RegType::F64),
            _ => None,
        };
        if let Some(float) = float {
            self.c().next();
            return match u64::from_str_radix(&word[2..], 16) {
                Ok(bits) => Ok(Operand::Const(float, bits)),
                Err(_) => self.p.cursor.wrong(token, format!("`{word}` is no number")),
            };
        }
        let value = self.c().signed("an operand")?;
        let bits = match class {
            RegType::B64 => value as u64,
            RegType::Pred => value as u64 & 1,
            RegType::B16 => value as u64 & 0xffff,
            _ => value as u64 & 0xffff_ffff,
        };
        Ok(Operand::Const(class, bits))
    }

    fn class_of(&self, operand: Operand) -> RegType {
        match operand {
            Operand::Reg(var) => self.raw.vars[var as usize],
            Operand::Const(class, _) => class,
        }
    }

    fn push(&mut self, stmt: Stmt) {
        let block = self.current();
        self.raw.blocks[block].stmts.push(stmt);
    }

    fn inst(&mut self, data: InstData, to: Vec<Var>, from: Vec<Operand>) {
        let data = InstData { loc: self.loc, ..data };
        self.push(Stmt::Inst { data, to, from });
    }

    fn ty(&self, token: Token, text: &str) -> Parsed<Type> {
        match Type::from_text(text) {
            Some(ty) => Ok(ty),
            None => self.p.cursor.wrong(token, format!("no type `.{text}`")),
        }
    }

    /// Finds the labels and builds the function.
    fn resolve(mut self, start: Token) -> Parsed<()> {
        let count = self.raw.blocks.len();
        for block in 0..count {
            let Some(end) = &mut self.raw.blocks[block].end else {
                return self.p.cursor.wrong(start, format!("a block of `{}` has no end", self.func.name));
            };
            for target in &self.targets[block] {
                end.targets.push(match *target {
                    Target::Next(token) if block + 1 == count => {
                        return self.p.cursor.wrong(token, "there is no block after this one".into());
                    }
                    Target::Next(_) => block + 1,
                    Target::Label(label, token) => match self.labels.get(label) {
                        Some(&block) => block,
                        None => return self.p.cursor.wrong(token, format!("no label `{label}`")),
                    },
                });
            }
        }
        match ssa::build(self.func, self.raw) {
            Ok(()) => Ok(()),
            Err(Refusal::LoopsTooDeep(depth, block)) => {
                let back = self.targets.iter().flatten().find_map(|target| match target {
                    Target::Label(label, token) if self.labels.get(label) == Some(&block) => Some(*token),
                    _ => None,
                });
                Err(Box::new(loops_too_deep(self.p.cursor.span(back.unwrap_or(start)), depth)))
            }
            Err(Refusal::Unset(var)) => {
                let name = self.vars.iter().find(|(_, v)| **v == var).map_or("?", |(name, _)| name);
                self.p.cursor.wrong(start, format!("`{name}` may be read before it is written"))
            }
        }
    }
}
