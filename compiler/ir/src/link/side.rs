//! The modules of one side become one: what is reached is kept, in the order of the files, under names that differ.

use super::names::Definitions;
use super::part::{Item, Part};
use super::{LinkError, Linkage, has_kernel, place};
use crate::{
    Builder, FileEntry, FuncId, Function, FunctionKind, GlobalInit, GlobalVar, InstData, LocId, Module, ModuleKind, Opcode, Payload,
    Relocation, Space, Type,
};
use std::collections::{HashMap, HashSet};

/// The function that runs before `main`; each file may have its own.
const STARTUP: &str = "__kern_startup";

/// Functions of host code for `new` and `delete`, and what else the library calls for memory: by which of the program's they are
/// replaced, by the first that there is ([new.delete.single], [new.delete.array]).
const REPLACED: &[(&str, &[&str])] = &[
    ("_Znwm", &["_Znwm"]),
    ("_Znam", &["_Znam", "_Znwm"]),
    ("_Z18__cxa_operator_newm", &["_Znwm"]),
    ("_Z24__cxa_operator_new_arraym", &["_Znam", "_Znwm"]),
    ("_Z9__cxa_newm", &["_Znwm"]),
    ("_ZdlPv", &["_ZdlPv"]),
    ("_ZdaPv", &["_ZdaPv", "_ZdlPv"]),
    ("_ZdlPvm", &["_ZdlPvm", "_ZdlPv"]),
    ("_ZdaPvm", &["_ZdaPvm", "_ZdaPv", "_ZdlPv"]),
    ("_Z12__cxa_deletePv", &["_ZdlPv"]),
    ("_Z12__cxa_deletePvm", &["_ZdlPvm", "_ZdlPv"]),
];

/// What came of one side.
pub(super) struct LinkedSide {
    pub(super) module: Module,
    /// For each file the names that it has not kept.
    renamed: Vec<HashMap<String, String>>,
}

/// What a file's function or variable becomes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    /// That definition.
    Item(Item),
    /// Nothing: an error was reported.
    Missing,
}

struct Linker<'a> {
    parts: &'a [Part<'a>],
    device: Option<&'a LinkedSide>,
    definitions: Definitions<'a>,
    /// What is found outside, by name: the first that asked for it.
    outside: HashMap<String, Item>,
    targets: HashMap<Item, Target>,
    errors: &'a mut Vec<LinkError>,
    undefined: HashSet<String>,
}

