// glibc's `__ASSERT_FUNCTION` and `__assert_fail`, as assertions of a program's own use them.
#include <cassert>
#include <cstdio>
#include <cstring>
#define CHECK(e) ((e) ? static_cast<void>(0) : __assert_fail(#e, __FILE__, __LINE__, __ASSERT_FUNCTION))
static const char *here(int) { return __ASSERT_FUNCTION; }
const char *there();
int main()
{
    CHECK(1 == 1);
    std::puts(std::strstr(here(1), "here(int)") ? "here" : here(1));
    std::puts(std::strstr(there(), "there()") ? "there" : there());
}
// It stays when assertions are turned off.
#define NDEBUG
#include <cassert>
const char *there() { return __ASSERT_FUNCTION; }
