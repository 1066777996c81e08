//! Host code in device code: told once for a function or class, with what a kernel uses instead.

use crate::hir::{self, ClassId};
use crate::sema::entity::{Body, Func, FuncId, FuncName};
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::FunctionBody;

/// What a kernel uses instead of functions and classes of the host: beginnings of names.
const INSTEAD: &[(&str, &str)] = &[
    ("std::vector", "use an array of fixed length, or pass a pointer to device memory: copy `v.data()` there with `cudaMemcpy`"),
    ("std::array", "use an array of fixed length"),
    ("std::string", "use `const char *` and characters in device memory"),
    ("std::basic_string", "use `const char *` and characters in device memory"),
    ("std::to_string", "use `printf`"),
    ("std::map", "sort keys and values on the host and pass pointers to device memory"),
    ("std::unordered_", "sort keys and values on the host and pass pointers to device memory"),
    ("std::set", "sort the values on the host and pass a pointer to device memory"),
    ("std::list", "use an array in device memory"),
    ("std::deque", "use an array in device memory"),
    ("std::queue", "use an array in device memory and an index"),
    ("std::stack", "use an array of fixed length and an index"),
    ("std::priority_queue", "use an array in device memory"),
    ("std::unique_ptr", "use a plain pointer, and `new` and `delete` if the kernel owns the memory"),
    ("std::make_unique", "use a plain pointer, and `new` and `delete` if the kernel owns the memory"),
    ("std::shared_ptr", "use a plain pointer, and `new` and `delete` if the kernel owns the memory"),
    ("std::make_shared", "use a plain pointer, and `new` and `delete` if the kernel owns the memory"),
    ("std::function", "make the kernel a template over the function object, or pass a `__device__` lambda"),
    ("std::thread", "the threads of a kernel are those of its launch: `<<<blocks, threads>>>`"),
    ("std::mutex", "use atomic functions: `atomicCAS`, `atomicExch`"),
    ("std::lock_guard", "use atomic functions: `atomicCAS`, `atomicExch`"),
    ("std::atomic", "use atomic functions: `atomicAdd`, `atomicCAS`"),
    ("std::chrono", "use `clock64()` in a kernel, or time the launch on the host with `cudaEventRecord`"),
    ("std::ostream", "use `printf`"),
    ("std::istream", "read on the host and copy what was read to device memory"),
    ("std::sort", "sort on the host, or write a sort of your own in the kernel"),
    ("std::stable_sort", "sort on the host, or write a sort of your own in the kernel"),
    ("std::mt19937", "compute random numbers from a seed and the thread's index in the kernel"),
    ("std::mersenne", "compute random numbers from a seed and the thread's index in the kernel"),
    ("std::uniform_", "compute random numbers from a seed and the thread's index in the kernel"),
    ("std::normal_", "compute random numbers from a seed and the thread's index in the kernel"),
    ("std::random_device", "compute random numbers from a seed and the thread's index in the kernel"),
    ("rand", "compute random numbers from a seed and the thread's index in the kernel, or fill an array on the host"),
    ("srand", "compute random numbers from a seed and the thread's index in the kernel, or fill an array on the host"),
    ("fprintf", "use `printf`: a kernel writes to standard output only"),
    ("puts", "use `printf`"),
    ("putchar", "use `printf`"),
    ("sprintf", "use `printf`: a kernel does not make texts"),
    ("snprintf", "use `printf`: a kernel does not make texts"),
    ("fflush", "call `cudaDeviceSynchronize()` on the host: it brings out what kernels printed"),
    ("scanf", "read on the host and pass the values to the kernel"),
    ("fscanf", "read on the host and pass the values to the kernel"),
    ("fopen", "read and write files on the host"),
    ("exit", "end the thread with `return`; to report a mistake store a flag in device memory, or call `__trap()`"),
    ("abort", "end the thread with `return`; to report a mistake store a flag in device memory, or call `__trap()`"),
    ("time", "use `clock64()` in a kernel, or pass the time as an argument"),
    ("gettimeofday", "use `clock64()` in a kernel, or time the launch on the host"),
    ("clock_gettime", "use `clock64()` in a kernel, or time the launch on the host"),
    ("qsort", "sort on the host, or write a sort of your own in the kernel"),
    ("calloc", "use `malloc` and `memset`, which a kernel has"),
    ("realloc", "use `malloc` and `memcpy`, which a kernel has"),
    ("strdup", "use `malloc` and a loop"),
    ("memmove", "use a loop, or `memcpy` for ranges that do not overlap"),
    ("getenv", "read it on the host and pass it to the kernel"),
    (
        "cudaDeviceSynchronize",
        "in a kernel `__syncthreads()` waits for the block, and nothing waits for a kernel launched there (since CUDA 12): launch what comes after it into `cudaStreamTailLaunch`, or wait on the host",
    ),
    ("cudaMemcpy", "in a kernel assign the elements, or use `memcpy`"),
    ("cudaMemset", "in a kernel assign the elements, or use `memset`"),
    ("cudaMalloc", "allocate before the launch and pass the pointer, or use `malloc` or `new` in the kernel"),
    ("cudaFree", "free it on the host, after the kernel"),
    ("cuda", "call it on the host"),
];

