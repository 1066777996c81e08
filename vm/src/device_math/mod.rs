//! Functions of `<math.h>` as kernels compute them: the same bits as a GPU gives.
//!
//! nvcc inlines a function of `<math.h>` as a sequence of instructions: a reduction of the argument, a polynomial, and where that is
//! not enough a result of the [special function unit](special_function_unit). The functions here do the same steps, so that
//! they round where those round; the coefficients are those that nvcc 13.0 writes into its PTX. What they give is compared with an H200's
//! in `tests/h200/device_math`.
//!
//! *Accuracy.* CUDA C++ Programming Guide, "Mathematical Functions Appendix": 1 to 4 units in the last place, mostly 2.
//!
//! A warp's numbers are computed together ([`Function::of_warp`]).

// How a function of a lane becomes one of all: by vectors where the processor has those that multiply and add in one step.
#[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), path = "by_vectors.rs")]
#[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), path = "lane_by_lane.rs")]
#[macro_use]
mod of_warp;

mod approximate;
mod arithmetic;
mod bessel;
pub(crate) mod double;
mod error_function;
mod exponential;
mod fast;
mod gamma;
mod logarithm;
mod power;
mod segments;
mod special_function_unit;
mod trigonometric;

pub(crate) use double::power::{norm3d, norm4d, rnorm3d, rnorm4d};
pub(crate) use double::trigonometric::{COEFFICIENTS, coefficients};
use of_warp::{OfWarp, OfWarp2};
pub(crate) use power::{norm3df, norm4df, rnorm3df, rnorm4df};
use special_function_unit::{OneByOne, operation as unit};

/// Lanes of a warp.
const LANES: usize = 32;
type Warp<T> = [T; LANES];

/// A function of one number or two, `.f32` or `.f64`.
#[derive(Clone, Copy, Debug)]
pub enum Function<T> {
    /// `float f(float)`
    One(fn(T) -> T, OfWarp<T>),
    /// The same, with arguments that the function of warps is not for: those for which the last is false.
    Usual(fn(T) -> T, OfWarp<T>, fn(T) -> bool),
    /// `float f(float, float)`
    Two(fn(T, T) -> T, OfWarp2<T>),
}

impl<T: Copy> Function<T> {
    /// Of one lane; functions of one number leave the second.
    pub(crate) fn of_lane(self, x: T, y: T) -> T {
        match self {
            Function::One(f, _) | Function::Usual(f, ..) => f(x),
            Function::Two(f, _) => f(x, y),
        }
    }
}

/// A function of the lanes of `mask`, of which there are 32 or one. What is no number is PTX's canonical NaN in a warp.
pub(crate) fn of_lanes<T: Number, const L: usize>(function: Function<T>, x: &[T; L], y: &[T; L], mask: u32) -> [T; L] {
    let mut result = [T::default(); L];
    if let (Ok(x), Ok(y), Ok(result)) = (x[..].try_into(), y[..].try_into(), <&mut Warp<T>>::try_from(&mut result[..])) {
        *result = function.of_warp(x, y, mask).map(T::canonical);
    } else {
        (0..L).for_each(|lane| result[lane] = function.of_lane(x[lane], y[lane]));
    }
    result
}

/// `.f32` or `.f64`.
pub(crate) trait Number: Copy + Default {
    /// With PTX's canonical NaN, where there is one (PTX ISA 9.7.3).
    fn canonical(self) -> Self;
}

impl Number for f32 {
    #[inline(always)]
    fn canonical(self) -> f32 {
        // By bits: to the optimiser all NaNs are one.
        let bits = self.to_bits();
        f32::from_bits(if bits & 0x7fff_ffff > 0x7f80_0000 { 0x7fff_ffff } else { bits })
    }
}

impl Number for f64 {
    #[inline(always)]
    fn canonical(self) -> f64 {
        self
    }
}

/// A row's function: of one lane, and of all. `One(f, n)` looks up n times in the unit's tables, `One(f)` does not,
/// and `Each(f)` has branches, so that lanes look up what they like, one after the other.
macro_rules! function {
    (@One $ty:ty, $name:path) => { Function::One($name, of_warp!($ty, 0, unit, $name(x); x)) };
    (@One $ty:ty, $name:path, $count:literal) => {
        Function::One(|x| $name(x, &mut OneByOne), of_warp!($ty, $count, unit, $name(x, unit); x))
    };
    (@Each $ty:ty, $name:path) => {
        Function::One(|x| $name(x, &mut OneByOne), of_warp!($ty, 0, unit, $name(x, &mut OneByOne); x))
    };
    (@Two $ty:ty, $name:path) => { Function::Two($name, of_warp!($ty, 0, unit, $name(x, y); x, y)) };
    (@Two $ty:ty, $name:path, $count:literal) => {
        Function::Two(|x, y| $name(x, y, &mut OneByOne), of_warp!($ty, $count, unit, $name(x, y, unit); x, y))
    };
    (@Usual $ty:ty, $name:path, $usual:path, $is_usual:path) => {
        Function::Usual($name, of_warp!($ty, 0, unit, $usual(x); x), $is_usual)
    };
    (@Usual $ty:ty, $name:path, $usual:path, $is_usual:path, $count:literal) => {
        Function::Usual(|x| $name(x, &mut OneByOne), of_warp!($ty, $count, unit, $usual(x, unit); x), $is_usual)
    };
}

