//! Findings: mistakes of the program seen while it runs, as data.
//!
//! One finding a mistake: [`Findings::report`] groups what has one cause and counts it. That is the same code at the same
//! place (line and columns) of the same kernel about the same thing; and, at another place, a thread that misses the same
//! element once more, or the use of a pointer that was wrong before. (So `x[i] = 2 * x[i]` is one mistake, and `x[i - 1] + x[i + 1]`
//! are two.) *Thing* is what was accessed: an allocation is known by
//! where it was made, so that all rows made in one loop are one.
//!
//! The machine has no source text, so places are data; whoever shows a finding finds the text.

mod consequence;
mod edit;
mod facts;
mod host_thread;
mod ordinal;
mod results;
pub(crate) mod switch;

pub use edit::{Added, Edit};
pub use facts::{AccessFacts, AllocationFacts, ElementFacts, Facts, Group, LaunchSite, ParameterFacts, RaceAccess, RaceFacts};
pub(crate) use host_thread::{HostThreadSite, HostWait};
pub use ordinal::ordinal;
pub use results::{CopyToHost, Results};

use crate::launch::LaunchConfig;
use crate::memory::{Access, Trace};
use kern_diag::Code;
use kern_ir::{LocId, Module};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::{hash::BuildHasher, sync::Arc};

/// Most places besides the first at which one mistake is shown.
const MOST_PLACES: usize = 3;
/// A thread of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Thread {
    /// `blockIdx`
    pub block: [u32; 3],
    /// `threadIdx`
    pub thread: [u32; 3],
    /// `threadIdx` in one number divided by 32.
    pub warp: u32,
    /// Lane of the warp.
    pub lane: u32,
}

/// A source place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Name of the file as in [`kern_ir::FileEntry`].
    pub file: String,
    /// The file came with `kern`.
    pub is_system: bool,
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// Bytes `start..end` in the file; both 0 when only the line is known.
    pub start: u32,
    /// See `start`.
    pub end: u32,
    /// The function the code was written in, as a user reads it.
    pub function: String,
    /// The calls that led there, inlined or not, inner first.
    pub inlined_at: Vec<Place>,
}

impl Place {
    /// Whether `loc` of `module` is in a header that came with `kern`, or what is inlined there is.
    pub(crate) fn is_in_header(module: &Module, loc: LocId, header: &str) -> bool {
        let chain = std::iter::successors(module.locs.get(loc.index()), |data| module.locs.get(data.inlined_at.index()));
        chain.take(64).any(|data| module.files.get(data.file as usize).is_some_and(|file| file.is_system && file.name.ends_with(header)))
    }

    /// The place `loc` of `module`, written in a function called `function` unless inlined; `None` for no place.
    ///
    /// Code in a file that came with `kern` is blamed on its caller as far as inlining shows it.
    pub fn resolve(module: &Module, loc: LocId, function: &str) -> Option<Place> {
        let mut chain = Vec::new();
        let mut next = loc;
        while next != LocId::NONE && chain.len() < 64 {
            let Some(data) = module.locs.get(next.index()) else { break };
            if let Some(file) = module.files.get(data.file as usize).filter(|_| data.file != 0) {
                chain.push(Place {
                    file: file.name.clone(),
                    is_system: file.is_system,
                    line: data.line,
                    column: data.column,
                    start: data.start,
                    end: data.end,
                    function: if data.function.is_empty() { function.to_string() } else { data.function.clone() },
                    inlined_at: Vec::new(),
                });
            }
            next = data.inlined_at;
        }
        let first = chain.iter().position(|p| !p.is_system).unwrap_or(0);
        let mut chain = chain.into_iter().skip(first);
        let mut place = chain.next()?;
        place.inlined_at = chain.collect();
        Some(place)
    }
}

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// A mistake.
    Error,
    /// Probably a mistake; does not change the exit status.
    Warning,
    /// No mistake, but worth knowing.
    Note,
}

/// In a finding's number: the same mistake at another place, or by another access of the place that is shown. It is not counted: a
/// statement that reads and writes an element makes one mistake.
const ELSEWHERE: usize = 1 << 30;

/// Calls whose mistakes are known without being put into words again.
const MOST_CALLS: usize = 1 << 12;

