//! The text of each header.

use crate::large_headers::{LARGE_FILES, files};
use crate::mirror::{Choice, mirrored};
use crate::table::declared_in;
use std::borrow::Cow;

/// The files of `include/`, as `build.rs` copies them.
const FILES: &[(&str, &str)] = files![
    "algorithm",
    "alloca.h",
    "any",
    "array",
    "assert.h",
    "atomic",
    "barrier",
    "bit",
    "bits/stdc++.h",
    "bitset",
    "builtin_types.h",
    "byteswap.h",
    "cassert",
    "ccomplex",
    "cctype",
    "cerrno",
    "cfenv",
    "cfloat",
    "channel_descriptor.h",
    "chrono",
    "cinttypes",
    "ciso646",
    "climits",
    "clocale",
    "cmath",
    "common_functions.h",
    "compare",
    "complex",
    "complex.h",
    "concepts",
    "condition_variable",
    "cooperative_groups.h",
    "cooperative_groups/memcpy_async.h",
    "cooperative_groups/reduce.h",
    "cooperative_groups/scan.h",
    "csignal",
    "cstdalign",
    "cstdarg",
    "cstdbool",
    "cstddef",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "ctime",
    "ctype.h",
    "cuComplex.h",
    "cuda.h",
    "cuda/annotated_ptr",
    "cuda/atomic",
    "cuda/barrier",
    "cuda/cmath",
    "cuda/functional",
    "cuda/latch",
    "cuda/pipeline",
    "cuda/ptx",
    "cuda/semaphore",
    "cuda/std/array",
    "cuda/std/atomic",
    "cuda/std/barrier",
    "cuda/std/bit",
    "cuda/std/cassert",
    "cuda/std/cfloat",
    "cuda/std/chrono",
    "cuda/std/climits",
    "cuda/std/cmath",
    "cuda/std/complex",
    "cuda/std/concepts",
    "cuda/std/cstddef",
    "cuda/std/cstdint",
    "cuda/std/cstdlib",
    "cuda/std/cstring",
    "cuda/std/functional",
    "cuda/std/initializer_list",
    "cuda/std/iterator",
    "cuda/std/latch",
    "cuda/std/limits",
    "cuda/std/numbers",
    "cuda/std/numeric",
    "cuda/std/optional",
    "cuda/std/ratio",
    "cuda/std/semaphore",
    "cuda/std/span",
    "cuda/std/tuple",
    "cuda/std/type_traits",
    "cuda/std/utility",
    "cuda/std/variant",
    "cuda/std/version",
    "cuda_bf16.h",
    "cuda_device_runtime_api.h",
    "cuda_fp16.h",
    "cuda_fp8.h",
    "cuda_pipeline.h",
    "cuda_pipeline_primitives.h",
    "cuda_profiler_api.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "cuda_texture_types.h",
    "deque",
    "device_atomic_functions.h",
    "device_double_functions.h",
    "device_functions.h",
    "device_launch_parameters.h",
    "driver_types.h",
    "endian.h",
    "errno.h",
    "exception",
    "fcntl.h",
    "features.h",
    "fenv.h",
    "float.h",
    "forward_list",
    "fstream",
    "functional",
    "future",
    "getopt.h",
    "gnu-versions.h",
    "helper_cuda.h",
    "helper_functions.h",
    "helper_image.h",
    "helper_math.h",
    "helper_string.h",
    "helper_timer.h",
    "host_config.h",
    "host_defines.h",
    "initializer_list",
    "inttypes.h",
    "iomanip",
    "ios",
    "iosfwd",
    "iostream",
    "iso646.h",
    "istream",
    "iterator",
    "kern/algobase.h",
    "kern/allocas.h",
    "kern/allocator.h",
    "kern/both_ways.h",
    "kern/bound.h",
    "kern/builtins.h",
    "kern/bulk_copies.h",
    "kern/char_traits.h",
    "kern/counting_distributions.h",
    "kern/cuda_algorithm.h",
    "kern/cuda_compare.h",
    "kern/cuda_copies.h",
    "kern/cuda_exceptions.h",
    "kern/cuda_polling.h",
    "kern/cuda_scopes.h",
    "kern/exceptions.h",
    "kern/few_bytes.h",
    "kern/file_modes.h",
    "kern/fixed_ints.h",
    "kern/function_objects.h",
    "kern/gamma_distributions.h",
    "kern/getopt.h",
    "kern/graph_templates.h",
    "kern/graph_types.h",
    "kern/hash.h",
    "kern/hashed.h",
    "kern/iterator_concepts.h",
    "kern/iterators.h",
    "kern/lengths.h",
    "kern/locks.h",
    "kern/long_double.h",
    "kern/math_overloads.h",
    "kern/nodes.h",
    "kern/ordered.h",
    "kern/overflow_builtins.h",
    "kern/posix.h",
    "kern/pthread_types.h",
    "kern/random_engines.h",
    "kern/runtime_includes.h",
    "kern/runtime_templates.h",
    "kern/sampling_distributions.h",
    "kern/scoped_atomics.h",
    "kern/seeds.h",
    "kern/small_float.h",
    "kern/small_float_bits.h",
    "kern/small_float_of_8.h",
    "kern/sorting.h",
    "kern/std_math.h",
    "kern/string_numbers.h",
    "kern/sync_builtins.h",
    "kern/textures.h",
    "kern/threads.h",
    "kern/time_types.h",
    "kern/tree.h",
    "kern/write.h",
    "latch",
    "library_types.h",
    "limits",
    "limits.h",
    "list",
    "locale",
    "locale.h",
    "malloc.h",
    "map",
    "math.h",
    "math_constants.h",
    "math_functions.h",
    "memory",
    "memory.h",
    "mutex",
    "new",
    "numbers",
    "numeric",
    "nv/target",
    "nvToolsExt.h",
    "nvToolsExtCudaRt.h",
    "nvtx3/nvToolsExt.h",
    "nvtx3/nvToolsExtCudaRt.h",
    "optional",
    "ostream",
    "pthread.h",
    "queue",
    "random",
    "ratio",
    "sched.h",
    "semaphore",
    "semaphore.h",
    "set",
    "shared_mutex",
    "signal.h",
    "sm_20_intrinsics.h",
    "sm_30_intrinsics.h",
    "sm_32_intrinsics.h",
    "sm_35_intrinsics.h",
    "sm_60_atomic_functions.h",
    "sm_61_intrinsics.h",
    "source_location",
    "span",
    "sstream",
    "stack",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdexcept",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stdnoreturn.h",
    "stop_token",
    "streambuf",
    "string",
    "string.h",
    "string_view",
    "strings.h",
    "surface_functions.h",
    "surface_indirect_functions.h",
    "surface_types.h",
    "sys/stat.h",
    "sys/time.h",
    "sys/types.h",
    "system_error",
    "texture_fetch_functions.h",
    "texture_indirect_functions.h",
    "texture_types.h",
    "thread",
    "time.h",
    "tuple",
    "type_traits",
    "typeindex",
    "typeinfo",
    "unistd.h",
    "unordered_map",
    "unordered_set",
    "utility",
    "values.h",
    "variant",
    "vector",
    "vector_functions.h",
    "vector_types.h",
    "version",
];

