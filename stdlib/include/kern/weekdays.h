#pragma once
#include <kern/calendar.h>
// The dates of <chrono> that name a day of the week: the second Tuesday of a month, the last one (C++20 [time.cal.wdidx] and behind).
namespace std {
namespace chrono {
class weekday_indexed {
    chrono::weekday weekday_;
    unsigned char index_;

public:
    weekday_indexed() = default;
    constexpr weekday_indexed(const chrono::weekday &w, unsigned index) noexcept : weekday_(w), index_((unsigned char)index) {}
    constexpr chrono::weekday weekday() const noexcept { return weekday_; }
    constexpr unsigned index() const noexcept { return index_; }
    constexpr bool ok() const noexcept { return weekday_.ok() && index_ >= 1 && index_ <= 5; }
    constexpr bool operator==(const weekday_indexed &) const noexcept = default;
};
class weekday_last {
    chrono::weekday weekday_;

public:
    constexpr explicit weekday_last(const chrono::weekday &w) noexcept : weekday_(w) {}
    constexpr chrono::weekday weekday() const noexcept { return weekday_; }
    constexpr bool ok() const noexcept { return weekday_.ok(); }
    constexpr bool operator==(const weekday_last &) const noexcept = default;
};

class month_weekday {
    chrono::month month_;
    chrono::weekday_indexed weekday_;

public:
    constexpr month_weekday(const chrono::month &m, const chrono::weekday_indexed &w) noexcept : month_(m), weekday_(w) {}
    constexpr chrono::month month() const noexcept { return month_; }
    constexpr chrono::weekday_indexed weekday_indexed() const noexcept { return weekday_; }
    constexpr bool ok() const noexcept { return month_.ok() && weekday_.ok(); }
    constexpr bool operator==(const month_weekday &) const noexcept = default;
};
class month_weekday_last {
    chrono::month month_;
    chrono::weekday_last weekday_;

public:
    constexpr month_weekday_last(const chrono::month &m, const chrono::weekday_last &w) noexcept : month_(m), weekday_(w) {}
    constexpr chrono::month month() const noexcept { return month_; }
    constexpr chrono::weekday_last weekday_last() const noexcept { return weekday_; }
    constexpr bool ok() const noexcept { return month_.ok() && weekday_.ok(); }
    constexpr bool operator==(const month_weekday_last &) const noexcept = default;
};

class year_month_weekday {
    chrono::year year_;
    chrono::month month_;
    chrono::weekday_indexed weekday_;
    constexpr explicit year_month_weekday(const year_month_day &d, const chrono::weekday &w) noexcept
        : year_(d.year()), month_(d.month()), weekday_(w, ((unsigned)d.day() - 1) / 7 + 1)
    {
    }

public:
    year_month_weekday() = default;
    constexpr year_month_weekday(const chrono::year &y, const chrono::month &m, const chrono::weekday_indexed &w) noexcept
        : year_(y), month_(m), weekday_(w)
    {
    }
    constexpr year_month_weekday(const sys_days &t) noexcept : year_month_weekday(year_month_day(t), chrono::weekday(t)) {}
    constexpr explicit year_month_weekday(const local_days &t) noexcept : year_month_weekday(sys_days(t.time_since_epoch())) {}
    constexpr chrono::year year() const noexcept { return year_; }
    constexpr chrono::month month() const noexcept { return month_; }
    constexpr chrono::weekday weekday() const noexcept { return weekday_.weekday(); }
    constexpr unsigned index() const noexcept { return weekday_.index(); }
    constexpr chrono::weekday_indexed weekday_indexed() const noexcept { return weekday_; }
    constexpr operator sys_days() const noexcept
    {
        const sys_days first = year_month_day(year_, month_, chrono::day(1));
        return first + (weekday() - chrono::weekday(first) + days(((int)index() - 1) * 7));
    }
    constexpr explicit operator local_days() const noexcept { return local_days(sys_days(*this).time_since_epoch()); }
    constexpr bool ok() const noexcept
    {
        if (!year_.ok() || !month_.ok() || !weekday_.ok()) return false;
        return index() <= 4 || year_month_day(sys_days(*this)).month() == month_;
    }
    constexpr year_month_weekday &operator+=(const months &n) noexcept
    {
        const year_month sum = year_month(year_, month_) + n;
        year_ = sum.year();
        month_ = sum.month();
        return *this;
    }
    constexpr year_month_weekday &operator-=(const months &n) noexcept { return *this += -n; }
    constexpr year_month_weekday &operator+=(const years &n) noexcept { year_ += n; return *this; }
    constexpr year_month_weekday &operator-=(const years &n) noexcept { year_ -= n; return *this; }
    constexpr bool operator==(const year_month_weekday &) const noexcept = default;
};
class year_month_weekday_last {
    chrono::year year_;
    chrono::month month_;
    chrono::weekday_last weekday_;

public:
    constexpr year_month_weekday_last(const chrono::year &y, const chrono::month &m, const chrono::weekday_last &w) noexcept
        : year_(y), month_(m), weekday_(w)
    {
    }
    constexpr chrono::year year() const noexcept { return year_; }
    constexpr chrono::month month() const noexcept { return month_; }
    constexpr chrono::weekday weekday() const noexcept { return weekday_.weekday(); }
    constexpr chrono::weekday_last weekday_last() const noexcept { return weekday_; }
    constexpr operator sys_days() const noexcept
    {
        const sys_days end = year_month_day_last(year_, month_day_last(month_));
        return end - (chrono::weekday(end) - weekday());
    }
    constexpr explicit operator local_days() const noexcept { return local_days(sys_days(*this).time_since_epoch()); }
    constexpr bool ok() const noexcept { return year_.ok() && month_.ok() && weekday_.ok(); }
    constexpr year_month_weekday_last &operator+=(const months &n) noexcept
    {
        const year_month sum = year_month(year_, month_) + n;
        year_ = sum.year();
        month_ = sum.month();
        return *this;
    }
    constexpr year_month_weekday_last &operator-=(const months &n) noexcept { return *this += -n; }
    constexpr year_month_weekday_last &operator+=(const years &n) noexcept { year_ += n; return *this; }
    constexpr year_month_weekday_last &operator-=(const years &n) noexcept { year_ -= n; return *this; }
    constexpr bool operator==(const year_month_weekday_last &) const noexcept = default;
};
constexpr year_month_weekday operator+(year_month_weekday d, const months &n) noexcept { return d += n; }
constexpr year_month_weekday operator+(const months &n, year_month_weekday d) noexcept { return d += n; }
constexpr year_month_weekday operator-(year_month_weekday d, const months &n) noexcept { return d -= n; }
constexpr year_month_weekday operator+(year_month_weekday d, const years &n) noexcept { return d += n; }
constexpr year_month_weekday operator+(const years &n, year_month_weekday d) noexcept { return d += n; }
constexpr year_month_weekday operator-(year_month_weekday d, const years &n) noexcept { return d -= n; }
constexpr year_month_weekday_last operator+(year_month_weekday_last d, const months &n) noexcept { return d += n; }
constexpr year_month_weekday_last operator+(const months &n, year_month_weekday_last d) noexcept { return d += n; }
constexpr year_month_weekday_last operator-(year_month_weekday_last d, const months &n) noexcept { return d -= n; }
constexpr year_month_weekday_last operator+(year_month_weekday_last d, const years &n) noexcept { return d += n; }
constexpr year_month_weekday_last operator+(const years &n, year_month_weekday_last d) noexcept { return d += n; }
constexpr year_month_weekday_last operator-(year_month_weekday_last d, const years &n) noexcept { return d -= n; }

constexpr month_weekday operator/(const month &m, const weekday_indexed &w) noexcept { return month_weekday(m, w); }
constexpr month_weekday operator/(int m, const weekday_indexed &w) noexcept { return month((unsigned)m) / w; }
constexpr month_weekday operator/(const weekday_indexed &w, const month &m) noexcept { return m / w; }
constexpr month_weekday operator/(const weekday_indexed &w, int m) noexcept { return month((unsigned)m) / w; }
constexpr month_weekday_last operator/(const month &m, const weekday_last &w) noexcept { return month_weekday_last(m, w); }
constexpr month_weekday_last operator/(int m, const weekday_last &w) noexcept { return month((unsigned)m) / w; }
constexpr month_weekday_last operator/(const weekday_last &w, const month &m) noexcept { return m / w; }
constexpr month_weekday_last operator/(const weekday_last &w, int m) noexcept { return month((unsigned)m) / w; }
constexpr year_month_weekday operator/(const year_month &m, const weekday_indexed &w) noexcept { return year_month_weekday(m.year(), m.month(), w); }
constexpr year_month_weekday operator/(const year &y, const month_weekday &m) noexcept { return year_month_weekday(y, m.month(), m.weekday_indexed()); }
constexpr year_month_weekday operator/(int y, const month_weekday &m) noexcept { return year(y) / m; }
constexpr year_month_weekday operator/(const month_weekday &m, const year &y) noexcept { return y / m; }
constexpr year_month_weekday operator/(const month_weekday &m, int y) noexcept { return year(y) / m; }
constexpr year_month_weekday_last operator/(const year_month &m, const weekday_last &w) noexcept { return year_month_weekday_last(m.year(), m.month(), w); }
constexpr year_month_weekday_last operator/(const year &y, const month_weekday_last &m) noexcept { return year_month_weekday_last(y, m.month(), m.weekday_last()); }
constexpr year_month_weekday_last operator/(int y, const month_weekday_last &m) noexcept { return year(y) / m; }
constexpr year_month_weekday_last operator/(const month_weekday_last &m, const year &y) noexcept { return y / m; }
constexpr year_month_weekday_last operator/(const month_weekday_last &m, int y) noexcept { return year(y) / m; }
}
}