/// Links the modules of one side; `device` is the other one, for host code.
pub(super) fn link(parts: &[Part<'_>], device: Option<&LinkedSide>, errors: &mut Vec<LinkError>) -> LinkedSide {
    let definitions = Definitions::new(parts, errors);
    let mut linker =
        Linker { parts, device, definitions, outside: HashMap::new(), targets: HashMap::new(), errors, undefined: HashSet::new() };
    let kept = linker.reach();
    linker.build(&kept)
}

impl Linker<'_> {
    /// What is kept, in the order of the files.
    fn reach(&mut self) -> Vec<Item> {
        let mut work: Vec<(Item, Option<(usize, LocId)>)> = Vec::new();
        for (number, part) in self.parts.iter().enumerate() {
            work.extend(part.items(number).filter(|item| self.is_root(part, *item)).map(|item| (item, None)));
        }
        let mut kept = HashSet::new();
        work.reverse();
        while let Some((item, user)) = work.pop() {
            let Target::Item(item) = self.target(item, user) else { continue };
            if kept.insert(item) {
                let from = work.len();
                self.uses(item, &mut work);
                work[from..].reverse();
            }
        }
        let mut kept: Vec<Item> = kept.into_iter().collect();
        kept.sort_unstable();
        kept
    }

    /// Whether something is in the program whether or not anything of it is used.
    fn is_root(&self, part: &Part<'_>, item: Item) -> bool {
        let (name, linkage) = (part.name(item), part.linkage(item));
        match (part.module.kind, item.is_variable) {
            (ModuleKind::Device, false) => part.function(item).kind == FunctionKind::Kernel || linkage == Linkage::External,
            (ModuleKind::Device, true) => {
                part.variable(item).space != Space::Shared && (linkage == Linkage::External || part.is_named_by_host(name))
            }
            (ModuleKind::Host, false) => linkage == Linkage::External || name == STARTUP,
            (ModuleKind::Host, true) => linkage == Linkage::External,
        }
    }

    /// What `item` stands for; `user` is who asks.
    fn target(&mut self, item: Item, user: Option<(usize, LocId)>) -> Target {
        if let Some(&known) = self.targets.get(&item) {
            return known;
        }
        let target = self.find_target(item, user);
        self.targets.insert(item, target);
        target
    }

    fn find_target(&mut self, item: Item, user: Option<(usize, LocId)>) -> Target {
        let part = &self.parts[item.part];
        let linkage = part.linkage(item);
        let is_bound_outside = self.device.is_some() && item.is_variable && {
            let data = part.variable(item);
            data.is_device_shadow || data.is_managed
        };
        if linkage == Linkage::Internal && !is_bound_outside {
            return Target::Item(item);
        }
        let name = self.device_name(item);
        let is_of_host = self.device.is_some() && !item.is_variable;
        let replaced = REPLACED.iter().find(|(replaced, _)| is_of_host && *replaced == name).map(|(_, by)| *by);
        let is_own = |found: &Item| !found.is_variable && self.parts[found.part].linkage(*found) == Linkage::External;
        if let Some(own) = replaced.and_then(|by| by.iter().find_map(|name| self.definitions.get(name).filter(&is_own))) {
            return Target::Item(own);
        }
        if is_bound_outside {
            return Target::Item(*self.outside.entry(name).or_insert(item));
        }
        if let Some(found) = self.definitions.get(&name).filter(|found| found.is_variable == item.is_variable) {
            return self.checked(item, found);
        }
        let is_kernel = self.device.is_some_and(|device| !item.is_variable && has_kernel(&device.module, &name));
        if linkage == Linkage::Outside || is_kernel || replaced.is_some() {
            return Target::Item(*self.outside.entry(name).or_insert(item));
        }
        if self.undefined.insert(name) {
            self.errors.push(LinkError::Undefined {
                name: part.display_name(item).to_string(),
                is_variable: item.is_variable,
                used: user.and_then(|(number, loc)| place(self.parts[number].module, loc)),
                declared: part.place(item),
            });
        }
        Target::Missing
    }

    /// `found`, if it can be used as `item` is declared.
    fn checked(&mut self, item: Item, found: Item) -> Target {
        let (part, definer) = (&self.parts[item.part], &self.parts[found.part]);
        if item.is_variable {
            return Target::Item(found);
        }
        let (declared, defined) = (part.function(item), definer.function(found));
        let is_same =
            declared.params == defined.params && declared.results == defined.results && declared.is_variadic == defined.is_variadic;
        if is_same {
            return Target::Item(found);
        }
        let error = LinkError::Signature {
            name: definer.display_name(found).to_string(),
            declared: part.place(item),
            defined: definer.place(found),
        };
        self.errors.push(error);
        Target::Missing
    }

    /// The name of `item`; of a kernel or device variable that host code names, the one that it has in the linked device module.
    fn device_name(&self, item: Item) -> String {
        let name = self.parts[item.part].name(item);
        let renamed = self.device.and_then(|device| device.renamed[item.part].get(name));
        renamed.map_or(name, String::as_str).to_string()
    }

    /// Appends what `item` refers to.
    fn uses(&self, item: Item, into: &mut Vec<(Item, Option<(usize, LocId)>)>) {
        let part = &self.parts[item.part];
        let function = |id: FuncId| Item { is_variable: false, index: id.index(), ..item };
        let variable = |id: GlobalVar| Item { is_variable: true, index: id.index(), ..item };
        if item.is_variable {
            let data = part.variable(item);
            let user = Some((item.part, LocId(data.info.loc)));
            if let GlobalInit::Bytes(_, relocations) = &data.init {
                into.extend(relocations.iter().map(|relocation| match relocation {
                    Relocation::Global { target, .. } => (variable(*target), user),
                    Relocation::Function { target, .. } => (function(*target), user),
                }));
            }
            return;
        }
        for (_, _, inst) in part.function(item).iter_insts() {
            let user = Some((item.part, inst.loc));
            match inst.payload {
                Payload::Call(id) | Payload::FuncAddr(id) => into.push((function(id), user)),
                Payload::Global(id) => into.push((variable(id), user)),
                _ => {}
            }
        }
    }

    fn build(&mut self, kept: &[Item]) -> LinkedSide {
        let kind = if self.device.is_some() { ModuleKind::Host } else { ModuleKind::Device };
        let mut module = Module::new(kind);
        let mut ids: HashMap<Item, u32> = HashMap::new();
        let mut counts = [0u32; 2];
        for item in kept {
            let count = &mut counts[usize::from(item.is_variable)];
            ids.insert(*item, *count);
            *count += 1;
        }
        let mut renamed = vec![HashMap::new(); self.parts.len()];
        let names = self.final_names(kept, &mut renamed);
        let mut locs = Vec::new();
        for part in self.parts {
            locs.push(append_places(&mut module, part.module));
        }
        for (item, name) in kept.iter().zip(names) {
            let map = Map { linker: self, ids: &ids, part: item.part, locs: locs[item.part] };
            if item.is_variable {
                let mut data = self.parts[item.part].variable(*item).clone();
                data.name = name;
                data.info.loc = map.loc(LocId(data.info.loc)).0;
                if let GlobalInit::Bytes(_, relocations) = &mut data.init {
                    map.relocations(relocations);
                }
                // An `extern` array has no length in the file that only declares it.
                if let Some(own) = self.device.filter(|_| data.is_device_shadow || data.is_managed) {
                    data.size = own.module.find_global(&data.name).map_or(data.size, |id| own.module.globals[id.index()].size);
                }
                module.globals.push(data);
            } else {
                let mut func = self.parts[item.part].function(*item).clone();
                func.name = name;
                map.function(&mut func);
                module.functions.push(func);
            }
        }
        self.join_startups(&mut module, kept, &ids);
        LinkedSide { module, renamed }
    }

    /// The names of what is kept. Definitions that other files mean, and what is outside, keep theirs.
    fn final_names(&self, kept: &[Item], renamed: &mut [HashMap<String, String>]) -> Vec<String> {
        let keeps = |item: &Item| self.parts[item.part].linkage(*item) != Linkage::Internal || self.outside.values().any(|o| o == item);
        let mut taken: HashSet<String> = kept.iter().filter(|item| keeps(item)).map(|item| self.device_name(*item)).collect();
        taken.insert(STARTUP.to_string());
        let mut names = Vec::with_capacity(kept.len());
        for item in kept {
            let name = self.parts[item.part].name(*item);
            if keeps(item) {
                names.push(self.device_name(*item));
                continue;
            }
            let mut own = name.to_string();
            let mut number = 0;
            while !taken.insert(own.clone()) {
                number += 1;
                own = format!("{name}${number}");
            }
            if own != name {
                renamed[item.part].insert(name.to_string(), own.clone());
            }
            names.push(own);
        }
        names
    }

    /// The startup function, which runs those of the files one after the other; none where no file has one.
    fn join_startups(&self, module: &mut Module, kept: &[Item], ids: &HashMap<Item, u32>) {
        let is_one = |item: &&Item| !item.is_variable && self.parts[item.part].name(**item) == STARTUP;
        let parts: Vec<FuncId> = kept.iter().filter(is_one).map(|item| FuncId(ids[item])).collect();
        if parts.is_empty() || module.kind != ModuleKind::Host {
            return;
        }
        let mut func = Function::new(STARTUP, FunctionKind::Func);
        let mut builder = Builder::new(&mut func);
        let block = builder.create_block();
        builder.switch_to(block);
        for part in parts {
            builder.push(InstData { payload: Payload::Call(part), ..InstData::new(Opcode::Call, Type::B64) }, &[]);
        }
        builder.push(InstData::new(Opcode::Ret, Type::B32), &[]);
        module.functions.push(func);
    }
}

