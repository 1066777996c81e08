//! Accesses that compiled code tells of one by one, and how it leaves their addresses for whom it tells.

use super::scaling::Scaling;
use crate::access::generic;
use crate::decode::code::{Access, OpKind, Root};
use crate::jit::analysis::shape::Geometry;
use crate::memory;
use kern_ir::{CacheOp, InstData, Opcode, Scope, Sem, Space};
use std::rc::Rc;

/// The instructions of a function of whose accesses nobody needs to be told, by number; none behind its end.
pub(crate) type Unneeded = Rc<[bool]>;

/// Words for the addresses of an access.
pub(crate) const WORDS: usize = 1 + LANES;

const LANES: usize = 32;

/// What the words hold: a base, and behind it words of lanes or rows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Form {
    /// The first lane of each row, or of all rows, and the bytes from lane to lane.
    Rows { stride: i64, width: usize, rows: usize },
    /// Indices of 32 bits, which become addresses so.
    Indices(Scaling),
    /// An address a lane.
    Addresses,
}

/// An access that is told of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToldSite {
    /// IR instruction.
    pub(crate) inst: u32,
    pub(crate) kind: memory::Access,
    pub(crate) cache: Option<CacheOp>,
    pub(crate) sem: Option<Sem>,
    pub(crate) scope: Option<Scope>,
    pub(crate) has_result: bool,
    /// It is half of a `cp.async`.
    pub(crate) is_async: bool,
    pub(crate) bytes: u32,
    space: Space,
    offset: u64,
    pub(crate) form: Form,
}

impl ToldSite {
    /// Of an operation; `None` if it goes to memory that nobody writes, or of which each thread has its own and nobody has asked for it.
    pub(crate) fn new(kind: OpKind, (inst, data): (u32, &InstData), access: &Access, form: Form, is_asked_for: bool) -> Option<ToldSite> {
        let is_own = access.space == Space::Local || matches!(access.root, Root::Slot(_));
        let is_told = if is_own { is_asked_for } else { matches!(access.space, Space::Generic | Space::Global | Space::Shared) };
        let kind = match kind {
            OpKind::Load(_) => memory::Access::Read,
            OpKind::Store(_) => memory::Access::Write,
            _ => memory::Access::Atomic,
        };
        is_told.then(|| ToldSite {
            inst,
            kind,
            cache: data.attrs.cache,
            sem: data.attrs.sem,
            scope: data.attrs.scope,
            has_result: matches!(data.op, Opcode::Ld | Opcode::Atom),
            is_async: data.attrs.is_async,
            bytes: (access.element.size() * u64::from(access.count)) as u32,
            space: access.space,
            offset: access.offset as u64,
            form,
        })
    }

    /// Generic addresses, by lane.
    #[inline]
    pub(crate) fn addresses(&self, words: &[u64; WORDS]) -> [u64; LANES] {
        let start = generic(self.space, words[0].wrapping_add(self.offset));
        let lanes = &words[1..];
        match self.form {
            Form::Rows { stride, width, rows } => {
                let mut addresses = [0; LANES];
                for (row, lanes_of_row) in addresses.chunks_mut(width).enumerate() {
                    let first = start.wrapping_add(lanes[if rows > 1 { row } else { 0 }]);
                    (0..).zip(lanes_of_row).for_each(|(lane, address)| *address = first.wrapping_add_signed(stride.wrapping_mul(lane)));
                }
                addresses
            }
            Form::Indices(Scaling { shift, signed }) => std::array::from_fn(|lane| {
                let index = (lanes[lane / 2] >> (lane % 2 * 32)) as u32;
                let wide = if signed { i64::from(index as i32) as u64 } else { u64::from(index) };
                start.wrapping_add(wide << shift)
            }),
            Form::Addresses => std::array::from_fn(|lane| start.wrapping_add(lanes[lane])),
        }
    }

    /// How an affine address is left.
    pub(crate) fn rows(geometry: &Geometry, stride: i64, has_bases_per_row: bool) -> Form {
        Form::Rows { stride, width: geometry.width(), rows: if has_bases_per_row { geometry.rows } else { 1 } }
    }
}

/// The accesses of a function that are told of, by operation.
#[derive(Clone, Default, Debug)]
pub(crate) struct ToldSites(Vec<Option<ToldSite>>);

impl ToldSites {
    pub(crate) fn insert(&mut self, pc: usize, site: ToldSite) {
        if self.0.len() <= pc {
            self.0.resize(pc + 1, None);
        }
        self.0[pc] = Some(site);
    }

    /// The access of an operation.
    #[inline]
    pub(crate) fn at(&self, pc: u32) -> Option<&ToldSite> {
        self.0.get(pc as usize)?.as_ref()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
