//! The engine on small kernels built by hand. `Kernel` assembles one; [`Bench`] holds a machine and runs it.

mod arithmetic;
mod divergence;
mod faults;
mod host;
mod speed;
mod sync;

use crate::config::{EngineKind, RunConfig};
use crate::device::Device;
use crate::engines::executor;
use crate::finding::Finding;
use crate::launch::LaunchConfig;
use crate::memory::AllocationKind;
use crate::runtime::CallContext;
use crate::vm::Vm;
use crate::world::MemoryWorld;
use kern_ir::*;
use std::sync::Arc;

pub(crate) use kern_ir::Opcode as O;

/// A program with one kernel `k` and the functions added to its module.
pub(crate) fn program(build: impl FnOnce(&mut Module, &mut Asm)) -> Program {
    kernel_program(4, build)
}

pub(crate) fn kernel_program(params: u32, build: impl FnOnce(&mut Module, &mut Asm)) -> Program {
    let mut device = Module::new(ModuleKind::Device);
    device.files.push(FileEntry { name: "k.cu".into(), is_system: false });
    let mut func = Function::new("k", FunctionKind::Kernel);
    for index in 0..params {
        func.kernel_params.push(KernelParam {
            source_name: format!("p{index}"),
            ty: Some(Type::U64),
            size: 8,
            align: 8,
            offset: 8 * index,
            type_name: "int *".into(),
            is_pointer: true,
            is_const_restrict: false,
            loc: LocId::NONE,
        });
    }
    let mut asm = Asm { b: Builder::new(&mut func), line: 0 };
    let entry = asm.b.create_block();
    asm.b.switch_to(entry);
    build(&mut device, &mut asm);
    device.functions.insert(0, func);
    let mut host = Module::new(ModuleKind::Host);
    host.functions.push(Function::new("k", FunctionKind::Extern));
    Program { device, host }
}

/// The builder with short names. Each instruction gets a line of its own: its number is its place.
pub(crate) struct Asm<'a> {
    pub(crate) b: Builder<'a>,
    line: u32,
}

impl Asm<'_> {
    /// A line for the next instructions; the module must have it (see [`lines`]).
    pub(crate) fn line(&mut self, line: u32) {
        self.line = line;
        self.b.set_loc(LocId(line));
    }
    pub(crate) fn i(&mut self, value: i64) -> Value {
        self.b.constant(RegType::B32, value as u64)
    }
    pub(crate) fn l(&mut self, value: i64) -> Value {
        self.b.constant(RegType::B64, value as u64)
    }
    pub(crate) fn f(&mut self, value: f32) -> Value {
        self.b.constant(RegType::F32, value.to_bits() as u64)
    }
    pub(crate) fn op(&mut self, op: Opcode, ty: Type, args: &[Value]) -> Value {
        self.b.op(op, ty, args)
    }
    pub(crate) fn sreg(&mut self, sreg: Sreg) -> Value {
        self.b.value(InstData { payload: Payload::Sreg(sreg), ..InstData::new(O::Sreg, Type::U32) }, RegType::B32)
    }
    pub(crate) fn param(&mut self, index: u32) -> Value {
        self.b.value(InstData { payload: Payload::Param(index), ..InstData::new(O::LdParam, Type::U64) }, RegType::B64)
    }
    pub(crate) fn global(&mut self, var: u32) -> Value {
        self.b.value(InstData { payload: Payload::Global(GlobalVar(var)), ..InstData::new(O::Address, Type::B64) }, RegType::B64)
    }
    pub(crate) fn slot(&mut self, size: u64, name: &str) -> Value {
        let info = VarInfo { name: name.into(), element_size: 4, element_count: size / 4, type_name: "int".into(), loc: 0 };
        self.b.func.slots.push(SlotData { size, align: 4, info, is_late: false });
        let slot = Slot(self.b.func.slots.len() as u32 - 1);
        self.b.value(InstData { payload: Payload::Slot(slot), ..InstData::new(O::Address, Type::B64) }, RegType::B64)
    }
    /// `base + index * size`
    pub(crate) fn element(&mut self, base: Value, index: Value, size: i64) -> Value {
        let size = self.i(size);
        let attrs = Attrs { mul: Some(MulMode::Wide), ..Attrs::default() };
        let offset = self.b.value(InstData { attrs, args: vec![index, size], ..InstData::new(O::Mul, Type::S32) }, RegType::B64);
        self.op(O::Add, Type::S64, &[base, offset])
    }
    pub(crate) fn load(&mut self, space: Space, ty: Type, address: Value) -> Value {
        let attrs = Attrs { space: Some(space), ..Attrs::default() };
        self.b.value(InstData { attrs, args: vec![address], ..InstData::new(O::Ld, ty) }, ty.reg())
    }
    pub(crate) fn store(&mut self, space: Space, ty: Type, address: Value, value: Value) {
        let attrs = Attrs { space: Some(space), ..Attrs::default() };
        self.b.push(InstData { attrs, args: vec![address, value], ..InstData::new(O::St, ty) }, &[]);
    }
    pub(crate) fn atom(&mut self, op: AtomOp, ty: Type, args: &[Value]) -> Value {
        let attrs = Attrs { space: Some(Space::Global), atom: Some(op), ..Attrs::default() };
        self.b.value(InstData { attrs, args: args.to_vec(), ..InstData::new(O::Atom, ty) }, ty.reg())
    }
    pub(crate) fn cmp(&mut self, cmp: Cmp, ty: Type, a: Value, b: Value) -> Value {
        let attrs = Attrs { cmp: Some(cmp), ..Attrs::default() };
        self.b.value(InstData { attrs, args: vec![a, b], ..InstData::new(O::Setp, ty) }, RegType::Pred)
    }
    pub(crate) fn bar(&mut self) {
        self.b.push(InstData { attrs: Attrs { bar: Some(BarKind::Sync), ..Attrs::default() }, ..InstData::new(O::Bar, Type::B32) }, &[]);
    }
    pub(crate) fn ret(&mut self) {
        self.b.push(InstData::new(O::Ret, Type::B32), &[]);
    }
    pub(crate) fn branch(&mut self, condition: Value, then: Block, otherwise: Block) {
        self.b.branch(condition, BlockCall { block: then, args: vec![] }, BlockCall { block: otherwise, args: vec![] });
    }
    pub(crate) fn block(&mut self) -> Block {
        self.b.create_block()
    }
    /// `ctaid.x * ntid.x + tid.x`
    pub(crate) fn global_id(&mut self) -> Value {
        let (cta, ntid, tid) = (self.sreg(Sreg::CtaidX), self.sreg(Sreg::NtidX), self.sreg(Sreg::TidX));
        let base = self.op(O::Mul, Type::S32, &[cta, ntid]);
        self.op(O::Add, Type::S32, &[base, tid])
    }
    /// Stores `value` at element `threadIdx.x` (4 bytes) of parameter 0.
    pub(crate) fn put(&mut self, value: Value) {
        let (p, t) = (self.param(0), self.sreg(Sreg::TidX));
        let at = self.element(p, t, 4);
        self.store(Space::Global, Type::B32, at, value);
    }
}