/// Appends the places of `from`; what is added to its place ids.
fn append_places(module: &mut Module, from: &Module) -> u32 {
    let files: Vec<u32> = from.files.iter().enumerate().map(|(i, file)| if i == 0 { 0 } else { file_number(module, file) }).collect();
    let added = module.locs.len() as u32 - 1;
    for loc in from.locs.iter().skip(1) {
        let mut loc = loc.clone();
        loc.file = files.get(loc.file as usize).copied().unwrap_or(0);
        if loc.inlined_at != LocId::NONE {
            loc.inlined_at.0 += added;
        }
        module.locs.push(loc);
    }
    added
}

fn file_number(module: &mut Module, file: &FileEntry) -> u32 {
    let known = module.files.iter().skip(1).position(|known| known == file).map(|i| i + 1);
    let number = known.unwrap_or_else(|| {
        module.files.push(file.clone());
        module.files.len() - 1
    });
    number as u32
}

/// What the ids of one file's module become.
struct Map<'a, 'b> {
    linker: &'a Linker<'b>,
    ids: &'a HashMap<Item, u32>,
    part: usize,
    /// What is added to ids of places.
    locs: u32,
}

impl Map<'_, '_> {
    fn loc(&self, loc: LocId) -> LocId {
        if loc == LocId::NONE { loc } else { LocId(loc.0 + self.locs) }
    }

