// C++20: nvcc takes it with `-std=c++20`.
#include <algorithm>
#include <chrono>
#include <stop_token>
#include <atomic>
#include <barrier>
#include <cstdio>
#include <latch>
#include <mutex>
#include <semaphore>
#include <thread>
#include <vector>
int main() {
    std::mutex m;
    std::latch done(3); std::barrier sync(3, [] () noexcept { printf("phase\n"); }); std::counting_semaphore<2> two(2);
    std::atomic<int> inside{0}; int most = 0;
    std::vector<std::thread> us;
    for (int i = 0; i < 3; i++) us.emplace_back([&] {
        for (int k = 0; k < 2; k++) sync.arrive_and_wait();
        two.acquire(); int n = ++inside; { std::lock_guard g(m); most = std::max(most, n); } std::this_thread::yield(); --inside; two.release();
        done.count_down();
    });
    done.wait();
    for (auto &u : us) u.join();
    printf("%d\n", most <= 2);
    std::atomic<int> stage{0};
    std::thread w([&] { stage.wait(0); printf("stage %d\n", stage.load()); });
    stage = 1; stage.notify_all(); w.join();
    int turns = 0;
    {
        std::jthread until_stopped([&turns](std::stop_token token) { while (!token.stop_requested()) turns++; });
        std::jthread plain([](int x) { printf("plain %d\n", x); }, 4);
        plain.join();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    printf("%d\n", turns > 0);
}
