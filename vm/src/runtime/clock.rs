//! `<time.h>`, `<sys/time.h>`: clocks through the world, calendar dates in UTC.

use super::{Arg, Args, HostFunction, Ret, Stop};
use crate::runtime::CallContext;
use crate::seed::mix;

pub(super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("clock", |host, _| Ok(Ret::from((host.monotonic_ns() / 1000) as i64))),
    ("time", time),
    ("difftime", |_, args| Ok(Ret::from((args.at(0).i64() - args.at(1).i64()) as f64))),
    ("clock_gettime", clock_gettime),
    ("gettimeofday", gettimeofday),
    ("nanosleep", nanosleep),
    ("gmtime", date),
    ("localtime", date),
    ("mktime", mktime),
    ("strftime", strftime),
    ("asctime", asctime),
    ("ctime", ctime),
];

/// The second at which clocks with seed 0 start: 2023-11-14 22:13:20.
const FIRST_SECOND: u64 = 1_700_000_000;

/// Characters of one conversion of `strftime`, at most: as wide as Rust formats.
const WIDEST: usize = u16::MAX as usize;

/// Characters that `strftime` makes, at most, however large the program says that its buffer is.
const LONGEST: u64 = 1 << 28;

/// Seconds of a year.
const YEAR: u64 = 365 * 86_400;

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/// `struct tm` without its last two fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Date {
    second: i64,
    minute: i64,
    hour: i64,
    day: i64,
    /// From 0.
    month: i64,
    year: i64,
    /// 0 is Sunday.
    weekday: i64,
    /// From 0.
    yearday: i64,
}

impl CallContext<'_, '_> {
    /// Nanoseconds of a clock that never goes back.
    pub fn monotonic_ns(&mut self) -> u64 {
        match self.machine.config.seed {
            None => self.world.monotonic_ns().saturating_add(self.machine.slept),
            Some(seed) => self.machine.modelled_ns().saturating_add(mix(seed) % 1_000_000),
        }
    }

    /// Nanoseconds since 1970.
    pub fn unix_ns(&mut self) -> u64 {
        match self.machine.config.seed {
            None => self.world.unix_ns().saturating_add(self.machine.slept),
            Some(seed) => {
                let start = (FIRST_SECOND + mix(seed) % YEAR) * 1_000_000_000;
                self.machine.modelled_ns().saturating_add(start + mix(mix(seed)) % 1_000_000_000)
            }
        }
    }

    /// Time passes: on the program's clocks only, and at once, or while other host threads run. 0.
    ///
    /// # Errors
    /// As for [`CallContext::show_printed`].
    pub(crate) fn sleep(&mut self, nanoseconds: u64) -> Result<i32, Stop> {
        self.resume_waiting()?;
        if self.thread.is_none() && self.core.threads.are_many() {
            self.wait(0, Some(nanoseconds), "for time to pass");
        } else {
            self.machine.slept = self.machine.slept.saturating_add(nanoseconds);
        }
        self.show_printed_after(nanoseconds)?;
        Ok(0)
    }
}

/// Days from 1970-01-01 to a date of the proleptic Gregorian calendar (Hinnant, "chrono-compatible low-level date
/// algorithms"); `month` from 0.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = year + month.div_euclid(12);
    let month = month.rem_euclid(12) + 1;
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

impl Date {
    fn from_seconds(time: i64) -> Date {
        let (days, rest) = (time.div_euclid(86_400), time.rem_euclid(86_400));
        let shifted = days + 719_468;
        let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = if shifted_month < 10 { shifted_month + 2 } else { shifted_month - 10 };
        let year = era * 400 + year_of_era + i64::from(month < 2);
        Date {
            second: rest % 60,
            minute: rest / 60 % 60,
            hour: rest / 3600,
            day,
            month,
            year,
            weekday: (days + 4).rem_euclid(7),
            yearday: days - days_from_civil(year, 0, 1),
        }
    }

    fn seconds(&self) -> i64 {
        days_from_civil(self.year, self.month, self.day) * 86_400 + self.hour * 3600 + self.minute * 60 + self.second
    }

