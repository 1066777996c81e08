//! Mistakes against CUDA's rules, and warnings about the runtime.

use super::{advised, plural};
use kern_diag::{Code, Diagnostic, Span};

fn declared(d: Diagnostic, at: Option<Span>, text: &str) -> Diagnostic {
    match at {
        Some(span) => d.also(span, text),
        None => d,
    }
}

pub(in super::super) fn kernel_result(span: Span, name: &str, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::KERNEL_RESULT, span, format!("the kernel `{name}` must return `void`, found `{ty}`"))
        .help("return results through a pointer to device memory")
}

pub(in super::super) fn kernel_and_other(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::KERNEL_SPECIFIERS, span, format!("the kernel `{name}` is also `__device__` or `__host__`"))
        .help("write `__global__` alone; put shared code in a `__device__` function that the kernel calls")
}

pub(in super::super) fn member_kernel(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::KERNEL_SPECIFIERS, span, format!("a member function (`{name}`) cannot be a kernel"))
        .label("a member of a class")
        .help(format!("declare `{name}` outside the class, pass what it needs as arguments, and launch it from the member function"))
}

pub(in super::super) fn main_on_device(span: Span) -> Diagnostic {
    Diagnostic::error(Code::KERNEL_SPECIFIERS, span, "`main` runs on the host")
}

pub(in super::super) fn kernel_called(span: Span, name: &str, at: Span) -> Diagnostic {
    Diagnostic::error(Code::KERNEL_CALLED, span, format!("the kernel `{name}` is called like a function"))
        .label("not launched")
        .also(at, "declared `__global__` here")
        .help(format!("launch it: `{name}<<<blocks, threads>>>(…)`"))
}

pub(in super::super) fn launches_non_kernel(span: Span, name: &str, at: Option<Span>) -> Diagnostic {
    let d = Diagnostic::error(Code::LAUNCHES_NON_KERNEL, span, format!("`{name}` is launched but is not a kernel")).label("launched here");
    declared(d, at, "declared without `__global__`").help("declare it `__global__ void`, or call it without `<<<…>>>`")
}

/// `kernel<<1, 32>>(x)`: written as shifts.
pub(in super::super) fn misspelt_launch(open: Span, close: Span, name: &str, config: &str, args: &str) -> Diagnostic {
    Diagnostic::error(Code::BAD_LAUNCH, open, format!("the kernel `{name}` is launched with `<<<` and `>>>`"))
        .label("three `<`")
        .also(close, "three `>`")
        .help(format!("write `{name}<<<{config}>>>{args}`"))
}

pub(in super::super) fn launches_value(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::LAUNCHES_NON_KERNEL, span, format!("a `{ty}` cannot be launched")).label("not a kernel")
}

pub(in super::super) fn launch_argument_count(span: Span, name: &str, want: usize, got: usize, at: Span, signature: &str) -> Diagnostic {
    Diagnostic::error(Code::LAUNCH_ARGUMENT, span, format!("the kernel `{name}` takes {}, found {got}", plural(want, "argument")))
        .label("launched here")
        .also(at, format!("`{signature}` is declared here"))
}

pub(in super::super) fn launch_argument(
    span: Span,
    name: &str,
    index: usize,
    expected: &str,
    found: &str,
    at: Span,
    help: Option<String>,
) -> Diagnostic {
    let d = Diagnostic::error(
        Code::LAUNCH_ARGUMENT,
        span,
        format!("argument {index} of the kernel `{name}`: expected `{expected}`, found `{found}`"),
    )
    .label(format!("this is `{found}`"))
    .also(at, format!("the parameter is `{expected}`"));
    advised(d, help)
}

pub(in super::super) fn launch_config_count(span: Span, found: usize) -> Diagnostic {
    Diagnostic::error(Code::LAUNCH_CONFIGURATION, span, format!("a launch configuration has 2 to 4 values, found {found}"))
        .help("write `<<<blocks, threads>>>`, then the dynamic shared memory in bytes and the stream if needed")
}

