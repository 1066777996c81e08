//! `<math.h>` by name, for the host (`sinf`: the platform's C library) and for kernels (`__nv_sinf`: the GPU's,
//! [`device_math`], or, where that has none, the same as on the host).

use super::MathFunction::{
    self, Bits, Doubles, F32, F32F32, F32F32F32, F32I32, F32ToI32, F64, F64F64, F64F64F64, F64I32, F64ToI32, Floats,
};
use super::{Arg, Args, HostFunction, Ret, Stop, special};
use crate::device_math;
use crate::platform::libm;
use crate::runtime::CallContext;

/// The function called `name`.
pub(super) fn find(name: &str) -> Option<MathFunction> {
    let table = match name.strip_prefix("__nv_") {
        Some(rest) => {
            // Parts of `sincos`, which differ in what they read, not in what they give.
            let rest = match rest {
                "sincos_sin" => "sin",
                "sincos_cos" => "cos",
                "sincospi_sin" => "sinpi",
                "sincospi_cos" => "cospi",
                whole => whole,
            };
            let float = || device_math::floats().iter().find(|row| row.0 == rest).map(|row| Floats(row.1));
            let double = || device_math::doubles().iter().find(|row| row.0 == rest).map(|row| Doubles(row.1));
            return float().or_else(double).or_else(|| DEVICE.iter().chain(BOTH).find(|row| row.0 == rest).map(|row| row.1));
        }
        None => HOST,
    };
    table.iter().chain(BOTH).chain(super::text::CHARACTERS).find(|row| row.0 == name).map(|row| row.1)
}

