//! Bytecode: lossless, and no bytes make it panic or give a program that breaks the rules.

use crate::sample;
use kern_ir::bytecode::{MAGIC, decode, encode};
use kern_ir::*;

fn program() -> Program {
    Program { device: sample::every_opcode(), host: sample::host() }
}

/// A program of moderate size, so that every byte can be tried.
fn small() -> Program {
    let mut device = sample::empty_module();
    let mut full = sample::every_opcode();
    device.functions.push(full.functions.swap_remove(0));
    device.functions.push(full.functions.swap_remove(1));
    Program { device, host: sample::host() }
}

#[test]
fn programs_come_back_equal() {
    let program = program();
    assert_eq!(decode(&encode(&program)).unwrap(), program);
}

#[test]
fn small_programs_are_right() {
    assert_eq!(verify_program(&small()), []);
}

#[test]
fn every_truncation_is_an_error() {
    let bytes = encode(&small());
    for len in 0..bytes.len() {
        assert!(decode(&bytes[..len]).is_err(), "{len} bytes of {}", bytes.len());
    }
    let mut longer = bytes;
    longer.push(0);
    assert!(decode(&longer).is_err());
}

#[test]
fn every_changed_byte_is_an_error_or_a_right_program() {
    let bytes = encode(&small());
    for at in 0..bytes.len() {
        for change in [1, 0x7f, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            if let Ok(program) = decode(&changed) {
                assert_eq!(verify_program(&program), []);
                // What is accepted can be printed and analysed.
                kern_ir::text::print(&program.device);
                for func in program.device.functions.iter().chain(&program.host.functions) {
                    analysis::Provenance::new(func, &Cfg::new(func));
                }
            }
        }
    }
}

#[test]
fn changed_bytes_of_a_large_program_are_harmless() {
    let bytes = encode(&program());
    let mut state = 7u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    for _ in 0..800 {
        let mut changed = bytes.clone();
        for _ in 0..1 + random(3) {
            let at = random(changed.len());
            changed[at] = random(256) as u8;
        }
        if let Ok(program) = decode(&changed) {
            kern_ir::text::print(&program.device);
        }
    }
}

#[test]
fn lengths_are_not_trusted() {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(kern_ir::bytecode::VERSION.to_le_bytes());
    // The side, and whether contraction is settled.
    bytes.extend([0, 0]);
    // A list of 2^62 functions.
    bytes.extend([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40]);
    let error = decode(&bytes).unwrap_err();
    assert_eq!(error.code, kern_diag::Code::BYTECODE);
    assert!(error.message.contains("longer than the rest"), "{}", error.message);
}

#[test]
fn other_versions_and_other_files_are_told_apart() {
    let mut bytes = encode(&small());
    bytes[MAGIC.len()] = 7;
    assert_eq!(decode(&bytes).unwrap_err().code, kern_diag::Code::BYTECODE_VERSION);
    assert_eq!(decode(b"\x7fELF").unwrap_err().code, kern_diag::Code::BYTECODE);
}
