#pragma once
#include <chrono>
#include <compare>
#include <ratio>
// What C++20 adds to <chrono>: dates of the proleptic Gregorian calendar, which days are counted in, and times of day.
namespace std {
namespace chrono {
typedef duration<long, ratio<86400>> days;
typedef duration<long, ratio<604800>> weeks;
typedef duration<long, ratio<2629746>> months;
typedef duration<long, ratio<31556952>> years;
template <class D> using sys_time = time_point<system_clock, D>;
typedef sys_time<seconds> sys_seconds;
typedef sys_time<days> sys_days;
struct local_t {};
template <class D> using local_time = time_point<local_t, D>;
typedef local_time<seconds> local_seconds;
typedef local_time<days> local_days;

// `n` modulo `m`, never negative.
constexpr unsigned __modulo(long n, long m) { return (unsigned)(n % m < 0 ? n % m + m : n % m); }

struct last_spec {
    explicit last_spec() = default;
};
inline constexpr last_spec last{};

class day {
    unsigned char day_;

public:
    day() = default;
    constexpr explicit day(unsigned d) noexcept : day_((unsigned char)d) {}
    constexpr explicit operator unsigned() const noexcept { return day_; }
    constexpr bool ok() const noexcept { return day_ >= 1 && day_ <= 31; }
    constexpr day &operator++() noexcept { ++day_; return *this; }
    constexpr day &operator--() noexcept { --day_; return *this; }
    constexpr day operator++(int) noexcept { return day(day_++); }
    constexpr day operator--(int) noexcept { return day(day_--); }
    constexpr day &operator+=(const days &n) noexcept { day_ += (unsigned char)n.count(); return *this; }
    constexpr day &operator-=(const days &n) noexcept { day_ -= (unsigned char)n.count(); return *this; }
    constexpr auto operator<=>(const day &) const noexcept = default;
};
constexpr day operator+(const day &d, const days &n) noexcept { return day((unsigned)((unsigned)d + n.count())); }
constexpr day operator+(const days &n, const day &d) noexcept { return d + n; }
constexpr day operator-(const day &d, const days &n) noexcept { return d + -n; }
constexpr days operator-(const day &a, const day &b) noexcept { return days((int)(unsigned)a - (int)(unsigned)b); }

class month {
    unsigned char month_;

public:
    month() = default;
    constexpr explicit month(unsigned m) noexcept : month_((unsigned char)m) {}
    constexpr explicit operator unsigned() const noexcept { return month_; }
    constexpr bool ok() const noexcept { return month_ >= 1 && month_ <= 12; }
    constexpr month &operator+=(const months &n) noexcept { month_ = (unsigned char)(__modulo((long)month_ - 1 + n.count(), 12) + 1); return *this; }
    constexpr month &operator-=(const months &n) noexcept { return *this += -n; }
    constexpr month &operator++() noexcept { return *this += months(1); }
    constexpr month &operator--() noexcept { return *this -= months(1); }
    constexpr month operator++(int) noexcept { month old = *this; ++*this; return old; }
    constexpr month operator--(int) noexcept { month old = *this; --*this; return old; }
    constexpr auto operator<=>(const month &) const noexcept = default;
};
constexpr month operator+(month m, const months &n) noexcept { return m += n; }
constexpr month operator+(const months &n, month m) noexcept { return m += n; }
constexpr month operator-(month m, const months &n) noexcept { return m -= n; }
constexpr months operator-(const month &a, const month &b) noexcept { return months(__modulo((long)(unsigned)a - (long)(unsigned)b, 12)); }
inline constexpr month January{1}, February{2}, March{3}, April{4}, May{5}, June{6}, July{7}, August{8}, September{9}, October{10}, November{11}, December{12};

class year {
    short year_;

public:
    year() = default;
    constexpr explicit year(int y) noexcept : year_((short)y) {}
    constexpr explicit operator int() const noexcept { return year_; }
    static constexpr year min() noexcept { return year(-32767); }
    static constexpr year max() noexcept { return year(32767); }
    constexpr bool ok() const noexcept { return year_ != -32768; }
    constexpr bool is_leap() const noexcept { return year_ % 4 == 0 && (year_ % 100 != 0 || year_ % 400 == 0); }
    constexpr year operator+() const noexcept { return *this; }
    constexpr year operator-() const noexcept { return year(-year_); }
    constexpr year &operator++() noexcept { ++year_; return *this; }
    constexpr year &operator--() noexcept { --year_; return *this; }
    constexpr year operator++(int) noexcept { return year(year_++); }
    constexpr year operator--(int) noexcept { return year(year_--); }
    constexpr year &operator+=(const years &n) noexcept { year_ += (short)n.count(); return *this; }
    constexpr year &operator-=(const years &n) noexcept { year_ -= (short)n.count(); return *this; }
    constexpr auto operator<=>(const year &) const noexcept = default;
};
constexpr year operator+(year y, const years &n) noexcept { return y += n; }
constexpr year operator+(const years &n, year y) noexcept { return y += n; }
constexpr year operator-(year y, const years &n) noexcept { return y -= n; }
constexpr years operator-(const year &a, const year &b) noexcept { return years((int)a - (int)b); }

class weekday_indexed;
class weekday_last;
class weekday {
    unsigned char weekday_;

public:
    weekday() = default;
    constexpr explicit weekday(unsigned w) noexcept : weekday_((unsigned char)(w == 7 ? 0 : w)) {}
    constexpr weekday(const sys_days &t) noexcept : weekday((unsigned)__modulo(t.time_since_epoch().count() + 4, 7)) {}
    constexpr explicit weekday(const local_days &t) noexcept : weekday((unsigned)__modulo(t.time_since_epoch().count() + 4, 7)) {}
    constexpr unsigned c_encoding() const noexcept { return weekday_; }
    constexpr unsigned iso_encoding() const noexcept { return weekday_ == 0 ? 7 : weekday_; }
    constexpr bool ok() const noexcept { return weekday_ <= 6; }
    constexpr weekday &operator+=(const days &n) noexcept { weekday_ = (unsigned char)__modulo(weekday_ + n.count(), 7); return *this; }
    constexpr weekday &operator-=(const days &n) noexcept { return *this += -n; }
    constexpr weekday &operator++() noexcept { return *this += days(1); }
    constexpr weekday &operator--() noexcept { return *this -= days(1); }
    constexpr weekday operator++(int) noexcept { weekday old = *this; ++*this; return old; }
    constexpr weekday operator--(int) noexcept { weekday old = *this; --*this; return old; }
    // Templates, for these classes hold a day of the week themselves.
    template <class W = weekday_indexed> constexpr W operator[](unsigned index) const noexcept { return W(*this, index); }
    template <class W = weekday_last> constexpr W operator[](last_spec) const noexcept { return W(*this); }
    constexpr bool operator==(const weekday &) const noexcept = default;
};
constexpr weekday operator+(weekday w, const days &n) noexcept { return w += n; }
constexpr weekday operator+(const days &n, weekday w) noexcept { return w += n; }
constexpr weekday operator-(weekday w, const days &n) noexcept { return w -= n; }
constexpr days operator-(const weekday &a, const weekday &b) noexcept { return days(__modulo((long)a.c_encoding() - (long)b.c_encoding(), 7)); }
inline constexpr weekday Sunday{0u}, Monday{1u}, Tuesday{2u}, Wednesday{3u}, Thursday{4u}, Friday{5u}, Saturday{6u};

class month_day {
    chrono::month month_;
    chrono::day day_;

public:
    month_day() = default;
    constexpr month_day(const chrono::month &m, const chrono::day &d) noexcept : month_(m), day_(d) {}
    constexpr chrono::month month() const noexcept { return month_; }
    constexpr chrono::day day() const noexcept { return day_; }
    constexpr auto operator<=>(const month_day &) const noexcept = default;
};
class month_day_last {
    chrono::month month_;

public:
    constexpr explicit month_day_last(const chrono::month &m) noexcept : month_(m) {}
    constexpr chrono::month month() const noexcept { return month_; }
    constexpr bool ok() const noexcept { return month_.ok(); }
    constexpr auto operator<=>(const month_day_last &) const noexcept = default;
};
class year_month {
    chrono::year year_;
    chrono::month month_;

public:
    year_month() = default;
    constexpr year_month(const chrono::year &y, const chrono::month &m) noexcept : year_(y), month_(m) {}
    constexpr chrono::year year() const noexcept { return year_; }
    constexpr chrono::month month() const noexcept { return month_; }
    constexpr bool ok() const noexcept { return year_.ok() && month_.ok(); }
    constexpr year_month &operator+=(const months &n) noexcept
    {
        const long total = (long)(int)year_ * 12 + (long)(unsigned)month_ - 1 + n.count();
        const unsigned rest = __modulo(total, 12);
        year_ = chrono::year((int)((total - (long)rest) / 12));
        month_ = chrono::month(rest + 1);
        return *this;
    }
    constexpr year_month &operator-=(const months &n) noexcept { return *this += -n; }
    constexpr year_month &operator+=(const years &n) noexcept { year_ += n; return *this; }
    constexpr year_month &operator-=(const years &n) noexcept { year_ -= n; return *this; }
    constexpr auto operator<=>(const year_month &) const noexcept = default;
};
constexpr year_month operator+(year_month m, const months &n) noexcept { return m += n; }
constexpr year_month operator-(year_month m, const months &n) noexcept { return m -= n; }
constexpr year_month operator+(year_month m, const years &n) noexcept { return m += n; }
constexpr year_month operator-(year_month m, const years &n) noexcept { return m -= n; }
constexpr months operator-(const year_month &a, const year_month &b) noexcept
{
    return months(((int)a.year() - (int)b.year()) * 12L + (int)(unsigned)a.month() - (int)(unsigned)b.month());
}
constexpr unsigned __days_of(const year &y, const month &m) noexcept
{
    const unsigned n = (unsigned)m;
    return n == 2 ? (y.is_leap() ? 29 : 28) : n == 4 || n == 6 || n == 9 || n == 11 ? 30 : 31;
}
// Hinnant, "chrono-compatible low-level date algorithms".
constexpr sys_days __date(const year &of, const month &in, const day &d) noexcept
{
    const unsigned m = (unsigned)in;
    const long y = (int)of - (m <= 2), of_era = __modulo(y, 400), era = (y - of_era) / 400;
    const long of_year = (153 * (long)(m > 2 ? m - 3 : m + 9) + 2) / 5 + (long)(unsigned)d - 1;
    return sys_days(days(era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468));
}

class year_month_day_last {
    chrono::year year_;
    chrono::month_day_last last_;

public:
    constexpr year_month_day_last(const chrono::year &y, const chrono::month_day_last &m) noexcept : year_(y), last_(m) {}
    constexpr chrono::year year() const noexcept { return year_; }
    constexpr chrono::month month() const noexcept { return last_.month(); }
    constexpr chrono::month_day_last month_day_last() const noexcept { return last_; }
    constexpr chrono::day day() const noexcept { return chrono::day(__days_of(year_, month())); }
    constexpr bool ok() const noexcept { return year_.ok() && last_.ok(); }
    constexpr operator sys_days() const noexcept { return __date(year_, month(), day()); }
    constexpr explicit operator local_days() const noexcept { return local_days(sys_days(*this).time_since_epoch()); }
    constexpr auto operator<=>(const year_month_day_last &) const noexcept = default;
};
class year_month_day {
    chrono::year year_;
    chrono::month month_;
    chrono::day day_;

