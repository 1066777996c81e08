//! The boundary to Cranelift: settings, modules of executable memory, and the thunks through which compiled code calls helpers.

use super::{find_block, prefetch};
use crate::jit::runtime::abi::{Helper, WORDS_AT, Way};
use crate::platform::fault::MachineCode;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{AbiParam, Function, InstBuilder, MemFlagsData, Signature, UserFuncName, types};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa, TargetFrontendConfig};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, ModuleReloc, default_libcall_names};

/// Executable memory; freed when dropped.
pub(crate) struct Memory {
    module: Option<JITModule>,
}

impl Drop for Memory {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the owner of the code, `Compiled` or `Backend`, goes with it, and nothing of it runs.
            unsafe { module.free_memory() };
        }
    }
}

/// Executable code of a function.
pub(crate) struct Made {
    pub(crate) code: MachineCode,
    /// Bytes of the stack that it uses.
    pub(crate) frame: usize,
    /// Which operation the code is for, up to an offset.
    pub(crate) places: Vec<(u32, u32)>,
}

/// Instructions of Cranelift's above which a function gets the register allocator whose time is linear; that of the better
/// one grows faster than they do.
const LARGE: usize = 20_000;

/// The code generator's settings for this processor.
pub(crate) struct Backend {
    isa: OwnedTargetIsa,
    /// Where compiled code calls helpers: thunks, or the helpers themselves; then [`find_block`].
    pub(crate) thunks: Vec<*const u8>,
    _memory: Memory,
}

impl Backend {
    /// For the processor this runs on, if Cranelift knows it; rare ones of `helpers` get thunks that preserve all registers.
    pub(crate) fn new(helpers: &[(Helper, *const u8)]) -> Option<Backend> {
        let mut backend = Backend { isa: isa("backtracking")?, thunks: Vec::new(), _memory: Memory { module: None } };
        let is_rare = |helper: Helper| helper.way() == Way::Rare;
        let functions = helpers.iter().filter(|(helper, _)| is_rare(*helper)).map(|&(helper, function)| backend.thunk(helper, function));
        let find_block = find_block::build(backend.frontend_config());
        let (memory, made) = backend.compile(functions.chain([find_block]).collect()).ok()?;
        let mut thunks = made.iter().map(|made| made.code.start);
        let entry = |&(helper, function): &(Helper, *const u8)| if is_rare(helper) { thunks.next() } else { Some(function) };
        backend.thunks = helpers.iter().filter_map(entry).collect();
        backend.thunks.extend(thunks);
        backend._memory = memory;
        Some(backend)
    }

    /// A function that calls a helper and preserves all registers.
    fn thunk(&self, helper: Helper, entry: *const u8) -> Function {
        let plain = plain_signature(helper, self.call_conv());
        let mut func = Function::with_name_signature(UserFuncName::default(), helper_signature(helper, self.call_conv()));
        let mut context = FunctionBuilderContext::new();
        let mut fb = FunctionBuilder::new(&mut func, &mut context);
        let block = fb.create_block();
        fb.append_block_params_for_function_params(block);
        fb.switch_to_block(block);
        let context = fb.block_params(block)[0];
        let mut args = vec![context];
        let words = WORDS_AT.iter().take(helper.words().len());
        args.extend(words.map(|&at| fb.ins().load(types::I32, MemFlagsData::trusted(), context, at)));
        let plain = fb.import_signature(plain);
        let address = fb.ins().iconst(types::I64, entry as usize as i64);
        fb.ins().call_indirect(plain, address, &args);
        fb.ins().return_(&[]);
        fb.seal_all_blocks();
        fb.finalize(self.frontend_config());
        func
    }

    pub(crate) fn frontend_config(&self) -> TargetFrontendConfig {
        self.isa.frontend_config()
    }

    /// The calling convention of compiled functions.
    pub(crate) fn call_conv(&self) -> CallConv {
        self.isa.default_call_conv()
    }

    /// Makes executable code of functions.
    ///
    /// # Errors
    /// What the code generator did not accept.
    pub(crate) fn compile(&self, functions: Vec<Function>) -> Result<(Memory, Vec<Made>), String> {
        let is_large = functions.iter().any(|func| func.dfg.num_insts() > LARGE);
        let quick = if is_large { isa("single_pass") } else { None };
        let mut module = JITModule::new(JITBuilder::with_isa(quick.unwrap_or_else(|| self.isa.clone()), default_libcall_names()));
        let mut ids = Vec::new();
        for (index, func) in functions.into_iter().enumerate() {
            let mut context = cranelift_codegen::Context::for_function(func);
            let id = module.declare_function(&format!("f{index}"), Linkage::Export, &context.func.signature).map_err(|e| e.to_string())?;
            let result = context.compile(module.isa(), &mut ControlPlane::default());
            result.map_err(|e| format!("{:?}", e.inner))?;
            let compiled = context.compiled_code().ok_or("no code came out")?;
            let buffer = &compiled.buffer;
            let mut bytes = compiled.code_buffer().to_vec();
            prefetch::replace(&context.func, &mut bytes, buffer.get_srclocs_sorted())?;
            let relocs: Vec<ModuleReloc> = buffer.relocs().iter().map(|r| ModuleReloc::from_mach_reloc(r, &context.func, id)).collect();
            module.define_function_bytes(id, u64::from(buffer.alignment), &bytes, &relocs).map_err(|e| e.to_string())?;
            let places = buffer.get_srclocs_sorted().iter().map(|place| (place.end, place.loc.bits()));
            let places = places.filter(|&(_, location)| !prefetch::is_marker(location)).collect();
            let frame = buffer.frame_layout().ok_or("nobody knows its frame")?.frame_to_fp_offset as usize;
            ids.push((id, buffer.total_size() as usize, frame, places));
        }
        module.finalize_definitions().map_err(|e| e.to_string())?;
        let made = |(id, size, frame, places)| Made { code: MachineCode { start: module.get_finalized_function(id), size }, frame, places };
        let made = ids.into_iter().map(made).collect();
        Ok((Memory { module: Some(module) }, made))
    }

