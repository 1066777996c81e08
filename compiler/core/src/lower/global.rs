//! Variables with static storage, their start and their end.

use super::layout::qual_type_name;
use super::module::{ModuleLowering, symbol_name};
use super::{Base, FunctionLowering, Place, errors};
use crate::hir::{self, FunctionId, GlobalId, GlobalInit, GlobalSpace, SymbolRef};
use kern_diag::Span;
use kern_ir as ir;
use kern_ir::{FuncId, FunctionKind, GlobalVarData, InstData, Opcode, Payload, RegType, Relocation, Space, Type};

impl ModuleLowering<'_> {
    /// Whether the program can make host threads.
    fn has_threads(&self) -> bool {
        self.program.separate.is_some() || self.program.functions.iter().any(|function| &*function.name == "__kern_thread_create")
    }

    fn hir_global(&self, id: GlobalId) -> &hir::Global {
        &self.program.globals[id.0 as usize]
    }

    pub(crate) fn declare_global(&mut self, id: GlobalId) -> GlobalVarData {
        let global = &self.program.globals[id.0 as usize];
        let types = &self.program.types;
        let is_device = self.is_device();
        let space = match global.space {
            GlobalSpace::Constant if is_device => Space::Const,
            GlobalSpace::Shared | GlobalSpace::DynamicShared if is_device => Space::Shared,
            _ => Space::Global,
        };
        let is_shadow = !is_device && matches!(global.space, GlobalSpace::Device | GlobalSpace::Constant);
        let align = types.align_of(global.ty.ty).max(global.align.unwrap_or(1));
        // nvcc aligns dynamic shared memory to 16 bytes, whatever the element.
        let align = if global.space == GlobalSpace::DynamicShared { align.max(16) } else { align };
        let mut info = self.var_info(&global.name, global.ty.ty, global.span);
        info.type_name = qual_type_name(types, global.ty);
        let mut name = symbol_name(&global.symbol);
        while !self.names.insert(name.clone()) {
            name.push('_');
        }
        // By its initialiser (that of a static local runs when control passes), or by its destructor.
        let is_made_in_passing = global.is_local_static && matches!(global.init, GlobalInit::Zero);
        let is_written = is_made_in_passing || matches!(global.init, GlobalInit::Dynamic(_)) || global.destructor.is_some();
        GlobalVarData {
            name,
            space,
            size: types.size_of(global.ty.ty),
            align: align as u32,
            init: ir::GlobalInit::Zero,
            is_dynamic_shared: global.space == GlobalSpace::DynamicShared,
            is_managed: global.space == GlobalSpace::Managed,
            is_device_shadow: is_shadow,
            is_const: types.is_const(global.ty) && !is_written || global.space == GlobalSpace::Both,
            info,
        }
    }

    pub(crate) fn global_init(&mut self, id: GlobalId) -> ir::GlobalInit {
        let global = &self.program.globals[id.0 as usize];
        let is_other_side = !self.is_device() && matches!(global.space, GlobalSpace::Device | GlobalSpace::Constant);
        let GlobalInit::Bytes { bytes, relocations } = &global.init else { return ir::GlobalInit::Zero };
        if is_other_side {
            return ir::GlobalInit::Zero;
        }
        let mut fixed = Vec::with_capacity(relocations.len());
        for (offset, target, addend) in relocations {
            let is_absent = match target {
                SymbolRef::Function(target) => self.is_of_other_side(*target),
                SymbolRef::Global(target) => {
                    global.space == GlobalSpace::Both && self.is_device() && self.hir_global(*target).space == GlobalSpace::Host
                }
            };
            if is_absent {
                continue;
            }
            fixed.push(match target {
                SymbolRef::Global(target) => Relocation::Global { offset: *offset, target: self.global(*target), addend: *addend },
                SymbolRef::Function(target) => Relocation::Function { offset: *offset, target: self.function(*target, global.span) },
            });
        }
        ir::GlobalInit::Bytes(bytes.clone(), fixed)
    }

    /// Whether code is made for `id` on the other side only: a variable that both sides have holds no address of it here.
    fn is_of_other_side(&self, id: FunctionId) -> bool {
        let function = self.hir(id);
        let (used, other) = if self.is_device() {
            (function.used_on_device, function.used_on_host)
        } else {
            (function.used_on_host, function.used_on_device)
        };
        !function.space.is_kernel && other && !used
    }

    /// Whether the variable is made when a host thread first uses one like it ([basic.stc.thread]): where code makes or destroys it, and
    /// no other file can use it without knowing that.
    fn is_made_at_use(&self, id: GlobalId) -> bool {
        let global = self.hir_global(id);
        let is_known = self.program.separate.is_none() || global.linkage == hir::Linkage::Internal;
        global.is_thread_local && !global.is_local_static && is_known && needs_code(global)
    }

    /// `__kern_startup`: makes the variables before `main`, in order; absent when there are none that code makes or destroys.
    pub(crate) fn lower_startup(&mut self) {
        let is_made = |global: &hir::Global| needs_code(global) && !global.is_local_static;
        let ids = (0..self.program.globals.len() as u32).map(GlobalId);
        let made: Vec<GlobalId> = ids.filter(|&id| is_made(self.hir_global(id)) && !self.is_made_at_use(id)).collect();
        if made.is_empty() {
            return;
        }
        let func = self.synthetic("__kern_startup", |this| {
            for id in made {
                this.once(id, |this| this.make_global(id));
            }
        });
        self.module.functions.push(func);
    }

    /// Lowers functions of [`MadeFunctions`]; whether there were some.
    pub(crate) fn lower_made(&mut self) -> bool {
        let waiting = std::mem::take(&mut self.made.waiting);
        let is_done = waiting.is_empty();
        for (func, made) in waiting {
            let name = self.module.functions[func.index()].name.clone();
            let lowered = self.synthetic(&name, |this| match made {
                Made::End(id) => this.end_global(id),
                Made::ThreadStart => this.start_thread(),
            });
            self.module.functions[func.index()] = lowered;
        }
        !is_done
    }

    /// A function that `kern` makes: its body is lowered later.
    fn made_function(&mut self, made: Made) -> FuncId {
        let mut name = match made {
            Made::End(id) => format!("__kern_end_{}", symbol_name(&self.hir_global(id).symbol)),
            Made::ThreadStart => "__kern_thread_start".to_string(),
        };
        while !self.names.insert(name.clone()) {
            name.push('_');
        }
        self.module.functions.push(ir::Function::new(name, FunctionKind::Func));
        let func = FuncId(self.module.functions.len() as u32 - 1);
        self.made.waiting.push((func, made));
        func
    }

    /// What makes the `thread_local` variables of the file for the thread that calls, if that has not been done: all together, as g++
    /// does.
    fn thread_start(&mut self) -> FuncId {
        if let Some(known) = self.made.thread_start {
            return known;
        }
        let func = self.made_function(Made::ThreadStart);
        self.made.thread_start = Some(func);
        func
    }

    /// A function without parameters that `kern` makes.
    fn synthetic(&mut self, name: &str, body: impl FnOnce(&mut FunctionLowering<'_, '_>)) -> ir::Function {
        let mut func = ir::Function::new(name, FunctionKind::Func);
        let mut lowering = FunctionLowering::new(self, &mut func, None);
        lowering.begin();
        body(&mut lowering);
        lowering.finish(Span::default());
        func
    }

    /// A byte that is zero when the program starts.
    fn guard_variable(&mut self, name: String, linkage: ir::link::Linkage) -> Place {
        let data = GlobalVarData {
            name,
            space: Space::Global,
            size: 1,
            align: 1,
            init: ir::GlobalInit::Zero,
            is_dynamic_shared: false,
            is_managed: false,
            is_device_shadow: false,
            is_const: false,
            info: ir::VarInfo::default(),
        };
        let var = ir::GlobalVar(self.module.globals.len() as u32);
        self.module.globals.push(data);
        self.symbols.variables.insert(var, linkage);
        Place::new(Base::Global(var, Space::Global))
    }
}

