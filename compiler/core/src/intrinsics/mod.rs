//! The device intrinsics: one row declares a function, what it becomes, and whether the host has it too.
//!
//! A row is a C++ declaration, a unique key, and a recipe. [`header`] makes of them the virtual header
//! `<kern/intrinsics.h>`, in which every declaration ends in `__asm__("key")`; the typed program keeps the key as the
//! function's symbol, and lowering finds the row by it. Overloads may share a key where the recipe takes the type from
//! the arguments. Everything is `__device__`; rows with a host side are `__host__ __device__`.
//!
//! Functions without a PTX sequence of their own become calls of the function with libdevice's name (`__nv_sinf`).
//! What the C library has too is declared there ([`kern_stdlib::RUNTIME`]); its key here is then the plain name.

mod atomics;
mod convert;
mod float;
mod integer;
mod math;
mod memory;
mod nv_atomics;
mod recipe;
pub(crate) mod simd;
mod sugar;
mod sync;
mod texture;
mod warp;

pub(crate) use recipe::Recipe;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The name under which [`header`] is included.
pub const HEADER_NAME: &str = "kern/intrinsics.h";

/// One intrinsic.
#[derive(Clone, Debug)]
pub struct Row {
    /// The C++ declaration without execution space and semicolon: `int __popc(unsigned int x)`.
    pub declaration: Cow<'static, str>,
    /// The symbol it is known by: `popc.b32`.
    pub key: Cow<'static, str>,
    /// What it becomes in device code.
    pub(crate) recipe: Recipe,
    /// What it becomes in host code.
    pub(crate) host: HostSide,
}

/// What an intrinsic is in host code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HostSide {
    /// Device only.
    None,
    /// The same instructions.
    Same,
    /// A function of the C library.
    Extern(&'static str),
}

impl Row {
    /// A device-only row.
    pub(crate) fn new(declaration: impl Into<Cow<'static, str>>, key: impl Into<Cow<'static, str>>, recipe: Recipe) -> Row {
        Row { declaration: declaration.into(), key: key.into(), recipe, host: HostSide::None }
    }

    /// The row with a host side.
    pub(crate) fn on_host(self, host: HostSide) -> Row {
        Row { host, ..self }
    }

    /// Whether the row is declared in [`header`], and not as a function of the C library.
    pub fn is_declared_here(&self) -> bool {
        self.key != self.name() || kern_stdlib::runtime_function(&self.key).is_none()
    }

    /// The function's name.
    pub fn name(&self) -> &str {
        let text = self.declaration.as_bytes();
        let end = text.iter().position(|b| *b == b'(').unwrap_or(text.len());
        let start = text[..end].iter().rposition(|b| matches!(b, b' ' | b'*' | b'&')).map_or(0, |before| before + 1);
        &self.declaration[start..end]
    }
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let parts = [
        sync::rows(),
        warp::rows(),
        atomics::rows(),
        memory::rows(),
        integer::rows(),
        simd::rows(),
        convert::rows(),
        float::rows(),
        math::rows(),
        texture::rows(),
    ];
    let mut rows = Vec::with_capacity(parts.iter().map(Vec::len).sum());
    parts.into_iter().for_each(|part| rows.extend(part));
    rows
});

static BY_KEY: LazyLock<HashMap<&'static str, &'static Row>> = LazyLock::new(|| {
    let mut map = HashMap::with_capacity(ROWS.len());
    for row in ROWS.iter() {
        map.entry(&*row.key).or_insert(row);
    }
    map
});

/// All rows.
pub fn rows() -> &'static [Row] {
    &ROWS
}

/// The row of that key.
pub fn find(key: &str) -> Option<&'static Row> {
    BY_KEY.get(key).copied()
}

/// The text of `<kern/intrinsics.h>`.
pub fn header() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let mut text = String::with_capacity(128 << 10);
        text.push_str("#pragma once\n#include <vector_types.h>\n");
        for row in rows().iter().filter(|row| row.is_declared_here()) {
            let space = if row.host == HostSide::None { "__device__ " } else { "__host__ __device__ " };
            // In C `abs` is of `int` alone.
            let [start, end] = match row.name() {
                "abs" if !row.declaration.starts_with("int ") => ["#ifdef __cplusplus\n", "#endif\n"],
                _ => ["", ""],
            };
            text.extend([start, space, &row.declaration, " __asm__(\"", &row.key, "\");\n", end]);
        }
        text.push_str(sugar::TEXT);
        text.push_str(&nv_atomics::text());
        text
    });
    &TEXT
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_declaration_is_unique() {
        let mut seen = HashSet::new();
        for row in rows() {
            assert!(seen.insert(row.declaration.clone()), "{}", row.declaration);
            assert!(!row.name().is_empty(), "{}", row.declaration);
        }
    }

    #[test]
    fn rows_of_one_key_have_one_recipe() {
        for row in rows() {
            let first = find(&row.key).unwrap();
            assert_eq!(format!("{:?}", first.recipe), format!("{:?}", row.recipe), "{}", row.key);
        }
    }
}
