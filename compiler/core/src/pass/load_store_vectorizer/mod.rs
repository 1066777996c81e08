//! Vectorised accesses (LLVM's LoadStoreVectorizer, and what `ptxas` does after it): neighbouring elements that one thread reads
//! or writes in a block are one access of the machine code.
//!
//! Before: an access an element. After: the same, but [`Counted`] tells the profiler that the first of a group counts for all,
//! so that reports keep the place and the element. The rules were read off the machine code of nvcc 13 for sm_90:
//!
//! - *Shared memory* (`ptxas`): words of 4 or 8 bytes in an aligned window of 16. Three of four words that are loaded are one
//!   load of 16, aligned pairs one of 8, or of 16 if they are doubles; stores leave no gap. Nothing else may come between that
//!   touches shared memory: a store between loads; a load, or a store of other words, between stores. Alignment follows from
//!   the place of the variable in the block's shared memory, and from constant factors of the index.
//!   Smaller elements follow the rule of global memory.
//! - *Global and local memory* (NVVM): elements of any size, from one on of which the type of an object around it says that it
//!   is aligned (`float4`, `alignas`); for variables of a thread the compiler chooses the alignment. Nothing may come between
//!   that may touch the same bytes.
//! - *Vectors* of which only a part is used are loaded in part.

mod alignment;
mod partial_vectors;
mod register_arrays;

use crate::pass::PassOptions;
use crate::pass::alias::{Location, Locations, is_plain, touches_no_memory};
use crate::pass::gvn::{is_unchanging, writes};
use crate::pass::linear::{Extended, Terms, Width, linear};
use alignment::trailing_zeros;
use kern_ir::analysis::shared_layout;
use kern_ir::{
    Block, CacheOp, Counted, Effects, Function, FunctionKind, GlobalVar, Inst, InstData, Module, ModuleKind, Opcode, Payload, Space, Value,
    ValueDef,
};
use kern_syntax::threads;

/// Bytes of the widest access.
const WIDEST: i64 = 16;

/// Kernels with shared memory times instructions of the module above which nobody looks where their variables lie.
const MOST_LAYOUTS: usize = 1 << 27;

/// Groups of a block that are open at a time, and what one of them has of members, and of writes in between: what lies farther apart
/// is not looked at.
const MOST_GROUPS: usize = 64;
const MOST_MEMBERS: usize = 1024;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(module: &mut Module, options: &PassOptions) -> bool {
    if module.kind != ModuleKind::Device {
        return false;
    }
    let has_shared =
        |func: &Function| func.kind == FunctionKind::Kernel && func.insts.iter().any(|data| data.attrs.space == Some(Space::Shared));
    let layouts = module.functions.iter().filter(|func| has_shared(func)).count();
    let insts: usize = module.functions.iter().map(|func| func.insts.len()).sum();
    let is_laid_out = layouts.saturating_mul(insts) < MOST_LAYOUTS;
    let offsets: Vec<Option<Vec<u64>>> = (0..module.functions.len() as u32)
        .map(|id| (is_laid_out && has_shared(&module.functions[id as usize])).then(|| shared_layout(module, id, 0).offsets))
        .collect();
    let mut functions: Vec<_> = std::mem::take(&mut module.functions).into_iter().zip(offsets).collect();
    let changed = threads::map(
        &mut functions,
        |(func, _)| 1 + func.insts.len() / 16,
        |(func, offsets)| {
            let (mut is_split, mut marks) = (false, Marks::new());
            if options.opt_level >= 2 {
                (is_split, marks) = partial_vectors::split(func);
                Marker { func, module, offsets: offsets.as_deref() }.mark(&mut marks);
            }
            func.insts.iter_mut().for_each(|data| (data.attrs.align, data.attrs.member) = (0, None));
            marks.iter().for_each(|(inst, counted)| func.insts[inst.index()].attrs.counted = Some(*counted));
            is_split || !marks.is_empty()
        },
    );
    module.functions = functions.into_iter().map(|(func, _)| func).collect();
    changed.into_iter().any(|changed| changed)
}

