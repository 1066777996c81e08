//! Runs one split until it waits, ends, or has had its turn.

use super::access::{Scene, lanes};
use super::barrier::Ledger;
use super::code::{Code, Edge, Kind, Op};
use super::engine::Engine;
use super::registers::{ALL, Mask, Registers, Width};
use super::warp::{Activation, ActivationId, NOBODY, Point, Split, State, TURN, Warp};
use crate::memory::{HOST_STACK, StackFrame, Window};
use crate::observe::BranchEvent;
use crate::report;
use crate::runtime::Stop;
use kern_ir::{BarKind, FunctionKind, Space, Sreg, Type};
use std::rc::Rc;

/// Calls that may be in progress in one thread; far more than any stack allows.
const DEPTH_LIMIT: u32 = 1 << 16;

/// Why a split stopped running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pause {
    /// Another split may have to run first, or it waits: its state says so.
    Parked,
    /// All of its lanes ended.
    Ended,
    /// It had its turn.
    Yielded,
}

/// A split taken out of its warp's list while it runs.
struct Running<const L: usize> {
    activation: ActivationId,
    code: Rc<Code<L>>,
    registers: Registers<L>,
    pc: u32,
    mask: Mask,
}

impl<const L: usize> Engine<'_, '_, L> {
    /// Runs split number `index` of the warp.
    ///
    /// # Errors
    /// The program, or the launch, cannot go on.
    pub(crate) fn run_split(&mut self, warp: &mut Warp<L>, ledger: &mut Ledger, index: usize) -> Result<Pause, Stop> {
        let Split { activation, pc, mask, yielded: _, stuck, probe, .. } = warp.splits.swap_remove(index);
        let code = warp.activation(activation).code.clone();
        let registers = warp.activation(activation).registers;
        let mut run = Running { activation, code, registers, pc, mask };
        let start = self.effects;
        let pause = self.run(warp, ledger, &mut run)?;
        if pause == Pause::Yielded {
            let mut split = Split { yielded: true, stuck, probe, ..Split::new(run.activation, run.pc, run.mask, State::Ready) };
            if split.activation != activation || self.effects != start {
                (split.stuck, split.probe) = (None, None);
            }
            self.look_for_cycle(warp, &mut split);
            warp.add(split);
        }
        Ok(pause)
    }

