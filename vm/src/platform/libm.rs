//! The C library's mathematical functions that Rust's standard library does not offer.
//!
//! On Linux they are glibc's, so host programs get glibc's results; `sin` and the like come from the same library
//! through `f64::sin`. Where there is no C library they are those of the crate `libm`, which may differ in the last bit.

#[cfg(any(unix, windows))]
mod c {
    // SAFETY: C17 7.12 and POSIX give these functions these types; they touch no memory but `signgam`, which is not
    // used here.
    unsafe extern "C" {
        pub(super) safe fn acosh(x: f64) -> f64;
        pub(super) safe fn acoshf(x: f32) -> f32;
        pub(super) safe fn asinh(x: f64) -> f64;
        pub(super) safe fn asinhf(x: f32) -> f32;
        pub(super) safe fn atanh(x: f64) -> f64;
        pub(super) safe fn atanhf(x: f32) -> f32;
        pub(super) safe fn erf(x: f64) -> f64;
        pub(super) safe fn erff(x: f32) -> f32;
        pub(super) safe fn erfc(x: f64) -> f64;
        pub(super) safe fn erfcf(x: f32) -> f32;
        pub(super) safe fn tgamma(x: f64) -> f64;
        pub(super) safe fn tgammaf(x: f32) -> f32;
        pub(super) safe fn lgamma(x: f64) -> f64;
        pub(super) safe fn lgammaf(x: f32) -> f32;
        pub(super) safe fn remainder(x: f64, y: f64) -> f64;
        pub(super) safe fn remainderf(x: f32, y: f32) -> f32;
        pub(super) safe fn nextafter(x: f64, y: f64) -> f64;
        pub(super) safe fn nextafterf(x: f32, y: f32) -> f32;
        pub(super) safe fn fdim(x: f64, y: f64) -> f64;
        pub(super) safe fn fdimf(x: f32, y: f32) -> f32;
        pub(super) safe fn ldexp(x: f64, exponent: i32) -> f64;
        pub(super) safe fn logb(x: f64) -> f64;
        pub(super) safe fn ilogb(x: f64) -> i32;
        #[cfg_attr(windows, link_name = "_j0")]
        pub(super) safe fn j0(x: f64) -> f64;
        #[cfg_attr(windows, link_name = "_j1")]
        pub(super) safe fn j1(x: f64) -> f64;
        #[cfg_attr(windows, link_name = "_jn")]
        pub(super) safe fn jn(n: i32, x: f64) -> f64;
        #[cfg_attr(windows, link_name = "_y0")]
        pub(super) safe fn y0(x: f64) -> f64;
        #[cfg_attr(windows, link_name = "_y1")]
        pub(super) safe fn y1(x: f64) -> f64;
        #[cfg_attr(windows, link_name = "_yn")]
        pub(super) safe fn yn(n: i32, x: f64) -> f64;
    }
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: glibc's own functions with these types; they touch no memory.
    unsafe extern "C" {
        pub(super) safe fn exp10(x: f64) -> f64;
        pub(super) safe fn exp10f(x: f32) -> f32;
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    pub(super) fn exp10(x: f64) -> f64 {
        10f64.powf(x)
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    pub(super) fn exp10f(x: f32) -> f32 {
        10f64.powf(x as f64) as f32
    }
}

/// The same in Rust, where there is no C library.
#[cfg(not(any(unix, windows)))]
mod c {
    pub(super) use libm::{acosh, acoshf, asinh, asinhf, atanh, atanhf, erf, erfc, erfcf, erff, exp10, exp10f, fdim, fdimf, ilogb};
    pub(super) use libm::{j0, j1, jn, ldexp, lgamma, lgammaf, nextafter, nextafterf, remainder, remainderf, tgamma, tgammaf, y0, y1, yn};

    pub(super) fn logb(x: f64) -> f64 {
        match x {
            _ if x.is_nan() => x,
            _ if x.is_infinite() => f64::INFINITY,
            0.0 => f64::NEG_INFINITY,
            _ => f64::from(libm::ilogb(x)),
        }
    }
}

macro_rules! pass {
    ($($name:ident($($arg:ident: $ty:ty),*) -> $result:ty;)*) => {
        $(pub(crate) fn $name($($arg: $ty),*) -> $result {
            c::$name($($arg),*)
        })*
    };
}

pass! {
    acosh(x: f64) -> f64;
    acoshf(x: f32) -> f32;
    asinh(x: f64) -> f64;
    asinhf(x: f32) -> f32;
    atanh(x: f64) -> f64;
    atanhf(x: f32) -> f32;
    erf(x: f64) -> f64;
    erff(x: f32) -> f32;
    erfc(x: f64) -> f64;
    erfcf(x: f32) -> f32;
    tgamma(x: f64) -> f64;
    tgammaf(x: f32) -> f32;
    lgamma(x: f64) -> f64;
    lgammaf(x: f32) -> f32;
    remainder(x: f64, y: f64) -> f64;
    remainderf(x: f32, y: f32) -> f32;
    nextafter(x: f64, y: f64) -> f64;
    nextafterf(x: f32, y: f32) -> f32;
    fdim(x: f64, y: f64) -> f64;
    fdimf(x: f32, y: f32) -> f32;
    ldexp(x: f64, exponent: i32) -> f64;
    logb(x: f64) -> f64;
    ilogb(x: f64) -> i32;
    j0(x: f64) -> f64;
    j1(x: f64) -> f64;
    jn(n: i32, x: f64) -> f64;
    y0(x: f64) -> f64;
    y1(x: f64) -> f64;
    yn(n: i32, x: f64) -> f64;
    exp10(x: f64) -> f64;
    exp10f(x: f32) -> f32;
}
