//! Names that CUDA and C++ have and kern does not: what they belong to, and what to write instead.

/// The part of CUDA that `name` belongs to, if it is one that kern does not offer.
pub(in super::super) fn missing_part(name: &str) -> Option<&'static str> {
    const PARTS: &[(&str, &[&str])] = &[
        ("this part of CUDA graphs", &["cudaGraph"]),
        ("scale factors of 8 bits", &["__nv_fp8_e8m0", "__nv_fp8x2_e8m0", "__nv_fp8x4_e8m0"]),
        (
            "memory of other interfaces",
            &[
                "cudaExternal",
                "cudaImportExternal",
                "cudaDestroyExternal",
                "cudaSignalExternal",
                "cudaWaitExternal",
                "cudaGraphics",
                "cudaGL",
                "cudaNvSci",
            ],
        ),
        ("launches over several devices, which CUDA 13 dropped", &["cudaLaunchCooperativeKernelMultiDevice", "cudaLaunchParams"]),
        ("kernels loaded while a program runs", &["cudaLibrary", "cudaJit", "cudaGetExportTable"]),
        (
            "this part of the CUDA runtime",
            &[
                "cudaMemcpyBatchAsync",
                "cudaMemcpy3DBatch",
                "cudaMemcpyAttributes",
                "cudaMemcpySrcAccessOrder",
                "cudaMemPrefetchBatchAsync",
                "cudaMemDiscard",
                "cudaLogs",
                "cudaLogLevel",
                "cudaDeviceFlushGPUDirect",
                "cudaFlushGPUDirect",
                "cudaGPUDirect",
                "cudaDeviceRegisterAsyncNotification",
                "cudaDeviceUnregisterAsyncNotification",
                "cudaAsyncNotification",
                "cudaArrayGetMemoryRequirements",
                "cudaArrayGetSparseProperties",
                "cudaMipmappedArrayGetMemoryRequirements",
                "cudaMipmappedArrayGetSparseProperties",
                "cudaArrayGetPlane",
                "cudaDeviceGetHostAtomicCapabilities",
                "cudaDeviceGetP2PAtomicCapabilities",
                "cudaGetTextureObjectResourceViewDesc",
                "cudaResViewFormat",
                "cudaChannelFormatKindUnsignedBlockCompressed",
                "cudaChannelFormatKindSignedBlockCompressed",
            ],
        ),
        (
            "the driver API",
            &[
                "cuInit",
                "cuDevice",
                "cuDriver",
                "cuCtx",
                "cuModule",
                "cuLaunch",
                "cuMem",
                "cuMemcpy",
                "cuMemset",
                "cuPointer",
                "cuOccupancy",
                "cuLibrary",
                "cuKernel",
                "cuLink",
                "cuGraph",
                "cuArray",
                "cuTex",
                "cuTensorMap",
                "cuStream",
                "cuEvent",
                "cuFunc",
                "cuGetErrorName",
                "cuGetErrorString",
                "CUdevice",
                "CUdeviceptr",
                "CUcontext",
                "CUctx",
                "CUarray",
                "CUgraph",
                "CUlibrary",
                "CUkernel",
                "CUtex",
                "CUuuid",
                "cuuint32_t",
                "cuuint64_t",
                "CUmodule",
                "CUfunction",
                "CUresult",
                "CUstream",
                "CUevent",
                "CUjit",
                "CUlink",
                "CUmem",
                "CUtensorMap",
                "CU_",
                "CUDA_SUCCESS",
            ],
        ),
        (
            "floating types of other sizes than `float` and `double`",
            &[
                "__float128",
                "_Float128",
                "__float80",
                "_Float16",
                "_Float32",
                "_Float64",
                "__fp16",
                "__bf16",
                "_Decimal32",
                "_Decimal64",
                "_Decimal128",
            ],
        ),
        ("amounts of money", &["put_money", "get_money", "money_put", "money_get", "moneypunct"]),
        ("wide characters", &["wcin", "wstringstream", "wifstream", "wofstream"]),
        (
            "other processes",
            &[
                "fork",
                "vfork",
                "popen",
                "pclose",
                "execl",
                "execle",
                "execlp",
                "execv",
                "execve",
                "execvp",
                "waitpid",
                "wait3",
                "wait4",
                "posix_spawn",
                "posix_spawnp",
            ],
        ),
        ("the variable that `lgamma` sets", &["signgam"]),
        ("the question for `__grid_constant__`", &["__isGridConstant"]),
        ("arithmetic of the host that does not round to nearest", &["FE_UPWARD", "FE_DOWNWARD", "FE_TOWARDZERO"]),
        (
            "the exceptions of floating-point arithmetic",
            &[
                "FE_ALL_EXCEPT",
                "FE_INVALID",
                "FE_DIVBYZERO",
                "FE_OVERFLOW",
                "FE_UNDERFLOW",
                "FE_INEXACT",
                "feclearexcept",
                "fetestexcept",
                "feraiseexcept",
                "fegetexceptflag",
                "fesetexceptflag",
                "feenableexcept",
                "fedisableexcept",
                "fegetexcept",
                "fexcept_t",
            ],
        ),
        ("the floating-point environment as a whole", &["FE_DFL_ENV", "fegetenv", "fesetenv", "feholdexcept", "feupdateenv", "fenv_t"]),
        ("vector instructions of x86", &["_mm_", "_mm256_", "_mm512_", "__m128", "__m256", "__m512"]),
        ("the random numbers of cuRAND", &["curand", "curandState", "curandGenerator"]),
        ("the library Thrust", &["thrust"]),
        ("the library CUB", &["cub"]),
        ("matrix instructions (`wmma`)", &["nvcuda", "wmma"]),
        ("the library cuBLAS", &["cublas", "cublasHandle"]),
        ("the library cuFFT", &["cufft", "cufftHandle"]),
    ];
    if cfg!(target_family = "wasm") {
        match name {
            "wstring" | "wstring_view" | "to_wstring" | "wcout" | "wcerr" => return Some("wide characters in a page"),
            "unary_function" | "binary_function" | "ptr_fun" | "not1" | "bind1st" | "bind2nd" | "mem_fun" | "auto_ptr" => {
                return Some("what C++17 took out in a page");
            }
            "year_month_day" | "sys_days" | "weekday" | "hh_mm_ss" => return Some("the calendar of `<chrono>` in a page"),
            _ if is_special_function(name) => return Some("the mathematical special functions in a page"),
            _ => {}
        }
    }
    match name {
        "dup" | "dup2" | "dup3" => return Some("a second descriptor of a file"),
        "pipe" | "pipe2" | "mkfifo" => return Some("pipes"),
        "wait" | "system" => return Some("other processes"),
        _ => {}
    }
    // `half` is no beginning of `halfway`.
    let goes_on = |start: &str, rest: &str| start.ends_with(['D', '_']) || !rest.starts_with(|c: char| c.is_ascii_lowercase());
    let found =
        PARTS.iter().find(|(_, starts)| starts.iter().any(|start| name.strip_prefix(start).is_some_and(|rest| goes_on(start, rest))));
    found.map(|(part, _)| *part)
}

