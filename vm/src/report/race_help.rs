//! What a report of a race advises: what would order the two accesses, or make them one step.

use super::missing_barrier::{Missing, gap, is_in_loop};
use super::pointee::leaves;
use super::race_pairs::{Between, Shown, is_one_address, reads_beside};
use super::{flags, read_only, tickets};
use crate::finding::{Added, Edit, Place};
use crate::instrument::hazard::{Party, Race, RaceSpace};
use crate::machine::Machine;
use crate::memory::Side;
use kern_ir::{AtomOp, Effects, Function, InstData, Opcode, Sem, Value, ValueDef};
use rustc_hash::FxHashSet;

/// Values that are followed.
const MOST: usize = 128;

/// The function of an access.
fn function_of<'m>(machine: &'m Machine, party: &Party) -> Option<&'m Function> {
    machine.module(Side::Device).functions.get(party.site?.0 as usize)
}

/// The instruction of an access.
fn inst_of<'m>(machine: &'m Machine, party: &Party) -> Option<&'m InstData> {
    function_of(machine, party)?.insts.get(party.site?.1 as usize)
}

/// What a store stores is made of what a load gave, by computing: all such loads.
fn made_of<'m>(function: &'m Function, store: &InstData) -> Vec<(u32, &'m InstData)> {
    let mut found = sources(function, store.args.get(1..).unwrap_or_default().to_vec());
    found.retain(|(_, data)| data.op == Opcode::Ld);
    found
}

/// The loads, and numbers of threads and blocks, of which values are computed.
fn sources(function: &Function, mut open: Vec<Value>) -> Vec<(u32, &InstData)> {
    let (mut seen, mut found) = (FxHashSet::default(), Vec::new());
    while let Some(value) = open.pop() {
        if !seen.insert(value) || seen.len() > MOST {
            continue;
        }
        let ValueDef::Result(inst, _) = function.def(value) else { continue };
        let data = &function.insts[inst.index()];
        match data.op {
            Opcode::Ld | Opcode::Sreg => found.push((inst.0, data)),
            _ if data.op.row().effects == Effects::Pure => open.extend(&data.args),
            _ => {}
        }
    }
    found
}

/// Whether one of the two stores what it made of what the other has read; and if so, whether at the same place: between the two other
/// threads come.
fn makes_of_it(machine: &Machine, race: &Race) -> Option<bool> {
    let (write, read) = race.write_and_read()?;
    let (function, store, load) = (function_of(machine, &write)?, inst_of(machine, &write)?, read.site?);
    let is_read = |&(inst, _): &(u32, &InstData)| write.site.map(|site| site.0) == Some(load.0) && inst == load.1;
    made_of(function, store).into_iter().find(is_read).map(|(_, data)| address(data) == address(store))
}

/// One reads a place and the other writes it, and the code does both at one address: it reads there, then writes something else.
fn replaces(machine: &Machine, race: &Race) -> bool {
    let Some((write, read)) = race.write_and_read().filter(|(write, read)| !write.is_strong && !read.is_strong) else { return false };
    let (Some(function), Some(store), Some(load)) = (function_of(machine, &write), inst_of(machine, &write), inst_of(machine, &read))
    else {
        return false;
    };
    let at = |data: &InstData| Some((*data.args.first()?, data.offset));
    let is_one_address = at(load).zip(at(store)).is_some_and(|(load, store)| is_one_address(function, load, store));
    let is_one_place = (load.op, store.op) == (Opcode::Ld, Opcode::St) && is_one_address && load.loc != store.loc;
    let of = sources(function, store.args.first().copied().into_iter().collect());
    let is_anybodys = of.is_empty() || of.iter().any(|(_, data)| data.op == Opcode::Ld);
    is_one_place && is_anybodys && gap(machine, race).or_else(|| gap(machine, &race.swapped())).is_some()
}

