//! Runtime functions called as a program calls them, on a machine without a program.

use super::*;
use crate::config::RunConfig;
use crate::decode::externs::Target;
use crate::device::Device;
use crate::engines::executor;
use crate::memory::AllocationKind;
use crate::vm::Vm;
use crate::world::{Closed, MemoryWorld, Stream, World};
use kern_ir::{Module, ModuleKind, Program};
use kern_stdlib::RUNTIME;
use std::collections::BTreeMap;

/// Names that only the compiler uses.
const INTERNAL: &[&str] = &["__assertfail"];

#[test]
fn every_row_is_implemented() {
    let is_missing = |name: &&str| matches!(target(name), Target::Missing);
    let missing: Vec<&str> = RUNTIME.iter().map(|row| row.name).filter(is_missing).collect();
    assert!(missing.is_empty(), "no implementation: {missing:?}");
}

#[test]
fn every_implementation_has_its_row() {
    let mut seen = std::collections::HashSet::new();
    for (name, _) in AREAS.iter().flat_map(|area| area.iter()) {
        assert!(seen.insert(*name), "{name} is implemented twice");
        assert!(INTERNAL.contains(name) || kern_stdlib::runtime_function(name).is_some(), "no row: {name}");
    }
}

/// Missing arguments are zeros, so none of these may panic.
#[test]
fn no_function_panics_without_arguments() {
    for (name, function) in AREAS.iter().flat_map(|area| area.iter()) {
        with(|c| {
            let _ = function(&mut c.host, &[]);
            assert!(!name.is_empty());
        });
    }
}

/// A world with files and an input.
#[derive(Default)]
struct Files {
    memory: MemoryWorld,
    files: BTreeMap<String, Vec<u8>>,
    input: Vec<u8>,
}

impl World for Files {
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Closed> {
        self.memory.write(stream, bytes)
    }

    fn read_stdin(&mut self, buffer: &mut [u8]) -> usize {
        let size = self.input.len().min(buffer.len());
        buffer[..size].copy_from_slice(&self.input[..size]);
        self.input.drain(..size);
        size
    }

    fn read_file(&mut self, path: &str) -> std::io::Result<Vec<u8>> {
        self.files.get(path).cloned().ok_or(std::io::ErrorKind::NotFound.into())
    }

    fn write_file(&mut self, path: &str, bytes: &[u8]) -> std::io::Result<()> {
        self.files.insert(path.to_string(), bytes.to_vec());
        Ok(())
    }

    fn unix_ns(&mut self) -> u64 {
        1_795_234_735_123_456_789
    }
}

/// A caller of runtime functions.
struct Caller<'m, 'p> {
    host: CallContext<'m, 'p>,
}

/// A value given to a function.
enum Value<'a> {
    Int(i32),
    Long(u64),
    Double(f64),
    Text(&'a str),
}
use Value::{Double, Int, Long, Text};

impl Caller<'_, '_> {
    fn call(&mut self, name: &str, values: &[Value]) -> u64 {
        self.try_call(name, values).unwrap_or_else(|stop| panic!("{name}: {stop:?}"))
    }

    fn try_call(&mut self, name: &str, values: &[Value]) -> Result<u64, Stop> {
        let mut args = Vec::new();
        for value in values {
            args.push(match value {
                Int(v) => Arg { ty: RegType::B32, bits: *v as u32 as u64 },
                Long(v) => Arg { ty: RegType::B64, bits: *v },
                Double(v) => Arg { ty: RegType::F64, bits: v.to_bits() },
                Text(text) => Arg { ty: RegType::B64, bits: self.text(text) },
            });
        }
        let function = implementation(name).unwrap_or_else(|| panic!("no function {name}"));
        self.host.function = kern_stdlib::runtime_function(name).map_or("", |row| row.name);
        function(&mut self.host, &args).map(|ret| ret.0)
    }

    fn error(&mut self, name: &str, values: &[Value]) -> i32 {
        self.call(name, values) as i32
    }

    fn memory(&mut self, size: u64) -> u64 {
        self.host.allocate(size, 16, AllocationKind::Heap).unwrap()
    }

    fn text(&mut self, text: &str) -> u64 {
        let address = self.memory(text.len() as u64 + 1);
        assert!(self.host.write_raw(address, text.as_bytes()));
        address
    }

    fn read_text(&mut self, address: u64) -> String {
        String::from_utf8(self.host.read_c_string(address).unwrap()).unwrap()
    }

    fn read_u64(&mut self, address: u64) -> u64 {
        u64::from_le_bytes(self.host.read(address).unwrap())
    }