fn files() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    FILES.iter().chain(LARGE_FILES)
}

/// A line of a header that stands for generated text.
const ROWS: &str = "//@rows";

/// The text of the header that `#include <name>` names; `None` if there is no such header.
///
/// Lines `//@rows` (or the end, where there is none) become the declarations of the [`RUNTIME`](crate::RUNTIME) rows of that header,
/// `//@using` using-declarations of the rows of the C header it wraps, `//@errors` and `//@device_prop` the types
/// kept as tables; `//@mirror` the text of another header in the namespace `cuda::std`.
pub fn header(name: &str) -> Option<Cow<'static, str>> {
    let text = files().find(|(file, _)| *file == name)?.1;
    let has_rows = !declared_in(name).is_empty();
    if !has_rows && !text.contains("//@") {
        return Some(Cow::Borrowed(text));
    }
    let mut out = String::with_capacity(text.len() + 4096);
    let mut placed = !has_rows;
    for line in text.split_inclusive('\n') {
        match line.trim_end() {
            ROWS => {
                placed = true;
                push_rows(&mut out, name);
            }
            "//@errors" => out.push_str(&crate::errors::declare()),
            "//@device_prop" => out.push_str(&crate::device_prop::declare()),
            "//@scoped_atomics" => out.push_str(&crate::scoped_atomics::declare()),
            marker => match marker.split_once(' ') {
                Some(("//@using", wrapped)) => push_using(&mut out, wrapped),
                Some(("//@mirror", what)) => push_mirror(&mut out, what),
                _ => out.push_str(line),
            },
        }
    }
    if !placed {
        push_rows(&mut out, name);
    }
    Some(Cow::Owned(out))
}

/// Every header there is.
pub fn header_names() -> impl Iterator<Item = &'static str> {
    files().map(|(name, _)| *name)
}

fn push_rows(out: &mut String, header: &str) {
    out.push_str("extern \"C\" {\n");
    for row in declared_in(header) {
        out.push_str(row.declaration);
        out.push_str(";\n");
    }
    out.push_str("}\n");
}

/// `what` is the header, then the names of declarations to leave out, or `only` and those to take.
fn push_mirror(out: &mut String, what: &str) {
    let words: Vec<&str> = what.split(' ').collect();
    let Some(text) = header(words[0]) else { return };
    let is_mirrored = |name: &str| files().any(|(file, _)| file.strip_prefix("cuda/std/") == Some(name));
    let choice = match words[1..] {
        ["only", ref names @ ..] => Choice::Only(names),
        ref names => Choice::Without(names),
    };
    out.push_str(&mirrored(&text, choice, is_mirrored));
}

fn push_using(out: &mut String, header: &str) {
    for row in declared_in(header).iter().filter(|row| !row.name.starts_with('_')) {
        out.push_str("using ::");
        out.push_str(row.name);
        out.push_str(";\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RUNTIME;

    #[test]
    fn every_row_has_its_header() {
        for row in RUNTIME {
            let text = header(row.header).unwrap_or_else(|| panic!("no header {}", row.header));
            assert!(text.contains(row.declaration), "{}", row.name);
        }
    }

    #[test]
    fn no_marker_is_left() {
        for name in header_names() {
            let text = header(name).unwrap();
            assert!(!text.lines().any(|line| line.starts_with("//@")), "{name}");
        }
    }

    #[test]
    fn every_file_is_listed() {
        fn walk(dir: &std::path::Path, prefix: &str, found: &mut Vec<String>) {
            for entry in std::fs::read_dir(dir).unwrap() {
                let entry = entry.unwrap();
                let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
                if entry.path().is_dir() {
                    walk(&entry.path(), &format!("{name}/"), found);
                } else {
                    found.push(name);
                }
            }
        }
        let mut found = Vec::new();
        walk(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("include"), "", &mut found);
        for name in found {
            assert!(files().any(|(file, _)| *file == name), "{name} is not listed");
        }
    }
}
