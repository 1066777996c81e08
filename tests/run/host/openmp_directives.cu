#include <omp.h>
#include <cstdio>
#include <cmath>
#include <vector>
#include <algorithm>
#define N 1000
static int collatz(long n) { int s = 0; while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; s++; } return s; }
template <class T> T dot(const std::vector<T> &a, const std::vector<T> &b) {
    T s = 0;
#pragma omp parallel for reduction(+:s) schedule(static)
    for (size_t i = 0; i < a.size(); ++i) s += a[i] * b[i];
    return s;
}
struct Grid {
    int w, h; std::vector<int> cells;
    void fill() {
#pragma omp parallel for collapse(2) num_threads(3)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) cells[y * w + x] = y * 100 + x;
    }
};
int main() {
    double a[N], b[N], c[N];
    int seen[8] = {0};
#pragma omp parallel num_threads(4)
    {
        int id = omp_get_thread_num();
        seen[id] = omp_get_num_threads() * 10 + id;
#pragma omp for
        for (int i = 0; i < N; i++) { a[i] = i; b[i] = 2 * i; }
#pragma omp for schedule(dynamic, 16) nowait
        for (int i = 0; i < N; i++) c[i] = a[i] + b[i];
#pragma omp barrier
#pragma omp single
        printf("single\n");
#pragma omp master
        printf("master %d\n", omp_get_thread_num());
    }
    for (int i = 0; i < 4; i++) printf("%d ", seen[i]);
    double sum = 0; int most = 0, least = 1 << 30; long count = 0; bool all = true; unsigned bits = 0;
#pragma omp parallel for reduction(+ : sum, count) reduction(max : most) reduction(min : least) reduction(&& : all) reduction(|:bits)
    for (int i = 0; i < N; i += 3) { sum += c[i]; count++; most = std::max(most, collatz(i + 1)); if (collatz(i + 1) < least) least = collatz(i + 1); all = all && c[i] >= 0; bits |= 1u << (i % 32); }
    printf("\n%.1f %ld %d %d %d %x\n", sum, count, most, least, all, bits);
    int histogram[10] = {0};
#pragma omp parallel for reduction(+:histogram)
    for (int i = 0; i < 1000; i++) histogram[i * i % 10]++;
    for (int h : histogram) printf("%d ", h);
    int x = 5, last = -1, first = 7;
#pragma omp parallel for private(x) firstprivate(first) lastprivate(last)
    for (int i = 10; i >= 1; i--) { x = i; first += i; last = x * 2; }
    printf("\n%d %d %d\n", x, first, last);
    int shared_count = 0, guarded = 0;
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < 400; i++) {
#pragma omp atomic
            shared_count++;
#pragma omp critical(name)
            { guarded += i; }
        }
    }
    printf("%d %d\n", shared_count, guarded);
    int s1 = 0, s2 = 0, s3 = 0;
#pragma omp parallel sections
    {
#pragma omp section
        s1 = 1;
#pragma omp section
        { s2 = 2; }
#pragma omp section
        for (int i = 0; i < 3; i++) s3 += i;
    }
    printf("%d %d %d\n", s1, s2, s3);
    std::vector<float> u(100, 2.0f), v(100, 0.5f);
    printf("%.1f\n", dot(u, v));
    Grid g{5, 4, std::vector<int>(20)}; g.fill();
    int check = 0; for (int q : g.cells) check += q; printf("%d\n", check);
#pragma omp parallel for ordered schedule(static, 1)
    for (int i = 0; i < 6; i++) {
        int sq = i * i;
#pragma omp ordered
        printf("%d ", sq);
    }
    puts("");
    int t1 = 0, t2 = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(t1)
        t1 = collatz(27);
#pragma omp task shared(t2)
        t2 = collatz(97);
#pragma omp taskwait
        printf("%d %d\n", t1, t2);
    }
    omp_lock_t lock; omp_init_lock(&lock); int locked = 0;
    omp_set_num_threads(3);
    printf("max %d\n", omp_get_max_threads());
#pragma omp parallel default(none) shared(lock, locked)
    { omp_set_lock(&lock); locked += omp_get_num_threads(); omp_unset_lock(&lock); }
    printf("%d %d\n", locked, omp_in_parallel());
    int cap, base = 10;
#pragma omp parallel for if(base > 100) private(cap)
    for (int i = 0; i < 4; i++) {
#pragma omp atomic capture
        cap = base++;
        printf("%d ", cap);
    }
    puts("");
#pragma omp simd reduction(+:sum)
    for (int i = 0; i < 10; i++) sum += i;
    printf("%.1f\n", sum);
}
