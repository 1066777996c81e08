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

mod approximate;
mod arithmetic;
pub(crate) mod double;
mod error_function;
mod exponential;
mod fast;
mod logarithm;
mod power;
mod segments;
pub(crate) mod special_function_unit;
mod trigonometric;

pub(crate) use approximate::{div, div_full, ex2, lg2, rcp, rsqrt, sqrt};

/// Lanes of a warp.
const LANES: usize = 32;
type Warp<T> = [T; LANES];

/// A function of one number or two, `.f32` or `.f64`.
#[derive(Clone, Copy, Debug)]
pub enum Function<T> {
    /// `float f(float)`
    One(fn(T) -> T, fn(&Warp<T>) -> Warp<T>),
    /// The same, with arguments that the function of warps is not for: those for which the last is false.
    Usual(fn(T) -> T, fn(&Warp<T>) -> Warp<T>, fn(T) -> bool),
    /// `float f(float, float)`
    Two(fn(T, T) -> T, fn(&Warp<T>, &Warp<T>) -> Warp<T>),
}

impl<T: Copy> Function<T> {
    /// Of one lane; functions of one number leave the second.
    pub(crate) fn of_lane(self, x: T, y: T) -> T {
        match self {
            Function::One(f, _) | Function::Usual(f, ..) => f(x),
            Function::Two(f, _) => f(x, y),
        }
    }

    /// Of the lanes of `mask`; what the others get means nothing.
    pub(crate) fn of_warp(self, x: &Warp<T>, y: &Warp<T>, mask: u32) -> Warp<T> {
        match self {
            Function::One(_, of_warp) => of_warp(x),
            Function::Two(_, of_warp) => of_warp(x, y),
            Function::Usual(f, of_warp, is_usual) => {
                let mut result = of_warp(x);
                for lane in (0..LANES).filter(|lane| mask >> lane & 1 != 0) {
                    if !is_usual(x[lane]) {
                        result[lane] = f(x[lane]);
                    }
                }
                result
            }
        }
    }
}

/// `$name($arg, …)` over all lanes, compiled for processors with vectors that multiply and add in one step, too.
macro_rules! of_warp {
    ($name:path, $ty:ty: $($arg:ident),+) => {{
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma")]
        fn wide($($arg: &Warp<$ty>),+) -> Warp<$ty> {
            plain($($arg),+)
        }
        #[cfg_attr(target_arch = "x86_64", inline(always))]
        fn plain($($arg: &Warp<$ty>),+) -> Warp<$ty> {
            let mut result = [0.0; LANES];
            for lane in 0..LANES {
                result[lane] = $name($($arg[lane]),+);
            }
            result
        }
        fn any($($arg: &Warp<$ty>),+) -> Warp<$ty> {
            #[cfg(target_arch = "x86_64")]
            if crate::simd_dispatch::has_wide_simd() {
                // SAFETY: the processor has what it is compiled for.
                return unsafe { wide($($arg),+) };
            }
            plain($($arg),+)
        }
        any
    }};
}

macro_rules! functions {
    ($(#[$doc:meta])* $rows:ident of $ty:ident { $($name:literal = $kind:ident($($rest:tt)*);)* }) => {
        $(#[$doc])*
        pub(crate) const fn $rows() -> &'static [(&'static str, Function<$ty>)] {
            const ROWS: &[(&str, Function<$ty>)] = &[$(($name, functions!(@$kind $ty, $($rest)*))),*];
            ROWS
        }
    };
    (@One $ty:ty, $name:path) => { Function::One($name, of_warp!($name, $ty: x)) };
    (@Two $ty:ty, $name:path) => { Function::Two($name, of_warp!($name, $ty: x, y)) };
    (@Usual $ty:ty, $name:path, $usual:path, $is_usual:path) => { Function::Usual($name, of_warp!($usual, $ty: x), $is_usual) };
}