    fn run(&mut self, warp: &mut Warp<L>, ledger: &mut Ledger, run: &mut Running<L>) -> Result<Pause, Stop> {
        let mut code = run.code.clone();
        loop {
            if !Rc::ptr_eq(&code, &run.code) {
                code = run.code.clone();
            }
            let ops = &code.ops[..];
            let registers = run.registers;
            let mut pc = run.pc as usize;
            let write_mask = if L == 1 || warp.splits.is_empty() { ALL } else { run.mask };
            // Straight-line code; whatever may change the split, its mask or its function breaks out.
            loop {
                let op = &ops[pc];
                if op.kind == Kind::Alu {
                    // SAFETY: the decoder chose `run` for slots of this function's register file, and (for the
                    // variants that need it) for this processor.
                    unsafe { (op.run)(registers, op, write_mask) };
                    pc += 1;
                    continue;
                }
                if !self.execute_plain(warp, ledger, (run.activation, &code), registers, op, run.mask, write_mask)? {
                    break;
                }
                pc += 1;
            }
            run.pc = pc as u32;
            let op = &ops[pc];
            match op.kind {
                Kind::Jump(edge) => {
                    if let Some(pause) = self.take_edge(warp, run, code.edges[edge as usize], write_mask)? {
                        return Ok(pause);
                    }
                }
                Kind::Branch(then, otherwise) => {
                    let taken = registers.predicate(op.a) & run.mask;
                    self.counters.branches += 1;
                    if self.is_observed() {
                        self.observe_branch(warp, ledger, (code.id, op.inst), run.mask, taken);
                    }
                    let edge = if taken == run.mask {
                        then
                    } else if taken == 0 {
                        otherwise
                    } else {
                        self.counters.divergent_branches += 1;
                        warp.note_parting(run.mask, (code.id, op.inst));
                        self.part(warp, run, &[(code.edges[then as usize], taken), (code.edges[otherwise as usize], run.mask & !taken)]);
                        return Ok(Pause::Parked);
                    };
                    if let Some(pause) = self.take_edge(warp, run, code.edges[edge as usize], write_mask)? {
                        return Ok(pause);
                    }
                }
                Kind::Switch(first, count) => {
                    let indices = registers.read::<u32>(op.a);
                    let mut groups: Vec<(u32, Mask)> = Vec::new();
                    for lane in lanes::<L>(run.mask) {
                        let edge = first + indices[lane].min(count - 1);
                        match groups.iter_mut().find(|g| g.0 == edge) {
                            Some(group) => group.1 |= 1 << lane,
                            None => groups.push((edge, 1 << lane)),
                        }
                    }
                    self.counters.branches += 1;
                    if self.is_observed() {
                        self.observe_branch(warp, ledger, (code.id, op.inst), run.mask, groups[0].1);
                    }
                    if let [(edge, _)] = groups[..] {
                        if let Some(pause) = self.take_edge(warp, run, code.edges[edge as usize], write_mask)? {
                            return Ok(pause);
                        }
                    } else {
                        self.counters.divergent_branches += 1;
                        warp.note_parting(run.mask, (code.id, op.inst));
                        let groups: Vec<(Edge, Mask)> = groups.iter().map(|&(e, m)| (code.edges[e as usize], m)).collect();
                        self.part(warp, run, &groups);
                        return Ok(Pause::Parked);
                    }
                }
                Kind::Call(function, call) => {
                    self.enter(warp, ledger, run, function, call)?;
                    if self.jit.is_some() {
                        warp.park(run.activation, run.pc, run.mask);
                        return Ok(Pause::Parked);
                    }
                }
                Kind::CallIndirect(call) => self.enter_indirect(warp, ledger, run, op, call)?,
                Kind::Ret => {
                    if let Some(pause) = self.leave(warp, ledger, run, op) {
                        return Ok(pause);
                    }
                }
                Kind::Exit => {
                    self.end_lanes(warp, ledger, run);
                    return Ok(Pause::Ended);
                }
                Kind::Nanosleep => {
                    run.pc += 1;
                    return Ok(Pause::Yielded);
                }
                Kind::Bar(_, number, _) => {
                    if L == 1 {
                        return Err(self.unsupported(warp, run, op));
                    }
                    if !self.arrive_at(warp, ledger, run.activation, run.pc, run.mask) {
                        if let Some(pause) = self.fall_through(warp, run) {
                            return Ok(pause);
                        }
                        continue;
                    }
                    let state = State::Barrier(number);
                    let (activation, pc, mask) = (run.activation, run.pc, run.mask);
                    warp.splits.push(Split::new(activation, pc, mask, state));
                    return Ok(Pause::Parked);
                }
                Kind::BarWarp | Kind::Shfl(..) | Kind::Vote(_) | Kind::Match(..) | Kind::Redux(..) => {
                    if self.collective_at_once(warp, run.activation, run.pc, run.mask) {
                        self.observe_sync(warp, ledger, (code.id, op.inst), run.mask);
                        if let Some(pause) = self.fall_through(warp, run) {
                            return Ok(pause);
                        }
                    } else {
                        self.wait_for_lanes(warp, run.activation, run.pc, run.mask);
                        return Ok(Pause::Parked);
                    }
                }
                Kind::Trap => return Err(self.trap(warp, run, op)),
                _ => return Err(self.unsupported(warp, run, op)),
            }
        }
    }

