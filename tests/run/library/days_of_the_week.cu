// Days of the week in dates, which C++20 has in <chrono>.
//@ args: -D__cplusplus=202002L
#include <chrono>
#include <cstdio>

using namespace std::chrono;

static void show(const char *what, sys_days d)
{
    year_month_day date{d};
    std::printf("%s: %d-%02u-%02u, day %u of the week\n", what, (int)date.year(), (unsigned)date.month(), (unsigned)date.day(), weekday(d).c_encoding());
}

int main()
{
    static_assert(Tuesday[2].index() == 2 && Tuesday[2].weekday() == Tuesday && Tuesday[2].ok() && !Tuesday[6].ok());
    static_assert(Friday[last].weekday() == Friday);
    static_assert(sys_days(2024y / February / Thursday[5]) == sys_days(2024y / 2 / 29));
    static_assert(!(2023y / February / Thursday[5]).ok() && (2024y / February / Thursday[5]).ok());
    show("second Tuesday", November / Tuesday[2] / 2024);
    show("last Monday", 2025y / May / Monday[last]);
    show("first Sunday", Sunday[1] / 4 / 2023);
    show("last Friday", Friday[last] / March / 2022y);
    year_month_weekday w{sys_days(2024y / 12 / 25)};
    std::printf("%d %u %u[%u]\n", (int)w.year(), (unsigned)w.month(), w.weekday().c_encoding(), w.index());
    w += months(3);
    show("three months later", w);
    show("a year before", w - years(1));
    year_month_weekday_last l = 2024y / 1 / Wednesday[last];
    show("last Wednesday", l);
    show("of the month after", l + months(1));
    std::printf("%d %d %d\n", w == year_month_weekday(2025y, March, Wednesday[4]), l == 2024y / January / Wednesday[last], Monday[1] == Monday[2]);
    month_weekday m = 5 / Saturday[3];
    std::printf("%u %u %u %d\n", (unsigned)m.month(), m.weekday_indexed().weekday().iso_encoding(), m.weekday_indexed().index(), m.ok());
    show("zeroth", 2024y / June / Saturday[0]);
}
