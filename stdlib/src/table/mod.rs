//! The functions without a body, one row each: C library, CUDA runtime, device `printf` and `malloc`.
//!
//! A row is the single place where such a function is declared; headers take their declarations from here and the
//! virtual machine has one implementation for each (a test compares the two lists).

mod cuda_device;
mod cuda_graph;
mod cuda_memory;
mod cuda_stream;
mod cuda_texture;
mod libc;
mod math;
mod stdio;
mod threads;

use std::collections::HashMap;
use std::sync::LazyLock;

/// CUDA toolkits that have a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CudaVersions {
    /// First, as `major * 10 + minor`.
    pub since: u16,
    /// Last, if it was removed.
    pub until: Option<u16>,
}

/// Who may call a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Host code only.
    Host,
    /// Kernels only.
    Device,
    /// Both.
    Both,
}

/// A function without a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuntimeFunction {
    /// The plain C name.
    pub name: &'static str,
    /// The C++ declaration without the semicolon.
    pub declaration: &'static str,
    /// Who may call it, as the declaration says: sema, the verifier of the IR and so every loader hold to it.
    pub side: Side,
    /// The header that declares it.
    pub header: &'static str,
    /// What it does, in a sentence; empty without the feature `docs`.
    pub doc: &'static str,
    /// Names of the CUDA errors it may return of its own, without the prefix `cudaError`; empty without the feature `docs`.
    pub errors: &'static [&'static str],
    /// `None` for the C library.
    pub cuda_versions: Option<CudaVersions>,
}

/// The name in `… name(…)`: the identifier before the first bracket.
const fn name_of(declaration: &'static str) -> &'static str {
    let bytes = declaration.as_bytes();
    let mut end = 0;
    while bytes[end] != b'(' {
        end += 1;
    }
    let mut start = end;
    while start > 0 && (bytes[start - 1].is_ascii_alphanumeric() || bytes[start - 1] == b'_') {
        start -= 1;
    }
    declaration.split_at(end).0.split_at(start).1
}

/// The side that a declaration names.
const fn side_of(declaration: &str) -> Side {
    match (starts_with(declaration, "__host__ __device__ "), starts_with(declaration, "__device__ ")) {
        (true, _) => Side::Both,
        (_, true) => Side::Device,
        _ => Side::Host,
    }
}

const fn starts_with(text: &str, start: &str) -> bool {
    let (text, start) = (text.as_bytes(), start.as_bytes());
    let mut at = 0;
    while at < start.len() && at < text.len() && text[at] == start[at] {
        at += 1;
    }
    at == start.len()
}

/// A row of a header.
const fn row(
    header: &'static str,
    declaration: &'static str,
    doc: &'static str,
    errors: &'static [&'static str],
    cuda_versions: Option<CudaVersions>,
) -> RuntimeFunction {
    let (doc, errors) = if cfg!(any(test, feature = "docs")) { (doc, errors) } else { ("", [].as_slice()) };
    RuntimeFunction { name: name_of(declaration), declaration, side: side_of(declaration), header, doc, errors, cuda_versions }
}

/// A row of the C library.
const fn c(header: &'static str, declaration: &'static str, doc: &'static str) -> RuntimeFunction {
    row(header, declaration, doc, &[], None)
}

/// A row of the CUDA runtime.
const fn cuda(declaration: &'static str, doc: &'static str, errors: &'static [&'static str], since: u16) -> RuntimeFunction {
    row("cuda_runtime_api.h", declaration, doc, errors, Some(CudaVersions { since, until: None }))
}

/// A row of the CUDA runtime that a later toolkit removed.
const fn removed(declaration: &'static str, doc: &'static str, errors: &'static [&'static str], since: u16, until: u16) -> RuntimeFunction {
    row("cuda_runtime_api.h", declaration, doc, errors, Some(CudaVersions { since, until: Some(until) }))
}

const AREAS: &[&[RuntimeFunction]] = &[
    cuda_device::ROWS,
    cuda_graph::ROWS,
    cuda_memory::ROWS,
    cuda_stream::ROWS,
    cuda_texture::ROWS,
    stdio::ROWS,
    libc::ROWS,
    math::ROWS,
    threads::ROWS,
];

const fn count() -> usize {
    let mut total = 0;
    let mut area = 0;
    while area < AREAS.len() {
        total += AREAS[area].len();
        area += 1;
    }
    total
}

const fn all() -> [RuntimeFunction; count()] {
    let mut rows = [AREAS[0][0]; count()];
    let (mut area, mut next) = (0, 0);
    while area < AREAS.len() {
        let mut row = 0;
        while row < AREAS[area].len() {
            rows[next] = AREAS[area][row];
            next += 1;
            row += 1;
        }
        area += 1;
    }
    rows
}

static ALL: [RuntimeFunction; count()] = all();

/// Every function without a body.
pub static RUNTIME: &[RuntimeFunction] = &ALL;

/// The row called `name`.
pub fn runtime_function(name: &str) -> Option<&'static RuntimeFunction> {
    static BY_NAME: LazyLock<HashMap<&'static str, &'static RuntimeFunction>> =
        LazyLock::new(|| RUNTIME.iter().map(|row| (row.name, row)).collect());
    BY_NAME.get(name).copied()
}

/// The rows that `header` declares, in their order.
pub(crate) fn declared_in(header: &str) -> &'static [&'static RuntimeFunction] {
    static BY_HEADER: LazyLock<Vec<(&'static str, Vec<&'static RuntimeFunction>)>> = LazyLock::new(|| {
        let mut headers: Vec<(&str, Vec<&RuntimeFunction>)> = Vec::new();
        let mut last = 0;
        for row in RUNTIME {
            // Most rows stand behind one of the same header.
            if headers.get(last).is_none_or(|(name, _)| *name != row.header) {
                last = headers.iter().position(|(name, _)| *name == row.header).unwrap_or(headers.len());
            }
            if last == headers.len() {
                headers.push((row.header, Vec::new()));
            }
            headers[last].1.push(row);
        }
        headers
    });
    BY_HEADER.iter().find(|(name, _)| *name == header).map_or(&[], |(_, rows)| rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_rows_complete() {
        let mut names = HashSet::new();
        for row in RUNTIME {
            assert!(names.insert(row.name), "{} has two rows", row.name);
            assert!(!row.doc.is_empty() && row.doc.ends_with('.'), "{}", row.name);
            assert!(row.declaration.ends_with(')'), "{}", row.declaration);
        }
        assert_eq!(runtime_function("puts").map(|row| row.header), Some("stdio.h"));
    }

    #[test]
    fn what_calls_back_or_launches_is_for_the_host() {
        let side = |name: &str| runtime_function(name).map(|row| row.side);
        assert_eq!((side("atexit"), side("printf"), side("cudaMalloc")), (Some(Side::Host), Some(Side::Both), Some(Side::Both)));
        for row in RUNTIME {
            // A pointer to a function among the parameters: what is behind it may do anything.
            let calls_back = row.declaration.contains("(*") || row.declaration.contains("_t callback") || row.name.contains("aunch");
            // A kernel's launch waits in a list, which the host goes through when the kernel has ended; the other one only asks.
            let is_harmless = ["__kern_device_launch", "__kern_had_cooperative_launch"].contains(&row.name);
            assert!(!calls_back || is_harmless || row.side == Side::Host, "{}", row.name);
        }
    }

    #[test]
    fn cuda_errors_exist() {
        for row in RUNTIME {
            for error in row.errors {
                let name = format!("cudaError{error}");
                assert!(crate::ERRORS.iter().any(|e| e.1 == name), "{}: {name}", row.name);
            }
        }
    }
}
