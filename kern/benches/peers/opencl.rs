//! As much of OpenCL 1.2 as timing needs, loaded at run time: without a library or a CPU device there is no peer.

use std::ffi::{CString, c_char, c_void};
use std::ptr::{null, null_mut};
use std::time::Instant;

use libloading::{Library, Symbol};

type Handle = *mut c_void;

/// An argument of a kernel.
#[derive(Clone, Debug)]
pub(crate) enum Arg {
    /// A buffer with these bytes at the start.
    Buffer(Vec<u8>),
    /// An `int`.
    Int(i32),
    /// A `float`.
    Float(f32),
}

/// A device with the program built for it; nothing is released, since the process ends with the benchmark.
pub(crate) struct Peer {
    library: Library,
    context: Handle,
    queue: Handle,
    program: Handle,
    /// What the device calls itself.
    pub(crate) device_name: String,
}

/// A kernel with its arguments.
pub(crate) struct Kernel {
    kernel: Handle,
    buffers: Vec<(Handle, Vec<u8>)>,
    global: [usize; 2],
    local: [usize; 2],
}

/// Calls the function `$name` of `$library` with C types, and answers its result.
macro_rules! call {
    ($library:expr, $name:ident($($arg:expr => $ty:ty),* $(,)?) -> $result:ty) => {{
        // SAFETY: the types are those of OpenCL 1.2's header, and the pointers are valid for the call.
        unsafe {
            let function: Symbol<unsafe extern "C" fn($($ty),*) -> $result> =
                $library.get(concat!(stringify!($name), "\0").as_bytes()).map_err(|e| e.to_string())?;
            function($($arg),*)
        }
    }};
}

fn checked(what: &str, status: i32) -> Result<(), String> {
    if status == 0 { Ok(()) } else { Err(format!("{what}: OpenCL error {status}")) }
}

impl Peer {
    /// The first CPU device, with `source` built.
    pub(crate) fn new(source: &str) -> Result<Peer, String> {
        // SAFETY: the loader runs the library's initialisers, which is what it is for.
        let library = ["libOpenCL.so.1", "libOpenCL.so", "OpenCL.dll"].iter().find_map(|name| unsafe { Library::new(name) }.ok());
        Peer::of(library.ok_or("no OpenCL library is installed")?, source)
    }

    /// The first CPU device of `library`, with `source` built.
    pub(crate) fn of(library: Library, source: &str) -> Result<Peer, String> {
        let mut platforms = [null_mut(); 8];
        let mut count = 0u32;
        checked(
            "clGetPlatformIDs",
            call!(library, clGetPlatformIDs(8 => u32, platforms.as_mut_ptr() => *mut Handle, &mut count => *mut u32) -> i32),
        )?;
        let mut device = null_mut();
        for &platform in &platforms[..count.min(8) as usize] {
            const CPU: u64 = 2;
            let status = call!(library, clGetDeviceIDs(platform => Handle, CPU => u64, 1 => u32, &mut device => *mut Handle, null_mut() => *mut u32) -> i32);
            if status == 0 {
                break;
            }
        }
        if device.is_null() {
            return Err("OpenCL has no CPU device".into());
        }
        let mut name = [0u8; 200];
        const NAME: u32 = 0x102b;
        checked(
            "clGetDeviceInfo",
            call!(library, clGetDeviceInfo(device => Handle, NAME => u32, name.len() => usize, name.as_mut_ptr().cast() => *mut c_void, null_mut() => *mut usize) -> i32),
        )?;
        let mut error = 0;
        let context = call!(library, clCreateContext(null() => *const isize, 1 => u32, &device => *const Handle, null_mut() => Handle, null_mut() => Handle, &mut error => *mut i32) -> Handle);
        checked("clCreateContext", error)?;
        let queue = call!(library, clCreateCommandQueue(context => Handle, device => Handle, 0 => u64, &mut error => *mut i32) -> Handle);
        checked("clCreateCommandQueue", error)?;
        let text = CString::new(source).map_err(|e| e.to_string())?;
        let pointer = text.as_ptr();
        let program = call!(library, clCreateProgramWithSource(context => Handle, 1 => u32, &pointer => *const *const c_char, null() => *const usize, &mut error => *mut i32) -> Handle);
        checked("clCreateProgramWithSource", error)?;
        let status = call!(library, clBuildProgram(program => Handle, 1 => u32, &device => *const Handle, c"".as_ptr() => *const c_char, null_mut() => Handle, null_mut() => Handle) -> i32);
        checked("clBuildProgram", status)?;
        let device_name = String::from_utf8_lossy(name.split(|&b| b == 0).next().unwrap_or(&[])).into_owned();
        Ok(Peer { library, context, queue, program, device_name })
    }

