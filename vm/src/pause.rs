//! Pauses: a kernel stops between two operations of a warp, somebody looks at it, and it goes on as if it had not stopped.
//!
//! Somebody asks for a pause with [`Pauses::request`], from any thread, or with [`Pauses::request_after`] so many *looks* later. A
//! look is where fuel is looked at: every 1024 back edges of a warp, in both engines. Where a split of a warp starts to run, and
//! where a block does, is no look, but a pause that was asked for begins there too. Compiled code leaves for the interpreter at
//! the next of these places, and the interpreter stops at the next operation.
//!
//! The run stops in a call of the hook, on the thread that runs the program; it goes on when the hook returns. That is what a
//! debugger needs, which waits for its user there.
//!
//! **Invariant.** A run with pauses prints, finds and counts what it does without. **Cost.** Without a hook, a test of a pointer
//! where a split starts; with one, launches run on one host thread, and compiled loops have a way out.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// How a run goes on after a pause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resume {
    /// Until the next pause that is asked for.
    Run,
    /// Until before the next operation, of whichever warp it is.
    Step,
}

/// Lanes of a warp at one program point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PausedLanes {
    /// Function of the device module, and IR instruction: the next to be executed.
    pub point: (u32, u32),
    /// Its place in the source: file, line, column.
    pub place: Option<(String, u32, u32)>,
    /// Who.
    pub mask: u32,
    /// They could run; if not they wait at a barrier or for other lanes.
    pub is_ready: bool,
}

/// A warp of the block that stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PausedWarp {
    /// Its number in the block.
    pub warp: u32,
    /// Lanes that have not ended.
    pub live: u32,
    /// Where they are. A warp that compiled code is about to go on with is there too.
    pub lanes: Vec<PausedLanes>,
}

/// A value of the function that stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PausedValue {
    /// Number of the IR value: `%v7`.
    pub value: u32,
    /// Its bits in each lane, zero-extended. Those of a value that is not computed yet are whatever was there before.
    pub bits: [u64; 32],
}

/// A kernel between two operations of a warp.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paused {
    /// Number of the launch, from 0.
    pub launch: u64,
    /// `blockIdx`
    pub block: [u32; 3],
    /// The warp that stopped.
    pub warp: u32,
    /// Its lanes that did.
    pub mask: u32,
    /// What they execute next: function of the device module, IR instruction.
    pub point: (u32, u32),
    /// The registers of the innermost function they are in.
    pub values: Vec<PausedValue>,
    /// All warps of the block.
    pub warps: Vec<PausedWarp>,
}

/// What is called when a run has stopped.
type Hook = Box<dyn FnMut(&Paused) -> Resume + Send>;

struct Shared {
    /// Looks until a pause, that one included; 0 for none, [`NOW`] if its time has come.
    looks: AtomicU64,
    hook: Mutex<Hook>,
}

/// No look is needed any more.
const NOW: u64 = u64::MAX;

/// Asks runs for pauses. Clones are one.
#[derive(Clone, Default)]
pub struct Pauses(Option<Arc<Shared>>);

impl Pauses {
    /// Calls `hook` at each pause.
    pub fn new(hook: impl FnMut(&Paused) -> Resume + Send + 'static) -> Pauses {
        Pauses(Some(Arc::new(Shared { looks: AtomicU64::new(0), hook: Mutex::new(Box::new(hook)) })))
    }

    /// Asks for a pause as soon as possible.
    pub fn request(&self) {
        self.set(NOW);
    }

    /// Asks for a pause at the look of that number from now, counted from 1.
    pub fn request_after(&self, looks: u64) {
        self.set(looks.clamp(1, NOW - 1));
    }

    fn set(&self, looks: u64) {
        if let Some(shared) = &self.0 {
            shared.looks.store(looks, Ordering::Relaxed);
        }
    }

    /// Whether somebody may ask.
    pub(crate) fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// Whether the time of a pause has come.
    #[inline(always)]
    pub(crate) fn is_asked(&self) -> bool {
        self.0.as_ref().is_some_and(|shared| shared.looks.load(Ordering::Relaxed) == NOW)
    }

    /// Counts a look.
    pub(crate) fn look(&self) {
        let Some(shared) = &self.0 else { return };
        let next = |looks: u64| match looks {
            0 | NOW => None,
            1 => Some(NOW),
            looks => Some(looks - 1),
        };
        let _ = shared.looks.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
    }

    /// The run has stopped: calls the hook. What the hook asks for comes later than what it answers.
    pub(crate) fn stopped(&self, paused: &Paused) {
        let Some(shared) = &self.0 else { return };
        shared.looks.store(0, Ordering::Relaxed);
        let mut hook = shared.hook.lock().unwrap_or_else(PoisonError::into_inner);
        if hook(paused) == Resume::Step {
            shared.looks.store(NOW, Ordering::Relaxed);
        }
    }
}

impl PartialEq for Pauses {
    fn eq(&self, other: &Pauses) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

impl std::fmt::Debug for Pauses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.is_some() { "Pauses(hook)" } else { "Pauses(none)" })
    }
}
