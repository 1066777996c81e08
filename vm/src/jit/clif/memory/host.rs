//! Host code's loads and stores: one address. What does not lie in the region that the access last met may lie in another
//! that can be found without the interpreter; only then it is the interpreter's.

use super::*;
use crate::decode::code::Root;
use crate::jit::runtime::helpers::NO_REGION;
use crate::jit::runtime::regions::{Place, Source};

impl<const L: usize> Emitter<'_, '_, L> {
    pub(super) fn host_load(&mut self, pc: usize, access: &Access) {
        let results = &self.plan.inst(pc).results;
        let size = access.element.size() as i32;
        let load = |e: &mut Self, pointer: Cv| -> Vec<Cv> {
            let pointers = Pointers::Rows(vec![pointer], 0);
            results.iter().enumerate().flat_map(|(i, &r)| e.load_lanes(access, r, &pointers, i as i32 * size)).collect()
        };
        let list = match self.known_place(pc, access) {
            Some(pointer) => load(self, pointer),
            None => self.host_access(pc, access, false, load),
        };
        for (&result, value) in results.iter().zip(list) {
            self.set_bases(result, vec![value]);
        }
    }

    pub(super) fn host_store(&mut self, pc: usize, access: &Access) {
        let values = &self.plan.inst(pc).args[1..];
        let store = |e: &mut Self, pointer: Cv| -> Vec<Cv> {
            e.store_lanes(access, values, &Pointers::Rows(vec![pointer], 0));
            Vec::new()
        };
        match self.known_place(pc, access) {
            Some(pointer) => store(self, pointer),
            None => self.host_access(pc, access, true, store),
        };
    }

    /// Does `act` at the access's pointer, or leaves it to the interpreter; the results either way.
    fn host_access(&mut self, pc: usize, access: &Access, is_store: bool, act: impl FnOnce(&mut Self, Cv) -> Vec<Cv>) -> Vec<Cv> {
        let plan = self.plan;
        let address = plan.inst(pc).args[0];
        for value in plan.uses(pc) {
            // What both ways need is computed before they split.
            self.scalar(value);
        }
        let [slow, found, left, join] = std::array::from_fn(|_| self.fb.create_block());
        let at = self.fb.append_block_param(found, I64);
        let known = self.known();
        let pointers = self.check(pc, access, is_store, slow);
        match pointers {
            Some(Pointers::Rows(rows, _)) => self.fb.ins().jump(found, &[BlockArg::Value(rows[0])]),
            _ => self.fb.ins().jump(slow, NONE),
        };
        self.fb.switch_to_block(slow);
        self.fb.set_cold_block(slow);
        self.forget(known.clone());
        let number = match self.regions.place(plan, access, address, is_store) {
            Some(Place::Region { region, .. }) if matches!(self.regions.specs[region].source, Source::Site(_)) => Some(region as i64),
            Some(Place::Local { .. }) => Some(i64::from(NO_REGION)),
            _ => None,
        };
        if let Some(number) = number.filter(|_| !access.narrow_address && access.space == kern_ir::Space::Generic) {
            let root = match access.root {
                Root::Register(slot) => plan.value_in[slot as usize].unwrap_or(address),
                _ => address,
            };
            let (root, address) = (self.scalar(root), self.scalar(address));
            // The root is the address with its offset where nothing else is known.
            let address = self.fb.ins().iadd_imm_s(address, access.offset);
            let root = if access.root == Root::Address { address } else { root };
            self.store(root, at::ROOT);
            self.store(address, at::ADDRESS);
            let number = self.int(I32, number);
            self.call_helper(helper::FIND, pc, number);
            let answer = self.load(I32, at::ANSWER);
            let pointer = self.load(I64, at::RESULT);
            self.fb.ins().brif(answer, found, &[BlockArg::Value(pointer)], left, NONE);
        } else {
            self.fb.ins().jump(left, NONE);
        }
        self.fb.switch_to_block(left);
        self.fb.set_cold_block(left);
        self.marshal_operands(pc);
        let mask = self.active();
        self.call_helper(helper::EXECUTE, pc, mask);
        let results = if is_store { &[][..] } else { &plan.inst(pc).results[..] };
        let values: Vec<Cv> = results.iter().flat_map(|&r| self.take(r).into_components()).collect();
        for &value in &values {
            let ty = self.fb.func.dfg.value_type(value);
            self.fb.append_block_param(join, ty);
        }
        let values: Vec<BlockArg> = values.into_iter().map(BlockArg::Value).collect();
        self.fb.ins().jump(join, &values);
        self.forget(known.clone());
        self.fb.switch_to_block(found);
        let values: Vec<BlockArg> = act(self, at).into_iter().map(BlockArg::Value).collect();
        self.fb.ins().jump(join, &values);
        self.forget(known);
        self.fb.switch_to_block(join);
        self.fb.block_params(join).to_vec()
    }
}
