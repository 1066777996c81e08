//! What can be told of a launch's accesses before it starts, when grid, block and parameters are numbers: those that race with
//! nothing need not be looked at.
//!
//! **Global memory.** An allocation has no race if nothing of the launch writes to it, if all that access it do so strongly, or if
//! each of its bytes belongs to one thread: if `blockIdx` and `threadIdx` can be read off the addresses
//! (`parallel::independence`).
//! **Shared memory.** The same of the accesses that one interval between barriers may have ([`intervals`]).
//! **Alike.** Where neither the addresses nor the ways to the accesses of a shared array depend on the block or on what was
//! loaded, all blocks do the same there ([`alike`]): who has seen one has seen all.
//! **May miss.** Kernels that call what is not inlined, and whatever is not such a sum.

mod alike;
mod idle_barriers;
mod intervals;
mod locals;

use super::code::{changes_in_steps, fences, reads_behind_flags, takes};
use super::constant::{Memory, memory};
use crate::instrument::observe::LaunchEvent;
use crate::parallel::independence::Launch;
use crate::parallel::independence::ownership::{Addresses, Owner};
use crate::runtime::is_math;
use kern_ir::analysis::Provenance;
use kern_ir::{Block, Cfg, Function, Inst, InstData, Opcode, Payload, Scope, Sem, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;

/// Instructions of kernels that are looked at, at most.
const MOST_INSTRUCTIONS: usize = 20_000;

/// Launches that are remembered, at most.
const MOST_LAUNCHES: usize = 64;

/// What was proved of a launch, by instruction of its kernel.
#[derive(Clone, Default, Debug)]
pub(crate) struct Proof {
    /// Accesses that race with nothing.
    pub(in crate::sanitize) is_harmless: Vec<bool>,
    /// Accesses of arrays in shared memory with which all blocks do the same.
    pub(in crate::sanitize) is_alike: Vec<bool>,
    /// All that is accessed of shared memory before the first barrier is accessed so in all blocks, and that barrier comes before
    /// everything else.
    pub(in crate::sanitize) fills_alike: bool,
    /// The accesses, by number, and the memory that each goes to.
    pub(in crate::sanitize) accesses: Vec<(usize, Opcode, Option<Memory>)>,
    /// Variables in local memory that are loaded and stored, and nothing else.
    pub(in crate::sanitize) plain_locals: Vec<u32>,
    /// Barriers that order nothing, if those are asked for.
    pub(in crate::sanitize) idle_barriers: Vec<Inst>,
}

/// Those of a machine: its checks have them in common.
pub(crate) type SharedProofs = Rc<RefCell<Proofs>>;

/// Proofs of launches with one grid, block and parameters, as long as no memory comes.
#[derive(Default)]
pub(crate) struct Proofs {
    /// Somebody asks for barriers that order nothing.
    finds_idle_barriers: bool,
    known: FxHashMap<(u32, [u32; 6], Vec<u8>), Proof>,
}

impl Proofs {
    /// There is other memory.
    pub(in crate::sanitize) fn forget(&mut self) {
        self.known.clear();
    }

    /// From now on proofs tell barriers that order nothing.
    pub(in crate::sanitize) fn find_idle_barriers(&mut self) {
        self.finds_idle_barriers = true;
    }

    /// That of a launch.
    pub(in crate::sanitize) fn of(&mut self, launch: &LaunchEvent, allocation: &dyn Fn(u64) -> Option<u64>) -> &Proof {
        if self.known.len() >= MOST_LAUNCHES {
            self.known.clear();
        }
        let ([a, b, c], [d, e, f]) = (launch.config.grid, launch.config.block);
        let key = (launch.function, [a, b, c, d, e, f], launch.params.to_vec());
        let finds_idle_barriers = self.finds_idle_barriers;
        self.known.entry(key).or_insert_with(|| prove(launch, allocation, finds_idle_barriers))
    }
}

/// An access of the kernel.
#[derive(Clone, Copy)]
struct Site<'a> {
    block: Block,
    inst: Inst,
    data: &'a InstData,
    root: Value,
    /// Where it goes; nothing if that is not known.
    memory: Option<Memory>,
    writes: bool,
    is_strong: bool,
    is_narrow: bool,
}

fn is_plain(launch: &LaunchEvent, func: &Function) -> bool {
    let insts = func.layout.iter().flat_map(|block| &func.blocks[block.index()].insts);
    insts.map(|inst| &func.insts[inst.index()]).all(|data| match data.op {
        Opcode::Call => matches!(data.payload, Payload::Call(id) if is_math(launch.module, id)),
        _ => true,
    })
}

