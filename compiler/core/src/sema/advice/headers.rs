//! Which header declares a name: asked of the headers themselves.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Headers that bring what another one declares, and are what a program includes for it.
const GATHERING: &[(&str, &str)] = &[
    ("ostream", "iostream"),
    ("istream", "iostream"),
    ("ios", "iostream"),
    ("kern/time_types.h", "ctime"),
    ("kern/multibyte.h", "cstdlib"),
    ("kern/sorting.h", "cstdlib"),
    ("kern/char_traits.h", "string"),
    ("kern/function_objects.h", "functional"),
    ("kern/wide_strings.h", "string"),
    ("kern/wide_streams.h", "iostream"),
    ("kern/std_math.h", "cmath"),
    ("kern/special_functions.h", "cmath"),
];

/// Headers whose names are those of C: visible without `std::`.
const OF_C: &[&str] = &[
    "cassert",
    "cctype",
    "cerrno",
    "cfloat",
    "cinttypes",
    "climits",
    "cmath",
    "cstdarg",
    "cstdbool",
    "cstddef",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "ctime",
    "cwchar",
    "cwctype",
    "unistd.h",
    "strings.h",
    "sys/time.h",
    "getopt.h",
    "omp.h",
    "pthread.h",
];

/// Where a name is declared.
#[derive(Clone, Debug)]
pub(super) struct Declarer {
    /// The header, as a program includes it.
    pub(super) header: String,
    /// Its names are visible without `std::`.
    pub(super) is_of_c: bool,
}

/// Names of the floating types of 16 and 8 bits, which their headers make with macros.
const SMALL_FLOATS: &[(&str, &[&str])] = &[
    (
        "cuda_fp16.h",
        &["half", "half2", "__half", "__half2", "__float2half", "__float2half_rn", "__half2float", "__hadd", "__hmul", "__hfma"],
    ),
    ("cuda_bf16.h", &["nv_bfloat16", "nv_bfloat162", "__nv_bfloat16", "__nv_bfloat162", "__float2bfloat16", "__bfloat162float"]),
    ("cuda_fp8.h", &["__nv_fp8_e4m3", "__nv_fp8_e5m2", "__nv_fp8x2_e4m3", "__nv_fp8x2_e5m2", "__nv_fp8x4_e4m3", "__nv_fp8x4_e5m2"]),
];

/// The header of the standard library that declares `name`, if one does.
pub(super) fn declaring(name: &str) -> Option<Declarer> {
    if let Some((header, _)) = SMALL_FLOATS.iter().find(|(_, names)| names.contains(&name)) {
        return Some(Declarer { header: (*header).to_string(), is_of_c: true });
    }
    // `vector` stands in `<vector>`, whatever else mentions it.
    let same = kern_stdlib::header_names().find(|header| *header == name && declares(header, name));
    let first = same.or_else(|| kern_stdlib::header_names().filter(|h| !is_internal(h)).find(|header| declares(header, name)))?;
    let gathering = GATHERING.iter().find(|(of, _)| *of == first).map_or(first, |(_, by)| by);
    // `stdio.h` is `<cstdio>` in C++.
    let of_c = gathering.strip_suffix(".h").map(|stem| format!("c{stem}")).filter(|c| OF_C.contains(&c.as_str()));
    let header = of_c.unwrap_or_else(|| gathering.to_string());
    let is_of_c = OF_C.contains(&header.as_str());
    Some(Declarer { header, is_of_c })
}

/// Headers of CUDA come by themselves, those of kern's own are nobody's to include.
fn is_internal(header: &str) -> bool {
    let is_own = header.starts_with("kern/") && !GATHERING.iter().any(|(of, _)| *of == header);
    is_own
        || ["cuda", "device_", "vector_", "driver_", "helper_", "cooperative_groups", "iosfwd", "memory.h", "malloc.h"]
            .iter()
            .any(|start| header.starts_with(start))
}

fn declares(header: &str, name: &str) -> bool {
    DECLARED.get(header).is_some_and(|names| names.contains(name))
}

/// What each header declares: to find that out takes a tenth of a second for all.
static DECLARED: LazyLock<HashMap<&str, HashSet<String>>> =
    LazyLock::new(|| kern_stdlib::header_names().map(|header| (header, declared(header))).collect());

fn declared(header: &str) -> HashSet<String> {
    let mut all = HashSet::new();
    let Some(text) = kern_stdlib::header(header) else { return all };
    let macros = text.lines().filter_map(|line| line.strip_prefix("#define ")?.split([' ', '(']).next());
    all.extend(macros.map(str::to_string));
    for (range, names) in kern_syntax::outline(&text) {
        // A forward declaration declares, too, but is no reason to include the header.
        let head = text[range].split(['(', '{', ';']).next().unwrap_or("");
        // An operator is listed under the names of its operands.
        if !head.starts_with("using") && !head.contains("operator") {
            // The enumerators of an `enum class` are found in it only.
            let count = if head.starts_with("enum class") { 1 } else { names.len() };
            all.extend(names.into_iter().take(count).map(str::to_string));
        }
    }
    all
}
