//! Reads the body of a function into registers and blocks; `ssa` does the rest.

use super::cursor::{Cursor, Parsed};
use super::lexer::{Kind, Token};
use super::names::linkage_name;
use super::parse::{Parser, Symbol};
use super::raw::{Operand, RawBlock, RawBody, Stmt, Terminator, Var};
use super::spell::parse_mnemonic;
use super::ssa;
use crate::*;
use std::collections::HashMap;

/// Where a jump goes before all labels are known.
#[derive(Clone, Copy)]
enum Target<'t> {
    Label(&'t str, Token),
    Next(Token),
}

pub(super) fn parse(parser: &mut Parser<'_>, func: &mut Function) -> Parsed<()> {
    let start = parser.cursor.peek();
    let mut body = Body {
        p: parser,
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

/// The class and number of a register name.
fn register(word: &str) -> Option<(RegType, u32)> {
    let digits = word.find(|c: char| c.is_ascii_digit())?;
    let class = RegType::ALL.iter().find(|c| super::names::prefix(**c) == &word[..digits])?;
    let number = &word[digits..];
    (!number.starts_with('0')).then(|| number.parse().ok().map(|n| (*class, n)))?
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
                    ".pragma" => self.unroll()?,
                    word => {
                        self.c().next();
                        self.statement(token, word)?;
                    }
                },
                _ => return self.p.cursor.expected("an instruction"),
            }
        }
    }

    fn declarations(&mut self) -> Parsed<()> {
        loop {
            if self.p.cursor.is_word(".pragma") {
                self.c().next();
                match self.c().string()?.as_str() {
                    "noinline" => self.func.is_noinline = true,
                    "forceinline" => self.func.is_forceinline = true,
                    _ => return self.p.cursor.expected("a pragma of a function"),
                }
                self.c().mark(b';')?;
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
                self.func.slots.push(SlotData { size, align, info });
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

    // Places and blocks.

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

    fn unroll(&mut self) -> Parsed<()> {
        self.c().next();
        let token = self.p.cursor.peek();
        let text = self.c().string()?;
        let times = match text.as_str() {
            "nounroll" => Some(1),
            _ => text.strip_prefix("unroll ").and_then(|n| n.parse().ok()),
        };
        let block = self.current();
        match times {
            Some(times) => self.raw.blocks[block].unroll = Some(times),
            None => return self.p.cursor.wrong(token, format!("no pragma `{text}`")),
        }
        self.c().mark(b';')
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

    // Operands.

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

    // Statements.

    fn statement(&mut self, token: Token, word: &'t str) -> Parsed<()> {
        match word {
            "bra.uni" => {
                let token = self.p.cursor.peek();
                let label = self.c().word("a label")?;
                self.end(InstData::new(Opcode::Bra, Type::B32), Vec::new(), vec![Target::Label(label, token)]);
            }
            "ret" | "exit" | "trap" => {
                let op = match word {
                    "ret" => Opcode::Ret,
                    "exit" => Opcode::Exit,
                    _ => Opcode::Trap,
                };
                let result = if op == Opcode::Ret { self.result.take() } else { None };
                self.end(InstData::new(op, Type::B32), result.into_iter().collect(), Vec::new());
            }
            "brx.idx" => self.jump_table()?,
            "cvt.u32.u16" | "cvt.u16.u32" => self.half(token, word)?,
            _ => match word.split_once('.') {
                Some(("mov", ty)) => self.mov(token, ty)?,
                Some(("ld", rest)) if rest.starts_with("param.") => self.ld_param(token, word, &rest[6..])?,
                Some(("st", rest)) if rest.starts_with("param.") => self.st_result()?,
                _ => self.plain(token, word)?,
            },
        }
        self.c().mark(b';')
    }

    fn ty(&self, token: Token, text: &str) -> Parsed<Type> {
        match Type::from_text(text) {
            Some(ty) => Ok(ty),
            None => self.p.cursor.wrong(token, format!("no type `.{text}`")),
        }
    }

    fn st_result(&mut self) -> Parsed<()> {
        self.c().mark(b'[')?;
        self.c().keyword("func_retval0")?;
        self.c().mark(b']')?;
        self.c().mark(b',')?;
        let class = self.func.results.first().copied().unwrap_or(RegType::B32);
        self.result = Some(self.operand(class)?);
        Ok(())
    }

    /// `mov`: a copy, a constant, bits between classes, a special register, or an address.
    fn mov(&mut self, token: Token, ty: &str) -> Parsed<()> {
        let ty = self.ty(token, ty)?;
        let to = self.var()?;
        let class = self.raw.vars[to as usize];
        self.c().mark(b',')?;
        let source = self.p.cursor.peek();
        if source.kind != Kind::Word || register(self.p.cursor.spelled(source)).is_some() {
            let from = self.operand(class)?;
            let from_class = self.class_of(from);
            if from_class == class {
                self.push(Stmt::Copy { to, from });
            } else {
                let data = InstData { src_ty: type_of(from_class), ..InstData::new(Opcode::Mov, type_of(class)) };
                self.inst(data, vec![to], vec![from]);
            }
            return Ok(());
        }
        let word = self.c().word("a symbol")?;
        let (op, payload) = if let Some(sreg) = Sreg::from_text(word) {
            let changes = matches!(sreg, Sreg::Clock | Sreg::Clock64 | Sreg::Globaltimer);
            (if changes { Opcode::Clock } else { Opcode::Sreg }, Payload::Sreg(sreg))
        } else if let Some(&slot) = self.slots.get(word) {
            (Opcode::Address, Payload::Slot(slot))
        } else if let Some(param) = self.param(word, self.func.kernel_params.len()) {
            (Opcode::ParamAddress, Payload::Param(param))
        } else {
            match linkage_name(word).and_then(|name| self.p.names.get(&name)) {
                Some(&Symbol::Global(var)) => (Opcode::Address, Payload::Global(var)),
                Some(&Symbol::Func(func)) => (Opcode::Address, Payload::FuncAddr(func)),
                None => return self.p.cursor.wrong(source, format!("`{word}` is not declared")),
            }
        };
        self.inst(InstData { payload, ..InstData::new(op, ty) }, vec![to], Vec::new());
        Ok(())
    }

    /// The number in `NAME_param_3`.
    fn param(&self, word: &str, count: usize) -> Option<u32> {
        let (name, number) = word.rsplit_once("_param_")?;
        let number: u32 = number.parse().ok()?;
        ((number as usize) < count && linkage_name(name)? == self.func.name).then_some(number)
    }

    /// The conversions that stand for `mov` between `.b16` and `.b32`; else plain ones.
    fn half(&mut self, token: Token, word: &'t str) -> Parsed<()> {
        let to = self.var()?;
        self.c().mark(b',')?;
        let from = self.operand(RegType::B32)?;
        let (to_class, from_class) = (self.raw.vars[to as usize], self.class_of(from));
        let data = if to_class == RegType::B16 || from_class == RegType::B16 {
            InstData { src_ty: type_of(from_class), ..InstData::new(Opcode::Mov, type_of(to_class)) }
        } else {
            match parse_mnemonic(word) {
                Some(data) => data,
                None => return self.p.cursor.wrong(token, format!("no instruction `{word}`")),
            }
        };
        self.inst(data, vec![to], vec![from]);
        Ok(())
    }

    fn ld_param(&mut self, token: Token, word: &'t str, ty: &str) -> Parsed<()> {
        if self.p.cursor.is_mark(b'{') {
            return self.plain(token, word);
        }
        let to = self.var()?;
        self.c().mark(b',')?;
        self.c().mark(b'[')?;
        let symbol = self.p.cursor.peek();
        let name = self.c().word("a parameter")?;
        let class = self.raw.vars[to as usize];
        if register(name).is_some() {
            let base = self.var_of(symbol, name)?;
            let offset = self.offset()?;
            let Some(mut data) = parse_mnemonic(word) else { return self.p.cursor.wrong(token, format!("no instruction `{word}`")) };
            data.offset = offset;
            half_type(&mut data, class);
            self.inst(data, vec![to], vec![Operand::Reg(base)]);
            return Ok(());
        }
        let is_kernel = self.func.kind == FunctionKind::Kernel;
        let count = if is_kernel { self.func.kernel_params.len() } else { self.func.params.len() };
        let Some(index) = self.param(name, count) else {
            return self.p.cursor.wrong(symbol, format!("`{name}` is no parameter of this function"));
        };
        let offset = self.offset()?;
        if is_kernel {
            let ty = self.ty(token, ty)?;
            let mut data = InstData { payload: Payload::Param(index), offset, ..InstData::new(Opcode::LdParam, ty) };
            half_type(&mut data, class);
            self.inst(data, vec![to], Vec::new());
        } else if self.raw.blocks.len() > 1 || class != self.func.params[index as usize] {
            return self.p.cursor.wrong(symbol, "a parameter is read in the first block, into a register of its class".into());
        } else {
            self.push(Stmt::Parameter { to, index });
        }
        Ok(())
    }

    /// What follows the base of an address, with the bracket.
    fn offset(&mut self) -> Parsed<i64> {
        let offset = if self.c().eat(b'+') { self.c().signed("an offset")? } else { 0 };
        self.c().mark(b']')?;
        Ok(offset)
    }

    fn plain(&mut self, token: Token, word: &'t str) -> Parsed<()> {
        let Some(mut data) = parse_mnemonic(word) else {
            return self.p.cursor.wrong(token, format!("no instruction `{word}`"));
        };
        if matches!(data.op, Opcode::Call | Opcode::Mov | Opcode::Bra | Opcode::Brx) || data.op.is_terminator() {
            return self.p.cursor.wrong(token, format!("`{word}` is not written like this"));
        }
        let (mut to, mut from) = (Vec::new(), Vec::new());
        let mut parts = Parts { has_result: has_result(data.op), index: 0 };
        while !self.p.cursor.is_mark(b';') {
            if parts.index > 0 {
                self.c().mark(b',')?;
            }
            self.part(&mut data, &mut parts, &mut to, &mut from)?;
            parts.index += 1;
        }
        let values = from.iter().skip(1).copied().map(|o| self.class_of(o));
        let classes: Vec<RegType> = to.iter().map(|v| self.raw.vars[*v as usize]).chain(values).collect();
        if let Some(class) = classes.first() {
            half_type(&mut data, *class);
        }
        self.inst(data, to, from);
        Ok(())
    }

    fn part(&mut self, data: &mut InstData, parts: &mut Parts, to: &mut Vec<Var>, from: &mut Vec<Operand>) -> Parsed<()> {
        let is_result = parts.has_result && parts.index == 0;
        if self.c().eat(b'[') {
            let base = self.var()?;
            data.offset = self.offset()?;
            from.push(Operand::Reg(base));
            return Ok(());
        }
        if data.op == Opcode::Bar && parts.index == parts.has_result_count(data) {
            data.offset = self.c().signed("a barrier")?;
            return Ok(());
        }
        if self.c().eat(b'{') {
            loop {
                if is_result {
                    to.push(self.var()?);
                } else {
                    from.push(self.operand(data.ty.reg())?);
                }
                if !self.c().eat(b',') {
                    return self.c().mark(b'}');
                }
            }
        }
        if is_result && !(data.op == Opcode::Bar && parts.has_result_count(data) == 0) {
            to.push(self.var()?);
            if self.c().eat(b'|') {
                to.push(self.var()?);
            }
            return Ok(());
        }
        let class = operand_class(data, from.len());
        from.push(self.operand(class)?);
        Ok(())
    }

    /// `brx.idx clamped, table` after `min.u32 clamped, index, last`.
    fn jump_table(&mut self) -> Parsed<()> {
        let token = self.p.cursor.peek();
        let clamped = self.var()?;
        self.c().mark(b',')?;
        let name = self.c().word("a table")?;
        let Some(targets) = self.tables.get(name).cloned() else {
            return self.p.cursor.wrong(token, format!("`{name}` is no table"));
        };
        let block = self.current();
        let index = match self.raw.blocks[block].stmts.pop() {
            Some(Stmt::Inst { data, to, from })
                if data.op == Opcode::Min
                    && data.ty == Type::U32
                    && to == [clamped]
                    && from.get(1) == Some(&Operand::Const(RegType::B32, targets.len() as u64 - 1)) =>
            {
                from[0]
            }
            _ => return self.p.cursor.wrong(token, "expected the index to be clamped by `min.u32` just before".into()),
        };
        self.end(InstData::new(Opcode::Brx, Type::B32), vec![index], targets);
        Ok(())
    }

    fn call(&mut self) -> Parsed<()> {
        self.c().next();
        let mut from = Vec::new();
        let mut results = Vec::new();
        while self.c().eat_word(".param") {
            let class = self.c().class()?;
            let name = self.c().word("a parameter")?;
            self.c().mark(b';')?;
            if name == "retval0" {
                results.push(class);
                break;
            }
            self.c().word("`st.param`")?;
            self.c().mark(b'[')?;
            self.c().keyword(name)?;
            self.c().mark(b']')?;
            self.c().mark(b',')?;
            from.push(self.operand(class)?);
            self.c().mark(b';')?;
        }
        if self.p.cursor.is_label() {
            while !self.p.cursor.is_mark(b';') && self.p.cursor.peek().kind != Kind::End {
                self.c().next();
            }
            self.c().mark(b';')?;
        }
        let is_indirect = !self.c().eat_word("call.uni");
        if is_indirect {
            self.c().keyword("call")?;
        }
        if self.c().eat(b'(') {
            self.c().keyword("retval0")?;
            self.c().mark(b')')?;
            self.c().mark(b',')?;
        }
        let token = self.p.cursor.peek();
        let payload = if is_indirect {
            let address = self.var()?;
            from.insert(0, Operand::Reg(address));
            Payload::CallIndirect(results.clone())
        } else {
            let name = self.c().name("a function")?;
            match self.p.names.get(&name) {
                Some(&Symbol::Func(func)) => Payload::Call(func),
                _ => return self.p.cursor.wrong(token, format!("`{name}` is no function declared before")),
            }
        };
        while !self.p.cursor.is_mark(b';') && self.p.cursor.peek().kind != Kind::End {
            self.c().next();
        }
        self.c().mark(b';')?;
        let mut to = Vec::new();
        if !results.is_empty() {
            self.c().word("`ld.param`")?;
            to.push(self.var()?);
            self.c().mark(b',')?;
            self.c().mark(b'[')?;
            self.c().keyword("retval0")?;
            self.c().mark(b']')?;
            self.c().mark(b';')?;
        }
        self.c().mark(b'}')?;
        self.inst(InstData { payload, ..InstData::new(Opcode::Call, Type::B32) }, to, from);
        Ok(())
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
            Err(var) => {
                let name = self.vars.iter().find(|(_, v)| **v == var).map_or("?", |(name, _)| name);
                self.p.cursor.wrong(start, format!("`{name}` may be read before it is written"))
            }
        }
    }
}

/// Where the reading of the operands of an instruction is.
struct Parts {
    has_result: bool,
    index: usize,
}

impl Parts {
    /// Where the number of a barrier stands: after the result, if there is one.
    fn has_result_count(&self, data: &InstData) -> usize {
        matches!(data.attrs.bar, Some(BarKind::RedPopc | BarKind::RedAnd | BarKind::RedOr)) as usize
    }
}

fn has_result(op: Opcode) -> bool {
    !matches!(
        op,
        Opcode::St | Opcode::Red | Opcode::Fence | Opcode::Prefetch | Opcode::BarWarp | Opcode::Nanosleep | Opcode::Call | Opcode::Bra
    )
}

/// The type of IR instructions that only have a class.
fn type_of(class: RegType) -> Type {
    match class {
        RegType::Pred => Type::Pred,
        RegType::B16 => Type::F16,
        RegType::B32 => Type::B32,
        RegType::B64 => Type::B64,
        RegType::F32 => Type::F32,
        RegType::F64 => Type::F64,
    }
}

/// `.b16` with registers of that class is the IR's `.f16`.
fn half_type(data: &mut InstData, class: RegType) {
    if class == RegType::B16 && data.ty == Type::B16 {
        (data.ty, data.src_ty) = (Type::F16, Type::F16);
    }
}

/// The class of an immediate that is operand `index`.
fn operand_class(data: &InstData, index: usize) -> RegType {
    let ty = data.ty.reg();
    match data.op.row().operands {
        OperandRule::Shift if index == 1 => RegType::B32,
        OperandRule::Mul(_) if index == 2 && data.attrs.mul == Some(MulMode::Wide) => RegType::B64,
        OperandRule::Cvt => data.src_ty.reg(),
        OperandRule::Special => match data.op {
            Opcode::Bfe | Opcode::Match if index > 0 => RegType::B32,
            Opcode::Bfi if index > 1 => RegType::B32,
            Opcode::Bfe | Opcode::Bfi | Opcode::Match => ty,
            Opcode::Cvta | Opcode::Isspacep => RegType::B64,
            _ => RegType::B32,
        },
        _ => ty,
    }
}
