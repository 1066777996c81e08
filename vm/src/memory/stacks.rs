//! Stacks of the host's threads: that of `main` first, behind it those of the others, each of one size. The stack of the thread that
//! runs is what [`Memory::host_frames`] and [`Memory::host_stack_top`] tell of; those of the others are parked here.

use super::{HOST_STACK, Memory, StackFrame, Window};

/// Bytes that count against the limit on memory for the stack of a thread that is made.
const TAKEN: u64 = 64 << 10;

/// A stack of a thread that does not run.
#[derive(Debug)]
struct Parked {
    top: u64,
    frames: Vec<StackFrame>,
}

/// All stacks.
#[derive(Debug)]
pub(crate) struct Stacks {
    /// Bytes of that of `main`, and of each of the others.
    main: u64,
    other: u64,
    /// How many others there is room for.
    most: u64,
    /// By number, 0 is that of `main`; nothing for the one in use and for those that nobody has.
    parked: Vec<Option<Parked>>,
    /// Numbers that may be given out again.
    free: Vec<usize>,
    /// The one in use.
    current: usize,
    /// There was no room for one.
    pub(super) was_full: bool,
}

impl Stacks {
    /// In `bytes` bytes.
    pub(super) fn new(main: u64, other: u64, bytes: u64) -> Stacks {
        let main = main.min(bytes);
        let most = (bytes - main).checked_div(other).unwrap_or(0);
        Stacks { main, other, most, parked: vec![None], free: Vec::new(), current: 0, was_full: false }
    }

    /// Lowest address of a stack, and one past its highest.
    fn range(&self, number: usize) -> (u64, u64) {
        match number {
            0 => (HOST_STACK, HOST_STACK + self.main),
            _ => {
                let low = HOST_STACK + self.main + (number as u64 - 1) * self.other;
                (low, low + self.other)
            }
        }
    }

    /// The stack that an address lies in.
    fn number_of(&self, address: u64) -> usize {
        match (address.wrapping_sub(HOST_STACK)).checked_sub(self.main) {
            None => 0,
            Some(offset) => 1 + offset.checked_div(self.other).unwrap_or(0) as usize,
        }
    }
}

impl Memory {
    /// Bytes of the stack of the thread that runs.
    pub(crate) fn stack_size(&self) -> u64 {
        let (low, high) = self.stacks.range(self.stacks.current);
        high - low
    }

    /// One past the highest address of that stack.
    pub(crate) fn stack_end(&self) -> u64 {
        self.stacks.range(self.stacks.current).1
    }

    /// The lowest address at which the frame of a host function may start, in the stack of the thread that runs.
    pub(crate) fn lowest_frame(&self) -> u64 {
        self.stacks.range(self.stacks.current).0 + 4096
    }

    /// A stack for a new thread; `None` if there is no room.
    pub(crate) fn new_stack(&mut self) -> Option<usize> {
        let is_full = self.stacks.free.is_empty() && self.stacks.parked.len() as u64 > self.stacks.most;
        self.stacks.was_full |= is_full;
        if is_full || !self.take(TAKEN) {
            return None;
        }
        let number = self.stacks.free.pop().unwrap_or_else(|| {
            self.stacks.parked.push(None);
            self.stacks.parked.len() - 1
        });
        let (_, high) = self.stacks.range(number);
        self.stacks.parked[number] = Some(Parked { top: high, frames: Vec::new() });
        Some(number)
    }

    /// The thread that had this stack, which is not the one in use, has ended.
    pub(crate) fn free_stack(&mut self, number: usize) {
        self.stacks.parked[number] = None;
        self.stacks.free.push(number);
        self.give_back(TAKEN);
    }

    /// Another stack is the one in use.
    pub(crate) fn use_stack(&mut self, number: usize) {
        let Some(next) = self.stacks.parked[number].take() else { return };
        let frames = std::mem::replace(&mut self.host_frames, next.frames);
        let top = std::mem::replace(&mut self.host_stack_top, next.top);
        let before = std::mem::replace(&mut self.stacks.current, number);
        self.stacks.parked[before] = Some(Parked { top, frames });
    }

    /// Whether functions in progress have their variables there: the address is not below the top of its stack.
    pub(crate) fn is_stack_in_use(&self, address: u64) -> bool {
        self.stack_of(address).is_some_and(|(top, _)| address >= top)
    }

    /// The top and the frames of the stack that an address lies in.
    pub(super) fn stack_of(&self, address: u64) -> Option<(u64, &[StackFrame])> {
        if self.stacks.parked.len() == 1 {
            return Some((self.host_stack_top, &self.host_frames));
        }
        if Window::of(address) != Window::HostStack {
            return None;
        }
        let number = self.stacks.number_of(address);
        if number == self.stacks.current {
            return Some((self.host_stack_top, &self.host_frames));
        }
        let parked = self.stacks.parked.get(number)?.as_ref()?;
        Some((parked.top, &parked.frames))
    }
}
