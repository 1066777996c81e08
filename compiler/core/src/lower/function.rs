//! One function: its slots, parameters, blocks and end.

use super::cleanup::Cleanup;
use super::exceptions::Landing;
use super::layout::{self, Repr, repr};
use super::module::{ModuleLowering, is_memory};
use super::{Base, Place};
use crate::hir::walk;
use crate::hir::{self, Callee, Expr, ExprKind, FunctionId, LabelId, Local, LocalId, ObjectId, Type, TypeId, TypeTable};
use kern_diag::Span;
use kern_ir as ir;
use kern_ir::analysis::{Dominators, MAX_NESTING, loop_nesting, loops_too_deep};
use kern_ir::{Block, Builder, FunctionKind, InstData, LocId, Opcode, Payload, RegType, Slot, SlotData, Value};
use rustc_hash::FxHashMap;
use std::collections::{HashMap, HashSet};

/// Scalars of a class result that leave a function together.
const MAX_BUNDLE: usize = 16;

/// Where `break` and `continue` go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) block: Block,
    /// The cleanups that stay.
    pub(crate) depth: usize,
}

/// The state of lowering one function.
pub(crate) struct FunctionLowering<'m, 'a> {
    pub(crate) m: &'m mut ModuleLowering<'a>,
    pub(crate) b: Builder<'m>,
    /// The function; `None` for one that `kern` makes.
    pub(crate) hir: Option<&'a hir::Function>,
    /// Locals that are not only copied as a whole, once somebody asked.
    taken_apart: Option<std::collections::HashSet<LocalId>>,
    /// Where each local lives, once it is declared.
    pub(crate) locals: Vec<Option<Place>>,
    /// Where the objects are that expressions around the current one make.
    pub(crate) objects: HashMap<ObjectId, Place>,
    /// The first block: addresses of slots; it jumps to the body.
    pub(crate) prologue: Block,
    pub(crate) slot_addresses: FxHashMap<Slot, Value>,
    pub(crate) function_loc: LocId,
    /// What is to be destroyed, innermost last.
    pub(crate) cleanups: Vec<Cleanup>,
    /// Of each cleanup, the blocks that do it and those below down to a depth, by where they go then and that depth.
    pub(crate) ways_out: Vec<HashMap<(Block, usize), Block>>,
    /// The same for exceptions that meet no cleanup.
    pub(crate) outermost_landings: HashMap<(Block, usize), Block>,
    /// Open `try`s, innermost last.
    pub(crate) tries: Vec<Landing>,
    /// Where exceptions go that leave the function.
    pub(crate) thrown_out: Option<Landing>,
    /// Cleanups are emitted that an exception on its way runs.
    pub(crate) is_unwinding: bool,
    /// Where returns past many cleanups meet, and the slots in which they leave what they return.
    pub(crate) shared_return: Option<(Block, Vec<Place>)>,
    /// Where the cleanups of the innermost full expression start.
    pub(crate) full_marks: Vec<usize>,
    /// How many conditional parts of the full expression are around the current one.
    pub(crate) conditional_depth: usize,
    pub(crate) breaks: Vec<Target>,
    pub(crate) continues: Vec<Target>,
    pub(crate) labels: HashMap<LabelId, Block>,
    /// The cleanups that exist at a label that was passed.
    pub(crate) label_depths: HashMap<LabelId, usize>,
    /// For functions with labels: the HIR blocks around each label, outermost first.
    pub(crate) label_paths: HashMap<LabelId, Vec<usize>>,
    /// Open HIR blocks: identity and first cleanup.
    pub(crate) open_blocks: Vec<(usize, usize)>,
    /// The hidden first parameter: where a class result goes.
    result_address: Option<Value>,
    /// `CC.CF` of inline PTX, once something wrote it.
    pub(crate) carry_flag: Option<Slot>,
    /// The hidden last parameter of a variadic function.
    pub(crate) variadic_address: Option<Value>,
}

/// Bytes of a function's text to an instruction, about: for room, which is taken back in the end.
const BYTES_PER_INST: usize = 3;
/// Most instructions that room is made for at once: a text may be one long comment.
const MOST_ROOM: usize = 1 << 20;

