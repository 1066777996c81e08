//! Half precision: `.f16` in the low 16 bits of a slot.

use kern_ir::Rounding;

/// The value, exactly.
#[inline(always)]
pub(crate) fn to_f32(bits: u32) -> f32 {
    let (sign, exponent, fraction) = ((bits & 0x8000) << 16, bits >> 10 & 0x1f, bits & 0x3ff);
    match exponent {
        0 => {
            let magnitude = fraction as f32 * (1.0 / 16_777_216.0);
            f32::from_bits(magnitude.to_bits() | sign)
        }
        31 => f32::from_bits(sign | 0x7f80_0000 | fraction << 13),
        _ => f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    }
}

/// Rounds once; NaN becomes `0x7fff`.
pub(crate) fn from_f64(value: f64, rounding: Rounding) -> u32 {
    if value.is_nan() {
        return 0x7fff;
    }
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let magnitude = value.abs();
    if magnitude.is_infinite() {
        return sign | 0x7c00;
    }
    // One unit in the last place: 2^-24 below the smallest normal 2^-14, else 2^(exponent - 10).
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-14);
    let unit = 2f64.powi(exponent - 10);
    let scaled = magnitude / unit;
    let rounded = match (rounding, sign != 0) {
        (Rounding::Rz, _) | (Rounding::Rm, false) | (Rounding::Rp, true) => scaled.floor(),
        (Rounding::Rm, true) | (Rounding::Rp, false) => scaled.ceil(),
        (Rounding::Rna, _) => scaled.round(),
        _ => scaled.round_ties_even(),
    };
    let units = rounded as u32;
    let bits = if exponent == -14 && units < 0x400 { units } else { ((exponent + 14) as u32) * 0x400 + units };
    if bits >= 0x7c00 {
        let inwards = matches!((rounding, sign != 0), (Rounding::Rz, _) | (Rounding::Rm, false) | (Rounding::Rp, true));
        return sign | if inwards { 0x7bff } else { 0x7c00 };
    }
    sign | bits
}

/// An operation in double precision, where the result of one operation on halves is exact enough to round once.
#[inline(always)]
pub(crate) fn op<const N: usize>(f: impl Fn(&[f64; N]) -> f64, args: &[u32; N]) -> u32 {
    let mut values = [0.0; N];
    for i in 0..N {
        values[i] = to_f32(args[i]) as f64;
    }
    from_f64(f(&values), Rounding::Rn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_survives_the_way_there_and_back() {
        for bits in 0..=0xffffu32 {
            let value = to_f32(bits);
            if !value.is_nan() {
                assert_eq!(from_f64(value as f64, Rounding::Rn), bits);
            }
        }
    }

    #[test]
    fn rounding() {
        assert_eq!(from_f64(1.0 + 1.0 / 2048.0, Rounding::Rn), 0x3c00);
        assert_eq!(from_f64(1.0 + 3.0 / 2048.0, Rounding::Rn), 0x3c02);
        assert_eq!(from_f64(65520.0, Rounding::Rn), 0x7c00);
        assert_eq!(from_f64(65520.0, Rounding::Rz), 0x7bff);
        assert_eq!(from_f64(2f64.powi(-25), Rounding::Rn), 0);
        assert_eq!(from_f64(2f64.powi(-25), Rounding::Rp), 1);
    }
}
