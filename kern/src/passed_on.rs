//! Macros, diagnostics and options, which other crates define and this one passes on, each with an example of its use from here; `machine` has
//! what is about runs.

/// Writes what C++ and Rust must agree on for a structure that kernels take, so that it is an [`Element`](trait@crate::Element): buffers hold
/// it, kernels take it by value and by pointer.
///
/// The structure has `#[repr(C)]`, is `Copy`, and its fields are elements: numbers, `bool`, arrays, other such structures. Where
/// [`kernels!`](crate::kernels) declares a structure of that name, the two are compared while the program is compiled.
///
/// ```
/// mod kernels {
///     #[repr(C)]
///     #[derive(Clone, Copy, PartialEq, Debug, kern::Argument)]
///     pub struct Body { pub position: [f32; 2], pub mass: f64 }
///
///     kern::kernels! {
///         struct Body { float position[2]; double mass; };
///         __global__ void halve(Body *bodies) { bodies[threadIdx.x].mass /= 2; }
///     }
/// }
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let mut bodies = gpu.upload(&[kernels::Body { position: [1.0, 2.0], mass: 4.0 }])?;
/// kernels::halve(&mut gpu, kern::grid(1), &mut bodies)?;
/// assert_eq!(gpu.download(&bodies)?, [kernels::Body { position: [1.0, 2.0], mass: 2.0 }]);
/// # Ok::<(), kern::Error>(())
/// ```
///
/// # Errors
/// At the structure: no `#[repr(C)]`, fields without names, parameters of types, an enumeration. At a field: a type that is no element. Where
/// kernels declare another structure of the name: names, types or places of fields that differ.
///
/// ```compile_fail
/// #[derive(Clone, Copy, kern::Argument)]
/// struct Body { mass: f64 } // Rust may lay it out as it likes
/// ```
#[cfg(feature = "macros")]
pub use kern_macros::Argument;

/// Compiles kernels with the Rust program, and writes a Rust function for each: kernels, `__device__` functions, variables, constants.
///
/// It stands in a module, and takes CUDA C++ in one of three forms:
///
/// * the text itself, `kernels! { __global__ void f(float *x) { … } }`, as far as Rust's lexer takes it;
/// * a string, `kernels!(r#"…"#)`, for any text;
/// * a file, `kernels!(file = "saxpy.cu")`, named from the folder of the Rust file. The program is compiled anew when it or a header that it
///   includes changes.
///
/// | of the kernels | in Rust |
/// |---|---|
/// | `__global__ void f(int n, const float *x, float *y)` | `fn f(gpu: &mut Device, dims: LaunchDims, n: i32, x: &DeviceSlice<f32>, y: &mut DeviceSlice<f32>) -> Result<LaunchReport, Error>` |
/// | `__device__ float g(float x)` | `fn g(gpu: &mut Device, x: f32) -> Result<f32, Error>`: one thread calls it, for tests |
/// | `__constant__ float w[4];` | `fn w() -> VariableArray<f32, 4>` |
/// | `const int N = 4;` | `const N: i32 = 4;` |
/// | `namespace a { … }` | `mod a` |
/// | all | `static KERNELS: Module` |
///
/// ```
/// mod kernels {
///     kern::kernels! {
///         const int BLOCK = 256;
///         __device__ float line(float a, float x, float y) { return a * x + y; }
///         __global__ void saxpy(int n, float a, const float *x, float *y)
///         {
///             int i = blockIdx.x * blockDim.x + threadIdx.x;
///             if (i < n) y[i] = line(a, x[i], y[i]);
///         }
///     }
/// }
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// assert_eq!(kernels::line(&mut gpu, 2.0, 3.0, 1.0)?, 7.0);
/// let x = gpu.upload(&[1.0f32, 2.0, 3.0])?;
/// let mut y = gpu.alloc::<f32>(3)?; // zeros
/// kernels::saxpy(&mut gpu, kern::grid(1).block(kernels::BLOCK), 3, 2.0, &x, &mut y)?;
/// assert_eq!(gpu.download(&y)?, [2.0, 4.0, 6.0]);
/// # Ok::<(), kern::Error>(())
/// ```
///
/// # Errors
/// A mistake of the kernels is an error of the Rust program, at the token; warnings are those of something deprecated. What the functions
/// return at run time is an [`Error`](crate::Error), as [`Kernel::launch`](crate::Kernel::launch) has it.
///
/// ```compile_fail
/// kern::kernels! { __global__ void f(float *x) { x[treadIdx.x] = 1; } } // error: [K0302] unknown name `treadIdx`
/// ```
///
/// The page about embedding (`docs/embedding.md`) has the rest: structures, templates and overloads, what is left out, what it costs.
#[cfg(feature = "macros")]
pub use kern_macros::kernels;

