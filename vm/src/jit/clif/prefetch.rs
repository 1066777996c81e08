//! `prefetcht0`, which Cranelift does not have.
//!
//! The emitter writes a store of a byte in its place, at a source location that says so. A store `movb $marker, address` is
//! as long as `prefetcht0 address`: one byte less of opcode, one more for the marker. So the backend replaces it where it
//! finds it. Nobody compares the address of a prefetch with anything, so no marker may be left: code in which one of them is
//! something else, or is not found, is not used.

use cranelift_codegen::ir::{Function, Opcode};
use cranelift_codegen::{Final, MachSrcLoc};

/// Set in the source locations of markers; each has its own.
pub(super) const PREFETCH: u32 = 1 << 31;

/// The byte that a marker stores.
pub(super) const MARKER: u8 = 0x5a;

/// How Cranelift writes a marker, up to its address.
pub(super) fn marker_text() -> String {
    format!("movb ${MARKER:#x}, ")
}

/// Iterations of a loop between a prefetch and the load.
pub(super) const PREFETCH_DISTANCE: i64 = 6;

/// Whether a source location is a marker's; that of no operation at all is not.
pub(super) fn is_marker(location: u32) -> bool {
    location & PREFETCH != 0 && location != u32::MAX
}

/// Replaces the markers of a function in its machine code.
///
/// # Errors
/// The place of one of them, where there is something else; or how many are not there.
pub(super) fn replace(func: &Function, code: &mut [u8], places: &[MachSrcLoc<Final>]) -> Result<(), String> {
    let mut replaced = 0;
    for place in places.iter().filter(|place| is_marker(place.loc.bits())) {
        let start = place.start as usize;
        code.get_mut(start..).and_then(replace_one).ok_or_else(|| format!("no marker of a prefetch at {start:#x}"))?;
        replaced += 1;
    }
    let written = markers(func);
    if replaced == written { Ok(()) } else { Err(format!("{replaced} of {written} markers of prefetches are there")) }
}

/// How many markers a function has.
fn markers(func: &Function) -> usize {
    let insts = func.layout.blocks().flat_map(|block| func.layout.block_insts(block));
    insts.filter(|&inst| func.dfg.insts[inst].opcode() == Opcode::Store && is_marker(func.srcloc(inst).bits())).count()
}

/// Intel's manual, volume 2: `MOV r/m8, imm8` is `C6 /0 ib`, `PREFETCHT0 m8` is `0F 18 /1`, both after an optional `REX`.
fn replace_one(code: &mut [u8]) -> Option<()> {
    let opcode = usize::from(code.first()? & 0xf0 == 0x40);
    let &[0xc6, modrm, sib] = code.get(opcode..opcode + 3)? else { return None };
    let (mode, rm) = (modrm >> 6, modrm & 7);
    let (has_sib, is_bare) = (rm == 4, rm == 5 || (rm == 4 && sib & 7 == 5));
    let displacement = match mode {
        0 if is_bare => 4,
        0 => 0,
        1 => 1,
        2 => 4,
        _ => return None,
    };
    let marker = opcode + 2 + usize::from(has_sib) + displacement;
    if modrm >> 3 & 7 != 0 || *code.get(marker)? != MARKER {
        return None;
    }
    code.copy_within(opcode + 1..marker, opcode + 2);
    (code[opcode], code[opcode + 1]) = (0x0f, 0x18);
    code[opcode + 2] |= 1 << 3;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{MARKER, PREFETCH, replace, replace_one};
    use cranelift_codegen::cursor::{Cursor, FuncCursor};
    use cranelift_codegen::ir::{Function, InstBuilder, MemFlagsData, SourceLoc, types};

    /// It would write a byte at an address that nobody has looked at.
    #[test]
    fn a_marker_that_is_not_found_is_told() {
        let mut func = Function::new();
        let block = func.dfg.make_block();
        let mut cursor = FuncCursor::new(&mut func);
        cursor.insert_block(block);
        let address = cursor.ins().iconst(types::I64, 0);
        cursor.set_srcloc(SourceLoc::new(7));
        cursor.ins().store(MemFlagsData::new(), address, address, 0);
        cursor.set_srcloc(SourceLoc::new(PREFETCH | 1));
        let marker = cursor.ins().iconst(types::I8, i64::from(MARKER));
        cursor.ins().store(MemFlagsData::new(), marker, address, 0);
        assert!(replace(&func, &mut [], &[]).is_err_and(|reason| reason.starts_with("0 of 1 ")));
    }

    /// Both as an assembler writes them.
    #[test]
    fn markers_become_prefetches() {
        let pairs: [(&[u8], &[u8]); 5] = [
            (&[0xc6, 0x00, 0x5a, 0x90], &[0x0f, 0x18, 0x08, 0x90]),
            (&[0xc6, 0x40, 0x40, 0x5a], &[0x0f, 0x18, 0x48, 0x40]),
            (&[0x41, 0xc6, 0x44, 0x24, 0x40, 0x5a], &[0x41, 0x0f, 0x18, 0x4c, 0x24, 0x40]),
            (&[0xc6, 0x84, 0x98, 0, 1, 0, 0, 0x5a], &[0x0f, 0x18, 0x8c, 0x98, 0, 1, 0, 0]),
            (&[0xc6, 0x04, 0x25, 1, 2, 3, 4, 0x5a], &[0x0f, 0x18, 0x0c, 0x25, 1, 2, 3, 4]),
        ];
        for (marker, prefetch) in pairs {
            let mut code = marker.to_vec();
            assert!(replace_one(&mut code).is_some(), "{marker:x?}");
            assert_eq!(code, prefetch);
        }
    }

    #[test]
    fn other_instructions_are_left_alone() {
        let others: [&[u8]; 5] = [&[], &[0xc6], &[0xc6, 0x00, 0x5b], &[0xc6, 0xc0, 0x5a], &[0xc7, 0x00, 0x5a, 0, 0, 0]];
        for other in others {
            let mut code = other.to_vec();
            assert!(replace_one(&mut code).is_none(), "{other:x?}");
            assert_eq!(code, other);
        }
    }
}