/// One mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// `R….`
    pub code: Code,
    /// How bad.
    pub level: Level,
    /// What is wrong: lowercase, no full stop.
    pub message: String,
    /// Where; `None` if unknown.
    pub place: Option<Place>,
    /// What to say at the place; may be empty.
    pub label: String,
    /// Other places that explain it: the allocation, the other threads.
    pub related: Vec<(Place, String)>,
    /// Facts without a place.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
    /// The same as a change of the program, where it is one that can be made as it stands.
    pub edit: Option<Edit>,
    /// The same as fields.
    pub facts: Facts,
    /// How often it happened (thread instructions or calls).
    pub count: u64,
    /// The launch was ended when it had happened so often.
    pub is_count_ended: bool,
    /// In how many launches.
    pub launches: u64,
    /// Of how many in the whole run.
    pub launches_in_all: u64,
    /// Those that the same change mends, which it tells of in a note: where it is silenced they are told of themselves.
    #[doc(hidden)]
    pub others: Vec<Finding>,
    /// What was accessed, as a number that is the same for all that was made in one way; 0 for nothing.
    pub(crate) thing: u64,
    /// First address of the memory it is about, by which what follows from it is known; 0 for none.
    pub(crate) memory: u64,
    /// What is wrong is wrong wherever that thing is used.
    pub(crate) is_everywhere: bool,
    /// That threads did not come to a barrier has no part in it.
    pub(crate) is_independent: bool,
    /// One more than the number of the launch that it was last seen in.
    last_launch: u64,
    /// How many of the other places belong to the occurrence that is shown.
    own_places: usize,
}

impl Finding {
    /// An error that happened once.
    pub fn new(code: Code, place: Option<Place>, message: impl Into<String>) -> Finding {
        Finding {
            code,
            level: Level::Error,
            message: message.into(),
            place,
            label: String::new(),
            related: Vec::new(),
            notes: Vec::new(),
            help: None,
            edit: None,
            facts: Facts::default(),
            count: 1,
            is_count_ended: false,
            launches: 0,
            launches_in_all: 0,
            others: Vec::new(),
            thing: 0,
            memory: 0,
            is_everywhere: false,
            is_independent: false,
            last_launch: 0,
            own_places: 0,
        }
    }

    /// What to say at the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Finding {
        self.label = label.into();
        self
    }

    /// Adds another place, if it is known.
    #[must_use]
    pub fn also(mut self, place: Option<Place>, message: impl Into<String>) -> Finding {
        if let Some(place) = place {
            self.related.push((place, message.into()));
        }
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Finding {
        self.notes.push(note.into());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = Some(help.into());
        self
    }

    /// What is said tells it from other mistakes at the same place.
    #[must_use]
    pub(crate) fn about_its_words(mut self) -> Finding {
        self.thing = FxBuildHasher.hash_one(&self.message).max(1);
        self
    }

    /// Makes it a warning.
    #[must_use]
    pub fn warning(mut self) -> Finding {
        self.level = Level::Warning;
        self
    }

    /// Makes it a note.
    #[must_use]
    pub fn remark(mut self) -> Finding {
        self.level = Level::Note;
        self
    }

    /// Says which thread did it.
    #[must_use]
    pub(crate) fn by(mut self, thread: Option<&Thread>) -> Finding {
        self.facts.thread = thread.copied();
        self
    }

    /// Says which threads it is about together.
    #[must_use]
    pub(crate) fn by_group(mut self, block: [u32; 3], lanes: Option<(u32, u32)>) -> Finding {
        self.facts.group = Some(Group { block, lanes });
        self
    }

    /// The kernel, or the host's function, that it belongs to.
    fn scope(&self) -> &str {
        match (&self.facts.launch, &self.place) {
            (Some(launch), _) => &launch.symbol,
            (None, Some(place)) => &place.function,
            (None, None) => "",
        }
    }

    /// Whether `thread` of launch `launch` comes before the one that is shown. Of a warp's threads the first is: which of them came
    /// first in time depends on how loops were unrolled.
    fn is_shown_after(&self, launch: Option<&LaunchSite>, thread: &Thread) -> bool {
        let is_same_warp = |shown: &Thread| (shown.block, shown.warp) == (thread.block, thread.warp) && thread.lane < shown.lane;
        self.facts.thread.as_ref().is_some_and(is_same_warp) && self.facts.launch.as_deref().map(|l| l.number) == launch.map(|l| l.number)
    }

    /// Shows another occurrence of the same mistake.
    fn show(&mut self, other: Finding) {
        let later = self.related.split_off(self.own_places);
        let old = std::mem::replace(self, other);
        (self.count, self.launches, self.last_launch) = (old.count, old.launches, old.last_launch);
        self.is_count_ended = old.is_count_ended;
        self.own_places = self.related.len();
        self.related.extend(later);
    }

    /// Whether `other`, found at the same place, is of another access: a read, where this one is a write.
    fn is_other_access(&self, other: &Finding) -> bool {
        let access = |finding: &Finding| finding.facts.access.as_ref().map(|facts| facts.access);
        access(self) != access(other)
    }

    /// Shows another place of the same mistake, unless its line is shown already.
    fn add_place(&mut self, other: &Finding) {
        let (Some(place), Some(access)) = (&other.place, &other.facts.access) else { return };
        let is_there = |p: &Place| (&p.file, p.line) == (&place.file, place.line);
        let text = format!("also {} here", access.access.done());
        let shown = self.related.iter().filter(|r| r.1.starts_with("also ")).count();
        if shown < MOST_PLACES && !self.place.iter().chain(self.related.iter().map(|r| &r.0)).any(is_there) {
            self.related.push((place.clone(), text));
        }
    }
}

