// Where a call stands: the compiler's own functions in default arguments, and <source_location>.
#include <cstdio>
#include <cstring>
#include <source_location>
struct Where {
    int line;
    const char *function;
    Where(int line = __builtin_LINE(), const char *function = __builtin_FUNCTION()) : line(line), function(function) {}
};
void plain(const char *text, int line = __builtin_LINE(), const char *function = __builtin_FUNCTION(), const char *file = __builtin_FILE())
{
    printf("%s: %d in %s, %s\n", text, line, function, std::strcmp(file, __FILE__) ? "elsewhere" : "here");
}
void located(const char *text, std::source_location at = std::source_location::current())
{
    printf("%s: %u in %s\n", text, (unsigned)at.line(), at.function_name());
}
void nested(const char *text, Where where = Where()) { printf("%s: %d in %s\n", text, where.line, where.function); }
struct Member {
    Where made;
    int line = __builtin_LINE();
};
#define LOG(text) plain(text)
template <class T> T twice(T v)
{
    plain("template");
    return v + v;
}
int main()
{
    plain("first");
    plain(
        "over two lines");
    LOG("by a macro");
    located("second");
    nested("third");
    Where w;
    Where v[1] = {};
    auto here = std::source_location::current();
    printf("%d %d %u\n", w.line, v[0].line, (unsigned)here.line());
    printf("%d %s\n", twice(4), [] { return __builtin_FUNCTION(); }());
    static_assert(std::source_location().line() == 0, "");
}
