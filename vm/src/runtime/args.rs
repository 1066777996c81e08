//! The arguments of `printf` and `scanf`: registers, a `va_list`, or a kernel's buffer.

use super::format_arguments::{Arguments, Want};
use super::{Arg, Stop};
use crate::finding::Finding;
use crate::memory::{Access, Side, ViolationKind};
use crate::report::thread_text;
use crate::runtime::CallContext;
use kern_diag::Code;
use kern_ir::RegType;

/// Variadic arguments as x86-64 passes them (System V ABI 3.5.7): integers and doubles in registers of their own, what
/// does not fit on the stack. A format that asks for the wrong class then reads what a real program reads.
pub(super) struct Variadic<'h, 'm, 'p> {
    host: &'h mut CallContext<'m, 'p>,
    integers: Vec<u64>,
    doubles: Vec<u64>,
    stack: Vec<u64>,
    next: [usize; 3],
    /// Class of each argument in order, and how many the format took.
    classes: Vec<bool>,
    taken: usize,
    mistake: Option<String>,
}

impl<'h, 'm, 'p> Variadic<'h, 'm, 'p> {
    /// The arguments after `fixed` integer ones.
    pub(super) fn new(host: &'h mut CallContext<'m, 'p>, args: &[Arg], fixed: usize) -> Variadic<'h, 'm, 'p> {
        let (mut integers, mut doubles, mut stack) = (Vec::new(), Vec::new(), Vec::new());
        let mut classes = Vec::with_capacity(args.len());
        for arg in args {
            let is_double = arg.ty == RegType::F64;
            classes.push(is_double);
            if is_double && doubles.len() < 8 {
                doubles.push(arg.bits);
            } else if !is_double && integers.len() + fixed < 6 {
                integers.push(arg.bits);
            } else {
                stack.push(arg.bits);
            }
        }
        Variadic { host, integers, doubles, stack, next: [0; 3], classes, taken: 0, mistake: None }
    }

    /// Reports a format that does not fit its arguments.
    pub(super) fn finish(self, format: &[u8]) {
        let Some(mistake) = self.mistake else { return };
        let place = self.host.place();
        let format = String::from_utf8_lossy(format).trim_end().to_string();
        let finding = Finding::new(Code::PRINTF_ARGUMENT, place, mistake)
            .about_its_words()
            .label(format!("the format is `{}`", format.escape_debug()))
            .help("give each conversion an argument of its type: `%d` int, `%ld` long, `%zu` size_t, `%f` double, `%s` a string")
            .warning();
        self.host.report(finding);
    }
}

impl Arguments for Variadic<'_, '_, '_> {
    fn next(&mut self, want: Want) -> Result<u64, Stop> {
        let wants_double = want == Want::Double;
        self.taken += 1;
        if self.mistake.is_none() {
            let name = |is_double: bool| if is_double { "a floating number" } else { "an integer or a pointer" };
            self.mistake = match self.classes.get(self.taken - 1) {
                None => Some(format!("the format asks for more arguments than the {} given", self.classes.len())),
                Some(&is_double) if is_double != wants_double => {
                    Some(format!("conversion {} asks for {}, its argument is {}", self.taken, name(wants_double), name(is_double)))
                }
                Some(_) => None,
            };
        }
        let (from, index) = if wants_double { (&self.doubles, 0) } else { (&self.integers, 1) };
        let full = if wants_double { 8 } else { 0 };
        let value = match from.get(self.next[index]) {
            Some(&value) => {
                self.next[index] += 1;
                value
            }
            // Registers that no argument went to hold anything; here, zero.
            None if self.next[index] < full && self.stack.is_empty() => 0,
            None => {
                self.next[2] += 1;
                self.stack.get(self.next[2] - 1).copied().unwrap_or(0)
            }
        };
        Ok(if want == Want::Int { value as u32 as u64 } else { value })
    }

    fn string(&mut self, address: u64, limit: Option<u64>) -> Result<Vec<u8>, Stop> {
        string(self.host, address, limit)
    }

    fn wide_string(&mut self, address: u64, limit: Option<u64>) -> Result<Vec<u8>, Stop> {
        wide_string(self.host, address, limit)
    }

    fn store(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        self.host.write_bytes(address, bytes)?;
        Ok(())
    }

    fn unknown(&mut self, text: &[u8]) {
        unknown(self.host, text);
    }
}

/// A `va_list`: slots of eight bytes in memory.
pub(super) struct Slots<'h, 'm, 'p> {
    host: &'h mut CallContext<'m, 'p>,
    next: u64,
}

impl<'h, 'm, 'p> Slots<'h, 'm, 'p> {
    /// The slots from `list` on.
    pub(super) fn new(host: &'h mut CallContext<'m, 'p>, list: u64) -> Slots<'h, 'm, 'p> {
        Slots { host, next: list }
    }
}

impl Arguments for Slots<'_, '_, '_> {
    fn next(&mut self, want: Want) -> Result<u64, Stop> {
        let value = u64::from_le_bytes(self.host.read(self.next)?);
        self.next = self.next.wrapping_add(8);
        Ok(if want == Want::Int { value as u32 as u64 } else { value })
    }

    fn string(&mut self, address: u64, limit: Option<u64>) -> Result<Vec<u8>, Stop> {
        string(self.host, address, limit)
    }

    fn wide_string(&mut self, address: u64, limit: Option<u64>) -> Result<Vec<u8>, Stop> {
        wide_string(self.host, address, limit)
    }

    fn store(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        self.host.write_bytes(address, bytes)?;
        Ok(())
    }