/// What makes two findings the same mistake at once: code, file, bytes and line of the place, kernel or function, thing.
type Key = (Code, Option<(String, u32, u32, u32)>, String, u64);

/// The findings of a run, grouped.
#[derive(Clone, Default, Debug)]
pub struct Findings {
    list: Vec<Finding>,
    by_key: FxHashMap<Key, usize>,
    /// Mistakes of calls of runtime functions, by code, call and what it is about: only the first ones.
    by_call: FxHashMap<(Code, Trace, u64), usize>,
    /// The launch in progress.
    launch: Option<Arc<LaunchSite>>,
    /// The host thread in which what is reported happens.
    host_thread: Option<Arc<HostThreadSite>>,
    /// The one that was last reported, or counted.
    last: Option<usize>,
}

impl Findings {
    /// None yet.
    pub fn new() -> Findings {
        Findings::default()
    }

    /// What is reported from now on belongs to this launch, or to none.
    pub(crate) fn set_launch(&mut self, launch: Option<Arc<LaunchSite>>) {
        self.launch = launch;
    }

    /// The launch that what is reported now belongs to.
    pub(crate) fn launch(&self) -> Option<Arc<LaunchSite>> {
        self.launch.clone()
    }

    /// What is reported from now on happens in this host thread; in `main`'s, if it is none.
    pub(crate) fn set_host_thread(&mut self, thread: Option<Arc<HostThreadSite>>) {
        self.host_thread = thread;
    }

    /// Names the host thread in which a mistake of host code is made.
    fn name_host_thread(&self, finding: &mut Finding) {
        let Some(thread) = self.host_thread.as_ref().filter(|_| finding.facts.launch.is_none()) else { return };
        finding.notes.push(format!("in host thread {}", thread.number));
        if let Some(place) = &thread.place {
            finding.related.push((place.clone(), format!("host thread {} was made here", thread.number)));
        }
    }

    /// Adds a finding, or counts it if the same mistake was reported before; its number.
    pub fn report(&mut self, mut finding: Finding) -> usize {
        finding.facts.launch = finding.facts.launch.or_else(|| self.launch.clone());
        self.name_host_thread(&mut finding);
        let key = Findings::key(&finding);
        finding.own_places = finding.related.len();
        if let Some(&index) = self.by_key.get(&key) {
            if index & ELSEWHERE != 0 || self.list[index].is_other_access(&finding) {
                self.again(index | ELSEWHERE);
                return index | ELSEWHERE;
            }
            self.count(index, finding.count);
            let is_shown_after = |shown: &Finding, t: &Thread| shown.is_shown_after(finding.facts.launch.as_deref(), t);
            if Findings::key(&self.list[index]) == key && finding.facts.thread.is_some_and(|t| is_shown_after(&self.list[index], &t)) {
                self.list[index].show(finding);
            }
            return index;
        }
        if let Some(index) = self.list.iter().position(|old| old.has_cause_of(&finding)) {
            self.list[index].add_place(&finding);
            self.list[index].add_element(&finding);
            self.by_key.insert(key, index | ELSEWHERE);
            self.again(index | ELSEWHERE);
            return index | ELSEWHERE;
        }
        let index = self.list.len();
        self.by_key.insert(key, index);
        (finding.launches, finding.last_launch) = (1, self.number());
        for other in &mut finding.others {
            other.facts.launch.clone_from(&finding.facts.launch);
            (other.launches, other.last_launch) = (1, finding.last_launch);
        }
        self.list.push(finding);
        self.last = Some(index);
        index
    }

