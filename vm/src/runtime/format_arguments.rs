//! Arguments of a format: where they come from; and those of formats with positions (`%2$d`), which are found out first, then read in their
//! order, then used by place.

use crate::call::Stop;

/// What a conversion asks for next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Want {
    /// `int` or shorter: 32 bits, zero-extended.
    Int,
    /// `long`, `size_t`, pointers: 64 bits.
    Long,
    /// `double`: its bits.
    Double,
}

/// Where the arguments come from.
pub(crate) trait Arguments {
    /// The bits of the next argument.
    fn next(&mut self, want: Want) -> Result<u64, Stop>;
    /// The string at an address, at most `limit` bytes of it.
    fn string(&mut self, address: u64, limit: Option<u64>) -> Result<Vec<u8>, Stop>;
    /// The `wchar_t` string at an address in UTF-8, at most `limit` bytes of it.
    fn wide_string(&mut self, address: u64, limit: Option<u64>) -> Result<Vec<u8>, Stop>;
    /// Whether it is a kernel that prints: the device's `printf` has the lengths `h`, `l` and `ll` only and no precision
    /// from an argument, and prints what it does not know as it stands (seen on an H200).
    fn is_device(&self) -> bool {
        false
    }
    /// The argument that is asked for next is the one at `place`, of those from zero on.
    fn go_to(&mut self, _place: usize) {}
    /// Stores the count that `%n` asks for.
    fn store(&mut self, _address: u64, _bytes: &[u8]) -> Result<(), Stop> {
        Ok(())
    }
    /// A conversion that nothing implements was met; it is printed as it stands.
    fn unknown(&mut self, _text: &[u8]) {}
    /// A conversion with the length `hh` was met in a kernel. The device's `printf` formats it, but leaves it out when it adds
    /// up how many bytes of arguments to keep, so that the last ones are lost (seen on an H200; CUDA C++ Programming Guide,
    /// "Formatted Output", names `h`, `l` and `ll`).
    fn miscounted(&mut self, _text: &[u8]) {}
}

/// What the conversions of a format with positions (`%2$d`) ask for, at each of them.
#[derive(Default)]
pub(super) struct Survey {
    pub(super) wants: Vec<Want>,
    next: usize,
}

impl Arguments for Survey {
    fn next(&mut self, want: Want) -> Result<u64, Stop> {
        if self.wants.len() <= self.next {
            self.wants.resize(self.next + 1, Want::Int);
        }
        self.wants[self.next] = want;
        self.next += 1;
        Ok(0)
    }

    fn string(&mut self, _address: u64, _limit: Option<u64>) -> Result<Vec<u8>, Stop> {
        Ok(Vec::new())
    }

    fn wide_string(&mut self, _address: u64, _limit: Option<u64>) -> Result<Vec<u8>, Stop> {
        Ok(Vec::new())
    }

    fn go_to(&mut self, place: usize) {
        self.next = place;
    }
}

/// Arguments that were read already, for a format with positions.
pub(super) struct Positional<'a> {
    arguments: &'a mut dyn Arguments,
    values: Vec<u64>,
    next: usize,
}

impl Positional<'_> {
    /// Of those in their order.
    pub(super) fn new(arguments: &mut dyn Arguments, values: Vec<u64>) -> Positional<'_> {
        Positional { arguments, values, next: 0 }
    }
}

impl Arguments for Positional<'_> {
    fn next(&mut self, _want: Want) -> Result<u64, Stop> {
        self.next += 1;
        Ok(self.values.get(self.next - 1).copied().unwrap_or(0))
    }

    fn string(&mut self, address: u64, limit: Option<u64>) -> Result<Vec<u8>, Stop> {
        self.arguments.string(address, limit)
    }

    fn wide_string(&mut self, address: u64, limit: Option<u64>) -> Result<Vec<u8>, Stop> {
        self.arguments.wide_string(address, limit)
    }

    fn go_to(&mut self, place: usize) {
        self.next = place;
    }

    fn store(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        self.arguments.store(address, bytes)
    }

    fn unknown(&mut self, text: &[u8]) {
        self.arguments.unknown(text);
    }
}