/// What the profiler is told of accesses.
type Marks = Vec<(Inst, Counted)>;

struct Marker<'a> {
    func: &'a Function,
    module: &'a Module,
    /// Where the shared variables of the kernel lie, by number of the variable.
    offsets: Option<&'a [u64]>,
}

/// An access that may be part of a wider one.
struct Member {
    inst: Inst,
    /// Its place in the block.
    place: usize,
    /// Where it begins, counted from the sum of the group's terms.
    at: i64,
    /// What its address is surely a multiple of.
    align: i64,
    location: Option<Location>,
    is_unchanging: bool,
}

/// Accesses of one kind whose addresses are constant distances apart, and between which nothing else touches what they touch.
struct Group {
    space: Space,
    is_load: bool,
    cache: Option<CacheOp>,
    /// Bytes of an element.
    size: i64,
    terms: Terms,
    /// What the sum of the terms is a multiple of.
    align: i64,
    members: Vec<Member>,
    /// What was written since the first of the loads: later ones must not touch it to be made with the first.
    written: Vec<Location>,
}

/// What an instruction is for a group.
enum Touch {
    Nothing,
    /// A write that further loads must not meet.
    Write(Location),
    /// Nothing joins the group from here on.
    End,
}

impl Group {
    /// Whether an access may touch what a member does.
    fn may_meet(&self, location: &Option<Location>) -> bool {
        let meets = |member: &Member| match (&member.location, location) {
            (Some(a), Some(b)) => a.may_meet(b),
            _ => true,
        };
        self.members.iter().any(meets)
    }

    /// Whether neither barriers nor calls touch what it touches.
    fn is_own(&self) -> bool {
        self.members.iter().all(|member| member.is_unchanging || member.location.as_ref().is_some_and(Location::is_own))
    }
}

