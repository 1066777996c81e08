//! Memory as bytes, and launches with a parameter buffer: for bindings of other languages, which check types by themselves.
//!
//! Nothing here is unsafe: an address that is wrong is found when a kernel uses it. Errors name no place in a Rust program, because the
//! binding knows better where it was called from.

use kern_diag::{Code, Diagnostic, SourceMap};
use kern_vm::NoLaunch;

use crate::call_site::CallSite;
use crate::check::buffer_size;
use crate::device::{lost, no_room};
use crate::{Buffer, Device, DeviceSlice, Error, Kernel, LaunchDims, LaunchReport, Program, kernel};

impl Kernel {
    /// Runs the kernel with a parameter buffer that somebody else has put together: the bytes of each of [`Kernel::parameters`] at its
    /// `offset`, those of a pointer being [`DeviceSlice::address`]. Recorded in a [`Graph`](crate::Graph), it keeps no memory.
    ///
    /// ```
    /// let source = "__global__ void add(int *x, int n) { x[threadIdx.x] += n; }";
    /// let kernel = kern::Program::from_source("add.kern", source)?.kernel("add")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2])?;
    /// let mut parameters = x.address().to_le_bytes().to_vec();
    /// parameters.extend(40i32.to_le_bytes());
    /// kernel.launch_untyped(&mut gpu, kern::grid(1).block(2), &parameters)?;
    /// assert_eq!(gpu.download(&x)?, [41, 42]);
    /// # Ok::<(), kern::Error>(())
    /// ```
    ///
    /// # Errors
    /// The buffer has another size, else as [`Kernel::launch`].
    pub fn launch_untyped(&self, device: &mut Device, dims: LaunchDims, parameters: &[u8]) -> Result<LaunchReport, Error> {
        device.collect();
        let size = buffer_size(self);
        if parameters.len() != size {
            let message = format!("the parameters of `{}` have {size} bytes, the launch gives {}", self.name(), parameters.len());
            let declaration = format!("`{}`", self.declaration());
            return Err(problem(Diagnostic::without_place(Code::ARGUMENT_COUNT, message).note(declaration)));
        }
        self.launch_checked(device, dims, parameters, Vec::new, CallSite::elsewhere())
    }
}

impl Program {
    /// As [`Program::kernel`]; an error names no place in a Rust program.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// let program = kern::Program::from_source("k.kern", "__global__ void k() {}")?;
    /// assert_eq!(program.find_kernel("k")?.name(), "k");
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn find_kernel(&self, name: &str) -> Result<Kernel, Error> {
        kernel::find(self, name, CallSite::elsewhere())
    }
}

impl Device {
    /// Memory of so many bytes, all zero; an error names no place in a Rust program.
    ///
    /// # Errors
    /// The device has not that much left.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// assert_eq!(gpu.alloc_bytes(3)?.len(), 3);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn alloc_bytes(&mut self, len: usize) -> Result<Buffer<u8>, Error> {
        self.collect();
        match self.gpu.allocate(len as u64) {
            Some(address) => Ok(Buffer::new(self.heap.clone(), address, len)),
            None => Err(self.no_memory(Some(len as u64), CallSite::elsewhere())),
        }
    }

    /// Replaces what `memory` holds by `data`, which must be as long, with one copy.
    ///
    /// # Errors
    /// It is not, or the memory belongs to another device.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.alloc_bytes(3)?;
    /// gpu.write_bytes(&x, &[1, 2, 3])?;
    /// assert_eq!(gpu.download(&x)?, [1, 2, 3]);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn write_bytes(&mut self, memory: &DeviceSlice<u8>, data: &[u8]) -> Result<(), Error> {
        self.check_bytes(memory, data.len(), "written to")?;
        if self.gpu.write(memory.address, data) { Ok(()) } else { Err(lost(CallSite::elsewhere())) }
    }

    /// Copies what `memory` holds into `data`, which must be as long, with one copy.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let memory = gpu.alloc::<u8>(3)?;
    /// gpu.write_bytes(&memory, &[1, 2, 3])?;
    /// let mut data = [0; 3];
    /// gpu.read_bytes(&memory, &mut data)?;
    /// assert_eq!(data, [1, 2, 3]);
    /// assert!(gpu.read_bytes(&memory, &mut data[1..]).is_err());
    /// # Ok::<(), kern::Error>(())
    /// ```
    ///
    /// # Errors
    /// It is not, or the memory belongs to another device.
    pub fn read_bytes(&self, memory: &DeviceSlice<u8>, data: &mut [u8]) -> Result<(), Error> {
        self.check_bytes(memory, data.len(), "read from")?;
        if self.gpu.read_into(memory.address, data) { Ok(()) } else { Err(lost(CallSite::elsewhere())) }
    }

    /// The memory of the variable that `program` declares as `__device__` or `__constant__`, which lives as long as this device. Its
    /// type is in [`Program::ir`].
    ///
    /// ```
    /// let program = kern::Program::from_source("k.kern", "__device__ int count = 3; __global__ void k() { count++; }")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let mut bytes = [0; 4];
    /// let count = gpu.symbol_bytes(&program, "count")?;
    /// gpu.read_bytes(&count, &mut bytes)?;
    /// assert_eq!(bytes, [3, 0, 0, 0]);
    /// # Ok::<(), kern::Error>(())
    /// ```
    ///
    /// # Errors
    /// The program has no such variable, or the device no room for it.
    pub fn symbol_bytes(&mut self, program: &Program, name: &str) -> Result<DeviceSlice<u8>, Error> {
        self.collect();
        match self.gpu.symbol(program.shared_ir(), name) {
            Ok(Some(symbol)) => Ok(DeviceSlice::of_variable(self.heap.clone(), symbol.address, symbol.size as usize)),
            Ok(None) => {
                let message = format!("the program has no device variable `{name}`");
                Err(problem(Diagnostic::without_place(Code::UNKNOWN_SYMBOL, message)))
            }
            Err(NoLaunch::NoRoom(variable)) => Err(no_room(&variable, CallSite::elsewhere())),
            Err(_) => Err(lost(CallSite::elsewhere())),
        }
    }

    /// Has `watch` asked some twenty times a second, while a later launch goes on, whether it should; where it says no, the launch ends
    /// and is an error. It is asked by the thread that launches.
    ///
    /// ```
    /// let source = "__global__ void k(volatile int *x) { while (x[0] == 0) x[1]++; }";
    /// let kernel = kern::Program::from_source("k.kern", source)?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.alloc::<i32>(2)?;
    /// let error = kernel.launch(gpu.watch(|| false), kern::grid(1), (&x,)).unwrap_err();
    /// assert!(error.to_string().contains("was ended"), "{error}");
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn watch(&mut self, watch: impl FnMut() -> bool + Send + 'static) -> &mut Device {
        self.watch = Some(Box::new(watch));
        self
    }

    fn check_bytes(&self, memory: &DeviceSlice<u8>, len: usize, verb: &str) -> Result<(), Error> {
        if !self.owns(memory.heap()) {
            return Err(problem(Diagnostic::without_place(Code::FOREIGN_BUFFER, self.foreign("", "a buffer", memory.heap()))));
        }
        if len != memory.len() {
            let message = format!("{len} bytes are {verb} a buffer of {}", memory.len());
            return Err(problem(Diagnostic::without_place(Code::BUFFER_LENGTH, message)));
        }
        Ok(())
    }
}

fn problem(diagnostic: Diagnostic) -> Error {
    Error::new(vec![diagnostic], SourceMap::new())
}
