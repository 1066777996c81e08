//! Arguments of formats with positions (`%2$d`): found out first, then read in their order, then used by place.

use super::format::{Arguments, Want};
use crate::call::Stop;

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
