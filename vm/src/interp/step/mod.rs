//! Runs one split until it waits, ends, or has had its time slice.

use crate::call::Stop;
use crate::decode::code::{DecodedFunction, Edge, Op, OpKind};
use crate::decode::externs::lets_others_run;
use crate::decode::registers::lanes;
use crate::decode::registers::{ALL, Mask, Registers, Width};
use crate::decode::side::{is_device, is_host};
use crate::exec::barrier::BlockBarriers;
use crate::exec::cluster;
use crate::exec::collective::collective_at_once;
use crate::exec::engine::AccessContext;
use crate::exec::engine::Engine;
use crate::exec::executor::{Pause, Running};
use crate::exec::warp::{ActivationId, Split, State, Warp};
use crate::memory::Window;
use kern_ir::{Space, Type};
use std::rc::Rc;

mod calls;
mod flow;
mod special_registers;
mod stepped;
pub(crate) mod stops;

use special_registers::is_wide;

impl<const L: usize> Engine<'_, '_, L> {
    /// Runs split number `index` of the warp.
    ///
    /// # Errors
    /// The program, or the launch, cannot go on.
    pub(crate) fn interpret_split(&mut self, warp: &mut Warp<L>, barriers: &mut BlockBarriers, index: usize) -> Result<Pause, Stop> {
        let Split { activation, pc, mask, .. } = warp.splits.swap_remove(index);
        let code = warp.activation(activation).code.clone();
        let registers = warp.activation(activation).registers;
        let mut run = Running { activation, code, registers, pc, mask };
        let pause = self.interpret(warp, barriers, &mut run)?;
        if pause == Pause::Yielded {
            let mut split = Split { yielded: true, ..Split::new(run.activation, run.pc, run.mask, State::Ready) };
            self.look_for_cycle(warp, &mut split);
            warp.add(split);
        }
        Ok(pause)
    }

    /// Runs a split that is in no list.
    ///
    /// # Errors
    /// As for [`Engine::interpret_split`].
    pub(crate) fn interpret(&mut self, warp: &mut Warp<L>, barriers: &mut BlockBarriers, run: &mut Running<L>) -> Result<Pause, Stop> {
        if is_device(L) && self.schedule.is_some() {
            return self.run_as_scheduled(warp, barriers, run);
        }
        if !self.is_stepped(warp, barriers) {
            match self.run_operations::<false>(warp, barriers, run)? {
                // Somebody has asked meanwhile.
                Pause::Stepped => {}
                pause => return Ok(pause),
            }
        }
        self.run_stepped(warp, barriers, run)
    }

    /// Executes one operation of a split.
    ///
    /// # Errors
    /// As for [`Engine::interpret_split`].
    pub(crate) fn run_one(&mut self, warp: &mut Warp<L>, barriers: &mut BlockBarriers, run: &mut Running<L>) -> Result<Pause, Stop> {
        self.run_operations::<true>(warp, barriers, run)
    }

