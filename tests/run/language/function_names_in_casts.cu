// A cast of a function's name: to its own type, to that of another function, to `void *`, to an integer.
#include <cstdio>
#include <pthread.h>
void *w(int *p) { *p += 1; return p; }
int plain(int x) { return x + 1; }
template <class T> T tmpl(T x) { return x * 2; }
int ov(int x) { return x; }
int ov(float x) { return (int)x * 10; }
__global__ void k(int n) { printf("k %d\n", n); }
__device__ int dv(int x) { return x + 5; }
__global__ void k2() {
  void *p = (void *)dv;
  int (*f)(int) = (int (*)(int))p;
  long (*g)(long) = (long (*)(long))dv;
  printf("%d %d\n", f(1), g != 0);
  int (*h)(int) = reinterpret_cast<int (*)(int)>(dv);
  printf("%d\n", h(2));
}
int main() {
  int x = 1;
  void *(*f)(void *) = (void *(*)(void *))w;
  f(&x);
  printf("%d\n", x);
  void *p = (void *)plain;
  auto g = (int (*)(int))p;
  printf("%d\n", g(3));
  auto h = reinterpret_cast<void *(*)(void *)>(w);
  h(&x);
  printf("%d\n", x);
  auto q = (int (*)(float))ov;
  printf("%d\n", q(2.f));
  auto t = (int (*)(int))tmpl<int>;
  printf("%d\n", t(2));
  auto t2 = (int (*)(int))tmpl;
  printf("%d\n", t2(2));
  void *pp = reinterpret_cast<void *>(plain);
  printf("%d\n", pp == p);
  pthread_t th;
  pthread_create(&th, 0, (void *(*)(void *))w, &x);
  pthread_join(th, 0);
  printf("%d\n", x);
  unsigned long long u = (unsigned long long)plain;
  printf("%d\n", u != 0);
  const void *kp = (const void *)k;
  int n = 7; void *args[] = {&n};
  cudaLaunchKernel(kp, dim3(1), dim3(1), args, 0, 0);
  cudaLaunchKernel((void *)k, dim3(1), dim3(1), args, 0, 0);
  cudaDeviceSynchronize();
  k2<<<1,1>>>();
  cudaDeviceSynchronize();
  typedef void (*V)();
  V v = (V)plain;
  printf("%d\n", ((int (*)(int))v)(9));
  void *tp = (void *)tmpl<int>;
  printf("%d\n", ((int (*)(int))tp)(9));
  (void)plain;
}