/// Gives the module places `1..=count`, place `n` on line `n`.
pub(crate) fn lines(module: &mut Module, count: u32) {
    for line in module.locs.len() as u32..=count {
        module.locs.push(Loc {
            file: 1,
            line,
            column: 1,
            start: line * 10,
            end: line * 10 + 5,
            inlined_at: LocId::NONE,
            function: String::new(),
        });
    }
}

pub(crate) fn shared_array(module: &mut Module, name: &str, elements: u64) -> u32 {
    module.globals.push(GlobalVarData {
        name: name.into(),
        space: Space::Shared,
        size: elements * 4,
        align: 4,
        init: GlobalInit::Zero,
        is_dynamic_shared: false,
        is_managed: false,
        is_device_shadow: false,
        is_const: false,
        info: VarInfo { name: name.into(), element_size: 4, element_count: elements, type_name: "int".into(), loc: 0 },
    });
    module.globals.len() as u32 - 1
}

/// An engine, and how many time slices of blocks a step of a launch has, 0 for all.
type Way = (EngineKind, u64);

/// A machine with buffers in device memory, and twins: one that goes step by step, and, if there is compiled code, some that run it
/// and one that executes the warp IR. Every launch is made on all, and all must do the same.
pub(crate) struct Bench<'p> {
    pub(crate) vm: Vm<'p>,
    twins: Vec<(Way, Bench<'p>)>,
    pub(crate) world: MemoryWorld,
    pub(crate) buffers: Vec<u64>,
}