    /// Executes an operation that neither moves nor parts nor delays lanes; `false` if it is not one.
    ///
    /// # Errors
    /// The program, or the launch, cannot go on.
    #[inline(always)]
    pub(crate) fn execute_plain(
        &mut self,
        warp: &mut Warp<L>,
        ledger: &mut Ledger,
        (activation, code): (ActivationId, &Code<L>),
        registers: Registers<L>,
        op: &Op<L>,
        mask: Mask,
        write_mask: Mask,
    ) -> Result<bool, Stop> {
        macro_rules! scene {
            () => {
                Scene { warp, ledger, activation, registers, mask, point: (code.id, op.inst) }
            };
        }
        match op.kind {
            // SAFETY: the decoder chose `run` for slots of this function's register file, and (for the variants that
            // need it) for this processor.
            Kind::Alu => unsafe { (op.run)(registers, op, write_mask) },
            Kind::Load(access) => self.load(&mut scene!(), op, &code.accesses[access as usize])?,
            Kind::Store(access) => self.store(&mut scene!(), op, &code.accesses[access as usize])?,
            Kind::Atomic(access, atom, ty, has_result) => {
                self.atomic(&mut scene!(), op, &code.accesses[access as usize], atom, ty, has_result)?;
            }
            Kind::CallExtern(call) => self.call_extern(&mut scene!(), &code.calls[call as usize])?,
            Kind::Sreg(sreg) => {
                let wide = is_wide(code, op, self.layout.module);
                self.special_register(warp, ledger, registers, op, sreg, write_mask, wide);
            }
            Kind::SlotAddress(slot) => {
                let address = warp.activation(activation).local_base + code.locals[slot as usize].offset;
                if op.e != 0 {
                    registers.write(op.d, &[address; L], write_mask);
                } else {
                    registers.write(op.d, &[address as u32; L], write_mask);
                }
            }
            Kind::SharedAddress(variable) => {
                let address = self.frame.shared_offsets.get(variable as usize).copied().unwrap_or(u64::MAX);
                if op.e != 0 {
                    registers.write(op.d, &[address; L], write_mask);
                } else {
                    registers.write(op.d, &[address as u32; L], write_mask);
                }
            }
            Kind::Rebase(base) => {
                let mut values = registers.read::<u64>(op.a);
                values.iter_mut().for_each(|v| *v = v.wrapping_add(base));
                registers.write(op.d, &values, write_mask);
            }
            Kind::LoadParam(offset, ty) => {
                let bits = self.param(offset as usize, ty);
                match Width::of(ty.reg()) {
                    Width::Double => registers.write(op.d, &[bits; L], write_mask),
                    Width::Word => registers.write(op.d, &[bits as u32; L], write_mask),
                    Width::Predicate => registers.set_predicate(op.d, if bits & 1 != 0 { ALL } else { 0 }, write_mask),
                }
            }
            Kind::Isspacep(space) => {
                let addresses = registers.read::<u64>(op.a);
                let mut bits = 0;
                for lane in 0..L {
                    bits |= (is_in_space(space, addresses[lane]) as u32) << lane;
                }
                registers.set_predicate(op.d, bits, write_mask);
            }
            Kind::Nothing => {}
            Kind::Activemask => registers.write(op.d, &[mask; L], write_mask),
            _ => return Ok(false),
        }
        Ok(true)
    }

    #[cold]
    fn observe_branch(&mut self, warp: &Warp<L>, ledger: &Ledger, point: Point, mask: Mask, taken: Mask) {
        let site = self.site(point);
        self.observe(warp, ledger, |observer, warp| observer.branch(&BranchEvent { warp, site, inst: point.1, mask, taken }));
    }

    /// Counts a block of instructions.
    #[inline(always)]
    fn count(&mut self, warp: &mut Warp<L>, cost: u32, mask: Mask) {
        self.counters.warp_instructions += cost as u64;
        self.counters.thread_instructions += cost as u64 * if L == 1 { 1 } else { mask.count_ones() as u64 };
        warp.idle += cost as u64;
    }

