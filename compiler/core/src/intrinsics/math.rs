//! Functions of <math.h> that are no instruction: libdevice's on the device, the C library's on the host.

use super::{HostSide, Recipe, Row};

/// One argument and one result of the type.
const UNARY: &[&str] = &[
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "exp",
    "exp2",
    "exp10",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "logb",
    "cbrt",
    "erf",
    "erfc",
    "lgamma",
    "tgamma",
    "j0",
    "j1",
    "y0",
    "y1",
    "sinpi",
    "cospi",
    "normcdf",
    "normcdfinv",
    "erfinv",
    "erfcinv",
    "erfcx",
    "rcbrt",
    "cyl_bessel_i0",
    "cyl_bessel_i1",
];

const BINARY: &[&str] = &["pow", "atan2", "fmod", "remainder", "hypot", "fdim", "nextafter", "rhypot"];

/// Other signatures: declaration with `T` for the type and `#` for the suffix, base name.
const OTHERS: &[(&str, &str)] = &[
    ("T ldexp#(T x, int exponent)", "ldexp"),
    ("T scalbn#(T x, int exponent)", "scalbn"),
    ("T scalbln#(T x, long exponent)", "scalbln"),
    ("T remquo#(T x, T y, int *quotient)", "remquo"),
    ("int ilogb#(T x)", "ilogb"),
    ("T nan#(const char *tag)", "nan"),
    ("T norm3d#(T x, T y, T z)", "norm3d"),
    ("T rnorm3d#(T x, T y, T z)", "rnorm3d"),
    ("T norm4d#(T x, T y, T z, T w)", "norm4d"),
    ("T rnorm4d#(T x, T y, T z, T w)", "rnorm4d"),
    ("T jn#(int n, T x)", "jn"),
    ("T yn#(int n, T x)", "yn"),
];

pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (suffix, ty) in [("f", "float"), ("", "double")] {
        for name in UNARY {
            rows.push(row(format!("{ty} {name}{suffix}({ty} x)"), format!("{name}{suffix}")));
        }
        for name in BINARY {
            rows.push(row(format!("{ty} {name}{suffix}({ty} x, {ty} y)"), format!("{name}{suffix}")));
        }
        for (declaration, name) in OTHERS {
            let declaration = declaration.replace('#', suffix).replace("T ", &format!("{ty} "));
            rows.push(row(declaration, format!("{name}{suffix}")));
        }
    }
    // Parts of `sincos` and `sincospi`, which read no coefficients from memory, as `sin` and `cos` do.
    for (name, host) in [("sincos_sin", "sin"), ("sincos_cos", "cos"), ("sincospi_sin", "sinpi"), ("sincospi_cos", "cospi")] {
        let device: &'static str = format!("__nv_{name}").leak();
        rows.push(Row::new(format!("double __{name}(double x)"), name, Recipe::Extern(device, None)).on_host(HostSide::Extern(host)));
    }
    rows.push(row("double rsqrt(double x)".to_string(), "rsqrt".to_string()));
    rows.push(row("float powif(float x, int y)".to_string(), "powif".to_string()));
    rows.push(row("double powi(double x, int y)".to_string(), "powi".to_string()));
    rows
}

/// Every function exists on both sides: CUDA's headers give the host those that the C library lacks.
fn row(declaration: String, name: String) -> Row {
    let device: &'static str = format!("__nv_{name}").leak();
    let host: &'static str = name.leak();
    Row::new(declaration, host, Recipe::Extern(device, super::float::short(host))).on_host(HostSide::Extern(host))
}