    fn read_i32(&mut self, address: u64) -> i32 {
        i32::from_le_bytes(self.host.read(address).unwrap())
    }

    fn findings(&self) -> Vec<String> {
        self.host.machine.findings.list().iter().map(|f| format!("{} {}", f.code, f.message)).collect()
    }

    /// A pointer of device memory.
    fn device(&mut self, size: u64) -> u64 {
        let variable = self.memory(8);
        assert_eq!(self.error("cudaMalloc", &[Long(variable), Long(size)]), 0);
        self.read_u64(variable)
    }
}

fn with(body: impl FnOnce(&mut Caller)) -> Files {
    with_world(Files::default(), body)
}

fn with_world(mut world: Files, body: impl FnOnce(&mut Caller)) -> Files {
    let module =
        |kind| Module { kind, is_contracted: true, functions: Vec::new(), globals: Vec::new(), files: Vec::new(), locs: Vec::new() };
    let program = Program { device: module(ModuleKind::Device), host: module(ModuleKind::Host) };
    let (config, device) = (RunConfig::default(), Device::find("h200").unwrap());
    let mut vm = Vm::new(&program, &config, device, executor(config.engine)).unwrap();
    let host = CallContext { is_unread: true, ..vm.host(&mut world, std::sync::Arc::from([]), "") };
    body(&mut Caller { host });
    world
}

/// The part of a real H200's answers (`errors.cu`) that needs no kernel.
#[test]
fn host_mistakes_get_cudas_errors() {
    with(|c| {
        let (variable, h) = (c.memory(8), c.memory(16));
        let p = c.device(1024);
        let (h2d, d2h) = (Int(1), Int(2));
        assert_eq!(c.error("cudaMemcpy", &[Long(h), Long(p), Long(16), h2d]), 1);
        assert_eq!(c.error("cudaGetLastError", &[]), 1);
        assert_eq!(c.error("cudaGetLastError", &[]), 0);
        assert_eq!(c.error("cudaMemcpy", &[Long(p), Long(h), Long(4096), Int(1)]), 1);
        assert_eq!(c.error("cudaMemcpy", &[Long(0), Long(p), Long(4), d2h]), 1);
        assert_eq!(c.error("cudaMemcpy", &[Long(p), Long(h), Long(4), Int(9)]), 21);
        assert_eq!(c.error("cudaMalloc", &[Long(0), Long(4)]), 1);
        assert_eq!(c.error("cudaMalloc", &[Long(variable), Long(1 << 50)]), 2);
        assert_eq!(c.error("cudaFree", &[Long(0x1234)]), 1);
        assert_eq!(c.error("cudaFree", &[Long(0)]), 0);
        assert_eq!(c.error("cudaSetDevice", &[Int(99)]), 101);
        assert_eq!(c.error("cudaPeekAtLastError", &[]), 101);
        assert_eq!(c.error("cudaStreamSynchronize", &[Long(0)]), 0);
        assert_eq!(c.error("cudaStreamSynchronize", &[Long(77)]), 400);
        assert_eq!(c.error("cudaFree", &[Long(p)]), 0);
        assert_eq!(c.error("cudaFree", &[Long(p)]), 1);
        let name = c.call("cudaGetErrorName", &[Int(700)]);
        assert_eq!(c.read_text(name), "cudaErrorIllegalAddress");
        let text = c.call("cudaGetErrorString", &[Int(9)]);
        assert_eq!(c.read_text(text), "invalid configuration argument");
    });
}

#[test]
fn a_lost_context_fails_every_call() {
    with(|c| {
        assert_eq!(c.host.launched(700, String::new), 0);
        assert_eq!(c.error("cudaPeekAtLastError", &[]), 0);
        assert_eq!(c.error("cudaDeviceSynchronize", &[]), 700);
        assert_eq!(c.error("cudaGetLastError", &[]), 700);
        let variable = c.memory(8);
        assert_eq!(c.error("cudaMalloc", &[Long(variable), Long(4)]), 700);
        assert_eq!(c.error("cudaGetLastError", &[]), 700);
    });
}

#[test]
fn a_failed_launch_that_nobody_asks_about_is_reported() {
    with(|c| {
        let error = c.host.launched(9, || "2048 threads".to_string());
        c.host.launched_unseen(error);
        at_end(&mut c.host, &Ok(0));
        assert_eq!(c.findings(), ["R0504 a kernel did not run: invalid configuration argument"]);
    });
    with(|c| {
        let error = c.host.launched(9, || "2048 threads".to_string());
        c.host.launched_unseen(error);
        assert_eq!(c.error("cudaGetLastError", &[]), 9);
        at_end(&mut c.host, &Ok(0));
        assert!(c.findings().is_empty());
    });
}

