// Default member initialisers of aggregates that use other members, member functions and `this`.
#include <cstdio>
#include <string>
#include <vector>
#include <memory>

struct Plain {
    int x;
    int y = x * 2;
    int z = f();
    __host__ __device__ constexpr int f() const { return x + y; }
};

// The members before one are there, those behind it are not asked.
struct Ordered {
    int a = say("a", 1);
    int b = say("b", a + 1);
    int c = say("c", a + b);
    int say(const char *name, int value) { printf("%s=%d ", name, value); return value; }
};

struct Node {
    int value;
    Node *self = this;
    Node *next = nullptr;
    const int &seen = value;
    bool is_here() const { return self == this && &seen == &value; }
};

struct Inner { int p; int q = p + 10; };
struct Outer { Inner first; Inner second = {first.q}; int third = second.q + first.p; };
struct Flat { Inner list[2]; int after = list[0].q + list[1].q; };

struct Named {
    std::string name;
    std::string upper = name + "!";
    std::size_t length = upper.size();
    std::vector<std::string> both = {name, upper};
};

struct Base { int from_base = 4; };
struct Derived : Base { int own = from_base * 3; int more = own + this->from_base; };

struct Closing { int k; int twice = [this] { return k * 2; }(); int thrice = [&] { return twice + k; }(); };

struct Bits { unsigned a : 3; unsigned b : 3 = a + 1; unsigned c : 10 = b * 2 + a; int rest = c + b; unsigned d : 4 = rest & 3; };

template <class T> struct Pair { T one; T two = one; T sum = one + two; };

constexpr Plain known{3};
static_assert(known.y == 6 && known.z == 9, "");
constexpr Plain several[] = {{1}, {2, 5}, {3, 4, 5}};
static_assert(several[0].z == 3 && several[1].z == 7 && several[2].z == 5, "");

// It makes another object of the same expression meanwhile.
constexpr Plain nested(int n) { return Plain{n > 0 ? nested(n - 1).z + 1 : 1}; }
static_assert(nested(2).z == 39 && nested(0).z == 3, "");

Plain global{7};
Named global_name{"global"};

Plain made(int n) { return {n}; }
int taken(Plain p) { return p.x + p.y + p.z; }

// In a member function of the same class `this` is another object.
struct Same { int v; int w = v + 1; Same next() const { return Same{v + 100}; } Same copy() const { Same s = {.v = w}; return s; } };

void print(const Plain &p) { printf("%d %d %d\n", p.x, p.y, p.z); }

// As a member, which a constructor makes in its place.
struct Holder { Node node{9}; Node nodes[2] = {{1}, {2}}; Plain plain = {6}; int k; constexpr Holder(int k) : k(k) {} };
struct Chosen { Plain plain; constexpr Chosen(int n) : plain{n} {} };
static_assert(Chosen(3).plain.z == 9, "");

template <class... T> Plain from(T... v) { return Plain{v...}; }

__global__ void kernel(int *out, int n) {
    Plain a{n};
    Plain b = {.x = n, .z = 5};
    Outer o{{n}};
    Bits bits{unsigned(n)};
    Plain list[2] = {{1}, {n, 1}};
    out[0] = a.y + a.z;
    out[1] = b.y + b.z;
    out[2] = o.second.q + o.third;
    out[3] = bits.a + 10 * bits.b + 100 * bits.c + bits.rest + bits.d;
    out[4] = list[0].z * 100 + list[1].z;
}

int main() {
    print(Plain{3});
    print({.x = 1});
    print({1, 5});
    Plain a = {.x = 2, .z = 1};
    print(a);
    print(global);
    print(made(4));
    printf("%d\n", taken({5}));
    Ordered o{};
    Ordered p{.b = 7};
    Ordered q{1, o.say("given", 2)};
    printf("| %d %d %d\n", o.c, p.c, q.c);
    Node n{3};
    Node m = {.value = 4, .next = &n};
    auto *heap = new Node{5};
    auto shared = std::unique_ptr<Node>(new Node{6, nullptr});
    printf("%d %d %d %d %d\n", n.is_here(), m.is_here(), heap->is_here(), shared->is_here(), m.next->seen);
    delete heap;
    Outer nest{{1}};
    Outer elided{1, 2};
    Outer both{{1}, {5}};
    printf("%d %d %d, %d %d, %d %d\n", nest.second.p, nest.second.q, nest.third, elided.first.q, elided.third, both.second.q, both.third);
    Flat flat{{{1}, {2, 3}}};
    printf("%d %d\n", flat.list[0].q, flat.after);
    Named name{"text"};
    Named names[] = {{"x"}, {"y", "z"}};
    printf("%s %zu %zu %s; %s %s %s\n", name.upper.c_str(), name.length, name.both.size(), name.both[1].c_str(), names[0].upper.c_str(),
           names[1].upper.c_str(), global_name.both[1].c_str());
    Derived d{};
    Derived e{{5}};
    printf("%d %d %d %d\n", d.own, d.more, e.own, e.more);
    Closing c1{2}, c2{3};
    printf("%d %d %d %d\n", c1.twice, c1.thrice, c2.twice, c2.thrice);
    Bits bits{5};
    Bits some = {.a = 1, .c = 100};
    printf("%d %d %d %d %d; %d %d %d\n", bits.a, bits.b, bits.c, bits.rest, bits.d, some.b, some.c, some.rest);
    Pair<double> pair{1.5};
    Pair<std::string> words{"ab"};
    printf("%g %g %s\n", pair.two, pair.sum, words.sum.c_str());
    Same s{1};
    printf("%d %d %d\n", s.next().w, s.copy().w, s.w);
    print(from(8));
    print(from(8, 1));
    auto *list = new Plain[3]{{1}, {2, 2}};
    print(list[0]);
    print(list[1]);
    print(list[2]);
    delete[] list;
    Holder held(1);
    printf("%d %d %d %d\n", held.node.is_here(), held.nodes[0].is_here(), held.nodes[1].is_here(), held.plain.z);
    static Plain once{a.x + 1};
    print(once);
    print(nested(1));
    int *out, result[5];
    cudaMalloc(&out, sizeof result);
    kernel<<<1, 1>>>(out, 5);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    for (int r : result) printf("%d ", r);
    printf("\n");
    cudaFree(out);
}