    /// Looks at the fuel, after a turn's back edges: ends the launch when its instructions are used up.
    ///
    /// # Errors
    /// They are.
    pub(crate) fn spend(&mut self, warp: &mut Warp<L>, activation: ActivationId, pc: u32, mask: Mask) -> Result<(), Stop> {
        warp.turn = TURN;
        if std::mem::take(&mut warp.is_active) {
            warp.idle = 0;
        }
        if self.counters.warp_instructions >= self.fuel || (L > 1 && warp.idle >= self.machine.config.idle_fuel) {
            let point = self.loop_point(warp, activation, pc);
            return Err(self.out_of_fuel(warp, activation, point, mask));
        }
        Ok(())
    }

    /// Moves the split along an edge; `Some` if something else should run next.
    #[inline(always)]
    fn take_edge(&mut self, warp: &mut Warp<L>, run: &mut Running<L>, edge: Edge, write_mask: Mask) -> Result<Option<Pause>, Stop> {
        for m in &run.code.moves[edge.first as usize..edge.last as usize] {
            run.registers.copy(m.to, m.from, m.width, write_mask);
        }
        let here = run.code.block_of[run.pc as usize];
        let target = run.code.blocks[edge.block as usize];
        run.pc = target.start;
        self.count(warp, target.cost, run.mask);
        if edge.block <= here {
            warp.turn -= 1;
            if warp.turn == 0 {
                self.spend(warp, run.activation, run.pc, run.mask)?;
                if edge.spins {
                    return Ok(Some(Pause::Yielded));
                }
            }
        }
        Ok(if L > 1 && !warp.splits.is_empty() { self.meet(warp, run, edge.block) } else { None })
    }

    /// Lanes arrive at the barrier at an operation; whether they wait there.
    pub(crate) fn arrive_at(&mut self, warp: &mut Warp<L>, ledger: &mut Ledger, activation: ActivationId, pc: u32, mask: Mask) -> bool {
        let current = warp.activation(activation);
        let (op, registers) = (&current.code.ops[pc as usize], current.registers);
        let Kind::Bar(kind, number, has_count) = op.kind else { return false };
        let count = has_count.then(|| registers.lane::<u32>(op.b, mask.trailing_zeros() as usize));
        let predicate = registers.predicate(op.a) & mask;
        warp.is_active = true;
        self.arrive(warp, ledger, (activation, pc), mask, kind, number, count, predicate);
        kind != BarKind::Arrive
    }

    /// Moves the split to the operation after one at which it might have had to wait.
    fn fall_through(&mut self, warp: &mut Warp<L>, run: &mut Running<L>) -> Option<Pause> {
        run.pc += 1;
        let block = run.code.block_of[run.pc as usize];
        if L > 1 && !warp.splits.is_empty() { self.meet(warp, run, block) } else { None }
    }

    /// At the start of a block: merges with splits parked there, or parks if another one is behind.
    fn meet(&mut self, warp: &mut Warp<L>, run: &mut Running<L>, block: u32) -> Option<Pause> {
        let mut is_behind = false;
        let mut index = 0;
        while index < warp.splits.len() {
            let split = &warp.splits[index];
            if split.state == State::Ready && !split.yielded && split.activation == run.activation {
                if split.pc == run.pc {
                    run.mask |= split.mask;
                    warp.splits.swap_remove(index);
                    warp.activation_mut(run.activation).users -= 1;
                    continue;
                }
                is_behind |= run.code.block_of[split.pc as usize] < block;
            }
            index += 1;
        }
        if is_behind {
            warp.park(run.activation, run.pc, run.mask);
            return Some(Pause::Parked);
        }
        None
    }

    /// Lanes go different ways: each group moves along its edge and is parked.
    fn part(&mut self, warp: &mut Warp<L>, run: &mut Running<L>, groups: &[(Edge, Mask)]) {
        warp.activation_mut(run.activation).users += groups.len() as u32 - 1;
        for &(edge, mask) in groups {
            for m in &run.code.moves[edge.first as usize..edge.last as usize] {
                run.registers.copy(m.to, m.from, m.width, mask);
            }
            let target = run.code.blocks[edge.block as usize];
            self.count(warp, target.cost, mask);
            warp.park(run.activation, target.start, mask);
        }
    }