#[test]
fn a_failed_call_is_reported_if_nobody_looks() {
    with(|c| {
        assert_eq!(c.error("cudaSetDevice", &[Int(7)]), 101);
        at_end(&mut c.host, &Ok(0));
        assert_eq!(c.findings(), ["R0505 `cudaSetDevice` failed: invalid device ordinal"]);
    });
    with(|c| {
        c.host.is_unread = false;
        assert_eq!(c.error("cudaSetDevice", &[Int(7)]), 101);
        at_end(&mut c.host, &Ok(0));
        assert!(c.findings().is_empty());
    });
}

#[test]
fn a_copy_to_what_a_failed_allocation_left_null_follows() {
    with(|c| {
        let (variable, h) = (c.memory(8), c.memory(16));
        c.host.calls = crate::memory::CallChain::Known(std::sync::Arc::from([]));
        assert_eq!(c.error("cudaMalloc", &[Long(variable), Long(1 << 50)]), 2);
        assert_eq!(c.error("cudaMemcpy", &[Long(0), Long(h), Long(16), Int(1)]), 1);
        at_end(&mut c.host, &Ok(0));
        assert_eq!(c.findings(), ["R0505 `cudaMalloc` failed: out of memory"]);
    });
}

#[test]
fn copies_move_bytes_and_stay_inside() {
    with(|c| {
        let p = c.device(16);
        let h = c.text("hello, device!");
        assert_eq!(c.error("cudaMemcpy", &[Long(p), Long(h), Long(15), Int(4)]), 0);
        let back = c.memory(16);
        assert_eq!(c.error("cudaMemcpy", &[Long(back), Long(p), Long(15), Int(2)]), 0);
        assert_eq!(c.read_text(back), "hello, device!");
        assert_eq!(c.error("cudaMemset", &[Long(p), Int(b'x'.into()), Long(3)]), 0);
        assert_eq!(c.error("cudaMemset", &[Long(h), Int(1), Long(3)]), 1);
        assert_eq!(c.error("cudaMemset", &[Long(p), Int(1), Long(17)]), 1);
        assert_eq!(c.error("cudaMemcpyAsync", &[Long(back), Long(p), Long(15), Int(2), Long(0)]), 0);
        assert_eq!(c.read_text(back), "xxxlo, device!");
        assert_eq!(c.error("cudaGetLastError", &[]), 1);
        assert!(c.findings().is_empty());
        // The host's side is too small: the program is told, the bytes that fit are copied.
        let small = c.memory(4);
        assert_eq!(c.error("cudaMemcpy", &[Long(small), Long(p), Long(16), Int(2)]), 0);
        assert_eq!(c.findings().len(), 1);
        assert!(c.findings()[0].starts_with("R0104"), "{:?}", c.findings());
        assert_eq!(c.host.read_bytes(small, 4).unwrap(), b"xxxl");
    });
}

#[test]
fn pitched_rows() {
    with(|c| {
        let (variable, pitch) = (c.memory(8), c.memory(8));
        assert_eq!(c.error("cudaMallocPitch", &[Long(variable), Long(pitch), Long(20), Long(3)]), 0);
        assert_eq!(c.read_u64(pitch), 512);
        let p = c.read_u64(variable);
        let h = c.text("aaaaabbbbbccccc");
        let copy = |c: &mut Caller, to, to_pitch, from, from_pitch, kind| {
            c.error("cudaMemcpy2D", &[Long(to), Long(to_pitch), Long(from), Long(from_pitch), Long(5), Long(3), Int(kind)])
        };
        assert_eq!(copy(c, p, 512, h, 5, 1), 0);
        let back = c.memory(16);
        assert_eq!(copy(c, back, 5, p, 512, 2), 0);
        assert_eq!(c.read_text(back), "aaaaabbbbbccccc");
        assert_eq!(copy(c, p, 4, h, 5, 1), 12);
    });
}

#[test]
fn pinned_and_registered_memory() {
    with(|c| {
        let variable = c.memory(8);
        assert_eq!(c.error("cudaMallocHost", &[Long(variable), Long(64)]), 0);
        let pinned = c.read_u64(variable);
        let device = c.memory(8);
        assert_eq!(c.error("cudaHostGetDevicePointer", &[Long(device), Long(pinned), Int(0)]), 0);
        assert_eq!(c.read_u64(device), pinned);
        assert_eq!(c.error("cudaFreeHost", &[Long(pinned)]), 0);
        let heap = c.memory(64);
        assert_eq!(c.error("cudaHostUnregister", &[Long(heap)]), 713);
        assert_eq!(c.error("cudaHostRegister", &[Long(heap), Long(64), Int(0)]), 0);
        assert_eq!(c.error("cudaHostRegister", &[Long(heap), Long(64), Int(0)]), 712);
        assert_eq!(c.error("cudaHostUnregister", &[Long(heap)]), 0);
        assert_eq!(c.call("free", &[Long(heap)]), 0);
        assert!(c.findings().is_empty());
    });
}

