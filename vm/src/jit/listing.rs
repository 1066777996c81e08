//! What the compiled engine makes of a function, for people to read.

use super::analysis::counter_plan::CounterPlan;
use super::analysis::shape::Geometry;
use super::analysis::{CompilationUnit, Plan};
use super::clif;
use super::clif::backend::Backend;
use super::runtime::helpers::ENTRY_POINTS;
use super::runtime::regions::RegionList;
use super::wir::{self, PassContext};

/// What the compiled engine makes of a function.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The warp IR.
    pub wir: String,
    /// Cranelift's IR.
    pub clif: String,
    /// Machine code of this processor.
    pub asm: String,
}

/// Compiles a kernel, or a device function, for blocks of `block` threads and shows what came out.
///
/// # Errors
/// There is no such function with a body, or no code generator for this processor.
pub fn listing(program: &kern_ir::Program, name: &str, block: [u32; 3]) -> Result<Listing, String> {
    let backend = Backend::new(ENTRY_POINTS).ok_or(NO_BACKEND)?;
    let (wir, func) = built(&backend, program, name, block)?;
    let clif = func.display().to_string();
    Ok(Listing { wir, clif, asm: backend.assembly(func)? })
}

/// Compiles kernels, or device functions, for blocks of `block` threads: bytes of machine code.
///
/// # Errors
/// As for [`listing`].
pub fn code_bytes(program: &kern_ir::Program, names: &[&str], block: [u32; 3]) -> Result<usize, String> {
    let backend = Backend::new(ENTRY_POINTS).ok_or(NO_BACKEND)?;
    let mut bytes = 0;
    for name in names {
        let (_memory, made) = backend.compile(vec![built(&backend, program, name, block)?.1])?;
        bytes += made.iter().map(|made| made.code.size).sum::<usize>();
    }
    Ok(bytes)
}

const NO_BACKEND: &str = "there is no code generator for this processor";

/// A function as text of the warp IR and as Cranelift's IR.
fn built(
    backend: &Backend,
    program: &kern_ir::Program,
    name: &str,
    block: [u32; 3],
) -> Result<(String, cranelift_codegen::ir::Function), String> {
    let module = &program.device;
    let matches = |f: &kern_ir::Function| f.name == name || f.display_name == name;
    let id = module.functions.iter().position(|f| matches(f) && !f.layout.is_empty());
    let id = id.ok_or_else(|| format!("there is no device function `{name}`"))? as u32;
    let mut memory = crate::memory::Memory::new(1 << 30, &crate::memory::ArenaSizes::default());
    let layout = crate::loader::Layout::allocate(module, crate::memory::Side::Device, &mut memory, None)
        .map_err(|variable| format!("there is no room for {}", variable.name))?;
    let code = crate::decode::decode::<32>(&layout, id, crate::interp::OPERATIONS.device);
    let plan = Plan::new(&module.functions[id as usize], &code, Geometry::new(block), CompilationUnit::Function, false);
    let shared = kern_ir::analysis::shared_layout(module, id, 0);
    let mut regions = RegionList::new(code.accesses.len(), &shared.offsets);
    let wir = wir::make(PassContext { plan: &plan, regions: &mut regions, counter_plan: &mut CounterPlan::default() });
    let built = clif::build(&plan, &wir, &regions, &backend.thunks, backend.call_conv(), backend.frontend_config());
    let (func, _) = built.ok_or_else(|| format!("`{name}` is interpreted: there would be too much code"))?;
    Ok((wir::print(&wir, &plan), func))
}