    fn enter(&mut self, warp: &mut Warp<L>, ledger: &mut Ledger, run: &mut Running<L>, function: u32, call: u32) -> Result<(), Stop> {
        let layout = self.layout.clone();
        let code = self.store.code(&layout, function);
        let parent = warp.activation(run.activation);
        let depth = parent.depth + 1;
        let local_base = if L == 1 {
            parent.local_base.checked_sub(code.frame).filter(|&base| base >= HOST_STACK + 4096)
        } else {
            let base = parent.local_base + parent.code.frame;
            (base + code.frame <= self.machine.device.local_bytes_per_thread as u64).then_some(base)
        };
        let Some(local_base) = local_base.filter(|_| depth < DEPTH_LIMIT) else {
            return Err(self.stack_overflow(warp, ledger, run.activation, run.pc, run.mask));
        };
        if L == 1 {
            self.push_host_frame(local_base, &code);
        } else {
            grow_local(warp, local_base + code.frame);
        }
        let mut file = self.store.file(&code);
        let registers = file.registers::<L>();
        let data = &run.code.calls[call as usize];
        for (&(to, width), &(from, _)) in code.params.iter().zip(&data.args) {
            match width {
                Width::Word => registers.write(to, &run.registers.read::<u32>(from), ALL),
                Width::Double => registers.write(to, &run.registers.read::<u64>(from), ALL),
                Width::Predicate => registers.set_predicate(to, run.registers.predicate(from), ALL),
            }
        }
        let start = code.blocks[0];
        self.count(warp, start.cost, run.mask);
        let activation =
            Activation { code: code.clone(), file, registers, parent: run.activation, call_pc: run.pc, local_base, depth, users: 1 };
        run.activation = warp.add_activation(activation);
        (run.code, run.registers, run.pc) = (code, registers, start.start);
        Ok(())
    }

    fn enter_indirect(&mut self, warp: &mut Warp<L>, ledger: &mut Ledger, run: &mut Running<L>, op: &Op<L>, call: u32) -> Result<(), Stop> {
        let addresses = run.registers.read::<u64>(op.a);
        let first = addresses[run.mask.trailing_zeros() as usize % L];
        let group = lanes::<L>(run.mask).filter(|&lane| addresses[lane] == first).fold(0, |mask, lane| mask | 1 << lane);
        if group != run.mask {
            warp.activation_mut(run.activation).users += 1;
            warp.park(run.activation, run.pc, run.mask & !group);
            run.mask = group;
        }
        let data = &run.code.calls[call as usize];
        let layout = self.layout.clone();
        let callee = layout.function_at(first).map(|id| (id, &layout.module.functions[id as usize]));
        let types: Vec<_> = data.args.iter().map(|a| a.1).collect();
        match callee {
            Some((id, function))
                if function.kind == FunctionKind::Func
                    && function.params == types
                    && function.results.len() >= data.result.is_some() as usize =>
            {
                self.enter(warp, ledger, run, id, call)
            }
            Some((_, function)) if function.kind == FunctionKind::Extern => {
                let mut data = data.clone();
                data.target = super::host::target(&function.name);
                data.name = function.name.clone();
                let point = (run.code.id, op.inst);
                let (registers, mask, activation) = (run.registers, run.mask, run.activation);
                let mut scene = Scene { warp, ledger, activation, registers, mask, point };
                self.call_extern(&mut scene, &data)?;
                run.pc += 1;
                Ok(())
            }
            _ => Err(self.bad_function(warp, run.activation, run.pc, first)),
        }
    }

    /// A host function starts: what lies where on the stack.
    pub(crate) fn push_host_frame(&mut self, base: u64, code: &Code<L>) {
        self.machine.memory.host_stack_top = base;
        if !code.locals.is_empty() {
            self.machine.memory.host_frames.push(StackFrame { base, variables: code.locals.clone() });
        }
    }

