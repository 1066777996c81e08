//! Host code's loads and stores: one address. What does not lie in the region that the access last met may lie in another
//! that can be found without the interpreter; only then it is the interpreter's.

use super::*;
use crate::decode::code::Root;
use crate::jit::runtime::abi::NO_REGION;

/// The ways of an access of host code to what is not known.
pub(super) struct HostWays {
    /// Where it is known what is accessed.
    found: Block,
    /// Where the interpreter does it.
    left: Block,
    join: Block,
    /// What was known where they split.
    known: Known,
    /// What did not pass is looked up.
    is_looked_up: bool,
    /// The bounds that it is compared with.
    bounds: Option<usize>,
    /// The pointer for accesses that repeat it.
    passed: Option<Cv>,
}

impl<const L: usize> Emitter<'_, '_, L> {
    /// Opens an access; what comes next is on the way of what did not pass.
    pub(super) fn host_check(&mut self, pc: usize, access: &Access, check: &Check) {
        if matches!(check, Check::Known | Check::Walks(_)) {
            let nowhere = self.stop;
            let pointers = self.check(pc, access, check, nowhere).expect("it is known");
            self.open = Some(OpenAccess { ways: None, pointers, region: None, done: None, host: None });
            return;
        }
        for value in self.plan.uses(pc) {
            // What both ways need is computed before they split.
            self.scalar(value);
        }
        let [slow, found, left, join] = std::array::from_fn(|_| self.fb.create_block());
        let at = self.fb.append_block_param(found, I64);
        let passed = self.repeated.contains(&pc).then(|| self.fb.append_block_param(found, I64));
        let known = self.known();
        match self.check(pc, access, check, slow) {
            Some(Pointers::Rows(rows, _)) => {
                let args = [rows[0], rows[0]].map(BlockArg::Value);
                self.fb.ins().jump(found, &args[..1 + usize::from(passed.is_some())])
            }
            _ => self.fb.ins().jump(slow, NONE),
        };
        self.fb.switch_to_block(slow);
        self.fb.set_cold_block(slow);
        self.forget(known.clone());
        let bounds = if let Check::Hoisted(number) = *check { Some(number) } else { None };
        let host = HostWays { found, left, join, known, is_looked_up: false, bounds, passed };
        self.open = Some(OpenAccess { ways: None, pointers: Pointers::Rows(vec![at], 0), region: None, done: None, host: Some(host) });
    }

    /// Looks the memory up, for a region.
    pub(in crate::jit::clif) fn emit_lookup(&mut self, pc: usize, region: u32) {
        let (plan, access) = (self.plan, self.access_of(pc));
        let address = plan.inst(pc).args[0];
        let root = match access.root {
            Root::Register(slot) => plan.value_in[slot as usize].unwrap_or(address),
            _ => address,
        };
        let (root, address) = (self.scalar(root), self.scalar(address));
        // The root is the address with its offset where nothing else is known.
        let address = self.fb.ins().iadd_imm_s(address, access.offset);
        let root = if access.root == Root::Address { address } else { root };
        if region != NO_REGION {
            self.look_for_block(root, address, access, region as usize);
        }
        self.store(root, at::ROOT);
        self.store(address, at::ADDRESS);
        let number = self.int(I32, i64::from(region));
        self.call_helper_at(Helper::Find, pc, number);
        let answer = self.load(I32, at::ANSWER);
        let pointer = self.load(I64, at::RESULT);
        let Some(OpenAccess { host: Some(host), .. }) = &mut self.open else { unreachable!("an access is opened by a check") };
        host.is_looked_up = true;
        let (found, left, bounds) = (host.found, host.left, host.bounds);
        // It may be one for wrong accesses.
        let nothing = host.passed.map(|_| self.int(I64, 0));
        let args: Vec<BlockArg> = [Some(pointer), nothing].into_iter().flatten().map(BlockArg::Value).collect();
        let Some(number) = bounds else {
            self.fb.ins().brif(answer, found, &args, left, NONE);
            return;
        };
        let renewed = self.fb.create_block();
        self.fb.ins().brif(answer, renewed, NONE, left, NONE);
        self.fb.switch_to_block(renewed);
        self.fb.set_cold_block(renewed);
        // A wrong access that was counted has found nothing: the bounds are those of before, of whatever pointer.
        let points_there = self.wir.bounds[number].root.map(|root| self.points_to(root, self.wir.bounds[number].region));
        self.define_bounds(number, points_there);
        self.fb.ins().jump(found, &args);
    }