macro_rules! functions {
    ($(#[$doc:meta])* $rows:ident of $ty:ident { $($name:literal = $kind:ident($($rest:tt)*);)* }) => {
        $(#[$doc])*
        pub(crate) const fn $rows() -> &'static [(&'static str, Function<$ty>)] {
            const ROWS: &[(&str, Function<$ty>)] = &[$(($name, function!(@$kind $ty, $($rest)*))),*];
            ROWS
        }
    };
}

/// Operations of PTX, without `.ftz` and with it: results and operands are flushed where the unit does not.
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident: $ty:ident = $kind:ident($($rest:tt)*);)*) => {
        $($(#[$doc])* pub(crate) const $name: Function<$ty> = function!(@$kind $ty, $($rest)*);)*
    };
}

operations! {
    /// `ex2.approx.f32`
    EX2: f32 = One(approximate::ex2, 1);
    /// `lg2.approx.f32`
    LG2: f32 = One(approximate::lg2, 1);
    /// `rcp.approx.f32`
    RCP: f32 = One(approximate::rcp, 1);
    /// `rsqrt.approx.f32`
    RSQRT: f32 = One(approximate::rsqrt, 1);
    /// `sqrt.approx.f32`
    SQRT: f32 = One(approximate::sqrt, 1);
    /// `div.approx.f32`
    DIV: f32 = Two(approximate::div, 1);
    /// `div.full.f32`
    DIV_FULL: f32 = Two(approximate::div_full, 1);
    /// `sin.approx.f32` and `sin.approx.ftz.f32`
    SIN: f32 = One(unit::sin, 1);
    /// `cos.approx.f32` and `cos.approx.ftz.f32`
    COS: f32 = One(unit::cos, 1);
    /// `ex2.approx.ftz.f32`
    EX2_FTZ: f32 = One(unit::ex2, 1);
    /// `lg2.approx.ftz.f32`
    LG2_FTZ: f32 = One(unit::lg2, 1);
    /// `rcp.approx.ftz.f32`
    RCP_FTZ: f32 = One(unit::rcp, 1);
    /// `rsqrt.approx.ftz.f32`
    RSQRT_FTZ: f32 = One(unit::rsqrt, 1);
    /// `sqrt.approx.ftz.f32`
    SQRT_FTZ: f32 = One(unit::sqrt, 1);
    /// `div.approx.ftz.f32`
    DIV_FTZ: f32 = Two(approximate::div_ftz, 1);
    /// `div.full.ftz.f32`
    DIV_FULL_FTZ: f32 = Two(approximate::div_full_ftz, 1);
    /// `rcp.approx.ftz.f64`
    RCP64_FTZ: f64 = One(unit::rcp64, 1);
    /// `rsqrt.approx.f64`
    RSQRT64: f64 = One(double::power::rsqrt, 1);
    /// `rsqrt.approx.ftz.f64`
    RSQRT64_FTZ: f64 = One(unit::rsqrt64, 1);
}

functions! {
    /// The functions of `.f32` that kernels call by these names of `<math.h>` (CUDA Math API, "Single Precision Mathematical
    /// Functions").
    floats of f32 {
        "expf" = One(exponential::expf, 1);
        "exp2f" = One(approximate::ex2, 1);
        "exp10f" = One(exponential::exp10f, 1);
        "expm1f" = One(exponential::expm1f, 1);
        "coshf" = One(exponential::coshf, 2);
        "sinhf" = One(exponential::sinhf, 2);
        "tanhf" = One(exponential::tanhf, 2);
        "logf" = One(logarithm::logf);
        "log2f" = One(logarithm::log2f);
        "log10f" = One(logarithm::log10f);
        "log1pf" = One(logarithm::log1pf);
        "acoshf" = One(logarithm::acoshf, 1);
        "asinhf" = One(logarithm::asinhf, 2);
        "atanhf" = One(logarithm::atanhf, 1);
        "powf" = Two(power::powf, 1);
        "cbrtf" = One(power::cbrtf, 2);
        "rcbrtf" = One(power::rcbrtf, 2);
        "rsqrtf" = One(approximate::rsqrt, 1);
        "hypotf" = Two(power::hypotf);
        "rhypotf" = Two(power::rhypotf, 1);
        "sinf" = Usual(trigonometric::sinf, trigonometric::sinf_usual, trigonometric::is_usual);
        "cosf" = Usual(trigonometric::cosf, trigonometric::cosf_usual, trigonometric::is_usual);
        "tanf" = Usual(trigonometric::tanf, trigonometric::tanf_usual, trigonometric::is_usual, 1);
        "sinpif" = One(trigonometric::sinpif);
        "cospif" = One(trigonometric::cospif);
        "asinf" = One(trigonometric::asinf, 1);
        "acosf" = One(trigonometric::acosf, 1);
        "atanf" = One(trigonometric::atanf, 1);
        "atan2f" = Two(trigonometric::atan2f);
        "erff" = One(error_function::erff, 1);
        "erfcf" = One(error_function::erfcf, 3);
        "erfcxf" = One(error_function::erfcxf, 4);
        "erfinvf" = One(error_function::erfinvf, 2);
        "erfcinvf" = One(error_function::erfcinvf, 3);
        "normcdff" = One(error_function::normcdff, 3);
        "normcdfinvf" = One(error_function::normcdfinvf, 3);
        "tgammaf" = Each(gamma::tgammaf);
        "lgammaf" = Each(gamma::lgammaf);
        "j0f" = Each(bessel::j0f);
        "j1f" = Each(bessel::j1f);
        "y0f" = Each(bessel::y0f);
        "y1f" = Each(bessel::y1f);
        "cyl_bessel_i0f" = Each(bessel::cyl_bessel_i0f);
        "cyl_bessel_i1f" = Each(bessel::cyl_bessel_i1f);
        "frsqrt_rn" = One(power::frsqrt_rn);
        "fast_sinf" = One(unit::sin, 1);
        "fast_cosf" = One(unit::cos, 1);
        "fast_tanf" = One(fast::tanf, 3);
        "fast_expf" = One(fast::expf, 1);
        "fast_exp10f" = One(fast::exp10f, 1);
        "fast_logf" = One(fast::logf, 1);
        "fast_log2f" = One(approximate::lg2, 1);
        "fast_log10f" = One(fast::log10f, 1);
        "fast_powf" = Two(fast::powf, 2);
        "fast_fdividef" = Two(approximate::div, 1);
    }
}

functions! {
    /// Those of `.f64` ("Double Precision Mathematical Functions").
    doubles of f64 {
        "exp" = One(double::exponential::exp);
        "exp2" = One(double::exponential::exp2);
        "expm1" = One(double::exponential::expm1);
        "sinh" = One(double::exponential::sinh);
        "cosh" = One(double::exponential::cosh, 1);
        "tanh" = One(double::exponential::tanh, 2);
        "erf" = One(double::exponential::erf, 1);
        "log" = One(double::logarithm::log, 1);
        "log2" = One(double::logarithm::log2, 1);
        "log10" = One(double::logarithm::log10, 1);
        "log1p" = One(double::logarithm::log1p, 1);
        "pow" = Two(double::power::pow, 1);
        "cbrt" = One(double::power::cbrt, 3);
        "rsqrt" = One(double::power::rsqrt, 1);
        "hypot" = Two(double::power::hypot, 1);
        "sin" = Usual(double::trigonometric::sin, double::trigonometric::sin_usual, double::trigonometric::is_usual);
        "cos" = Usual(double::trigonometric::cos, double::trigonometric::cos_usual, double::trigonometric::is_usual);
        "tan" = Usual(double::trigonometric::tan, double::trigonometric::tan_usual, double::trigonometric::is_usual, 1);
        "asin" = One(double::trigonometric::asin);
        "acos" = One(double::trigonometric::acos);
        "atan" = One(double::trigonometric::atan, 1);
        "atan2" = Two(double::trigonometric::atan2);
        "exp10" = One(double::exponential::exp10);
        "erfc" = One(double::error_function::erfc, 2);
        "erfcx" = One(double::error_function::erfcx, 2);
        "erfinv" = Each(double::error_function::erfinv);
        "erfcinv" = Each(double::error_function::erfcinv);
        "normcdf" = Each(double::error_function::normcdf);
        "normcdfinv" = Each(double::error_function::normcdfinv);
        "acosh" = Each(double::logarithm::acosh);
        "asinh" = Each(double::logarithm::asinh);
        "atanh" = Each(double::logarithm::atanh);
        "rcbrt" = Each(double::power::rcbrt);
        "rhypot" = Two(double::power::rhypot, 1);
        "sinpi" = One(double::trigonometric::sinpi);
        "cospi" = One(double::trigonometric::cospi);
        "tgamma" = Each(double::gamma::tgamma);
        "lgamma" = Each(double::gamma::lgamma);
        "j0" = Each(double::bessel::j0);
        "j1" = Each(double::bessel::j1);
        "y0" = Each(double::bessel_second::y0);
        "y1" = Each(double::bessel_second::y1);
        "cyl_bessel_i0" = Each(double::bessel_modified::cyl_bessel_i0);
        "cyl_bessel_i1" = Each(double::bessel_modified::cyl_bessel_i1);
    }
}
