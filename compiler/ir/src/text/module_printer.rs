//! Writes what stands around functions: the head of a module, variables, signatures, the strings of places.

use super::names::{identifier, quoted, remark};
use crate::*;
use std::collections::HashMap;
use std::fmt::Write;

pub(super) struct Printer<'a> {
    pub(super) module: &'a Module,
    pub(super) out: String,
    strings: Vec<&'a str>,
    string_ids: HashMap<&'a str, usize>,
    /// For each place the first one that is written alike.
    pub(super) places: Vec<LocId>,
}

/// Places that differ only in what the text does not hold are one.
fn places(module: &Module) -> Vec<LocId> {
    let mut seen = HashMap::new();
    let mut same: Vec<LocId> = Vec::with_capacity(module.locs.len());
    for (i, loc) in module.locs.iter().enumerate() {
        let inlined_at = same.get(loc.inlined_at.index()).copied().unwrap_or(LocId::NONE);
        let function = if inlined_at == LocId::NONE { "" } else { loc.function.as_str() };
        let is_place = loc.file != 0 && loc.line != 0;
        let key = if is_place { (loc.file, loc.line, loc.column, inlined_at, function) } else { (0, 0, 0, LocId::NONE, "") };
        same.push(*seen.entry(key).or_insert(LocId(i as u32)));
    }
    same
}

