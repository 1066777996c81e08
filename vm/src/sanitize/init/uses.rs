//! How the results of loads are used, read off the kernel's code.

use kern_ir::analysis::PostDominators;
use kern_ir::{Block, BlockCall, Cfg, Effects, FuncId, Function, Inst, InstData, Opcode, Payload, Space, Type, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};

/// Most computations behind one another that `selp` may leave out.
const MOST_LEFT_OUT: u32 = 8;
/// Most computations behind one another that are followed to where something is done with what comes of them.
const MOST_STEPS: u32 = 4;

/// How the result of a load is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Use {
    /// Only stored again, or not at all.
    Copied,
    /// Only where the thread does not always get to, it or what is computed of it, or where it may be left out: `i < n ? x[i] : 0`
    Guarded,
    /// By every thread that loads it.
    Used,
}

/// The uses of a function's values.
pub(super) struct Uses<'f> {
    function: &'f Function,
    /// The function that prints.
    vprintf: Option<FuncId>,
    post_dominators: PostDominators,
    /// Of each value: the instruction, its IR block and its place there.
    of: FxHashMap<Value, Vec<(Inst, Block, usize)>>,
    /// Which parameters of IR blocks a value is passed to, and their places there.
    passed: FxHashMap<Value, Vec<(Value, Block, usize)>>,
    at: FxHashMap<Inst, (Block, usize)>,
}

/// What is known of the uses of a load.
#[derive(Default)]
pub(super) struct LoadUses {
    /// How each of its results is used.
    pub(super) how: Vec<Use>,
    /// The IR blocks in which a thread that gets there uses one that is [`Use::Guarded`].
    pub(super) blocks: FxHashSet<Block>,
    /// Where they are stored as they are.
    pub(super) copies: Vec<Copied>,
    /// Before anything is done with them another value may take their place: `v = s[i]; i < n ? v : 0`
    pub(super) are_left_out: bool,
}

/// A result of a load that is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Copied {
    pub(super) result: usize,
    pub(super) store: Inst,
    /// Which of the values that are stored.
    pub(super) operand: usize,
    /// It is stored once for a load: what is stored at that place later may be another value.
    pub(super) is_once: bool,
}

/// How a value came from the load.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Way {
    value: Value,
    /// From where on it is what was loaded: behind the load, or at the start of an IR block whose parameter it is and to which a thread
    /// that has loaded brings it. `None` if it is one of several values: what `selp` selects, or such a parameter otherwise.
    since: Option<Since>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Since {
    block: Block,
    place: usize,
    is_parameter: bool,
    /// Every thread that loads comes there.
    is_sure: bool,
}

