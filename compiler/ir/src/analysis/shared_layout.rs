//! Where a kernel's shared variables lie, static ones and dynamic ones.

use crate::{Module, Opcode, Payload, Space};

/// Where a kernel's shared variables are.
#[derive(Clone, Debug)]
pub struct SharedLayout {
    /// By variable of the module; `u64::MAX` if the kernel cannot reach it.
    pub offsets: Vec<u64>,
    /// By offset: offset, size, variable.
    pub map: Vec<(u64, u64, u32)>,
    /// Bytes of the static ones.
    pub static_size: u64,
    /// Bytes of all.
    pub size: u64,
}

/// Places the shared variables that a kernel and the functions it calls name, in order of declaration; the dynamic
/// ones share the place behind.
pub fn shared_layout(module: &Module, function: u32, dynamic: u64) -> SharedLayout {
    let mut is_used = vec![false; module.globals.len()];
    let mut seen = vec![false; module.functions.len()];
    let mut open = vec![function];
    while let Some(id) = open.pop() {
        let Some(func) = module.functions.get(id as usize) else { continue };
        if std::mem::replace(&mut seen[id as usize], true) {
            continue;
        }
        for &block in &func.layout {
            for &inst in &func.blocks[block.index()].insts {
                let data = &func.insts[inst.index()];
                match data.payload {
                    Payload::Global(var) if data.op == Opcode::Address => {
                        if let Some(used) = is_used.get_mut(var.index()) {
                            *used = true;
                        }
                    }
                    Payload::Call(callee) | Payload::FuncAddr(callee) => open.push(callee.0),
                    _ => {}
                }
            }
        }
    }
    let mut layout = SharedLayout { offsets: vec![u64::MAX; module.globals.len()], map: Vec::new(), static_size: 0, size: 0 };
    let shared = |dynamic: bool| {
        let list = module.globals.iter().enumerate();
        list.filter(move |(_, g)| g.space == Space::Shared && g.is_dynamic_shared == dynamic).filter(|(i, _)| is_used[*i])
    };
    let align_of = |align: u32| (align.clamp(1, 1 << 16) as u64).next_power_of_two();
    for (index, var) in shared(false) {
        let offset = layout.static_size.next_multiple_of(align_of(var.align));
        layout.offsets[index] = offset;
        layout.map.push((offset, var.size, index as u32));
        layout.static_size = offset.saturating_add(var.size);
    }
    // Where some kernel has dynamic shared memory, `ptxas` leaves room for its alignment in all.
    let most = module.globals.iter().filter(|var| var.is_dynamic_shared).map(|var| align_of(var.align)).max();
    layout.static_size = layout.static_size.next_multiple_of(most.filter(|_| layout.static_size > 0).unwrap_or(1));
    // All dynamic arrays start at one address, and the bytes of the launch are counted from there.
    let offset = layout.static_size.next_multiple_of(shared(true).map(|(_, var)| align_of(var.align)).max().unwrap_or(1));
    layout.size = offset.saturating_add(dynamic);
    for (index, _) in shared(true) {
        if layout.map.last().is_none_or(|last| last.0 < offset || last.1 == 0) {
            layout.map.push((offset, layout.size.saturating_sub(offset), index as u32));
        }
        layout.offsets[index] = offset;
    }
    layout
}
