//! What `kernels!` makes: [`Module`], compiled kernels in the Rust program, with handles of their variables.

use std::marker::PhantomData;
use std::sync::OnceLock;

use kern_diag::{Code, Diagnostic, SourceMap};
use kern_ir::FuncId;

use crate::arguments::{Argument, Given};
use crate::call_site::{CallSite, Part};
use crate::check::Style;
use crate::element::{bytes_of, elements_of};
use crate::{Device, Element, Error, Kernel, LaunchDims, LaunchReport, Program, device, grid};

/// Kernels that were compiled with the Rust program: the constant `KERNELS` where [`kernels!`](crate::kernels) stands.
///
/// ```
/// # #[cfg(feature = "macros")] {
/// mod kernels {
///     kern::kernels! { __global__ void k(int *x) { *x = 1; } }
/// }
/// let names: Vec<String> = kernels::KERNELS.program()?.kernels().map(|kernel| kernel.declaration()).collect();
/// assert_eq!(names, ["__global__ void k(int *x)"]);
/// # }
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Debug)]
pub struct Module {
    bytecode: &'static [u8],
    /// Names and texts.
    sources: &'static [(&'static str, &'static str)],
    program: OnceLock<Result<Program, Error>>,
}

impl Module {
    #[doc(hidden)]
    pub const fn new(bytecode: &'static [u8], sources: &'static [(&'static str, &'static str)]) -> Module {
        Module { bytecode, sources, program: OnceLock::new() }
    }

    /// The kernels as a program: to launch them by name, and for their types. It is read from the bytecode when first asked for.
    ///
    /// # Errors
    /// The bytecode is of another version of `kern` than the one that this program is linked to.
    ///
    /// ```
    /// # #[cfg(feature = "macros")] {
    /// mod kernels {
    ///     kern::kernels! { __constant__ float w[2]; __device__ int n; __global__ void k(int *x) { x[0] = n; } }
    /// }
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// assert!(kernels::KERNELS.program()?.kernel("k").is_ok());
    /// # }
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn program(&self) -> Result<&Program, Error> {
        self.program.get_or_init(|| self.read()).as_ref().map_err(Error::clone)
    }

    fn read(&self) -> Result<Program, Error> {
        let mut sources = SourceMap::new();
        for (name, text) in self.sources {
            sources.add(*name, *text, false);
        }
        match kern_ir::bytecode::decode(self.bytecode) {
            Ok(ir) => Ok(Program::of_ir(ir, sources)),
            Err(problem) => Err(Error::new(vec![*problem], sources)),
        }
    }
}

/// A launch of a typed kernel, as its function puts it together.
pub struct Call {
    module: &'static Module,
    function: u32,
    given: Given,
}

impl Call {
    /// Of a function of the module with so many parameters.
    pub fn new(module: &'static Module, function: u32, params: usize) -> Call {
        Call { module, function, given: Given::with_capacity(params) }
    }
}

/// The next argument.
pub fn give(call: &mut Call, argument: &impl Argument) {
    argument.give(&mut call.given);
}

/// Launches it.
///
/// # Errors
/// As [`Kernel::launch`].
#[track_caller]
pub fn launch(call: Call, device: &mut Device, dims: LaunchDims) -> Result<LaunchReport, Error> {
    let site = CallSite::caller();
    let kernel = Kernel { program: call.module.program()?.clone(), id: FuncId(call.function) };
    kernel.launch_with(device, dims, &call.given, Style::Typed, site)
}

/// Has one thread call a device function that returns nothing.
///
/// # Errors
/// As [`Kernel::launch`], and where launches are recorded.
#[track_caller]
pub fn call_void(call: Call, device: &mut Device) -> Result<(), Error> {
    refuse_recorded(device, CallSite::caller())?;
    launch(call, device, grid(1)).map(drop)
}

/// Has one thread call a device function; what it returned.
///
/// # Errors
/// As [`Kernel::launch`], and where launches are recorded.
#[track_caller]
pub fn call<R: Element>(mut call: Call, device: &mut Device) -> Result<R, Error> {
    let site = CallSite::caller();
    refuse_recorded(device, site)?;
    let result = device.alloc_at::<R>(1, site)?;
    let others = std::mem::take(&mut call.given);
    (&result).give(&mut call.given);
    call.given.append(others);
    launch(call, device, grid(1))?;
    device.gpu.read(result.address(), R::BYTES as u64).map(|bytes| R::get(&bytes)).ok_or_else(|| device::lost(site))
}

/// What a call returns is wanted at once, and launches that are recorded are done later.
fn refuse_recorded(device: &Device, site: CallSite) -> Result<(), Error> {
    if device.recorded.is_none() {
        return Ok(());
    }
    let message = "a device function cannot be called while launches are recorded";
    let problem = Diagnostic::without_place(Code::LAUNCH_SHAPE, message);
    let problem = problem.help("call it before `Device::record`, or record the launch of a kernel that calls it");
    let mut sources = SourceMap::new();
    let problem = site.blame(problem, Part::Name, "what it returns is not known yet", &mut sources);
    Err(Error::new(vec![problem], sources))
}

/// A variable of [`kernels!`](crate::kernels) that is no array.
///
/// ```
/// # #[cfg(feature = "macros")] {
/// mod kernels {
///     kern::kernels! {
///         __constant__ float factor = 2;
///         __global__ void scale(float *x) { x[threadIdx.x] *= factor; }
///     }
/// }
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// assert_eq!(kernels::factor().get(&mut gpu)?, 2.0);
/// kernels::factor().set(&mut gpu, 10.0)?;
/// let mut x = gpu.upload(&[1.0f32, 2.0])?;
/// kernels::scale(&mut gpu, kern::grid(1).block(2), &mut x)?;
/// assert_eq!(gpu.download(&x)?, [10.0, 20.0]);
/// # }
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Variable<T: Element>(VariableArray<T, 1>);

