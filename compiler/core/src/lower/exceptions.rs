//! Exceptions: which functions one may leave, and where control goes then.
//!
//! A function that an exception leaves returns with the address of the object in `__cxa_thrown`, at which its caller looks
//! (only where the callee may throw at all). The caller takes the object, cleans up as a jump would, and goes to its `catch`
//! or returns in the same way. Where a program has no `try`, nothing of this is there: `__cxa_throw` ends the program.

use super::{Base, FunctionLowering, Place};
use crate::hir::walk::{RED_ZONE, STACK_STEP, expressions, operands, statements};
use crate::hir::{self, Block, Callee, Expr, ExprKind, FunctionId, GlobalInit, LocalId, StmtKind, SymbolRef, Type, TypeId};
use kern_diag::Span;
use kern_ir as ir;
use kern_ir::{InstData, Opcode, Payload, RegType};
use rustc_hash::FxHashSet;

/// The functions that start an exception; each call of one stands in a [`ExprKind::Throw`], or leaves it to its own caller.
const STARTS: &[&str] = &["__cxa_throw", "__cxa_rethrow", "__cxa_resume"];

/// Who may be left by an exception.
#[derive(Default)]
pub(crate) struct Throwing {
    functions: FxHashSet<FunctionId>,
    /// A function whose address is taken is one of them.
    indirect: bool,
    /// `new` throws when memory is exhausted.
    new: Option<[FunctionId; 2]>,
}

/// What one function does that matters here.
#[derive(Default)]
struct Uses {
    callees: Vec<FunctionId>,
    throws: bool,
    calls_indirectly: bool,
}

impl Throwing {
    pub(crate) fn new(program: &hir::Program) -> Throwing {
        let Some(exceptions) = program.exceptions else { return Throwing::default() };
        let mut taken = FxHashSet::default();
        for global in &program.globals {
            if let GlobalInit::Bytes { relocations, .. } = &global.init {
                taken.extend(relocations.iter().filter_map(|(_, symbol, _)| match symbol {
                    SymbolRef::Function(f) => Some(*f),
                    SymbolRef::Global(_) => None,
                }));
            }
        }
        let mut uses: Vec<Uses> = Vec::new();
        uses.resize_with(program.functions.len(), Uses::default);
        let mut has_try = program.separate.is_some();
        for (function, uses) in program.functions.iter().zip(&mut uses) {
            let Some(body) = function.body.as_ref().filter(|_| function.used_on_host) else { continue };
            statements(body, &mut |stmt| has_try |= matches!(stmt.kind, StmtKind::Try { .. }));
            expressions(body, &mut |e| note(program, e, uses, &mut taken));
            uses.callees.extend(function.locals.iter().filter_map(|local| local.destructor));
        }
        if !has_try {
            return Throwing::default();
        }
        let mut throwing = Throwing { new: Some(exceptions.allocate), ..Throwing::default() };
        if program.separate.is_some() {
            // Nothing is known of what other files do.
            throwing.indirect = true;
            let may_throw = |f: &hir::Function| f.body.is_none() && !f.is_system && !f.is_noexcept && f.space.host && !f.space.is_kernel;
            let of_others = program.functions.iter().enumerate().filter(|(_, f)| may_throw(f));
            throwing.functions.extend(of_others.map(|(i, _)| FunctionId(i as u32)));
        }
        loop {
            let before = (throwing.functions.len(), throwing.indirect);
            for (index, uses) in uses.iter().enumerate() {
                let id = FunctionId(index as u32);
                let is_left = uses.throws
                    || throwing.indirect && uses.calls_indirectly
                    || uses.callees.iter().any(|callee| throwing.functions.contains(callee));
                if is_left && !program.functions[index].is_noexcept && throwing.functions.insert(id) {
                    throwing.indirect |= taken.contains(&id);
                }
            }
            if before == (throwing.functions.len(), throwing.indirect) {
                return throwing;
            }
        }
    }
}

