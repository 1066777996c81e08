//! Variables with static storage, their start and their end.

use super::layout::qual_type_name;
use super::module::{ModuleLowering, symbol_name};
use super::{Base, FunctionLowering, Place, errors};
use crate::hir::{self, FunctionId, GlobalId, GlobalInit, GlobalSpace, SymbolRef};
use kern_diag::Span;
use kern_ir as ir;
use kern_ir::{FunctionKind, GlobalVarData, InstData, Opcode, Payload, RegType, Relocation, Space, Type};

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

    /// `__kern_startup`: the initialisers that run before `main`, in order; absent when there are none.
    pub(crate) fn lower_startup(&mut self) {
        let dynamic: Vec<GlobalId> = (0..self.program.globals.len() as u32)
            .map(GlobalId)
            .filter(|&id| matches!(self.hir_global(id).init, GlobalInit::Dynamic(_)) && !self.hir_global(id).is_local_static)
            .collect();
        if dynamic.is_empty() {
            return;
        }
        let program = self.program;
        self.synthetic("__kern_startup", |this| {
            for id in dynamic {
                let global = &program.globals[id.0 as usize];
                if let GlobalInit::Dynamic(init) = &global.init {
                    this.once("$begun$", id, |this| {
                        let place = this.global_place(id);
                        this.full_expression(global.span, |this| this.initialise(place, init));
                    });
                }
            }
        });
    }

    /// `__kern_shutdown`: destructors in reverse order; absent when there are none.
    pub(crate) fn lower_shutdown(&mut self) {
        let program = self.program;
        let guarded = std::mem::take(&mut self.guarded);
        let is_ours = |g: &hir::Global| g.destructor.is_some() && matches!(g.space, GlobalSpace::Host | GlobalSpace::Both);
        let plain: Vec<GlobalId> = (0..program.globals.len() as u32)
            .map(GlobalId)
            .filter(|&id| is_ours(&program.globals[id.0 as usize]) && !guarded.iter().any(|(g, _)| *g == id))
            .filter(|&id| !program.globals[id.0 as usize].is_local_static)
            .collect();
        if plain.is_empty() && guarded.is_empty() {
            return;
        }
        self.synthetic("__kern_shutdown", |this| {
            for (id, guard) in guarded.into_iter().rev() {
                let global = &program.globals[id.0 as usize];
                let Some(destructor) = global.destructor else { continue };
                let guard = this.global_place(guard);
                let done = this.load(guard, ir::Type::U8);
                let (run, after) = (this.b.create_block(), this.b.create_block());
                let is_set = this.is_not_zero(done, ir::Type::U8);
                this.branch(is_set, run, after);
                this.b.switch_to(run);
                let place = this.global_place(id);
                this.destroy(place, global.ty.ty, destructor, global.span);
                this.b.jump(after, &[]);
                this.b.switch_to(after);
            }
            for id in plain.into_iter().rev() {
                let global = &program.globals[id.0 as usize];
                if let Some(destructor) = global.destructor {
                    this.once("$ended$", id, |this| {
                        let place = this.global_place(id);
                        this.destroy(place, global.ty.ty, destructor, global.span);
                    });
                }
            }
        });
    }

    /// A function without parameters that `kern` makes.
    fn synthetic(&mut self, name: &str, body: impl FnOnce(&mut FunctionLowering<'_, '_>)) {
        let mut func = ir::Function::new(name, FunctionKind::Func);
        let mut lowering = FunctionLowering::new(self, &mut func, None);
        lowering.begin();
        body(&mut lowering);
        lowering.finish(Span::default());
        self.module.functions.push(func);
    }
}

impl FunctionLowering<'_, '_> {
    /// `body`, but for a variable that several files of a program define only in the first of them that comes here.
    fn once(&mut self, what: &str, id: GlobalId, body: impl FnOnce(&mut Self)) {
        let global = &self.m.program.globals[id.0 as usize];
        if self.m.program.separate.is_none() || global.linkage != hir::Linkage::Weak {
            return body(self);
        }
        let name = format!("{what}{}", symbol_name(&global.symbol));
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
        let var = ir::GlobalVar(self.m.module.globals.len() as u32);
        self.m.module.globals.push(data);
        self.m.symbols.variables.insert(var, ir::link::Linkage::Weak);
        let guard = Place::new(Base::Global(var, Space::Global));
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

    /// The place of a global of this module.
    pub(crate) fn global_place(&mut self, id: GlobalId) -> Place {
        let var = self.m.global(id);
        let space = self.m.module.globals[var.index()].space;
        let place = Place::new(Base::Global(var, space));
        let program = self.m.program;
        let global = &program.globals[id.0 as usize];
        if !global.is_thread_local || self.m.is_device() || !self.m.has_threads() {
            return place;
        }
        if matches!(global.init, GlobalInit::Dynamic(_)) && !global.is_local_static {
            let what = "in a program with threads, a `thread_local` variable outside of functions whose first value is not constant";
            self.m.report(errors::unsupported(global.span, what));
        }
        // The thread's own: `kern/threads.h`.
        let size = self.types().size_of(global.ty.ty);
        let address = self.address(place);
        let size = self.b.constant(RegType::B64, size);
        let function = self.m.external("__kern_thread_local", &[RegType::B64, RegType::B64], &[RegType::B64], false);
        let call = InstData { args: vec![address, size], payload: Payload::Call(function), ..InstData::new(Opcode::Call, Type::B64) };
        Place::pointer(self.b.value(call, RegType::B64))
    }
}
