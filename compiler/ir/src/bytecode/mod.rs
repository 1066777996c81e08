//! `.kbc`: a program in binary form.
//!
//! `kern bytecode`, a newline, the version as 4 bytes, then the device and the host module. Whole numbers are LEB128
//! (signed ones zigzag), lists and strings start with their length, fields come in the order of the types' declarations.
//! The form is lossless. On load everything is validated: a length is never trusted before that many bytes are there,
//! ids and enumerations are checked, and the verifier runs on the result. Bytes from anywhere give a program that keeps
//! all rules of the IR or an error.

mod codec;
mod types;

use crate::analysis::{Dominators, MAX_NESTING, loop_nesting};
use crate::link::Object;
use crate::{Cfg, Program, verify_program};
use codec::{Codec, Reader, Writer};
use kern_diag::{Code, Diagnostic};

/// What a file starts with.
pub const MAGIC: &[u8] = b"kern bytecode\n";

/// The version of the form. A change of any type in [`Program`] is a new version.
pub const VERSION: u32 = 6;

/// What an object starts with: one file of a program of several, in the same form and with the linkage of its names behind it.
pub const OBJECT_MAGIC: &[u8] = b"kern object\n";

/// The bytes of `program`.
pub fn encode(program: &Program) -> Vec<u8> {
    encoded(MAGIC, program)
}

/// The bytes of `object`.
pub fn encode_object(object: &Object) -> Vec<u8> {
    encoded(OBJECT_MAGIC, object)
}

fn encoded(magic: &[u8], content: &impl Codec) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.bytes.extend(magic);
    writer.bytes.extend(VERSION.to_le_bytes());
    content.put(&mut writer);
    writer.bytes
}

/// The program in `bytes`, validated.
///
/// # Errors
/// Bytes that are no bytecode, of another version, damaged, or that break a rule of the IR.
pub fn decode(bytes: &[u8]) -> Result<Program, Box<Diagnostic>> {
    let mut program: Program = decoded(MAGIC, bytes)?;
    validate(&program)?;
    for module in [&mut program.device, &mut program.host] {
        let kind = module.kind;
        module.functions.iter_mut().for_each(|func| _ = crate::bfloat::expand(func, kind));
    }
    Ok(program)
}

/// The object in `bytes`, validated.
///
/// # Errors
/// As [`decode`].
pub fn decode_object(bytes: &[u8]) -> Result<Object, Box<Diagnostic>> {
    let object: Object = decoded(OBJECT_MAGIC, bytes)?;
    validate(&object.program)?;
    Ok(object)
}

fn damaged(message: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::without_place(Code::BYTECODE, message).help("build the file again with `kern build`"))
}

fn decoded<T: Codec>(magic: &[u8], bytes: &[u8]) -> Result<T, Box<Diagnostic>> {
    let Some(rest) = bytes.strip_prefix(magic) else {
        return Err(damaged("this is no bytecode of kern: it does not start with `kern bytecode`".into()));
    };
    let Some((version, body)) = rest.split_first_chunk::<4>() else {
        return Err(damaged("the bytecode ends before its version".into()));
    };
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        let message = format!("this bytecode has version {version}, this kern reads version {VERSION}");
        let help = "build the file again from its source with `kern build`";
        return Err(Box::new(Diagnostic::without_place(Code::BYTECODE_VERSION, message).help(help)));
    }
    let mut reader = Reader::new(body);
    let content = T::get(&mut reader);
    let start = bytes.len() - body.len();
    let content = content.map_err(|what| damaged(format!("the bytecode is damaged at byte {}: {what}", start + reader.position())))?;
    if !reader.is_at_end() {
        return Err(damaged(format!("the bytecode goes on after its end, at byte {}", start + reader.position())));
    }
    Ok(content)
}

fn validate(program: &Program) -> Result<(), Box<Diagnostic>> {
    if let Some(error) = verify_program(program).into_iter().next() {
        return Err(damaged(format!("the bytecode breaks a rule of the IR: {error}")));
    }
    for func in program.device.functions.iter().chain(&program.host.functions).filter(|f| !f.layout.is_empty()) {
        let cfg = Cfg::new(func);
        if let Some((depth, _)) = loop_nesting(&cfg, &Dominators::new(func, &cfg)).filter(|(depth, _)| *depth > MAX_NESTING) {
            let message = format!("loops of `{}` are nested {depth} deep", func.display_name);
            return Err(Box::new(Diagnostic::without_place(Code::LOOPS_TOO_DEEP, message).note(format!("the limit is {MAX_NESTING}"))));
        }
    }
    Ok(())
}
