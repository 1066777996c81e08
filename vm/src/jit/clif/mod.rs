//! Code generation: one Cranelift function for a function of the program, executed by a warp.
//!
//! A segment is emitted twice if some lanes may reach it without the others. In the *full* copy all 32 lanes are active and
//! nothing is waiting: no masks, no blends, branches test whether all lanes agree. Where they do not, the *masked* copy
//! takes over: it visits segments in order, each with the mask of the lanes that are there, and where all lanes have met again
//! it returns to the full copy.
//! What is done about an operation stands in the warp IR (`wir`); here it is written down, for the scalars or vectors that
//! values are held in. Masks of segments lie in the context. Where a warp has to wait, what is live goes to the interpreter's
//! registers.

mod alu;
pub(crate) mod backend;
mod bits;
mod block_loop;
mod book;
mod calls;
mod carried;
mod cold;
mod compare;
mod convert;
mod division;
mod entry;
mod find_block;
mod flow;
mod flush;
mod helper_call;
mod host_values;
mod lane_bits;
mod lane_functions;
mod lane_loop;
mod masked;
mod memory;
mod observe;
mod prefetch;
mod side_exit;
mod spill;
mod stretch;
mod tell;
mod value;
mod warp;

use super::analysis::shape::LaneShape;
use super::analysis::{self, Plan};
use super::runtime::abi::{ExitReason, Helper, OP_BYTES, REGION, REGIONS, SLOT_BYTES, Way, at, barrier_key, masks_at, records_at};
use super::runtime::regions::RegionList;
use super::wir::Wir;
use super::wir::spills::operands;
use crate::decode::code::OpKind;
use crate::decode::registers::Width;
use crate::decode::side::{is_device, is_host};
use backend::{helper_signature, lanes_signature};
use book::{Book, Mark};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    self, AbiParam, Block, BlockArg, InstBuilder, JumpTableData, MemFlagsData, SigRef, StackSlot, StackSlotData, StackSlotKind, types::*,
};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use host_values::HostValues;
use std::collections::{HashMap, HashSet};
use stretch::StretchCode;

/// A value of the code generator.
pub(crate) type Cv = ir::Value;

/// The number of [`find_block`] among the thunks.
const FIND_BLOCK: usize = Helper::ALL.len();

/// No arguments for a block.
const NONE: &[BlockArg] = &[];

/// How a value is held.
#[derive(Clone, Debug)]
pub(crate) enum Held {
    /// The bases of an affine value: one, or one a row.
    Bases(Vec<Cv>),
    /// 128-bit vectors of all lanes.
    Parts(Vec<Cv>),
}

impl Held {
    fn into_components(self) -> Vec<Cv> {
        let (Held::Bases(list) | Held::Parts(list)) = self;
        list
    }
}

/// Where code is being emitted.
#[derive(Clone, Copy, Debug)]
enum Mode {
    /// All lanes.
    Full,
    /// The lanes of this mask.
    Masked(Cv),
}

/// Where compiled code may be resumed, also in the middle (on-stack replacement).
#[derive(Clone, Debug, Default)]
pub(crate) struct ResumeEntries {
    /// Entry number for a full warp at each segment.
    pub(crate) full: Vec<Option<u32>>,
    /// Entry number for masks.
    pub(crate) masked: Option<u32>,
    /// By operation, its operands in the marshalling registers.
    pub(crate) marshalled: Vec<Vec<Marshalled>>,
    /// By number, what is spilled together.
    pub(crate) spilled: Vec<Vec<Marshalled>>,
}

/// A value in the marshalling registers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Marshalled {
    pub(crate) slot: u32,
    pub(crate) width: Width,
    /// Of an affine value they hold only the bases.
    pub(crate) affine: Option<Affine>,
}

/// How the lanes of an affine value are made of its bases.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Affine {
    pub(crate) stride: i64,
    /// Lanes of a row.
    pub(crate) width: usize,
    /// Each row has a base of its own, where its first lane is.
    pub(crate) per_row: bool,
}