/// Lowers the body of `id`, which [`ModuleLowering::function`] has declared.
pub(crate) fn lower_function(m: &mut ModuleLowering<'_>, id: FunctionId) -> ir::Function {
    let hir = m.hir(id);
    let declared = m.function(id, hir.span);
    let index = declared.index();
    let mut func = m.module.functions[index].clone();
    if func.kind == FunctionKind::Kernel {
        func.kernel_params = m.kernel_params(hir);
    }
    let mut lowering = FunctionLowering::new(m, &mut func, Some(hir));
    lowering.begin();
    lowering.bind_params(hir);
    match &hir.body {
        Some(body) => {
            let is_one_text = body.end.file == hir.span.file;
            let text = if is_one_text { body.end.end.saturating_sub(hir.span.start) as usize } else { 0 };
            let room = (text / BYTES_PER_INST).min(MOST_ROOM);
            lowering.b.func.insts.reserve(room);
            lowering.b.func.values.reserve(room);
            lowering.lower_body(body);
            lowering.finish(body.end);
        }
        None => {
            lowering.forward(id, hir);
            lowering.finish(hir.span);
        }
    }
    // Both modules are there before the first pass makes them smaller.
    func.insts.shrink_to_fit();
    func.blocks.shrink_to_fit();
    func.slots.shrink_to_fit();
    func.values.shrink_to_fit();
    func
}

impl<'m, 'a> FunctionLowering<'m, 'a> {
    pub(crate) fn new(
        m: &'m mut ModuleLowering<'a>,
        func: &'m mut ir::Function,
        hir: Option<&'a hir::Function>,
    ) -> FunctionLowering<'m, 'a> {
        let function_loc = func.loc;
        let mut b = Builder::new(func);
        let prologue = b.create_block();
        FunctionLowering {
            m,
            b,
            hir,
            taken_apart: None,
            locals: vec![None; hir.map_or(0, |h| h.locals.len())],
            objects: HashMap::new(),
            prologue,
            slot_addresses: FxHashMap::default(),
            function_loc,
            cleanups: Vec::new(),
            ways_out: Vec::new(),
            outermost_landings: HashMap::new(),
            tries: Vec::new(),
            thrown_out: None,
            is_unwinding: false,
            shared_return: None,
            full_marks: Vec::new(),
            conditional_depth: 0,
            breaks: Vec::new(),
            continues: Vec::new(),
            labels: HashMap::new(),
            label_depths: HashMap::new(),
            label_paths: hir.map_or_else(HashMap::new, walk::label_paths),
            open_blocks: Vec::new(),
            result_address: None,
            carry_flag: None,
            variadic_address: None,
        }
    }