    // As `__date`, back.
    static constexpr year_month_day at(const days &since) noexcept
    {
        const long shifted = since.count() + 719468, of_era = __modulo(shifted, 146097), era = (shifted - of_era) / 146097;
        const long year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
        const long of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100), m = (5 * of_year + 2) / 153;
        const unsigned month = (unsigned)(m < 10 ? m + 3 : m - 9);
        const long y = year_of_era + era * 400 + (month <= 2);
        return year_month_day(chrono::year((int)y), chrono::month(month), chrono::day((unsigned)(of_year - (153 * m + 2) / 5 + 1)));
    }

public:
    year_month_day() = default;
    constexpr year_month_day(const chrono::year &y, const chrono::month &m, const chrono::day &d) noexcept : year_(y), month_(m), day_(d) {}
    constexpr year_month_day(const year_month_day_last &l) noexcept : year_(l.year()), month_(l.month()), day_(l.day()) {}
    constexpr year_month_day(const sys_days &t) noexcept : year_month_day(at(t.time_since_epoch())) {}
    constexpr explicit year_month_day(const local_days &t) noexcept : year_month_day(at(t.time_since_epoch())) {}
    constexpr chrono::year year() const noexcept { return year_; }
    constexpr chrono::month month() const noexcept { return month_; }
    constexpr chrono::day day() const noexcept { return day_; }
    constexpr bool ok() const noexcept { return year_.ok() && month_.ok() && (unsigned)day_ >= 1 && (unsigned)day_ <= __days_of(year_, month_); }
    constexpr operator sys_days() const noexcept { return __date(year_, month_, day_); }
    constexpr explicit operator local_days() const noexcept { return local_days(sys_days(*this).time_since_epoch()); }
    constexpr year_month_day &operator+=(const months &n) noexcept
    {
        const year_month sum = year_month(year_, month_) + n;
        year_ = sum.year();
        month_ = sum.month();
        return *this;
    }
    constexpr year_month_day &operator-=(const months &n) noexcept { return *this += -n; }
    constexpr year_month_day &operator+=(const years &n) noexcept { year_ += n; return *this; }
    constexpr year_month_day &operator-=(const years &n) noexcept { year_ -= n; return *this; }
    constexpr auto operator<=>(const year_month_day &) const noexcept = default;
};
constexpr year_month_day operator+(year_month_day d, const months &n) noexcept { return d += n; }
constexpr year_month_day operator+(const months &n, year_month_day d) noexcept { return d += n; }
constexpr year_month_day operator-(year_month_day d, const months &n) noexcept { return d -= n; }
constexpr year_month_day operator+(year_month_day d, const years &n) noexcept { return d += n; }
constexpr year_month_day operator+(const years &n, year_month_day d) noexcept { return d += n; }
constexpr year_month_day operator-(year_month_day d, const years &n) noexcept { return d -= n; }

constexpr year_month operator/(const year &y, const month &m) noexcept { return year_month(y, m); }
constexpr year_month operator/(const year &y, int m) noexcept { return y / month((unsigned)m); }
constexpr month_day operator/(const month &m, const day &d) noexcept { return month_day(m, d); }
constexpr month_day operator/(const month &m, int d) noexcept { return m / day((unsigned)d); }
constexpr month_day operator/(int m, const day &d) noexcept { return month((unsigned)m) / d; }
constexpr month_day operator/(const day &d, const month &m) noexcept { return m / d; }
constexpr month_day operator/(const day &d, int m) noexcept { return month((unsigned)m) / d; }
constexpr month_day_last operator/(const month &m, last_spec) noexcept { return month_day_last(m); }
constexpr month_day_last operator/(int m, last_spec) noexcept { return month_day_last(month((unsigned)m)); }
constexpr month_day_last operator/(last_spec, const month &m) noexcept { return month_day_last(m); }
constexpr month_day_last operator/(last_spec, int m) noexcept { return month_day_last(month((unsigned)m)); }
constexpr year_month_day operator/(const year_month &m, const day &d) noexcept { return year_month_day(m.year(), m.month(), d); }
constexpr year_month_day operator/(const year_month &m, int d) noexcept { return m / day((unsigned)d); }
constexpr year_month_day operator/(const year &y, const month_day &d) noexcept { return year_month_day(y, d.month(), d.day()); }
constexpr year_month_day operator/(int y, const month_day &d) noexcept { return year(y) / d; }
constexpr year_month_day operator/(const month_day &d, const year &y) noexcept { return y / d; }
constexpr year_month_day operator/(const month_day &d, int y) noexcept { return year(y) / d; }
constexpr year_month_day_last operator/(const year_month &m, last_spec) noexcept { return year_month_day_last(m.year(), month_day_last(m.month())); }
constexpr year_month_day_last operator/(const year &y, const month_day_last &m) noexcept { return year_month_day_last(y, m); }
constexpr year_month_day_last operator/(int y, const month_day_last &m) noexcept { return year_month_day_last(year(y), m); }
constexpr year_month_day_last operator/(const month_day_last &m, const year &y) noexcept { return year_month_day_last(y, m); }
constexpr year_month_day_last operator/(const month_day_last &m, int y) noexcept { return year_month_day_last(year(y), m); }

// A duration in hours, minutes, seconds and what is below them.
template <class D> class hh_mm_ss {
    static constexpr long places(long den)
    {
        long n = 0;
        for (; n < 18 && den != 1; n++) den = den / __gcd(den, 10);
        return den == 1 ? n : 6;
    }
    static constexpr long power(long n) { return n == 0 ? 1 : 10 * power(n - 1); }

public:
    static constexpr unsigned fractional_width = (unsigned)places(D::period::den);
    typedef duration<typename common_type<typename D::rep, long>::type, ratio<1, power(fractional_width)>> precision;

private:
    bool negative_;
    D size_;

public:
    constexpr hh_mm_ss() noexcept : hh_mm_ss(D::zero()) {}
    constexpr explicit hh_mm_ss(D d) : negative_(d < D::zero()), size_(d < D::zero() ? -d : d) {}
    constexpr bool is_negative() const noexcept { return negative_; }
    constexpr chrono::hours hours() const noexcept { return duration_cast<chrono::hours>(size_); }
    constexpr chrono::minutes minutes() const noexcept { return duration_cast<chrono::minutes>(size_ - hours()); }
    constexpr chrono::seconds seconds() const noexcept { return duration_cast<chrono::seconds>(size_ - hours() - minutes()); }
    constexpr precision subseconds() const noexcept { return duration_cast<precision>(size_ - hours() - minutes() - seconds()); }
    constexpr precision to_duration() const noexcept
    {
        const precision sum = duration_cast<precision>(size_);
        return negative_ ? -sum : sum;
    }
    constexpr explicit operator precision() const noexcept { return to_duration(); }
};
constexpr bool is_am(const hours &h) noexcept { return h >= hours(0) && h <= hours(11); }
constexpr bool is_pm(const hours &h) noexcept { return h >= hours(12) && h <= hours(23); }
constexpr hours make12(const hours &h) noexcept { return h == hours(0) ? hours(12) : h > hours(12) ? h - hours(12) : h; }
constexpr hours make24(const hours &h, bool pm) noexcept { return pm ? (h == hours(12) ? h : h + hours(12)) : h == hours(12) ? hours(0) : h; }
}
inline namespace literals {
inline namespace chrono_literals {
constexpr chrono::year operator""y(unsigned long long n) noexcept { return chrono::year((int)n); }
constexpr chrono::day operator""d(unsigned long long n) noexcept { return chrono::day((unsigned)n); }
}
}
}