/// Whether code makes the variable, or destroys it in the end.
fn needs_code(global: &hir::Global) -> bool {
    let is_of_host = matches!(global.space, GlobalSpace::Host | GlobalSpace::Both);
    matches!(global.init, GlobalInit::Dynamic(_)) || global.destructor.is_some() && is_of_host
}

/// A function that `kern` makes for variables.
#[derive(Clone, Copy, Debug)]
enum Made {
    /// Destroys the variable.
    End(GlobalId),
    /// See [`ModuleLowering::thread_start`].
    ThreadStart,
}

/// The functions that `kern` makes for variables.
#[derive(Default)]
pub(crate) struct MadeFunctions {
    /// Declared, and not lowered yet.
    waiting: Vec<(FuncId, Made)>,
    thread_start: Option<FuncId>,
}

impl FunctionLowering<'_, '_> {
    /// Initialises the variable where code does that, and has it destroyed in the end.
    fn make_global(&mut self, id: GlobalId) {
        let program = self.m.program;
        let global = &program.globals[id.0 as usize];
        if let GlobalInit::Dynamic(init) = &global.init {
            let place = self.place_of_global(id);
            self.full_expression(global.span, |this| this.initialise(place, init));
        }
        self.destroy_at_end(id);
    }

    /// The variable is there from now on: it is destroyed at the end of the program or of the host thread, before those that were there
    /// earlier ([basic.start.term]).
    pub(crate) fn destroy_at_end(&mut self, id: GlobalId) {
        let global = &self.m.program.globals[id.0 as usize];
        if global.destructor.is_none() || self.m.is_device() {
            return;
        }
        let of_thread = u64::from(global.is_thread_local);
        let end = self.m.made_function(Made::End(id));
        let (end, of_thread) = (self.function_address(end), self.word(of_thread));
        self.call_runtime("__kern_at_end", &[end, of_thread], None);
    }