/// Whether a place is no thread's own in the round of a loop: it is in no loop, or its address comes of a load.
fn may_be_anybodys(machine: &Machine, party: &Party) -> bool {
    let Some((function, data)) = function_of(machine, party).zip(inst_of(machine, party)) else { return false };
    let is_load = |(_, data): &(u32, &InstData)| data.op == Opcode::Ld;
    !is_in_loop(machine, party) || sources(function, data.args.first().copied().into_iter().collect()).iter().any(is_load)
}

/// Whether a store puts there what another element of the same array held: elements change places.
fn swaps(machine: &Machine, party: &Party) -> bool {
    let Some((function, store)) = function_of(machine, party).zip(inst_of(machine, party)) else { return false };
    let loads = made_of(function, store);
    let roots = |data: &InstData| data.args.first().map_or(Vec::new(), |&value| leaves(function, value));
    let is_of_array = |data: &InstData| roots(data).iter().any(|root| roots(store).contains(root));
    !loads.is_empty() && loads.iter().all(|(_, data)| address(data) != address(store) && is_of_array(data))
}

/// The address of an access, as the code has it.
fn address(data: &InstData) -> (Option<Value>, i64) {
    (data.args.first().copied(), data.offset)
}

/// Whether the code of an access loads the place that it stores to.
fn changes_what_it_read(machine: &Machine, party: &Party) -> bool {
    let Some((function, store)) = function_of(machine, party).zip(inst_of(machine, party)) else { return false };
    function.iter_insts().any(|(_, _, data)| data.op == Opcode::Ld && address(data) == address(store))
}

/// Whether the code of an access has loads or stores that name an order, as those of `cuda::atomic` do.
fn names_orders(machine: &Machine, party: &Party) -> bool {
    let is_ordered = |data: &InstData| {
        matches!(data.op, Opcode::Ld | Opcode::St) && matches!(data.attrs.sem, Some(Sem::Relaxed | Sem::Acquire | Sem::Release))
    };
    function_of(machine, party).is_some_and(|function| function.iter_insts().any(|(_, _, data)| is_ordered(data)))
}

/// A plain store to what `atomicCAS` or `atomicExch` waits for.
pub(super) fn is_unlock(machine: &Machine, race: &Race) -> bool {
    let takes = |party: &Party| inst_of(machine, party).is_some_and(|data| matches!(data.attrs.atom, Some(AtomOp::Cas | AtomOp::Exch)));
    let stores = |party: &Party| inst_of(machine, party).is_some_and(|data| data.op == Opcode::St) && !party.is_strong;
    takes(&race.first) && stores(&race.second) || takes(&race.second) && stores(&race.first)
}

/// What orders the accesses of what a lock guards.
const LOCK: &str = "a lock keeps what it guards in order only with `__threadfence();` behind taking it and before giving it back, or with \
                    `memory_order_acquire` and `memory_order_release`";

/// Whether the code of an access takes something by `atomicCAS` or `atomicExch`.
fn has_lock(machine: &Machine, party: &Party) -> bool {
    let takes = |data: &InstData| matches!(data.attrs.atom, Some(AtomOp::Cas | AtomOp::Exch));
    function_of(machine, party).is_some_and(|function| function.iter_insts().any(|(_, _, data)| takes(data)))
}

/// What would help, and as a change of the program, where it is one.
pub(super) struct Advice {
    pub(super) text: String,
    pub(super) edit: Option<Edit>,
}

impl<T: Into<String>> From<T> for Advice {
    fn from(text: T) -> Advice {
        Advice { text: text.into(), edit: None }
    }
}

impl Advice {
    /// To add a statement, in the file of an access.
    pub(super) fn add(text: String, access: Option<&Place>, place: Added, statement: &str) -> Advice {
        let file = access.filter(|access| !access.is_system).map(|access| access.file.clone());
        Advice { text, edit: file.map(|file| Edit { file, place, text: statement.to_string() }) }
    }
}