    /// Returns from a function, or ends the lanes of a kernel.
    fn leave(&mut self, warp: &mut Warp<L>, ledger: &mut Ledger, run: &mut Running<L>, op: &Op<L>) -> Option<Pause> {
        let current = warp.activation(run.activation);
        let (parent, call_pc) = (current.parent, current.call_pc);
        if parent == NOBODY {
            let results = &self.layout.module.functions[run.code.id as usize].results;
            ledger.host_result = results.first().map_or(0, |&ty| run.registers.bits(op.a, Width::of(ty), 0));
            self.end_lanes(warp, ledger, run);
            return Some(Pause::Ended);
        }
        let caller = warp.activation(parent);
        let (code, registers) = (caller.code.clone(), caller.registers);
        let call = match code.ops[call_pc as usize].kind {
            Kind::Call(_, call) | Kind::CallIndirect(call) => &code.calls[call as usize],
            _ => unreachable!("only calls enter functions"),
        };
        if let Some((to, width)) = call.result {
            let mask = run.mask;
            match width {
                Width::Word => registers.write(to, &run.registers.read::<u32>(op.a), mask),
                Width::Double => registers.write(to, &run.registers.read::<u64>(op.a), mask),
                Width::Predicate => registers.set_predicate(to, run.registers.predicate(op.a), mask),
            }
        }
        if L == 1 {
            self.machine.memory.pop_host_frames(warp.activation(parent).local_base);
        }
        // The split moves to the parent: one user more there, one less here.
        warp.activation_mut(parent).users += 1;
        let store = &mut self.store;
        warp.release(run.activation, |activation| store.recycle(activation));
        if L > 1 && (!warp.splits.is_empty() || self.jit.is_some()) {
            warp.park(parent, call_pc + 1, run.mask);
            (run.activation, run.pc) = (parent, call_pc + 1);
            return Some(Pause::Parked);
        }
        (run.activation, run.code, run.registers, run.pc) = (parent, code.clone(), registers, call_pc + 1);
        None
    }

    fn end_lanes(&mut self, warp: &mut Warp<L>, ledger: &mut Ledger, run: &mut Running<L>) {
        let point = (run.code.id, run.code.ops[run.pc as usize].inst);
        let store = &mut self.store;
        warp.release(run.activation, |activation| store.recycle(activation));
        self.end_at(warp, ledger, point, run.mask);
    }

    /// Lanes end at a point.
    pub(crate) fn end_at(&mut self, warp: &mut Warp<L>, ledger: &mut Ledger, point: Point, mask: Mask) {
        warp.note_end(mask, point);
        warp.live &= !mask;
        self.effects += 1;
        warp.is_active = true;
        if L > 1 {
            self.threads_ended(warp, ledger, mask);
        }
    }

    fn param(&self, offset: usize, ty: Type) -> u64 {
        let size = ty.size() as usize;
        let Some(bytes) = offset.checked_add(size).and_then(|end| self.frame.params.get(offset..end)) else { return 0 };
        let bits = bytes.iter().rev().fold(0u64, |bits, &byte| bits << 8 | byte as u64);
        match ty {
            Type::S8 => bits as i8 as i32 as u32 as u64,
            Type::S16 => bits as i16 as i32 as u32 as u64,
            _ => bits,
        }
    }

