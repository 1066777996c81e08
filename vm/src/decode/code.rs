//! Decoded functions: flat lists of operations over register slots.
//!
//! Each IR function is decoded once for a group width `L`. Blocks lie one after another in the order of
//! `kern_ir::analysis::order`, so a block's index is its priority; constants lie in slots that a fresh register file already holds;
//! block arguments became moves on the edges.

use crate::decode::externs::Target;
use crate::decode::registers::{Mask, Registers, Width};
use crate::decode::tier_up::TierUpCounter;
use crate::memory::StackVariable;
use kern_ir::texture::{Boundary, Geometry, TexQuery};
use kern_ir::{AtomOp, BarKind, Counted, Function, InstData, MatchMode, Opcode, ReduxOp, RegType, ShflMode, Space, Sreg, Type, VoteMode};
use std::cell::Cell;
use std::sync::Arc;

/// Executes one operation for the lanes of a mask. Compiled code calls it too.
pub(crate) type Run<const L: usize> = unsafe extern "C" fn(Registers<L>, &Op<L>, Mask);

/// What decoded code is made of.
#[derive(Clone, Copy)]
pub(crate) struct Select<const L: usize> {
    /// What executes an instruction of lanes whose operands have the right classes: the function, and what it finds instead of a slot
    /// in operand `c`, if anything. Told are whether the result is 64 bits wide, and whether it moves or selects predicates.
    pub(crate) lanes: fn(&InstData, bool, bool) -> Option<(Run<L>, Option<u32>)>,
    /// What implements the extern function of a name.
    pub(crate) target: fn(&str) -> Target,
}

/// The operations of lanes, of host code and of kernels. They are the interpreter's, and every engine's slow path.
#[derive(Clone, Copy)]
pub(crate) struct Operations {
    pub(crate) host: Select<1>,
    pub(crate) device: Select<32>,
}

/// One operation. Slots are `d` (result) and `a`, `b`, `c`, `e` (operands in PTX order).
#[repr(C)]
pub(crate) struct Op<const L: usize> {
    /// Executes it, if `kind` is [`OpKind::Alu`].
    pub(crate) run: Run<L>,
    /// What it is.
    pub(crate) kind: OpKind,
    pub(crate) d: u32,
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) c: u32,
    pub(crate) e: u32,
    /// The IR instruction: its place.
    pub(crate) inst: u32,
}

/// What an operation is; numbers index the function's tables.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum OpKind {
    /// `Op::run`.
    Alu,
    /// `Op::run`, an integer division whose divisor in `b` (64 bits, if so) may be 0: told.
    Divide(bool),
    /// Load into the registers of access `.0`.
    Load(u32),
    /// Store of the registers of access `.0`.
    Store(u32),
    /// `atom` (with `d`) or `red`; access `.0`, operand slots `b`, `c`.
    Atomic(u32, AtomOp, Type, bool),
    /// Special register.
    Sreg(Sreg),
    /// Address of slot `.0`.
    SlotAddress(u32),
    /// Offset of shared variable `.0`.
    SharedAddress(u32),
    /// `a` plus `.0`, 64 bits (`cvta`).
    Rebase(u64),
    /// `ld.param` at byte `.0`.
    LoadParam(u32, Type),
    /// Whether the generic address in `a` lies in a space.
    Isspacep(Space),
    /// Barrier: kind, number, and whether `b` holds a thread count; predicate in `a`.
    Bar(BarKind, u32, bool),
    /// `bar.warp.sync`, mask in `a`.
    BarWarp,
    /// Shuffle (a, b, c, mask in e); the second result's slot is in `.1` unless `u32::MAX`.
    Shfl(ShflMode, u32),
    /// Vote (predicate a, mask b).
    Vote(VoteMode),
    /// Match (a, mask b), second result as for `Shfl`; `.2` for 64 bits.
    Match(MatchMode, u32, bool),
    /// Reduction (a, mask b).
    Redux(ReduxOp, bool),
    /// Mask of the lanes here.
    Activemask,
    /// Yields.
    Nanosleep,
    /// Texture or surface instruction `.0` of the function.
    Texture(u32),
    /// Fences and hints.
    Nothing,
    /// Call of function `.0`; call data `.1`.
    Call(u32, u32),
    /// Call of an extern function; call data `.0`.
    CallExtern(u32),
    /// The same of a function at which a host thread waits, or others may run.
    CallWaiting(u32),
    /// Call through the address in `a`; call data `.0`.
    CallIndirect(u32),
    /// To edge `.0`.
    Jump(u32),
    /// On predicate `a` to edge `.0`, else `.1`.
    Branch(u32, u32),
    /// To edge `.0 + a`, or `.0 + .1 - 1` if out of range; `.1` edges.
    Switch(u32, u32),
    /// Returns.
    Ret,
    /// Ends the thread.
    Exit,
    /// Aborts the launch.
    Trap,
    /// An instruction the engine does not know: reported when reached.
    Unsupported,
}