/// What orders the two, in a launch of so many blocks.
pub(super) fn help(machine: &Machine, shown: &Shown, how: Between, blocks: u64, [first, second]: [Option<&Place>; 2]) -> Advice {
    let race = &shown.race;
    let is_one_line = matches!((first, second), (Some(a), Some(b)) if (&a.file, a.line) == (&b.file, b.line));
    let both_write_there = first == second && race.first.writes && race.second.writes;
    let is_update = !both_write_there || shown.is_update || changes_what_it_read(machine, &race.second);
    let has_moved = race.write_and_read().is_some_and(|(write, _)| swaps(machine, &write));
    let makes = makes_of_it(machine, race);
    // What is made of another element is no update of this one.
    let is_of_another = has_moved || makes == Some(false);
    let updates = (is_one_line && race.first.writes != race.second.writes && !is_of_another || first == second && race.second.writes)
        && is_update
        || makes == Some(true) && gap(machine, race).is_none_or(|gap| !gap.is_round);
    let is_read_first = !race.first.writes && race.second.writes;
    if race.takes {
        return "take the lock in one step, with `while (atomicCAS(&lock, 0, 1) != 0) {}`, and give it back with `atomicExch(&lock, 0);`"
            .into();
    }
    if race.undoes {
        let how = "use an atomic operation, such as `atomicAdd`, in place of reading and writing through `volatile`";
        return if has_lock(machine, &race.second) { format!("{how}; {LOCK}").into() } else { how.into() };
    }
    let is_async = |party: &Party| inst_of(machine, party).is_some_and(|data| data.attrs.is_async);
    let is_late = |party: &Party| party.writes && is_async(party);
    if (race.is_copied || is_late(&race.second)) && !is_late(&race.first) {
        return "the copy writes over what other threads still use: put `__syncthreads();` behind their last use, or `consumer_release()` \
                of a pipeline that they share, before the copy is asked for"
            .into();
    }
    if is_late(&race.first) {
        return "wait for the copy before what it brings is used: with `consumer_wait()` of the pipeline, or `wait` of the barrier, that it \
                was given; or in the threads that have asked for it, with `__syncthreads();` behind that"
            .into();
    }
    if let Some(help) = read_only::help(machine, race).or_else(|| tickets::help(machine, race)) {
        return help.into();
    }
    let is_anybodys = || race.write_and_read().is_some_and(|(write, _)| may_be_anybodys(machine, &write));
    match how {
        Between::Lanes | Between::Warps | Between::Blocks if makes.is_none() && replaces(machine, race) => {
            "reading a place and writing it are two steps, and other threads come between: do both in one, with an atomic operation that \
             gives the old value, such as `atomicExch`, `atomicMax` or `atomicCAS`"
                .into()
        }
        Between::Lanes | Between::Warps
            if makes == Some(true) && race.space == RaceSpace::Shared && is_one_line && !race.takes && is_anybodys() =>
        {
            let narrow = "; there is none for elements of fewer than 4 bytes: make them `int`";
            format!(
                "several threads change one element: use an atomic operation, such as `atomicAdd` or `atomicOr`{}",
                if race.bytes < 4 { narrow } else { "" }
            )
            .into()
        }
        _ if race.are_volatile && how != Between::Warps => {
            "put `__syncwarp();` between the steps: read into a variable, `__syncwarp();`, write, `__syncwarp();`".into()
        }
        Between::OneInstruction => {
            "let one thread write it, or give each thread a place of its own; to add up, use `atomicAdd`".into()
        }
        Between::Warps if first == second && race.first.writes && race.second.writes => {
            "let one thread write it (`if (threadIdx.x < …)`), or give each thread a place of its own".into()
        }
        Between::Blocks if race.space == RaceSpace::Shared => {
            "have the blocks of the cluster meet between the two, with `cooperative_groups::this_cluster().sync();`: `__syncthreads()` waits \
             for the threads of one block alone"
                .into()
        }
        Between::Blocks if race.is_narrow && race.first.is_strong && race.second.is_strong => {
            "operations that end in `_block`, or have the scope of a block, are atomic for the threads of one block: use `atomicAdd` \
             in place of `atomicAdd_block`, `cuda::thread_scope_device` in place of `cuda::thread_scope_block`"
                .into()
        }
        Between::Blocks if has_moved && is_in_loop(machine, &race.second) => {
            "do one round of the loop in each launch: the next one sees what this one wrote; in a cooperative launch `grid.sync();` at the \
             end of a round orders the blocks"
                .into()
        }
        Between::Blocks if reads_beside(machine, race) || makes == Some(false) && is_one_line => {
            "read from one array and write to another, and let the next launch read that one: blocks, and warps, run in any order; in a \
             cooperative launch `grid.sync();` between the two orders them"
                .into()
        }
        // Where one block does it all a barrier does, at the end of a round or between reading and writing.
        Between::Lanes | Between::Warps
            if reads_beside(machine, race)
                && (blocks > 1 || gap(machine, race).is_none_or(|gap| !gap.is_round && !(is_one_line && is_read_first))) =>
        {
            "read from one array and write to another, and let the next launch read that one: blocks, and warps, run in any order"
                .into()
        }
        Between::Blocks | Between::Warps
            if updates && race.space == RaceSpace::Global && !race.first.is_strong && !race.second.is_strong =>
        {
            let how = "use an atomic operation, such as `atomicAdd` or `atomicMax`: reading, changing and writing are three steps, and \
                       other threads come between";
            if has_lock(machine, &race.second) { format!("{how}; {LOCK}").into() } else { how.into() }
        }
        Between::Blocks if both_write_there && !race.first.is_strong && !race.second.is_strong => match race.lowest == race.highest {
            true => "let one thread write it (`if (blockIdx.x == 0 && threadIdx.x == 0)`), give each block a place of its own, or use an \
                     atomic operation, such as `atomicAdd` or `atomicMax`"
                .into(),
            false => "let each block write elements of its own: `blockIdx.x * blockDim.x + threadIdx.x`, and steps of \
                      `gridDim.x * blockDim.x` where a loop goes on from there; or use an atomic operation, such as `atomicAdd`"
                .into(),
        },
        Between::Blocks if is_unlock(machine, race) => {
            "release the lock as it is taken, with `atomicExch(&lock, 0);`, and put `__threadfence();` before that and after the lock is \
             taken"
                .into()
        }
        Between::Blocks if race.first.is_strong || race.second.is_strong => {
            "make both accesses atomic; data that a flag announces needs `__threadfence()` between data and flag, on both sides".into()
        }
        Between::Blocks if names_orders(machine, &race.second) => {
            "data that a flag announces needs `memory_order_release` where the flag is set and `memory_order_acquire` where it is read, \
             or `__threadfence()` between data and flag on both sides; else give each block elements of its own, or do the second part \
             in a kernel launched after this one"
                .into()
        }
        Between::Blocks => {
            "blocks run in any order and at the same time: give each block elements of its own, use an atomic operation, or do the \
             second part in a kernel launched after this one; data that a flag announces needs a volatile or atomic flag and \
             `__threadfence()` between data and flag, on both sides"
                .into()
        }
        Between::Lanes | Between::Warps if race.first.is_strong != race.second.is_strong => {
            let barrier = if how == Between::Lanes { "__syncwarp();" } else { "__syncthreads();" };
            match gap(machine, race) {
                // A barrier, or what is in there, is made before the others use it.
                Some(Missing { is_round: false, line: Some(line), .. }) if is_in_library(machine, &race.second) => {
                    Advice::add(format!("add `{barrier}` after line {line}"), first, Added::AfterLine(line), barrier)
                }
                Some(Missing { is_round: false, line: Some(line), .. }) if !is_one_line => {
                    let advice = format!("add `{barrier}` after line {line}; or make both accesses atomic, if they may come in any order");
                    Advice::add(advice, first, Added::AfterLine(line), barrier)
                }
                _ => "make both accesses atomic, or put `__syncthreads();` between them".into(),
            }
        }
        Between::Lanes | Between::Warps => {
            let barrier = if how == Between::Lanes { "__syncwarp();" } else { "__syncthreads();" };
            let place = gap(machine, race);
            if updates && (race.space == RaceSpace::Global && !reads_beside(machine, race) || makes == Some(true) && !is_one_line) {
                return "let one thread do it, or use `atomicAdd`, which gives the old value: `int old = atomicAdd(&count, 1);`".into();
            }
            let turned = if is_one_line && is_read_first { gap(machine, &race.swapped()) } else { None };
            let no_barrier = |line: u32| -> Advice {
                format!(
                    "threads go round the loop at line {line} differently often, so that no barrier can stand in it: use an atomic \
                     operation, such as `atomicAdd`, `atomicOr` or `atomicMax`, or have all threads go round equally often"
                )
                .into()
            };
            for gap in [turned.as_ref(), place.as_ref()].into_iter().flatten() {
                if let Missing { is_round: true, line: Some(line), parts_threads: true, .. } = gap {
                    return no_barrier(*line);
                }
            }
            if let Some(Missing { is_round: true, line: Some(line), .. }) = turned {
                return format!(
                    "add `{barrier}` at the end of the body of the loop at line {line}, where all threads come by: the next round reads \
                     what this one writes; if one round reads what it writes itself, read into a variable and add another before the write"
                )
                .into();
            }
            if is_one_line && is_read_first && place.as_ref().is_none_or(|p| !p.is_round) {
                return format!("read into a variable first, then `{barrier}`, then write: all threads read before any writes").into();
            }
            match place {
                Some(Missing { is_round: true, line: Some(line), .. }) => end_of_loop(barrier, line, first),
                Some(Missing { is_round: true, line: None, .. }) => format!("add `{barrier}` at the end of the loop's body").into(),
                Some(Missing { is_round: false, line: Some(line), .. }) if !is_one_line => {
                    let is_announced = race.space == RaceSpace::Shared && flags::announces(machine, race);
                    let or = "; or, if the flag is to announce it: `__threadfence_block();` between data and flag, on both sides";
                    let advice = format!("add `{barrier}` after line {line}{}", if is_announced { or } else { "" });
                    if is_announced { advice.into() } else { Advice::add(advice, first, Added::AfterLine(line), barrier) }
                }
                _ if flags::announces(machine, race) => {
                    "no barrier can stand between the two; the flag between them announces the data: put \
                                                 `__threadfence_block();` between data and flag, on both sides, and have all accesses of \
                                                 the flag volatile or atomic"
                        .into()
                }
                _ if arrives(machine, &race.first) => {
                    "who only arrives at a `cuda::barrier` is told of nothing: have the threads that use what others wrote wait there, with \
                     `barrier.arrive_and_wait();` or `barrier.wait(std::move(token));`"
                        .into()
                }
                _ => format!("add `{barrier}` between the two, where all threads of the block come by").into(),
            }
        }
    }
}

/// A barrier between the rounds of a loop.
pub(super) fn end_of_loop(barrier: &str, line: u32, access: Option<&Place>) -> Advice {
    let text = format!(
        "add `{barrier}` at the end of the body of the loop at line {line}: the next round starts while others are still in this one"
    );
    Advice::add(text, access, Added::EndOfLoop(line), barrier)
}

/// Whether an access is one of a function that came with `kern`.
fn is_in_library(machine: &Machine, party: &Party) -> bool {
    let module = machine.module(Side::Device);
    inst_of(machine, party).is_some_and(|data| Place::is_in_header(module, data.loc, ""))
}

/// Whether the code of an access arrives at a barrier of libcu++.
fn arrives(machine: &Machine, party: &Party) -> bool {
    let module = machine.module(Side::Device);
    let is_arrival = |data: &InstData| data.op == Opcode::Atom && Place::is_in_header(module, data.loc, "cuda/barrier");
    function_of(machine, party).is_some_and(|function| function.iter_insts().any(|(_, _, data)| is_arrival(data)))
}