    /// A kernel with arguments; `grid` groups of `block` items.
    pub(crate) fn kernel(&self, name: &str, args: &[Arg], grid: [u32; 2], block: [u32; 2]) -> Result<Kernel, String> {
        let (mut error, library) = (0, &self.library);
        let text = CString::new(name).map_err(|e| e.to_string())?;
        let kernel =
            call!(library, clCreateKernel(self.program => Handle, text.as_ptr() => *const c_char, &mut error => *mut i32) -> Handle);
        checked("clCreateKernel", error)?;
        let mut buffers = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            let (bytes, value): (usize, Vec<u8>) = match arg {
                Arg::Buffer(data) => {
                    const READ_WRITE: u64 = 1;
                    let buffer = call!(library, clCreateBuffer(self.context => Handle, READ_WRITE => u64, data.len() => usize, null_mut() => Handle, &mut error => *mut i32) -> Handle);
                    checked("clCreateBuffer", error)?;
                    buffers.push((buffer, data.clone()));
                    (size_of::<Handle>(), (buffer as usize).to_ne_bytes().to_vec())
                }
                Arg::Int(value) => (4, value.to_ne_bytes().to_vec()),
                Arg::Float(value) => (4, value.to_ne_bytes().to_vec()),
            };
            let status = call!(library, clSetKernelArg(kernel => Handle, index as u32 => u32, bytes => usize, value.as_ptr().cast() => *const c_void) -> i32);
            checked("clSetKernelArg", status)?;
        }
        let global = [0, 1].map(|d| grid[d] as usize * block[d] as usize);
        let kernel = Kernel { kernel, buffers, global, local: block.map(|b| b as usize) };
        self.reset(&kernel)?;
        Ok(kernel)
    }

    /// Fills the buffers anew.
    pub(crate) fn reset(&self, kernel: &Kernel) -> Result<(), String> {
        for (buffer, data) in &kernel.buffers {
            let status = call!(self.library, clEnqueueWriteBuffer(self.queue => Handle, *buffer => Handle, 1 => u32, 0 => usize, data.len() => usize, data.as_ptr().cast() => *const c_void, 0 => u32, null() => *const Handle, null_mut() => *mut Handle) -> i32);
            checked("clEnqueueWriteBuffer", status)?;
        }
        Ok(())
    }

    /// Seconds a launch, of `launches` in a row.
    pub(crate) fn time(&self, kernel: &Kernel, launches: u32) -> Result<f64, String> {
        let start = Instant::now();
        for _ in 0..launches {
            let status = call!(self.library, clEnqueueNDRangeKernel(self.queue => Handle, kernel.kernel => Handle, 2 => u32, null() => *const usize, kernel.global.as_ptr() => *const usize, kernel.local.as_ptr() => *const usize, 0 => u32, null() => *const Handle, null_mut() => *mut Handle) -> i32);
            checked("clEnqueueNDRangeKernel", status)?;
        }
        checked("clFinish", call!(self.library, clFinish(self.queue => Handle) -> i32))?;
        Ok(start.elapsed().as_secs_f64() / launches as f64)
    }

    /// The bytes of a buffer.
    pub(crate) fn read(&self, kernel: &Kernel, buffer: usize) -> Result<Vec<u8>, String> {
        let (handle, data) = &kernel.buffers[buffer];
        let mut bytes = vec![0u8; data.len()];
        let status = call!(self.library, clEnqueueReadBuffer(self.queue => Handle, *handle => Handle, 1 => u32, 0 => usize, bytes.len() => usize, bytes.as_mut_ptr().cast() => *mut c_void, 0 => u32, null() => *const Handle, null_mut() => *mut Handle) -> i32);
        checked("clEnqueueReadBuffer", status)?;
        Ok(bytes)
    }
}