/// What was known of values at a point, see [`book`].
#[derive(Clone)]
struct Known {
    local: Mark,
    expanded: Mark,
    mask_parts: Option<Vec<Cv>>,
}

pub(crate) struct Emitter<'a, 'f, const L: usize> {
    fb: FunctionBuilder<'f>,
    plan: &'a Plan<'a, L>,
    regions: &'a RegionList,
    /// What code is made of.
    wir: &'a Wir,
    thunks: &'a [*const u8],
    find_block_sig: SigRef,
    ctx: Cv,
    /// Of helpers, by the way they are called and the words they get.
    helper_sigs: HashMap<(Way, usize), SigRef>,
    /// Of lane functions.
    lanes_sig: SigRef,
    /// Of compiled code.
    code_sig: SigRef,
    /// Variables of the components of values used outside of their segment.
    vars: Vec<Vec<Variable>>,
    /// By segment, values that the masked copy has in variables where it looks for lanes there.
    carried: Vec<analysis::Set>,
    /// What host code keeps in registers besides.
    host: Option<HostValues>,
    /// By number; and the one whose copies are at hand.
    stretches: Vec<StretchCode>,
    stretch: Option<usize>,
    /// Of walks, where they are in the segment at hand.
    pointers: HashMap<usize, Cv>,
    /// Accesses that others repeat; of those in the segment at hand that passed, the pointer, else nothing: 0.
    repeated: HashSet<usize>,
    passed: HashMap<usize, Cv>,
    /// What was computed of the iteration that begins, where a stretch may begin.
    ahead: HashMap<kern_ir::Value, Cv>,
    /// What is known in the segment at hand.
    local: Book<Held>,
    expanded: Book<Vec<Cv>>,
    mask_parts: Option<Vec<Cv>>,
    /// Operands and results that the instruction at hand makes canonical.
    canonical_here: &'a [kern_ir::Value],
    /// Results of the segment at hand that are computed if something needs them, with their operations.
    on_demand: HashMap<kern_ir::Value, usize>,
    /// The plan of one lane, if lanes run loops one after the other; and the code of the lane at hand.
    one_lane: Option<&'a Plan<'a, L>>,
    lane_code: Option<Box<lane_loop::LaneCode<'a, L>>>,
    /// The access between its check and its join.
    open: Option<memory::OpenAccess>,
    /// Loads of the segment at hand that were put off.
    deferred: HashMap<kern_ir::Value, memory::DeferredLoad>,
    /// By value, pointer and offset, what was loaded of them.
    deferred_vectors: HashMap<(kern_ir::Value, Cv, i32), Cv>,
    /// By the first operation of a group of accesses.
    checked: HashMap<usize, memory::Checked>,
    /// Instructions that prefetch, so far.
    prefetches: u32,
    /// Somebody may want to know where lanes diverged.
    notes_divergence: bool,
    mode: Mode,
    segment: usize,
    full: Vec<Block>,
    check: Vec<Block>,
    body: Vec<Block>,
    stop: Block,
    /// Goes to the entry that the context names.
    start: Block,
    /// A full warp has stopped: how, the key of its barrier region, and the entry of the next barrier region.
    next_warp: Block,
    /// Entry number for a full warp at each segment.
    full_entries: Vec<Option<u32>>,
    /// See [`ResumeEntries`].
    marshalled: Vec<Vec<Marshalled>>,
    spilled: Vec<Vec<Marshalled>>,
    scratch: HashMap<u32, StackSlot>,
    zeros: HashMap<ir::Type, Cv>,
    /// Addresses on the stack that are known in the loop over lanes at hand.
    quad: HashMap<(StackSlot, i64, Cv), Cv>,
}

