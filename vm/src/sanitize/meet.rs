//! What an access meets of those that are remembered of a word.

use super::Deed;
use super::order::Order;
use super::shadow::{Among, Cell, Slot};

/// The access of another thread of the block by another instruction that `deed` is not ordered with, although both are strong, where
/// one writes; whether that one does.
pub(super) fn beside_in_block(order: &Order, cell: &Cell, deed: Deed) -> Option<(Slot, bool)> {
    let is_beside = |slot: &Slot| {
        !slot.is_empty()
            && slot.site() != deed.site
            && slot.among() != Among::Blocks
            && !order.comes_before(*slot, deed.thread, deed.is_strong)
            && order.block_of(slot.clock()) == deed.thread.0
    };
    let of_one = |slot: Slot| order.culprit(slot, deed.thread, deed.is_strong);
    let write = Some(of_one(cell.strong_write)).filter(is_beside).map(|slot| (slot, true));
    write.or_else(|| deed.writes.then(|| of_one(cell.strong_read)).filter(is_beside).map(|slot| (slot, false)))
}

/// The strong write of another thread that `deed`, a strong read, is not ordered behind, although it waited for a flag.
pub(super) fn announced(order: &Order, cell: &Cell, deed: Deed) -> Option<Slot> {
    let slot = cell.strong_write;
    if slot.is_empty() || order.comes_before(slot, deed.thread, true) {
        return None;
    }
    let is_own = |slot: &Slot| (order.block_of(slot.clock()), slot.thread()) == deed.thread;
    Some(order.culprit(slot, deed.thread, true)).filter(|slot| !is_own(slot))
}

/// The strong write of another thread of the lock that `deed` takes, whatever came before: it may take it in between.
pub(super) fn taken_by_another(order: &Order, cell: &Cell, deed: Deed) -> Option<Slot> {
    Some(cell.strong_write).filter(|slot| !slot.is_empty()).and_then(|slot| order.of_another(slot, deed.thread))
}

/// The write, one that `loses` says or an atomic operation, whose effect `deed` may undo: it stores what it made of the old value, and is
/// not ordered with it.
pub(super) fn undone(order: &Order, cell: &Cell, deed: Deed, loses: impl Fn(u16) -> bool) -> Option<Slot> {
    let slot = cell.strong_write;
    if slot.is_empty() || order.comes_before(slot, deed.thread, deed.is_strong) {
        return None;
    }
    Some(order.culprit(slot, deed.thread, deed.is_strong)).filter(|slot| loses(slot.site()))
}

/// What of a cell races with `deed`, which the cell then has noted, if that is what `notes_races` says: the other access, whether it
/// writes, whether it is strong.
pub(super) fn meet(order: &Order, cell: &mut Cell, deed: Deed, notes_races: bool) -> Option<(Slot, bool, bool)> {
    let now = Slot::one(order.now(), deed.thread.1, deed.site, deed.is_narrow);
    if cell.read == now && !deed.writes && !deed.is_strong && *cell == (Cell { read: now, ..Cell::default() }) {
        return None;
    }
    let knows = |slot: Slot| slot.is_empty() || order.comes_before(slot, deed.thread, deed.is_strong);
    let mut found = None;
    let mut against = |slot: Slot, writes: bool, is_strong: bool| {
        if found.is_none() && !knows(slot) {
            found = Some((slot, writes, is_strong));
        }
    };
    against(cell.write, true, false);
    if deed.writes {
        against(cell.read, false, false);
    }
    let narrow = |slot: Slot| (slot.is_narrow() || deed.is_narrow) && order.is_of_others(slot, deed.thread.0);
    if !deed.is_strong || !cell.strong_write.is_empty() && narrow(cell.strong_write) {
        against(cell.strong_write, true, true);
    }
    if deed.writes && (!deed.is_strong || !cell.strong_read.is_empty() && narrow(cell.strong_read)) {
        against(cell.strong_read, false, true);
    }
    if found.is_some() && !notes_races {
        return found;
    }
    if let Some((slot, false, false)) = &mut found {
        *slot = shown(order, cell, deed);
    }
    let joined = |old: Slot| if knows(old) { now } else { order.joined(old, now, deed.thread, deed.is_strong) };
    match (deed.writes, deed.is_strong) {
        (true, false) => *cell = Cell { write: now, ..Cell::default() },
        (false, false) => {
            cell.read = joined(cell.read);
            let is_of_blocks = cell.read.among() == Among::Blocks && order.block_of(cell.read.clock()) != deed.thread.0;
            if cell.read.is_many() && (cell.read.thread() != deed.thread.1 || is_of_blocks) {
                cell.other_read = now;
            }
        }
        // Who uses what an update found goes by it, as the last block that resets its counter: what was changed before it is changed for
        // all that come behind it. One that only changes the place tells its thread nothing of those before it.
        (true, true) if deed.is_update && deed.has_result => cell.strong_write = now,
        (true, true) if deed.is_update => cell.strong_write = order.updated(cell.strong_write, now, deed.thread),
        (true, true) => cell.strong_write = joined(cell.strong_write),
        (false, true) => cell.strong_read = joined(cell.strong_read),
    }
    if found.is_some() && !deed.writes {
        // One report of it is enough; one of lanes of a warp is not, for a barrier of the warp does not do for others.
        let is_beside = |slot: Slot| {
            slot.among() <= Among::Lanes && slot.thread() / 32 == deed.thread.1 / 32 && order.block_of(slot.clock()) == deed.thread.0
        };
        cell.write = if knows(cell.write) || is_beside(cell.write) { cell.write } else { Slot::default() };
    }
    found
}

/// Of the threads that read a cell one that `deed`, a write, races with: not the one that writes, whose own reads are among them.
fn shown(order: &Order, cell: &Cell, deed: Deed) -> Slot {
    let Cell { read, other_read: other, .. } = *cell;
    let is_of_another = |slot: Slot| (order.block_of(slot.clock()), slot.thread()) != deed.thread;
    let is_known = order.culprit(read, deed.thread, deed.is_strong) != read;
    if is_known || !read.is_many() || is_of_another(read) || other.is_empty() || !is_of_another(other) {
        return read;
    }
    Slot::new(other.clock(), other.thread(), other.site(), read.is_narrow(), read.among())
}