functions! {
    /// The functions of `.f32` that kernels call by these names of `<math.h>` (CUDA Math API, "Single Precision Mathematical
    /// Functions").
    floats of f32 {
        "expf" = One(exponential::expf);
        "exp2f" = One(approximate::ex2);
        "exp10f" = One(exponential::exp10f);
        "expm1f" = One(exponential::expm1f);
        "coshf" = One(exponential::coshf);
        "sinhf" = One(exponential::sinhf);
        "tanhf" = One(exponential::tanhf);
        "logf" = One(logarithm::logf);
        "log2f" = One(logarithm::log2f);
        "log10f" = One(logarithm::log10f);
        "log1pf" = One(logarithm::log1pf);
        "acoshf" = One(logarithm::acoshf);
        "asinhf" = One(logarithm::asinhf);
        "atanhf" = One(logarithm::atanhf);
        "powf" = Two(power::powf);
        "cbrtf" = One(power::cbrtf);
        "rcbrtf" = One(power::rcbrtf);
        "rsqrtf" = One(approximate::rsqrt);
        "hypotf" = Two(power::hypotf);
        "rhypotf" = Two(power::rhypotf);
        "sinf" = Usual(trigonometric::sinf, trigonometric::sinf_usual, trigonometric::is_usual);
        "cosf" = Usual(trigonometric::cosf, trigonometric::cosf_usual, trigonometric::is_usual);
        "tanf" = Usual(trigonometric::tanf, trigonometric::tanf_usual, trigonometric::is_usual);
        "sinpif" = One(trigonometric::sinpif);
        "cospif" = One(trigonometric::cospif);
        "asinf" = One(trigonometric::asinf);
        "acosf" = One(trigonometric::acosf);
        "atanf" = One(trigonometric::atanf);
        "atan2f" = Two(trigonometric::atan2f);
        "erff" = One(error_function::erff);
        "erfcf" = One(error_function::erfcf);
        "erfcxf" = One(error_function::erfcxf);
        "erfinvf" = One(error_function::erfinvf);
        "erfcinvf" = One(error_function::erfcinvf);
        "normcdff" = One(error_function::normcdff);
        "normcdfinvf" = One(error_function::normcdfinvf);
        "frsqrt_rn" = One(power::frsqrt_rn);
        "fast_sinf" = One(special_function_unit::sin);
        "fast_cosf" = One(special_function_unit::cos);
        "fast_tanf" = One(fast::tanf);
        "fast_expf" = One(fast::expf);
        "fast_exp10f" = One(fast::exp10f);
        "fast_logf" = One(fast::logf);
        "fast_log2f" = One(approximate::lg2);
        "fast_log10f" = One(fast::log10f);
        "fast_powf" = Two(fast::powf);
        "fast_fdividef" = Two(approximate::div);
    }
}

functions! {
    /// Those of `.f64` ("Double Precision Mathematical Functions").
    doubles of f64 {
        "exp" = One(double::exponential::exp);
        "exp2" = One(double::exponential::exp2);
        "expm1" = One(double::exponential::expm1);
        "sinh" = One(double::exponential::sinh);
        "cosh" = One(double::exponential::cosh);
        "tanh" = One(double::exponential::tanh);
        "erf" = One(double::exponential::erf);
        "log" = One(double::logarithm::log);
        "log2" = One(double::logarithm::log2);
        "log10" = One(double::logarithm::log10);
        "log1p" = One(double::logarithm::log1p);
        "pow" = Two(double::power::pow);
        "cbrt" = One(double::power::cbrt);
        "rsqrt" = One(double::power::rsqrt);
        "hypot" = Two(double::power::hypot);
        "sin" = Usual(double::trigonometric::sin, double::trigonometric::sin_usual, double::trigonometric::is_usual);
        "cos" = Usual(double::trigonometric::cos, double::trigonometric::cos_usual, double::trigonometric::is_usual);
        "tan" = Usual(double::trigonometric::tan, double::trigonometric::tan_usual, double::trigonometric::is_usual);
        "asin" = One(double::trigonometric::asin);
        "acos" = One(double::trigonometric::acos);
        "atan" = One(double::trigonometric::atan);
        "atan2" = Two(double::trigonometric::atan2);
    }
}