#[test]
fn events_on_the_modelled_clock() {
    with(|c| {
        let (start, stop, time) = (c.memory(8), c.memory(8), c.memory(4));
        c.error("cudaEventCreate", &[Long(start)]);
        c.error("cudaEventCreate", &[Long(stop)]);
        let (start, stop) = (c.read_u64(start), c.read_u64(stop));
        assert_eq!(c.error("cudaEventElapsedTime", &[Long(time), Long(start), Long(stop)]), 400);
        assert_eq!(c.error("cudaEventRecord", &[Long(start), Long(0)]), 0);
        let p = c.device(1 << 20);
        c.error("cudaMemset", &[Long(p), Int(0), Long(1 << 20)]);
        assert_eq!(c.error("cudaEventRecord", &[Long(stop), Long(0)]), 0);
        assert_eq!(c.error("cudaEventQuery", &[Long(stop)]), 600);
        assert_eq!(c.error("cudaEventElapsedTime", &[Long(time), Long(start), Long(stop)]), 600);
        assert_eq!(c.error("cudaEventSynchronize", &[Long(stop)]), 0);
        assert_eq!(c.error("cudaEventQuery", &[Long(stop)]), 0);
        assert_eq!(c.error("cudaEventElapsedTime", &[Long(time), Long(start), Long(stop)]), 0);
        let elapsed = f32::from_bits(c.read_i32(time) as u32);
        assert!(elapsed > 0.0 && elapsed < 1.0, "{elapsed}");
        assert_eq!(c.error("cudaEventDestroy", &[Long(start)]), 0);
        assert_eq!(c.error("cudaEventDestroy", &[Long(start)]), 400);
    });
}

#[test]
fn properties_are_the_devices() {
    with(|c| {
        let properties = c.memory(kern_stdlib::prop_size());
        assert_eq!(c.error("cudaGetDeviceProperties", &[Long(properties), Int(0)]), 0);
        assert_eq!(c.read_text(properties), "NVIDIA H200");
        let sms = properties + kern_stdlib::prop_offset("multiProcessorCount").unwrap().1;
        assert_eq!(c.read_i32(sms), 132);
        assert_eq!(c.error("cudaGetDeviceProperties", &[Long(properties), Int(1)]), 101);
    });
}

#[test]
fn printf_reads_arguments_as_x86_64_does() {
    let world = with(|c| {
        c.call("printf", &[Text("%d %s %.2f %c %lu\n"), Int(-3), Text("text"), Double(1.005), Int(65), Long(u64::MAX)]);
        assert!(c.findings().is_empty());
        // The classes are swapped: each conversion finds the other's argument.
        c.call("printf", &[Text("%d %f\n"), Double(1.5), Int(3)]);
        assert_eq!(c.findings(), ["R0502 conversion 1 asks for an integer or a pointer, its argument is a floating number"]);
        let ten: Vec<Value> = std::iter::once(Text("%d%d%d%d%d%d%d%d%d%d\n")).chain((0..10).map(Int)).collect();
        c.call("printf", &ten);
        c.call("puts", &[Text("end")]);
        c.call("fprintf", &[Long(3), Text("to %s\n"), Text("stderr")]);
    });
    assert_eq!(String::from_utf8(world.memory.stdout).unwrap(), "-3 text 1.00 A 18446744073709551615\n3 1.500000\n0123456789\nend\n");
    assert_eq!(world.memory.stderr, b"to stderr\n");
}

#[test]
fn strings_are_built_and_cut() {
    with(|c| {
        let buffer = c.memory(32);
        assert_eq!(c.call("snprintf", &[Long(buffer), Long(6), Text("%s-%03d"), Text("ab"), Int(7)]), 6);
        assert_eq!(c.read_text(buffer), "ab-00");
        c.call("strcpy", &[Long(buffer), Text("one,two;;three")]);
        let mut parts = Vec::new();
        let mut part = c.call("strtok", &[Long(buffer), Text(",;")]);
        while part != 0 {
            parts.push(c.read_text(part));
            part = c.call("strtok", &[Long(0), Text(",;")]);
        }
        assert_eq!(parts, ["one", "two", "three"]);
        assert_eq!(c.call("strcmp", &[Text("abc"), Text("abd")]) as i32, -1);
        assert_eq!(c.call("atoi", &[Text(" -12x")]) as i32, -12);
        let end = c.memory(8);
        let text = c.text("0x1fz");
        assert_eq!(c.call("strtol", &[Long(text), Long(end), Int(0)]), 31);
        assert_eq!(c.read_u64(end), text + 4);
    });
}