pub(in super::super) fn bad_dimension(span: Span, what: &str, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::LAUNCH_CONFIGURATION, span, format!("the {what} of a launch must be an integer or a `dim3`, found `{ty}`"))
}

pub(in super::super) fn negative_dimension(span: Span, what: &str, n: i128) -> Diagnostic {
    Diagnostic::error(Code::LAUNCH_CONFIGURATION, span, format!("the {what} of a launch cannot be {n}"))
}

pub(in super::super) fn bad_launch_bounds(span: Span, n: i128) -> Diagnostic {
    let d = Diagnostic::error(Code::LAUNCH_BOUNDS, span, format!("`__launch_bounds__` cannot be {n}"));
    if n < 0 { d.label("a number of threads or blocks") } else { d.note("a block has at most 1024 threads") }
}

pub(in super::super) fn bound_of_no_kernel(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::LAUNCH_BOUNDS, span, format!("{what} is for kernels: functions that are `__global__`"))
        .label("this function is none")
}

pub(in super::super) fn too_many_bounds(span: Span, what: &str, most: usize) -> Diagnostic {
    let numbers = if most == 1 { "one number".to_string() } else { format!("{most} numbers at most") };
    Diagnostic::error(Code::LAUNCH_BOUNDS, span, format!("{what} takes {numbers}")).label("one too many")
}

pub(in super::super) fn bounds_together(registers: Span, threads: Span) -> Diagnostic {
    Diagnostic::error(Code::LAUNCH_BOUNDS, registers, "a kernel has `__maxnreg__` or `__launch_bounds__`, not both")
        .also(threads, "`__launch_bounds__` is here")
}

pub(in super::super) fn bad_bound(span: Span, what: &str, n: i128) -> Diagnostic {
    Diagnostic::error(Code::LAUNCH_BOUNDS, span, format!("{what} cannot be {n}"))
}

/// The rule of nvcc: the constraint has the size and kind of the operand's type.
pub(in super::super) fn asm_operand(span: Span, ty: &str, constraint: &str, wanted: Option<&str>) -> Diagnostic {
    let d = Diagnostic::error(Code::INLINE_PTX, span, format!("inline PTX: `{ty}` does not fit the constraint `{constraint}`"));
    match wanted {
        Some(letter) => d.help(format!("write `{letter}`, or convert it to the type of `{constraint}`")),
        None => d.note("`h`, `r` and `l` take integers of 16, 32 and 64 bits, `f` a `float`, `d` a `double`"),
    }
}

pub(in super::super) fn host_from_device(
    span: Span,
    name: &str,
    caller: &str,
    is_kernel: bool,
    at: Option<Span>,
    instead: Option<&str>,
) -> Diagnostic {
    let what = if is_kernel { "kernel" } else { "device function" };
    let d = Diagnostic::error(Code::HOST_FROM_DEVICE, span, format!("the {what} `{caller}` calls the host function `{name}`"))
        .label("runs on the host only");
    let d = declared(d, at, "declared without `__device__`");
    if at.is_some() {
        d.help("declare it `__device__`, or `__host__ __device__` for both sides")
    } else {
        advised(d, instead.map(String::from))
    }
}

pub(in super::super) fn unknown_factor(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::UNKNOWN_NAME, span, format!("unknown name `{name}` in `#pragma unroll`"))
        .label("not declared here")
        .help("macros are not expanded in the pragma: declare a `constexpr` variable, or write the number")
}

pub(in super::super) fn factor_not_constant(span: Span) -> Diagnostic {
    Diagnostic::warning(Code::PRAGMA_IGNORED, span, "the factor of `#pragma unroll` is not a constant").label("this pragma is ignored")
}

/// nvcc takes the call with a flag only.
pub(in super::super) fn relaxed_constexpr(span: Span, name: &str, caller: &str, at: Option<Span>, instead: Option<&str>) -> Diagnostic {
    let d = Diagnostic::warning(Code::RELAXED_CONSTEXPR, span, format!("`{caller}` calls the host function `{name}`"))
        .label("nvcc takes this only with `--expt-relaxed-constexpr`");
    let d = declared(d, at, "`constexpr`, but without `__device__`");
    match instead {
        Some(instead) => d.help(instead),
        None if at.is_some() => d.help("declare it `__host__ __device__` too"),
        None => d,
    }
}