impl Marker<'_> {
    fn mark(&self, marks: &mut Marks) {
        let func = self.func;
        let is_candidate = |inst: &&Inst| element(&func.insts[inst.index()]).is_some();
        let has_pairs = |block: &Block| func.blocks[block.index()].insts.iter().filter(is_candidate).nth(1).is_some();
        let blocks: Vec<Block> = func.layout.iter().copied().filter(has_pairs).collect();
        if !blocks.is_empty() {
            let locations = Locations::new(func);
            let zeros = trailing_zeros(func, |payload| self.place_is_multiple_of(payload));
            blocks.into_iter().for_each(|block| self.mark_block(block, &locations, &zeros, marks));
        }
        let in_registers = register_arrays::accesses(func, marks);
        marks.extend(in_registers.into_iter().map(|inst| (inst, Counted { bytes: 0, from: 0 })));
    }

    /// Where a shared variable of the kernel lies.
    fn offset(&self, var: GlobalVar) -> Option<u64> {
        self.offsets?.get(var.index()).copied().filter(|&offset| offset != u64::MAX)
    }

    /// Where the shared variable lies whose address a value is.
    fn shared_offset(&self, address: Value) -> Option<u64> {
        let ValueDef::Result(inst, 0) = self.func.def(address) else { return None };
        match &self.func.insts[inst.index()] {
            InstData { op: Opcode::Address, payload: Payload::Global(var), .. } => self.offset(*var),
            _ => None,
        }
    }

    /// What the place of a symbol is a multiple of.
    fn place_is_multiple_of(&self, payload: &Payload) -> u64 {
        match payload {
            Payload::Global(var) => {
                let align = self.module.globals.get(var.index()).map_or(1, |var| u64::from(var.align));
                self.offset(*var).unwrap_or(align)
            }
            // The compiler chooses where variables of a thread lie.
            Payload::Slot(slot) => {
                let slot = &self.func.slots[slot.index()];
                if slot.size >= WIDEST as u64 { WIDEST as u64 } else { u64::from(slot.align) }
            }
            _ => 1,
        }
    }

    fn mark_block(&self, block: Block, locations: &Locations, zeros: &[u8], marks: &mut Marks) {
        let mut groups: Vec<Group> = Vec::new();
        for (place, &inst) in self.func.blocks[block.index()].insts.iter().enumerate() {
            let data = &self.func.insts[inst.index()];
            // NVVM joins no accesses across these, `ptxas` does.
            let is_for_ptxas = data.attrs.is_in_place && !data.attrs.is_pure || touches_no_memory(data.op);
            let location = match data.op {
                _ if is_for_ptxas => None,
                Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red => locations.of(self.func, data),
                _ if writes(data) || data.effects() == Effects::Load => None,
                _ => continue,
            };
            let new = element(data).map(|size| self.group_of((place, inst), size, location, zeros));
            groups.retain_mut(|group| {
                if is_for_ptxas && group.space == Space::Shared {
                    return true;
                }
                let is_full = group.members.len().max(group.written.len()) >= MOST_MEMBERS;
                match if is_full { Touch::End } else { touch(group, data, location, new.as_ref()) } {
                    Touch::Nothing => return true,
                    Touch::Write(location) => {
                        group.written.push(location);
                        return true;
                    }
                    Touch::End => decide(group, marks),
                }
                false
            });
            if let Some(mut new) = new {
                match groups.iter_mut().find(|group| is_same(group, &new)) {
                    Some(group) => group.members.append(&mut new.members),
                    None => groups.push(new),
                }
            }
            if groups.len() > MOST_GROUPS {
                decide(&groups.remove(0), marks);
            }
        }
        groups.iter().for_each(|group| decide(group, marks));
    }

    /// The group of one access.
    fn group_of(&self, (place, inst): (usize, Inst), size: i64, location: Option<Location>, zeros: &[u8]) -> Group {
        let data = &self.func.insts[inst.index()];
        let space = data.attrs.space.unwrap_or(Space::Generic);
        let width = if space == Space::Shared { Width::Narrow } else { Width::Wide };
        let (mut terms, constant) = linear(self.func, data.args[0], width, zeros);
        let mut at = constant.wrapping_add(data.offset);
        // Variables next to each other, where no index matters.
        if let [(symbol, Extended::Not, 1)] = terms.0[..]
            && let Some(offset) = self.shared_offset(symbol)
        {
            terms = Terms::default();
            at = at.wrapping_add(offset as i64);
        }
        let of_terms = terms.0.iter().map(|term| zeros[term.0.index()] + alignment::of(term.2 as u64));
        let zeros = of_terms.min().unwrap_or(u8::MAX).min(WIDEST.trailing_zeros() as u8);
        let align = match space {
            Space::Global => i64::from(data.attrs.align),
            Space::Shared if size < 4 => i64::from(data.attrs.align),
            _ => 1 << zeros.min(alignment::of(at as u64)),
        };
        let is_unchanging = data.op == Opcode::Ld && is_unchanging(data);
        let member = Member { inst, place, at, align, location, is_unchanging };
        Group {
            space,
            is_load: data.op == Opcode::Ld,
            cache: data.attrs.cache,
            size,
            terms,
            align: 1 << zeros,
            members: vec![member],
            written: Vec::new(),
        }
    }
}

/// Bytes of the element that an access moves, if it may be part of a wider one.
fn element(data: &InstData) -> Option<i64> {
    let is_access = matches!(data.op, Opcode::Ld | Opcode::St) && is_plain(data) && !data.attrs.is_async && !data.attrs.is_in_place;
    let size = i64::from(data.ty.size());
    match data.attrs.space {
        Some(Space::Shared | Space::Local) if is_access => Some(size),
        // What begins a wider access is aligned; what follows it need not be known to be.
        Some(Space::Global) if is_access => Some(size),
        _ => None,
    }
}

/// Whether two groups are one.
fn is_same(a: &Group, b: &Group) -> bool {
    (a.space, a.is_load, a.cache, a.size) == (b.space, b.is_load, b.cache, b.size) && a.terms == b.terms
}