type Row = (&'static str, MathFunction);

fn fmax(x: f64, y: f64) -> f64 {
    // -0 counts as less than +0, as the hardware's and glibc's do.
    if x == y { if x.is_sign_negative() { y } else { x } } else { x.max(y) }
}

fn fmin(x: f64, y: f64) -> f64 {
    if x == y { if x.is_sign_negative() { x } else { y } } else { x.min(y) }
}

fn fmaxf(x: f32, y: f32) -> f32 {
    fmax(x as f64, y as f64) as f32
}

fn fminf(x: f32, y: f32) -> f32 {
    fmin(x as f64, y as f64) as f32
}

fn f64_of(bits: u64) -> f64 {
    f64::from_bits(bits)
}

fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn to32(value: f32) -> u64 {
    value.to_bits() as u64
}

fn logbf(x: f32) -> f32 {
    libm::logb(x as f64) as f32
}

fn ilogbf(x: f32) -> i32 {
    libm::ilogb(x as f64)
}

/// Exact in double precision, then rounded once.
fn ldexpf(x: f32, exponent: i32) -> f32 {
    libm::ldexp(x as f64, exponent) as f32
}

fn clamped(exponent: u64) -> i32 {
    (exponent as i64).clamp(-100_000, 100_000) as i32
}

/// Functions with exact results, or of CUDA's own: one meaning on both sides.
const BOTH: &[Row] = &[
    ("sqrt", F64(f64::sqrt)),
    ("sqrtf", F32(f32::sqrt)),
    ("fabs", F64(f64::abs)),
    ("fabsf", F32(f32::abs)),
    ("ceil", F64(f64::ceil)),
    ("ceilf", F32(f32::ceil)),
    ("floor", F64(f64::floor)),
    ("floorf", F32(f32::floor)),
    ("round", F64(f64::round)),
    ("roundf", F32(f32::round)),
    ("trunc", F64(f64::trunc)),
    ("truncf", F32(f32::trunc)),
    ("rint", F64(f64::round_ties_even)),
    ("rintf", F32(f32::round_ties_even)),
    ("nearbyint", F64(f64::round_ties_even)),
    ("nearbyintf", F32(f32::round_ties_even)),
    ("logb", F64(libm::logb)),
    ("logbf", F32(logbf)),
    ("ilogb", F64ToI32(libm::ilogb)),
    ("ilogbf", F32ToI32(ilogbf)),
    ("fmod", F64F64(|x, y| x % y)),
    ("fmodf", F32F32(|x, y| x % y)),
    ("remainder", F64F64(libm::remainder)),
    ("remainderf", F32F32(libm::remainderf)),
    ("copysign", F64F64(f64::copysign)),
    ("copysignf", F32F32(f32::copysign)),
    ("fdim", F64F64(libm::fdim)),
    ("fdimf", F32F32(libm::fdimf)),
    ("fmax", F64F64(fmax)),
    ("fmaxf", F32F32(fmaxf)),
    ("fmin", F64F64(fmin)),
    ("fminf", F32F32(fminf)),
    ("nextafter", F64F64(libm::nextafter)),
    ("nextafterf", F32F32(libm::nextafterf)),
    ("fma", F64F64F64(f64::mul_add)),
    ("fmaf", F32F32F32(f32::mul_add)),
    ("ldexp", F64I32(libm::ldexp)),
    ("ldexpf", F32I32(ldexpf)),
    ("scalbn", F64I32(libm::ldexp)),
    ("scalbnf", F32I32(ldexpf)),
    ("scalbln", Bits(|a| libm::ldexp(f64_of(a[0]), clamped(a[1])).to_bits())),
    ("scalblnf", Bits(|a| to32(ldexpf(f32_of(a[0]), clamped(a[1]))))),
    ("lround", Bits(|a| f64_of(a[0]).round() as i64 as u64)),
    ("llround", Bits(|a| f64_of(a[0]).round() as i64 as u64)),
    ("lroundf", Bits(|a| f32_of(a[0]).round() as i64 as u64)),
    ("llroundf", Bits(|a| f32_of(a[0]).round() as i64 as u64)),
    ("lrint", Bits(|a| f64_of(a[0]).round_ties_even() as i64 as u64)),
    ("llrint", Bits(|a| f64_of(a[0]).round_ties_even() as i64 as u64)),
    ("lrintf", Bits(|a| f32_of(a[0]).round_ties_even() as i64 as u64)),
    ("llrintf", Bits(|a| f32_of(a[0]).round_ties_even() as i64 as u64)),
    ("rsqrt", F64(special::rsqrt)),
    ("rsqrtf", F32(|x| special::rsqrt(x as f64) as f32)),
    ("rcbrt", F64(special::rcbrt)),
    ("rcbrtf", F32(|x| special::rcbrt(x as f64) as f32)),
    ("sinpi", F64(special::sinpi)),
    ("sinpif", F32(|x| special::sinpi(x as f64) as f32)),
    ("cospi", F64(special::cospi)),
    ("cospif", F32(|x| special::cospi(x as f64) as f32)),
    ("erfinv", F64(special::erfinv)),
    ("erfinvf", F32(|x| special::erfinv(x as f64) as f32)),
    ("erfcinv", F64(special::erfcinv)),
    ("erfcinvf", F32(|x| special::erfcinv(x as f64) as f32)),
    ("erfcx", F64(special::erfcx)),
    ("erfcxf", F32(|x| special::erfcx(x as f64) as f32)),
    ("normcdf", F64(special::normcdf)),
    ("normcdff", F32(|x| special::normcdf(x as f64) as f32)),
    ("normcdfinv", F64(special::normcdfinv)),
    ("normcdfinvf", F32(|x| special::normcdfinv(x as f64) as f32)),
    ("rhypot", F64F64(|x, y| 1.0 / x.hypot(y))),
    ("rhypotf", F32F32(|x, y| (1.0 / (x as f64).hypot(y as f64)) as f32)),
    ("powi", F64I32(|x, n| x.powf(n as f64))),
    ("powif", F32I32(|x, n| (x as f64).powf(n as f64) as f32)),
    ("cyl_bessel_i0", F64(special::bessel_i0)),
    ("cyl_bessel_i0f", F32(|x| special::bessel_i0(x as f64) as f32)),
    ("cyl_bessel_i1", F64(special::bessel_i1)),
    ("cyl_bessel_i1f", F32(|x| special::bessel_i1(x as f64) as f32)),
    ("norm3d", F64F64F64(|a, b, c| special::norm(&[a, b, c]))),
    ("norm3df", F32F32F32(|a, b, c| special::norm(&[a as f64, b as f64, c as f64]) as f32)),
    ("rnorm3d", F64F64F64(|a, b, c| 1.0 / special::norm(&[a, b, c]))),
    ("rnorm3df", F32F32F32(|a, b, c| (1.0 / special::norm(&[a as f64, b as f64, c as f64])) as f32)),
    ("norm4d", Bits(|a| special::norm(&doubles(a)).to_bits())),
    ("norm4df", Bits(|a| to32(special::norm(&floats(a).map(f64::from)) as f32))),
    ("rnorm4d", Bits(|a| (1.0 / special::norm(&doubles(a))).to_bits())),
    ("rnorm4df", Bits(|a| to32((1.0 / special::norm(&floats(a).map(f64::from))) as f32))),
];

fn doubles(bits: &[u64]) -> [f64; 4] {
    std::array::from_fn(|i| f64_of(bits.get(i).copied().unwrap_or(0)))
}

fn floats(bits: &[u64]) -> [f32; 4] {
    std::array::from_fn(|i| f32_of(bits.get(i).copied().unwrap_or(0)))
}

/// The C library's, each precision with its own function.
const HOST: &[Row] = &[
    ("acos", F64(f64::acos)),
    ("acosf", F32(f32::acos)),
    ("asin", F64(f64::asin)),
    ("asinf", F32(f32::asin)),
    ("atan", F64(f64::atan)),
    ("atanf", F32(f32::atan)),
    ("cos", F64(f64::cos)),
    ("cosf", F32(f32::cos)),
    ("sin", F64(f64::sin)),
    ("sinf", F32(f32::sin)),
    ("tan", F64(f64::tan)),
    ("tanf", F32(f32::tan)),
    ("cosh", F64(f64::cosh)),
    ("coshf", F32(f32::cosh)),
    ("sinh", F64(f64::sinh)),
    ("sinhf", F32(f32::sinh)),
    ("tanh", F64(f64::tanh)),
    ("tanhf", F32(f32::tanh)),
    ("acosh", F64(libm::acosh)),
    ("acoshf", F32(libm::acoshf)),
    ("asinh", F64(libm::asinh)),
    ("asinhf", F32(libm::asinhf)),
    ("atanh", F64(libm::atanh)),
    ("atanhf", F32(libm::atanhf)),
    ("exp", F64(f64::exp)),
    ("expf", F32(f32::exp)),
    ("exp2", F64(f64::exp2)),
    ("exp2f", F32(f32::exp2)),
    ("exp10", F64(libm::exp10)),
    ("exp10f", F32(libm::exp10f)),
    ("expm1", F64(f64::exp_m1)),
    ("expm1f", F32(f32::exp_m1)),
    ("log", F64(f64::ln)),
    ("logf", F32(f32::ln)),
    ("log2", F64(f64::log2)),
    ("log2f", F32(f32::log2)),
    ("log10", F64(f64::log10)),
    ("log10f", F32(f32::log10)),
    ("log1p", F64(f64::ln_1p)),
    ("log1pf", F32(f32::ln_1p)),
    ("cbrt", F64(f64::cbrt)),
    ("cbrtf", F32(f32::cbrt)),
    ("erf", F64(libm::erf)),
    ("erff", F32(libm::erff)),
    ("erfc", F64(libm::erfc)),
    ("erfcf", F32(libm::erfcf)),
    ("tgamma", F64(libm::tgamma)),
    ("tgammaf", F32(libm::tgammaf)),
    ("lgamma", F64(libm::lgamma)),
    ("lgammaf", F32(libm::lgammaf)),
    ("pow", F64F64(f64::powf)),
    ("powf", F32F32(f32::powf)),
    ("atan2", F64F64(f64::atan2)),
    ("atan2f", F32F32(f32::atan2)),
    ("hypot", F64F64(f64::hypot)),
    ("hypotf", F32F32(f32::hypot)),
    ("j0", F64(libm::j0)),
    ("j0f", F32(|x| libm::j0(x as f64) as f32)),
    ("j1", F64(libm::j1)),
    ("j1f", F32(|x| libm::j1(x as f64) as f32)),
    ("y0", F64(libm::y0)),
    ("y0f", F32(|x| libm::y0(x as f64) as f32)),
    ("y1", F64(libm::y1)),
    ("y1f", F32(|x| libm::y1(x as f64) as f32)),
    ("jn", Bits(|a| libm::jn(a[0] as i32, f64_of(a[1])).to_bits())),
    ("jnf", Bits(|a| to32(libm::jn(a[0] as i32, f32_of(a[1]) as f64) as f32))),
    ("yn", Bits(|a| libm::yn(a[0] as i32, f64_of(a[1])).to_bits())),
    ("ynf", Bits(|a| to32(libm::yn(a[0] as i32, f32_of(a[1]) as f64) as f32))),
];

/// A kernel's functions that take other arguments than one number or two.
static DEVICE: &[Row] = &[
    ("norm3d", F64F64F64(device_math::norm3d)),
    ("norm3df", F32F32F32(device_math::norm3df)),
    ("rnorm3d", F64F64F64(device_math::rnorm3d)),
    ("rnorm3df", F32F32F32(device_math::rnorm3df)),
    ("norm4d", Bits(|a| device_math::norm4d(doubles(a)).to_bits())),
    ("norm4df", Bits(|a| to32(device_math::norm4df(floats(a))))),
    ("rnorm4d", Bits(|a| device_math::rnorm4d(doubles(a)).to_bits())),
    ("rnorm4df", Bits(|a| to32(device_math::rnorm4df(floats(a))))),
    ("jn", Bits(|a| libm::jn(a[0] as i32, f64_of(a[1])).to_bits())),
    ("jnf", Bits(|a| to32(libm::jn(a[0] as i32, f32_of(a[1]) as f64) as f32))),
    ("yn", Bits(|a| libm::yn(a[0] as i32, f64_of(a[1])).to_bits())),
    ("ynf", Bits(|a| to32(libm::yn(a[0] as i32, f32_of(a[1]) as f64) as f32))),
];

/// Functions that write through pointers.
pub(super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("frexp", |host, args| frexp(host, args, false)),
    ("frexpf", |host, args| frexp(host, args, true)),
    ("modf", |host, args| modf(host, args, false)),
    ("modff", |host, args| modf(host, args, true)),
    ("remquo", |host, args| remquo(host, args, false)),
    ("remquof", |host, args| remquo(host, args, true)),
    ("nan", |_, _| Ok(Ret::from(f64::NAN))),
    ("nanf", |_, _| Ok(Ret::from(f32::NAN))),
    ("sincos", |host, args| both(host, args, false, f64::sin, f64::cos)),
    ("sincosf", |host, args| both(host, args, true, f64::sin, f64::cos)),
    ("sincospi", |host, args| both(host, args, false, special::sinpi, special::cospi)),
    ("sincospif", |host, args| both(host, args, true, special::sinpi, special::cospi)),
];

fn value(arg: Arg, single: bool) -> f64 {
    if single { arg.f32() as f64 } else { arg.f64() }
}

fn result(value: f64, single: bool) -> Ret {
    if single { Ret::from(value as f32) } else { Ret::from(value) }
}

fn store(host: &mut CallContext, address: u64, value: f64, single: bool) -> Result<(), Stop> {
    if single { host.write_bytes(address, &(value as f32).to_le_bytes()) } else { host.write_bytes(address, &value.to_le_bytes()) }
}

fn frexp(host: &mut CallContext, args: &[Arg], single: bool) -> Result<Ret, Stop> {
    let x = value(args.at(0), single);
    let exponent = if x == 0.0 || !x.is_finite() { 0 } else { libm::ilogb(x) + 1 };
    host.write_bytes(args.at(1).address(), &exponent.to_le_bytes())?;
    Ok(result(libm::ldexp(x, -exponent), single))
}

fn modf(host: &mut CallContext, args: &[Arg], single: bool) -> Result<Ret, Stop> {
    let x = value(args.at(0), single);
    let whole = x.trunc();
    store(host, args.at(1).address(), whole, single)?;
    let fraction = if x.is_infinite() { 0.0 } else { x - whole };
    Ok(result(fraction.copysign(x), single))
}

/// The quotient's low three bits with its sign, as C promises and glibc gives.
fn remquo(host: &mut CallContext, args: &[Arg], single: bool) -> Result<Ret, Stop> {
    let (x, y) = (value(args.at(0), single), value(args.at(1), single));
    let rest = libm::remainder(x, y);
    // (x - rest) / y is an integer; its low bits survive the reduction of x modulo 8 y.
    let low = ((x.abs() % (8.0 * y.abs()) - rest * x.signum()) / y.abs()).round() as i64 & 7;
    let quotient = if (x < 0.0) == (y < 0.0) { low as i32 } else { -(low as i32) };
    host.write_bytes(args.at(2).address(), &quotient.to_le_bytes())?;
    Ok(result(rest, single))
}

fn both(host: &mut CallContext, args: &[Arg], single: bool, sine: fn(f64) -> f64, cosine: fn(f64) -> f64) -> Result<Ret, Stop> {
    let x = value(args.at(0), single);
    store(host, args.at(1).address(), sine(x), single)?;
    store(host, args.at(2).address(), cosine(x), single)?;
    Ok(Ret::VOID)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_have_every_function() {
        for (name, _) in HOST.iter().chain(BOTH) {
            assert!(find(name).is_some() && find(&format!("__nv_{name}")).is_some(), "{name}");
        }
        assert!(find("nonsense").is_none());
    }

    #[test]
    fn kernels_have_the_functions_of_the_gpu() {
        assert!(matches!(find("__nv_tgammaf"), Some(Floats(_))) && matches!(find("tgammaf"), Some(F32(_))));
        assert!(matches!(find("__nv_sinpi"), Some(Doubles(_))) && matches!(find("sinpi"), Some(F64(_))));
        let Some(F64F64F64(norm)) = find("__nv_norm3d") else { panic!() };
        assert_eq!(norm(2.0, 3.0, 6.0), 7.0);
        let Some(Bits(norm)) = find("__nv_norm4df") else { panic!() };
        assert_eq!(norm(&[1.0f32, 5.0, 7.0, 5.0].map(to32)), to32(10.0));
    }

    #[test]
    fn greatest_and_least_leave_out_what_is_no_number() {
        assert!(fmaxf(f32::NAN, 1.0) == 1.0 && fminf(1.0, f32::NAN) == 1.0);
        assert!(fmaxf(-0.0, 0.0).is_sign_positive() && fminf(0.0, -0.0).is_sign_negative());
    }
}
