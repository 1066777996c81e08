// A variable that every `return` names is built where the result goes (C++17 [class.copy.elision]); what g++ and nvcc leave as a
// move is a move: other blocks than the outermost, several variables, parameters.
#include <cstdio>
#define B __host__ __device__
struct T { int a; B T(int x):a(x){printf("ctor\n");} B T(const T&o):a(o.a){printf("copy\n");} B T(T&&o):a(o.a){printf("move\n");} B ~T(){printf("dtor\n");} };
B T f1(int n){ T x(n); x.a++; return x; }
B T f2(int n){ T x(n); if(n>3) return x; x.a++; return x; }
B T f3(int n){ { T x(n); x.a++; return x; } }
B T f4(int n){ T x(n); T y(n+1); if(n>3) return x; return y; }
B T f5(int n){ T x(n); if(n>3) return T(5); return x; }
B T f6(int n){ if(n>3){ T x(n); return x;} else { T y(n+2); return y;} }
B T f7(T n){ return n; }
B T f8(int n){ const T x(n); return x; }
B T f9(int n){ T x(n); return (x); }
B T fa(int n){ for(int i=0;i<n;i++){ T x(i); if(i==3) return x; } return T(9); }
B T fb(int n){ for(int i=0;;i++){ T x(i); if(i==3) return x; } }
B T fc(int n){ T x(n); auto l=[&](){ T y(3); return y; }; T z=l(); return n>2?x:z; }
B T fd(int n) { volatile T x(n); return T(x.a); }
template <class F> B void show(const char *name, int n, F f) { printf("-- %s(%d)\n", name, n); T t = f(n); printf("%d\n", t.a); }
B void all()
{
#define R(f) show(#f, n, [](int n) { return f(n); });
    for (int n = 2; n < 6; n += 3) {
        R(f1) R(f2) R(f3) R(f4) R(f5) R(f6) R(f7) R(f8) R(f9) R(fa) R(fb) R(fc) R(fd)
    }
}
__global__ void kernel() { all(); }
// What is thrown destroys the result; a block left by `return` does not.
struct Loud { const char *name; Loud(const char *n) : name(n) { printf("+%s\n", name); } ~Loud() { printf("-%s\n", name); } };
Loud thrown(int n)
{
    Loud result("result"), other("other");
    try {
        Loud inner("inner");
        if (n == 1) throw 1;
        if (n == 2) return result;
    } catch (int) {
        if (n == 1) return result;
    }
    if (n == 3) throw "outside";
    return result;
}
int main()
{
    all();
    puts("-- device");
    kernel<<<1, 1>>>();
    cudaDeviceSynchronize();
    for (int n = 0; n < 4; n++) try {
            Loud l = thrown(n);
            printf("have %d\n", n);
        } catch (const char *text) {
            printf("caught %s\n", text);
        }
}
