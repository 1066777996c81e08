// No guard: each inclusion obeys NDEBUG as it is then (ISO C17 7.2).
//@rows
#undef assert
#ifdef NDEBUG
#define assert(expression) (static_cast<void>(0))
#else
// glibc's, for assertions of a program's own.
#define __ASSERT_FUNCTION __PRETTY_FUNCTION__
#define assert(expression) \
    ((expression) ? static_cast<void>(0) : __assert_fail(#expression, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