/// What device code uses instead of functions that nvcc takes with a flag only.
const INSTEAD_OF_RELAXED: &[(&str, &str)] = &[
    ("std::min", "call `min`, which device code has"),
    ("std::max", "call `max`, which device code has"),
    ("std::clamp", "call `min` and `max`, which device code has"),
    ("std::numeric_limits", "use `INT_MAX`, `FLT_MAX`, `INFINITY` and their kin of `<climits>`, `<cfloat>` and `<cmath>`"),
    ("std::swap", "swap with a variable of your own"),
];

/// What device code does instead of calling what <cmath> has for integers and mixed types.
const FOR_INTEGERS: &str = "give all arguments one floating type, as in `sqrt((float)n)`: for those device code has functions";

/// What the host uses instead of functions of the device.
const ON_HOST: &[(&str, &str)] = &[
    ("__syncthreads", "on the host `cudaDeviceSynchronize()` waits until kernels have ended"),
    ("__syncwarp", "on the host `cudaDeviceSynchronize()` waits until kernels have ended"),
    ("__threadfence", "on the host `cudaDeviceSynchronize()` waits until kernels have ended"),
    ("atomic", "on the host use `std::atomic`, or no atomic function in a program of one thread"),
    ("clock", "on the host use `std::chrono` or `clock()`"),
];

fn instead(table: &[(&'static str, &'static str)], name: &str) -> Option<&'static str> {
    // `exit` is no beginning of `exit_code`; `cuda…` and `std::…` stand for all that starts so.
    let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let fits = |start: &str| {
        name.strip_prefix(start).is_some_and(|rest| start.contains(':') || start == "cuda" || start == "atomic" || is_end(rest))
    };
    let exact = table.iter().find(|(start, _)| fits(start));
    let cuda = || table.iter().find(|(start, _)| start.starts_with("cuda") && name.starts_with(start));
    exact.or_else(cuda).map(|(_, text)| *text)
}

impl<'a> Sema<'a> {
    /// Device code, in `caller` or (if that is `None`) reached from it, calls the host function `f`.
    pub(in crate::sema) fn host_from_device(&mut self, f: FuncId, caller: Option<FuncId>, span: Span, is_kernel: bool) {
        let func = &self.funcs[f.0 as usize];
        let (declared, is_system, class) = (func.span, func.is_system, func.class);
        let name = self.display_name(f);
        let by = caller.map_or(String::new(), |c| self.display_name(c));
        // A function of the user's that lacks `__device__` is one mistake, whoever calls it.
        let subject = match class.filter(|_| is_system) {
            Some(class) => self.types.class(class).name.to_string(),
            None if is_system && name == "std::operator<<" => "std::ostream".to_string(),
            // `std::sort<int *>`
            None if is_system => format!("{}{}", self.scope_prefix(func.home), self.plain_func_name(func)),
            None => name.clone(),
        };
        if self.quiet == 0 {
            if self.is_blamed(declared) && !is_system || !self.told.host.insert((caller.filter(|_| is_system), subject.clone())) {
                return;
            }
            if let (Some(class), Some(caller)) = (class.filter(|_| is_system), caller.filter(|_| is_kernel))
                && self.blames_parameter(caller, class, &by)
            {
                return;
            }
        }
        let at = (!is_system).then_some(declared);
        if !is_system && class.is_some_and(|c| self.class_info(c).lambda.is_some()) {
            return self.report(errors::host_lambda_from_device(span, &by, declared));
        }
        self.report(match (is_system, subject.as_str()) {
            (true, "std::ostream" | "std::istream") => {
                errors::host_thing_in_device(span, &by, is_kernel, "a stream of the host", instead(INSTEAD, &subject))
            }
            (true, _) if class.is_some() => {
                errors::host_thing_in_device(span, &by, is_kernel, &format!("the host's `{subject}`"), instead(INSTEAD, &subject))
            }
            (true, _) => errors::host_from_device(span, &subject, &by, is_kernel, at, instead(INSTEAD, &subject)),
            (false, _) => errors::host_from_device(span, &name, &by, is_kernel, at, None),
        });
    }

