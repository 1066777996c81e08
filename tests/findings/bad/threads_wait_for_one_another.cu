#include <cstdio>
#include <mutex>
#include <thread>
// Two threads take two locks in opposite order.
std::mutex left, right;
int main()
{
    std::thread other([] {
        std::lock_guard<std::mutex> a(right);
        std::this_thread::yield();
        std::lock_guard<std::mutex> b(left); //~ NOTE host thread 1 waits here for a mutex
    });
    std::lock_guard<std::mutex> a(left);
    std::this_thread::yield();
    std::lock_guard<std::mutex> b(right); //~ ERROR[R0408] all 2 host threads wait | `main`'s thread waits here for a mutex
    puts("never");
    other.join();
}
