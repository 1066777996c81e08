//! Reads back what `print` writes, and nothing else.
//!
//! The first mistake ends the reading. What is read is verified; a text that breaks a rule of the IR is an error too.

use super::cursor::{Cursor, Parsed};
use super::lexer::{Kind, Token};
use crate::*;
use kern_diag::{Code, Diagnostic, FileId};
use std::collections::HashMap;

/// Reads a module; `file` is where the places of the diagnostic point.
pub fn parse(file: FileId, text: &str) -> Result<Module, Box<Diagnostic>> {
    let mut module = read(file, text)?;
    if let Some(error) = verify(&module).into_iter().next() {
        return Err(broken_rule(file, text, &error));
    }
    for func in &mut module.functions {
        func.compact();
    }
    Ok(module)
}

/// Reads a module that may break rules.
pub(super) fn read(file: FileId, text: &str) -> Result<Module, Box<Diagnostic>> {
    let mut parser = Parser {
        cursor: Cursor::new(file, text),
        module: Module::new(ModuleKind::Device),
        names: HashMap::new(),
        order: Vec::new(),
        locs: LocInterner::default(),
        strings: HashMap::new(),
    };
    parser.module()?;
    Ok(parser.finish())
}

pub(super) fn broken_rule(file: FileId, text: &str, error: &VerifyError) -> Box<Diagnostic> {
    let whole = kern_diag::Span::new(file, 0, text.len().min(u32::MAX as usize) as u32);
    Box::new(Diagnostic::error(Code::IR_RULE, whole, error.to_string()))
}

/// What a linkage name stands for.
#[derive(Clone, Copy)]
pub(super) enum Symbol {
    Func(FuncId),
    Global(GlobalVar),
}

pub(super) struct Parser<'t> {
    pub(super) cursor: Cursor<'t>,
    pub(super) module: Module,
    pub(super) names: HashMap<String, Symbol>,
    /// Functions with bodies in the order of their bodies.
    order: Vec<FuncId>,
    pub(super) locs: LocInterner,
    strings: HashMap<&'t str, String>,
}

impl<'t> Parser<'t> {
    fn module(&mut self) -> Parsed<()> {
        let c = &mut self.cursor;
        c.keyword(".version")?;
        // `8.3` is two tokens.
        while c.peek().kind == Kind::Number || c.spelled(c.peek()).strip_prefix('.').is_some_and(|n| n.parse::<u32>().is_ok()) {
            c.next();
        }
        c.keyword(".target")?;
        self.module.kind = match c.word("a target")? {
            "host" => ModuleKind::Host,
            _ => ModuleKind::Device,
        };
        c.keyword(".address_size")?;
        c.keyword_number("64")?;
        self.module.is_contracted = c.remark().is_some_and(|(word, _)| word == "contracted");
        let mut display_name = None;
        loop {
            if let Some(remark) = self.cursor.whole_remark() {
                display_name = Some(remark);
                continue;
            }
            let token = self.cursor.peek();
            match self.cursor.spelled(token) {
                "" if token.kind == Kind::End => return Ok(()),
                ".file" => self.file()?,
                ".section" => self.debug_strings()?,
                ".visible" | ".func" => self.function(display_name.take())?,
                ".extern" => {
                    self.cursor.next();
                    if self.cursor.is_word(".func") { self.function(None)? } else { self.variable(true)? }
                }
                ".global" | ".const" | ".shared" => self.variable(false)?,
                _ => return self.cursor.expected("a directive"),
            }
        }
    }

    fn file(&mut self) -> Parsed<()> {
        self.cursor.next();
        let token = self.cursor.peek();
        let number: usize = self.cursor.number("a file number")?;
        if number != self.module.files.len() {
            return self.cursor.wrong(token, format!("expected file number {}, found {number}", self.module.files.len()));
        }
        let name = self.cursor.string()?;
        self.module.files.push(FileEntry { name, is_system: false });
        Ok(())
    }

