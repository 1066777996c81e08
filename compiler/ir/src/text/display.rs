//! The SSA form for messages and debugging: `%v5 = add.s32 %v3, 4`. Nothing reads it back.

use super::mnemonic::mnemonic;
use crate::*;
use std::fmt::Write;

/// An operand: `%v3`, or a constant as the number it is. Never panics.
fn operand(func: &Function, value: Value) -> String {
    match func.values.get(value.index()) {
        Some(ValueData { ty: RegType::F32, def: ValueDef::Const(bits) }) => format!("{:?}f", f32::from_bits(*bits as u32)),
        Some(ValueData { ty: RegType::F64, def: ValueDef::Const(bits) }) => format!("{:?}", f64::from_bits(*bits)),
        Some(ValueData { ty: RegType::B32, def: ValueDef::Const(bits) }) => (*bits as i32).to_string(),
        Some(ValueData { def: ValueDef::Const(bits), .. }) => (*bits as i64).to_string(),
        _ => value.to_string(),
    }
}

fn operands(func: &Function, values: &[Value]) -> String {
    values.iter().map(|v| operand(func, *v)).collect::<Vec<_>>().join(", ")
}

impl Function {
    /// One instruction as a person reads it: `%v5 = ld.global.f32 [%v3+8]`. Symbols are shown by number; see
    /// [`Module::display_inst`]. Never panics, whatever the ids.
    pub fn display_inst(&self, inst: Inst) -> String {
        show(self, None, inst)
    }
}

impl Module {
    /// As [`Function::display_inst`], with the names of variables and functions.
    pub fn display_inst(&self, func: &Function, inst: Inst) -> String {
        show(func, Some(self), inst)
    }

    /// A function in SSA form, for debugging.
    pub fn display_function(&self, func: &Function) -> String {
        let mut out = format!("{:?} {}\n", func.kind, func.name);
        for &block in &func.layout {
            let Some(data) = func.blocks.get(block.index()) else { continue };
            let params: Vec<String> =
                data.params.iter().map(|p| format!("{p}: {}", func.values.get(p.index()).map_or("?", |v| v.ty.text()))).collect();
            let _ = writeln!(out, "{block}({}):", params.join(", "));
            for &inst in &data.insts {
                let _ = writeln!(out, "    {}", show(func, Some(self), inst));
            }
        }
        out
    }
}

fn show(func: &Function, module: Option<&Module>, inst: Inst) -> String {
    let Some(data) = func.insts.get(inst.index()) else { return inst.to_string() };
    let mut out = String::new();
    if !data.results.is_empty() {
        let results: Vec<String> = data.results.iter().map(|r| r.to_string()).collect();
        let _ = write!(out, "{} = ", results.join(", "));
    }
    out.push_str(&mnemonic(data));
    let has_address = data.op.row().format.has_address();
    let mut parts = Vec::new();
    match &data.payload {
        Payload::None | Payload::Targets(_) => {}
        Payload::Sreg(sreg) => parts.push(sreg.to_string()),
        Payload::Global(var) => parts.push(module.and_then(|m| m.globals.get(var.index())).map_or(var.to_string(), |g| g.name.clone())),
        Payload::Slot(slot) => parts.push(slot.to_string()),
        Payload::FuncAddr(id) | Payload::Call(id) => {
            parts.push(module.and_then(|m| m.functions.get(id.index())).map_or(id.to_string(), |f| f.name.clone()));
        }
        Payload::CallIndirect(_) => parts.push("(indirect)".to_string()),
        Payload::Param(n) => parts.push(format!("[param {n}+{}]", data.offset)),
    }
    match data.args.split_first() {
        Some((address, rest)) if has_address => {
            let offset = if data.offset == 0 { String::new() } else { format!("{:+}", data.offset) };
            parts.push(format!("[{}{offset}]", operand(func, *address)));
            parts.extend(rest.iter().map(|v| operand(func, *v)));
        }
        _ if data.args.is_empty() => {}
        _ => parts.push(operands(func, &data.args)),
    }
    parts.extend(data.targets().iter().map(|t| format!("{}({})", t.block, operands(func, &t.args))));
    if !parts.is_empty() {
        let _ = write!(out, " {}", parts.join(", "));
    }
    out
}
