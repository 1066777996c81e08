// Calls through pointers, of virtual functions and others: to few functions from one place, and to many.
#include <cstdio>
#include <vector>
#include <memory>
#include <stdexcept>
struct Shape { virtual ~Shape() {} virtual long area(long k) const = 0; virtual void grow(double by) { size += by; } double size = 1; };
struct A : Shape { long area(long k) const override { return k + 1; } };
struct B : Shape { int x[3] = {1, 2, 3}; long area(long k) const override { long s = 0; for (int i = 0; i < 3; i++) s += x[i] * k; return s; } void grow(double by) override { size *= by; } };
struct C : B { long area(long k) const override { return B::area(k) - k; } };
struct D : Shape { long area(long k) const override { if (k == 77777) throw std::runtime_error("seven"); return k ^ 3; } };
struct E : Shape { long area(long k) const override { return k < 2 ? k : area(k - 1) % 1000 + area(k - 2) % 7; } };
typedef long (*op)(long, long);
long add(long a, long b) { return a + b; }
long sub(long a, long b) { return a - b; }
long mul(long a, long b) { return a * b % 1000003; }
long fib(long n, long) { static op self = fib; return n < 2 ? n : self(n - 1, 0) + self(n - 2, 0); }
int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
long deep(long n, op f) { char room[256]; room[n % 256] = (char)n; return n == 0 ? 0 : f(n, room[n % 256]) + deep(n - 1, f); }
int main() {
    std::vector<std::unique_ptr<Shape>> all;
    for (int i = 0; i < 50; i++) switch (i % 5) { case 0: all.emplace_back(new A); break; case 1: all.emplace_back(new B); break; case 2: all.emplace_back(new C); break; case 3: all.emplace_back(new D); break; default: all.emplace_back(new E); }
    long sum = 0; int caught = 0;
    for (long k = 0; k < 4000; k++) for (auto &s : all) { s->grow(1.0001); sum += s->area(k % 11 + (k == 3000 ? 70000 : 0) * (s->size < 0)); }
    for (long k = 77770; k < 77780; k++) for (int i = 3; i < 50; i += 5) try { sum += all[i]->area(k); } catch (std::exception &e) { caught++; }
    printf("%ld %d %.6f %.6f\n", sum, caught, all[0]->size, all[1]->size);
    op ops[] = {add, sub, mul, fib};
    long v = 1;
    for (int i = 0; i < 300000; i++) v = ops[i % 3](v, i);
    printf("%ld %ld\n", v, ops[3](22, 0));
    printf("%ld\n", deep(20000, add));
    op nothing = nullptr;
    if (v == 12345) nothing(1, 2);
}