    /// The machine code of a function as text.
    ///
    /// # Errors
    /// What the code generator did not accept.
    pub(crate) fn assembly(&self, func: Function) -> Result<String, String> {
        let mut context = cranelift_codegen::Context::for_function(func);
        context.set_disasm(true);
        let code = context.compile(&*self.isa, &mut ControlPlane::default()).map_err(|e| format!("{:?}", e.inner))?;
        let text = code.vcode.clone().unwrap_or_default();
        let has_markers = code.buffer.get_srclocs_sorted().iter().any(|place| prefetch::is_marker(place.loc.bits()));
        Ok(if has_markers { text.replace(&prefetch::marker_text(), "prefetcht0 ") } else { text })
    }
}

/// Settings for this processor, with one of Cranelift's register allocators.
fn isa(regalloc: &str) -> Option<OwnedTargetIsa> {
    let mut flags = settings::builder();
    let options = [
        // The middle end sinks pure operations to their uses, which spills; our own passes have done its work.
        ("opt_level", "none"),
        ("regalloc_algorithm", regalloc),
        ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        ("unwind_info", "false"),
        ("enable_probestack", "false"),
    ];
    for (name, value) in options {
        flags.set(name, value).ok()?;
    }
    cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()
}

/// How compiled code calls a helper: with the context and words; a rare one with the context alone, and all registers stay as they are.
pub(crate) fn helper_signature(helper: Helper, call_conv: CallConv) -> Signature {
    if helper.way() == Way::Direct {
        return plain_signature(helper, call_conv);
    }
    let mut signature = Signature::new(CallConv::PreserveAll);
    signature.params.push(AbiParam::new(types::I64));
    signature
}

/// How a helper is defined: it gets the context and words.
fn plain_signature(helper: Helper, call_conv: CallConv) -> Signature {
    let mut signature = Signature::new(call_conv);
    signature.params.push(AbiParam::new(types::I64));
    signature.params.extend(helper.words().iter().map(|_| AbiParam::new(types::I32)));
    signature
}

/// How it calls a lane function: registers, operation, lanes.
pub(crate) fn lanes_signature(call_conv: CallConv) -> Signature {
    let mut signature = Signature::new(call_conv);
    signature.params.extend([types::I64, types::I64, types::I32].map(AbiParam::new));
    signature
}

#[cfg(all(test, target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests {
    use super::*;
    use crate::platform::fault::{Fault, enter};
    use cranelift_codegen::ir::{self, TrapCode};

    /// The fault of a function that does as `body` says before it returns 7.
    fn run(body: impl FnOnce(&mut FunctionBuilder)) -> Result<u32, Fault> {
        let backend = Backend::new(&[]).expect("there is a code generator");
        let mut func = ir::Function::new();
        func.signature.call_conv = backend.call_conv();
        func.signature.params.push(AbiParam::new(types::I64));
        func.signature.returns.push(AbiParam::new(types::I32));
        let mut context = FunctionBuilderContext::new();
        let mut fb = FunctionBuilder::new(&mut func, &mut context);
        let block = fb.create_block();
        fb.append_block_params_for_function_params(block);
        fb.switch_to_block(block);
        body(&mut fb);
        let seven = fb.ins().iconst(types::I32, 7);
        fb.ins().return_(&[seven]);
        fb.seal_all_blocks();
        fb.finalize(backend.frontend_config());
        let (_memory, made) = backend.compile(vec![func]).expect("it compiles");
        // SAFETY: the code has this type and lives; it uses no context.
        unsafe { enter(made[0].code, std::ptr::null_mut::<crate::jit::runtime::abi::Context>(), std::ptr::null()) }
    }

    #[test]
    fn faults_end_the_call_and_nothing_else() {
        for _ in 0..3 {
            assert_eq!(run(|_| ()).ok(), Some(7));
            let wild = run(|fb| {
                let address = fb.ins().iconst(types::I64, 0x5000);
                fb.ins().load(types::I64, MemFlagsData::new(), address, 0);
            });
            let wild = wild.expect_err("nothing is there");
            assert_eq!((wild.name, wild.address), ("SIGSEGV", 0x5000));
            let illegal = run(|fb| {
                let zero = fb.ins().iconst(types::I32, 0);
                fb.ins().trapz(zero, TrapCode::unwrap_user(1));
            });
            assert_eq!(illegal.expect_err("it traps").name, "SIGILL");
            let quotient = run(|fb| {
                let (one, zero) = (fb.ins().iconst(types::I32, 1), fb.ins().iconst(types::I32, 0));
                fb.ins().udiv(one, zero);
            });
            assert!(quotient.is_err());
        }
    }
}
