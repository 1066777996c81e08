//! Finds the block that an access of host code goes to, where its region is that of another: in the heap's map of small blocks
//! (`memory/granules.rs`), or among the blocks and variables that were accessed last (`runtime/tlb.rs`). One function for all accesses:
//! they are many, and each seldom comes here. It preserves all registers, and asks nobody.

use super::{Cv, NONE};
use crate::jit::runtime::abi::at;
use crate::jit::runtime::tlb;
use crate::memory::{CHUNK_SHIFT, GRANULE_SHIFT};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{AbiParam, Block, Function, InstBuilder, MemFlagsData, Signature, Type, UserFuncName};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

/// What it gets: the context, the pointer that an address was computed from, the address, how many bytes are accessed, and whether they may
/// be written, 0 or 1. It leaves the pointer in the context, 0 if it found none, and the block's base and size.
pub(super) fn signature() -> Signature {
    let mut signature = Signature::new(CallConv::PreserveAll);
    signature.params.extend([AbiParam::new(I64); 5]);
    signature
}

/// The function.
pub(super) fn build(config: TargetFrontendConfig) -> Function {
    let mut func = Function::with_name_signature(UserFuncName::default(), signature());
    let mut context = FunctionBuilderContext::new();
    let mut fb = FunctionBuilder::new(&mut func, &mut context);
    let entry = fb.create_block();
    fb.append_block_params_for_function_params(entry);
    fb.switch_to_block(entry);
    let params = fb.block_params(entry);
    let mut search = Search { context: params[0], root: params[1], address: params[2], bytes: params[3], is_written: params[4], fb };
    search.in_heap();
    search.in_tlb();
    search.leave(None);
    search.fb.seal_all_blocks();
    search.fb.finalize(config);
    func
}

/// The function while it is made; what does not find the block goes on behind.
struct Search<'f> {
    fb: FunctionBuilder<'f>,
    context: Cv,
    root: Cv,
    address: Cv,
    bytes: Cv,
    is_written: Cv,
}