/// An object, or what belongs to it, that lives on the host: a container, a stream.
pub(in super::super) fn host_thing_in_device(span: Span, caller: &str, is_kernel: bool, what: &str, instead: Option<&str>) -> Diagnostic {
    let user = if is_kernel { "kernel" } else { "device function" };
    let d = Diagnostic::error(Code::HOST_FROM_DEVICE, span, format!("the {user} `{caller}` uses {what}")).label("exists on the host only");
    advised(d, instead.map(String::from))
}

pub(in super::super) fn host_lambda_from_device(span: Span, caller: &str, at: Span) -> Diagnostic {
    Diagnostic::error(Code::HOST_FROM_DEVICE, span, format!("`{caller}` calls a lambda of the host"))
        .label("called in device code")
        .also(at, "declared without `__device__`")
        .help("write `__device__` behind the captures: `[=] __device__ (…) { … }`")
}

/// A kernel that takes a container: its elements stay on the host.
pub(in super::super) fn host_object_parameter(span: Span, kernel: &str, ty: &str, name: &str, element: Option<&str>) -> Diagnostic {
    Diagnostic::error(Code::KERNEL_PARAMETER, span, format!("the kernel `{kernel}` takes a `{ty}`, which exists on the host only"))
        .label("a class of the host")
        .help(instead_of_object(name, element))
}

fn instead_of_object(name: &str, element: Option<&str>) -> String {
    match element {
        Some(element) => {
            format!("take a pointer, `{element} *{name}`: allocate with `cudaMalloc`, copy with `cudaMemcpy`, and pass the length, too")
        }
        None => "take a pointer to device memory: allocate with `cudaMalloc` and copy with `cudaMemcpy`".into(),
    }
}

pub(in super::super) fn device_from_host(span: Span, name: &str, caller: &str, at: Option<Span>, instead: Option<&str>) -> Diagnostic {
    let d = Diagnostic::error(Code::DEVICE_FROM_HOST, span, format!("the host function `{caller}` calls the device function `{name}`"))
        .label("runs on the device only");
    match (at, instead) {
        (Some(_), _) => declared(d, at, "declared `__device__` here").help("call it from a kernel, or declare it `__host__ __device__`"),
        (None, Some(instead)) => d.help(format!("call it in a kernel; {instead}")),
        (None, None) => d.help("call it in a kernel"),
    }
}

pub(in super::super) fn shared_initialiser(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::SHARED_INITIALISER, span, format!("the `__shared__` variable `{name}` cannot have an initialiser"))
        .help("let one thread assign it, then call `__syncthreads()`")
}

pub(in super::super) fn shared_constructor(span: Span, name: &str) -> Diagnostic {
    Diagnostic::warning(Code::SHARED_INITIALISER, span, format!("the `__shared__` variable `{name}` has a type with a constructor"))
        .label("it is not run: every thread of the block shares the object")
        .help("let one thread assign it, then call `__syncthreads()`")
}

pub(in super::super) fn shared_in_host(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::SHARED_IN_HOST, span, format!("the `__shared__` variable `{name}` is declared in host code"))
        .note("shared memory belongs to the blocks of a kernel")
}

pub(in super::super) fn too_much_shared(span: Span, name: &str, bytes: u64, limit: u64) -> Diagnostic {
    Diagnostic::error(Code::TOO_MUCH_SHARED, span, format!("`{name}` uses too much shared data: {bytes} bytes, {limit} at most"))
        .note("more than 48 KiB must be dynamic: `extern __shared__` and `cudaFuncAttributeMaxDynamicSharedMemorySize`")
}