fn note(program: &hir::Program, e: &Expr, uses: &mut Uses, taken: &mut FxHashSet<FunctionId>) {
    match &e.kind {
        ExprKind::Throw(_) | ExprKind::New { .. } => uses.throws = true,
        ExprKind::Temporary { destructor: Some(f), .. } | ExprKind::Delete { slot: None, destructor: Some(f), .. } => uses.callees.push(*f),
        ExprKind::Call { callee: Callee::Direct(f), .. } => {
            uses.throws |= starts(&program.functions[f.0 as usize]);
            uses.callees.push(*f);
        }
        ExprKind::Call { .. } | ExprKind::Delete { slot: Some(_), .. } => uses.calls_indirectly = true,
        ExprKind::Construct { constructor, .. } => uses.callees.push(*constructor),
        ExprKind::Function(f) => {
            taken.insert(*f);
        }
        _ => {}
    }
    stacker::maybe_grow(RED_ZONE, STACK_STEP, || operands(e, &mut |operand| note(program, operand, uses, taken)));
}

fn starts(function: &hir::Function) -> bool {
    function.is_system && STARTS.contains(&&*function.name)
}

/// Where an exception goes.
#[derive(Clone, Copy)]
pub(crate) struct Landing {
    block: ir::Block,
    /// The cleanups that stay.
    pub(crate) depth: usize,
    /// Where the address of the object is put.
    object: Place,
}

impl FunctionLowering<'_, '_> {
    /// After a call of `callee`: goes on, or to where an exception goes.
    pub(crate) fn check_call(&mut self, callee: FunctionId) {
        if self.m.throwing.functions.contains(&callee) && !starts(self.m.hir(callee)) {
            self.check_thrown();
        }
    }

    /// Whether an exception may leave `function`.
    pub(crate) fn may_throw(&self, function: FunctionId) -> bool {
        self.m.throwing.functions.contains(&function)
    }

    /// [`FunctionLowering::check_call`] of a function that is not known.
    pub(crate) fn check_indirect_call(&mut self) {
        if self.m.throwing.indirect {
            self.check_thrown();
        }
    }

    /// After a call of the function that allocates for `new`.
    pub(crate) fn check_new(&mut self) {
        self.check_thrown();
    }

    fn check_thrown(&mut self) {
        let Some(thrown) = self.thrown_place() else { return };
        let object = self.load(thrown, ir::Type::U64);
        let is_thrown = self.is_not_zero(object, ir::Type::U64);
        let (landing, on) = (self.landing(), self.b.create_block());
        self.branch(is_thrown, landing, on);
        self.b.switch_to(on);
    }

    /// After a destructor that an exception runs: a second exception ends the program ([except.terminate]).
    pub(crate) fn end_where_thrown(&mut self, span: Span) {
        let (Some(exceptions), Some(thrown)) = (self.m.program.exceptions, self.thrown_place()) else { return };
        let object = self.load(thrown, ir::Type::U64);
        let is_thrown = self.is_not_zero(object, ir::Type::U64);
        let (end, on) = (self.b.create_block(), self.b.create_block());
        self.branch(is_thrown, end, on);
        self.b.switch_to(end);
        self.terminate(exceptions.terminate, object, span);
        self.ret_without_value();
        self.b.switch_to(on);
    }

    fn terminate(&mut self, function: FunctionId, object: ir::Value, span: Span) {
        let function = self.m.function(function, span);
        let data = InstData { args: vec![object], payload: Payload::Call(function), ..InstData::new(Opcode::Call, ir::Type::B32) };
        self.b.push(data, &[]);
    }

    fn thrown_place(&mut self) -> Option<Place> {
        let exceptions = self.m.program.exceptions?;
        Some(self.global_place(exceptions.thrown))
    }

    /// `throw`: the call starts the exception, and nothing comes after it.
    pub(crate) fn throw(&mut self, call: &Expr) {
        self.effect(call);
        if self.m.throwing.new.is_some() {
            let landing = self.landing();
            self.b.jump(landing, &[]);
            let after = self.b.create_block();
            self.b.switch_to(after);
        }
    }