    fn unknown(&mut self, text: &[u8]) {
        unknown(self.host, text);
    }
}

/// The buffer that a kernel's `printf` fills: values one after another, each at a multiple of its size.
pub(super) struct DeviceBuffer<'h, 'm, 'p> {
    host: &'h mut CallContext<'m, 'p>,
    base: u64,
    offset: u64,
    count: i32,
    string_bytes: u64,
}

impl<'h, 'm, 'p> DeviceBuffer<'h, 'm, 'p> {
    /// The values at `base`, which may be null when there are none.
    pub(super) fn new(host: &'h mut CallContext<'m, 'p>, base: u64) -> DeviceBuffer<'h, 'm, 'p> {
        DeviceBuffer { host, base, offset: 0, count: 0, string_bytes: 0 }
    }

    /// Number of arguments read: what device `printf` returns.
    pub(super) fn count(&self) -> i32 {
        self.count
    }

    /// Bytes of the strings among them.
    pub(super) fn string_bytes(&self) -> u64 {
        self.string_bytes
    }
}

impl Arguments for DeviceBuffer<'_, '_, '_> {
    fn next(&mut self, want: Want) -> Result<u64, Stop> {
        self.count += 1;
        if want == Want::Int {
            let value = u32::from_le_bytes(self.host.read(self.base.wrapping_add(self.offset))?);
            self.offset += 4;
            return Ok(value as u64);
        }
        self.offset = self.offset.next_multiple_of(8);
        let value = u64::from_le_bytes(self.host.read(self.base.wrapping_add(self.offset))?);
        self.offset += 8;
        Ok(value)
    }

    fn string(&mut self, address: u64, limit: Option<u64>) -> Result<Vec<u8>, Stop> {
        let help = "copy the text to memory from `cudaMalloc` and pass that pointer, or print it on the host";
        if is_text_of_host(self.host, address, "the string for `%s`", help) {
            return Ok(Vec::new());
        }
        let text = string(self.host, address, limit)?;
        self.string_bytes += text.len() as u64;
        Ok(text)
    }

    fn wide_string(&mut self, address: u64, limit: Option<u64>) -> Result<Vec<u8>, Stop> {
        self.string(address, limit)
    }

    fn is_device(&self) -> bool {
        true
    }

    fn unknown(&mut self, text: &[u8]) {
        unknown(self.host, text);
    }

    fn miscounted(&mut self, text: &[u8]) {
        let text = String::from_utf8_lossy(text);
        let message = format!("the device's `printf` has no length `hh`, as in `{text}`");
        let finding = Finding::new(Code::PRINTF_ARGUMENT, self.host.place(), message)
            .about_its_words()
            .label("a GPU prints something else for the arguments behind it")
            .help("write `%d` or `%u`: arguments shorter than `int` arrive as one; cast to `unsigned char` for its eight bits")
            .warning();
        self.host.report(finding);
    }
}

/// Whether a kernel's `printf` is given a text in memory of the host, which is reported.
pub(super) fn is_text_of_host(host: &mut CallContext, address: u64, what: &str, help: &str) -> bool {
    let Some(thread) = host.thread else { return false };
    let violation = match host.check(address, 1, Access::Read, Side::Device) {
        Err(violation) if violation.kind == ViolationKind::HostPointerInKernel => violation,
        _ => return false,
    };
    let made = violation.allocation.as_ref().and_then(|a| host.machine.place(a.allocated.as_ref()?));
    let message = format!("{what} of `printf` is in host memory, which a kernel cannot read: {}", thread_text(&thread));
    let finding = Finding::new(Code::HOST_POINTER_IN_KERNEL, host.place(), message)
        .label(format!("the pointer is {address:#x}"))
        .also(made, "allocated here")
        .help(help);
    host.report(finding);
    host.fail_launch(crate::report::violation_error(&violation));
    true
}

fn string(host: &mut CallContext, address: u64, limit: Option<u64>) -> Result<Vec<u8>, Stop> {
    if address == 0 {
        // `%m`: the text of `errno`.
        let error = super::system::errno(host)?;
        return Ok(super::system::error_text(error).as_bytes().to_vec());
    }
    host.read_c_string_up_to(address, limit.unwrap_or(u64::MAX))
}

/// Whole characters only, as C has it.
fn wide_string(host: &mut CallContext, mut address: u64, limit: Option<u64>) -> Result<Vec<u8>, Stop> {
    let mut text = String::new();
    loop {
        let unit = u32::from_le_bytes(host.read(address)?);
        let character = char::from_u32(unit).unwrap_or('?');
        let is_over = limit.is_some_and(|limit| (text.len() + character.len_utf8()) as u64 > limit);
        if unit == 0 || is_over {
            return Ok(text.into_bytes());
        }
        text.push(character);
        address = address.wrapping_add(4);
    }
}

fn unknown(host: &mut CallContext, text: &[u8]) {
    let place = host.place();
    let text = String::from_utf8_lossy(text);
    let (whose, help) = match host.thread {
        Some(_) => (
            "the device's `printf`",
            "it has the lengths `h`, `l` and `ll` and no `.*`: write `%llu` for a `size_t`, `%%` for a percent sign",
        ),
        None => ("`printf`", "write `%%` for a percent sign"),
    };
    let finding = Finding::new(Code::PRINTF_ARGUMENT, place, format!("{whose} has no conversion `{text}`"))
        .about_its_words()
        .label("printed as it stands")
        .help(help)
        .warning();
    host.report(finding);
}