impl Search<'_> {
    /// In the heap's map of small blocks.
    fn in_heap(&mut self) {
        let miss = self.fb.create_block();
        let memory = self.load(I64, self.context, at::MEMORY);
        let start = self.load(I64, memory, at::BLOCKS_BASE);
        let offset = self.fb.ins().isub(self.root, start);
        let chunk = self.fb.ins().ushr_imm_u(offset, i64::from(CHUNK_SHIFT));
        let count = self.load(I64, memory, at::BLOCKS_COUNT);
        self.require(IntCC::UnsignedLessThan, chunk, count, miss);
        let chunks = self.load(I64, memory, at::BLOCKS_CHUNKS);
        let extents = self.element(chunks, chunk, 3);
        let extents = self.load(I64, extents, 0);
        let none = self.fb.ins().iconst(I64, 0);
        self.require(IntCC::NotEqual, extents, none, miss);
        let granule = self.fb.ins().ushr_imm_u(offset, i64::from(GRANULE_SHIFT));
        let granule = self.fb.ins().band_imm_u(granule, (1 << (CHUNK_SHIFT - GRANULE_SHIFT)) - 1);
        let extent = self.element(extents, granule, 2);
        let extent = self.load(I32, extent, 0);
        let extent = self.fb.ins().uextend(I64, extent);
        let size = self.fb.ins().band_imm_u(extent, 0xffff);
        let distance = self.fb.ins().ushr_imm_u(extent, 16);
        let granule = self.fb.ins().band_imm_s(self.root, -1 << GRANULE_SHIFT);
        let base = self.fb.ins().isub(granule, distance);
        let origin = self.load(I64, memory, at::BLOCKS_ORIGIN);
        self.found(base, size, origin, miss);
        self.fb.switch_to_block(miss);
    }

    /// Among what was accessed last, by the pages of blocks of each size.
    fn in_tlb(&mut self) {
        let nowhere = self.fb.create_block();
        let tlb = self.load(I64, self.context, at::TLB);
        let memory = self.load(I64, self.context, at::MEMORY);
        let now = self.load(I64, memory, at::MEMORY_GENERATION);
        let then = self.load(I64, tlb, at::TLB_GENERATION);
        self.require(IntCC::Equal, now, then, nowhere);
        let entries = self.load(I64, tlb, at::TLB_ENTRIES);
        for shift in tlb::PAGE_SHIFTS {
            let miss = self.fb.create_block();
            self.in_entry(entries, shift, miss);
            self.fb.switch_to_block(miss);
        }
        self.fb.ins().jump(nowhere, NONE);
        self.fb.switch_to_block(nowhere);
    }

    /// In the entry of the page of that size that the pointer is in.
    fn in_entry(&mut self, entries: Cv, page_shift: u32, miss: Block) {
        let index = self.fb.ins().ushr_imm_u(self.root, i64::from(page_shift));
        let index = self.fb.ins().band_imm_u(index, tlb::ENTRIES as i64 - 1);
        let entry = self.element(entries, index, size_of::<tlb::Entry>().trailing_zeros());
        let is_const = self.load(I64, entry, at::TLB_IS_CONST);
        let is_wrong = self.fb.ins().band(is_const, self.is_written);
        let no = self.fb.ins().iconst(I64, 0);
        self.require(IntCC::Equal, is_wrong, no, miss);
        // A variable of a call lives as long as the call's context has that frame.
        let frame = self.load(I64, entry, at::TLB_FRAME);
        let (of_call, go_on) = (self.fb.create_block(), self.fb.create_block());
        self.fb.ins().brif(frame, of_call, NONE, go_on, NONE);
        self.fb.switch_to_block(of_call);
        let (now, then) = (self.load(I64, frame, at::LOCAL_BASE), self.load(I64, entry, at::TLB_FRAME_BASE));
        let is_same = self.fb.ins().icmp(IntCC::Equal, now, then);
        self.fb.ins().brif(is_same, go_on, NONE, miss, NONE);
        self.fb.switch_to_block(go_on);
        let [base, size, origin] = [at::TLB_BASE, at::TLB_SIZE, at::TLB_ORIGIN].map(|field| self.load(I64, entry, field));
        self.found(base, size, origin, miss);
    }

    /// Leaves with a block, if the access lies in it, and the pointer points into it or to its end.
    fn found(&mut self, base: Cv, size: Cv, origin: Cv, miss: Block) {
        let distance = self.fb.ins().isub(self.root, base);
        self.require(IntCC::UnsignedLessThanOrEqual, distance, size, miss);
        self.require(IntCC::UnsignedLessThanOrEqual, self.bytes, size, miss);
        let distance = self.fb.ins().isub(self.address, base);
        let most = self.fb.ins().isub(size, self.bytes);
        self.require(IntCC::UnsignedLessThanOrEqual, distance, most, miss);
        self.store(base, at::BLOCK_BASE);
        self.store(size, at::BLOCK_SIZE);
        let pointer = self.fb.ins().iadd(self.address, origin);
        self.leave(Some(pointer));
    }

    /// Leaves with a pointer, or without one.
    fn leave(&mut self, pointer: Option<Cv>) {
        let pointer = pointer.unwrap_or_else(|| self.fb.ins().iconst(I64, 0));
        self.store(pointer, at::RESULT);
        self.fb.ins().return_(&[]);
    }

    /// Goes on if a comparison holds, else to `miss`.
    fn require(&mut self, comparison: IntCC, a: Cv, b: Cv, miss: Block) {
        let holds = self.fb.ins().icmp(comparison, a, b);
        let go_on = self.fb.create_block();
        self.fb.ins().brif(holds, go_on, NONE, miss, NONE);
        self.fb.switch_to_block(go_on);
    }

    /// Where an element lies whose size is that power of two.
    fn element(&mut self, first: Cv, index: Cv, shift: u32) -> Cv {
        let offset = self.fb.ins().ishl_imm_u(index, i64::from(shift));
        self.fb.ins().iadd(first, offset)
    }

    fn load(&mut self, ty: Type, from: Cv, offset: i32) -> Cv {
        self.fb.ins().load(ty, MemFlagsData::trusted(), from, offset)
    }

    fn store(&mut self, value: Cv, offset: i32) {
        self.fb.ins().store(MemFlagsData::trusted(), value, self.context, offset);
    }
}
