// Functions called through pointers of other types as x86-64 does it, deep recursion, a thousand threads.
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <thread>
#include <vector>
#include <atomic>
void w(int *p){ *p += 5; }
int bye(){ puts("bye"); return 3; }
int cmp_int(const int *a, const int *b){ return *a - *b; }
typedef void (*each_t)(void *);
void show(const char *s){ puts(s); }
void low(int x){ printf("%d\n", x); }
int plain(){ puts("plain"); return 0; }
int add3(int a, int b, int c){ return a+b+c; }
long widen(long x){ return x*2; }
double half(double x){ return x/2; }
int depth(int n){ return n == 0 ? 0 : 1 + depth(n - 1) % 1000003; }
int sum(int n, int *p){ int here = n; if (n == 0) return *p; return sum(n-1, &here) + 1; }
int main(){
  int x = 1; pthread_t t;
  pthread_create(&t, nullptr, (void *(*)(void *))w, &x); pthread_join(t, nullptr); printf("%d\n", x);
  atexit((void (*)())bye);
  int a[] = {3,1,2}; qsort(a, 3, sizeof(int), (int (*)(const void *, const void *))cmp_int); printf("%d %d %d\n", a[0], a[1], a[2]);
  each_t e = (each_t)show; e((void *)"text");
  e = (each_t)low; e((void *)0x100000007);
  e = (each_t)plain; e(nullptr);
  int (*f4)(int,int,int,int) = (int (*)(int,int,int,int))add3; printf("%d\n", f4(1,2,3,4));
  int (*g)(long) = (int (*)(long))widen; printf("%d\n", g(21));
  double (*h)(double, int) = (double (*)(double, int))half; printf("%g\n", h(5, 1));
  for (int i = 0; i < 3000; i++) { e = i % 2 ? (each_t)low : (each_t)show; if (i > 2997) e(i % 2 ? (void *)(long)i : (void *)"even"); }
  printf("%d\n", depth(100000)); int z = 7; printf("%d\n", sum(100000, &z));
  std::vector<std::thread> v; std::atomic<int> n(0); std::atomic<bool> go(false);
  for (int i = 0; i < 1000; i++) v.emplace_back([&]{ while (!go) std::this_thread::yield(); n++; });
  go = true; for (auto &q : v) q.join(); printf("%d\n", n.load());
}