    /// Looks for the block that a pointer points into without a helper; what is not found goes on, and what the region should know,
    /// for it knows none so far.
    fn look_for_block(&mut self, root: Cv, address: Cv, access: &Access, region: usize) {
        let Some(OpenAccess { host: Some(host), .. }) = &self.open else { unreachable!("an access is opened by a check") };
        let (found, bounds, is_repeated) = (host.found, host.bounds, host.passed.is_some());
        let bytes = (access.element.size() * u64::from(access.count)) as i64;
        let miss = self.fb.create_block();
        let known = self.load(I64, Self::region_at(region, at::REGION_SIZE));
        self.go_on_if(known, miss);
        let function = self.int(I64, self.thunks[FIND_BLOCK] as usize as i64);
        let size = self.int(I64, bytes);
        let is_written = self.int(I64, i64::from(self.regions.specs[region].is_written));
        self.fb.ins().call_indirect(self.find_block_sig, function, &[self.ctx, root, address, size, is_written]);
        let pointer = self.load(I64, at::RESULT);
        self.go_on_if(pointer, miss);
        if let Some(number) = bounds {
            let (base, size) = (self.load(I64, at::BLOCK_BASE), self.load(I64, at::BLOCK_SIZE));
            let count = self.fb.ins().iadd_imm_s(size, 1 - bytes);
            let origin = self.fb.ins().isub(pointer, address);
            self.set_bounds(number, [base, count, origin]);
        }
        let args = [pointer, pointer].map(BlockArg::Value);
        self.fb.ins().jump(found, &args[..1 + usize::from(is_repeated)]);
        self.fb.switch_to_block(miss);
        self.fb.set_cold_block(miss);
    }

    /// Goes to `otherwise` if a condition does not hold.
    fn go_on_if(&mut self, condition: Cv, otherwise: Block) {
        let go_on = self.fb.create_block();
        self.fb.ins().brif(condition, go_on, NONE, otherwise, NONE);
        self.fb.switch_to_block(go_on);
    }

    /// The interpreter's way, then the access itself.
    pub(super) fn host_perform(&mut self, pc: usize, access: &Access, kind: AccessKind, open: OpenAccess) {
        if let Some(host) = &open.host {
            self.leave_to_interpreter(pc, host);
        }
        let done = match kind {
            AccessKind::Load => self.load_results(pc, access, &open.pointers),
            AccessKind::Store | AccessKind::Atomic => {
                self.store_lanes(access, &self.plan.inst(pc).args[1..], &open.pointers);
                Vec::new()
            }
        };
        self.open = Some(OpenAccess { done: Some(done), ..open });
    }

    fn leave_to_interpreter(&mut self, pc: usize, host: &HostWays) {
        if !host.is_looked_up {
            self.fb.ins().jump(host.left, NONE);
        }
        self.fb.switch_to_block(host.left);
        self.fb.set_cold_block(host.left);
        self.marshal_operands(pc);
        let mask = self.active();
        self.call_helper_at(Helper::Execute, pc, mask);
        self.forget_bounds(self.segment);
        let results = &self.plan.inst(pc).results;
        let values: Vec<Cv> = results.iter().flat_map(|&r| self.take(r).into_components()).collect();
        for &value in &values {
            let ty = self.fb.func.dfg.value_type(value);
            self.fb.append_block_param(host.join, ty);
        }
        let mut values: Vec<BlockArg> = values.into_iter().map(BlockArg::Value).collect();
        if host.passed.is_some() {
            self.fb.append_block_param(host.join, I64);
            values.push(BlockArg::Value(self.int(I64, 0)));
        }
        self.fb.ins().jump(host.join, &values);
        self.forget(host.known.clone());
        self.fb.switch_to_block(host.found);
    }

    /// Closes an access.
    pub(super) fn host_join(&mut self, pc: usize, open: OpenAccess) {
        let mut list = open.done.unwrap_or_default();
        if let Some(host) = open.host {
            list.extend(host.passed);
            let values: Vec<BlockArg> = list.into_iter().map(BlockArg::Value).collect();
            self.fb.ins().jump(host.join, &values);
            self.forget(host.known);
            self.fb.switch_to_block(host.join);
            list = self.fb.block_params(host.join).to_vec();
            if host.passed.is_some() {
                self.passed.extend(list.pop().map(|passed| (pc, passed)));
            }
        }
        for (&result, value) in self.plan.inst(pc).results.iter().zip(list) {
            self.set_bases(result, vec![value]);
        }
    }
}
