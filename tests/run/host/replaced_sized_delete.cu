// The program's own functions for new and delete: which of them is called with how many bytes.
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>
static bool loud = false;
// nvcc compiles them for both sides, and the device has no `loud`.
#ifdef __CUDA_ARCH__
#define SAY(...)
#else
#define SAY(...) if (loud) printf(__VA_ARGS__)
#endif
void *operator new(size_t n)
{
    SAY("new %zu\n", n);
    return malloc(n);
}
void operator delete(void *p) noexcept
{
    if (p) SAY("delete\n");
    free(p);
}
void operator delete(void *p, size_t n) noexcept
{
    if (p) SAY("delete %zu\n", n);
    free(p);
}
struct Loud { int n[3]; ~Loud() { puts("~Loud"); } };
struct Base { virtual ~Base() {} };
struct Derived : Base { double d[4]; };
struct Thrower { long n[5]; Thrower() { throw 1; } };
struct Incomplete;

int main()
{
    loud = true;
    delete new int(1);
    delete new Loud;
    delete[] new int[4];
    delete[] new Loud[2];
    Base *base = new Derived;
    delete base;
    {
        std::vector<int> v(10);
        v[3] = 2;
    }
    try {
        new Thrower;
    } catch (int) {
        puts("caught");
    }
    ::operator delete(::operator new(20));
    ::operator delete(::operator new(24), 24);
    loud = false;
    std::string text(100, 'x');
    printf("%zu\n", text.size());
}
