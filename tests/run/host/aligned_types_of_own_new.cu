// The program's `operator new` is not asked for what is aligned to more than 16 bytes.
#include <cstdio>
#include <cstdlib>
#include <new>
static int asked, freed;
// nvcc compiles them for both sides, and the device has no such variables.
#ifdef __CUDA_ARCH__
#define COUNT(n)
#else
#define COUNT(n) n++
#endif
void *operator new(std::size_t n) { COUNT(asked); return malloc(n); }
void operator delete(void *p) noexcept { COUNT(freed); free(p); }
void operator delete(void *p, std::size_t) noexcept { COUNT(freed); free(p); }
struct alignas(64) Wide { int x; ~Wide() {} };
int main()
{
    Wide *w = new Wide, *many = new Wide[3];
    printf("%d %d\n", (int)((unsigned long)w % 64), (int)((unsigned long)many % 64));
    delete w;
    delete[] many;
    printf("%d %d\n", asked, freed);
    delete new int;
    printf("%d %d\n", asked, freed);
}
