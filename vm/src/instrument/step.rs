//! Steps: what a warp does operation by operation, for observers that want it of that warp ([`Interests::steps`]).
//!
//! The interpreter's traced loop tells them, in the order in which they happen. [`EVENTS`] is the list of all, one row each: a
//! trace's file and its text take names and numbers from there.
//!
//! [`Interests::steps`]: crate::instrument::observe::Interests::steps

use crate::memory::Access;

/// An instruction: the function of the device module, and the number of the IR instruction in it.
pub type Point = (u32, u32);

/// A value for each lane; of lanes that take no part nothing is said.
pub type LaneValues = [u64; 32];

/// Why lanes do not run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waits {
    /// They could, but others come first.
    Ready,
    /// They had their time slice.
    Yielded,
    /// At a barrier of the block.
    Barrier,
    /// For lanes of their warp.
    Lanes,
}

impl Waits {
    /// All, in the order of their numbers in a file.
    pub const ALL: [Waits; 4] = [Waits::Ready, Waits::Yielded, Waits::Barrier, Waits::Lanes];

    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            Waits::Ready => "ready",
            Waits::Yielded => "yielded",
            Waits::Barrier => "barrier",
            Waits::Lanes => "lanes",
        }
    }
}

/// Lanes of a warp that are elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Elsewhere {
    /// Where.
    pub point: Point,
    /// Who.
    pub mask: u32,
    /// Why they do not run.
    pub waits: Waits,
}

/// An allocation that lanes access.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accessed<'a> {
    /// First address.
    pub base: u64,
    /// Bytes.
    pub size: u64,
    /// The name of the variable, or of the pointer that it was allocated for, if one is known.
    pub name: Option<&'a str>,
}

/// What happened in a warp.
#[derive(Clone, Debug)]
pub enum StepEvent<'a> {
    /// Lanes of a warp begin to run.
    Slice { point: Point, mask: u32, elsewhere: &'a [Elsewhere] },
    /// They executed an operation.
    Step { point: Point, mask: u32 },
    /// A piece of a variable of a function takes values, or is not live any more.
    Set { function: u32, variable: u32, piece: u32, mask: u32, values: Option<&'a LaneValues> },
    /// They accessed memory: by lane the generic address; of each element of the access what was loaded or stored (of an atomic
    /// operation its operands, and then its result if it has one); what a write to global memory found there.
    Memory {
        access: Access,
        bytes: u32,
        mask: u32,
        addresses: &'a LaneValues,
        values: &'a [LaneValues],
        before: &'a [LaneValues],
        accessed: &'a [Accessed<'a>],
    },
    /// They branched; `taken`: those that took the first target.
    Branch { mask: u32, taken: u32 },
    /// They went different ways: where to.
    Diverge { groups: &'a [(Point, u32)] },
    /// They met others; `mask`: all that are there now.
    Reconverge { point: Point, mask: u32, joined: u32 },
    /// They arrived at a barrier of the block.
    Arrive { barrier: u32, mask: u32 },
    /// They ended.
    End { mask: u32 },
    /// They made a mistake: its code, and what is wrong.
    Finding { code: String, message: &'a str },
}

/// A kind of event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EventRow {
    /// The byte that it begins with in a file.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// What happened.
    pub doc: &'static str,
}

macro_rules! events {
    ($($id:ident = $number:literal, $name:literal, $doc:literal;)*) => {
        $(pub(crate) const $id: u8 = $number;)*

        /// All kinds of events.
        pub const EVENTS: &[EventRow] = &[$(EventRow { number: $number, name: $name, doc: $doc }),*];
    };
}

events! {
    SLICE = 1, "SLICE", "lanes of a warp begin to run: the warp, where, which lanes; where its other lanes are, and why they do not run";
    STEP = 2, "STEP", "they executed an instruction: its site, the lanes";
    SET = 3, "SET", "a piece of a variable has these values from here on, in these lanes, or none";
    MEM = 4, "MEM", "they accessed memory: addresses, what was loaded or stored, what a write found in global memory that the block had not touched";
    BRANCH = 5, "BRANCH", "they branched: which lanes took the first way";
    DIVERGE = 6, "DIVERGE", "they went different ways: who where";
    RECONVERGE = 7, "RECONVERGE", "they met others: all that are there now, those who were there";
    ARRIVE = 8, "ARRIVE", "they arrived at a barrier of the block";
    RELEASE = 9, "RELEASE", "a barrier of the block completed, and its threads go on";
    END = 10, "END", "they ended";
    FINDING = 11, "FINDING", "they made a mistake, of which `kern run` tells";
}