    fn debug_strings(&mut self) -> Parsed<()> {
        self.cursor.next();
        self.cursor.keyword(".debug_str")?;
        self.cursor.mark(b'{')?;
        while !self.cursor.eat(b'}') {
            let label = self.cursor.word("a label")?;
            self.cursor.mark(b':')?;
            self.cursor.keyword(".b8")?;
            let mut bytes: Vec<u8> = vec![self.cursor.number("a byte")?];
            while self.cursor.eat(b',') {
                bytes.push(self.cursor.number("a byte")?);
            }
            bytes.pop();
            self.strings.insert(label, String::from_utf8_lossy(&bytes).into_owned());
        }
        Ok(())
    }

    fn declare(&mut self, token: Token, name: &str, symbol: Symbol) -> Parsed<()> {
        match self.names.insert(name.to_string(), symbol) {
            None => Ok(()),
            Some(_) => self.cursor.wrong(token, format!("`{name}` is declared twice")),
        }
    }

    // Functions.

    fn function(&mut self, display_name: Option<String>) -> Parsed<()> {
        let is_kernel = self.cursor.eat_word(".visible");
        let is_extern = !is_kernel && self.cursor.is_word(".func") && self.cursor.was_word(".extern");
        let kind = match (is_kernel, is_extern) {
            (true, _) => FunctionKind::Kernel,
            (_, true) => FunctionKind::Extern,
            _ => FunctionKind::Func,
        };
        self.cursor.keyword(if is_kernel { ".entry" } else { ".func" })?;
        let mut func = Function::new("", kind);
        if !is_kernel && self.cursor.eat(b'(') {
            self.cursor.keyword(".param")?;
            func.results.push(self.cursor.class()?);
            self.cursor.keyword("func_retval0")?;
            self.cursor.mark(b')')?;
        }
        let token = self.cursor.peek();
        func.name = self.cursor.name("a function name")?;
        func.display_name = display_name.unwrap_or_else(|| func.name.clone());
        self.cursor.mark(b'(')?;
        while !self.cursor.eat(b')') {
            if is_kernel {
                self.kernel_param(&mut func)?;
            } else {
                self.func_param(&mut func)?;
            }
        }
        if !is_kernel && self.cursor.eat(b';') {
            let id = FuncId(self.module.functions.len() as u32);
            let name = func.name.clone();
            self.module.functions.push(func);
            return self.declare(token, &name, Symbol::Func(id));
        }
        self.launch_bounds(&mut func)?;
        self.cluster_dims(&mut func)?;
        if self.cursor.eat_word(".maxnreg") {
            func.max_registers = Some(self.cursor.number("a number of registers")?);
        }
        let id = match self.names.get(&func.name) {
            Some(&Symbol::Func(id)) if !is_kernel => {
                let declared = &self.module.functions[id.index()];
                if declared.params != func.params || declared.results != func.results || !declared.layout.is_empty() {
                    return self.cursor.wrong(token, format!("`{}` is declared otherwise", func.name));
                }
                id
            }
            _ => {
                let id = FuncId(self.module.functions.len() as u32);
                self.module.functions.push(func.clone_signature());
                self.declare(token, &func.name, Symbol::Func(id))?;
                id
            }
        };
        self.body(&mut func)?;
        self.module.functions[id.index()] = func;
        self.order.push(id);
        Ok(())
    }

    fn func_param(&mut self, func: &mut Function) -> Parsed<()> {
        if self.cursor.eat_word("...") {
            func.is_variadic = true;
        } else {
            self.cursor.keyword(".param")?;
            func.params.push(self.cursor.class()?);
            self.cursor.word("a parameter name")?;
        }
        if !self.cursor.is_mark(b')') {
            self.cursor.mark(b',')?;
        }
        Ok(())
    }

