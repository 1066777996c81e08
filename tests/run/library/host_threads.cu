#include <cstdio>
#include <thread>
#include <mutex>
#include <atomic>
#include <vector>
#include <pthread.h>
#include <functional>
std::mutex m;
std::atomic<int> n{0};
int shared_total = 0;
void work(int id, int &out) {
    for (int i = 0; i < 10; i++) n++;
    std::lock_guard<std::mutex> lock(m);
    out += id;
    shared_total += id;
}
void *run(void *p) {
    int *v = (int *)p;
    *v *= 2;
    return (void *)(long)(*v + 1);
}
int main() {
    std::vector<std::thread> ts;
    int outs[4] = {0};
    for (int i = 0; i < 4; i++) ts.emplace_back(work, i, std::ref(outs[i]));
    for (auto &t : ts) t.join();
    printf("%d %d %d\n", n.load(), shared_total, outs[3]);
    pthread_t t[3];
    int v[3] = {1, 2, 3};
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, run, &v[i]);
    for (int i = 0; i < 3; i++) {
        void *r;
        pthread_join(t[i], &r);
        printf("%d %ld\n", v[i], (long)r);
    }
    std::thread l([&] { shared_total = 5; });
    l.join();
    printf("%d\n", shared_total);
    return 0;
}