impl<'f> Uses<'f> {
    pub(super) fn new(function: &'f Function, vprintf: Option<FuncId>) -> Uses<'f> {
        let mut uses = Uses {
            function,
            vprintf,
            post_dominators: PostDominators::new(function, &Cfg::new(function)),
            of: FxHashMap::default(),
            passed: FxHashMap::default(),
            at: FxHashMap::default(),
        };
        for &block in &function.layout {
            for (place, &inst) in function.blocks[block.index()].insts.iter().enumerate() {
                let data = &function.insts[inst.index()];
                uses.at.insert(inst, (block, place));
                data.args.iter().for_each(|&value| uses.of.entry(value).or_default().push((inst, block, place)));
                for target in data.targets() {
                    let params = function.blocks[target.block.index()].params.iter().enumerate();
                    for (&value, (index, &param)) in target.args.iter().zip(params) {
                        uses.passed.entry(value).or_default().push((param, target.block, index));
                    }
                }
            }
        }
        uses
    }

    /// Whether nothing takes a value.
    pub(super) fn is_unused(&self, value: Value) -> bool {
        !self.of.contains_key(&value) && !self.passed.contains_key(&value)
    }

    /// The instructions that have a value among their operands.
    pub(super) fn users(&self, value: Value) -> impl Iterator<Item = Inst> {
        self.of.get(&value).into_iter().flatten().map(|(inst, ..)| *inst)
    }

    /// The parameters of IR blocks that a value is passed to.
    pub(super) fn passed_to(&self, value: Value) -> impl Iterator<Item = Value> {
        self.passed.get(&value).into_iter().flatten().map(|(param, ..)| *param)
    }

    /// Whether what comes of an instruction may be left out by `selp`.
    pub(super) fn may_be_left_out(&self, inst: Inst) -> bool {
        self.is_left_out(inst, MOST_LEFT_OUT)
    }

    /// How the results of a load are used. With `keeps_bits` a result is copied too where some of its bits are, as assignments to
    /// bit-fields do.
    pub(super) fn of_load(&self, load: Inst, keeps_bits: bool) -> LoadUses {
        let mut uses = LoadUses::default();
        let Some(data) = self.function.insts.get(load.index()) else { return uses };
        uses.are_left_out = true;
        uses.how = (0..data.results.len()).map(|result| self.of_result(load, result, keeps_bits, &mut uses)).collect();
        uses
    }

    fn of_result(&self, load: Inst, result: usize, keeps_bits: bool, uses: &mut LoadUses) -> Use {
        let is_const = |value: Value| matches!(self.function.def(value), ValueDef::Const(_));
        let loaded_at = self.at.get(&load).copied();
        let since = loaded_at.map(|(block, place)| Since { block, place, is_parameter: false, is_sure: true });
        let mut how = Use::Copied;
        let (mut seen, mut open) = (FxHashSet::default(), vec![Way { value: self.function.insts[load.index()].results[result], since }]);
        while let Some(way) = open.pop() {
            if !seen.insert(way) {
                continue;
            }
            let passed = |&(param, block, index): &(Value, Block, usize)| {
                let since = way.since.zip(loaded_at).and_then(|(since, (load, _))| self.brought(way.value, since, load, (block, index)));
                Way { value: param, since }
            };
            open.extend(self.passed.get(&way.value).into_iter().flatten().map(passed));
            for &(inst, block, place) in self.of.get(&way.value).into_iter().flatten() {
                let data = &self.function.insts[inst.index()];
                let operand = data.args.iter().position(|arg| *arg == way.value).unwrap_or(0);
                let same = |value: &Value| Way { value: *value, ..way };
                match data.op {
                    Opcode::Mov => open.extend(data.results.iter().map(same)),
                    Opcode::Cvt if is_copy(data) => open.extend(data.results.iter().map(same)),
                    Opcode::Selp if operand < 2 => open.extend(data.results.iter().map(|&value| Way { value, since: None })),
                    Opcode::And if keeps_bits && data.args.iter().any(|&arg| is_const(arg)) => open.extend(data.results.iter().map(same)),
                    Opcode::Or | Opcode::Bfi if keeps_bits => open.extend(data.results.iter().map(same)),
                    Opcode::St if operand > 0 && !self.is_printed(data.args.first()) => {
                        uses.are_left_out &= way.since.is_none();
                        let is_stored = |&(at, arg): &(usize, &Value)| at > 0 && *arg == way.value;
                        for (at, _) in data.args.iter().enumerate().filter(is_stored) {
                            let is_once = way.since.and_then(|since| self.is_stored_once(since, (block, place)));
                            let copy = is_once.map(|is_once| Copied { result, store: inst, operand: at - 1, is_once });
                            uses.copies.extend(copy.filter(|copy| !uses.copies.contains(copy)));
                        }
                    }
                    _ if self.may_be_left_out(inst) => how = Use::Guarded,
                    _ => match way.since {
                        Some(since) if since.is_sure && self.comes_behind(since, (block, place)) => {
                            let only_in = if keeps_bits { None } else { self.used_only_in(inst, since, MOST_STEPS) };
                            let Some(blocks) = only_in else { return Use::Used };
                            how = Use::Guarded;
                            uses.are_left_out &= blocks.is_empty();
                            uses.blocks.extend(blocks);
                        }
                        since => {
                            how = Use::Guarded;
                            uses.are_left_out &= since.is_none();
                            let is_proof = |(since, (load, _)): (Since, (Block, usize))| self.proves_use(since, load, block);
                            if since.zip(loaded_at).is_some_and(is_proof) {
                                uses.blocks.insert(block);
                            }
                        }
                    },
                }
            }
        }
        how
    }

    /// The IR blocks that a way from the end of one leads to, if it ends at those of `ends`.
    fn reached(&self, from: Block, ends: &[Block]) -> FxHashSet<Block> {
        let (mut found, mut open) = (FxHashSet::default(), vec![from]);
        while let Some(block) = open.pop() {
            for next in self.targets(block).map(|target| target.block) {
                if found.insert(next) && !ends.contains(&next) {
                    open.push(next);
                }
            }
        }
        found
    }

    fn targets(&self, block: Block) -> impl Iterator<Item = &'f BlockCall> {
        self.function.targets(block).iter()
    }

    /// A value that is what was loaded is passed to a parameter of an IR block: from there on the parameter is, if a thread that comes
    /// there next brings nothing else.
    fn brought(&self, value: Value, since: Since, load: Block, (to, index): (Block, usize)) -> Option<Since> {
        if since.block == to {
            return None;
        }
        let between = self.reached(since.block, &[to, load]);
        let is_other = |target: &BlockCall| target.block == to && target.args.get(index) != Some(&value);
        let before = between.iter().copied().filter(|block| *block != to && *block != load).chain([since.block]);
        if since.is_parameter && between.contains(&since.block) || before.flat_map(|block| self.targets(block)).any(is_other) {
            return None;
        }
        let is_sure = since.is_sure && !between.contains(&load) && self.post_dominators.post_dominates(to, since.block);
        Some(Since { block: to, place: 0, is_parameter: true, is_sure })
    }

    /// Whether a thread's next access in an IR block shows that it has used what it loaded.
    fn proves_use(&self, since: Since, load: Block, block: Block) -> bool {
        if !since.is_parameter {
            return true;
        }
        let is_next = block == since.block || !self.reached(since.block, &[block, load]).contains(&since.block);
        let is_early = block == load || block != since.block && self.reached(load, &[since.block]).contains(&block);
        is_next && !is_early
    }

