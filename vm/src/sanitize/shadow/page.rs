//! The cells of a page of words. Most words are only written, or only read, by one thread or all: such pages keep one slot a word, others
//! two, which say what they are; only where a word of a page needs more does the page keep whole cells.

use super::{Cell, Slot, WORDS};

/// Bits of a slot that say which of a cell's it is.
const KIND: u64 = 1 << 31 | 3 << 14;

/// Cells of a page.
pub(super) enum Page {
    Narrow(Box<[[Slot; 1]; WORDS as usize]>),
    Middle(Box<[[Slot; 2]; WORDS as usize]>),
    Wide(Box<[Cell; WORDS as usize]>),
}

impl Page {
    pub(super) fn narrow() -> Page {
        Page::Narrow(Box::new([Default::default(); WORDS as usize]))
    }

    pub(super) fn wide() -> Page {
        Page::Wide(Box::new([Cell::default(); WORDS as usize]))
    }

    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let each = match self {
            Page::Narrow(_) => size_of::<[Slot; 1]>(),
            Page::Middle(_) => size_of::<[Slot; 2]>(),
            Page::Wide(_) => size_of::<Cell>(),
        };
        each * WORDS as usize
    }

    #[inline(always)]
    pub(super) fn get(&self, at: usize) -> Cell {
        match self {
            Page::Narrow(cells) => unpack(&cells[at]),
            Page::Middle(cells) => unpack(&cells[at]),
            Page::Wide(cells) => cells[at],
        }
    }

    pub(super) fn forget(&mut self, at: usize) {
        match self {
            Page::Narrow(cells) => cells[at] = Default::default(),
            Page::Middle(cells) => cells[at] = Default::default(),
            Page::Wide(cells) => cells[at] = Cell::default(),
        }
    }

    /// What `f` makes of a cell; the bytes that the page takes more for that are added to `taken`.
    #[inline(always)]
    pub(super) fn change<R>(&mut self, at: usize, taken: &mut usize, f: impl FnOnce(&mut Cell) -> R) -> R {
        if let Page::Wide(cells) = self {
            return f(&mut cells[at]);
        }
        let mut cell = self.get(at);
        let result = f(&mut cell);
        let is_kept = match self {
            Page::Narrow(cells) => pack(&cell).map(|slots| cells[at] = slots).is_some(),
            Page::Middle(cells) => pack(&cell).map(|slots| cells[at] = slots).is_some(),
            Page::Wide(_) => false,
        };
        if !is_kept {
            *taken += self.widen(at, cell);
        }
        result
    }

    /// Has room for a cell, and keeps it; answers how many bytes it takes more.
    #[cold]
    fn widen(&mut self, at: usize, cell: Cell) -> usize {
        let before = self.bytes();
        let cells: [Cell; WORDS as usize] = std::array::from_fn(|other| if other == at { cell } else { self.get(other) });
        let all: Option<Vec<[Slot; 2]>> = cells.iter().map(pack).collect();
        *self = match all.and_then(|all| all.into_boxed_slice().try_into().ok()) {
            Some(all) => Page::Middle(all),
            None => Page::Wide(Box::new(cells)),
        };
        self.bytes() - before
    }
}

/// The bits of one of five kinds.
fn bits(kind: u64) -> u64 {
    (kind & 3) << 14 | kind >> 2 << 31
}

#[inline(always)]
fn unpack<const N: usize>(slots: &[Slot; N]) -> Cell {
    let mut cell = Cell::default();
    for slot in slots {
        if slot.0 == 0 {
            continue;
        }
        let whose = match slot.0 >> 14 & 3 | slot.0 >> 31 << 2 & 4 {
            0 => &mut cell.write,
            1 => &mut cell.read,
            2 => &mut cell.strong_write,
            3 => &mut cell.strong_read,
            _ => &mut cell.other_read,
        };
        *whose = Slot(slot.0 & !KIND);
    }
    cell
}

/// The slots of a cell, if they are not too many.
#[inline(always)]
fn pack<const N: usize>(cell: &Cell) -> Option<[Slot; N]> {
    let (mut slots, mut count) = ([Slot::default(); N], 0);
    // Mostly it is one of these.
    let strong = cell.strong_write.0 | cell.strong_read.0 | cell.other_read.0;
    if strong | cell.read.0 == 0 {
        slots[0] = cell.write;
        return Some(slots);
    }
    if strong | cell.write.0 == 0 {
        slots[0] = Slot(cell.read.0 | bits(1));
        return Some(slots);
    }
    for (kind, slot) in (0..).zip([cell.write, cell.read, cell.strong_write, cell.strong_read, cell.other_read]) {
        if !slot.is_empty() {
            *slots.get_mut(count)? = Slot(slot.0 | bits(kind));
            count += 1;
        }
    }
    Some(slots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_it_is_given() {
        let slot =
            |number: u32| Slot::one(u32::MAX - number, number as u16 * 7, super::super::SITES - number as u16, !number.is_multiple_of(2));
        let (mut page, mut taken) = (Page::narrow(), 0);
        let mut expected = vec![Cell::default(); WORDS as usize];
        for (step, kinds) in [1, 2, 4, 8, 16, 3, 18, 12, 7, 31].into_iter().enumerate() {
            let of = |kind: u32| if kinds >> kind & 1 != 0 { slot(step as u32 * 5 + kind) } else { Slot::default() };
            let cell = Cell { write: of(0), read: of(1), strong_write: of(2), strong_read: of(3), other_read: of(4) };
            let before = page.bytes();
            assert_eq!(page.change(step, &mut taken, |kept| std::mem::replace(kept, cell)), Cell::default());
            assert_eq!(page.bytes(), Page::narrow().bytes() + taken, "from {before}");
            expected[step] = cell;
            (0..).zip(&expected).for_each(|(at, cell)| assert_eq!(page.get(at), *cell, "step {step}"));
        }
    }
}