impl<T: Element> Variable<T> {
    #[doc(hidden)]
    pub const fn new(module: &'static Module, name: &'static str) -> Variable<T> {
        Variable(VariableArray::new(module, name))
    }

    /// What it holds on `device`: its initial value until something is written there.
    ///
    /// # Errors
    /// The device has no room for the variables of the module.
    ///
    /// ```
    /// # #[cfg(feature = "macros")] {
    /// mod kernels {
    ///     kern::kernels! { __constant__ float w[2]; __device__ int n; __global__ void k(int *x) { x[0] = n; } }
    /// }
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// assert_eq!(kernels::n().get(&mut gpu)?, 0);
    /// # }
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[track_caller]
    pub fn get(&self, device: &mut Device) -> Result<T, Error> {
        self.0.read(device, CallSite::caller()).map(|bytes| T::get(&bytes))
    }

    /// Sets it on `device`.
    ///
    /// # Errors
    /// The device has no room for the variables of the module.
    ///
    /// ```
    /// # #[cfg(feature = "macros")] {
    /// mod kernels {
    ///     kern::kernels! { __constant__ float w[2]; __device__ int n; __global__ void k(int *x) { x[0] = n; } }
    /// }
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// kernels::n().set(&mut gpu, 3)?;
    /// assert_eq!(kernels::n().get(&mut gpu)?, 3);
    /// # }
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[track_caller]
    pub fn set(&self, device: &mut Device, value: T) -> Result<(), Error> {
        self.0.write(device, &bytes_of(&[value]), CallSite::caller())
    }
}

/// A variable of [`kernels!`](crate::kernels) that is an array of `N` elements; of an array of arrays, all of them row by row.
///
/// ```
/// # #[cfg(feature = "macros")] {
/// mod kernels {
///     kern::kernels! {
///         __constant__ float weights[3];
///         __global__ void k(float *x) { x[threadIdx.x] *= weights[threadIdx.x]; }
///     }
/// }
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// kernels::weights().set(&mut gpu, &[1.0, 2.0, 3.0])?;
/// assert_eq!(kernels::weights().get(&mut gpu)?, [1.0, 2.0, 3.0]);
/// # }
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct VariableArray<T: Element, const N: usize> {
    module: &'static Module,
    /// In the compiled module.
    name: &'static str,
    element: PhantomData<T>,
}

impl<T: Element, const N: usize> VariableArray<T, N> {
    #[doc(hidden)]
    pub const fn new(module: &'static Module, name: &'static str) -> VariableArray<T, N> {
        VariableArray { module, name, element: PhantomData }
    }

    /// Elements.
    ///
    /// ```
    /// # #[cfg(feature = "macros")] {
    /// mod kernels {
    ///     kern::kernels! { __constant__ float w[2]; __device__ int n; __global__ void k(int *x) { x[0] = n; } }
    /// }
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// assert_eq!(kernels::w().len(), 2);
    /// # }
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub const fn len(&self) -> usize {
        N
    }

    /// Never: C++ has no arrays without elements.
    ///
    /// ```
    /// # #[cfg(feature = "macros")] {
    /// mod kernels {
    ///     kern::kernels! { __constant__ float w[2]; __device__ int n; __global__ void k(int *x) { x[0] = n; } }
    /// }
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// assert!(!kernels::w().is_empty());
    /// # }
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub const fn is_empty(&self) -> bool {
        N == 0
    }

    /// What it holds on `device`: its initial value until something is written there.
    ///
    /// # Errors
    /// The device has no room for the variables of the module.
    ///
    /// ```
    /// # #[cfg(feature = "macros")] {
    /// mod kernels {
    ///     kern::kernels! { __constant__ float w[2]; __device__ int n; __global__ void k(int *x) { x[0] = n; } }
    /// }
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// assert_eq!(kernels::w().get(&mut gpu)?, [0.0, 0.0]);
    /// # }
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[track_caller]
    pub fn get(&self, device: &mut Device) -> Result<Vec<T>, Error> {
        self.read(device, CallSite::caller()).map(|bytes| elements_of(&bytes))
    }

    /// Sets all of it on `device`.
    ///
    /// # Errors
    /// The device has no room for the variables of the module.
    ///
    /// ```
    /// # #[cfg(feature = "macros")] {
    /// mod kernels {
    ///     kern::kernels! { __constant__ float w[2]; __device__ int n; __global__ void k(int *x) { x[0] = n; } }
    /// }
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// kernels::w().set(&mut gpu, &[1.0, 2.0])?;
    /// assert_eq!(kernels::w().get(&mut gpu)?, [1.0, 2.0]);
    /// # }
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[track_caller]
    pub fn set(&self, device: &mut Device, values: &[T; N]) -> Result<(), Error> {
        self.write(device, &bytes_of(values), CallSite::caller())
    }

    fn read(&self, device: &mut Device, site: CallSite) -> Result<Vec<u8>, Error> {
        let (address, size) = device.variable(self.module.program()?, self.name, site)?;
        device.gpu.read(address, size).ok_or_else(|| device::lost(site))
    }

    fn write(&self, device: &mut Device, bytes: &[u8], site: CallSite) -> Result<(), Error> {
        let (address, _) = device.variable(self.module.program()?, self.name, site)?;
        if device.gpu.write(address, bytes) { Ok(()) } else { Err(device::lost(site)) }
    }
}