    fn kernel_param(&mut self, func: &mut Function) -> Parsed<()> {
        self.cursor.keyword(".param")?;
        let mut param = KernelParam {
            source_name: String::new(),
            ty: None,
            size: 0,
            align: 0,
            offset: 0,
            type_name: String::new(),
            is_pointer: false,
            is_const_restrict: false,
            loc: LocId::NONE,
        };
        let token = self.cursor.peek();
        if self.cursor.is_word(".align") {
            param.align = self.cursor.align()?;
            self.cursor.keyword(".b8")?;
            self.cursor.word("a parameter name")?;
            let size = self.cursor.array_size()?.and_then(|s| u32::try_from(s).ok());
            param.size = match size {
                Some(size) => size,
                None => return self.cursor.wrong(token, "expected a size".into()),
            };
        } else {
            let ty = self.cursor.word("a type")?.strip_prefix('.').and_then(Type::from_text);
            let Some(ty) = ty.filter(|t| *t != Type::Pred) else {
                return self.cursor.wrong(token, "expected a type".into());
            };
            (param.ty, param.size, param.align) = (Some(ty), ty.size(), ty.size());
            if self.cursor.eat_word(".ptr") {
                self.cursor.align()?;
                param.is_pointer = true;
            }
            self.cursor.word("a parameter name")?;
        }
        let end = func.kernel_params.last().map_or(0u32, |p| p.offset.saturating_add(p.size));
        let offset = if param.align.is_power_of_two() { end.checked_next_multiple_of(param.align) } else { None };
        param.offset = match offset {
            Some(offset) => offset,
            None => return self.cursor.wrong(token, "no such alignment".into()),
        };
        if !self.cursor.is_mark(b')') && self.cursor.peek().kind != Kind::Remark {
            self.cursor.mark(b',')?;
        }
        if let Some((name, type_name)) = self.cursor.remark() {
            (param.source_name, param.type_name) = (name, type_name);
        }
        func.kernel_params.push(param);
        Ok(())
    }

    fn launch_bounds(&mut self, func: &mut Function) -> Parsed<()> {
        if !self.cursor.eat_word(".maxntid") {
            return Ok(());
        }
        let threads = self.cursor.number("a number of threads")?;
        for _ in 0..2 {
            self.cursor.mark(b',')?;
            self.cursor.keyword_number("1")?;
        }
        let blocks = if self.cursor.eat_word(".minnctapersm") { Some(self.cursor.number("a number of blocks")?) } else { None };
        func.launch_bounds = Some((threads, blocks));
        Ok(())
    }

    fn cluster_dims(&mut self, func: &mut Function) -> Parsed<()> {
        if !self.cursor.eat_word(".explicitcluster") {
            return Ok(());
        }
        self.cursor.keyword(".reqnctapercluster")?;
        let mut dims = [1; 3];
        for (axis, blocks) in dims.iter_mut().enumerate() {
            if axis > 0 {
                self.cursor.mark(b',')?;
            }
            *blocks = self.cursor.number("a number of blocks")?;
        }
        func.cluster_dims = Some(dims);
        Ok(())
    }

    // Variables.

    fn variable(&mut self, is_dynamic_shared: bool) -> Parsed<()> {
        let space = self.cursor.word("a state space")?.strip_prefix('.').and_then(Space::from_text).unwrap_or(Space::Global);
        let mut global = GlobalVarData {
            name: String::new(),
            space,
            size: 0,
            align: 1,
            init: GlobalInit::Zero,
            is_dynamic_shared,
            is_managed: false,
            is_device_shadow: false,
            is_const: space == Space::Const,
            info: VarInfo::default(),
        };
        if self.cursor.eat_word(".attribute") {
            self.cursor.mark(b'(')?;
            while !self.cursor.eat(b')') {
                match self.cursor.word("an attribute")? {
                    ".managed" => global.is_managed = true,
                    ".shadow" => global.is_device_shadow = true,
                    ".readonly" => global.is_const = true,
                    _ => return self.cursor.expected("an attribute"),
                }
                self.cursor.eat(b',');
            }
        }
        global.align = self.cursor.align()?;
        let is_words = self.cursor.eat_word(".u64");
        if !is_words {
            self.cursor.keyword(".b8")?;
        }
        let token = self.cursor.peek();
        global.name = self.cursor.name("a variable name")?;
        let size = self.cursor.array_size()?;
        match size.and_then(|s| s.checked_mul(if is_words { 8 } else { 1 })) {
            Some(size) => global.size = size,
            None if is_dynamic_shared && size.is_none() => {}
            None => return self.cursor.wrong(token, "expected a size".into()),
        }
        if self.cursor.eat(b'=') {
            global.init = if is_words { self.words()? } else { self.bytes()? };
        }
        self.cursor.mark(b';')?;
        global.info.element_size = global.size;
        if let Some((name, type_name)) = self.cursor.remark() {
            (global.info.name, global.info.type_name) = (name, type_name);
        }
        let id = GlobalVar(self.module.globals.len() as u32);
        self.declare(token, &global.name, Symbol::Global(id))?;
        self.module.globals.push(global);
        Ok(())
    }

