#include "common.h"
#include <cstdarg>
#include <cstdio>
#include <memory>
using std::vector;
typedef struct __attribute__((__aligned__(4))) { unsigned char x, y; } uchar4;
struct float4 { float v[4]; };
static int index = 3;
int Message::print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vprintf(format, list);
    va_end(list);
    return n;
}
extern "C" int add_up(int count, ...)
{
    va_list list;
    va_start(list, count);
    int sum = 0;
    while (count--) sum += va_arg(list, int);
    va_end(list);
    return sum;
}
template <class T> vector<T> spread(const Table<T> &table, int n) { return vector<T>(n, table.rows[0]); }
template vector<double> spread(const Table<double> &table, int n);
int of_host(int x)
{
    uchar4 c{1, 2};
    float4 f{{5, 6}};
    return x + c.y + (int)f.v[1] + (int)sizeof(c) + index;
}