impl OpKind {
    /// Whether lanes may have to wait at it, or leave the function for a while.
    pub(crate) fn may_wait(self) -> bool {
        use OpKind::*;
        matches!(
            self,
            Bar(..) | BarWarp | Shfl(..) | Vote(_) | Match(..) | Redux(..) | Nanosleep | Call(..) | CallWaiting(_) | CallIndirect(_)
        )
    }
}

/// Where the root pointer of an access points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Root {
    /// Nothing better than the address itself.
    Address,
    /// To the allocation that holds the address in this slot (64 bits, generic unless the access's space is not).
    Register(u32),
    /// Into slot `.0` of the function.
    Slot(u32),
    /// Into shared variable `.0`.
    Shared(u32),
    /// Into a variable at a fixed generic address: base, size.
    Fixed(u64, u64),
}

/// How an element is widened when loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Element {
    U8,
    S8,
    U16,
    S16,
    B32,
    B64,
}

impl Element {
    /// Of a type.
    pub(crate) fn of(ty: Type) -> Element {
        match (ty.size(), ty.is_signed()) {
            (0 | 1, false) => Element::U8,
            (0 | 1, true) => Element::S8,
            (2, false) => Element::U16,
            (2, true) => Element::S16,
            (4, _) => Element::B32,
            _ => Element::B64,
        }
    }

    /// Bytes.
    pub(crate) fn size(self) -> u64 {
        match self {
            Element::U8 | Element::S8 => 1,
            Element::U16 | Element::S16 => 2,
            Element::B32 => 4,
            Element::B64 => 8,
        }
    }
}

/// A memory access.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub(crate) element: Element,
    /// 1, 2 or 4.
    pub(crate) count: u32,
    /// Registers of the elements.
    pub(crate) registers: [u32; 4],
    pub(crate) space: Space,
    /// Added to the address.
    pub(crate) offset: i64,
    /// Address register is `.b32`.
    pub(crate) narrow_address: bool,
    pub(crate) root: Root,
    /// Number of the access in the function, for caches.
    pub(crate) site: u32,
    /// What of it a profiler counts, if that is not the access itself.
    pub(crate) counted: Option<Counted>,
    /// It is half of a `cp.async`.
    pub(crate) is_async: bool,
}

impl Access {
    /// Bytes, and distance from the address, of what a profiler counts; `None` if another access counts for this one.
    pub(crate) fn counted(&self) -> Option<(u32, i64)> {
        match self.counted {
            None => Some(((self.element.size() * u64::from(self.count)) as u32, self.offset)),
            Some(Counted { bytes: 0, .. }) => None,
            Some(Counted { bytes, from }) => Some((u32::from(bytes), self.offset.wrapping_add(i64::from(from)))),
        }
    }
}

/// A texture or surface instruction.
#[derive(Clone, Debug)]
pub(crate) struct TextureAccess {
    pub(crate) op: Opcode,
    pub(crate) geometry: Option<Geometry>,
    /// `tex` by index.
    pub(crate) is_fetch: bool,
    /// `tld4`: which component.
    pub(crate) component: usize,
    pub(crate) boundary: Option<Boundary>,
    /// `txq`: what is asked for.
    pub(crate) query: Option<TexQuery>,
    /// Of an element that a surface instruction moves.
    pub(crate) bytes: u64,
    /// Registers of the operands in order: the handle first.
    pub(crate) slots: Vec<u32>,
    /// Registers of the results.
    pub(crate) results: Vec<u32>,
}

/// A call.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallData {
    /// Argument registers.
    pub(crate) args: Vec<(u32, RegType)>,
    /// Result register.
    pub(crate) result: Option<(u32, Width)>,
    /// Its class.
    pub(crate) result_class: Option<RegType>,
    /// Extern functions: the name.
    pub(crate) name: String,
    /// Extern functions.
    pub(crate) target: Target,
    /// Mathematical functions whose code on a GPU reads coefficients: where in their table, by the argument. For kernels.
    pub(crate) coefficients: Option<fn(f64) -> u64>,
    /// Functions that were called through a pointer here, the last first; compiled code tries these.
    pub(crate) seen: Cell<[Option<u32>; SEEN]>,
}

/// Functions that a call through a pointer remembers: of a virtual function few are called from one place.
const SEEN: usize = 3;

impl CallData {
    /// Notes that a call through a pointer went to a function.
    pub(crate) fn saw(&self, function: u32) {
        let mut seen = self.seen.get();
        let place = seen.iter().position(|&one| one == Some(function) || one.is_none()).unwrap_or(SEEN - 1);
        seen[place] = Some(function);
        seen[..=place].rotate_right(1);
        self.seen.set(seen);
    }