    /// The interpreter's loop: until the split stops, or if it is `STEPPED` for one operation.
    fn run_operations<const STEPPED: bool>(
        &mut self,
        warp: &mut Warp<L>,
        barriers: &mut BlockBarriers,
        run: &mut Running<L>,
    ) -> Result<Pause, Stop> {
        let mut code = run.code.clone();
        let mut is_done = false;
        loop {
            if STEPPED && std::mem::replace(&mut is_done, true) {
                return Ok(Pause::Stepped);
            }
            if !Rc::ptr_eq(&code, &run.code) {
                code = run.code.clone();
            }
            let ops = &code.ops[..];
            let registers = run.registers;
            let mut pc = run.pc as usize;
            let write_mask = if is_host(L) || warp.splits.is_empty() { ALL } else { run.mask };
            // Straight-line code; whatever may change the split, its mask or its function breaks out.
            loop {
                let op = &ops[pc];
                if op.kind == OpKind::Alu {
                    // SAFETY: the decoder chose `run` for slots of this function's register file, and (for the
                    // variants that need it) for this processor.
                    unsafe { (op.run)(registers, op, write_mask) };
                    pc += 1;
                } else if op.kind == OpKind::Nothing && (self.is_observed() || self.schedule.is_some()) {
                    self.observe_fence(warp, barriers, (code.id, op.inst), run.mask);
                    pc += 1;
                } else if self.execute_plain(warp, barriers, (run.activation, &code), registers, op, run.mask, write_mask)? {
                    pc += 1;
                } else {
                    break;
                }
                if STEPPED {
                    run.pc = pc as u32;
                    return Ok(Pause::Stepped);
                }
            }
            run.pc = pc as u32;
            let op = &ops[pc];
            match op.kind {
                OpKind::Jump(edge) => {
                    if let Some(pause) = self.take_edge(warp, run, code.edges[edge as usize], write_mask)? {
                        return Ok(pause);
                    }
                }
                OpKind::Branch(then, otherwise) => {
                    let taken = registers.predicate(op.a) & run.mask;
                    self.counters.branches += 1;
                    if self.is_observed() {
                        self.observe_branch(warp, barriers, (code.id, op.inst), run.mask, taken);
                    }
                    let is_alone = !is_device(L) || !self.waits_on_side(warp, run, op);
                    let edge = if taken == run.mask && is_alone {
                        then
                    } else if taken == 0 && is_alone {
                        otherwise
                    } else {
                        if taken != run.mask && taken != 0 {
                            self.counters.divergent_branches += 1;
                            warp.note_divergence(run.mask, (code.id, op.inst));
                        }
                        let sides = [(code.edges[then as usize], taken), (code.edges[otherwise as usize], run.mask & !taken)];
                        let sides: Vec<_> = sides.into_iter().filter(|side| side.1 != 0).collect();
                        self.diverge(warp, run, &sides)?;
                        self.order_sides(warp, run, op);
                        return Ok(Pause::Parked);
                    };
                    if let Some(pause) = self.take_edge(warp, run, code.edges[edge as usize], write_mask)? {
                        return Ok(pause);
                    }
                }
                OpKind::Switch(first, count) => {
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
                        self.observe_branch(warp, barriers, (code.id, op.inst), run.mask, groups[0].1);
                    }
                    if let [(edge, _)] = groups[..] {
                        if let Some(pause) = self.take_edge(warp, run, code.edges[edge as usize], write_mask)? {
                            return Ok(pause);
                        }
                    } else {
                        self.counters.divergent_branches += 1;
                        warp.note_divergence(run.mask, (code.id, op.inst));
                        let groups: Vec<(Edge, Mask)> = groups.iter().map(|&(e, m)| (code.edges[e as usize], m)).collect();
                        self.diverge(warp, run, &groups)?;
                        return Ok(Pause::Parked);
                    }
                }
                OpKind::Call(function, call) => {
                    self.enter(warp, barriers, run, function, call)?;
                    if is_device(L) && self.session.is_some() {
                        warp.park(run.activation, run.pc, run.mask);
                        return Ok(Pause::Parked);
                    }
                    if self.is_hot(&run.code, 0, true) {
                        return Ok(Pause::Hot);
                    }
                }
                OpKind::CallWaiting(call) => {
                    let (activation, mask, point) = (run.activation, run.mask, (code.id, op.inst));
                    let mut context = AccessContext { warp, barriers, activation, registers, mask, point };
                    self.call_and_go_on(&mut context, &code.calls[call as usize], &mut run.pc)?;
                    if lets_others_run(&code.calls[call as usize].name) {
                        self.core.threads.end_call();
                    }
                    if self.core.threads.is_due {
                        return Ok(Pause::Yielded);
                    }
                }
                OpKind::CallIndirect(call) => {
                    let caller = run.activation;
                    self.enter_indirect(warp, barriers, run, op, call)?;
                    if is_host(L) && self.core.threads.is_due {
                        return Ok(Pause::Yielded);
                    }
                    if run.activation != caller && self.is_hot(&run.code, 0, true) {
                        return Ok(Pause::Hot);
                    }
                }
                OpKind::Ret => {
                    if let Some(pause) = self.leave(warp, barriers, run, op) {
                        return Ok(pause);
                    }
                }
                OpKind::Exit => {
                    self.end_lanes(warp, barriers, run);
                    return Ok(Pause::Ended);
                }
                OpKind::Nanosleep => {
                    run.pc += 1;
                    return Ok(Pause::Yielded);
                }
                // One lane meets no others, nor has the host textures: the verifier lets no such code pass.
                OpKind::Bar(_, number, _) if is_device(L) => {
                    if !self.arrive_at(warp, barriers, run.activation, run.pc, run.mask) {
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
                OpKind::BarWarp | OpKind::Shfl(..) | OpKind::Vote(_) | OpKind::Match(..) | OpKind::Redux(..) if is_device(L) => {
                    if collective_at_once(warp.live, run.registers, op, run.mask) {
                        self.observe_sync(warp, barriers, (code.id, op.inst), run.mask);
                        if let Some(pause) = self.fall_through(warp, run) {
                            return Ok(pause);
                        }
                    } else {
                        self.wait_for_lanes(warp, barriers, run.activation, run.pc, run.mask);
                        return Ok(Pause::Parked);
                    }
                }
                OpKind::Trap => return Err(self.trap(warp, run, op)),
                _ => return Err(self.unsupported(warp, run, op)),
            }
        }
    }

    /// Executes an operation that neither moves nor splits nor delays lanes; `false` if it is not one.
    ///
    /// # Errors
    /// The program, or the launch, cannot go on.
    #[inline(always)]
    pub(crate) fn execute_plain(
        &mut self,
        warp: &mut Warp<L>,
        barriers: &mut BlockBarriers,
        (activation, code): (ActivationId, &DecodedFunction<L>),
        registers: Registers<L>,
        op: &Op<L>,
        mask: Mask,
        write_mask: Mask,
    ) -> Result<bool, Stop> {
        macro_rules! context {
            () => {
                AccessContext { warp, barriers, activation, registers, mask, point: (code.id, op.inst) }
            };
        }
        match op.kind {
            // SAFETY: the decoder chose `run` for slots of this function's register file, and (for the variants that
            // need it) for this processor.
            OpKind::Alu => unsafe { (op.run)(registers, op, write_mask) },
            OpKind::Divide(wide) => {
                self.look_at_divisor(&context!(), op, wide)?;
                // SAFETY: as for `OpKind::Alu`.
                unsafe { (op.run)(registers, op, write_mask) }
            }
            OpKind::Load(access) if is_device(L) && self.schedule.is_some() => {
                let access = &code.accesses[access as usize];
                let addresses = Self::addresses(registers, access, op.a);
                self.load(&mut context!(), op, access)?;
                self.read_weakly(&context!(), access, &addresses);
            }
            OpKind::Store(access) if is_device(L) && self.schedule.is_some() => {
                let access = &code.accesses[access as usize];
                let addresses = Self::addresses(registers, access, op.a);
                let kept = self.write_weakly(&context!(), access, &addresses);
                self.store(&mut context!(), op, access)?;
                self.settle_stores(access, &kept);
            }
            OpKind::Load(access) => self.load(&mut context!(), op, &code.accesses[access as usize])?,
            OpKind::Store(access) => self.store(&mut context!(), op, &code.accesses[access as usize])?,
            OpKind::Atomic(access, atom, ty, has_result) => {
                self.atomic(&mut context!(), op, &code.accesses[access as usize], atom, ty, has_result)?;
            }
            OpKind::Texture(access) if is_device(L) => self.access_texture(&mut context!(), &code.textures[access as usize])?,
            OpKind::CallExtern(call) => self.call_extern(&mut context!(), &code.calls[call as usize])?,
            OpKind::Sreg(sreg) => {
                let wide = is_wide(code, op, self.layout.module);
                self.special_register(warp, barriers, registers, op, sreg, write_mask, wide);
            }
            OpKind::SlotAddress(slot) => {
                let address = warp.activation(activation).local_base + code.locals[slot as usize].offset;
                if op.e != 0 {
                    registers.write(op.d, &[address; L], write_mask);
                } else {
                    registers.write(op.d, &[address as u32; L], write_mask);
                }
            }
            OpKind::SharedAddress(variable) => {
                let address = self.frame.shared_offsets.get(variable as usize).copied().unwrap_or(u64::MAX);
                if op.e != 0 {
                    registers.write(op.d, &[address; L], write_mask);
                } else {
                    registers.write(op.d, &[address as u32; L], write_mask);
                }
            }
            OpKind::Rebase(base) => {
                let mut values = registers.read::<u64>(op.a);
                values.iter_mut().for_each(|v| *v = v.wrapping_add(base));
                registers.write(op.d, &values, write_mask);
            }
            OpKind::LoadParam(offset, ty) => {
                let bits = self.param(offset as usize, ty);
                match Width::of(ty.reg()) {
                    Width::Double => registers.write(op.d, &[bits; L], write_mask),
                    Width::Word => registers.write(op.d, &[bits as u32; L], write_mask),
                    Width::Predicate => registers.set_predicate(op.d, if bits & 1 != 0 { ALL } else { 0 }, write_mask),
                }
            }
            OpKind::Isspacep(space) => find_space(registers, op, space, write_mask),
            OpKind::Nothing => {}
            OpKind::Activemask => registers.write(op.d, &[mask; L], write_mask),
            _ => return Ok(false),
        }
        Ok(true)
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
}

/// Says for each lane whether the address in `a` lies in a space.
pub(crate) fn find_space<const L: usize>(registers: Registers<L>, op: &Op<L>, space: Space, mask: Mask) {
    let addresses = registers.read::<u64>(op.a);
    let mut bits = 0;
    for lane in 0..L {
        bits |= (is_in_space(space, addresses[lane]) as u32) << lane;
    }
    registers.set_predicate(op.d, bits, mask);
}

fn is_in_space(space: Space, address: u64) -> bool {
    let window = Window::of(address);
    match space {
        // `.shared::cta`
        Space::Shared => window == Window::Shared && cluster::place(address).is_none(),
        Space::Local => window == Window::Local,
        Space::Const => window == Window::Const,
        Space::Param => window == Window::Param,
        Space::Global => {
            address >= crate::memory::NULL_PAGE && !matches!(window, Window::Shared | Window::Local | Window::Const | Window::Param)
        }
        Space::Generic => true,
    }
}
