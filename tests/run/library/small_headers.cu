// Parts of the library that programs use once: nested exceptions, GCC's atomics, literals, locales, paths, dates.
#include <algorithm>
#include <clocale>
#include <complex>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>
#include <iostream>
#include <libgen.h>
#include <locale>
#include <stdexcept>
#include <version>
#include <xmmintrin.h>
#include <immintrin.h>
#include <unistd.h>
void inner() { throw std::logic_error("inner"); }
void outer()
{
    try {
        inner();
    } catch (...) {
        std::throw_with_nested(std::runtime_error("outer"));
    }
}
void tell(const std::exception &e, int depth)
{
    std::cout << std::string(depth, ' ') << e.what() << '\n';
    try {
        std::rethrow_if_nested(e);
    } catch (const std::exception &below) {
        tell(below, depth + 1);
    }
}
struct alignas(64) Line { char bytes[64]; ~Line() {} };
struct alignas(128) Two { char bytes[128]; };
int main()
{
    try {
        outer();
    } catch (const std::exception &e) {
        tell(e, 0);
    }
    int n = 5, expected = 8;
    __atomic_fetch_add(&n, 3, __ATOMIC_SEQ_CST);
    bool swapped = __atomic_compare_exchange_n(&n, &expected, 20, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    std::cout << swapped << ' ' << __atomic_load_n(&n, __ATOMIC_ACQUIRE) << ' ' << __atomic_sub_fetch(&n, 1, __ATOMIC_RELAXED) << '\n';
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    using namespace std::complex_literals;
    std::cout << (1.0 + 2i) * 3.0i << ' ' << std::abs(3.0 + 4.0i) << '\n';
    std::cout.imbue(std::locale("C"));
    std::cout << 1234567 << ' ' << std::locale().name() << ' ' << setlocale(LC_ALL, "C") << ' ' << std::toupper('q', std::locale::classic()) << '\n';
    try {
        std::locale missing("no such place");
    } catch (const std::runtime_error &e) {
        std::cout << e.what() << '\n';
    }
    char path[] = "/usr/lib/file.txt", again[] = "/usr/lib/", plain[] = "name";
    std::cout << basename(path) << ' ' << dirname(path) << ' ' << basename(again) << ' ' << dirname(plain) << '\n';
    time_t day = 86400 * 400;
    struct tm date, local;
    gmtime_r(&day, &date);
    localtime_r(&day, &local);
    std::cout << date.tm_year << ' ' << date.tm_mon << ' ' << date.tm_mday << '\n';
    void *memory = _mm_malloc(100, 64);
    _mm_pause();
    std::cout << (size_t)memory % 64 << ' ' << (__rdtsc() <= __rdtsc()) << ' ' << (getppid() >= 0) << '\n';
    _mm_free(memory);
    // `new` aligns what asks for more than 16 bytes.
    size_t odd = 0;
    for (int i = 0; i < 4; i++) {
        char *before = new char[24];
        Line *one = new Line, *many = new Line[3];
        Two *two = new Two[2]();
        odd += (size_t)one % 64 + (size_t)many % 64 + (size_t)two % 128;
        delete one;
        delete[] many;
        delete[] two;
        delete[] before;
    }
    std::cout << odd << '\n';
    return 0;
}
