#pragma once
#include <string>
// Numbers as strings and back. What cannot be read ends the program, as an exception that nobody catches.
namespace std {
template <class T> inline string __to_string(const char *format, T value)
{
    char text[512];
    return string(text, snprintf(text, sizeof(text), format, value));
}
inline string to_string(int v) { return __to_string("%d", v); }
inline string to_string(unsigned int v) { return __to_string("%u", v); }
inline string to_string(long v) { return __to_string("%ld", v); }
inline string to_string(unsigned long v) { return __to_string("%lu", v); }
inline string to_string(long long v) { return __to_string("%lld", v); }
inline string to_string(unsigned long long v) { return __to_string("%llu", v); }
inline string to_string(float v) { return __to_string("%f", (double)v); }
inline string to_string(double v) { return __to_string("%f", v); }
inline string to_string(long double v) { return __to_string("%Lf", v); }

// After `strto…`, which set `errno` when the number is too large.
inline void __number_read(const string &s, const char *end, size_t *used, const char *function)
{
    if (end == s.c_str()) __throw_invalid_argument(function);
    if (errno == ERANGE) __throw_out_of_range(function);
    if (used) *used = end - s.c_str();
}
inline int stoi(const string &s, size_t *used = nullptr, int base = 10)
{
    int before = errno;
    errno = 0;
    char *end;
    long v = strtol(s.c_str(), &end, base);
    if (v != (int)v) errno = ERANGE;
    __number_read(s, end, used, "stoi");
    errno = before;
    return (int)v;
}
inline long stol(const string &s, size_t *used = nullptr, int base = 10)
{
    int before = errno;
    errno = 0;
    char *end;
    long v = strtol(s.c_str(), &end, base);
    __number_read(s, end, used, "stol");
    errno = before;
    return v;
}
inline unsigned long stoul(const string &s, size_t *used = nullptr, int base = 10)
{
    int before = errno;
    errno = 0;
    char *end;
    unsigned long v = strtoul(s.c_str(), &end, base);
    __number_read(s, end, used, "stoul");
    errno = before;
    return v;
}
inline long long stoll(const string &s, size_t *used = nullptr, int base = 10)
{
    int before = errno;
    errno = 0;
    char *end;
    long long v = strtoll(s.c_str(), &end, base);
    __number_read(s, end, used, "stoll");
    errno = before;
    return v;
}
inline unsigned long long stoull(const string &s, size_t *used = nullptr, int base = 10)
{
    int before = errno;
    errno = 0;
    char *end;
    unsigned long long v = strtoull(s.c_str(), &end, base);
    __number_read(s, end, used, "stoull");
    errno = before;
    return v;
}
inline float stof(const string &s, size_t *used = nullptr)
{
    int before = errno;
    errno = 0;
    char *end;
    float v = strtof(s.c_str(), &end);
    __number_read(s, end, used, "stof");
    errno = before;
    return v;
}
inline double stod(const string &s, size_t *used = nullptr)
{
    int before = errno;
    errno = 0;
    char *end;
    double v = strtod(s.c_str(), &end);
    __number_read(s, end, used, "stod");
    errno = before;
    return v;
}
inline long double stold(const string &s, size_t *used = nullptr)
{
    int before = errno;
    errno = 0;
    char *end;
    long double v = strtod(s.c_str(), &end);
    __number_read(s, end, used, "stold");
    errno = before;
    return v;
}
}
