//! A trace from bytes that nobody vouches for.
//!
//! **Invariant.** Whatever the bytes are, the answer is a trace whose numbers all mean something, or a sentence; memory is bounded by
//! [`MOST_INFLATED`] and a multiple of it.

use super::event::ACCESSES;
use super::write::{Last, first, shape};
use super::{Event, FORMAT, Group, Header, Lanes, MOST_BYTES, MOST_EVENTS, Trace};
use crate::instrument::step::{self, Waits};

/// Most bytes of a trace that is not deflated.
const MOST_INFLATED: usize = 2 * MOST_BYTES;

/// Why bytes are no trace: one sentence in lower case, without a full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadTrace(pub String);

impl std::fmt::Display for BadTrace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

fn bad<T>(why: impl Into<String>) -> Result<T, BadTrace> {
    Err(BadTrace(why.into()))
}

/// Reads a `.ktrace`.
///
/// # Errors
/// What is wrong with it.
pub fn read(file: &[u8]) -> Result<Trace, BadTrace> {
    let all = match miniz_oxide::inflate::decompress_to_vec_with_limit(file, MOST_INFLATED) {
        Ok(all) => all,
        Err(problem) if problem.status == miniz_oxide::inflate::TINFLStatus::HasMoreOutput => {
            return bad(format!("the trace is larger than {} MiB", MOST_INFLATED >> 20));
        }
        Err(_) => return bad("the file is no trace, or was cut: it is not deflated data"),
    };
    let mut reader = Reader { bytes: &all, at: 0, last: Last::default() };
    let header = match serde_json::from_slice::<Header>(reader.part("header")?) {
        Ok(header) => header,
        Err(problem) => return bad(format!("the header is not that of a trace: {problem}")),
    };
    if header.format != FORMAT {
        return bad(format!("the trace has format {}, this version of kern reads {FORMAT}", header.format));
    }
    check(&header)?;
    let shared = reader.part("shared memory")?.to_vec();
    let records = reader.part("records")?;
    if reader.at != all.len() {
        return bad("there is more behind the records");
    }
    let mut reader = Reader { bytes: records, at: 0, last: Last::default() };
    let mut events = Vec::new();
    while reader.at < records.len() {
        if events.len() as u64 >= MOST_EVENTS {
            return bad(format!("there are more than {MOST_EVENTS} events"));
        }
        events.push(reader.event(&header)?);
    }
    let steps = events.iter().filter(|event| matches!(event, Event::Step { .. })).count() as u64;
    if steps != header.steps {
        return bad(format!("the header tells of {} steps, there are {steps}", header.steps));
    }
    Ok(Trace { header, shared, events })
}