/// What to write in place of a name that kern does not offer.
pub(in super::super) fn instead_of_missing(name: &str) -> Option<&'static str> {
    Some(match name {
        "popen" | "pclose" => "run the command before the program, and read what it printed from a file or standard input",
        "system" => "leave the call out, and run the command before or after the program",
        "put_money" | "get_money" => "print the amount as a number: `std::fixed << std::setprecision(2) << amount`",
        "fork" | "vfork" => "start a thread: `std::thread` with the function that the other process would run",
        "dup" | "dup2" | "dup3" => "open the file again, or send a stream elsewhere with `freopen(path, mode, stream)`",
        "pipe" | "pipe2" | "mkfifo" => {
            "hand bytes from thread to thread in memory: a `std::queue` with a mutex and a `std::condition_variable`"
        }
        "cudaLaunchCooperativeKernelMultiDevice" => "call `cudaLaunchCooperativeKernel` on each device, and join them with events",
        "signgam" => "call `lgamma_r(x, &sign)`, which says the sign as well",
        "__isGridConstant" => "take the address of parameters that are declared `__grid_constant__`, and of no other ones",
        _ => return None,
    })
}

/// Whether it is one of `<cmath>`'s (C++17 [sf.cmath]); there are more, with an `f` or an `l` at the end.
fn is_special_function(name: &str) -> bool {
    let all = [
        "assoc_laguerre",
        "assoc_legendre",
        "beta",
        "comp_ellint_1",
        "comp_ellint_2",
        "comp_ellint_3",
        "cyl_bessel_i",
        "cyl_bessel_j",
        "cyl_bessel_k",
        "cyl_neumann",
        "ellint_1",
        "ellint_2",
        "ellint_3",
        "expint",
        "hermite",
        "laguerre",
        "legendre",
        "riemann_zeta",
        "sph_bessel",
        "sph_legendre",
        "sph_neumann",
    ];
    all.iter().any(|function| name.strip_prefix(function).is_some_and(|rest| matches!(rest, "" | "f" | "l")))
}
