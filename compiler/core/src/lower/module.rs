//! One module: its functions, variables, files and places.

use super::errors;
use super::exceptions::Throwing;
use super::function;
use super::global::MadeFunctions;
use super::layout::{abi_class, qual_type_name, type_name};
use super::precision::FastMath;
use crate::hir::{self, FunctionId, GlobalId, GlobalSpace, Type, TypeId, walk};
use crate::intrinsics::HostSide;
use kern_diag::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use kern_ir as ir;
use kern_ir::link::{Linkage, Symbols};
use kern_ir::{FuncId, FunctionKind, GlobalVar, LocId, ModuleKind, RegType};
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{Hash, Hasher};

/// Places that are remembered: so many stay in the processor's cache.
const MAX_LOCS: usize = 4096;

/// Everything that the lowering of one module shares between functions.
pub(crate) struct ModuleLowering<'a> {
    pub(crate) program: &'a hir::Program,
    pub(crate) sources: &'a SourceMap,
    pub(crate) kind: ModuleKind,
    pub(crate) fast_math: FastMath,
    pub(crate) module: ir::Module,
    diagnostics: &'a mut Diagnostics,
    /// Of each function of the program, that of the module, if it is there already.
    functions: Vec<Option<FuncId>>,
    externs: HashMap<String, FuncId>,
    globals: FxHashMap<GlobalId, GlobalVar>,
    files: FxHashMap<FileId, u32>,
    /// Of the functions lowered last.
    locs: FxHashMap<(FileId, u32, u32), LocId>,
    /// The last that [`ModuleLowering::loc`] was asked for: instructions of one place come one after the other.
    last_loc: Option<(Span, LocId)>,
    queue: VecDeque<FunctionId>,
    pub(crate) names: HashSet<String>,
    /// Which host functions an exception may leave.
    pub(crate) throwing: Throwing,
    pub(crate) made: MadeFunctions,
    /// Who else means functions and variables by their names, where it is not what [`Symbols`] starts with.
    pub(crate) symbols: SymbolsByName,
    /// A number that other files have not.
    pub(crate) file_hash: u64,
    /// How many statements of inline PTX were lowered.
    pub(crate) asm_statements: u32,
}

/// [`Symbols`], as long as the module grows.
#[derive(Default)]
pub(crate) struct SymbolsByName {
    functions: FxHashMap<FuncId, Linkage>,
    pub(crate) variables: FxHashMap<GlobalVar, Linkage>,
}

/// Register classes of a function's parameters and results.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Signature {
    pub(crate) params: Vec<RegType>,
    pub(crate) results: Vec<RegType>,
}