impl<'p> Bench<'p> {
    pub(crate) fn new(program: &'p Program) -> Bench<'p> {
        let mut bench = Bench::on(program, EngineKind::Interp);
        let compiled = [(EngineKind::Jit, 0), (EngineKind::Jit, 2), (EngineKind::WarpIr, 0)];
        let others = if cfg!(feature = "jit") { &compiled[..] } else { &[] };
        bench.twins = [(EngineKind::Interp, 1)].iter().chain(others).map(|&way| (way, Bench::on(program, way.0))).collect();
        bench
    }

    /// A machine with one engine alone.
    pub(crate) fn on(program: &'p Program, engine: EngineKind) -> Bench<'p> {
        let config = RunConfig { idle_fuel: 20_000_000, engine, ..RunConfig::default() };
        let device = Device::find("h200").unwrap();
        let vm = Vm::new(program, &config, device, executor(engine)).unwrap();
        Bench { vm, twins: Vec::new(), world: MemoryWorld::default(), buffers: Vec::new() }
    }

    /// Does to all machines what a test does to one.
    pub(crate) fn both<T>(&mut self, act: impl Fn(&mut Bench<'p>) -> T) -> T {
        self.twins.iter_mut().for_each(|(_, twin)| _ = act(twin));
        act(self)
    }

    pub(crate) fn host(&mut self) -> CallContext<'_, 'p> {
        self.vm.host(&mut self.world, Arc::new([]), "")
    }

    pub(crate) fn buffer(&mut self, bytes: &[u8]) -> u64 {
        let mut host = self.host();
        let address = host.allocate(bytes.len() as u64, 256, AllocationKind::Device).unwrap();
        assert!(host.write_raw(address, bytes));
        self.buffers.push(address);
        self.twins.iter_mut().for_each(|(_, twin)| assert_eq!(twin.buffer(bytes), address));
        address
    }

    pub(crate) fn words(&mut self, words: &[u32]) -> u64 {
        self.buffer(&words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>())
    }

    pub(crate) fn zeros(&mut self, words: usize) -> u64 {
        self.words(&vec![0; words])
    }

    pub(crate) fn launch(&mut self, config: LaunchConfig) -> i32 {
        let params: Vec<u8> = self.buffers.iter().flat_map(|b| b.to_le_bytes()).collect();
        let kernel = self.vm.machine.host_layout.function_address(0);
        let error = self.host().launch(kernel, &config, &params).unwrap();
        let mut twins = std::mem::take(&mut self.twins);
        for (way, twin) in &mut twins {
            let (engine, slices_a_step) = *way;
            twin.buffers = self.buffers.clone();
            twin.vm.machine.config = RunConfig { engine, slices_a_step, ..self.vm.machine.config.clone() };
            assert_eq!(twin.launch(config), error, "errors, {way:?} first: {:?}, {:?}", twin.messages(), self.messages());
            assert_eq!(twin.vm.machine.findings.list(), self.findings(), "findings, {way:?} first");
            let counters = |bench: &Bench| bench.vm.machine.launches.last().map(|l| l.counters);
            assert_eq!(counters(twin), counters(self), "counters, {way:?} first");
            let memory = |bench: &Bench| -> Vec<Vec<u8>> { bench.contents() };
            assert_eq!(memory(twin), memory(self), "memory, {way:?} first");
        }
        self.twins = twins;
        error
    }

    /// What the live allocations among the buffers hold.
    fn contents(&self) -> Vec<Vec<u8>> {
        let live = self.buffers.iter().filter_map(|&b| self.vm.machine.memory.allocation(b).filter(|a| a.base == b && !a.is_freed()));
        live.map(|a| {
            let pointer = self.vm.machine.memory.pointer(a.base, a.size).unwrap();
            // SAFETY: the allocation's bytes are mapped and nothing writes them now.
            unsafe { std::slice::from_raw_parts(pointer, a.size as usize) }.to_vec()
        })
        .collect()
    }

    pub(crate) fn run(&mut self, blocks: u32, threads: u32) -> i32 {
        self.launch(LaunchConfig::linear(blocks, threads))
    }

    pub(crate) fn read(&mut self, buffer: usize, count: usize) -> Vec<u32> {
        let address = self.buffers[buffer];
        let bytes = self.host().read_raw(address, 4 * count as u64).unwrap();
        bytes.chunks(4).map(|c| u32::from_le_bytes(c.try_into().unwrap())).collect()
    }

    pub(crate) fn findings(&self) -> &[Finding] {
        self.vm.machine.findings.list()
    }

    pub(crate) fn messages(&self) -> Vec<&str> {
        self.findings().iter().map(|f| &f.message[..]).collect()
    }
}

/// Runs a kernel of one block whose threads store a word each into parameter 0.
pub(crate) fn per_thread(threads: u32, build: impl FnOnce(&mut Module, &mut Asm)) -> Vec<u32> {
    let program = program(build);
    let mut bench = Bench::new(&program);
    bench.zeros(threads as usize);
    assert_eq!(bench.run(1, threads), 0, "{:?}", bench.messages());
    assert!(bench.findings().is_empty(), "{:?}", bench.messages());
    bench.read(0, threads as usize)
}