    fn special_register(
        &mut self,
        warp: &mut Warp<L>,
        ledger: &Ledger,
        registers: Registers<L>,
        op: &Op<L>,
        sreg: Sreg,
        write_mask: Mask,
        wide: bool,
    ) {
        let config = &self.frame.config;
        let lane_values = |f: &dyn Fn(u32) -> u32| {
            let mut values = [0u32; L];
            for lane in 0..L {
                values[lane] = f(lane as u32);
            }
            values
        };
        let tid = |axis: usize| self.frame.tids.get(warp.index as usize).map_or([0; L], |t| t[axis]);
        let all = |value: u64| [value as u32; L];
        let values = match sreg {
            Sreg::TidX => tid(0),
            Sreg::TidY => tid(1),
            Sreg::TidZ => tid(2),
            Sreg::NtidX => all(config.block[0] as u64),
            Sreg::NtidY => all(config.block[1] as u64),
            Sreg::NtidZ => all(config.block[2] as u64),
            Sreg::CtaidX => all(ledger.index[0] as u64),
            Sreg::CtaidY => all(ledger.index[1] as u64),
            Sreg::CtaidZ => all(ledger.index[2] as u64),
            Sreg::NctaidX => all(config.grid[0] as u64),
            Sreg::NctaidY => all(config.grid[1] as u64),
            Sreg::NctaidZ => all(config.grid[2] as u64),
            Sreg::Laneid => lane_values(&|lane| lane),
            Sreg::Warpid => all(warp.index as u64),
            Sreg::Nwarpid => all(config.threads().div_ceil(32)),
            Sreg::Smid => all(ledger.number % self.machine.device.sm_count.max(1) as u64),
            Sreg::Nsmid => all(self.machine.device.sm_count as u64),
            Sreg::Gridid => all(self.frame.grid_id),
            Sreg::LanemaskEq => lane_values(&|lane| 1 << lane),
            Sreg::LanemaskLt => lane_values(&|lane| (1u32 << lane) - 1),
            Sreg::LanemaskLe => lane_values(&|lane| ((2u64 << lane) - 1) as u32),
            Sreg::LanemaskGt => lane_values(&|lane| !(((2u64 << lane) - 1) as u32)),
            Sreg::LanemaskGe => lane_values(&|lane| !((1u32 << lane) - 1)),
            Sreg::DynamicSmemSize => all(config.dynamic_shared),
            Sreg::TotalSmemSize => all(self.frame.shared_size),
            Sreg::Clock | Sreg::Clock64 | Sreg::Globaltimer => {
                // Time is counted in instructions; reading it changes what a loop sees.
                self.effects += 1;
                self.counters.warp_instructions += 1;
                let time = self.counters.warp_instructions;
                if wide {
                    registers.write(op.d, &[time; L], write_mask);
                    return;
                }
                all(time)
            }
        };
        if wide {
            registers.write(op.d, &values.map(|v| v as u64), write_mask);
        } else {
            registers.write(op.d, &values, write_mask);
        }
    }

    fn trap(&mut self, warp: &Warp<L>, run: &Running<L>, op: &Op<L>) -> Stop {
        let point = (run.code.id, op.inst);
        self.report(report::TRAP, point, |engine| {
            let trace = engine.trace(warp, run.activation, point);
            report::trap(engine.machine, &trace)
        });
        if L == 1 { Stop::Fault(132) } else { Stop::Launch(crate::launch::error::LAUNCH_FAILURE) }
    }

    fn unsupported(&mut self, warp: &Warp<L>, run: &Running<L>, op: &Op<L>) -> Stop {
        let point = (run.code.id, op.inst);
        let name = self.layout.module.functions[run.code.id as usize].insts.get(op.inst as usize).map_or("", |i| i.op.row().name);
        self.report(report::UNSUPPORTED, point, |engine| {
            let trace = engine.trace(warp, run.activation, point);
            report::unsupported(engine.machine, &trace, &format!("the instruction `{name}` in this form"))
        });
        if L == 1 { Stop::Fault(132) } else { Stop::Launch(crate::launch::error::ILLEGAL_INSTRUCTION) }
    }

    fn bad_function(&mut self, warp: &Warp<L>, activation: ActivationId, pc: u32, address: u64) -> Stop {
        let code = &warp.activation(activation).code;
        let point = (code.id, code.ops[pc as usize].inst);
        self.report(report::BAD_FUNCTION, point, |engine| {
            let trace = engine.trace(warp, activation, point);
            report::bad_function(engine.machine, &trace, address)
        });
        if L == 1 { Stop::Fault(139) } else { Stop::Launch(crate::launch::error::ILLEGAL_INSTRUCTION) }
    }