    fn write(&self, host: &mut CallContext, address: u64) -> Result<(), Stop> {
        let fields = [self.second, self.minute, self.hour, self.day, self.month, self.year - 1900, self.weekday, self.yearday, 0];
        let mut bytes: Vec<u8> = fields.iter().flat_map(|&f| (f as i32).to_le_bytes()).collect();
        bytes.resize(56, 0);
        let zone = super::system::static_text(host, "GMT");
        bytes[48..].copy_from_slice(&zone.to_le_bytes());
        host.write_bytes(address, &bytes)
    }

    fn read(host: &mut CallContext, address: u64) -> Result<Date, Stop> {
        let bytes: [u8; 36] = host.read(address)?;
        let field = |i: usize| i64::from(i32::from_le_bytes([bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2], bytes[4 * i + 3]]));
        Ok(Date {
            second: field(0),
            minute: field(1),
            hour: field(2),
            day: field(3),
            month: field(4),
            year: field(5) + 1900,
            weekday: field(6),
            yearday: field(7),
        })
    }

    /// Year and week of ISO 8601: weeks start on Mondays, the first has the year's first Thursday.
    fn iso_week(&self) -> (i64, i64) {
        let starts_on = |year: i64| (year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400)).rem_euclid(7);
        let weeks_of = |year: i64| if starts_on(year) == 4 || starts_on(year - 1) == 3 { 53 } else { 52 };
        let week = (self.yearday - (self.weekday + 6).rem_euclid(7) + 10).div_euclid(7);
        match week {
            ..1 => (self.year - 1, weeks_of(self.year - 1)),
            _ if week > weeks_of(self.year) => (self.year + 1, 1),
            _ => (self.year, week),
        }
    }

    /// `asctime`: `Sat Nov 21 04:18:55 2026\n`.
    fn line(&self) -> String {
        let day = DAYS.get(self.weekday as usize).map_or("???", |d| &d[..3]);
        let month = MONTHS.get(self.month as usize).map_or("???", |m| &m[..3]);
        format!("{day} {month}{:3} {:02}:{:02}:{:02} {}\n", self.day, self.hour, self.minute, self.second, self.year)
    }
}

fn time(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let seconds = (host.unix_ns() / 1_000_000_000) as i64;
    if args.at(0).address() != 0 {
        host.write_bytes(args.at(0).address(), &seconds.to_le_bytes())?;
    }
    Ok(Ret::from(seconds))
}

/// Time passes at once, if it is the modelled one; nobody waits.
fn nanosleep(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let bytes: [u8; 16] = host.read(args.at(0).address())?;
    let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
    Ok(Ret::from(host.sleep(number(0).saturating_mul(1_000_000_000).saturating_add(number(8)))?))
}

fn pair(host: &mut CallContext, address: u64, first: u64, second: u64) -> Result<Ret, Stop> {
    let bytes: Vec<u8> = [first, second].iter().flat_map(|n| n.to_le_bytes()).collect();
    host.write_bytes(address, &bytes)?;
    Ok(Ret::from(0))
}

fn clock_gettime(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let now = if args.at(0).i32() == 0 { host.unix_ns() } else { host.monotonic_ns() };
    pair(host, args.at(1).address(), now / 1_000_000_000, now % 1_000_000_000)
}

fn gettimeofday(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let now = host.unix_ns() / 1000;
    pair(host, args.at(0).address(), now / 1_000_000, now % 1_000_000)
}

fn date(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let seconds = i64::from_le_bytes(host.read(args.at(0).address())?);
    let result = super::system::static_memory(host, "struct tm", 56);
    Date::from_seconds(seconds.clamp(-1 << 55, 1 << 55)).write(host, result)?;
    Ok(Ret::from(result))
}

fn mktime(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let address = args.at(0).address();
    let seconds = Date::read(host, address)?.seconds();
    Date::from_seconds(seconds).write(host, address)?;
    Ok(Ret::from(seconds))
}

fn asctime(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let line = Date::read(host, args.at(0).address())?.line();
    store_line(host, &line)
}

fn ctime(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let seconds = i64::from_le_bytes(host.read(args.at(0).address())?);
    store_line(host, &Date::from_seconds(seconds.clamp(-1 << 55, 1 << 55)).line())
}