    /// Device code calls `f`, which both sides have. nvcc has it for the host, unless it is told to be lenient: a `constexpr` function
    /// without `__device__`, and most of namespace `std` (CUDA C++ Programming Guide, "Constexpr functions").
    pub(in crate::sema) fn relaxed_from_device(&mut self, f: FuncId, caller: FuncId, span: Span) {
        if self.relaxed_constexpr {
            return;
        }
        let func = &self.funcs[f.0 as usize];
        let is_relaxed = match func.is_system {
            true => self.is_of_host_in_std(func),
            false => func.is_implicitly_both && func.flags.is_constexpr,
        };
        let is_made = |f: &Func<'_>| {
            matches!(f.body, Body::Ast(d) if matches!(d.body, FunctionBody::Default | FunctionBody::Compare(_)))
                || matches!(f.body, Body::Implicit(_))
        };
        let caller_func = &self.funcs[caller.0 as usize];
        if !is_relaxed || is_made(func) || is_made(caller_func) || caller_func.is_system {
            return;
        }
        let at = (!func.is_system).then_some(func.span);
        let (name, by) = (self.display_name(f), self.display_name(caller));
        // `isnan` and its kin it has for both types too; `isnormal` it has for none.
        let is_math = func.is_system && self.scope_prefix(func.home).is_empty() && !name.starts_with("is") && !name.starts_with("fp");
        let help = instead(INSTEAD_OF_RELAXED, &name).or(is_math.then_some(FOR_INTEGERS));
        if self.tells_of_host(caller, &name) {
            self.report(errors::relaxed_constexpr(span, &name, &by, at, help));
        }
    }

    /// Constructors, `std::move`, `std::forward` and what lists in braces have are taken by nvcc as they are. What <cmath> has for
    /// integers stands in the global namespace too.
    fn is_of_host_in_std(&self, func: &Func<'_>) -> bool {
        let home = self.scope_prefix(func.home);
        if home.is_empty() && func.is_implicitly_both && func.flags.is_constexpr {
            return true;
        }
        let is_std = home.starts_with("std::") && !home.starts_with("std::initializer_list");
        let is_taken = ["move", "forward"].contains(&&*func.name) || matches!(func.kind, FuncName::Constructor | FuncName::Destructor);
        is_std && !is_taken
    }

    /// Whether it is to be told that `caller` uses `what`, which it cannot: once.
    pub(in crate::sema) fn tells_of_host(&mut self, caller: FuncId, what: &str) -> bool {
        self.quiet > 0 || self.told.host.insert((Some(caller), what.to_string()))
    }

    /// Whether the kernel takes an object of this class of the host's: then that is the mistake.
    fn blames_parameter(&mut self, kernel: FuncId, class: ClassId, kernel_name: &str) -> bool {
        let of_class = |sema: &Self, q: hir::QualType| sema.class_of(sema.referred(q).ty) == Some(class);
        let Some(p) = self.funcs[kernel.0 as usize].params.iter().find(|p| of_class(self, p.ty)).cloned() else { return false };
        // A reference was told when the kernel was declared.
        if !self.is_blamed(p.span) {
            let shown = self.show_q(p.ty);
            let element = self.first_argument(class);
            let name = p.name.as_deref().unwrap_or("").to_string();
            self.blame(p.span);
            self.report(errors::host_object_parameter(p.span, kernel_name, &shown, &name, element.as_deref()));
        }
        true
    }

    /// The element type of a container.
    pub(in crate::sema) fn first_argument(&self, class: ClassId) -> Option<String> {
        let (_, args) = self.class_info(class).template.as_ref()?;
        match args.first()? {
            crate::sema::entity::TArg::Type(q) => Some(self.show_q(*q)),
            _ => None,
        }
    }

    /// Host code calls the device function `f`.
    pub(in crate::sema) fn device_from_host(&mut self, f: FuncId, caller: &str, span: Span) {
        let func = &self.funcs[f.0 as usize];
        let (declared, is_system) = (func.span, func.is_system);
        let name = self.display_name(f);
        let instead = if is_system { instead(ON_HOST, &name) } else { None };
        self.report(errors::device_from_host(span, &name, caller, (!is_system).then_some(declared), instead));
    }
}