    fn stack_overflow(&mut self, warp: &Warp<L>, ledger: &Ledger, activation: ActivationId, pc: u32, mask: Mask) -> Stop {
        let current = warp.activation(activation);
        let point = (current.code.id, current.code.ops[pc as usize].inst);
        let (depth, bytes) =
            (current.depth + 1, if L == 1 { crate::memory::HOST_STACK_BYTES } else { self.machine.device.local_bytes_per_thread as u64 });
        let thread = self.thread(warp, ledger, mask.trailing_zeros() as usize);
        let callee = match current.code.ops[pc as usize].kind {
            Kind::Call(id, _) => id,
            _ => current.code.id,
        };
        let name = self.layout.module.functions[callee as usize].display_name.clone();
        self.report(report::STACK_OVERFLOW, point, |engine| {
            let trace = engine.trace(warp, activation, point);
            report::stack_overflow(engine.machine, &trace, &name, depth, bytes, thread.as_ref())
        });
        if L == 1 { Stop::Fault(139) } else { Stop::Launch(crate::launch::error::ILLEGAL_ADDRESS) }
    }

    fn out_of_fuel(&mut self, warp: &Warp<L>, activation: ActivationId, point: Point, mask: Mask) -> Stop {
        let spent = if L > 1 && warp.idle >= self.machine.config.idle_fuel { warp.idle } else { self.counters.warp_instructions };
        let tid = if L == 1 { None } else { Some((warp.index, mask)) };
        self.report(report::OUT_OF_FUEL, point, |engine| {
            let trace = engine.trace(warp, activation, point);
            report::out_of_fuel(engine.machine, &trace, spent, tid)
        });
        if L == 1 { Stop::Fault(137) } else { Stop::Launch(crate::launch::error::LAUNCH_TIMEOUT) }
    }

    /// The place of the loop that a program point is in: the terminator of the block it would go back to.
    pub(crate) fn loop_point(&self, warp: &Warp<L>, activation: ActivationId, pc: u32) -> Point {
        let code = &warp.activation(activation).code;
        let block = code.blocks[code.block_of[pc as usize] as usize];
        let end = code.ops[block.start as usize..].iter().find(|op| matches!(op.kind, Kind::Branch(..) | Kind::Jump(_) | Kind::Switch(..)));
        (code.id, end.map_or(code.ops[pc as usize].inst, |op| op.inst))
    }
}

/// Makes `.local` of each lane at least `bytes` long.
pub(crate) fn grow_local<const L: usize>(warp: &mut Warp<L>, bytes: u64) {
    if bytes <= warp.local_stride {
        return;
    }
    let stride = bytes.next_power_of_two().max(64);
    let mut local = vec![0; L * stride as usize];
    for lane in 0..L {
        let old = &warp.local[lane * warp.local_stride as usize..][..warp.local_stride as usize];
        local[lane * stride as usize..][..old.len()].copy_from_slice(old);
    }
    (warp.local, warp.local_stride) = (local, stride);
}

fn is_wide<const L: usize>(code: &Code<L>, op: &Op<L>, module: &kern_ir::Module) -> bool {
    let function = &module.functions[code.id as usize];
    function.insts.get(op.inst as usize).and_then(|i| i.results.first()).is_some_and(|&v| Width::of(function.ty(v)) == Width::Double)
}

fn is_in_space(space: Space, address: u64) -> bool {
    let window = Window::of(address);
    match space {
        Space::Shared => window == Window::Shared,
        Space::Local => window == Window::Local,
        Space::Const => window == Window::Const,
        Space::Param => window == Window::Param,
        Space::Global => {
            address >= crate::memory::NULL_PAGE && !matches!(window, Window::Shared | Window::Local | Window::Const | Window::Param)
        }
        Space::Generic => true,
    }
}