impl<'a> ModuleLowering<'a> {
    pub(crate) fn new(
        program: &'a hir::Program,
        (kind, fast_math): (ModuleKind, FastMath),
        sources: &'a SourceMap,
        diagnostics: &'a mut Diagnostics,
    ) -> ModuleLowering<'a> {
        let mut file_hash = FxHasher::default();
        sources.files().for_each(|(_, file)| (&file.name, file.text.len()).hash(&mut file_hash));
        ModuleLowering {
            file_hash: file_hash.finish(),
            program,
            sources,
            kind,
            fast_math,
            module: ir::Module::new(kind),
            diagnostics,
            functions: vec![None; program.functions.len()],
            externs: HashMap::new(),
            globals: FxHashMap::default(),
            files: FxHashMap::default(),
            locs: FxHashMap::default(),
            last_loc: None,
            queue: VecDeque::new(),
            names: HashSet::new(),
            made: MadeFunctions::default(),
            asm_statements: 0,
            symbols: SymbolsByName::default(),
            throwing: if kind == ModuleKind::Host { Throwing::new(program) } else { Throwing::default() },
        }
    }

    /// Lowers all functions of this side and what they reach.
    pub(crate) fn run(mut self) -> (ir::Module, Symbols) {
        let program = self.program;
        if self.is_device() {
            self.declare_shared();
        }
        for (index, function) in program.functions.iter().enumerate() {
            if self.is_wanted(function) {
                self.function(FunctionId(index as u32), function.span);
            }
        }
        if self.is_device() {
            // The host may name them even when no device code does.
            for (index, global) in program.globals.iter().enumerate() {
                if matches!(global.space, GlobalSpace::Device | GlobalSpace::Constant | GlobalSpace::Managed) {
                    self.global(GlobalId(index as u32));
                }
            }
        } else {
            for (index, global) in program.globals.iter().enumerate().filter(|_| program.separate.is_some()) {
                // Other files may name them.
                let is_of_host = matches!(global.space, GlobalSpace::Host | GlobalSpace::Both);
                if is_of_host && global.linkage == hir::Linkage::External && !global.is_declared_only {
                    self.global(GlobalId(index as u32));
                }
            }
            self.lower_startup();
        }
        self.drain();
        while self.lower_made() {
            self.drain();
        }
        let of_function = |(index, func): (usize, &ir::Function)| {
            let usual = if func.kind == FunctionKind::Extern { Linkage::Outside } else { Linkage::Internal };
            self.symbols.functions.get(&FuncId(index as u32)).copied().unwrap_or(usual)
        };
        let of_variable = |index| self.symbols.variables.get(&GlobalVar(index)).copied().unwrap_or(Linkage::Internal);
        let symbols = Symbols {
            functions: self.module.functions.iter().enumerate().map(of_function).collect(),
            variables: (0..self.module.globals.len() as u32).map(of_variable).collect(),
        };
        (self.module, symbols)
    }

    /// The linkage of something of this side; `is_of_device` for functions and variables of device code.
    pub(crate) fn linkage(&self, linkage: hir::Linkage, is_of_device: bool) -> Linkage {
        match linkage {
            _ if is_of_device && self.program.separate.is_some_and(|separate| !separate.rdc) => Linkage::Internal,
            hir::Linkage::Internal => Linkage::Internal,
            hir::Linkage::Weak => Linkage::Weak,
            hir::Linkage::External => Linkage::External,
        }
    }

    /// Shared variables of functions in the order of their declarations, in which they lie in memory.
    fn declare_shared(&mut self) {
        let program = self.program;
        let mut declared: FxHashMap<FunctionId, Vec<GlobalId>> = FxHashMap::default();
        for (index, global) in program.globals.iter().enumerate().filter(|(_, global)| global.space == GlobalSpace::Shared) {
            if let Some(function) = global.function {
                declared.entry(function).or_default().push(GlobalId(index as u32));
            }
        }
        declared.retain(|_, variables| variables.len() > 1);
        let mut used = HashSet::new();
        for function in declared.keys().map(|function| self.hir(*function)) {
            if let Some(body) = function.body.as_ref().filter(|_| self.is_wanted(function)) {
                used.extend(walk::globals(body));
            }
        }
        let mut ids: Vec<GlobalId> = declared.into_values().flatten().collect();
        ids.retain(|id| used.contains(id));
        ids.sort_unstable_by_key(|id| id.0);
        ids.into_iter().for_each(|id| _ = self.global(id));
    }

    fn is_wanted(&self, function: &hir::Function) -> bool {
        let used = if self.is_device() { function.used_on_device } else { function.used_on_host && !function.space.is_kernel };
        used && function.body.is_some()
    }

    fn drain(&mut self) {
        while let Some(id) = self.queue.pop_front() {
            let func = function::lower_function(self, id);
            let Some(of_module) = self.functions[id.0 as usize] else { continue };
            self.module.functions[of_module.index()] = func;
        }
    }

    pub(crate) fn is_device(&self) -> bool {
        self.kind == ModuleKind::Device
    }

    pub(crate) fn hir(&self, id: FunctionId) -> &'a hir::Function {
        &self.program.functions[id.0 as usize]
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The place of `span`, where its text is used.
    pub(crate) fn loc(&mut self, span: Span) -> LocId {
        if let Some((_, loc)) = self.last_loc.filter(|(last, _)| *last == span) {
            return loc;
        }
        let loc = self.find_loc(span);
        self.last_loc = Some((span, loc));
        loc
    }

    fn find_loc(&mut self, span: Span) -> LocId {
        let at = self.sources.call_site(span);
        if let Some(&loc) = self.locs.get(&(at.file, at.start, at.end)) {
            return loc;
        }
        if self.sources.get(at.file).is_none() {
            return LocId::NONE;
        }
        let file = self.file(at.file);
        let near = self.module.locs.last().map_or(0, |last| last.line);
        let place = self.sources.line_column_near(at.file, at.start, near);
        self.module.locs.push(ir::Loc {
            file,
            line: place.line,
            column: place.column,
            start: at.start,
            end: at.end,
            inlined_at: LocId::NONE,
            function: String::new(),
        });
        let loc = LocId(self.module.locs.len() as u32 - 1);
        // Places are asked for again by the function they are in, seldom by another.
        if self.locs.len() > MAX_LOCS {
            self.locs.clear();
        }
        self.locs.insert((at.file, at.start, at.end), loc);
        loc
    }

    /// The place in the source that `loc` names.
    pub(crate) fn span_of(&self, loc: LocId) -> Span {
        let place = &self.module.locs[loc.index()];
        let file = self.files.iter().find(|(_, number)| **number == place.file).map_or(FileId::default(), |(id, _)| *id);
        Span::new(file, place.start, place.end)
    }

    fn file(&mut self, id: FileId) -> u32 {
        if let Some(&number) = self.files.get(&id) {
            return number;
        }
        let file = self.sources.file(id);
        self.module.files.push(ir::FileEntry { name: file.name.clone(), is_system: file.is_system });
        let number = self.module.files.len() as u32 - 1;
        self.files.insert(id, number);
        number
    }

    /// Register classes of a function with these parameters and that result; `None` when a type has none.
    pub(crate) fn signature(&self, params: &[TypeId], result: TypeId) -> Signature {
        let types = &self.program.types;
        let mut out = Signature::default();
        if is_memory(types, result) {
            out.params.push(RegType::B64);
        } else {
            out.results.extend(abi_class(types, result));
        }
        out.params.extend(params.iter().filter_map(|&p| abi_class(types, p)));
        out
    }

    /// The signature of `id`, hidden parameters included.
    pub(crate) fn signature_of(&self, id: FunctionId) -> Signature {
        let function = self.hir(id);
        let params: Vec<TypeId> = function.params.iter().map(|p| function.locals[p.0 as usize].ty.ty).collect();
        let mut signature = self.signature(&params, function.result);
        if self.packs_rest(function) {
            signature.params.push(RegType::B64);
        }
        signature
    }

    /// Whether arguments behind the last parameter are passed as a list in memory: to the program's own functions, of this
    /// file or another.
    pub(crate) fn packs_rest(&self, function: &hir::Function) -> bool {
        function.is_variadic && (function.body.is_some() || !self.is_known_outside(function) && self.is_left_open(function))
    }

    /// The IR function of `id`: its body is lowered later. A function without body is declared as extern under its
    /// symbol; kernels are extern on the host. `at` is the use that a complaint points at.
    pub(crate) fn function(&mut self, id: FunctionId, at: Span) -> FuncId {
        let id = self.hir(id).device_twin.filter(|_| self.is_device()).unwrap_or(id);
        if let Some(func) = self.functions[id.0 as usize] {
            return func;
        }
        let hir = self.hir(id);
        let name = if hir.space.is_kernel || hir.body.is_none() {
            symbol_name(&hir.symbol)
        } else {
            // Two functions of one name would be a mistake of sema; keep the module well formed.
            let mut name = symbol_name(&hir.symbol);
            // A header's function may have the name of the runtime's that it stands for: `operator new`.
            let is_of_runtime = |name: &str| hir.is_system && kern_stdlib::runtime_function(name).is_some();
            while self.names.contains(&name) || is_of_runtime(&name) {
                name.push('_');
            }
            name
        };
        let is_renamed = *name != *symbol_name(&hir.symbol);
        let is_extern = hir.body.is_none() || (hir.space.is_kernel && !self.is_device());
        if is_extern && !self.needs_wrapper(hir) {
            let is_defined = hir.body.is_some() || self.is_known_outside(hir);
            let is_left_open = !is_defined && self.is_left_open(hir);
            if !is_defined && !is_left_open {
                self.report(errors::undefined_function(at, hir));
            }
            let signature = if hir.space.is_kernel { Signature::default() } else { self.signature_of(id) };
            let takes_any = hir.is_variadic && !self.packs_rest(hir);
            let func = self.external(&name, &signature.params, &signature.results, takes_any);
            if is_left_open {
                let loc = self.loc(hir.span);
                let open = &mut self.module.functions[func.index()];
                (open.display_name, open.loc) = (hir.display_name.to_string(), loc);
                self.symbols.functions.insert(func, Linkage::Undefined);
            }
            self.functions[id.0 as usize] = Some(func);
            return func;
        }
        let kind = if hir.space.is_kernel { FunctionKind::Kernel } else { FunctionKind::Func };
        let mut func = ir::Function::new(name.clone(), kind);
        func.display_name = hir.display_name.to_string();
        func.loc = self.loc(hir.span);
        func.launch_bounds = hir.launch_bounds;
        func.cluster_dims = hir.cluster_dims;
        func.max_registers = hir.max_registers;
        // The address of a variable that ended with its call is dead at every level.
        func.is_noinline = hir.is_noinline || crate::lint::returns_own_address(hir);
        func.is_forceinline = hir.is_forceinline;
        if kind == FunctionKind::Func {
            let signature = self.signature_of(id);
            func.params = signature.params;
            func.results = signature.results;
        }
        self.names.insert(name);
        self.module.functions.push(func);
        let func = FuncId(self.module.functions.len() as u32 - 1);
        let is_of_device = self.is_device() && kind != FunctionKind::Kernel;
        let linkage = if is_renamed || hir.body.is_none() { Linkage::Internal } else { self.linkage(hir.linkage, is_of_device) };
        self.symbols.functions.insert(func, linkage);
        self.functions[id.0 as usize] = Some(func);
        self.queue.push_back(id);
        func
    }

    /// Whether the function is an intrinsic whose address is taken: it gets a body that does what a call would do.
    fn needs_wrapper(&self, hir: &hir::Function) -> bool {
        hir.body.is_none()
            && crate::intrinsics::find(&hir.symbol)
                .is_some_and(|row| self.is_device() || !(matches!(row.host, HostSide::Extern(name) if name == &*hir.symbol)))
    }

    /// Whether a function without body is one of the runtime.
    fn is_known_outside(&self, hir: &hir::Function) -> bool {
        let row = kern_stdlib::runtime_function(&hir.symbol).filter(|_| !hir.space.is_kernel);
        let known = row.is_some_and(|row| !self.is_device() || row.declaration.contains("__device__"));
        known || hir.symbol.starts_with("__builtin_")
    }

    /// Whether another file may have the body that this one lacks.
    fn is_left_open(&self, hir: &hir::Function) -> bool {
        let may_be_elsewhere = |separate: hir::Separate| separate.rdc || !self.is_device();
        hir.linkage != hir::Linkage::Internal && !hir.is_system && self.program.separate.is_some_and(may_be_elsewhere)
    }

    /// The runtime function `name`, declared at its first use.
    pub(crate) fn external(&mut self, name: &str, params: &[RegType], results: &[RegType], is_variadic: bool) -> FuncId {
        if let Some(&func) = self.externs.get(name) {
            return func;
        }
        let mut func = ir::Function::new(name, FunctionKind::Extern);
        func.params = params.to_vec();
        func.results = results.to_vec();
        func.is_variadic = is_variadic;
        self.module.functions.push(func);
        let id = FuncId(self.module.functions.len() as u32 - 1);
        self.externs.insert(name.to_string(), id);
        id
    }

    /// The variable of `id`, declared at its first use.
    pub(crate) fn global(&mut self, id: GlobalId) -> GlobalVar {
        if let Some(&var) = self.globals.get(&id) {
            return var;
        }
        let var = GlobalVar(self.module.globals.len() as u32);
        self.globals.insert(id, var);
        let data = self.declare_global(id);
        let hir = &self.program.globals[id.0 as usize];
        let is_of_device = matches!(hir.space, GlobalSpace::Device | GlobalSpace::Constant | GlobalSpace::Managed);
        let linkage = match self.linkage(hir.linkage, is_of_device) {
            _ if *data.name != *symbol_name(&hir.symbol) => Linkage::Internal,
            linkage if linkage != Linkage::Internal && hir.is_declared_only && self.program.separate.is_some() => Linkage::Undefined,
            linkage => linkage,
        };
        self.symbols.variables.insert(var, linkage);
        self.module.globals.push(data);
        // Initialisers may refer to other variables, so they come after the declaration.
        let init = self.global_init(id);
        self.module.globals[var.index()].init = init;
        var
    }

    /// What a report says of a variable of that type.
    pub(crate) fn var_info(&mut self, name: &str, ty: TypeId, span: Span) -> ir::VarInfo {
        let types = &self.program.types;
        let (mut element, mut count) = (ty, 0u64);
        while let Type::Array { element: inner, length } = types.get(element) {
            count = count.max(1).saturating_mul(length.unwrap_or(0));
            element = inner.ty;
        }
        ir::VarInfo {
            name: name.to_string(),
            element_size: types.size_of(element),
            element_count: count,
            type_name: type_name(types, ty),
            loc: self.loc(span).0,
        }
    }

    /// The parameters of a kernel in `.param` space.
    pub(crate) fn kernel_params(&mut self, hir: &hir::Function) -> Vec<ir::KernelParam> {
        let mut offset = 0u64;
        let mut out = Vec::with_capacity(hir.params.len());
        for param in &hir.params {
            let local = &hir.locals[param.0 as usize];
            let loc = self.loc(local.span);
            let types = &self.program.types;
            let (size, align) = (types.size_of(local.ty.ty).max(1), types.align_of(local.ty.ty));
            offset = offset.next_multiple_of(align);
            let ty = match super::layout::repr(types, local.ty.ty) {
                super::layout::Repr::Scalar(ty) => Some(ty),
                _ => None,
            };
            let to = super::layout::pointee(types, local.ty.ty);
            out.push(ir::KernelParam {
                source_name: local.name.to_string(),
                ty,
                size: size as u32,
                align: align as u32,
                offset: offset as u32,
                type_name: qual_type_name(types, local.ty),
                is_pointer: to.is_some(),
                is_const_restrict: local.ty.is_restrict && to.is_some_and(|to| to.is_const && !to.is_volatile),
                loc,
            });
            offset += size;
        }
        out
    }
}

pub(crate) fn is_memory(types: &hir::TypeTable, ty: TypeId) -> bool {
    super::layout::repr(types, ty) == super::layout::Repr::Memory
}

/// `symbol` as a PTX identifier.
pub(crate) fn symbol_name(symbol: &str) -> String {
    symbol.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' || c == '$' { c } else { '$' }).collect()
}
