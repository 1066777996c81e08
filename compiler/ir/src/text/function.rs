//! Writes one function: registers, blocks, instructions.

mod flow;

use super::edges::{Piece, Plan, Step, sequence};
use super::mnemonic::mnemonic;
use super::module_printer::{Printer, info_remark, param_type, signature};
use super::names::{identifier, immediate, prefix};
use crate::*;
use std::collections::HashMap;
use std::fmt::Write;

pub(super) struct FunctionPrinter<'p, 'a> {
    printer: &'p mut Printer<'a>,
    func: &'a Function,
    /// Number among the functions with bodies, for labels and slots.
    ordinal: usize,
    plan: Plan,
    body: String,
    /// Register number of each value, from 1; 0 for none yet. Numbers are given in the order of the text.
    registers: Vec<u32>,
    /// How many registers of each class there are.
    counts: [u32; RegType::ALL.len()],
    /// What `.loc` said last.
    loc: LocId,
    /// The last place written for each file, line and column: what `inlined_at` refers to.
    written: HashMap<(u32, u32, u32), LocId>,
    prototypes: u32,
    jump_tables: u32,
}

/// The `mov` that copies a register of that class.
pub(super) fn copy_mnemonic(class: RegType) -> String {
    format!("mov.{class}")
}

impl<'p, 'a> FunctionPrinter<'p, 'a> {
    pub(super) fn new(printer: &'p mut Printer<'a>, func: &'a Function, ordinal: usize) -> FunctionPrinter<'p, 'a> {
        FunctionPrinter {
            printer,
            func,
            ordinal,
            plan: Plan::new(func),
            body: String::new(),
            registers: vec![0; func.values.len()],
            counts: [0; RegType::ALL.len()],
            loc: LocId::NONE,
            written: HashMap::new(),
            prototypes: 0,
            jump_tables: 0,
        }
    }

    pub(super) fn print(mut self) {
        self.set_loc(self.func.loc);
        self.parameters();
        for i in 0..self.plan.pieces.len() {
            let next = self.plan.pieces.get(i + 1).copied();
            self.piece(self.plan.pieces[i], next);
        }
        let func = self.func;
        let mut head = signature(func);
        if let Some((threads, blocks)) = func.launch_bounds {
            let _ = write!(head, "\n.maxntid {threads}, 1, 1");
            if let Some(blocks) = blocks {
                let _ = write!(head, "\n.minnctapersm {blocks}");
            }
        }
        if let Some([x, y, z]) = func.cluster_dims {
            let _ = write!(head, "\n.explicitcluster\n.reqnctapercluster {x}, {y}, {z}");
        }
        if let Some(registers) = func.max_registers {
            let _ = write!(head, "\n.maxnreg {registers}");
        }
        head.push_str("\n{\n");
        let stack = format!("stack {}", func.stack);
        let words = [(func.is_noinline, "noinline"), (func.is_forceinline, "forceinline"), (func.stack > 0, &stack)];
        words.iter().filter(|(is_on, _)| *is_on).for_each(|(_, word)| head += &format!("\t//: {word}\n"));
        for (i, slot) in func.slots.iter().enumerate() {
            let name = self.slot_name(i);
            let _ = writeln!(head, "\t.local .align {} .b8 {name}[{}];{}", slot.align, slot.size.max(1), info_remark(&slot.info));
        }
        for (class, count) in RegType::ALL.iter().zip(self.counts).filter(|(_, count)| *count > 0) {
            let _ = writeln!(head, "\t.reg .{class} {}<{}>;", prefix(*class), count + 1);
        }
        self.printer.out.push_str(&head);
        self.printer.out.push_str(&self.body);
        self.printer.out.push_str("}\n");
    }

