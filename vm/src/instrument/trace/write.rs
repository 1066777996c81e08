//! A trace as bytes.

use super::event::ACCESSES;
use super::{Event, Header, Lanes};
use crate::instrument::step::{self, Waits};

/// What records are differences to; the reader keeps the same.
#[derive(Clone, Default, Debug)]
pub(super) struct Last {
    pub(super) site: u32,
    pub(super) mask: u32,
    pub(super) address: u64,
}

/// Writes records one after the other.
#[derive(Clone, Default, Debug)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
    last: Last,
}

/// How a lane vector is said.
pub(super) mod shape {
    pub(crate) const UNIFORM: u8 = 0;
    pub(crate) const LINEAR: u8 = 1;
    pub(crate) const LIST: u8 = 2;
}

impl Writer {
    /// Writes an event.
    pub(super) fn push(&mut self, event: &Event) {
        match event {
            Event::Slice { warp, site, mask, elsewhere } => {
                self.bytes.push(step::SLICE);
                self.number(u64::from(*warp));
                self.site(*site);
                self.mask(*mask);
                self.number(elsewhere.len() as u64);
                for (group, waits) in elsewhere {
                    self.site(group.site);
                    self.number(u64::from(group.mask));
                    self.bytes.push(Waits::ALL.iter().position(|known| known == waits).unwrap_or(0) as u8);
                }
            }
            Event::Step { site, mask } => {
                self.bytes.push(step::STEP);
                self.site(*site);
                self.mask(*mask);
            }
            Event::Set { variable, piece, mask, values } => {
                self.bytes.push(step::SET);
                self.number(u64::from(*variable));
                self.number(u64::from(*piece));
                self.mask(*mask);
                self.number(values.iter().len() as u64);
                values.iter().for_each(|values| self.lanes(values, 0));
            }
            Event::Mem { access, bytes, mask, addresses, values, before } => {
                self.bytes.push(step::MEM);
                self.bytes.push(ACCESSES.iter().position(|known| known == access).unwrap_or(0) as u8);
                self.number(u64::from(*bytes));
                self.mask(*mask);
                let from = self.last.address;
                self.lanes(addresses, from);
                self.last.address = first(addresses);
                self.vectors(values);
                self.vectors(before);
            }
            Event::Branch { mask, taken } => {
                self.bytes.push(step::BRANCH);
                self.mask(*mask);
                self.number(u64::from(*taken));
            }
            Event::Diverge { groups } => {
                self.bytes.push(step::DIVERGE);
                self.number(groups.len() as u64);
                for group in groups {
                    self.site(group.site);
                    self.number(u64::from(group.mask));
                }
            }
            Event::Reconverge { site, mask, joined } => {
                self.bytes.push(step::RECONVERGE);
                self.site(*site);
                self.mask(*mask);
                self.number(u64::from(*joined));
            }
            Event::Arrive { barrier, mask } => {
                self.bytes.push(step::ARRIVE);
                self.number(u64::from(*barrier));
                self.mask(*mask);
            }
            Event::Release { barrier, threads } => {
                self.bytes.push(step::RELEASE);
                self.number(u64::from(*barrier));
                self.number(u64::from(*threads));
            }
            Event::End { mask } => {
                self.bytes.push(step::END);
                self.mask(*mask);
            }
            Event::Finding { finding } => {
                self.bytes.push(step::FINDING);
                self.number(u64::from(*finding));
            }
        }
    }

    fn vectors(&mut self, list: &[Lanes]) {
        self.number(list.len() as u64);
        list.iter().for_each(|lanes| self.lanes(lanes, 0));
    }

    fn number(&mut self, number: u64) {
        put_number(&mut self.bytes, number);
    }

    fn site(&mut self, site: u32) {
        let difference = i64::from(site) - i64::from(std::mem::replace(&mut self.last.site, site));
        self.number(zigzag(difference));
    }

    fn mask(&mut self, mask: u32) {
        let difference = mask ^ std::mem::replace(&mut self.last.mask, mask);
        self.number(u64::from(difference));
    }

    fn lanes(&mut self, lanes: &Lanes, from: u64) {
        match lanes {
            Lanes::Uniform(value) => {
                self.bytes.push(shape::UNIFORM);
                self.number(zigzag(value.wrapping_sub(from) as i64));
            }
            Lanes::Linear { base, stride } => {
                self.bytes.push(shape::LINEAR);
                self.number(zigzag(base.wrapping_sub(from) as i64));
                self.number(zigzag(*stride));
            }
            Lanes::List(values) => {
                self.bytes.push(shape::LIST);
                let mut from = from;
                for &value in values {
                    self.number(zigzag(value.wrapping_sub(from) as i64));
                    from = value;
                }
            }
        }
    }
}

/// The address that those of the next access are differences to.
pub(super) fn first(addresses: &Lanes) -> u64 {
    match addresses {
        Lanes::Uniform(value) => *value,
        Lanes::Linear { base, .. } => *base,
        Lanes::List(values) => values.first().copied().unwrap_or(0),
    }
}

/// The whole file: header, shared memory, records, deflated.
pub(super) fn file(header: &Header, shared: &[u8], records: &[u8]) -> Vec<u8> {
    let head = serde_json::to_vec(header).unwrap_or_default();
    let mut all = Vec::with_capacity(head.len() + shared.len() + records.len() + 30);
    for part in [&head[..], shared, records] {
        put_number(&mut all, part.len() as u64);
        all.extend_from_slice(part);
    }
    miniz_oxide::deflate::compress_to_vec(&all, LEVEL)
}

/// How hard the compressor tries, 1 to 10.
const LEVEL: u8 = 8;

/// Seven bits a byte, the lowest first; the eighth says that more follow.
fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Small numbers of either sign become small.
fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}