    /// Whether a function takes what the call passes, and gives what it expects.
    pub(crate) fn fits(&self, function: &Function) -> bool {
        fits(function, self.args.iter().map(|a| a.1), self.result_class)
    }

    /// See [`is_harmless`].
    pub(crate) fn is_harmless(&self, function: &Function) -> bool {
        is_harmless(function, self.args.iter().map(|a| a.1), self.result_class)
    }
}

/// Whether a function takes arguments of these classes, and gives such a result: neither more nor less, for registers are
/// copied as the callee declares them.
pub(crate) fn fits(function: &Function, args: impl ExactSizeIterator<Item = RegType>, result: Option<RegType>) -> bool {
    let (taken, given) = (function.params.len(), args.len());
    let fits_number = given == taken || (function.is_variadic && given > taken);
    fits_number && args.take(taken).eq(function.params.iter().copied()) && function.results.first().copied() == result
}

/// Whether a call through a pointer of another type does what its text says as x86-64 passes arguments and results (System V ABI, 3.2.3):
/// arguments that the callee does not take are left alone, of a whole number the low half is taken, a result that nobody expects is
/// dropped, and one that is not given, or half of it, is 0. Of the host only; `Engine::enter` and `leave` convert.
pub(crate) fn is_harmless(function: &Function, args: impl ExactSizeIterator<Item = RegType>, result: Option<RegType>) -> bool {
    let takes = |given: RegType, taken: RegType| given == taken || (given, taken) == (RegType::B64, RegType::B32);
    let is_whole = |ty: RegType| matches!(ty, RegType::B32 | RegType::B64);
    let given = function.results.first().copied();
    let gives = result.zip(given).is_none_or(|(result, given)| result == given || is_whole(result) && is_whole(given));
    let has_all = !function.is_variadic && args.len() >= function.params.len();
    has_all && args.zip(&function.params).all(|(given, &taken)| takes(given, taken)) && gives
}

/// A move on an edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) to: u32,
    pub(crate) from: u32,
    pub(crate) width: Width,
}

/// A jump: target block and the moves `first..last`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) block: u32,
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// It closes a loop that may wait for another thread.
    pub(crate) spins: bool,
}

/// A block: an IR block, or what follows an operation in it at which lanes may wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockInfo {
    /// Its first operation.
    pub(crate) start: u32,
    /// IR instructions, for counting; those of the whole IR block at its start.
    pub(crate) cost: u32,
    /// The IR block.
    pub(crate) block: kern_ir::Block,
}

/// A branch of which both sides print, see `branch_order`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrintingBranch {
    /// Of equal numbers of lanes, those for which the condition does not hold go first.
    pub(crate) else_first: bool,
    /// The block of the code where its sides meet; past the last if they do not.
    pub(crate) join: u32,
}

/// A decoded function.
pub(crate) struct DecodedFunction<const L: usize> {
    pub(crate) id: u32,
    /// Other host threads may get their turn while one is in it.
    pub(crate) is_interruptible: bool,
    pub(crate) ops: Vec<Op<L>>,
    pub(crate) blocks: Vec<BlockInfo>,
    /// The block each operation is in.
    pub(crate) block_of: Vec<u32>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) moves: Vec<Move>,
    pub(crate) accesses: Vec<Access>,
    pub(crate) calls: Vec<CallData>,
    pub(crate) textures: Vec<TextureAccess>,
    /// Of each block, how often host code went back to it.
    pub(crate) tier_up: Vec<TierUpCounter>,
    /// Branches of which both sides print.
    pub(crate) printing_branches: Vec<PrintingBranch>,
    /// Slots of the parameters.
    pub(crate) params: Vec<(u32, Width)>,
    /// Slots of the register file.
    pub(crate) slots: u32,
    /// Slot of each value of the function; `u32::MAX` if it has none.
    pub(crate) value_slots: Vec<u32>,
    /// Constants: slot, width, bits.
    pub(crate) constants: Vec<(u32, Width, u64)>,
    /// `.local` variables.
    pub(crate) locals: Arc<[StackVariable]>,
    /// Bytes of the frame.
    pub(crate) frame: u64,
    /// See `Layout::stack_of`.
    pub(crate) stack: u64,
    /// Where variables of the source take values, by operation; empty unless the program was compiled with names.
    pub(crate) names: Vec<NameAt>,
}

impl<const L: usize> DecodedFunction<L> {
    /// The operation to which an edge leads.
    pub(crate) fn start_of(&self, edge: u32) -> u32 {
        self.blocks[self.edges[edge as usize].block as usize].start
    }
}

/// Before an operation, a piece of a variable of the source takes a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NameAt {
    /// The operation.
    pub(crate) pc: u32,
    /// Of the function's names.
    pub(crate) variable: u32,
    pub(crate) piece: u32,
    /// Where the value lies; nothing if it has none from here on.
    pub(crate) place: Option<(u32, Width)>,
}
