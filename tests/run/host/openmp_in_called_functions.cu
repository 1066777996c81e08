// Directives in functions that a parallel region calls, and the rounds of an ordered loop without an ordered part.
#include <cstdio>
#include <omp.h>
int order[8], at;
void put(int i) {
#pragma omp ordered
  { order[at++] = i; }
}
long sum(const int *a, int n) {
  static long s;
#pragma omp single
  s = 0;
#pragma omp for reduction(+ : s) schedule(dynamic)
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
int fib(int n) {
  int x, y;
  if (n < 2) return n;
#pragma omp task shared(x) firstprivate(n)
  x = fib(n - 1);
#pragma omp task shared(y) firstprivate(n)
  y = fib(n - 2);
#pragma omp taskwait
  return x + y;
}
void plain() {
#pragma omp task
  printf("task\n");
}
void loops(int *b) {
#pragma omp taskloop
  for (int i = 0; i < 4; i++) b[i] = i * i;
}
void skip(int n) {
#pragma omp for ordered schedule(dynamic)
  for (int i = 0; i < n; i++) {
    if (i % 3 == 0) continue;
#pragma omp ordered
    order[at++] = i;
  }
}
int main() {
  at = 0;
#pragma omp parallel num_threads(3)
  skip(8);
  for (int i = 0; i < at; i++) printf("%d ", order[i]);
  puts("");
  at = 0;
#pragma omp parallel for ordered num_threads(3)
  for (int i = 0; i < 8; i++) put(i);
  for (int i = 0; i < 8; i++) printf("%d ", order[i]);
  puts("");
  int a[10]; for (int i = 0; i < 10; i++) a[i] = i;
  long r = 0;
#pragma omp parallel num_threads(4)
  { long s = sum(a, 10); 
#pragma omp master
    r = s; }
  printf("%ld\n", r);
  int f;
#pragma omp parallel
#pragma omp single
  f = fib(10);
  printf("%d\n", f);
  plain();
#pragma omp parallel
  {
#pragma omp master
    plain();
  }
  int b[4];
#pragma omp parallel
#pragma omp single
  loops(b);
  printf("%d %d\n", b[2], b[3]);
  at = 0;
  put(3);
}
