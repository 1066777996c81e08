//! Headers that a page goes without.

/// Files of `include/` with their texts.
macro_rules! files {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!(concat!(env!("OUT_DIR"), "/include/", $name)))),*] };
}
pub(crate) use files;

/// Those that the compiler of a page goes without, for it is loaded with the page; `docs/playground.md` names them.
#[cfg(not(target_family = "wasm"))]
pub(crate) const LARGE_FILES: &[(&str, &str)] = files![
    "charconv",
    "cuda/std/mdspan",
    "cwchar",
    "cwctype",
    "cxxabi.h",
    "dirent.h",
    "emmintrin.h",
    "err.h",
    "error.h",
    "execution",
    "filesystem",
    "immintrin.h",
    "kern/auto_ptr.h",
    "kern/bessel.h",
    "kern/binders.h",
    "kern/calendar.h",
    "kern/elliptic.h",
    "kern/multibyte.h",
    "kern/omp.h",
    "kern/path.h",
    "kern/polynomials.h",
    "kern/range_access.h",
    "kern/range_algorithms.h",
    "kern/special_functions.h",
    "kern/sse.h",
    "kern/weekdays.h",
    "kern/wide_streams.h",
    "kern/wide_strings.h",
    "kern/wide_views.h",
    "libgen.h",
    "omp.h",
    "pmmintrin.h",
    "ranges",
    "smmintrin.h",
    "sys/cdefs.h",
    "sys/mman.h",
    "sys/param.h",
    "sys/resource.h",
    "sys/sysinfo.h",
    "sys/timeb.h",
    "sys/times.h",
    "sys/utsname.h",
    "sys/wait.h",
    "sysexits.h",
    "tgmath.h",
    "tmmintrin.h",
    "valarray",
    "wchar.h",
    "wctype.h",
    "x86intrin.h",
    "xmmintrin.h",
];
#[cfg(target_family = "wasm")]
pub(crate) const LARGE_FILES: &[(&str, &str)] = &[
    ("kern/auto_ptr.h", ""),
    ("kern/binders.h", ""),
    ("kern/multibyte.h", ""),
    ("kern/range_algorithms.h", ""),
    ("kern/special_functions.h", ""),
    ("kern/weekdays.h", ""),
    ("kern/wide_streams.h", ""),
    ("kern/wide_strings.h", ""),
    ("kern/wide_views.h", ""),
];
