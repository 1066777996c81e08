//! The approximate operations of PTX (`.approx`, without `.ftz`): machine code scales around the special function unit, so that
//! subnormal numbers count (PTX ISA 9.7.3; the scales are those of ptxas 13.0 for sm_90).

use super::arithmetic::{f, select};
use super::special_function_unit::SpecialFunctionUnit;

const SMALLEST: f32 = f32::MIN_POSITIVE;
/// 2^24.
const UP: f32 = 16_777_216.0;

/// `ex2.approx.f32`
#[inline(always)]
pub(crate) fn ex2(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let is_small = x < -126.0;
    let y = unit.ex2(select(is_small, x * 0.5, x));
    select(is_small, y * y, y)
}

/// `lg2.approx.f32`
#[inline(always)]
pub(crate) fn lg2(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let is_small = x.abs() < SMALLEST;
    let y = unit.lg2(select(is_small, x * UP, x));
    select(is_small, y - 24.0, y)
}

/// `rsqrt.approx.f32`
#[inline(always)]
pub(crate) fn rsqrt(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let is_small = x.abs() < SMALLEST;
    let y = unit.rsqrt(select(is_small, x * UP, x));
    select(is_small, y * 4096.0, y)
}

/// `sqrt.approx.f32`
#[inline(always)]
pub(crate) fn sqrt(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let is_small = x.abs() < SMALLEST;
    let y = unit.sqrt(select(is_small, x * UP, x));
    select(is_small, y * (1.0 / 4096.0), y)
}

/// 2^126: the reciprocal of what is greater is subnormal.
const LARGE: f32 = f(0x7e80_0000);

/// `rcp.approx.f32`
#[inline(always)]
pub(crate) fn rcp(x: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let scale = select(x.abs() > LARGE, 0.25, select(x.abs() < SMALLEST, UP, 1.0));
    scale * unit.rcp(x * scale)
}

/// `div.approx.f32`
#[inline(always)]
pub(crate) fn div(x: f32, y: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let scale = select(y.abs() < SMALLEST, UP, 1.0);
    (x * scale) * unit.rcp(y * scale)
}

/// `div.full.f32`
#[inline(always)]
pub(crate) fn div_full(x: f32, y: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    let scale = select(y.abs() > LARGE, 0.25, select(y.abs() < SMALLEST, UP, 1.0));
    (x * scale) * unit.rcp(y * scale)
}

/// Subnormals to zero of the same sign.
#[inline(always)]
fn flush(x: f32) -> f32 {
    select(x.abs() < SMALLEST, f(x.to_bits() & 1 << 31), x)
}

/// `div.approx.ftz.f32`
#[inline(always)]
pub(crate) fn div_ftz(x: f32, y: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    flush(flush(x) * unit.rcp(y))
}

/// `div.full.ftz.f32`
#[inline(always)]
pub(crate) fn div_full_ftz(x: f32, y: f32, unit: &mut impl SpecialFunctionUnit) -> f32 {
    flush(div_full(flush(x), flush(y), unit))
}