    fn bytes(&mut self) -> Parsed<GlobalInit> {
        let mut bytes = Vec::new();
        self.cursor.mark(b'{')?;
        loop {
            bytes.push(self.cursor.number("a byte")?);
            if !self.cursor.eat(b',') {
                self.cursor.mark(b'}')?;
                return Ok(GlobalInit::Bytes(bytes, Vec::new()));
            }
        }
    }

    fn words(&mut self) -> Parsed<GlobalInit> {
        let mut bytes = Vec::new();
        let mut relocations = Vec::new();
        self.cursor.mark(b'{')?;
        loop {
            let offset = bytes.len() as u64;
            let token = self.cursor.peek();
            let mut word = 0u64;
            if self.cursor.eat_word("generic") {
                self.cursor.mark(b'(')?;
                let token = self.cursor.peek();
                let name = self.cursor.name("a variable")?;
                let Some(&Symbol::Global(target)) = self.names.get(&name) else {
                    return self.cursor.wrong(token, format!("`{name}` is no variable declared before"));
                };
                self.cursor.mark(b')')?;
                let addend = if self.cursor.eat(b'+') { self.cursor.signed("a number")? } else { 0 };
                relocations.push(Relocation::Global { offset, target, addend });
            } else if token.kind == Kind::Word {
                let name = self.cursor.name("a function")?;
                let Some(&Symbol::Func(target)) = self.names.get(&name) else {
                    return self.cursor.wrong(token, format!("`{name}` is no function declared before"));
                };
                relocations.push(Relocation::Function { offset, target });
            } else {
                word = self.cursor.number("a word")?;
            }
            bytes.extend(word.to_le_bytes());
            if !self.cursor.eat(b',') {
                self.cursor.mark(b'}')?;
                return Ok(GlobalInit::Bytes(bytes, relocations));
            }
        }
    }

    /// Puts functions into the order that printing keeps: those without body first, then as their bodies come.
    fn finish(mut self) -> Module {
        let mut has_body = vec![false; self.module.functions.len()];
        self.order.iter().for_each(|id| has_body[id.index()] = true);
        let without = (0..has_body.len()).filter(|&i| !has_body[i]).map(|i| FuncId(i as u32));
        let order: Vec<FuncId> = without.chain(self.order.iter().copied()).collect();
        let mut new_id = vec![FuncId(0); order.len()];
        order.iter().enumerate().for_each(|(i, old)| new_id[old.index()] = FuncId(i as u32));
        let mut old: Vec<Option<Function>> = std::mem::take(&mut self.module.functions).into_iter().map(Some).collect();
        self.module.functions = order.iter().filter_map(|id| old[id.index()].take()).collect();
        for func in &mut self.module.functions {
            for inst in &mut func.insts {
                if let Payload::Call(id) | Payload::FuncAddr(id) = &mut inst.payload {
                    *id = new_id[id.index()];
                }
            }
        }
        for global in &mut self.module.globals {
            if let GlobalInit::Bytes(_, relocations) = &mut global.init {
                for relocation in relocations {
                    if let Relocation::Function { target, .. } = relocation {
                        *target = new_id[target.index()];
                    }
                }
            }
        }
        for loc in &mut self.module.locs {
            if let Some(text) = self.strings.get(loc.function.as_str()) {
                loc.function.clone_from(text);
            }
        }
        self.module
    }
}
