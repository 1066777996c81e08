// Exceptions in threads, futures that carry them, member functions as threads.
#include <cstdio>
#include <thread>
#include <future>
#include <mutex>
#include <stdexcept>
#include <vector>
struct W { int v = 0; std::mutex m; void add(int n) { for (int i = 0; i < n; i++) { std::lock_guard<std::mutex> l(m); v++; } } int get(int k) const { return v + k; } };
int bad(int x) { if (x > 1) throw std::runtime_error("bad " + std::to_string(x)); return x; }
int main() {
    W w; std::thread a(&W::add, &w, 100), b(&W::add, &w, 50); a.join(); b.join(); printf("%d\n", w.v);
    auto f = std::async(std::launch::async, bad, 5); try { f.get(); } catch (std::exception &e) { printf("%s\n", e.what()); }
    auto g = std::async(&W::get, &w, 7); printf("%d\n", g.get());
    std::promise<int> p; auto pf = p.get_future(); std::thread t([&] { try { bad(9); } catch (...) { p.set_exception(std::current_exception()); } }); try { pf.get(); } catch (const std::runtime_error &e) { printf("%s\n", e.what()); } t.join();
    try { a.join(); } catch (const std::system_error &e) { printf("%s %d\n", e.what(), e.code().value()); }
    try { std::promise<int> q; auto qf = q.get_future(); { std::promise<int> r(std::move(q)); } qf.get(); } catch (const std::future_error &e) { printf("%s\n", e.what()); }
    std::vector<std::thread> ts; std::vector<int> out(4); for (int i = 0; i < 4; i++) ts.emplace_back([i, &out] { try { throw i; } catch (int k) { out[i] = k * 10; } }); for (auto &x : ts) x.join(); printf("%d %d\n", out[1], out[3]);
    std::packaged_task<int(int)> task(bad); auto tf = task.get_future(); task(1); printf("%d\n", tf.get());
}
