//! Functions of <math.h> that are no instruction: libdevice's on the device, the C library's on the host.

use super::{HostSide, Recipe, Row};

/// One argument and one result of the type: name, whether the C library has it.
const UNARY: &[(&str, bool)] = &[
    ("sin", true),
    ("cos", true),
    ("tan", true),
    ("asin", true),
    ("acos", true),
    ("atan", true),
    ("sinh", true),
    ("cosh", true),
    ("tanh", true),
    ("asinh", true),
    ("acosh", true),
    ("atanh", true),
    ("exp", true),
    ("exp2", true),
    ("exp10", true),
    ("expm1", true),
    ("log", true),
    ("log2", true),
    ("log10", true),
    ("log1p", true),
    ("logb", true),
    ("cbrt", true),
    ("erf", true),
    ("erfc", true),
    ("lgamma", true),
    ("tgamma", true),
    ("j0", true),
    ("j1", true),
    ("y0", true),
    ("y1", true),
    ("sinpi", false),
    ("cospi", false),
    ("normcdf", false),
    ("normcdfinv", false),
    ("erfinv", false),
    ("erfcinv", false),
    ("erfcx", false),
    ("rcbrt", false),
    ("cyl_bessel_i0", false),
    ("cyl_bessel_i1", false),
];

const BINARY: &[(&str, bool)] = &[
    ("pow", true),
    ("atan2", true),
    ("fmod", true),
    ("remainder", true),
    ("hypot", true),
    ("fdim", true),
    ("nextafter", true),
    ("rhypot", false),
];

/// Other signatures: declaration with `T` for the type, base name (`#` is the suffix), whether the C library has it.
const OTHERS: &[(&str, &str, bool)] = &[
    ("T ldexp#(T x, int exponent)", "ldexp", true),
    ("T scalbn#(T x, int exponent)", "scalbn", true),
    ("T scalbln#(T x, long exponent)", "scalbln", true),
    ("T frexp#(T x, int *exponent)", "frexp", true),
    ("T modf#(T x, T *integral)", "modf", true),
    ("T remquo#(T x, T y, int *quotient)", "remquo", true),
    ("int ilogb#(T x)", "ilogb", true),
    ("long lround#(T x)", "lround", true),
    ("long lrint#(T x)", "lrint", true),
    ("long long llround#(T x)", "llround", true),
    ("long long llrint#(T x)", "llrint", true),
    ("void sincos#(T x, T *sine, T *cosine)", "sincos", true),
    ("void sincospi#(T x, T *sine, T *cosine)", "sincospi", false),
    ("T nan#(const char *tag)", "nan", true),
    ("T norm3d#(T x, T y, T z)", "norm3d", false),
    ("T rnorm3d#(T x, T y, T z)", "rnorm3d", false),
    ("T norm4d#(T x, T y, T z, T w)", "norm4d", false),
    ("T rnorm4d#(T x, T y, T z, T w)", "rnorm4d", false),
    ("T jn#(int n, T x)", "jn", true),
    ("T yn#(int n, T x)", "yn", true),
];

pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (suffix, ty) in [("f", "float"), ("", "double")] {
        for (name, _) in UNARY {
            rows.push(row(format!("{ty} {name}{suffix}({ty} x)"), format!("{name}{suffix}")));
        }
        for (name, _) in BINARY {
            rows.push(row(format!("{ty} {name}{suffix}({ty} x, {ty} y)"), format!("{name}{suffix}")));
        }
        for (declaration, name, _) in OTHERS {
            let declaration = declaration.replace('#', suffix).replace("T ", &format!("{ty} "));
            rows.push(row(declaration, format!("{name}{suffix}")));
        }
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
    Row::new(declaration, device, Recipe::Extern(device)).on_host(HostSide::Extern(host))
}
