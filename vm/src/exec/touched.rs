//! Which memory of both sides (managed, pinned, registered) a kernel uses, as far as its parameters tell.

use crate::decode::code::{DecodedFunction, OpKind, Root};
use crate::memory::{Access, Memory};
use std::collections::HashMap;

/// Notes the memory of both sides that a kernel has accesses to through pointers of its parameters and managed variables. Whether
/// they are executed depends on more; both engines must say the same.
pub(super) fn touch_parameters(code: &DecodedFunction<32>, params: &[u8], memory: &mut Memory) {
    let pointers: HashMap<u32, u32> = code
        .ops
        .iter()
        .filter_map(|op| match op.kind {
            OpKind::LoadParam(offset, ty) if ty.size() == 8 => Some((op.d, offset)),
            _ => None,
        })
        .collect();
    for op in &code.ops {
        let (site, access) = match op.kind {
            OpKind::Load(site) => (site, Access::Read),
            OpKind::Store(site) => (site, Access::Write),
            OpKind::Atomic(site, ..) => (site, Access::Atomic),
            _ => continue,
        };
        let register = match code.accesses[site as usize].root {
            Root::Register(slot) => slot,
            Root::Address => op.a,
            Root::Fixed(base, _) => {
                memory.touch_behind(base, access);
                continue;
            }
            Root::Slot(_) | Root::Shared(_) => continue,
        };
        let bytes = pointers.get(&register).and_then(|&offset| params.get(offset as usize..)?.first_chunk());
        if let Some(&bytes) = bytes {
            memory.touch_behind(u64::from_le_bytes(bytes), access);
        }
    }
}
