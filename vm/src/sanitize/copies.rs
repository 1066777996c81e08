//! Asynchronous copies that their threads have not waited for.
//!
//! A copy is done at some time between its call and the end of its thread's wait for it, by nobody in particular: whoever writes
//! what it reads, or uses what it writes, in between races with it, whatever else orders the two, the thread that began it not
//! excepted (PTX ISA, "Data Movement and Conversion Instructions: Asynchronous copy"; CUDA C++ Programming Guide, "Asynchronous Data
//! Copies"). From the wait on it is an access of its thread like any other.
//! **May miss.** What a thread copied for a barrier of `cuda` and uses itself between arriving there and waiting.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

use super::meet::meet;
use super::{Deed, RaceCheck};
use crate::memory::{SHARED, Window};
use kern_ir::Module;

/// Most accesses of copies that are kept: of more, what comes then is not looked at.
const MOST: usize = 1 << 18;

/// A read or a write of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) thread: (u32, u16),
    pub(super) site: u16,
    pub(super) writes: bool,
    pub(super) address: u64,
    pub(super) bytes: u32,
}

/// The copies of a thread.
#[derive(Default, Debug)]
struct OfThread {
    /// Of no group yet.
    open: Vec<Part>,
    groups: VecDeque<Vec<Part>>,
    /// The groups that its last wait left open.
    left: Option<u32>,
}

/// All of a launch.
#[derive(Default, Debug)]
pub(super) struct Copies {
    /// The accesses of the module that are halves of copies.
    accesses: Option<FxHashSet<(u32, u32)>>,
    /// It has bulk copies.
    are_in_bulk: bool,
    threads: FxHashMap<(u32, u16), OfThread>,
    /// By word: what of copies touches it.
    words: FxHashMap<(u64, u32), Vec<Part>>,
    count: usize,
}

impl Copies {
    pub(super) fn start_launch(&mut self, module: &Module) {
        if self.accesses.is_none() {
            (self.accesses, self.are_in_bulk) = (Some(accesses(module)), Self::are_in_bulk(module));
        }
        self.threads.clear();
        self.words.clear();
        self.count = 0;
    }

    /// Whether the module has any.
    pub(super) fn are_used(&self) -> bool {
        self.are_in_bulk || self.accesses.as_ref().is_some_and(|accesses| !accesses.is_empty())
    }

    /// Whether one is not done.
    pub(super) fn are_pending(&self) -> bool {
        !self.words.is_empty()
    }

    pub(super) fn is_half(&self, point: (u32, u32)) -> bool {
        self.accesses.as_ref().is_some_and(|accesses| accesses.contains(&point))
    }

    pub(super) fn begin(&mut self, part: Part) {
        if self.count >= MOST {
            return;
        }
        self.count += 1;
        self.threads.entry(part.thread).or_default().open.push(part);
        words(&part).for_each(|word| self.words.entry(word).or_default().push(part));
    }

    /// The copy that an access of a thread meets, and how many groups the last wait of that one's thread left open.
    pub(super) fn met(&self, block: u32, (address, bytes): (u64, u32), writes: bool) -> Option<(Part, Option<u32>)> {
        if !self.are_pending() {
            return None;
        }
        let access = Part { thread: (block, 0), site: 0, writes, address, bytes };
        let races = |part: &&Part| {
            (part.writes || writes) && part.address < address + u64::from(bytes) && address < part.address + u64::from(part.bytes)
        };
        let part = words(&access).find_map(|word| self.words.get(&word)?.iter().find(races).copied())?;
        Some((part, self.threads.get(&part.thread).and_then(|own| own.left)))
    }

    pub(super) fn group(&mut self, thread: (u32, u16)) {
        let own = self.threads.entry(thread).or_default();
        let group = std::mem::take(&mut own.open);
        own.groups.push_back(group);
    }

    /// A thread waits for all but its last `groups`: what is done now.
    pub(super) fn wait(&mut self, thread: (u32, u16), groups: u32) -> Vec<Part> {
        let Some(own) = self.threads.get_mut(&thread) else { return Vec::new() };
        let mut done = Vec::new();
        if groups == u32::MAX {
            done.extend(own.groups.drain(..).flatten());
            done.append(&mut own.open);
        } else {
            own.left = Some(groups);
            while own.groups.len() > groups as usize {
                done.extend(own.groups.pop_front().into_iter().flatten());
            }
        }
        self.forget(&done);
        done
    }

    /// The block has ended, and its copies with it.
    pub(super) fn end_block(&mut self, block: u32) {
        if self.threads.is_empty() {
            return;
        }
        let of_block: Vec<(u32, u16)> = self.threads.keys().copied().filter(|thread| thread.0 == block).collect();
        for thread in of_block {
            self.wait(thread, u32::MAX);
            self.threads.remove(&thread);
        }
    }

    fn forget(&mut self, done: &[Part]) {
        self.count -= done.len();
        for part in done {
            for word in words(part) {
                if let Some(parts) = self.words.get_mut(&word) {
                    if let Some(at) = parts.iter().position(|known| known == part) {
                        parts.swap_remove(at);
                    }
                    if parts.is_empty() {
                        self.words.remove(&word);
                    }
                }
            }
        }
    }
}

/// The words of an access; of shared memory those of its block.
fn words(part: &Part) -> impl Iterator<Item = (u64, u32)> + use<> {
    let block = if Window::of(part.address) == Window::Shared { part.thread.0 } else { u32::MAX };
    (part.address / 4..(part.address + u64::from(part.bytes)).div_ceil(4)).map(move |word| (word, block))
}

fn accesses(module: &Module) -> FxHashSet<(u32, u32)> {
    let of = |(number, function): (usize, &kern_ir::Function)| {
        let insts = function.layout.iter().flat_map(|block| &function.blocks[block.index()].insts);
        let halves = insts.filter(|inst| function.insts[inst.index()].attrs.is_async).map(|inst| (number as u32, inst.0));
        halves.collect::<Vec<_>>()
    };
    module.functions.iter().enumerate().flat_map(of).collect()
}

impl RaceCheck {
    /// Copies that their thread has waited for are accesses of that thread from now on.
    pub(super) fn settle(&mut self, block: u32, done: &[Part]) {
        self.switch_to(block);
        for part in done {
            let Part { thread, site, writes, address, bytes } = *part;
            let plain = Deed { thread, site, writes, ..Deed::default() };
            let (key, shadow) = match Window::of(address) {
                Window::Shared => (address - SHARED, &mut self.running.1),
                _ => (address, &mut self.global),
            };
            let order = &self.order;
            shadow.each(key, bytes, |cell| {
                meet(order, cell, plain, true);
            });
        }
    }
}