    fn end_global(&mut self, id: GlobalId) {
        let program = self.m.program;
        let global = &program.globals[id.0 as usize];
        if let Some(destructor) = global.destructor {
            let place = self.place_of_global(id);
            self.destroy(place, global.ty.ty, destructor, global.span);
        }
    }

    /// See [`ModuleLowering::thread_start`].
    fn start_thread(&mut self) {
        let all = (0..self.m.program.globals.len() as u32).map(GlobalId);
        let made: Vec<GlobalId> = all.filter(|&id| self.m.is_made_at_use(id)).collect();
        let guard = self.m.guard_variable("$thread_started".to_string(), ir::link::Linkage::Internal);
        let guard = self.own_of_thread(guard, 1);
        self.guarded(guard, |this| made.into_iter().for_each(|id| this.make_global(id)));
    }

    /// `body`, but for a variable that several files of a program define only in the first of them that comes here.
    fn once(&mut self, id: GlobalId, body: impl FnOnce(&mut Self)) {
        let global = &self.m.program.globals[id.0 as usize];
        if self.m.program.separate.is_none() || global.linkage != hir::Linkage::Weak {
            return body(self);
        }
        let name = format!("$begun${}", symbol_name(&global.symbol));
        let guard = self.m.guard_variable(name, ir::link::Linkage::Weak);
        self.guarded(guard, body);
    }

    /// `body`, if the byte `guard` is not set, which it then is.
    fn guarded(&mut self, guard: Place, body: impl FnOnce(&mut Self)) {
        let is_done = self.load(guard, Type::U8);
        let (run, after) = (self.b.create_block(), self.b.create_block());
        let is_done = self.is_not_zero(is_done, Type::U8);
        self.branch(is_done, after, run);
        self.b.switch_to(run);
        let one = self.b.constant(RegType::B32, 1);
        self.store(guard, Type::U8, one);
        body(self);
        self.b.jump(after, &[]);
        self.b.switch_to(after);
    }

    /// The place of a global of this module, which is there then.
    pub(crate) fn global_place(&mut self, id: GlobalId) -> Place {
        if !self.m.is_device() && self.m.is_made_at_use(id) {
            let start = self.m.thread_start();
            self.b.push(InstData { payload: Payload::Call(start), ..InstData::new(Opcode::Call, Type::B32) }, &[]);
        }
        self.place_of_global(id)
    }

    fn place_of_global(&mut self, id: GlobalId) -> Place {
        let var = self.m.global(id);
        let space = self.m.module.globals[var.index()].space;
        let place = Place::new(Base::Global(var, space));
        let program = self.m.program;
        let global = &program.globals[id.0 as usize];
        if !global.is_thread_local || self.m.is_device() || !self.m.has_threads() {
            return place;
        }
        let is_dynamic = matches!(global.init, GlobalInit::Dynamic(_)) && !global.is_local_static;
        if is_dynamic && !self.m.is_made_at_use(id) {
            let what = "in one of several files, a `thread_local` variable that others may use and whose first value is not constant";
            self.m.report(errors::unsupported(global.span, what));
        }
        self.own_of_thread(place, self.types().size_of(global.ty.ty))
    }

    /// The calling thread's own of the `size` bytes at `place`: `kern/threads.h`.
    fn own_of_thread(&mut self, place: Place, size: u64) -> Place {
        if !self.m.has_threads() {
            return place;
        }
        let address = self.address(place);
        let size = self.b.constant(RegType::B64, size);
        let own = self.call_runtime("__kern_thread_local", &[address, size], Some(RegType::B64));
        own.map_or(place, Place::pointer)
    }
}
