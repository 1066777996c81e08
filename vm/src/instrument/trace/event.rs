//! The events of a trace as a file has them: instructions are numbers of sites, values are [`Lanes`].

use super::Lanes;
use crate::instrument::step::Waits;
use crate::memory::Access;

/// Lanes that are somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// Number in [`super::Header::sites`].
    pub site: u32,
    /// Who.
    pub mask: u32,
}

/// What happened. What has no warp happened in that of the last slice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Lanes of a warp begin to run.
    Slice { warp: u32, site: u32, mask: u32, elsewhere: Vec<(Group, Waits)> },
    /// They executed an instruction.
    Step { site: u32, mask: u32 },
    /// A piece of a variable takes values, or is not live any more.
    Set { variable: u32, piece: u32, mask: u32, values: Option<Lanes> },
    /// The instruction of the last step accessed memory: `bytes` an element, generic addresses of the first element of each
    /// lane, a vector for each element of the access (of an atomic operation for each operand, and then for its result).
    /// `before`: a vector for each element, where that memory had not been touched by the block.
    Mem { access: Access, bytes: u32, mask: u32, addresses: Lanes, values: Vec<Lanes>, before: Vec<Lanes> },
    /// It branched.
    Branch { mask: u32, taken: u32 },
    /// Its lanes went different ways.
    Diverge { groups: Vec<Group> },
    /// They met others.
    Reconverge { site: u32, mask: u32, joined: u32 },
    /// They arrived at a barrier of the block.
    Arrive { barrier: u32, mask: u32 },
    /// A barrier of the block completed with so many threads.
    Release { barrier: u32, threads: u32 },
    /// They ended.
    End { mask: u32 },
    /// They made a mistake: number in [`super::Header::findings`].
    Finding { finding: u32 },
}

/// What an access does, by the numbers of a file.
pub(super) const ACCESSES: [Access; 3] = [Access::Read, Access::Write, Access::Atomic];