    pub(crate) fn types(&self) -> &'a TypeTable {
        &self.m.program.types
    }

    /// Instructions from now on stem from `span`.
    pub(crate) fn at(&mut self, span: Span) {
        let loc = self.m.loc(span);
        self.b.set_loc(loc);
    }

    /// Lays out the prologue and starts the body.
    pub(crate) fn begin(&mut self) {
        let prologue = self.prologue;
        self.b.switch_to(prologue);
        for class in self.b.func.params.clone() {
            self.b.func.add_block_param(prologue, class);
        }
        let body = self.b.create_block();
        self.b.switch_to(body);
        self.b.set_loc(self.function_loc);
    }

    fn bind_params(&mut self, hir: &'a hir::Function) {
        if self.b.func.kind == FunctionKind::Kernel {
            self.bind_kernel_params(hir);
            return;
        }
        let mut values = self.b.func.blocks[self.prologue.index()].params.clone().into_iter();
        if is_memory(self.types(), hir.result) {
            self.result_address = values.next();
            if let (Some(id), Some(address)) = (hir.named_result, self.result_address) {
                self.locals[id.0 as usize] = Some(Place::pointer(address));
            }
        }
        for &id in &hir.params {
            let local = &hir.locals[id.0 as usize];
            match repr(self.types(), local.ty.ty) {
                Repr::Void => {}
                Repr::Memory => {
                    let Some(address) = values.next() else { break };
                    self.locals[id.0 as usize] = Some(Place::pointer(address));
                }
                Repr::Scalar(ty) => {
                    let Some(value) = values.next() else { break };
                    self.at(local.span);
                    let place = self.declare_slot(id, local);
                    self.store(place, ty, value);
                }
            }
        }
        if hir.is_variadic {
            self.variadic_address = values.next();
        }
    }

    fn bind_kernel_params(&mut self, hir: &'a hir::Function) {
        let read_only = walk::only_read(hir);
        for (index, &id) in hir.params.iter().enumerate() {
            let local = &hir.locals[id.0 as usize];
            let param = Place::new(Base::Param(index as u32));
            self.at(local.span);
            match repr(self.types(), local.ty.ty) {
                Repr::Void => {}
                Repr::Memory if read_only.contains(&id) => self.locals[id.0 as usize] = Some(param),
                Repr::Memory => {
                    let place = self.declare_slot(id, local);
                    self.copy_object(place, param, local.ty.ty);
                }
                Repr::Scalar(ty) => {
                    let value = self.load(param, ty);
                    let place = self.declare_slot(id, local);
                    self.store(place, ty, value);
                }
            }
        }
    }

    /// A slot for `local`.
    pub(crate) fn declare_slot(&mut self, id: LocalId, local: &Local) -> Place {
        if let Some(place) = self.locals[id.0 as usize] {
            return place;
        }
        let types = self.types();
        let size = types.size_of(local.ty.ty).max(1);
        let is_array = self.m.is_device() && matches!(types.get(local.ty.ty), Type::Array { .. });
        let align = types.align_of(local.ty.ty).max(local.align.unwrap_or(1)).max(if is_array { array_align(size) } else { 1 });
        let info = self.m.var_info(&local.name, local.ty.ty, local.span);
        let place = Place::new(Base::Slot(self.add_slot(size, align, info)));
        self.locals[id.0 as usize] = Some(place);
        place
    }

    pub(crate) fn add_slot(&mut self, size: u64, align: u64, info: ir::VarInfo) -> Slot {
        self.b.func.slots.push(SlotData { size, align: align as u32, info, is_late: false });
        Slot(self.b.func.slots.len() as u32 - 1)
    }

    /// Notes that a class variable, which is only copied, is stored as a whole too, where a function returns `value` or another variable is
    /// copied: nvcc has no storage for it.
    pub(crate) fn note_whole(&mut self, place: Place, value: &Expr) {
        let is_whole = matches!(value.kind, ExprKind::Call { returns_reference: false, .. } | ExprKind::Load(_));
        if let (Base::Slot(slot), true) = (place.base, is_whole && is_memory(self.types(), value.ty)) {
            self.b.func.slots[slot.index()].is_late = true;
        }
    }

    /// Whether the function does anything with the local variable but to copy it as a whole.
    pub(crate) fn is_taken_apart(&mut self, id: LocalId) -> bool {
        let body = self.hir.and_then(|hir| hir.body.as_ref()).filter(|_| self.m.is_device());
        let Some(body) = body else { return true };
        self.taken_apart.get_or_insert_with(|| crate::hir::walk::taken_apart(body)).contains(&id)
    }

    /// Storage for a temporary of type `ty`.
    pub(crate) fn temporary_slot(&mut self, ty: TypeId) -> Place {
        let types = self.types();
        let info = ir::VarInfo {
            element_size: types.size_of(ty),
            type_name: super::layout::type_name(types, ty),
            loc: self.b.loc().0,
            ..ir::VarInfo::default()
        };
        let slot = self.add_slot(types.size_of(ty).max(1), types.align_of(ty), info);
        Place::new(Base::Slot(slot))
    }

    /// The body of an intrinsic whose address is taken: a call of it with the parameters.
    fn forward(&mut self, id: FunctionId, hir: &'a hir::Function) {
        let expr = |kind, ty| Expr { kind, ty, is_volatile: false, is_const: false, span: hir.span };
        let args = hir.params.iter().map(|&param| {
            let ty = hir.locals[param.0 as usize].ty.ty;
            expr(ExprKind::Load(Box::new(expr(ExprKind::Local(param), ty))), ty)
        });
        let call = ExprKind::Call { callee: Callee::Direct(id), args: args.collect(), returns_reference: false };
        let call = expr(call, hir.result);
        let dest = is_memory(self.types(), hir.result).then(|| self.result_place());
        if let (Some(value), None) = (self.call(&call, dest), dest) {
            let raw = self.raw_of_value(value, hir.result);
            self.ret(&[raw]);
        }
    }

    fn lower_body(&mut self, body: &hir::Block) {
        let depth = self.open_block(body);
        self.stmts(body);
        self.close_block(depth, body.end);
    }

    /// Where the class result goes.
    pub(crate) fn result_place(&mut self) -> Place {
        match self.result_address {
            Some(address) => Place::pointer(address),
            None => self.nowhere(),
        }
    }

    /// Ends the last block and the prologue.
    pub(crate) fn finish(&mut self, end: Span) {
        if self.b.current().is_some() {
            if self.hir.is_some() {
                self.at(end);
            }
            self.ret_without_value();
        }
        self.place_thrown_out(end);
        let prologue = self.prologue;
        let body = self.b.func.layout[1];
        let targets = vec![ir::BlockCall { block: body, args: Vec::new() }];
        let mut data = InstData { payload: Payload::Targets(targets), ..InstData::new(Opcode::Bra, ir::Type::B32) };
        data.loc = self.function_loc;
        let jump = self.b.func.add_inst(data, &[]);
        self.b.func.blocks[prologue.index()].insts.push(jump);
        self.place_labels();
        self.drop_unreachable(body);
        self.check_nesting();
    }

    /// Reports loops that nest too deeply, as they may with `goto`.
    fn check_nesting(&mut self) {
        if self.b.func.layout.len() <= MAX_NESTING as usize {
            return;
        }
        let cfg = ir::Cfg::new(self.b.func);
        let deepest = loop_nesting(&cfg, &Dominators::new(self.b.func, &cfg));
        if let Some((depth, header)) = deepest.filter(|(depth, _)| *depth > MAX_NESTING) {
            let mut places = self.b.func.blocks[header.index()].insts.iter().map(|i| self.b.func.insts[i.index()].loc);
            let loc = places.find(|&loc| loc != LocId::NONE).unwrap_or(self.function_loc);
            let span = self.m.span_of(loc);
            self.m.report(loops_too_deep(span, depth));
        }
    }

    /// Code after a `return` or a `break` was lowered for its diagnostics only. Where nothing but the prologue leads to the
    /// body, both become one: most functions then are one IR block from the start.
    fn drop_unreachable(&mut self, body: Block) {
        let func = &mut *self.b.func;
        let mut reached = vec![false; func.blocks.len()];
        let mut work = vec![self.prologue];
        let mut ways_to_body = 0;
        while let Some(block) = work.pop() {
            ways_to_body += usize::from(block == body);
            if std::mem::replace(&mut reached[block.index()], true) {
                continue;
            }
            if let Some(last) = func.terminator(block) {
                work.extend(func.insts[last.index()].targets().iter().map(|target| target.block));
            }
        }
        if ways_to_body == 1 {
            reached[body.index()] = false;
            let mut insts = std::mem::take(&mut func.blocks[body.index()].insts);
            let prologue = &mut func.blocks[self.prologue.index()].insts;
            prologue.pop();
            prologue.append(&mut insts);
        }
        func.layout.retain(|block| reached[block.index()]);
    }

    /// Control ran off the end: `main` answers 0, others nothing that means something.
    pub(crate) fn ret_without_value(&mut self) {
        let classes = self.b.func.results.clone();
        let zeros: Vec<Value> = classes.iter().map(|&class| self.b.constant(class, 0)).collect();
        self.ret(&zeros);
    }

    pub(crate) fn ret(&mut self, values: &[Value]) {
        self.bundle_result();
        self.b.push(InstData { args: values.to_vec(), ..InstData::new(Opcode::Ret, ir::Type::B32) }, &[]);
    }

    /// The scalars of a class result leave a device function together, as under nvcc: each is a `mov` of itself with all
    /// of them as further operands, which `pass::rank_operands` ranks and takes away. What a constructor made is in memory
    /// until that is inlined, too late to leave together (`V2 f() { return V2(x, y); }` ranks `x` and `y` alone, where
    /// `V3 f() { V3 v; v.x = x; …; return v; }` ranks its members alike).
    fn bundle_result(&mut self) {
        let (Some(address), Some(hir)) = (self.result_address, self.hir.filter(|_| self.m.is_device())) else { return };
        if matches!(self.types().get(hir.result), Type::Class(class) if self.types().class(*class).has_constructors) {
            return;
        }
        let mut scalars = Vec::new();
        let is_plain = layout::scalars(self.types(), hir.result, 0, &mut scalars);
        if !is_plain || scalars.len() > MAX_BUNDLE || !scalars.iter().any(|(_, ty)| ty.is_float()) {
            return;
        }
        let place = |offset: u64| Place::pointer(address).at(offset as i64);
        let values: Vec<Value> = scalars.iter().map(|&(offset, ty)| self.load(place(offset), ty)).collect();
        for ((&(offset, ty), &value), number) in scalars.iter().zip(&values).zip(0..) {
            let args = [value].iter().chain(&values).copied().collect();
            let own = self.b.value(InstData { args, offset: number, ..InstData::new(Opcode::Mov, ty) }, ty.reg());
            self.store(place(offset), ty, own);
        }
    }

    /// A label that no statement placed still needs an end.
    fn place_labels(&mut self) {
        if self.labels.is_empty() {
            return;
        }
        let placed: HashSet<Block> = self.b.func.layout.iter().copied().collect();
        let mut unplaced: Vec<Block> = self.labels.values().copied().filter(|block| !placed.contains(block)).collect();
        unplaced.sort_unstable();
        for block in unplaced {
            self.b.switch_to(block);
            self.ret_without_value();
        }
    }

    /// A `.b32` constant.
    pub(crate) fn word(&mut self, value: u64) -> Value {
        self.b.constant(RegType::B32, value)
    }
}

/// What nvcc aligns an array of a kernel's thread to: the largest power of two up to 16 that its size is a multiple of, so
/// that programs can access it as vectors. Structures, and arrays anywhere else, have the alignment of their elements.
fn array_align(size: u64) -> u64 {
    (1 << size.trailing_zeros()).min(16)
}