    /// Whether what a store stores, which is what was loaded, is something else when it is executed again; nothing if it may be so the
    /// first time.
    fn is_stored_once(&self, since: Since, store: (Block, usize)) -> Option<bool> {
        let is_in_loop = || self.reached(since.block, &[]).contains(&since.block);
        match since.is_parameter && is_in_loop() {
            false => Some(false),
            true => self.comes_behind(since, store).then_some(true),
        }
    }

    /// Whether every thread that executes what stands at `from` executes what stands at `to` before it comes to `from` again.
    fn comes_behind(&self, from: Since, to: (Block, usize)) -> bool {
        if from.block == to.0 {
            return from.place < to.1 || from.is_parameter;
        }
        self.post_dominators.post_dominates(to.0, from.block) && !self.reached(from.block, &[to.0]).contains(&from.block)
    }

    /// The IR blocks in which alone something is done with what is computed of a load, if not every thread that loads gets there; nothing
    /// if it decides something elsewhere, or may.
    fn used_only_in(&self, inst: Inst, since: Since, steps: u32) -> Option<Vec<Block>> {
        let data = &self.function.insts[inst.index()];
        let is_computed = data.op.row().effects == Effects::Pure && !data.results.is_empty() && steps > 0;
        if !is_computed || since.is_parameter || data.results.iter().any(|&result| self.is_unused(result)) {
            return None;
        }
        let mut found = Vec::new();
        for result in &data.results {
            if self.passed.contains_key(result) && !self.is_passed_by_some(*result, since) {
                return None;
            }
            for &(user, block, place) in self.of.get(result).into_iter().flatten() {
                if self.comes_behind(since, (block, place)) {
                    found.extend(self.used_only_in(user, since, steps - 1)?);
                } else if self.has_access(block) {
                    found.push(block);
                } else {
                    return None;
                }
            }
        }
        Some(found)
    }

    /// Whether a value is passed to parameters of IR blocks on ways alone that not every thread goes which has loaded, and that do not
    /// lead back to the load: others bring another value there.
    fn is_passed_by_some(&self, value: Value, since: Since) -> bool {
        let passes = |target: &BlockCall| target.args.contains(&value);
        let leads_back = |to: Block| to == since.block || self.reached(to, &[]).contains(&since.block);
        let mut from = self.function.layout.iter().copied().filter(|&block| self.targets(block).any(passes));
        from.all(|block| {
            let is_sure = self.targets(block).all(passes) && self.comes_behind(since, (block, usize::MAX));
            !is_sure && !self.targets(block).filter(|target| passes(target)).any(|target| leads_back(target.block))
        })
    }

    /// Whether an access of memory that others see shows that a thread has come to an IR block.
    fn has_access(&self, block: Block) -> bool {
        self.function.blocks[block.index()].insts.iter().any(|inst| {
            let data = &self.function.insts[inst.index()];
            is_access(data.op) && data.attrs.space != Some(Space::Local)
        })
    }

    /// Whether what is stored at an address is an argument of `printf`.
    pub(super) fn is_printed(&self, address: Option<&Value>) -> bool {
        let (Some(address), Some(_)) = (address, self.vprintf) else { return false };
        self.of.get(address).into_iter().flatten().any(|&(user, ..)| {
            let data = &self.function.insts[user.index()];
            match data.payload {
                Payload::Call(callee) => Some(callee) == self.vprintf,
                _ => data.op == Opcode::Cvta && self.is_printed(data.results.first()),
            }
        })
    }

    /// Whether all that comes of an instruction is computed for `selp`, which may select something else.
    fn is_left_out(&self, inst: Inst, depth: u32) -> bool {
        let data = &self.function.insts[inst.index()];
        let is_computation = !data.results.is_empty() && !matches!(data.op, Opcode::Ld | Opcode::Atom | Opcode::Call) && depth > 0;
        is_computation
            && data.results.iter().all(|result| {
                let is_passed = self.passed.contains_key(result);
                let of = self.of.get(result).map_or(&[][..], Vec::as_slice);
                let is_arm = |user: Inst| {
                    let data = &self.function.insts[user.index()];
                    data.op == Opcode::Selp && data.args.get(2) != Some(result)
                };
                !is_passed && !of.is_empty() && of.iter().all(|&(user, ..)| is_arm(user) || self.is_left_out(user, depth - 1))
            })
    }
}

/// Whether it loads, stores or updates.
pub(super) fn is_access(op: Opcode) -> bool {
    matches!(op, Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red)
}

/// Whether a conversion leaves the bits that there are as they are.
fn is_copy(data: &InstData) -> bool {
    let is_integer = |ty: Type| matches!(ty, Type::U8 | Type::S8 | Type::U16 | Type::S16 | Type::U32 | Type::S32 | Type::U64 | Type::S64);
    is_integer(data.ty) && is_integer(data.src_ty) && !data.attrs.sat
}
