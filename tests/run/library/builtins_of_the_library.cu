// GCC's builtin functions that are those of the library by another name, with the types of the C library.
#include <cstdio>
#include <new>
#include <exception>
#include <atomic>
#include <algorithm>
#include <cmath>
#include <functional>
#include <future>
#include <string>
void handler_of_new()
{
    puts("no memory");
    std::set_new_handler(nullptr);
}
int main()
{
    printf("%g %g %g %g\n", __builtin_cbrt(8.0), __builtin_sin(0.5f), __builtin_atan2(1.0, 2), __builtin_hypotf(3.f, 4.f));
    printf("%g %g %g %g\n", __builtin_fmod(7.5, 2.0), __builtin_trunc(-2.5), __builtin_copysign(1.0, -0.0), __builtin_log1p(0.25));
    printf("%ld %lld %g %g\n", __builtin_lround(2.5), __builtin_llround(-2.5), __builtin_ldexp(1, 4), __builtin_nextafter(1.0, 2.0) - 1);
    printf("%d %d %d %d %d\n", __builtin_parityl(7), __builtin_parity(3), __builtin_ffsl(8), __builtin_clrsbl(1), __builtin_ffs(0));
    printf("%d %d %d\n", __builtin_isinf_sign(-__builtin_inf()), __builtin_isinf_sign(__builtin_inf()), __builtin_isinf_sign(1.0));
    printf("%d %d %d\n", __builtin_isgreater(2.0, 1.0), __builtin_isunordered(1.0, __builtin_nan("")), __builtin_isnormal(0.0) != 0);
    printf("%d%d%d\n", std::signbit(-3), std::signbit(3u), std::isfinite(7));
    char text[16];
    __builtin_strncpy(text, "abc", 16);
    __builtin_strcat(text, "def");
    printf("%s ", __builtin_strstr(text, "cd"));
    printf("%d\n", __builtin_sprintf(text, "%d", 42));

    std::atomic<int> a;
    std::atomic_init(&a, 4);
    printf("%d ", a.load(std::memory_order_relaxed));
    printf("%d\n", std::atomic_fetch_or(&a, 3));
    printf("%d\n", std::get_terminate() != nullptr);
    printf("%d", std::set_new_handler(handler_of_new) == nullptr);
    printf("%d\n", std::get_new_handler() == handler_of_new);
    try {
        operator new((size_t)-1 / 4);
    } catch (std::bad_alloc &e) {
        printf("%s %d\n", e.what(), std::get_new_handler() == nullptr);
    }
    std::string s = "abcabd", p = "abd";
    printf("%ld", (long)(std::search(s.begin(), s.end(), std::boyer_moore_searcher(p.begin(), p.end())) - s.begin()));
    printf(" %ld\n", (long)(std::search(s.begin(), s.end(), std::boyer_moore_horspool_searcher(p.begin(), p.end())) - s.begin()));
    std::promise<int> one, two;
    std::future<int> of_one = one.get_future();
    one.swap(two);
    two.set_value(5);
    printf("%d %d\n", of_one.get(), *std::addressof(a) == 7);
}
