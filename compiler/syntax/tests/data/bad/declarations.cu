// Mistakes at file and class level.
struct S { int a; int b } //~ K0202 //~ K0202
int after;
struct P { int x; }; 
main() { return 0; } //~ K0201
x = 5; //~ K0201
int f(int a, 3) { return a; } //~ K0201
class C { public int x; int y; }; //~ K0201
int g(int a { return a; } //~ K0203
enum E { A, B = , C }; //~ K0201
template <typename T T h(T t) { return t; } //~ K0201
int good(int v) { return v; }
struct __attribute__((packed)) Q { char c; int i; };
auto [u, v] = pair;
int arr[3 = {1}; //~ K0203
} //~ K0203
void last() { good(1) } //~ K0202
