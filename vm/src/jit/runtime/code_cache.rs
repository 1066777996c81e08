//! The compiler and the code that it made, as long as the machine lives.

use super::compiled::Compiled;
use crate::exec::engine::Engine;
use crate::exec::executor::EngineState;
use crate::jit::analysis::shape::Geometry;
use crate::jit::analysis::told::Unneeded;
use crate::jit::clif::backend::Backend;
use crate::jit::host::HostCode;
use crate::parallel::independence::IndependenceCache;
use crate::parallel::pool::Pool;
use kern_ir::{Cfg, InstData, Module, Payload};
use std::collections::HashMap;
use std::rc::Rc;

/// Kernel, function, geometry, whether somebody watches, of which accesses nobody need be told, if somebody is of the others, whether
/// somebody may stop it.
pub(super) type Key = (u32, u32, Geometry, bool, Option<Unneeded>, bool);

/// Block sizes of a kernel that get code of their own, in which they are constants; all others share code.
const OWN_SIZES: usize = 8;

/// Most bytes of machine code that are kept, those that the launch at hand uses aside.
const MOST_CODE: usize = 64 << 20;

/// Warps that the interpreter takes through a kernel while the code of it is made, however long it is: an instruction of a warp
/// takes it some 50 ns, and the compiler more than 10 µs.
const WARPS_OF_A_COMPILATION: u64 = 200;

/// How often a function that is not inlined is interpreted before it is compiled, where kernels are not compiled at once either.
const RUNS_OF_A_FUNCTION: u32 = 16;

impl<const L: usize> Engine<'_, '_, L> {
    /// What was compiled so far.
    pub(crate) fn jit_cache(&mut self) -> &mut Cache {
        Cache::of(&mut self.core.engine_cache)
    }

    /// Whether regions are to lie where nothing is.
    #[cfg(test)]
    pub(super) fn is_sabotaged(&self) -> bool {
        self.core.engine_cache.get::<Cache>().is_some_and(|cache| cache.is_sabotaged)
    }
}

/// A function's code, if it has any.
struct Kept {
    compiled: Option<Rc<Compiled>>,
    /// When it was last asked for.
    last: u64,
}

/// What a kernel costs that is not compiled.
#[derive(Default)]
struct Short {
    /// Instructions that a warp executes at most, if none twice.
    instructions: Option<u64>,
    /// Instructions of all its warps so far.
    executed: u64,
}

impl Short {
    fn new(module: &Module, kernel: u32) -> Short {
        let func = &module.functions[kernel as usize];
        let cfg = Cfg::new(func);
        let has_loop = cfg.rpo().iter().any(|&block| cfg.succs(block).iter().any(|&next| cfg.position(next) <= cfg.position(block)));
        let calls = |inst: &InstData| match inst.payload {
            Payload::Call(callee) => !module.functions[callee.index()].layout.is_empty(),
            Payload::CallIndirect(_) => true,
            _ => false,
        };
        let is_straight = !has_loop && !func.insts.iter().any(calls);
        Short { instructions: is_straight.then_some(func.insts.len() as u64), executed: 0 }
    }
}

/// The compiler and what it made, as long as the machine lives.
#[derive(Default)]
pub(crate) struct Cache {
    pub(crate) backend: Option<Option<Rc<Backend>>>,
    functions: HashMap<Key, Kept>,
    /// Of the functions.
    bytes: usize,
    /// Questions for functions so far.
    asked: u64,
    /// By kernel, the block sizes that have code of their own.
    own_sizes: HashMap<u32, Vec<[u32; 3]>>,
    /// Of kernels that were not compiled so far, what they cost.
    short: HashMap<u32, Short>,
    /// Accesses that the code of a kernel told of and that nobody needed; of which kernel those since are, of that many of all.
    told_for_nothing: HashMap<u32, u64>,
    told_since: (u32, u64),
    /// Of functions that kernels call and that were not compiled so far, how often they were to run.
    runs: HashMap<u32, u32>,
    pub(crate) host: HostCode,
    pub(crate) pool: Pool,
    pub(crate) independence: IndependenceCache,
    /// Regions lie where nothing is, so that compiled code faults.
    #[cfg(test)]
    pub(crate) is_sabotaged: bool,
}

impl Cache {
    /// The one of a machine, made when first asked for.
    pub(crate) fn of(kept: &mut EngineState) -> &mut Cache {
        if kept.get::<Cache>().is_none() {
            Cache::make(kept);
        }
        kept.get_mut().unwrap_or_else(|| unreachable!("it was made"))
    }