pub(in super::super) fn too_much_constant(span: Span, name: &str, bytes: u64, limit: u64) -> Diagnostic {
    Diagnostic::error(Code::TOO_MUCH_CONSTANT, span, format!("`__constant__` variables take {bytes} bytes, {limit} at most"))
        .label(format!("`{name}` no longer fits"))
        .help("put large tables in global memory and read them through `const __restrict__` pointers")
}

pub(in super::super) fn dynamic_device_initialiser(span: Span, name: &str, is_constant: bool, why: String) -> Diagnostic {
    let (code, what) = if is_constant { (Code::DYNAMIC_CONSTANT, "__constant__") } else { (Code::DYNAMIC_DEVICE, "__device__") };
    Diagnostic::error(code, span, format!("the initial value of the `{what}` variable `{name}` is not a constant"))
        .label(why)
        .help("set it from the host with `cudaMemcpyToSymbol`")
}

pub(in super::super) fn writes_constant(span: Span, name: &str, at: Span) -> Diagnostic {
    Diagnostic::error(Code::WRITES_CONSTANT, span, format!("device code assigns to the `__constant__` variable `{name}`"))
        .label("read-only for kernels")
        .also(at, "declared here")
        .help("set it from the host with `cudaMemcpyToSymbol`")
}

pub(in super::super) fn assigns_register(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::ASSIGNS_BUILTIN, span, format!("the built-in variable `{name}` cannot be changed"))
        .help("copy it to a variable of your own")
}

pub(in super::super) fn register_on_host(span: Span, name: &str, function: &str, declared: Option<Span>) -> Diagnostic {
    let d = Diagnostic::error(Code::BUILTIN_ON_HOST, span, format!("`{name}` exists in device code only")).label("used in host code");
    match declared {
        Some(at) => d
            .also(at, format!("`{function}` is a function of the host"))
            .help(format!("write `__global__` before `void {function}` to make it a kernel, `__device__` if a kernel calls it")),
        None => d.help("it tells a thread of a kernel who it is: use it in a `__global__` or `__device__` function"),
    }
}

pub(in super::super) fn host_variable_on_device(span: Span, name: &str, at: Span) -> Diagnostic {
    Diagnostic::error(Code::HOST_VARIABLE, span, format!("device code uses the host variable `{name}`"))
        .label("lives in host memory")
        .also(at, "declared here")
        .help("declare it `__device__` or `__managed__`, or pass it as a kernel argument")
}

pub(in super::super) fn host_constant_on_device(span: Span, name: &str, at: Span) -> Diagnostic {
    Diagnostic::error(Code::HOST_VARIABLE, span, format!("device code needs the host constant `{name}` in memory"))
        .label("its value is known here, but this needs its address")
        .also(at, "declared here, for the host")
        .help("declare it `__device__ const`, `__device__ constexpr` or `__constant__`")
}

pub(in super::super) fn device_variable_on_host(span: Span, name: &str, at: Span) -> Diagnostic {
    Diagnostic::error(Code::DEVICE_VARIABLE, span, format!("host code uses the device variable `{name}`"))
        .label("lives in device memory")
        .also(at, "declared here")
        .help("copy it with `cudaMemcpyFromSymbol` or `cudaMemcpyToSymbol`, or declare it `__managed__`")
}

pub(in super::super) fn kernel_reference(span: Span, name: &str, ty: &str, object: Option<(&str, Option<String>)>) -> Diagnostic {
    Diagnostic::error(Code::KERNEL_PARAMETER, span, format!("a parameter of the kernel `{name}` is `{ty}`"))
        .label("a reference to host memory")
        .help(match object {
            Some((parameter, element)) => instead_of_object(parameter, element.as_deref()),
            None => "pass by value, or pass a pointer to device memory".into(),
        })
}

pub(in super::super) fn kernel_parameters_too_large(span: Span, name: &str, bytes: u64, limit: u64) -> Diagnostic {
    Diagnostic::error(Code::KERNEL_PARAMETER, span, format!("the parameters of `{name}` take {bytes} bytes, {limit} at most"))
        .help("put them in device memory and pass a pointer")
}

