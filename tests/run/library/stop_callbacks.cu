//@ args: -std=c++20
// Functions that a request to stop calls, and waits that one ends.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

int main()
{
    std::stop_source source;
    {
        std::stop_callback first(source.get_token(), [] { puts("first"); });
        std::optional<std::stop_callback<void (*)()>> second(std::in_place, source.get_token(), +[] { puts("second"); });
        std::stop_callback third(source.get_token(), [&] { second.reset(), puts("third"); });
        std::optional<std::stop_callback<void (*)()>> gone(std::in_place, source.get_token(), +[] { puts("gone"); });
        gone.reset();
        printf("%d\n", source.request_stop());
        printf("%d\n", source.request_stop());
    }
    std::stop_callback late(source.get_token(), [] { puts("at once"); });
    std::stop_token none, token = source.get_token();
    printf("%d %d %d\n", none.stop_possible(), token.stop_requested(), token == source.get_token());
    {
        std::stop_source alone;
        token = alone.get_token();
        printf("%d", token.stop_possible());
    }
    printf(" %d %d\n", token.stop_possible(), std::stop_source(std::nostopstate).stop_possible());
    std::mutex m;
    std::condition_variable_any ready;
    bool is_set = false;
    std::jthread waits([&](std::stop_token asked, int number) {
        std::unique_lock lock(m);
        bool held = ready.wait(lock, asked, [&] { return is_set; });
        printf("%d: %d\n", number, held);
        held = ready.wait_for(lock, std::stop_token(), std::chrono::milliseconds(1), [&] { return is_set; });
        printf("%d: %d\n", number, held);
    }, 5);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    waits.request_stop();
    waits.join();
    std::stop_callback<void (*)()> *itself = nullptr;
    std::stop_source again;
    static std::stop_callback<void (*)()> **where = &itself;
    itself = new std::stop_callback<void (*)()>(again.get_token(), +[] { delete *where, puts("itself"); });
    again.request_stop();
}
