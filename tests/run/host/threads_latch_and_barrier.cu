// C++20: nvcc takes it with `-std=c++20`.
#include <algorithm>
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
}