#[test]
fn scanf_stores_what_it_reads() {
    let world = Files { input: b"12 3.5 word\n-7".to_vec(), ..Files::default() };
    with_world(world, |c| {
        let (i, f, s) = (c.memory(4), c.memory(8), c.memory(16));
        assert_eq!(c.call("scanf", &[Text("%d %lf %s"), Long(i), Long(f), Long(s)]), 3);
        assert_eq!((c.read_i32(i), f64::from_bits(c.read_u64(f)), c.read_text(s)), (12, 3.5, "word".to_string()));
        assert_eq!(c.call("scanf", &[Text("%d"), Long(i)]), 1);
        assert_eq!(c.read_i32(i), -7);
        assert_eq!(c.call("scanf", &[Text("%d"), Long(i)]) as i32, -1);
        assert_eq!(c.call("sscanf", &[Text("a=5,b=x"), Text("a=%d,b=%d"), Long(i), Long(i)]), 1);
        assert_eq!(c.call("sscanf", &[Text("key: value"), Text("%[a-z]: %3s"), Long(s), Long(f)]), 2);
        assert_eq!((c.read_text(s), c.read_text(f)), ("key".to_string(), "val".to_string()));
    });
}

#[test]
fn files_are_written_and_read() {
    let world = with(|c| {
        let file = c.call("fopen", &[Text("out.txt"), Text("w")]);
        c.call("fprintf", &[Long(file), Text("%d\nline 2\n"), Int(5)]);
        assert_eq!(c.call("fclose", &[Long(file)]), 0);
        let file = c.call("fopen", &[Text("out.txt"), Text("r")]);
        let (i, line) = (c.memory(4), c.memory(16));
        assert_eq!(c.call("fscanf", &[Long(file), Text("%d "), Long(i)]), 1);
        assert_eq!(c.call("fgets", &[Long(line), Int(16), Long(file)]), line);
        assert_eq!(c.read_text(line), "line 2\n");
        assert_eq!(c.call("fgets", &[Long(line), Int(16), Long(file)]), 0);
        assert_eq!(c.call("feof", &[Long(file)]), 1);
        c.call("fseek", &[Long(file), Long(-7i64 as u64), Int(2)]);
        assert_eq!(c.call("ftell", &[Long(file)]), 2);
        assert_eq!(c.call("fopen", &[Text("missing"), Text("r")]), 0);
        assert_eq!(system::errno(&mut c.host).unwrap(), 2);
    });
    assert_eq!(world.files["out.txt"], b"5\nline 2\n");
}

#[test]
fn wrong_frees_are_findings() {
    with(|c| {
        let memory = c.call("malloc", &[Long(8)]);
        c.call("free", &[Long(memory)]);
        assert_eq!(c.try_call("free", &[Long(memory)]), Err(Stop::Fault(134)));
        let memory = c.call("malloc", &[Long(8)]);
        assert_eq!(c.try_call("free", &[Long(memory + 4)]), Err(Stop::Fault(134)));
        let device = c.device(8);
        assert_eq!(c.try_call("free", &[Long(device)]), Ok(0));
        assert_eq!(c.error("cudaFree", &[Long(memory)]), 1);
    });
}

#[test]
fn the_end_of_a_program() {
    let world = with(|c| {
        assert_eq!(c.try_call("exit", &[Int(300)]), Err(Stop::Exit(44)));
        assert_eq!(c.try_call("abort", &[]), Err(Stop::ExitNow(134)));
        let failed = c.try_call("__assert_fail", &[Text("x > 0"), Text("a.cu"), Int(7), Text("int main()")]);
        assert_eq!(failed, Err(Stop::ExitNow(134)));
    });
    assert_eq!(String::from_utf8(world.memory.stderr).unwrap(), "program: a.cu:7: int main(): Assertion `x > 0' failed.\n");
}

#[test]
fn time_comes_from_the_world() {
    with(|c| {
        let value = c.memory(16);
        assert_eq!(c.call("time", &[Long(0)]), 1_795_234_735);
        c.call("gettimeofday", &[Long(value), Long(0)]);
        assert_eq!((c.read_u64(value), c.read_u64(value + 8)), (1_795_234_735, 123_456));
    });
}
