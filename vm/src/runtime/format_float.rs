//! Decimal and hexadecimal text of a `double`, correctly rounded (ties to even), as glibc prints it.

/// The letter of the conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// `%f`
    Fixed,
    /// `%e`
    Exponent,
    /// `%g`
    General,
    /// `%a`, without the `0x`
    Hex,
    /// `%La`: as x87 has the number, which the first digit takes the first four bits of.
    LongHex,
}

/// Beyond this many digits a `double` has only zeros.
const EXACT: usize = 1100;

/// The text of a finite `value >= 0`.
pub(crate) fn format(value: f64, style: Style, precision: Option<usize>, alternate: bool) -> Vec<u8> {
    match style {
        Style::Fixed => fixed(value, precision.unwrap_or(6), alternate),
        Style::Exponent => exponent(value, precision.unwrap_or(6), alternate),
        Style::General => general(value, precision.unwrap_or(6), alternate),
        Style::Hex => hex(value, precision, alternate),
        Style::LongHex => long_hex(value, precision, alternate),
    }
}

fn fixed(value: f64, precision: usize, alternate: bool) -> Vec<u8> {
    let exact = precision.min(EXACT);
    let mut text = format!("{value:.exact$}").into_bytes();
    text.resize(text.len() + precision - exact, b'0');
    if precision == 0 && alternate {
        text.push(b'.');
    }
    text
}

/// Digits `d.ddd` with `precision` digits after the point, and the decimal exponent.
fn scientific(value: f64, precision: usize) -> (Vec<u8>, i32) {
    let exact = precision.min(EXACT);
    let text = format!("{value:.exact$e}");
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    let mut digits = digits.as_bytes().to_vec();
    digits.resize(digits.len() + precision - exact, b'0');
    (digits, power.parse().unwrap_or(0))
}

fn push_power(out: &mut Vec<u8>, power: i32) {
    out.push(b'e');
    out.push(if power < 0 { b'-' } else { b'+' });
    out.extend_from_slice(format!("{:02}", power.unsigned_abs()).as_bytes());
}

fn exponent(value: f64, precision: usize, alternate: bool) -> Vec<u8> {
    let (mut digits, power) = scientific(value, precision);
    if precision == 0 && alternate {
        digits.push(b'.');
    }
    push_power(&mut digits, power);
    digits
}

fn general(value: f64, precision: usize, alternate: bool) -> Vec<u8> {
    let precision = precision.max(1);
    let (mut digits, power) = scientific(value, precision - 1);
    let fits = power >= -4 && i64::from(power) < precision as i64;
    if i64::from(power) == precision as i64 && scientific(value, EXACT).1 < power {
        // Only rounded it is too long for `%f`. ISO C has all zeros behind the point then, glibc none.
        digits.truncate(1);
    }
    let mut text = if fits { fixed(value, (precision as i64 - 1 - i64::from(power)) as usize, alternate) } else { digits };
    if alternate {
        if !text.contains(&b'.') {
            text.push(b'.');
        }
    } else if text.contains(&b'.') {
        while text.last() == Some(&b'0') {
            text.pop();
        }
        if text.last() == Some(&b'.') {
            text.pop();
        }
    }
    if !fits {
        push_power(&mut text, power);
    }
    text
}

/// Sixteen digits of four bits, the first of which is 8 to f.
fn long_hex(value: f64, precision: Option<usize>, alternate: bool) -> Vec<u8> {
    let bits = value.to_bits();
    let (field, fraction) = ((bits >> 52) as i32 & 0x7ff, bits & ((1 << 52) - 1));
    let whole = if field == 0 { fraction } else { fraction | 1 << 52 };
    let zeros = whole.leading_zeros();
    let mut power = if whole == 0 { 0 } else { field.max(1) - 1023 + 11 - zeros as i32 - 3 };
    let mut digits = if whole == 0 { 0 } else { whole << zeros };
    let shown = match precision {
        Some(precision) if precision < 15 => {
            let dropped = 60 - 4 * precision as u32;
            let (half, low) = (1u64 << (dropped - 1), digits & ((1 << dropped) - 1));
            let kept = digits >> dropped;
            let up = low > half || (low == half && kept & 1 == 1);
            digits = match (kept + u64::from(up)).checked_shl(dropped) {
                // Past f: one, and four bits more before it.
                Some(0) if up => {
                    power += 4;
                    1 << 60
                }
                Some(rounded) => rounded,
                None => digits,
            };
            precision
        }
        Some(precision) => precision,
        None => 15 - (digits.trailing_zeros().min(60) / 4) as usize,
    };
    let all = format!("{digits:016x}").into_bytes();
    let mut text = vec![all[0]];
    if shown > 0 || alternate {
        text.push(b'.');
    }
    text.extend_from_slice(&all[1..=shown.min(15)]);
    text.resize(text.len() + shown.saturating_sub(15), b'0');
    text.push(b'p');
    text.push(if power < 0 { b'-' } else { b'+' });
    text.extend_from_slice(power.unsigned_abs().to_string().as_bytes());
    text
}

/// glibc normalises the first digit to 1, or to 0 for zeros and subnormal numbers.
fn hex(value: f64, precision: Option<usize>, alternate: bool) -> Vec<u8> {
    let bits = value.to_bits();
    let mut fraction = bits & ((1 << 52) - 1);
    let field = (bits >> 52) as i32 & 0x7ff;
    let (mut lead, power) = match (field, fraction) {
        (0, 0) => (0u64, 0),
        (0, _) => (0, -1022),
        _ => (1, field - 1023),
    };
    let shown = match precision {
        Some(precision) if precision < 13 => {
            let dropped = 52 - 4 * precision as u32;
            let whole = (lead << 52) | fraction;
            let half = 1u64 << (dropped - 1);
            let low = whole & ((1 << dropped) - 1);
            let mut kept = whole >> dropped;
            if low > half || (low == half && kept & 1 == 1) {
                kept += 1;
            }
            lead = kept >> (4 * precision);
            fraction = (kept << dropped) & ((1 << 52) - 1);
            precision
        }
        Some(precision) => precision,
        None => 13 - (fraction.trailing_zeros().min(52) / 4) as usize,
    };
    let mut text = vec![b'0' + lead as u8];
    if shown > 0 || alternate {
        text.push(b'.');
    }
    let digits = format!("{fraction:013x}").into_bytes();
    text.extend_from_slice(&digits[..shown.min(13)]);
    text.resize(text.len() + shown.saturating_sub(13), b'0');
    text.push(b'p');
    text.push(if power < 0 { b'-' } else { b'+' });
    text.extend_from_slice(power.unsigned_abs().to_string().as_bytes());
    text
}