    fn slot_name(&self, slot: usize) -> String {
        format!("__local_depot{}_{slot}", self.ordinal)
    }

    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.body, "\t{text};");
    }

    // Registers and operands.

    fn fresh(&mut self, class: RegType) -> u32 {
        let count = &mut self.counts[class as usize];
        *count += 1;
        *count
    }

    fn temporary(&mut self, class: RegType) -> String {
        format!("{}{}", prefix(class), self.fresh(class))
    }

    /// The register of `value`; for a constant a temporary that holds it.
    fn register(&mut self, value: Value) -> String {
        let class = self.func.ty(value);
        if let Some(bits) = self.func.constant(value) {
            let register = self.temporary(class);
            self.line(format_args!("{} {register}, {}", copy_mnemonic(class), immediate(class, bits)));
            return register;
        }
        if self.registers[value.index()] == 0 {
            self.registers[value.index()] = self.fresh(class);
        }
        format!("{}{}", prefix(class), self.registers[value.index()])
    }

    /// An operand that may be an immediate; of predicates and halves PTX has none.
    fn operand(&mut self, value: Value) -> String {
        match (self.func.ty(value), self.func.constant(value)) {
            (RegType::Pred | RegType::B16, _) | (_, None) => self.register(value),
            (class, Some(bits)) => immediate(class, bits),
        }
    }

    fn operands(&mut self, values: &[Value]) -> Vec<String> {
        values.iter().map(|v| self.operand(*v)).collect()
    }

    // Places.

    fn set_loc(&mut self, loc: LocId) {
        let loc = self.printer.places.get(loc.index()).copied().unwrap_or(LocId::NONE);
        if loc == self.loc {
            return;
        }
        if loc == LocId::NONE {
            let file = self.printer.module.locs[self.loc.index()].file;
            let _ = writeln!(self.body, "\t.loc {file} 0 0");
            self.loc = loc;
            return;
        }
        let mut chain = vec![loc];
        while let Some(&at) = chain.last() {
            let up = self.printer.module.locs[at.index()].inlined_at;
            match self.printer.places.get(up.index()) {
                Some(&up) if up != LocId::NONE => chain.push(up),
                _ => break,
            }
        }
        // The callers first, unless the text already says what their line and column mean.
        while let Some(at) = chain.pop() {
            let module = self.printer.module;
            let place = &module.locs[at.index()];
            let key = (place.file, place.line, place.column);
            if !chain.is_empty() && self.written.get(&key) == Some(&at) {
                continue;
            }
            self.written.insert(key, at);
            let _ = write!(self.body, "\t.loc {} {} {}", place.file, place.line, place.column);
            if let Some(caller) = module.loc(place.inlined_at) {
                let label = self.printer.string(&place.function);
                let _ = write!(
                    self.body,
                    ", function_name $L__info_string{label}, inlined_at {} {} {}",
                    caller.file, caller.line, caller.column
                );
            }
            self.body.push('\n');
        }
        self.loc = loc;
    }

    // Blocks.

    fn parameters(&mut self) {
        let Some(entry) = self.func.entry().filter(|_| self.func.kind == FunctionKind::Func) else { return };
        let name = identifier(&self.func.name);
        for (i, &param) in self.func.blocks[entry.index()].params.iter().enumerate() {
            let register = self.register(param);
            let ty = param_type(self.func.ty(param));
            self.line(format_args!("ld.param.{ty} {register}, [{name}_param_{i}]"));
        }
    }

    fn label(&self, piece: Piece) -> String {
        format!("$L__BB{}_{}", self.ordinal, self.plan.number(piece))
    }

    fn piece(&mut self, piece: Piece, next: Option<Piece>) {
        if self.plan.number(piece) != 0 {
            let label = self.label(piece);
            let _ = writeln!(self.body, "{label}:");
        }
        match piece {
            Piece::Edge(block, index) => {
                self.copies(block, index as usize);
                self.jump(Piece::Block(self.func.targets(block)[index as usize].block), next);
            }
            Piece::Block(block) => {
                match self.func.blocks[block.index()].unroll {
                    Some(1) => self.line(format_args!(".pragma \"nounroll\"")),
                    Some(times) => {
                        let _ = writeln!(self.body, "\t//: unroll {times}");
                    }
                    None => {}
                }
                if let Some(&(pred, index)) = self.plan.copies_at_start.get(&block) {
                    self.copies(pred, index as usize);
                }
                for &inst in &self.func.blocks[block.index()].insts {
                    self.instruction(block, inst, next);
                }
            }
        }
    }

    fn jump(&mut self, to: Piece, next: Option<Piece>) {
        if next != Some(to) {
            let label = self.label(to);
            self.line(format_args!("bra.uni {label}"));
        }
    }

    fn copies(&mut self, block: Block, index: usize) {
        let steps = sequence(self.func, &self.func.targets(block)[index]);
        let mut saved: HashMap<Value, String> = HashMap::new();
        for step in steps {
            let (class, to, from) = match step {
                Step::Copy { to, from } => {
                    let class = self.func.ty(to);
                    let from = match self.func.constant(from) {
                        Some(bits) => immediate(class, bits),
                        None => self.register(from),
                    };
                    (class, self.register(to), from)
                }
                Step::Save { from } => {
                    let class = self.func.ty(from);
                    let from_register = self.register(from);
                    let temporary = self.temporary(class);
                    saved.insert(from, temporary.clone());
                    (class, temporary, from_register)
                }
                Step::Restore { to, saved: from } => (self.func.ty(to), self.register(to), saved.get(&from).cloned().unwrap_or_default()),
            };
            self.line(format_args!("{} {to}, {from}", copy_mnemonic(class)));
        }
    }

    // Instructions.

    fn instruction(&mut self, block: Block, inst: Inst, next: Option<Piece>) {
        use Opcode::*;
        let func = self.func;
        let data = &func.insts[inst.index()];
        if data.op == Bra && data.targets().len() == 1 {
            // Written only when it is not the next block; then its place matters little.
            if next != Some(Piece::Block(data.targets()[0].block)) {
                self.set_loc(data.loc);
            }
        } else {
            self.set_loc(data.loc);
        }
        match data.op {
            Setp if data.ty == Type::Pred => self.setp_of_predicates(data),
            Selp if data.ty == Type::Pred => self.selp_of_predicates(data),
            Mov => self.mov(data),
            Sreg | Clock | Address | LdParam | ParamAddress => self.leaf(data),
            Call => self.call(data),
            Bra | Brx => self.branch(block, data, next),
            Ret => {
                if let Some(&value) = data.args.first() {
                    let class = func.ty(value);
                    let value = self.operand(value);
                    self.line(format_args!("st.param.{} [func_retval0], {value}", param_type(class)));
                }
                self.line(format_args!("ret"));
            }
            op if op.is_texture() => self.texture(data),
            _ => self.plain(data),
        }
    }

    /// `tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}]`: vectors of three are written as four.
    fn texture(&mut self, data: &InstData) {
        let Some((place, added)) = crate::texture::groups(data) else { return };
        let handle = self.register(data.args[0]);
        let mut at = 1;
        let mut parts = Vec::new();
        let results: Vec<String> = data.results.iter().map(|r| self.register(*r)).collect();
        match &results[..] {
            [] => {}
            [one] if data.op == Opcode::Txq => parts.push(one.clone()),
            _ => parts.push(format!("{{{}}}", results.join(", "))),
        }
        let mut vector = |printer: &mut Self, count: usize| {
            let mut values: Vec<String> = data.args[at..at + count].iter().map(|v| printer.operand(*v)).collect();
            at += count;
            values.resize(crate::texture::padded(count), values.last().cloned().unwrap_or_default());
            values.join(", ")
        };
        if place.is_empty() {
            parts.push(format!("[{handle}]"));
        } else {
            let place = vector(self, place.len());
            parts.push(format!("[{handle}, {{{place}}}]"));
        }
        for group in added {
            let values = vector(self, group.len());
            parts.push(if data.op == Opcode::TexLevel { values } else { format!("{{{values}}}") });
        }
        let mnemonic = mnemonic(data);
        self.line(format_args!("{mnemonic} {}", parts.join(", ")));
    }

    /// Destinations, address and operands in the usual order.
    fn plain(&mut self, data: &InstData) {
        let mut parts = Vec::new();
        let is_memory = data.op.row().format.has_address();
        let address = is_memory.then(|| {
            let base = self.register(data.args[0]);
            if data.offset == 0 { format!("[{base}]") } else { format!("[{base}+{}]", data.offset) }
        });
        // ptxas refuses immediates that cannot be meant; in a register they are what they are.
        let values = data.args[is_memory as usize..].iter().map(|v| match (data.op, self.func.constant(*v)) {
            (Opcode::Bfe | Opcode::Bfi, Some(bits)) if bits > 255 => self.register(*v),
            (Opcode::Bar, Some(bits)) if bits % 32 != 0 => self.register(*v),
            _ => self.operand(*v),
        });
        let mut values: Vec<String> = values.collect();
        let results: Vec<String> = data.results.iter().map(|r| self.register(*r)).collect();
        let is_vector = data.attrs.vector > 1;
        if is_vector && !results.is_empty() {
            parts.push(format!("{{{}}}", results.join(", ")));
        } else if !results.is_empty() {
            parts.push(results.join("|"));
        }
        parts.extend(address);
        if data.op == Opcode::Bar {
            parts.push(data.offset.to_string());
        }
        if is_vector && !values.is_empty() {
            values = vec![format!("{{{}}}", values.join(", "))];
        }
        parts.extend(values);
        let mnemonic = mnemonic(data);
        match data.op {
            // The number must be a constant there; to wait for all does no harm.
            Opcode::AsyncWait if self.func.constant(data.args[0]).is_none_or(|number| number > 255) => {
                self.line(format_args!("cp.async.wait_all"))
            }
            _ if parts.is_empty() => self.line(format_args!("{mnemonic}")),
            _ => self.line(format_args!("{mnemonic} {}", parts.join(", "))),
        }
        if data.attrs.is_async {
            self.remark(format_args!("async"));
        }
        match data.attrs.counted {
            None => {}
            Some(Counted { bytes, from: 0 }) => self.remark(format_args!("counts {bytes} bytes")),
            Some(Counted { bytes, from }) => self.remark(format_args!("counts {bytes} bytes from {from}")),
        }
    }

    /// A remark behind the last line.
    fn remark(&mut self, text: std::fmt::Arguments<'_>) {
        self.body.truncate(self.body.trim_end().len());
        let _ = writeln!(self.body, " //: {text}");
    }

    fn setp_of_predicates(&mut self, data: &InstData) {
        let (a, b) = (self.register(data.args[0]), self.register(data.args[1]));
        if data.attrs.cmp == Some(Cmp::Ne) {
            let result = self.register(data.results[0]);
            self.line(format_args!("xor.pred {result}, {a}, {b}"));
        } else {
            let differ = self.temporary(RegType::Pred);
            let result = self.register(data.results[0]);
            self.line(format_args!("xor.pred {differ}, {a}, {b}"));
            self.line(format_args!("not.pred {result}, {differ}"));
        }
    }

    /// (a and c) or (b and not c)
    fn selp_of_predicates(&mut self, data: &InstData) {
        let [a, b, c] = [0, 1, 2].map(|i| self.register(data.args[i]));
        let [then, not, otherwise] = [(); 3].map(|()| self.temporary(RegType::Pred));
        let result = self.register(data.results[0]);
        self.line(format_args!("and.pred {then}, {a}, {c}"));
        self.line(format_args!("not.pred {not}, {c}"));
        self.line(format_args!("and.pred {otherwise}, {b}, {not}"));
        self.line(format_args!("or.pred {result}, {then}, {otherwise}"));
    }

    fn mov(&mut self, data: &InstData) {
        let (from, to) = (self.func.ty(data.args[0]), self.func.ty(data.results[0]));
        let source = self.register(data.args[0]);
        let result = self.register(data.results[0]);
        let mnemonic = match (from, to) {
            _ if from == to => copy_mnemonic(to),
            (RegType::B16, _) => "cvt.u32.u16".to_string(),
            (_, RegType::B16) => "cvt.u16.u32".to_string(),
            _ => format!("mov.b{}", 8 * to.size()),
        };
        self.line(format_args!("{mnemonic} {result}, {source}"));
    }

    fn leaf(&mut self, data: &InstData) {
        let kernel = identifier(&self.func.name);
        let source = match &data.payload {
            Payload::Sreg(sreg) => sreg.to_string(),
            Payload::Global(var) => identifier(&self.printer.module.globals[var.index()].name),
            Payload::Slot(slot) => self.slot_name(slot.index()),
            Payload::FuncAddr(id) => identifier(&self.printer.module.functions[id.index()].name),
            Payload::Param(n) if data.op == Opcode::ParamAddress => format!("{kernel}_param_{n}"),
            Payload::Param(n) if data.offset == 0 => format!("[{kernel}_param_{n}]"),
            Payload::Param(n) => format!("[{kernel}_param_{n}+{}]", data.offset),
            _ => String::new(),
        };
        let result = self.register(data.results[0]);
        self.line(format_args!("{} {result}, {source}", mnemonic(data)));
    }
}
