//! Statements of a body: one instruction each, by mnemonic; the odd ones (`mov`, `ld.param`, `call`, jumps by table) by hand.

use super::classes::{half_type, has_result, operand_class, register, type_of};
use super::{Body, Target};
use crate::text::cursor::Parsed;
use crate::text::lexer::{Kind, Token};
use crate::text::names::linkage_name;
use crate::text::parse::Symbol;
use crate::text::raw::{Operand, Stmt, Var};
use crate::text::spell::parse_mnemonic;
use crate::*;

/// What `counts 16 bytes from -4` says.
fn counted(bytes: &str, from: &str) -> Option<Counted> {
    Some(Counted { bytes: bytes.parse().ok()?, from: from.parse().ok()? })
}

impl<'t> Body<'_, 't> {
    pub(super) fn statement(&mut self, token: Token, word: &'t str) -> Parsed<()> {
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
            "cp.async.wait_all" => {
                let all = Operand::Const(RegType::B32, u64::from(u32::MAX));
                self.inst(InstData::new(Opcode::AsyncWait, Type::B32), Vec::new(), vec![all]);
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
        self.c().mark(b';')?;
        if let Some((remark, _)) = self.c().remark() {
            self.mark(&remark);
        }
        Ok(())
    }

    /// The instruction that was just read is half of an asynchronous copy, or counted with its neighbours.
    fn mark(&mut self, remark: &str) {
        let block = self.current();
        if let Some(Stmt::Inst { data, .. }) = self.raw.blocks[block].stmts.last_mut()
            && matches!(data.op, Opcode::Ld | Opcode::St)
        {
            match remark.split(' ').collect::<Vec<_>>()[..] {
                ["async"] => data.attrs.is_async = true,
                ["counts", bytes, "bytes"] => data.attrs.counted = counted(bytes, "0"),
                ["counts", bytes, "bytes", "from", from] => data.attrs.counted = counted(bytes, from),
                _ => {}
            }
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
        if data.op.is_texture() {
            return self.texture(token, data);
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

    pub(super) fn call(&mut self) -> Parsed<()> {
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
        // A result that nobody reads is not loaded.
        if !results.is_empty() && !self.p.cursor.is_mark(b'}') {
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
