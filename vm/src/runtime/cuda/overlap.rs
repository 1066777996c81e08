//! Launches and copies that may run at the same time and use the same memory.
//!
//! **What.** Of each unfinished operation the global memory is kept that it has accessed, in ranges. One that is submitted is held
//! against all that it does not come after: bytes that both access and one of them writes are a race, unless both do it with
//! atomic or volatile accesses. (PTX ISA, "Memory Consistency Model": API synchronisation is what orders launches; CUDA C++
//! Programming Guide, "Streams".)
//! **May miss.** What was submitted before the program made its first stream; copies of very many rows with a pitch, and the
//! oldest of very many copies of rows. Branches of one graph among themselves: see `graph::branches`.

use super::operations::Work;
use crate::finding::Finding;
use crate::instrument::hazard::{AccessSite, AccessedRange};
use crate::machine::Machine;
use crate::memory::Window;
use crate::report;
use crate::runtime::CallContext;
use kern_diag::Code;

/// Most races of two operations that are told.
const MOST: usize = 4;

/// Ranges at most that are looked at for one operation: of more, the oldest of those beside it are left out.
const MOST_RANGES: usize = 1 << 20;

/// Ranges by address that do not overlap: where they do, what came first stays.
pub(super) fn in_order(mut footprint: Vec<AccessedRange>) -> Vec<AccessedRange> {
    kern_diag::sort_by_number(&mut footprint, |footprint| footprint.start as i64);
    let mut ordered: Vec<AccessedRange> = Vec::with_capacity(footprint.len());
    for next in footprint {
        match ordered.last_mut() {
            Some(last) if next.start < last.end => {
                // Of several kernels, or of both ends of a copy: one range for all of it.
                last.end = last.end.max(next.end);
                last.write = last.write.or(next.write);
                last.read = last.read.or(next.read);
            }
            _ => ordered.push(next),
        }
    }
    ordered
}

/// Accesses of two operations to the same bytes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Overlap {
    pub(super) start: u64,
    end: u64,
    pub(super) first: AccessSite,
    pub(super) first_writes: bool,
    pub(super) second: AccessSite,
    pub(super) second_writes: bool,
}

/// Where two operations race, one of each pair of places; `end` is that of the last such byte.
pub(super) fn overlaps(first: &[AccessedRange], second: &[AccessedRange]) -> Vec<Overlap> {
    let mut found: Vec<Overlap> = Vec::new();
    let (mut i, mut j) = (0, 0);
    while let (Some(a), Some(b)) = (first.get(i), second.get(j)) {
        let (start, end) = (a.start.max(b.start), a.end.min(b.end));
        if start < end {
            let pairs = [(a.write, true, b.write, true), (a.write, true, b.read, false), (a.read, false, b.write, true)];
            let races = pairs.into_iter().find_map(|(one, first_writes, other, second_writes)| {
                let (first, second) = (one?, other?);
                // Of a constant it is not known which of its bytes a kernel reads.
                let covers = |all: &AccessedRange, part: &AccessedRange| all.start <= part.start && part.end <= all.end;
                let is_meant = match Window::of(start) {
                    Window::Const if !first_writes => covers(b, a),
                    Window::Const if !second_writes => covers(a, b),
                    _ => true,
                };
                if !is_meant {
                    return None;
                }
                (!(first.is_strong && second.is_strong)).then_some(Overlap { start, end, first, first_writes, second, second_writes })
            });
            if let Some(race) = races {
                let is_known = |known: &Overlap| (known.first, known.second) == (race.first, race.second);
                match found.iter().position(is_known) {
                    Some(known) => found[known].end = end,
                    None if found.len() < MOST => found.push(race),
                    None => {}
                }
            }
        }
        if a.end < b.end { i += 1 } else { j += 1 }
    }
    found
}

/// The memory of which two operations use the same bytes.
pub(super) fn what(machine: &Machine, race: &Overlap) -> String {
    if let Some(texel) = report::texel(machine, race.start) {
        return texel;
    }
    match machine.memory.allocation(race.start) {
        Some(allocation) => {
            let (from, to) = (race.start - allocation.base, race.end.min(allocation.end()) - allocation.base - 1);
            format!("bytes {from} to {to} of {} bytes", allocation.size)
        }
        None => "memory".to_string(),
    }
}

impl CallContext<'_, '_> {
    /// A stream is given memory, or gives it back, in its turn: `does` says which.
    pub(super) fn note_memory_of_stream(&mut self, stream: u64, (start, bytes): (u64, u64), does: &'static str) {
        let is_looked_at = self.machine.config.check_races && self.state.cuda.may_overlap();
        let mut work = Work::default();
        if is_looked_at {
            let write = Some(AccessSite { site: None, is_strong: false });
            let footprint = vec![AccessedRange { start, end: start.saturating_add(bytes), write, read: None }];
            work = Work { name: format!("`{}`", self.function), place: self.place(), does: Some(does), footprint, ..work };
        }
        let number = self.with_device(|device, memory| device.note(memory, stream, work));
        if is_looked_at {
            self.report_overlaps(number);
        }
    }

