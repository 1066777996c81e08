// What is aligned to more than 16 bytes gets memory from the functions that are told so.
#include <cstdio>
#include <cstdlib>
#include <new>
#include <cstdint>
void *operator new(std::size_t n, std::align_val_t a) { printf("new %zu %zu\n", n, (size_t)a); return aligned_alloc((size_t)a, (n + (size_t)a - 1) / (size_t)a * (size_t)a); }
void operator delete(void *p, std::align_val_t a) noexcept { printf("del %zu\n", (size_t)a); free(p); }
void operator delete(void *p, std::size_t n, std::align_val_t a) noexcept { printf("sdel %zu %zu\n", n, (size_t)a); free(p); }
struct alignas(64) S { int x; };
struct alignas(32) T { int x; static void *operator new(std::size_t n, std::align_val_t a) { printf("T new %zu\n", (size_t)a); return aligned_alloc((size_t)a, n); } static void operator delete(void *p) { puts("T del"); free(p); } };
int main() { S *s = new S; printf("%d\n", (int)((uintptr_t)s % 64)); delete s; T *t = new T; delete t; S *a = new S[2]; delete[] a; int *i = new int; delete i; }