/// Numbers in the header that mean other parts of it.
fn check(header: &Header) -> Result<(), BadTrace> {
    let files = header.files.len();
    let of_sites = header.sites.iter().map(|site| site.file);
    let of_variables = header.variables.iter().map(|variable| variable.file);
    if of_sites.chain(of_variables).flatten().any(|file| file as usize >= files) {
        return bad("the header names a source file that it does not list");
    }
    Ok(())
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    last: Last,
}

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Result<u8, BadTrace> {
        let Some(&byte) = self.bytes.get(self.at) else { return bad("the trace ends in the middle of a record") };
        self.at += 1;
        Ok(byte)
    }

    fn number(&mut self) -> Result<u64, BadTrace> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return if shift == 63 && byte > 1 { bad("a number has more than 64 bits") } else { Ok(number) };
            }
        }
        bad("a number has more than 64 bits")
    }

    fn small(&mut self) -> Result<u32, BadTrace> {
        u32::try_from(self.number()?).or_else(|_| bad("a number has more than 32 bits"))
    }

    fn signed(&mut self) -> Result<i64, BadTrace> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// A count of things that take at least a byte each.
    fn count(&mut self, what: &str, most: usize) -> Result<usize, BadTrace> {
        let count = self.number()?;
        let left = self.bytes.len() - self.at;
        match usize::try_from(count) {
            Ok(count) if count <= most.min(left) => Ok(count),
            _ => bad(format!("a record tells of {count} {what}")),
        }
    }

    fn part(&mut self, what: &str) -> Result<&'a [u8], BadTrace> {
        let length = self.number()?;
        let end = usize::try_from(length).ok().and_then(|length| self.at.checked_add(length));
        match end.and_then(|end| self.bytes.get(self.at..end)) {
            Some(part) => {
                self.at += part.len();
                Ok(part)
            }
            None => bad(format!("the {what} is said to take {length} bytes, which are not there")),
        }
    }

    fn event(&mut self, header: &Header) -> Result<Event, BadTrace> {
        let kind = self.byte()?;
        Ok(match kind {
            step::SLICE => {
                let warp = self.small()?;
                let (site, mask) = (self.site(header)?, self.mask()?);
                let mut elsewhere = Vec::new();
                for _ in 0..self.count("groups of lanes", 32)? {
                    let group = Group { site: self.site(header)?, mask: self.small()? };
                    let Some(&waits) = Waits::ALL.get(usize::from(self.byte()?)) else { return bad("lanes wait for nothing known") };
                    elsewhere.push((group, waits));
                }
                let threads = header.launch.block.iter().fold(1u64, |all, &n| all.saturating_mul(u64::from(n)));
                if u64::from(warp) >= threads.div_ceil(32) {
                    return bad(format!("warp {warp} is not one of the block's"));
                }
                Event::Slice { warp, site, mask, elsewhere }
            }
            step::STEP => Event::Step { site: self.site(header)?, mask: self.mask()? },
            step::SET => {
                let (variable, piece, mask) = (self.small()?, self.small()?, self.mask()?);
                let known = header.variables.get(variable as usize).is_some_and(|known| (piece as usize) < known.pieces.len());
                if !known {
                    return bad(format!("piece {piece} of variable {variable} is not in the header"));
                }
                let values = if self.count("vectors", 1)? == 1 { Some(self.lanes(mask, 0)?) } else { None };
                Event::Set { variable, piece, mask, values }
            }
            step::MEM => {
                let Some(&access) = ACCESSES.get(usize::from(self.byte()?)) else { return bad("an access does nothing known") };
                let (bytes, mask) = (self.small()?, self.mask()?);
                if !matches!(bytes, 1 | 2 | 4 | 8) {
                    return bad(format!("an access has elements of {bytes} bytes"));
                }
                let from = self.last.address;
                let addresses = self.lanes(mask, from)?;
                self.last.address = first(&addresses);
                Event::Mem { access, bytes, mask, addresses, values: self.vectors(mask)?, before: self.vectors(mask)? }
            }
            step::BRANCH => Event::Branch { mask: self.mask()?, taken: self.small()? },
            step::DIVERGE => {
                let mut groups = Vec::new();
                for _ in 0..self.count("groups of lanes", 32)? {
                    groups.push(Group { site: self.site(header)?, mask: self.small()? });
                }
                Event::Diverge { groups }
            }
            step::RECONVERGE => Event::Reconverge { site: self.site(header)?, mask: self.mask()?, joined: self.small()? },
            step::ARRIVE => Event::Arrive { barrier: self.small()?, mask: self.mask()? },
            step::RELEASE => Event::Release { barrier: self.small()?, threads: self.small()? },
            step::END => Event::End { mask: self.mask()? },
            step::FINDING => {
                let finding = self.small()?;
                if finding as usize >= header.findings.len() {
                    return bad(format!("finding {finding} is not in the header"));
                }
                Event::Finding { finding }
            }
            _ => return bad(format!("there is no event of kind {kind}")),
        })
    }

    fn vectors(&mut self, mask: u32) -> Result<Vec<Lanes>, BadTrace> {
        let mut list = Vec::new();
        for _ in 0..self.count("vectors", 4)? {
            list.push(self.lanes(mask, 0)?);
        }
        Ok(list)
    }

    fn site(&mut self, header: &Header) -> Result<u32, BadTrace> {
        let site = i64::from(self.last.site).checked_add(self.signed()?).and_then(|site| usize::try_from(site).ok());
        match site.filter(|&site| site < header.sites.len()) {
            Some(site) => {
                self.last.site = site as u32;
                Ok(site as u32)
            }
            None => bad("a record names a site that is not in the header"),
        }
    }

    fn mask(&mut self) -> Result<u32, BadTrace> {
        self.last.mask ^= self.small()?;
        Ok(self.last.mask)
    }

    fn lanes(&mut self, mask: u32, from: u64) -> Result<Lanes, BadTrace> {
        let kind = self.byte()?;
        let value = |reader: &mut Reader, from: u64| -> Result<u64, BadTrace> { Ok(from.wrapping_add(reader.signed()? as u64)) };
        match kind {
            shape::UNIFORM => Ok(Lanes::Uniform(value(self, from)?)),
            shape::LINEAR => Ok(Lanes::Linear { base: value(self, from)?, stride: self.signed()? }),
            shape::LIST => {
                let (mut values, mut from) = (Vec::new(), from);
                for _ in 0..mask.count_ones() {
                    from = value(self, from)?;
                    values.push(from);
                }
                Ok(Lanes::List(values))
            }
            _ => bad("lanes have values of no known form"),
        }
    }
}