    /// An operation has run: reports where it races with one that it does not come after.
    #[cold]
    pub(super) fn report_overlaps(&mut self, number: u64) {
        let Some((last, others)) = self.state.cuda.device.unordered_with(number) else { return };
        let cost = |other: &(u64, &Work)| other.1.footprint.len() + last.footprint.len();
        let mut left: usize = others.iter().map(cost).sum();
        let near = others.into_iter().skip_while(|other| {
            let is_beyond = left > MOST_RANGES;
            left -= cost(other);
            is_beyond
        });
        let races = near.flat_map(|other| overlaps(&other.1.footprint, &last.footprint).into_iter().map(move |race| (other, race)));
        let of_race = |(one, race): ((u64, &Work), Overlap)| {
            let mut finding = self.overlap_finding(one.1, last, &race);
            let stream_of = |number| self.state.cuda.device.stream_of(number);
            finding.is_about_streams((one.0, stream_of(one.0), stream_of(number)));
            let why = self.why_not_ordered(one, (number, last));
            why.into_iter().fold(finding, |finding, why| finding.note(why))
        };
        let findings: Vec<Finding> = races.take(MOST).map(of_race).collect();
        let is_told = !findings.is_empty();
        findings.into_iter().for_each(|finding| self.report(finding));
        if is_told {
            self.state.cuda.device.forget_allocations_met_by(number);
        }
    }

    fn overlap_finding(&self, one: &Work, other: &Work, race: &Overlap) -> Finding {
        let verb = |work: &Work, writes| work.does.unwrap_or(if writes { "writes" } else { "reads" });
        let (first, second) = (verb(one, race.first_writes), verb(other, race.second_writes));
        let allocation = self.machine.memory.allocation(race.start);
        let what = what(self.machine, race);
        let message = format!("{} {second} {what} that {} {first}, and nothing orders the two", other.name, one.name);
        let place = |accessed: &AccessSite| accessed.site.and_then(|site| self.machine.place(&[site]));
        let (here, there) = (place(&race.second), place(&race.first));
        let submitted =
            |work: &Work, is_kernel: bool| format!("{} {} here", work.name, if is_kernel { "is launched" } else { "is called" });
        let mut finding = Finding::new(Code::RACE_OF_OPERATIONS, here.clone().or(other.place.clone()), message);
        finding = match &here {
            Some(_) => finding.label(format!("{} {second} it here", other.name)).also(other.place.clone(), submitted(other, true)),
            None => finding.label(format!("{second} it")),
        };
        finding = match &there {
            Some(_) => finding.also(there.clone(), format!("{} {first} it here", one.name)).also(one.place.clone(), submitted(one, true)),
            None => finding.also(one.place.clone(), format!("{} {first} it", one.name)),
        };
        if let Some(made) = allocation.and_then(|allocation| allocation.allocated.as_deref()).and_then(|trace| self.machine.place(trace)) {
            finding = finding.also(Some(made), "allocated here");
        }
        finding
            .note(
                "streams run at the same time, and a stream made with `cudaStreamNonBlocking` does not wait for the default stream either",
            )
            .help(
                "use one stream for both, or give each stream memory of its own; or `cudaEventRecord` after the first and \
                 `cudaStreamWaitEvent` in the other stream before the second; or wait between them, with `cudaStreamSynchronize`",
            )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn footprint(start: u64, end: u64, writes: bool, is_strong: bool) -> AccessedRange {
        let accessed = Some(AccessSite { site: None, is_strong });
        AccessedRange { start, end, write: accessed.filter(|_| writes), read: accessed.filter(|_| !writes) }
    }

    #[test]
    fn what_one_writes_and_another_uses_overlaps() {
        let writes = [footprint(0, 100, true, false), footprint(200, 300, true, false)];
        let reads = [footprint(90, 210, false, false)];
        let found = overlaps(&writes, &reads);
        assert_eq!(found.iter().map(|race| (race.start, race.end)).collect::<Vec<_>>(), [(90, 210)]);
        assert!(overlaps(&reads, &reads).is_empty());
        assert!(overlaps(&writes, &[footprint(100, 200, true, false)]).is_empty());
    }

    #[test]
    fn a_constant_that_is_changed_in_part_may_be_read_in_another() {
        let start = crate::memory::CONST;
        let reads = [footprint(start, start + 256, false, false)];
        assert!(overlaps(&reads, &[footprint(start, start + 128, true, false)]).is_empty());
        assert_eq!(overlaps(&reads, &[footprint(start, start + 256, true, false)]).len(), 1);
    }

    #[test]
    fn atomic_accesses_do_not_race_with_one_another() {
        let atomic = [footprint(0, 4, true, true)];
        assert!(overlaps(&atomic, &atomic).is_empty());
        assert_eq!(overlaps(&atomic, &[footprint(0, 4, false, false)]).len(), 1);
    }
}
