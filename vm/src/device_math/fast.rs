//! `__expf` and its kin as other compilers call them, `__nv_fast_expf` (CUDA Math API, "Single Precision Intrinsics"). kern's own
//! writes the instructions.

use super::approximate::{div, ex2, lg2};
use super::arithmetic::f;
use super::special_function_unit::SpecialFunctionUnit;

#[inline(always)]
pub(super) fn tanf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    div(unit.sin(x), unit.cos(x), unit)
}

#[inline(always)]
pub(super) fn expf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    ex2(x * f(0x3fb8_aa3b), unit)
}

#[inline(always)]
pub(super) fn exp10f(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    ex2(x * f(0x4054_9a78), unit)
}

#[inline(always)]
pub(super) fn logf(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    lg2(x, unit) * f(0x3f31_7218)
}

#[inline(always)]
pub(super) fn log10f(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    lg2(x, unit) * f(0x3e9a_209b)
}

#[inline(always)]
pub(super) fn powf(x: f32, y: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    ex2(y * lg2(x, unit), unit)
}