/// What an instruction is for a group; `new` is its own, if it is a plain access.
fn touch(group: &Group, data: &InstData, location: Option<Location>, new: Option<&Group>) -> Touch {
    let end_if = |ends: bool| if ends { Touch::End } else { Touch::Nothing };
    if !matches!(data.op, Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red) {
        return end_if(!(group.is_load && group.is_own()));
    }
    let is_of_group = new.is_some_and(|new| is_same(group, new));
    match (group.space, location) {
        // It cannot be made with the first load.
        (_, Some(location)) if is_of_group && group.is_load => end_if(group.written.iter().any(|written| written.may_meet(&location))),
        // An element that is stored again.
        _ if is_of_group => end_if(new.is_some_and(|new| group.members.iter().any(|member| member.at == new.members[0].at))),
        _ if group.is_load && data.op == Opcode::Ld => Touch::Nothing,
        (Space::Shared, _) => end_if(matches!(data.attrs.space, None | Some(Space::Shared | Space::Generic))),
        _ if group.is_load && group.members.iter().all(|member| member.is_unchanging) => Touch::Nothing,
        (_, Some(location)) if group.is_load => Touch::Write(location),
        (_, location) => end_if(group.may_meet(&location)),
    }
}

/// Finds the accesses that are one.
fn decide(group: &Group, marks: &mut Marks) {
    if group.members.len() < 2 {
        return;
    }
    let mut members: Vec<&Member> = group.members.iter().collect();
    kern_diag::sort_by_number(&mut members, |member| member.at);
    members.dedup_by_key(|member| member.at);
    let mut rest = &members[..];
    while let Some(first) = rest.first() {
        let (count, bytes, start) = match group.space {
            Space::Shared if group.size >= 4 => in_window(group, rest),
            _ => from_aligned(group, rest),
        };
        if count > 1 {
            let lead = rest[..count].iter().min_by_key(|member| member.place).unwrap_or(first);
            for member in &rest[..count] {
                let counted = match member.inst == lead.inst {
                    true => Counted { bytes: bytes as u8, from: start.wrapping_sub(member.at) as i8 },
                    false => Counted { bytes: 0, from: 0 },
                };
                marks.push((member.inst, counted));
            }
        }
        rest = &rest[count.max(1)..];
    }
}

/// How many of the next members are one access of shared memory, its bytes, and where it begins.
fn in_window(group: &Group, rest: &[&Member]) -> (usize, i64, i64) {
    let (first, size) = (rest[0], group.size);
    let window = |bytes: i64| {
        let start = first.at.div_euclid(bytes) * bytes;
        let count = rest.iter().take_while(|member| (member.at.wrapping_sub(start) as u64) < bytes as u64).count();
        (if group.align >= bytes { count } else { 1 }, bytes, start)
    };
    let (whole, pair) = (window(WIDEST), window(2 * size));
    match (whole.0, size) {
        (4, 4) => whole,
        (3, 4) if group.is_load => whole,
        _ if pair.0 == 2 => pair,
        _ => (1, size, first.at),
    }
}

/// How many of the next members are one access of global or local memory, its bytes, and where it begins.
fn from_aligned(group: &Group, rest: &[&Member]) -> (usize, i64, i64) {
    let (first, size) = (rest[0], group.size);
    let chunk = first.align.min(WIDEST);
    let distances = rest.iter().map(|member| member.at.wrapping_sub(first.at));
    let slots: Vec<i64> = distances.take_while(|&distance| (distance as u64) < chunk as u64).map(|distance| distance / size).collect();
    let run = (0..).zip(&slots).take_while(|(number, slot)| number == *slot).count();
    let (count, elements) = match (group.is_load, size) {
        _ if slots.len() < 2 => (1, 1),
        (true, 4) if slots.len() >= 3 => (slots.len(), 4),
        (true, 1 | 2) => (slots.len(), slots[slots.len() - 1] + 1),
        _ => (1 << run.ilog2(), 1 << run.ilog2()),
    };
    (count, (elements as u64).next_power_of_two() as i64 * size, first.at)
}
