//! Names, types and meaning: [`ast::TranslationUnit`] to [`hir::Program`].
//!
//! Declarations are taken in order; bodies of the user's functions are checked where they stand (those of members once
//! their class is complete), bodies of headers and templates when something uses them. A template is never checked as
//! such: its syntax is checked again for each instance with the parameters bound. Expressions become HIR at once; a
//! mistake gives the error type, which agrees with everything, so that it is told once.

mod access;
mod advice;
mod alias_patterns;
mod bindings;
mod bounds;
mod candidates;
mod classes;
mod constant;
mod constraints;
mod convert;
mod cuda;
mod declarations;
mod deduce;
mod entity;
mod errors;
mod exceptions;
mod expressions;
mod functions;
mod initialise;
mod linkage;
mod looked_up;
mod mangle;
mod names;
mod overload;
mod reach;
mod scope;
mod special;
mod specificity;
mod specifiers;
mod statements;
mod templates;
#[cfg(test)]
mod tests;
mod two_phase;
mod type_info;
mod types;
mod unknown;
mod walk;

use crate::hir::{self, ClassId, EnumId, FunctionId, GlobalId, GlobalInit, LocalId, QualType, TypeId, TypeTable};
pub(crate) use advice::{header_declaring, may_mean};
use entity::{ClassInfo, Entity, FnTemplate, FnTemplateId, Func, FuncId, FuncRef, Scalar, Scope, ScopeId, ScopeKind, Template, Var, VarId};
use expressions::Closure;
use functions::Frame;
use kern_diag::{Code, Diagnostic, Diagnostics, Label, Severity, SourceMap, Span};
use kern_syntax::ast;
use names::Names;
use reach::Side;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::Want;
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

/// What semantic analysis may be told.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Leave out warnings.
    pub no_warnings: bool,
    /// Device code may call `constexpr` functions of the host.
    pub relaxed_constexpr: bool,
    /// The file is not the whole program.
    pub separate: Option<hir::Separate>,
    /// The text is C, of which the differences to C++ count that most programs meet.
    pub is_c: bool,
    /// The text is C or C++, which has nothing of CUDA but what it includes.
    pub is_host_language: bool,
    /// Whose code is judged.
    pub judged: Judged,
}

/// Whose code is judged for what its side may not do. A program that tests `__CUDA_ARCH__` has one text for each side, and each is
/// judged by its own (CUDA C++ Programming Guide, "\_\_CUDA\_ARCH\_\_").
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Judged {
    /// There is one text for both.
    #[default]
    Both,
    /// The host's, where the macro is not defined.
    Host,
    /// The device's.
    Device,
}

impl Judged {
    /// Whether the other side's program is where functions of this space are taken from.
    fn leaves(self, space: hir::ExecutionSpace) -> bool {
        match self {
            Judged::Both => false,
            Judged::Host => !space.host,
            Judged::Device => !space.device && !space.is_kernel,
        }
    }

    /// Whether that is no mistake here: it is one of the other side's code.
    fn excuses(self, code: Code) -> bool {
        match self {
            Judged::Both => false,
            Judged::Host => matches!(code, Code::HOST_FROM_DEVICE | Code::HOST_VARIABLE),
            Judged::Device => {
                matches!(code, Code::DEVICE_FROM_HOST | Code::DEVICE_VARIABLE | Code::BUILTIN_ON_HOST | Code::SHARED_IN_HOST)
            }
        }
    }
}

/// Errors after which the rest is not looked at; that is the fiftieth, the last that the command draws.
const MAX_ERRORS: u32 = 49;

/// Runs `f` with enough stack for one more level of recursion.
fn deep<R>(f: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, f)
}

