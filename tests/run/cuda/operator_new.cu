// The program's own operator new and delete: for all of it, for classes on managed memory and of a pool, with virtual destructors.
#include <cstdio>
#include <cstdlib>
#include <new>
static int news = 0;
// nvcc compiles them for both sides, and the device has no `news`.
#ifdef __CUDA_ARCH__
#define COUNT(n)
#else
#define COUNT(n) news += n
#endif
void *operator new(size_t n) { COUNT(1); return malloc(n); }
void operator delete(void *p) noexcept { COUNT(-1); free(p); }
void *operator new[](size_t n) { COUNT(10); return malloc(n); }
void operator delete[](void *p) noexcept { COUNT(-10); free(p); }
void operator delete(void *p, size_t) noexcept { COUNT(-1); free(p); }
class Managed { public:
    void *operator new(size_t len) { void *p; cudaMallocManaged(&p, len); cudaDeviceSynchronize(); return p; }
    void operator delete(void *p) { cudaDeviceSynchronize(); cudaFree(p); }
    void *operator new[](size_t len) { void *p; cudaMallocManaged(&p, len); return p; }
    void operator delete[](void *p) { cudaFree(p); }
};
struct Elem : public Managed { int key; float value; Elem() : key(1), value(2) {} ~Elem() { printf("~%d\n", key); } };
__global__ void k(Elem *e) { e->key += 10; }
struct Pool { static char buf[256]; static size_t used; int x;
  static void *operator new(size_t n) { void *p = buf + used; used += n; return p; }
  static void operator delete(void *p, size_t n) { printf("pool delete %zu\n", n); } };
char Pool::buf[256]; size_t Pool::used = 0;
struct VB { virtual ~VB() {} }; struct VD : VB { double d[3]; static void operator delete(void *p, size_t n) { printf("VD delete %zu\n", n); ::operator delete(p); } };
int main() {
    Elem *e = new Elem; k<<<1, 1>>>(e); cudaDeviceSynchronize(); printf("%d\n", e->key); delete e;
    Elem *a = new Elem[3]; a[1].key = 7; delete[] a;
    int *p = new int(5); printf("%d %d\n", *p, news); delete p; int *q = new int[4]; printf("%d\n", news); delete[] q; printf("%d\n", news);
    Pool *o = new Pool, *o2 = new Pool; printf("%zu\n", Pool::used); delete o2; delete o;
    VB *v = new VD; delete v; printf("%d\n", news);
    void *raw = operator new(64); operator delete(raw); printf("%d\n", news);
}
