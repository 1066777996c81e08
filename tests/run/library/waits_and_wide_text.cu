// g++ prints the same: time that is slept passes on all clocks; wide text among narrow.
#include <chrono>
#include <cstdio>
#include <cwchar>
#include <sys/time.h>
#include <thread>
#include <unistd.h>

int main()
{
    using namespace std::chrono;
    auto t0 = steady_clock::now();
    std::this_thread::sleep_for(milliseconds(20));
    printf("%d ", steady_clock::now() - t0 >= milliseconds(20));
    auto t1 = high_resolution_clock::now();
    usleep(20000);
    printf("%d ", duration<double, std::milli>(high_resolution_clock::now() - t1).count() >= 20);
    timeval a, b;
    gettimeofday(&a, nullptr);
    std::this_thread::sleep_until(system_clock::now() + milliseconds(20));
    gettimeofday(&b, nullptr);
    printf("%d\n", (b.tv_sec - a.tv_sec) * 1000000 + b.tv_usec - a.tv_usec >= 20000);
    wchar_t ws[16];
    swprintf(ws, 16, L"%ls-%d", L"wide", 5);
    printf("%ls %zu ", ws, wcslen(ws));
    char text[32];
    snprintf(text, sizeof text, "[%ls|%.2ls|%6ls]", L"wide", L"wide", L"ab");
    puts(text);
    return 0;
}