    #[cold]
    #[inline(never)]
    fn make(kept: &mut EngineState) {
        kept.set(Cache::default());
    }

    /// For which blocks code is made when a kernel is launched with blocks of this size.
    pub(crate) fn geometry(&mut self, kernel: u32, block: [u32; 3]) -> Geometry {
        let own = self.own_sizes.entry(kernel).or_default();
        let geometry = Geometry::new(block);
        if own.contains(&block) {
            return geometry;
        }
        if own.len() < OWN_SIZES {
            own.push(block);
            return geometry;
        }
        geometry.of_any_size()
    }

    /// Whether a launch of `warps` warps is over before its kernel was compiled: what launches of it execute together is at most
    /// `most` instructions, or what so few warps execute that a compilation takes as long.
    pub(crate) fn is_short(&mut self, kernel: u32, module: &Module, warps: u64, most: u64) -> bool {
        let short = self.short.entry(kernel).or_insert_with(|| Short::new(module, kernel));
        let Some(instructions) = short.instructions else { return false };
        short.executed = short.executed.saturating_add(instructions.saturating_mul(warps));
        short.executed <= most.max(instructions.saturating_mul(WARPS_OF_A_COMPILATION))
    }

    /// Whether a function that a kernel calls has run so often that it is worth compiling.
    pub(super) fn is_called_often(&mut self, function: u32) -> bool {
        let runs = self.runs.entry(function).or_insert(0);
        *runs = runs.saturating_add(1);
        *runs > RUNS_OF_A_FUNCTION
    }

    /// Functions that were compiled and are kept.
    #[cfg(test)]
    pub(crate) fn kept(&self) -> usize {
        self.functions.len()
    }

    pub(super) fn find(&mut self, key: &Key) -> Option<Option<Rc<Compiled>>> {
        self.asked += 1;
        let kept = self.functions.get_mut(key)?;
        kept.last = self.asked;
        Some(kept.compiled.clone())
    }

    /// Of which accesses of a kernel nobody is told by code of it that may stand in for that of `key`, which is not there: it tells of
    /// more.
    fn stand_in(&self, key: &Key) -> Option<Unneeded> {
        let wanted = key.4.as_ref();
        let tells_of_all = |own: &Unneeded| own.iter().enumerate().all(|(inst, &own)| !own || wanted.is_none_or(|wanted| wanted[inst]));
        let is_like = |other: &Key| (other.0, other.1, other.2, other.3, other.5) == (key.0, key.1, key.2, key.3, key.5);
        let has_code = |(other, kept): &(&Key, &Kept)| kept.compiled.is_some() && is_like(other);
        let others = self.functions.iter().filter(has_code).filter_map(|(other, _)| other.4.as_ref());
        let others = others.filter(|own| wanted.is_none_or(|wanted| wanted.len() == own.len()) && tells_of_all(own));
        others.max_by_key(|own| (own.iter().filter(|&&own| own).count(), *own)).cloned()
    }

    /// Of which accesses the code of a kernel is to tell where it is `key` that is wanted, and how much more of them it may; `most` is
    /// as many as are worth a compilation. So far `told` of all kernels were told of for nothing.
    pub(super) fn told_of(&mut self, key: &Key, most: u64, told: u64) -> (Option<Unneeded>, u64) {
        let (before, start) = std::mem::replace(&mut self.told_since, (key.0, told));
        *self.told_for_nothing.entry(before).or_insert(0) += told - start;
        let left = most.saturating_sub(self.told_for_nothing.get(&key.0).copied().unwrap_or(0));
        if left == 0 || self.functions.contains_key(key) {
            return (key.4.clone(), u64::MAX);
        }
        match self.stand_in(key) {
            Some(other) => (Some(other), left),
            None => (key.4.clone(), u64::MAX),
        }
    }

    /// Keeps a function's code; where there is too much, what was not asked for longest goes, unless the launch uses it.
    pub(super) fn keep(&mut self, key: Key, compiled: Option<Rc<Compiled>>) {
        self.bytes += compiled.as_ref().map_or(0, |c| c.made.code.size);
        self.functions.insert(key, Kept { compiled, last: self.asked });
        while self.bytes > MOST_CODE {
            let unused = self.functions.iter().filter(|(_, kept)| kept.compiled.as_ref().is_some_and(|c| Rc::strong_count(c) == 1));
            let Some(oldest) = unused.min_by_key(|(_, kept)| kept.last).map(|(key, _)| key.clone()) else { return };
            let gone = self.functions.remove(&oldest).and_then(|kept| kept.compiled);
            self.bytes -= gone.map_or(0, |c| c.made.code.size);
        }
    }
}