    /// What was last reported since this was last asked.
    pub(crate) fn take_last(&mut self) -> Option<&Finding> {
        self.list.get(self.last.take()?)
    }

    /// Adds findings that are only known now: each with the number of those that were there when it happened, growing.
    pub fn insert(&mut self, late: Vec<(usize, Finding)>) {
        // From the last on, so that the positions of the others hold.
        for (position, finding) in late.into_iter().rev() {
            self.list.insert(position.min(self.list.len()), finding);
        }
        self.by_key.clear();
        self.by_call.clear();
        for (index, finding) in self.list.iter().enumerate() {
            self.by_key.entry(Findings::key(finding)).or_insert(index);
        }
    }

    /// Whether an access there was found to be invalid.
    pub(crate) fn has_bad_access(&self, place: Option<&Place>) -> bool {
        self.list.iter().any(|finding| finding.code.0.starts_with("R01") && finding.place.as_ref() == place)
    }

    /// Whether lanes that an operation there names were found to be elsewhere.
    pub(crate) fn has_missing_lanes(&self, place: Option<&Place>) -> bool {
        let at = |place: &Place| (place.file.clone(), place.start);
        self.list.iter().any(|finding| finding.code == Code::LANES_MISSING && finding.place.as_ref().map(at) == place.map(at))
    }

    /// Whether finding number `index` would rather show an occurrence in `thread`, now.
    pub(crate) fn shows_after(&self, index: usize, thread: &Thread) -> bool {
        index & ELSEWHERE == 0 && self.list[index].is_shown_after(self.launch.as_deref(), thread)
    }

    fn key(finding: &Finding) -> Key {
        let place = finding.place.as_ref().map(|p| (p.file.clone(), p.start, p.end, p.line << 10 | p.column & 0x3ff));
        (finding.code, place, finding.scope().to_string(), finding.thing)
    }

    /// Counts a mistake about `thing` that was reported before of the same call of a runtime function; whether it was.
    pub(crate) fn repeat(&mut self, code: Code, trace: &Trace, thing: u64) -> bool {
        match self.by_call.get(&(code, trace.clone(), thing)) {
            Some(&index) => self.again(index),
            None => return false,
        }
        true
    }

    /// Adds a finding about `thing` of a call of a runtime function; see [`Findings::repeat`].
    pub(crate) fn report_call(&mut self, trace: Trace, thing: u64, finding: Finding) {
        let code = finding.code;
        let index = self.report(finding);
        if self.by_call.len() < MOST_CALLS {
            self.by_call.insert((code, trace, thing), index);
        }
    }

    /// Counts finding number `index` once more.
    pub fn again(&mut self, index: usize) {
        self.count(index, 1);
    }

    fn count(&mut self, number: usize, times: u64) {
        let index = number & !ELSEWHERE;
        let is_counted = number & ELSEWHERE == 0;
        let number = self.number();
        self.last = Some(index);
        let finding = &mut self.list[index];
        finding.count += if is_counted { times } else { 0 };
        finding.launches += u64::from(finding.last_launch != number);
        finding.last_launch = number;
    }

    /// The launch ends because of what was last reported, or counted.
    pub(crate) fn end_count(&mut self) {
        if let Some(finding) = self.last.and_then(|index| self.list.get_mut(index)) {
            finding.is_count_ended = true;
        }
    }

    /// One more than the number of the launch in progress.
    fn number(&self) -> u64 {
        self.launch.as_ref().map_or(0, |launch| launch.number + 1)
    }

    /// All, in the order of their first occurrence.
    pub fn list(&self) -> &[Finding] {
        &self.list
    }

    /// All, in the order of their first occurrence, of a run with so many launches.
    pub fn into_list(mut self, launches: u64) -> Vec<Finding> {
        self.join_parted_by_races();
        self.join_consequences();
        self.list.iter_mut().for_each(|f| f.launches_in_all = launches);
        self.list
    }

    /// Whether any is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|f| f.level == Level::Error)
    }
}