/// Builds the code of a function; `None` if there would be more of it than the code generator should be given.
pub(crate) fn build<const L: usize>(
    plan: &Plan<L>,
    wir: &Wir,
    regions: &RegionList,
    thunks: &[*const u8],
    call_conv: CallConv,
    config: TargetFrontendConfig,
) -> Option<(ir::Function, ResumeEntries)> {
    let carried = carried::carried(plan)?;
    let mut func = ir::Function::new();
    func.signature.call_conv = call_conv;
    func.signature.params.push(AbiParam::new(I64));
    func.signature.returns.push(AbiParam::new(I32));
    let mut context = FunctionBuilderContext::new();
    let mut fb = FunctionBuilder::new(&mut func, &mut context);
    let entry = fb.create_block();
    fb.append_block_params_for_function_params(entry);
    fb.switch_to_block(entry);
    let ctx = fb.block_params(entry)[0];
    let mut helper_sigs = HashMap::new();
    for &helper in Helper::ALL {
        let import = || fb.import_signature(helper_signature(helper, call_conv));
        helper_sigs.entry((helper.way(), helper.words().len())).or_insert_with(import);
    }
    let lanes_sig = fb.import_signature(lanes_signature(call_conv));
    let find_block_sig = if is_host(L) { fb.import_signature(find_block::signature()) } else { lanes_sig };
    let code_sig = if is_host(L) {
        let own = fb.func.signature.clone();
        fb.import_signature(own)
    } else {
        lanes_sig
    };
    let count = plan.segments.len();
    let full = (0..count).map(|_| fb.create_block()).collect();
    let check = (0..=count).map(|_| fb.create_block()).collect();
    let body: Vec<Block> = (0..count).map(|_| fb.create_block()).collect();
    let stop = fb.create_block();
    let (start, next_warp) = (fb.create_block(), fb.create_block());
    (0..3).for_each(|_| {
        fb.append_block_param(next_warp, I32);
    });
    if plan.may_diverge {
        body.iter().for_each(|&b| {
            fb.append_block_param(b, I32);
        });
    }
    let one_lane = (!wir.lane_loops.is_empty()).then(|| plan.of_one_lane());
    let mut emitter: Emitter<L> = Emitter {
        fb,
        plan,
        wir,
        regions,
        thunks,
        find_block_sig,
        ctx,
        helper_sigs,
        lanes_sig,
        code_sig,
        vars: vec![Vec::new(); plan.func.values.len()],
        carried,
        host: None,
        stretches: Vec::new(),
        stretch: None,
        pointers: HashMap::new(),
        repeated: stretch::repeated(wir),
        passed: HashMap::new(),
        ahead: HashMap::new(),
        local: Book::default(),
        expanded: Book::default(),
        mask_parts: None,
        canonical_here: &[],
        on_demand: HashMap::new(),
        one_lane: one_lane.as_ref(),
        lane_code: None,
        open: None,
        deferred: HashMap::new(),
        deferred_vectors: HashMap::new(),
        checked: HashMap::new(),
        prefetches: 0,
        notes_divergence: plan.may_miss_lanes(),
        mode: Mode::Full,
        segment: 0,
        full,
        check,
        body,
        stop,
        start,
        next_warp,
        full_entries: Vec::new(),
        marshalled: Vec::new(),
        spilled: Vec::new(),
        scratch: HashMap::new(),
        zeros: HashMap::new(),
        quad: HashMap::new(),
    };
    emitter.declare_variables();
    emitter.declare_stretches();
    let mut entries = emitter.enter();
    emitter.emit_segments()?;
    (entries.marshalled, entries.spilled) = (std::mem::take(&mut emitter.marshalled), std::mem::take(&mut emitter.spilled));
    emitter.finish(config);
    if is_host(L) {
        cold::spread(&mut func);
    }
    Some((func, entries))
}

/// A plain access to memory of the engine or the program: in bounds, no traps; program memory may be unaligned.
fn flags() -> MemFlagsData {
    MemFlagsData::new().with_notrap()
}

impl<const L: usize> Emitter<'_, '_, L> {
    /// All lanes.
    const ALL: u32 = if L == 32 { u32::MAX } else { (1 << L) - 1 };

    fn declare_variables(&mut self) {
        for index in 0..self.plan.func.values.len() {
            let value = kern_ir::Value(index as u32);
            let is_on_demand = self.plan.addresses.contains_key(&value);
            if !self.plan.is_shared[index] || self.plan.constant(value).is_some() || is_on_demand {
                continue;
            }
            let (ty, count) = self.component(value);
            self.vars[index] = (0..count).map(|_| self.fb.declare_var(ty)).collect();
        }
    }