/// The state of one check.
struct Sema<'a> {
    sources: &'a SourceMap,
    diags: Diagnostics,
    no_warnings: bool,
    judged: Judged,
    relaxed_constexpr: bool,
    separate: Option<hir::Separate>,
    /// Variables that a block declares `extern` and a namespace has not declared yet, by that and name.
    block_externs: HashMap<(entity::ScopeId, entity::Name), entity::VarId>,
    is_c: bool,
    is_host_language: bool,
    types: TypeTable,
    common: types::Common,
    scopes: Vec<Scope>,
    /// The scope of what is being checked.
    scope: ScopeId,
    global: ScopeId,
    unnamed: FxHashMap<ScopeId, ScopeId>,
    funcs: Vec<Func<'a>>,
    fn_templates: Vec<FnTemplate<'a>>,
    template_texts: two_phase::TemplateTexts,
    fn_patterns: FxHashMap<FnTemplateId, Rc<Vec<deduce::Pattern>>>,
    /// Deduction guides of class templates.
    guides: FxHashMap<entity::TemplateId, Vec<templates::Guide<'a>>>,
    templates: Vec<Template<'a>>,
    vars: Vec<Var<'a>>,
    classes: Vec<ClassInfo<'a>>,
    enum_homes: FxHashMap<EnumId, ScopeId>,
    enum_scopes: FxHashMap<EnumId, ScopeId>,
    defined_enums: HashSet<EnumId>,
    closures: FxHashMap<ClassId, Closure>,
    /// Classes in an instance of a template that nothing has needed yet: what they are, and the scope around.
    member_classes: FxHashMap<ClassId, (&'a ast::ClassSpec, ScopeId)>,
    closure_spaces: FxHashMap<ClassId, hir::ExecutionSpace>,
    lambda_thunks: FxHashMap<FuncId, FuncId>,
    /// Closure values by lambda, frame, scope and the object whose member it initialises.
    lambda_values: FxHashMap<(usize, u32, ScopeId, Option<hir::ObjectId>), expressions::Val>,
    /// The device's function of the same signature as a host function.
    twins: FxHashMap<FuncId, FuncId>,
    /// The values of `twins`.
    twin_ids: HashSet<FuncId>,
    array_destroyers: FxHashMap<TypeId, FuncId>,
    /// The tables of virtual functions of classes, and where their objects point to them.
    virtual_tables: FxHashMap<classes::View, Vec<(i64, GlobalId, u64)>>,
    /// Those of whole objects of classes with virtual bases, as their constructors get them.
    table_arrays: FxHashMap<ClassId, GlobalId>,
    /// The functions that destroy an object in another way than its destructor.
    beside_destructors: FxHashMap<(ClassId, &'static str), FuncId>,
    /// The objects of `std::type_info`.
    type_infos: FxHashMap<TypeId, GlobalId>,
    /// What stands behind exceptions, once a `try` was met.
    exceptions: Option<hir::Exceptions>,
    // Output.
    functions: Vec<hir::Function>,
    hir_owner: Vec<FuncId>,
    globals: Vec<hir::Global>,
    var_of_global: FxHashMap<GlobalId, VarId>,
    /// Variables of the host that are reported as used by the device.
    objects_of_host: FxHashSet<GlobalId>,
    waiting_globals: FxHashMap<VarId, (GlobalInit, Option<FunctionId>)>,
    strings: HashMap<(TypeId, Vec<u8>), GlobalId>,
    /// The objects of template arguments that are values of classes.
    constant_arguments: HashMap<(TypeId, constant::Object), GlobalId>,
    symbols: HashMap<String, u32>,
    /// Whether the last name that was mangled is one of this file only.
    name_is_internal: bool,
    /// Instances that are asked for by name: other files may rely on them.
    asked_instances: Vec<FunctionId>,
    main: Option<FunctionId>,
    // Work in progress.
    queue: VecDeque<FuncId>,
    class_bodies: VecDeque<FuncId>,
    /// Static members that are defined in their classes, and run.
    class_vars: Vec<VarId>,
    open_classes: u32,
    /// Member functions of open classes that are `noexcept` if something holds, and their parameters, behind which that stands.
    noexcept_conditions: Vec<(FuncId, &'a ast::FunctionParams)>,
    frames: Vec<Frame>,
    next_frame: u32,
    local_constants: FxHashMap<(u32, LocalId), (Scalar, TypeId)>,
    /// A cast is made that may go to bases that are not open.
    opens_bases: bool,
    /// The places that structured bindings to bit-fields, and members of anonymous unions, stand for, by frame.
    bound_locals: FxHashMap<(u32, LocalId), expressions::Val>,
    /// Those that members of static anonymous unions stand for.
    bound_variables: FxHashMap<VarId, expressions::Val>,
    constant_objects: FxHashMap<(u32, LocalId), Rc<constant::Object>>,
    tentative: Vec<VarId>,
    /// The alignment that aliases ask for, by where they are declared.
    alias_alignments: FxHashMap<(ScopeId, entity::Name), u64>,
    /// How often an evaluation met `std::is_constant_evaluated()`: code that runs finds another value than it did.
    constant_questions: u64,
    thread_locals: HashSet<(u32, LocalId)>,
    extern_c: bool,
    /// What `auto` stands for, where it may.
    auto_type: Option<QualType>,
    /// The types of a generic lambda's parameters, by position: one, or those of a pack.
    lambda_autos: Option<Vec<Vec<QualType>>>,
    /// Deduction may add qualifiers (calls), or not (specialisations).
    lenient: bool,
    in_param: bool,
    in_user_conversion: bool,
    /// Inside `sizeof`, `decltype`: nothing is evaluated.
    unevaluated: u32,
    in_launch: u32,
    taking_address: u32,
    /// How the function that is about to be called was named.
    callee: Option<expressions::Named>,
    /// Depth of checks whose diagnostics are thrown away.
    quiet: u32,
    instantiation_depth: u32,
    /// Default arguments of templates that are being found out, each for the one before.
    default_depth: u32,
    /// The statement or expression being checked; nothing between functions.
    at: Span,
    /// Errors told so far.
    errors: u32,
    /// Instances of templates made so far.
    instances: u32,
    /// Grows by what may make an instance of a template possible that was not before: a declaration of a file or namespace, a
    /// class that is complete, a return type that was deduced.
    declared: u64,
    /// Steps of constant expressions so far.
    steps: u64,
    /// The names of bases that a class makes public with `using`.
    published: Vec<(hir::ClassId, entity::Name)>,
    /// The aggregate for which a default member initialiser is being checked.
    under_construction: Option<initialise::UnderConstruction>,
    /// The default member initialisers being checked.
    open_defaults: Vec<initialise::OpenDefault>,
    /// Aggregates so far, whether or not an initialiser names them.
    aggregates: u32,
    /// The call whose default argument is being checked.
    default_of: Option<Span>,
    /// Elements that packs were expanded to so far.
    expanded: usize,
    /// Templates do not end: the report, after which nothing is instantiated and nothing else told.
    endless: Option<Box<Diagnostic>>,
    saw_syntax_error: bool,
    /// Classes of which a base could not be had, which was reported: what they do not have, they may have from there.
    without_base: HashSet<ClassId>,
    /// The program, for what it declares further down.
    unit: &'a [ast::Decl],
    told: advice::Told,
}

/// What an instance of a template counts as much as, in tokens.
const INSTANCE: u64 = 16;

/// Checks `unit`. Mistakes go to `diags`; `None` when any is an error. The number is what the check cost besides going through
/// the tokens: a step of a constant expression counts 1.
pub fn check(unit: &ast::TranslationUnit, options: &Options, sources: &SourceMap, diags: &mut Diagnostics) -> Option<(hir::Program, u64)> {
    let mut sema = Sema::new(options, sources, &unit.decls);
    // A program of many declarations has mostly functions.
    sema.funcs.reserve(unit.decls.len());
    sema.functions.reserve(unit.decls.len());
    sema.declare_all(&unit.decls);
    sema.finish();
    sema.endless.take().into_iter().for_each(|endless| sema.diags.push(*endless));
    let failed = sema.diags.has_errors() || sema.saw_syntax_error;
    diags.extend(std::mem::take(&mut sema.diags));
    if failed || diags.has_errors() {
        return None;
    }
    let [allocation, device_allocation] = [Side::Host, Side::Device].map(|side| sema.replaced_allocation(side));
    let cost = sema.steps + INSTANCE * u64::from(sema.instances);
    Some((
        hir::Program {
            types: sema.types,
            functions: sema.functions,
            globals: sema.globals,
            main: sema.main,
            allocation,
            device_allocation,
            exceptions: sema.exceptions,
            separate: sema.separate,
        },
        cost,
    ))
}

impl<'a> Sema<'a> {
    fn new(options: &Options, sources: &'a SourceMap, unit: &'a [ast::Decl]) -> Sema<'a> {
        let mut types = TypeTable::new();
        let common = types::Common::new(&mut types);
        let root = Scope { kind: ScopeKind::Namespace(None), parent: None, names: Names::default(), using: Vec::new(), is_inline: false };
        Sema {
            sources,
            diags: Diagnostics::new(),
            no_warnings: options.no_warnings,
            judged: options.judged,
            relaxed_constexpr: options.relaxed_constexpr,
            separate: options.separate,
            block_externs: HashMap::new(),
            is_c: options.is_c,
            is_host_language: options.is_host_language,
            types,
            common,
            scopes: vec![root],
            scope: ScopeId(0),
            global: ScopeId(0),
            unnamed: FxHashMap::default(),
            funcs: Vec::new(),
            fn_templates: Vec::new(),
            template_texts: two_phase::TemplateTexts::default(),
            fn_patterns: FxHashMap::default(),
            guides: FxHashMap::default(),
            templates: Vec::new(),
            vars: Vec::new(),
            classes: Vec::new(),
            enum_homes: FxHashMap::default(),
            enum_scopes: FxHashMap::default(),
            defined_enums: HashSet::new(),
            closures: FxHashMap::default(),
            member_classes: FxHashMap::default(),
            closure_spaces: FxHashMap::default(),
            lambda_thunks: FxHashMap::default(),
            lambda_values: FxHashMap::default(),
            twins: FxHashMap::default(),
            twin_ids: HashSet::new(),
            array_destroyers: FxHashMap::default(),
            functions: Vec::new(),
            hir_owner: Vec::new(),
            globals: Vec::new(),
            var_of_global: FxHashMap::default(),
            objects_of_host: FxHashSet::default(),
            waiting_globals: FxHashMap::default(),
            strings: HashMap::new(),
            constant_arguments: HashMap::new(),
            symbols: HashMap::new(),
            name_is_internal: false,
            asked_instances: Vec::new(),
            main: None,
            queue: VecDeque::new(),
            class_bodies: VecDeque::new(),
            class_vars: Vec::new(),
            open_classes: 0,
            noexcept_conditions: Vec::new(),
            frames: Vec::new(),
            next_frame: 0,
            local_constants: FxHashMap::default(),
            opens_bases: false,
            bound_locals: FxHashMap::default(),
            bound_variables: FxHashMap::default(),
            constant_objects: FxHashMap::default(),
            tentative: Vec::new(),
            alias_alignments: FxHashMap::default(),
            constant_questions: 0,
            thread_locals: HashSet::new(),
            extern_c: false,
            auto_type: None,
            lambda_autos: None,
            lenient: false,
            in_param: false,
            in_user_conversion: false,
            unevaluated: 0,
            in_launch: 0,
            taking_address: 0,
            callee: None,
            virtual_tables: FxHashMap::default(),
            table_arrays: FxHashMap::default(),
            beside_destructors: FxHashMap::default(),
            type_infos: FxHashMap::default(),
            exceptions: None,
            quiet: 0,
            instantiation_depth: 0,
            default_depth: 0,
            at: Span::default(),
            errors: 0,
            instances: 0,
            declared: 0,
            steps: 0,
            published: Vec::new(),
            under_construction: None,
            open_defaults: Vec::new(),
            aggregates: 0,
            default_of: None,
            expanded: 0,
            endless: None,
            saw_syntax_error: false,
            without_base: HashSet::new(),
            unit,
            told: advice::Told::default(),
        }
    }

    /// What is left once all declarations are known.
    fn finish(&mut self) {
        self.scope = self.global;
        self.complete_tentative();
        self.check_class_bodies();
        if self.separate.is_some() {
            // Any function of another file may throw.
            self.note_exceptions(Span::default());
        }
        self.drain();
        for i in 0..self.vars.len() {
            let v = VarId(i as u32);
            if !self.vars[i].is_system && self.vars[i].hir.is_none() && self.vars[i].is_defined {
                self.use_var(v);
            }
        }
        self.drain();
        if let Some(Entity::Functions(set)) = self.own_name(self.global, "main", Want::Any) {
            for f in set {
                if let FuncRef::Plain(f) = f
                    && !matches!(self.funcs[f.0 as usize].body, entity::Body::None)
                {
                    self.main = self.funcs[f.0 as usize].hir;
                }
            }
        }
        self.constant_memory_total();
        self.settle_linkage();
        if !self.diags.has_errors() {
            self.mark_reached();
        }
    }

    fn is_system(&self, span: Span) -> bool {
        let site = self.sources.call_site(span);
        self.sources.files().nth(site.file.0 as usize).is_some_and(|(_, f)| f.is_system)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.judged.excuses(diagnostic.code) || self.endless.is_some() || self.is_full() || self.is_told(&diagnostic) {
            return;
        }
        if self.quiet == 0 && diagnostic.severity == Severity::Error {
            self.errors += 1;
            if self.is_full() {
                let span = diagnostic.primary.as_ref().map_or(Span::default(), |p| p.span);
                let last = Diagnostic::error(Code::TOO_MANY_ERRORS, span, "too many errors").label("later ones are not reported");
                return self.diags.push(last);
            }
        }
        let diagnostic = self.where_asked(diagnostic);
        self.diags.push(diagnostic);
    }

    /// A mistake in a template of a header, told where the program's own text asks for that.
    fn where_asked(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let is_error = diagnostic.severity == Severity::Error;
        let Some(inner) = diagnostic.primary.clone().filter(|label| is_error && self.is_system(label.span)) else { return diagnostic };
        let mut asked = Some((self.at, self.frames.last().map(|frame| frame.func)));
        while let Some((span, function)) = asked {
            if span != Span::default() && !self.is_system(span) {
                diagnostic.primary = Some(Label { span, message: "asked for here".to_string() });
                diagnostic.secondary.insert(0, inner);
                break;
            }
            asked = function.and_then(|f| self.funcs[f.0 as usize].asked);
        }
        diagnostic
    }

    /// Whether so many errors were found that the rest is not looked at.
    fn is_full(&self) -> bool {
        self.errors > MAX_ERRORS
    }

    fn warn(&mut self, diagnostic: Diagnostic) {
        let in_header = diagnostic.primary.as_ref().is_some_and(|p| self.is_system(p.span));
        if !self.no_warnings && !in_header && diagnostic.severity != Severity::Error {
            self.diags.push(diagnostic);
        }
    }

    /// Runs a check that may fail without telling: `None` when it found a mistake.
    fn quietly<R>(&mut self, f: impl FnOnce(&mut Sema<'a>) -> Option<R>) -> Option<R> {
        let saved = std::mem::take(&mut self.diags);
        self.quiet += 1;
        let result = f(self);
        self.quiet -= 1;
        let failed = self.diags.has_errors() || self.endless.is_some();
        self.diags = saved;
        if failed { None } else { result }
    }
}
