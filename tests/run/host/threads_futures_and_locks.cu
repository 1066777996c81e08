#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <queue>
#include <shared_mutex>
#include <thread>
#include <vector>
#include <numeric>
#include <functional>
class Pool {
    std::vector<std::thread> workers;
    std::queue<std::function<void()>> tasks;
    std::mutex lock;
    std::condition_variable ready;
    bool stopping = false;
    void work() {
        for (;;) {
            std::function<void()> task;
            {
                std::unique_lock<std::mutex> guard(lock);
                ready.wait(guard, [this] { return stopping || !tasks.empty(); });
                if (stopping && tasks.empty()) return;
                task = std::move(tasks.front());
                tasks.pop();
            }
            task();
        }
    }
public:
    explicit Pool(int n) { for (int i = 0; i < n; i++) workers.emplace_back([this] { work(); }); }
    ~Pool() {
        { std::lock_guard<std::mutex> guard(lock); stopping = true; }
        ready.notify_all();
        for (auto &w : workers) w.join();
    }
    template <class F> auto submit(F f) -> std::future<decltype(f())> {
        auto task = std::make_shared<std::packaged_task<decltype(f())()>>(f);
        auto result = task->get_future();
        { std::lock_guard<std::mutex> guard(lock); tasks.push([task] { (*task)(); }); }
        ready.notify_one();
        return result;
    }
};
static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static double sum(const std::vector<double> &v, size_t a, size_t b) { return std::accumulate(v.begin() + a, v.begin() + b, 0.0); }
std::once_flag once;
std::atomic<int> counter{0};
std::atomic_flag spin = ATOMIC_FLAG_INIT;
int guarded = 0;
int main() {
    {
        Pool pool(3);
        std::vector<std::future<long>> results;
        for (int i = 0; i < 12; i++) results.push_back(pool.submit([i] { return fib(i + 8); }));
        long total = 0;
        for (auto &r : results) total += r.get();
        printf("fib %ld\n", total);
    }
    std::vector<double> v(10000);
    for (size_t i = 0; i < v.size(); i++) v[i] = i * 0.5;
    auto a = std::async(std::launch::async, sum, std::cref(v), 0, v.size() / 2);
    auto b = std::async(sum, std::cref(v), v.size() / 2, v.size());
    printf("sum %.1f\n", a.get() + b.get());
    auto lazy = std::async(std::launch::deferred, [] { return 7; });
    printf("%d\n", lazy.wait_for(std::chrono::seconds(0)) == std::future_status::deferred);
    printf("%d\n", lazy.get());
    std::promise<int> p;
    std::future<int> f = p.get_future();
    std::thread setter([](std::promise<int> q, int x) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); q.set_value(x); }, std::move(p), 42);
    printf("%d\n", f.wait_for(std::chrono::milliseconds(1)) == std::future_status::timeout);
    printf("promise %d\n", f.get());
    setter.join();
    std::vector<std::thread> ts;
    for (int t = 0; t < 8; t++) ts.emplace_back([t] {
        std::call_once(once, [] { printf("once\n"); });
        for (int i = 0; i < 1000; i++) {
            counter++;
            while (spin.test_and_set(std::memory_order_acquire)) ;
            guarded += t;
            spin.clear(std::memory_order_release);
        }
    });
    for (auto &t : ts) t.join();
    printf("%d %d\n", counter.load(), guarded);
    std::shared_mutex rw; int value = 0; long seen = 0; std::mutex m;
    std::thread writer([&] { for (int i = 0; i < 100; i++) { std::unique_lock l(rw); value++; } });
    std::thread reader([&] { for (int i = 0; i < 100; i++) { std::shared_lock l(rw); std::scoped_lock g(m); seen += value >= 0; } });
    writer.join(); reader.join();
    printf("%d %ld\n", value, seen);
    std::timed_mutex tm; tm.lock();
    std::thread tt([&] { printf("timed %d\n", tm.try_lock_for(std::chrono::milliseconds(2))); }); tt.join(); tm.unlock();
    std::recursive_mutex rm; rm.lock(); rm.lock(); rm.unlock(); rm.unlock();
    printf("%d\n", std::thread().get_id() == std::thread::id());
}