    /// Type and number of a value's components.
    fn component(&self, value: kern_ir::Value) -> (ir::Type, usize) {
        let scalar = value::scalar_type(self.plan.func.ty(value));
        match self.plan.shape(value) {
            LaneShape::Affine { per_row, .. } => (scalar, if per_row { self.plan.geometry.rows } else { 1 }),
            LaneShape::Varying => value::vector_type(self.plan.func.ty(value)),
        }
    }

    fn finish(mut self, config: TargetFrontendConfig) {
        if is_device(L) {
            let last = self.plan.segments.len();
            self.fb.switch_to_block(self.check[last]);
            self.end_masked();
            self.emit_next_warp();
        }
        self.fb.switch_to_block(self.stop);
        self.fb.set_cold_block(self.stop);
        // The helper has taken what was counted.
        self.host = None;
        self.exit(ExitReason::Stop);
        self.fb.seal_all_blocks();
        self.fb.finalize(config);
    }

    fn exit(&mut self, reason: ExitReason) {
        self.write_counters();
        let reason = self.int(I32, reason as i64);
        self.fb.ins().return_(&[reason]);
    }

    fn load(&mut self, ty: ir::Type, offset: i32) -> Cv {
        self.fb.ins().load(ty, flags(), self.ctx, offset)
    }

    fn store(&mut self, value: Cv, offset: i32) {
        self.fb.ins().store(flags(), value, self.ctx, offset);
    }

    /// Adds to a counter of the context.
    fn count(&mut self, offset: i32, amount: Cv) {
        let old = self.load(I64, offset);
        let new = self.fb.ins().iadd(old, amount);
        self.store(new, offset);
    }

    fn count_by(&mut self, offset: i32, amount: i64) {
        let amount = self.int(I64, amount);
        self.count(offset, amount);
    }

    fn int(&mut self, ty: ir::Type, value: i64) -> Cv {
        let bits = ty.bits();
        let value = if bits >= 64 { value } else { value & ((1i64 << bits) - 1) };
        self.fb.ins().iconst(ty, value)
    }

    /// The offset in the context of a region's field.
    fn region_at(region: usize, field: i32) -> i32 {
        (REGIONS + region * REGION) as i32 + field
    }

    /// The offset in the context of a segment's mask. Masks lie behind the regions, whose number is not known yet: they
    /// are counted down from the end of the space for regions.
    fn mask_at(&self, segment: usize) -> i32 {
        (masks_at(self.regions.capacity()) + segment * 4) as i32
    }

    /// The mask of the active lanes.
    fn active(&mut self) -> Cv {
        match self.mode {
            Mode::Full => self.int(I32, i64::from(Self::ALL)),
            Mode::Masked(mask) => mask,
        }
    }

    fn is_full(&self) -> bool {
        matches!(self.mode, Mode::Full)
    }

    /// Emits `body` as cold code that is gone through only if `condition` holds.
    fn rarely(&mut self, condition: Cv, body: impl FnOnce(&mut Self)) {
        let (rare, go_on) = (self.fb.create_block(), self.fb.create_block());
        self.fb.ins().brif(condition, rare, NONE, go_on, NONE);
        self.fb.switch_to_block(rare);
        self.fb.set_cold_block(rare);
        body(self);
        self.fb.ins().jump(go_on, NONE);
        self.fb.switch_to_block(go_on);
    }

    /// Writes the operands of an operation to the interpreter's registers.
    fn spill_operands(&mut self, pc: usize) {
        self.spill_reads(&operands(self.plan, pc));
    }

    /// Writes what the interpreter reads to its registers.
    fn spill_reads(&mut self, values: &[kern_ir::Value]) {
        let mask = match self.mode {
            Mode::Full => None,
            Mode::Masked(mask) => Some(mask),
        };
        self.spill(values.to_vec(), mask);
    }

    fn icmp(&mut self, code: IntCC, a: Cv, b: Cv) -> Cv {
        self.fb.ins().icmp(code, a, b)
    }
}
