// Points and lengths of time that keep the finer unit; dates and times of day of C++20.
//@ args: -D__cplusplus=202002L
#include <chrono>
#include <cstdio>
#include <type_traits>

using namespace std::chrono;

template <class D> void show(const char *what, const D &d) { printf("%s %ld\n", what, (long)d.count()); }

void lengths()
{
    auto d = 5s;
    d++;
    --d;
    d %= 3;
    show("rest", d);
    auto ms = 1500ms;
    ms %= 1s;
    show("ms", ms);
    show("product", 7h % 4);
    const time_point<system_clock, seconds> t(1000s);
    const auto u = t + 500ms;
    show("sum", u.time_since_epoch());
    show("other order", (250ms + t).time_since_epoch());
    show("difference", u - t);
    show("before", (t - 1ms).time_since_epoch());
    show("up", ceil<seconds>(u).time_since_epoch());
    show("to even", round<seconds>(u).time_since_epoch());
    printf("%d %d\n", steady_clock::time_point::max() > steady_clock::now(), steady_clock::time_point::min() < steady_clock::now());
    static_assert(std::is_same_v<std::common_type_t<seconds, milliseconds>, milliseconds>);
    static_assert(std::is_same_v<decltype(u), const time_point<system_clock, milliseconds>>);
}

void show(const year_month_day &d)
{
    const weekday w{sys_days(d)};
    printf("%d-%02u-%02u %u %s\n", (int)d.year(), (unsigned)d.month(), (unsigned)d.day(), w.iso_encoding(), d.ok() ? "ok" : "not ok");
}

void dates()
{
    show("hours", hours(days(3)));
    show("days", duration_cast<days>(weeks(2)));
    show("seconds", sys_seconds(5s).time_since_epoch());
    const year_month_day leap = 2024y / February / 29d;
    show(leap);
    show(leap + months(12));
    show(leap - years(4));
    show(2023y / 2 / last);
    show(year_month_day(sys_days(leap) + days(1)));
    show(year_month_day(sys_days(days(-1))));
    show(year_month_day(floor<days>(system_clock::from_time_t(1700000000))));
    show(July / 4 / 1776);
    show(31d / December / 1999);
    show(year_month_day(-5y / March / 1));
    printf("%ld %ld\n", (sys_days(2024y / 3 / 1) - sys_days(2023y / 3 / 1)).count(), sys_days(1970y / 1 / 1).time_since_epoch().count());
    printf("%d %d %d\n", (2000y).is_leap(), (1900y).is_leap(), (2023y / 2 / 29).ok());
    printf("%d %d %d\n", leap < 2024y / 3 / 1, leap == year_month_day(2024y / February / last), (Sunday - Monday) == days(6));
    const year_month m = 2023y / 11 + months(3);
    printf("%d %u %ld %u\n", (int)m.year(), (unsigned)m.month(), (m - 2020y / 1).count(), (unsigned)(November + months(14)));
    printf("%u %d\n", (Saturday + days(2)).c_encoding(), Wednesday == weekday(2024y / 5 / 1));
}

void times()
{
    const hh_mm_ss t(3661s + 250ms);
    printf("%ld:%ld:%ld.%ld %d\n", (long)t.hours().count(), (long)t.minutes().count(), (long)t.seconds().count(), (long)t.subseconds().count(), (int)t.fractional_width);
    const hh_mm_ss past(-90min);
    printf("%d %ld %ld %d\n", past.is_negative(), (long)past.hours().count(), (long)past.minutes().count(), (int)past.fractional_width);
    printf("%d %d %ld %ld\n", is_am(11h), is_pm(11h), (long)make12(13h).count(), (long)make24(1h, true).count());
}

int main()
{
    lengths();
    dates();
    times();
    constexpr year_month_day built = 2024y / 2 / 29;
    static_assert(sys_days(built).time_since_epoch().count() == 19782);
}
