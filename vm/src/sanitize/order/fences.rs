//! What fences order: what a thread knew at one, it gives away by its strong writes after that (PTX ISA, "Release and Acquire Patterns").

use super::{NOBODY, Order};
use crate::sanitize::handed::{Handed, add_seen};
use crate::sanitize::known::Known;
use crate::sanitize::released::{Released, Source, Taken};
use kern_ir::Scope;
use std::rc::Rc;

impl Order {
    /// A fence: what strong writes give away from now on is what the thread knows here.
    pub(in crate::sanitize) fn release(&mut self, (block, thread): (u32, u16), scope: Scope) {
        self.has_fences = true;
        let now = self.now;
        let Some(mine) = self.blocks.get_mut(&block) else { return };
        let own = mine.threads.entry(thread).or_default();
        (own.given, own.fence) = (None, Some((scope, now)));
        self.tick();
    }

    /// A thread launches a grid: what came before, which is all that comes before what that grid does. What it has seen counts as behind
    /// a fence: that accuses nobody.
    pub(in crate::sanitize) fn launch_grid(&mut self, (block, thread): (u32, u16)) -> Known {
        self.acquire((block, thread), Scope::Gpu);
        let now = self.now;
        self.tick();
        self.running = NOBODY;
        self.blocks.get(&block).map_or_else(Known::default, |mine| mine.known_by((block, thread), now).known())
    }

    /// What `to` does comes after what `from` has done, and behind a fence after what that one has seen.
    pub(in crate::sanitize) fn hand_over(&mut self, from: (u32, u16), to: (u32, u16)) {
        let now = self.now;
        self.tick();
        self.running = NOBODY;
        let Some(mine) = self.blocks.get(&from.0) else { return };
        let known = mine.known_by(from, now).known();
        let of_thread = mine.threads.get(&from.1).into_iter().flat_map(|own| &own.seen);
        let seen: Vec<Rc<Handed>> = of_thread.chain(&mine.seen).cloned().collect();
        let theirs = self.blocks.entry(to.0).or_default();
        theirs.settle_fence(to);
        let own = theirs.threads.entry(to.1).or_default();
        own.known.join(&known);
        seen.iter().for_each(|handed| add_seen(&mut own.seen, handed));
    }

    /// A fence: what was seen came before.
    pub(in crate::sanitize) fn acquire(&mut self, (block, thread): (u32, u16), scope: Scope) {
        let Some(mine) = self.blocks.get_mut(&block) else { return };
        let has_seen = !mine.seen.is_empty() || mine.threads.get(&thread).is_some_and(|own| !own.seen.is_empty());
        if !has_seen {
            return;
        }
        mine.settle_fence((block, thread));
        let own = mine.threads.entry(thread).or_default();
        for handed in std::mem::take(&mut own.seen).iter().chain(&mine.seen) {
            handed.take((&mut own.known, &mut own.taken), block, scope);
        }
    }

    /// An acquiring read of what these writes left.
    pub(in crate::sanitize) fn acquire_from(&mut self, (block, thread): (u32, u16), handed: &Handed, scope: Scope) {
        let Some(mine) = self.blocks.get_mut(&block) else { return };
        mine.settle_fence((block, thread));
        let own = mine.threads.entry(thread).or_default();
        handed.take((&mut own.known, &mut own.taken), block, scope);
    }

    /// The thread read, strongly, what these writes left.
    pub(in crate::sanitize) fn saw(&mut self, (block, thread): (u32, u16), handed: &Rc<Handed>) {
        let Some(mine) = self.blocks.get_mut(&block) else { return };
        let own = mine.threads.entry(thread).or_default();
        if !handed.is_in(&own.taken) && !handed.all().all(|released| released.is_in(&own.known)) {
            add_seen(&mut own.seen, handed);
        }
    }

    /// A strong write has a tick of its own: what it gives away is not what the thread did just before.
    pub(in crate::sanitize) fn before_strong_write(&mut self) {
        if self.has_fences {
            self.tick();
        }
    }

    /// What a strong write of the thread at a tick gives away: what it knew at its last fence, and the write.
    pub(in crate::sanitize) fn given(&mut self, (block, thread): (u32, u16), written: u32) -> Option<Rc<Released>> {
        let mine = self.blocks.get_mut(&block)?;
        mine.settle_fence((block, thread));
        let own = mine.threads.get(&thread).and_then(|own| own.given.as_ref());
        if own.is_none() && mine.given.is_empty() {
            return None;
        }
        let of_block = if mine.gives_widely { Scope::Gpu } else { Scope::Cta };
        let scope = own.map_or(of_block, |own| own.scope);
        // Where some fences are of a block alone, what one of another block knew is not at hand for all that see what it wrote.
        let taken = own.filter(|_| !self.has_narrow).map_or_else(Taken::default, |own| own.taken.clone());
        let (parts, fence) = ([mine.given.clone(), Known::default()], own.cloned());
        let of = Source { parts, fence, write: Some(((block, thread), written)), ..Source::default() };
        self.tick();
        Some(Released::new(of, scope, (block, thread), written + 1, taken))
    }
}