    fn id(&self, is_variable: bool, index: usize) -> u32 {
        let item = Item { part: self.part, is_variable, index };
        match self.linker.targets.get(&item) {
            Some(Target::Item(target)) => self.ids.get(target).copied().unwrap_or(0),
            // An error was reported, or it stands in code that is in no block.
            _ => 0,
        }
    }

    /// Whether `item` is one of the functions that free and are told the bytes.
    fn is_freeing(&self, item: Item) -> bool {
        let name = self.linker.parts[item.part].name(item);
        REPLACED.iter().any(|(replaced, by)| *replaced == name && by.len() > 1)
    }

    fn relocations(&self, relocations: &mut [Relocation]) {
        for relocation in relocations {
            match relocation {
                Relocation::Global { target, .. } => *target = GlobalVar(self.id(true, target.index())),
                Relocation::Function { target, .. } => *target = FuncId(self.id(false, target.index())),
            }
        }
    }

    fn function(&self, func: &mut Function) {
        func.loc = self.loc(func.loc);
        func.kernel_params.iter_mut().for_each(|param| param.loc = self.loc(param.loc));
        func.blocks.iter_mut().for_each(|block| block.loc = self.loc(block.loc));
        func.slots.iter_mut().for_each(|slot| slot.info.loc = self.loc(LocId(slot.info.loc)).0);
        for inst in &mut func.insts {
            inst.loc = self.loc(inst.loc);
            match &mut inst.payload {
                Payload::Call(id) => {
                    let item = Item { part: self.part, is_variable: false, index: id.index() };
                    // One that frees may not ask for the bytes.
                    if let Some(Target::Item(target)) = self.linker.targets.get(&item).filter(|_| self.is_freeing(item)) {
                        inst.args.truncate(self.linker.parts[target.part].function(*target).params.len());
                    }
                    *id = FuncId(self.id(false, id.index()));
                }
                Payload::FuncAddr(id) => *id = FuncId(self.id(false, id.index())),
                Payload::Global(id) => *id = GlobalVar(self.id(true, id.index())),
                _ => {}
            }
        }
    }
}