fn store_line(host: &mut CallContext, line: &str) -> Result<Ret, Stop> {
    let address = super::system::static_memory(host, "asctime", 64);
    let mut bytes = line.as_bytes()[..line.len().min(63)].to_vec();
    bytes.push(0);
    host.write_bytes(address, &bytes)?;
    Ok(Ret::from(address))
}

fn strftime(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let format = host.read_c_string(args.at(2).address())?;
    let date = Date::read(host, args.at(3).address())?;
    let (mut out, room) = (Vec::new(), args.at(1).u64().min(LONGEST));
    expand(&mut out, &format, &date, room);
    if out.len() as u64 >= room {
        return Ok(Ret::from(0u64));
    }
    let length = out.len() as u64;
    out.push(0);
    host.write_bytes(args.at(0).address(), &out)?;
    Ok(Ret::from(length))
}

/// The conversions of the C locale (ISO C17 7.27.3.5), with those that glibc adds: flags, a width, and letters in front of them
/// that ask for another calendar, which that locale has not. Beyond `room` bytes it ends: they are too many.
fn expand(out: &mut Vec<u8>, format: &[u8], date: &Date, room: u64) {
    let mut at = 0;
    while let Some(&byte) = format.get(at).filter(|_| (out.len() as u64) < room) {
        let start = at;
        at += 1;
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let field = Field::read(format, &mut at);
        at += usize::from(format.get(at).is_some_and(|byte| b"EO".contains(byte)));
        let letter = format.get(at).copied();
        at += usize::from(letter.is_some());
        let text = match letter.and_then(|letter| Some((letter, conversion(letter, date)?))) {
            Some((letter, text)) if b"YyCGgVUWmdeHkIlMSjuw".contains(&letter) => field.number(letter, &text),
            // The sign of a zone stands separate.
            Some((b'z', _)) => field.padded("+") + &field.number(b'z', "0000"),
            Some((letter, text)) => field.padded(&field.in_case(letter, &text)),
            None => field.padded(&String::from_utf8_lossy(&format[start..at])),
        };
        out.extend_from_slice(text.as_bytes());
    }
}

/// What stands between `%` and the letter.
#[derive(Clone, Copy, Default)]
struct Field {
    /// `-`, `_` or `0`, the last one there is.
    pad: Option<u8>,
    /// `^`
    is_upper: bool,
    /// `#`
    is_swapped: bool,
    width: usize,
}

impl Field {
    /// Reads `format` from `at` on, which is behind what was read then.
    fn read(format: &[u8], at: &mut usize) -> Field {
        let mut field = Field::default();
        while let Some(&byte) = format.get(*at) {
            match byte {
                b'-' | b'_' | b'0' => field.pad = Some(byte),
                b'^' => field.is_upper = true,
                b'#' => field.is_swapped = true,
                _ => break,
            }
            *at += 1;
        }
        while let Some(digit) = format.get(*at).filter(|byte| byte.is_ascii_digit()) {
            field.width = (field.width * 10 + usize::from(digit - b'0')).min(WIDEST);
            *at += 1;
        }
        field
    }

    /// A number, which has as many places as `text` unless flags say otherwise.
    fn number(self, letter: u8, text: &str) -> String {
        let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
        let places = text.len().max(self.width);
        let digits = digits.trim_start_matches(['0', ' ']);
        let digits = if digits.is_empty() { "0" } else { digits };
        match self.pad {
            Some(b'-') => format!("{:>width$}", format!("{sign}{digits}"), width = self.width),
            Some(b'_') => format!("{:>places$}", format!("{sign}{digits}")),
            None if b"ekl".contains(&letter) => format!("{digits:>places$}"),
            _ => format!("{sign}{digits:0>width$}", width = places - sign.len()),
        }
    }

    fn in_case(self, letter: u8, text: &str) -> String {
        match letter {
            b'p' | b'Z' if self.is_swapped => text.to_lowercase(),
            b'A' | b'a' | b'B' | b'b' | b'h' if self.is_swapped => text.to_uppercase(),
            b'P' => text.to_string(),
            _ if self.is_upper => text.to_uppercase(),
            _ => text.to_string(),
        }
    }

    fn padded(self, text: &str) -> String {
        let width = self.width;
        if self.pad == Some(b'0') { format!("{text:0>width$}") } else { format!("{text:>width$}") }
    }
}