impl<'a> Printer<'a> {
    pub(super) fn new(module: &'a Module) -> Printer<'a> {
        Printer { module, out: String::new(), strings: Vec::new(), string_ids: HashMap::new(), places: places(module) }
    }

    pub(super) fn header(&mut self) {
        let target = match self.module.kind {
            ModuleKind::Device => "sm_90",
            ModuleKind::Host => "host",
        };
        let contracted = if self.module.is_contracted { " //: contracted" } else { "" };
        let _ = writeln!(self.out, ".version 8.3\n.target {target}\n.address_size 64{contracted}\n");
        for (i, file) in self.module.files.iter().enumerate().skip(1) {
            let _ = writeln!(self.out, ".file {i} {}", quoted(&file.name));
        }
    }

    /// The number of the label of `text` in the section of debug strings.
    pub(super) fn string(&mut self, text: &'a str) -> usize {
        let strings = &mut self.strings;
        *self.string_ids.entry(text).or_insert_with(|| {
            strings.push(text);
            strings.len() - 1
        })
    }

    pub(super) fn debug_strings(&mut self) {
        if self.strings.is_empty() {
            return;
        }
        self.out.push_str("\n.section .debug_str\n{\n");
        for (i, text) in self.strings.iter().enumerate() {
            let bytes: Vec<String> = text.bytes().chain([0]).map(|b| b.to_string()).collect();
            let _ = writeln!(self.out, "$L__info_string{i}:\n.b8 {}", bytes.join(","));
        }
        self.out.push_str("}\n");
    }

    /// The variables such that those whose address another one holds come before it, as far as there are no cycles.
    pub(super) fn variables_in_order(&self) -> Vec<usize> {
        let globals = &self.module.globals;
        let mut order = Vec::with_capacity(globals.len());
        let mut seen = vec![false; globals.len()];
        for first in 0..globals.len() {
            let mut stack = vec![(first, 0)];
            while let Some((var, next)) = stack.last_mut() {
                if *next == 0 && std::mem::replace(&mut seen[*var], true) {
                    stack.pop();
                    continue;
                }
                let relocations = match &globals[*var].init {
                    GlobalInit::Bytes(_, relocations) => relocations.as_slice(),
                    GlobalInit::Zero => &[],
                };
                match relocations.get(*next) {
                    Some(relocation) => {
                        *next += 1;
                        if let Relocation::Global { target, .. } = relocation {
                            stack.push((target.index(), 0));
                        }
                    }
                    None => {
                        order.push(*var);
                        stack.pop();
                    }
                }
            }
        }
        order
    }

    pub(super) fn variable(&mut self, global: &GlobalVarData) {
        let name = identifier(&global.name);
        let mut attributes = Vec::new();
        if global.is_managed {
            attributes.push(".managed");
        }
        if self.module.kind == ModuleKind::Host {
            attributes.extend(global.is_device_shadow.then_some(".shadow"));
            attributes.extend(global.is_const.then_some(".readonly"));
        }
        if global.is_dynamic_shared {
            self.out.push_str(".extern ");
        }
        let _ = write!(self.out, ".{}", global.space);
        if !attributes.is_empty() {
            let _ = write!(self.out, " .attribute({})", attributes.join(", "));
        }
        let _ = write!(self.out, " .align {}", global.align);
        match &global.init {
            _ if global.is_dynamic_shared => {
                let _ = write!(self.out, " .b8 {name}[]");
            }
            GlobalInit::Bytes(bytes, relocations) if !relocations.is_empty() => {
                let words = self.words(bytes, relocations);
                let _ = write!(self.out, " .u64 {name}[{}] = {{{}}}", global.size / 8, words.join(", "));
            }
            GlobalInit::Bytes(bytes, _) => {
                let bytes: Vec<String> = bytes.iter().map(|b| b.to_string()).collect();
                let list = if bytes.is_empty() { "0".to_string() } else { bytes.join(", ") };
                let _ = write!(self.out, " .b8 {name}[{}] = {{{list}}}", global.size.max(1));
            }
            GlobalInit::Zero => {
                let _ = write!(self.out, " .b8 {name}[{}]", global.size.max(1));
            }
        }
        self.out.push(';');
        self.out.push_str(&info_remark(&global.info));
        self.out.push('\n');
    }

    fn words(&self, bytes: &[u8], relocations: &[Relocation]) -> Vec<String> {
        let offset_of = |r: &Relocation| match *r {
            Relocation::Global { offset, .. } | Relocation::Function { offset, .. } => offset,
        };
        let end = relocations.iter().map(|r| offset_of(r) as usize / 8 + 1).max().unwrap_or(0).max(bytes.len().div_ceil(8));
        let mut relocations = relocations.iter().peekable();
        let word = |i: usize| match relocations.next_if(|r| offset_of(r) == i as u64 * 8) {
            Some(Relocation::Global { target, addend, .. }) => {
                let name = identifier(&self.module.globals[target.index()].name);
                let addend = if *addend == 0 { String::new() } else { format!("+{addend}") };
                format!("generic({name}){addend}")
            }
            Some(Relocation::Function { target, .. }) => identifier(&self.module.functions[target.index()].name),
            None => {
                let mut word = [0u8; 8];
                let part = bytes.get(i * 8..).unwrap_or(&[]);
                let len = part.len().min(8);
                word[..len].copy_from_slice(&part[..len]);
                u64::from_le_bytes(word).to_string()
            }
        };
        (0..end).map(word).collect()
    }
}

/// ` //: name: type`, or nothing.
pub(super) fn info_remark(info: &VarInfo) -> String {
    named_remark(&info.name, &info.type_name)
}

/// ` //: name: type`, or nothing when there is no name.
pub(super) fn named_remark(name: &str, type_name: &str) -> String {
    let (name, type_name) = (remark(name), remark(type_name));
    match (name.is_empty(), type_name.is_empty()) {
        (true, _) => String::new(),
        (false, true) => format!(" //: {name}"),
        (false, false) => format!(" //: {name}: {type_name}"),
    }
}

/// `.func (.param .b32 func_retval0) name(…)` or `.visible .entry name(…)`, without what follows.
pub(super) fn signature(func: &Function) -> String {
    let name = identifier(&func.name);
    let mut out = String::new();
    if func.kind == FunctionKind::Kernel {
        let _ = write!(out, ".visible .entry {name}(");
        for (i, param) in func.kernel_params.iter().enumerate() {
            let comma = if i + 1 < func.kernel_params.len() { "," } else { "" };
            let ptr = if param.is_pointer { " .ptr .align 1" } else { "" };
            let _ = match param.ty {
                Some(ty) if ty.size() == param.align => {
                    let ty = if ty == Type::F16 { Type::B16 } else { ty };
                    write!(out, "\n\t.param .{ty}{ptr} {name}_param_{i}{comma}")
                }
                _ => write!(out, "\n\t.param .align {} .b8 {name}_param_{i}[{}]{comma}", param.align, param.size.max(1)),
            };
            out.push_str(&named_remark(&param.source_name, &param.type_name));
        }
        out.push_str("\n)");
        return out;
    }
    out.push_str(".func ");
    if let Some(result) = func.results.first() {
        let _ = write!(out, "(.param .{} func_retval0) ", param_type(*result));
    }
    let mut params: Vec<String> =
        func.params.iter().enumerate().map(|(i, ty)| format!("\n\t.param .{} {name}_param_{i}", param_type(*ty))).collect();
    if func.is_variadic {
        params.push("\n\t...".to_string());
    }
    let _ = write!(out, "{name}({}\n)", params.join(","));
    out
}

/// How a value of that class is passed: PTX demands nothing but the size, the text keeps the class.
pub(super) fn param_type(class: RegType) -> &'static str {
    class.text()
}