pub(in super::super) fn variadic_device_function(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::VARIADIC_DEVICE, span, format!("the device function `{name}` takes a variable number of arguments"))
        .note("only `printf` does so in device code")
}

pub(in super::super) fn two_spaces(span: Span) -> Diagnostic {
    Diagnostic::error(Code::MEMORY_SPACE, span, "a variable lives in one memory space")
        .help("keep one of `__device__`, `__constant__`, `__shared__`, `__managed__`")
}

pub(in super::super) fn local_with_space(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(
        Code::MEMORY_SPACE,
        span,
        format!("the local variable `{name}` cannot be `__device__`, `__constant__` or `__managed__`"),
    )
    .help("declare it outside the function")
}

pub(in super::super) fn member_with_space(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::MEMORY_SPACE, span, format!("the member `{name}` cannot have a memory space of its own"))
        .note("a member lives where its object lives")
}

pub(in super::super) fn static_member_with_space(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::MEMORY_SPACE, span, format!("the member `{name}` cannot have a memory space of its own"))
        .label("a static member lives on the host")
        .help("declare the variable outside of the class; a `static constexpr` number needs no memory on either side")
}

pub(in super::super) fn lambda_captures_reference(span: Span, name: Option<&str>) -> Diagnostic {
    let what = name.map_or("variables".to_string(), |name| format!("`{name}`"));
    Diagnostic::error(Code::LAMBDA_CAPTURE, span, format!("a `__device__` lambda captures {what} by reference"))
        .label("refers to memory of the host")
        .help(match name {
            Some(name) => format!("capture a copy: `[{name}]`, or `[=]` for all"),
            None => "capture copies: `[=]`".to_string(),
        })
}

// Warnings.

pub(in super::super) fn static_dynamic_shared(span: Span, name: &str, element: &str) -> Diagnostic {
    Diagnostic::warning(Code::EXTERN_SHARED, span, format!("`{name}` is no dynamic shared memory"))
        .label("`extern __shared__` without `[]`: a static variable of its own")
        .help(format!("write `extern __shared__ {element} {name}[];` for the memory that the launch asks for"))
}

pub(in super::super) fn barrier_under_condition(span: Span, condition: Span) -> Diagnostic {
    Diagnostic::warning(Code::BARRIER_UNDER_CONDITION, span, "`__syncthreads()` under a condition that differs between threads")
        .label("every thread of the block must come here")
        .also(condition, "depends on `threadIdx`")
        .help("move the barrier out of the branch")
}

pub(in super::super) fn size_in_elements(span: Span, name: &str, element: &str, size: u64) -> Diagnostic {
    Diagnostic::warning(
        Code::SIZE_IN_ELEMENTS,
        span,
        format!("`{name}` takes bytes, and this is no multiple of `sizeof({element})` ({size})"),
    )
    .label("a number of elements?")
    .help(format!("multiply by `sizeof({element})`"))
}

pub(in super::super) fn copy_direction(span: Span, kind: &str, side: &str, other: &str) -> Diagnostic {
    Diagnostic::warning(Code::COPY_DIRECTION_WARNING, span, format!("`{kind}`, but the {side} is a host variable"))
        .help(format!("write `{other}`, or exchange destination and source"))
}

pub(in super::super) fn host_pointer_to_kernel(span: Span, name: &str, at: Span, what: &str, is_reference: bool) -> Diagnostic {
    let (message, there, help) = if is_reference {
        let help = "take the parameter by value, without `&`; or give it a variable in memory of `cudaMallocManaged`";
        (format!("the kernel `{name}` is given a reference to {what}"), "to this reference", help)
    } else {
        let help = "allocate device memory with `cudaMalloc` and copy with `cudaMemcpy`";
        (format!("{what}'s address is given to the kernel `{name}`"), "to this parameter", help)
    };
    Diagnostic::warning(Code::HOST_POINTER_TO_KERNEL, span, message).label("a kernel cannot read host memory").also(at, there).help(help)
}