    /// A block that takes the object, cleans up and goes where it is caught or leaves the function.
    fn landing(&mut self) -> ir::Block {
        let to = self.innermost_landing();
        let top = self.cleanups.len();
        if let Some(&known) = self.landings(top).get(&(to.block, usize::MAX)) {
            return known;
        }
        let landing = self.b.create_block();
        self.landings(top).insert((to.block, usize::MAX), landing);
        let before = self.b.current();
        self.b.switch_to(landing);
        if let Some(thrown) = self.thrown_place() {
            let object = self.load(thrown, ir::Type::U64);
            self.store(to.object, ir::Type::U64, object);
            let none = self.b.constant(RegType::B64, 0);
            self.store(thrown, ir::Type::U64, none);
        }
        self.leave_by_exception(to.depth, to.block);
        if let Some(before) = before {
            self.b.switch_to(before);
        }
        landing
    }

    fn innermost_landing(&mut self) -> Landing {
        if let Some(&landing) = self.tries.last() {
            return landing;
        }
        if let Some(landing) = self.thrown_out {
            return landing;
        }
        let object = Place::new(Base::Slot(self.add_slot(8, 8, ir::VarInfo::default())));
        // Where the program ends then, g++ destroys nothing of this function.
        let depth = if self.hir.is_none_or(|hir| hir.is_noexcept) { usize::MAX } else { 0 };
        let landing = Landing { block: self.b.create_block(), depth, object };
        self.thrown_out = Some(landing);
        landing
    }

    /// `try`
    pub(crate) fn lower_try(&mut self, body: &Block, exception: LocalId, handler: &Block, span: Span) {
        let Some(hir) = self.hir else { return };
        let object = self.declare_slot(exception, &hir.locals[exception.0 as usize]);
        let landing = Landing { block: self.b.create_block(), depth: self.cleanups.len(), object };
        let after = self.b.create_block();
        self.tries.push(landing);
        self.scoped(body);
        self.tries.pop();
        self.go_on(after, span);
        self.b.switch_to(landing.block);
        self.scoped(handler);
        self.go_on(after, span);
        self.b.switch_to(after);
    }

    fn go_on(&mut self, after: ir::Block, span: Span) {
        if self.b.current().is_some() {
            self.at(span);
            self.b.jump(after, &[]);
        }
    }

    /// What an exception finds that leaves the function: its caller, or the end of the program.
    pub(crate) fn place_thrown_out(&mut self, end: Span) {
        let Some(landing) = self.thrown_out else { return };
        self.b.switch_to(landing.block);
        self.at(end);
        let object = self.load(landing.object, ir::Type::U64);
        let is_noexcept = self.hir.is_none_or(|hir| hir.is_noexcept);
        match (self.m.program.exceptions, self.thrown_place()) {
            (Some(exceptions), _) if is_noexcept => self.terminate(exceptions.terminate, object, end),
            (_, Some(thrown)) => self.store(thrown, ir::Type::U64, object),
            _ => {}
        }
        self.ret_without_value();
    }

    /// From here to the end of the scope an exception destroys the object at `object`.
    pub(crate) fn destroy_on_throw(&mut self, object: &Expr, destructor: FunctionId, span: Span) {
        if self.m.throwing.new.is_none() {
            return;
        }
        let ty = super::layout::pointee(self.types(), object.ty).map_or(object.ty, |to| to.ty);
        let address = self.value(object);
        self.destroy_when_thrown(Place::pointer(address), ty, destructor, span);
    }

    /// Whether exceptions are caught: only then somebody sees what they clean up.
    pub(crate) fn catches(&self) -> bool {
        self.m.throwing.new.is_some()
    }

    /// What destroys the part of type `ty`, or its elements, of an object that an exception leaves half made.
    pub(crate) fn part_destructor(&self, ty: TypeId) -> Option<FunctionId> {
        let (element, _) = self.innermost(ty);
        match self.types().get(element) {
            Type::Class(class) => self.types().class(*class).destructor.filter(|_| self.catches()),
            _ => None,
        }
    }

    /// The function that allocates for `new` and may throw; `None` where one that ends the program will do.
    pub(crate) fn throwing_new(&mut self, is_array: bool, span: Span) -> Option<ir::FuncId> {
        let new = self.m.throwing.new?[usize::from(is_array)];
        Some(self.m.function(new, span))
    }
}