fn conversion(letter: u8, date: &Date) -> Option<String> {
    let name = |names: &[&'static str], index: i64| usize::try_from(index).ok().and_then(|i| names.get(i).copied()).unwrap_or("?");
    let half = if date.hour < 12 { "AM" } else { "PM" };
    let short_hour = (date.hour + 11).rem_euclid(12) + 1;
    Some(match letter {
        b'Y' => date.year.to_string(),
        b'y' => format!("{:02}", date.year.rem_euclid(100)),
        b'C' => format!("{:02}", date.year.div_euclid(100)),
        b'G' => date.iso_week().0.to_string(),
        b'g' => format!("{:02}", date.iso_week().0.rem_euclid(100)),
        b'V' => format!("{:02}", date.iso_week().1),
        b'U' => format!("{:02}", (date.yearday + 7 - date.weekday) / 7),
        b'W' => format!("{:02}", (date.yearday + 7 - (date.weekday + 6) % 7) / 7),
        b'm' => format!("{:02}", date.month + 1),
        b'd' => format!("{:02}", date.day),
        b'e' => format!("{:2}", date.day),
        b'H' => format!("{:02}", date.hour),
        b'k' => format!("{:2}", date.hour),
        b'I' => format!("{short_hour:02}"),
        b'l' => format!("{short_hour:2}"),
        b'M' => format!("{:02}", date.minute),
        b'S' => format!("{:02}", date.second),
        b'j' => format!("{:03}", date.yearday + 1),
        b'p' => half.to_string(),
        b'P' => half.to_lowercase(),
        b'r' => format!("{short_hour:02}:{:02}:{:02} {half}", date.minute, date.second),
        b'A' => name(&DAYS, date.weekday).to_string(),
        b'a' => name(&DAYS, date.weekday).chars().take(3).collect(),
        b'B' => name(&MONTHS, date.month).to_string(),
        b'b' | b'h' => name(&MONTHS, date.month).chars().take(3).collect(),
        b'u' => (if date.weekday == 0 { 7 } else { date.weekday }).to_string(),
        b'w' => date.weekday.to_string(),
        b's' => date.seconds().to_string(),
        b'Z' => "GMT".to_string(),
        b'z' => "+0000".to_string(),
        b'n' => "\n".to_string(),
        b't' => "\t".to_string(),
        b'F' => format!("{}-{:02}-{:02}", date.year, date.month + 1, date.day),
        b'T' | b'X' => format!("{:02}:{:02}:{:02}", date.hour, date.minute, date.second),
        b'R' => format!("{:02}:{:02}", date.hour, date.minute),
        b'D' | b'x' => format!("{:02}/{:02}/{:02}", date.month + 1, date.day, date.year.rem_euclid(100)),
        b'c' => date.line().trim_end().to_string(),
        b'%' => "%".to_string(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let date = Date::from_seconds(1_795_234_735);
        assert_eq!(date.line(), "Sat Nov 21 04:18:55 2026\n");
        assert_eq!(date.seconds(), 1_795_234_735);
        assert_eq!(date.yearday, 324);
        assert_eq!(Date::from_seconds(951_782_400).line(), "Tue Feb 29 00:00:00 2000\n");
        assert_eq!(Date::from_seconds(-1).line(), "Wed Dec 31 23:59:59 1969\n");
    }

    #[test]
    fn fields() {
        let date = Date::from_seconds(1_700_000_000);
        let text = |format: &str| {
            let mut out = Vec::new();
            expand(&mut out, format.as_bytes(), &date, u64::MAX);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(text("%5Y|%_5Y|%-5Y|%5e|%05e|%-j"), "02023| 2023| 2023|   14|00014|318");
        assert_eq!(text("%12A|%012a|%^B|%#p|%#c|%12s"), "     Tuesday|000000000Tue|NOVEMBER|pm|Tue Nov 14 22:13:20 2023|  1700000000");
        assert_eq!(text("%5z|%5%|%5Q|%+Y|%EY %Ed|%"), "    +00000|    %|  %5Q|%+Y|2023 14|%");
        assert_eq!(text("%99999Y").len(), WIDEST);
        let mut out = Vec::new();
        expand(&mut out, b"%99999Y%99999Y%99999Y", &date, 100);
        assert_eq!(out.len(), WIDEST);
    }
}