fn sites<'a>(
    launch: &LaunchEvent,
    func: &'a Function,
    cfg: &Cfg,
    provenance: &Provenance,
    allocation: &dyn Fn(u64) -> Option<u64>,
) -> Vec<Site<'a>> {
    // Strong, and yet asked for the order of threads.
    let asked: FxHashSet<Inst> = changes_in_steps(func).into_iter().chain(reads_behind_flags(func)).chain(takes(func)).collect();
    let all = cfg.rpo().iter().flat_map(|&block| func.blocks[block.index()].insts.iter().map(move |&inst| (block, inst)));
    let sites = all.filter_map(|(block, inst)| {
        let data = &func.insts[inst.index()];
        let is_access = matches!(data.op, Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red);
        let root = provenance.root(*data.args.first().filter(|_| is_access)?);
        let is_atomic = matches!(data.op, Opcode::Atom | Opcode::Red);
        let is_strong = is_atomic || !matches!(data.attrs.sem, None | Some(Sem::Weak)) && !asked.contains(&inst);
        let is_narrow = data.attrs.scope == Some(Scope::Cta);
        let memory = memory(launch, func, data, root, allocation);
        Some(Site { block, inst, data, root, memory, writes: data.op != Opcode::Ld, is_strong, is_narrow })
    });
    sites.collect()
}

fn prove(launch: &LaunchEvent, allocation: &dyn Fn(u64) -> Option<u64>, finds_idle_barriers: bool) -> Proof {
    let Some(func) = launch.module.functions.get(launch.function as usize) else { return Proof::default() };
    let mut proof = Proof {
        is_harmless: vec![false; func.insts.len()],
        is_alike: vec![false; func.insts.len()],
        fills_alike: false,
        accesses: Vec::new(),
        plain_locals: Vec::new(),
        idle_barriers: Vec::new(),
    };
    if func.insts.len() > MOST_INSTRUCTIONS {
        return Proof::default();
    }
    let is_plain = is_plain(launch, func);
    let cfg = Cfg::new(func);
    let provenance = Provenance::new(func, &cfg);
    let mut sites = sites(launch, func, &cfg, &provenance, allocation);
    if !is_plain {
        // What is called accesses anything but the variables that it is not given.
        sites.iter_mut().for_each(|site| site.memory = site.memory.filter(|memory| matches!(memory, Memory::Local(_))));
    }
    for site in &sites {
        proof.accesses.push((site.inst.index(), site.data.op, site.memory));
        proof.is_harmless[site.inst.index()] = site.memory.is_some_and(Memory::is_own);
    }
    proof.plain_locals = locals::plain(func, &provenance);
    if !is_plain {
        return proof;
    }
    let (grid, block, params) = (launch.config.grid, launch.config.block, launch.params);
    let launch_of = Launch { module: launch.module, variables: &[], function: launch.function, grid, block, params, is_math };
    let addresses = Addresses::new(&launch_of, &cfg);
    let has_fences = fences(launch.module, launch.function).has_any;
    if finds_idle_barriers && block.iter().map(|&extent| u64::from(extent)).product::<u64>() > 1 {
        proof.idle_barriers = idle_barriers::find(func, &cfg, &sites, &addresses);
    }
    global(&sites, &addresses, has_fences, &mut proof.is_harmless);
    let shared: Vec<&Site> = sites.iter().filter(|site| site.memory.is_none_or(Memory::is_shared)).collect();
    if shared.iter().all(|site| matches!(site.memory, Some(Memory::Shared(_)))) && !shared.is_empty() {
        intervals::prove(func, &cfg, &shared, &addresses, has_fences, &mut proof.is_harmless);
        if !has_fences {
            proof.fills_alike = alike::prove(launch.module, func, &cfg, (&sites, &shared), &mut proof.is_alike);
        }
    }
    proof
}

/// Whether accesses of one memory do not race: none writes, all are strong and one step, or each byte belongs to one thread.
fn are_harmless(sites: &[&Site], owner: Owner, addresses: &Addresses, has_fences: bool) -> bool {
    let is_strong = |site: &&Site| site.is_strong && (owner == Owner::OfBlock || !site.is_narrow);
    if sites.iter().all(|site| !site.writes) || !has_fences && sites.iter().all(is_strong) {
        return true;
    }
    let accesses: Vec<(Block, &InstData, Value)> = sites.iter().map(|site| (site.block, site.data, site.root)).collect();
    addresses.have_one_thread(&accesses, owner)
}

fn global(sites: &[Site], addresses: &Addresses, has_fences: bool, is_harmless: &mut [bool]) {
    let mut by_memory: FxHashMap<Memory, Vec<&Site>> = FxHashMap::default();
    let mut is_anywhere_read = false;
    for site in sites {
        match site.memory {
            Some(memory @ (Memory::Allocation(_) | Memory::Variable(_))) => by_memory.entry(memory).or_default().push(site),
            None if site.writes => return,
            None => is_anywhere_read = true,
            Some(_) => {}
        }
    }
    for list in by_memory.values() {
        let is_written = list.iter().any(|site| site.writes);
        if !(is_anywhere_read && is_written) && are_harmless(list, Owner::OfGrid, addresses, has_fences) {
            list.iter().for_each(|site| is_harmless[site.inst.index()] = true);
        }
    }
}