/// A test of kernels: `#[test]` with a [`Device`](crate::Device), on which mistakes are looked for that need not show (races, reads of
/// shared memory that nothing was written to). A finding, an `Err` or a panic fails it.
///
/// It stands at a function that takes `&mut Device` and returns nothing or a `Result<(), E>`. `#[kern::test(device = "t4", sanitize = false,
/// seeds = 0..16)]` has all that it takes, each of which may be left out:
///
/// * `device`: a product as `kern devices` lists them, `"h200"` unless said;
/// * `sanitize`: whether to look for these mistakes, `true` unless said;
/// * `seeds`: runs the test with a new device for each, in the order of threads that follows from it.
///
/// ```
/// mod kernels {
///     kern::kernels! { __global__ void scale(float *x, float by) { x[threadIdx.x] *= by; } }
/// }
/// #[kern::test(seeds = 0..4)]
/// fn scaled(gpu: &mut kern::Device) -> Result<(), kern::Error> {
///     let mut x = gpu.upload(&[1.0f32, 2.0])?;
///     kernels::scale(gpu, kern::grid(1).block(2), &mut x, 3.0)?;
///     assert_eq!(gpu.download(&x)?, [3.0, 6.0]);
///     Ok(())
/// }
/// ```
///
/// # Errors
/// Of the program, at the token: another argument than these, a value that is none, a function without the parameter.
#[cfg(feature = "macros")]
pub use kern_macros::test;

/// How [`Program::compile`](crate::Program::compile) compiles: macros, the architecture, warnings, fuel.
///
/// ```
/// let options = kern::Options { defines: vec![("N".into(), "700".into())], ..kern::Options::default() };
/// let program = kern::Program::compile("n.kern", "__global__ void k(int *x) { *x = N; }", &options)?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.alloc::<i32>(1)?;
/// program.kernel("k")?.launch(&mut gpu, kern::grid(1), (&x,))?;
/// assert_eq!(gpu.download(&x)?, [700]);
/// # Ok::<(), kern::Error>(())
/// ```
#[cfg(feature = "compile")]
pub use kern_core::driver::Options;

/// The code of a [`Diagnostic`](crate::Diagnostic) or [`Finding`](crate::Finding), which has a page of its own: `K0302`.
///
/// ```
/// let error = kern::device("abacus").unwrap_err();
/// assert_eq!(error.code().unwrap().0, "K0890"); // docs/codes/K0890.md tells of it
/// ```
pub use kern_diag::Code;

/// What [`Error::diagnostics`](crate::Error::diagnostics) and [`Program::warnings`](crate::Program::warnings) tell, as values.
///
/// ```
/// use kern::Severity;
/// let error = kern::Program::from_source("k.kern", "__global__ void k() { x = 1; }").unwrap_err();
/// let diagnostic: &kern::Diagnostic = &error.diagnostics()[0];
/// assert_eq!((diagnostic.severity, diagnostic.message.as_str()), (Severity::Error, "unknown name `x`"));
/// ```
pub use kern_diag::Diagnostic;

/// A file of a [`SourceMap`](crate::SourceMap).
///
/// ```
/// let error = kern::Program::from_source("k.kern", "__global__ void k() { x = 1; }").unwrap_err();
/// let file: kern::FileId = error.diagnostics()[0].primary.as_ref().unwrap().span.file;
/// assert_eq!(error.sources().file(file).name, "k.kern");
/// ```
pub use kern_diag::FileId;

/// A place of a [`Diagnostic`](crate::Diagnostic), with what is said there.
///
/// ```
/// let error = kern::Program::from_source("k.kern", "__global__ void k() { x = 1; }").unwrap_err();
/// let label: &kern::Label = error.diagnostics()[0].primary.as_ref().unwrap();
/// assert_eq!(label.message, "not declared here");
/// ```
pub use kern_diag::Label;

/// How bad a [`Diagnostic`](crate::Diagnostic) is.
///
/// ```
/// let program = kern::Program::from_source("k.kern", "__global__ void k(int *x) { if (*x = 1) *x = 2; }")?;
/// assert_eq!(program.warnings()[0].severity, kern::Severity::Warning);
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_diag::Severity;

/// The texts that a [`Span`](crate::Span) is of, as [`Error::sources`](crate::Error::sources) has them.
///
/// ```
/// let mut sources = kern::SourceMap::new();
/// let file = sources.add("a.cu", "int a;\nint b;\n", false);
/// assert_eq!(sources.file(file).line(2).trim_end(), "int b;");
/// ```
pub use kern_diag::SourceMap;

/// Bytes of a file of a [`SourceMap`](crate::SourceMap).
///
/// ```
/// let error = kern::Program::from_source("k.kern", "__global__ void k() { x = 1; }").unwrap_err();
/// let span: kern::Span = error.diagnostics()[0].primary.as_ref().unwrap().span;
/// assert_eq!((span.start, span.end), (22, 23)); // bytes
/// assert_eq!(error.sources().text(span), "x");
/// ```
pub use kern_diag::Span;

/// A parameter of a kernel, as [`Kernel::parameters`](crate::Kernel::parameters) lists them.
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(const int *x, double y) {}")?.kernel("k")?;
/// let y: &kern::KernelParam = &kernel.parameters()[1];
/// assert_eq!((y.type_name.as_str(), y.offset, y.size), ("double", 8, 8)); // bytes
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_ir::KernelParam;
