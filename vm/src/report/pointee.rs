//! What a pointer points to, by its type and by what is done with it, and which parameter it came from.

use kern_ir::{Function, InstData, KernelParam, Opcode, Payload, Value, ValueDef};
use std::collections::{HashMap, HashSet};

/// Bytes of what a parameter of a kernel points to: of its type, or what indices of it are multiplied by.
pub(crate) fn element_size(func: &Function, param: &KernelParam) -> Option<u64> {
    let to = pointee(&param.type_name)?;
    if let Some(size) = size_of(to) {
        return Some(size);
    }
    let is_access = |data: &&InstData| matches!(data.op, Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red);
    let is_param = |number: usize| func.kernel_params.get(number).is_some_and(|other| other.offset == param.offset);
    let addresses = func.iter_insts().map(|(_, _, data)| data).filter(is_access).filter_map(|data| data.args.first().copied());
    let of_param = addresses.filter(|&address| leaves(func, address).into_iter().any(|leaf| param_of(func, leaf).is_some_and(is_param)));
    of_param.filter_map(|address| stride(func, address)).max().filter(|_| to != "void")
}

/// The largest constant that something is multiplied by before it is added to a pointer.
pub(crate) fn stride(func: &Function, mut address: Value) -> Option<u64> {
    let mut largest = None;
    for _ in 0..16 {
        let ValueDef::Result(inst, _) = func.def(address) else { break };
        let data = &func.insts[inst.index()];
        let scale = match (data.op, &data.args[..]) {
            (Opcode::Add | Opcode::Sub, &[next, index]) => {
                address = next;
                factor(func, index)
            }
            (Opcode::Mad, &[_, by, next]) => {
                address = next;
                func.constant(by)
            }
            (Opcode::Cvta | Opcode::Mov, &[next]) => {
                address = next;
                None
            }
            _ => break,
        };
        largest = largest.max(scale.filter(|scale| (1..1 << 32).contains(scale)));
    }
    largest
}

/// The constant that a value is a product of.
fn factor(func: &Function, value: Value) -> Option<u64> {
    let ValueDef::Result(inst, _) = func.def(value) else { return None };
    let data = &func.insts[inst.index()];
    match (data.op, &data.args[..]) {
        (Opcode::Mul, &[_, by]) => func.constant(by),
        (Opcode::Shl, &[_, by]) => func.constant(by).filter(|&by| by < 32).map(|by| 1 << by),
        _ => None,
    }
}

/// The values that a pointer may have been computed from: parameters, results of loads and calls, addresses of variables.
pub(crate) fn leaves(func: &Function, value: Value) -> Vec<Value> {
    let mut inputs: Option<HashMap<Value, Vec<Value>>> = None;
    let mut seen = HashSet::new();
    let (mut open, mut leaves) = (vec![value], Vec::new());
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        match func.def(value) {
            ValueDef::Result(inst, _) => {
                let data = &func.insts[inst.index()];
                match (data.op, &data.args[..]) {
                    (Opcode::Add | Opcode::Sub | Opcode::Cvta | Opcode::Mov, &[next, ..]) => open.push(next),
                    (Opcode::Mad, &[_, _, next]) => open.push(next),
                    (Opcode::Selp, &[a, b, _]) => open.extend([b, a]),
                    _ => leaves.push(value),
                }
            }
            ValueDef::Param(..) => match inputs.get_or_insert_with(|| block_inputs(func)).get(&value) {
                Some(inputs) => open.extend(inputs),
                None => leaves.push(value),
            },
            ValueDef::Const(_) => leaves.push(value),
        }
    }
    leaves
}

/// The arguments that each parameter of a block is given.
fn block_inputs(func: &Function) -> HashMap<Value, Vec<Value>> {
    let mut inputs: HashMap<Value, Vec<Value>> = HashMap::new();
    for (_, _, inst) in func.iter_insts() {
        for target in inst.targets() {
            for (&param, &arg) in func.blocks[target.block.index()].params.iter().zip(&target.args) {
                inputs.entry(param).or_default().push(arg);
            }
        }
    }
    inputs
}

/// The number of the kernel's parameter that a value was read from.
pub(crate) fn param_of(func: &Function, value: Value) -> Option<usize> {
    let ValueDef::Result(inst, _) = func.def(value) else { return None };
    let data = &func.insts[inst.index()];
    match (data.op, &data.payload) {
        (Opcode::LdParam, &Payload::Param(index)) => Some(index as usize),
        (Opcode::Ld, _) => leaves(func, *data.args.first()?).into_iter().find_map(|leaf| {
            let ValueDef::Result(inst, _) = func.def(leaf) else { return None };
            match (func.insts[inst.index()].op, &func.insts[inst.index()].payload) {
                (Opcode::ParamAddress, &Payload::Param(index)) => Some(index as usize),
                _ => None,
            }
        }),
        _ => None,
    }
}

/// What a pointer type points to, unqualified: `float` of `const float *`.
pub(crate) fn pointee(type_name: &str) -> Option<&str> {
    let to = type_name.trim_end_matches("__restrict__").trim_end().trim_end_matches("const").trim_end().strip_suffix('*')?.trim();
    if to.ends_with('*') {
        return Some("pointer");
    }
    Some(unqualified(to))
}

pub(crate) fn unqualified(type_name: &str) -> &str {
    type_name.trim_start_matches("const ").trim_start_matches("volatile ").trim_start_matches("const ")
}

/// Bytes of a type that a program did not make.
pub(crate) fn size_of(name: &str) -> Option<u64> {
    Some(match name {
        "bool" | "char" | "signed char" | "unsigned char" => 1,
        "short" | "unsigned short" => 2,
        "int" | "unsigned int" | "float" => 4,
        "long" | "unsigned long" | "long long" | "unsigned long long" | "double" | "pointer" => 8,
        _ => {
            let (scalar, count) = name.split_at_checked(name.len().checked_sub(1)?)?;
            let count = count.parse::<u64>().ok().filter(|n| (1..=4).contains(n))?;
            let size = match scalar {
                "char" | "uchar" => 1,
                "short" | "ushort" => 2,
                "int" | "uint" | "float" => 4,
                "long" | "ulong" | "longlong" | "ulonglong" | "double" => 8,
                _ => return None,
            };
            count * size
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_name_what_they_point_to() {
        let names = ["const float *", "int *__restrict__", "float **", "unsigned char *const", "volatile int *", "int"].map(pointee);
        assert_eq!(names, [Some("float"), Some("int"), Some("pointer"), Some("unsigned char"), Some("int"), None]);
        assert_eq!(["float4", "double2", "Particle", "4", ""].map(size_of), [Some(16), Some(16), None, None, None]);
    }
}
