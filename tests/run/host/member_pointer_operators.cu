// `->*` overloaded by members, free functions and templates; the built-in `.*` and `->*` beside them.
#include <cstdio>
#include <utility>

struct Point {
    int x, y;
    int sum(int more) const { return x + y + more; }
    int move(int by) { return x += by; }
};

// Handles that select members as a pointer does: data by reference, functions as something to call.
template <class T> class Handle {
    T *target;

public:
    explicit Handle(T *t) : target(t) {}
    template <class M> M &operator->*(M T::*member) const { return target->*member; }
};

template <class T> class Caller {
    T *target;

public:
    explicit Caller(T *t) : target(t) {}
    template <class R, class P> auto operator->*(R (T::*function)(P) const) const
    {
        T *object = target;
        return [object, function](P p) { return (object->*function)(p); };
    }
};

// A free function, on whatever stands right.
struct Log {
    int entries = 0;
};

Log &operator->*(Log &log, const char *text)
{
    printf("log: %s\n", text);
    ++log.entries;
    return log;
}

enum class Step { Left, Right };

__host__ __device__ int operator->*(Step step, int by) { return step == Step::Left ? -by : by; }

__global__ void kernel(int *out) { *out = (Step::Left->*5) * 10 + (Step::Right->*3); }

// Converts to a pointer: the built-in operator takes it.
struct AsPointer {
    Point *p;
    operator Point *() const { return p; }
};

struct AsMember {
    int Point::*m;
    operator int Point::*() const { return m; }
};

struct Base {
    virtual int who() { return 1; }
    virtual ~Base() {}
    int (*callback)(int);
};

struct Derived : Base {
    int who() override { return 2; }
};

int kind(int &&) { return 1; }
int kind(const int &) { return 2; }
int kind(int &) { return 3; }

int twice(int n) { return 2 * n; }

int main()
{
    Point p{3, 4};
    Handle<Point> handle(&p);
    handle->*&Point::x = 10;
    int Point::*second = &Point::y;
    printf("%d %d\n", p.x, handle->*second);
    Caller<Point> caller(&p);
    printf("%d\n", (caller->*&Point::sum)(100));
    printf("%d\n", handle.operator->*(second));
    Log log;
    log->*"first"->*"second";
    printf("%d\n", operator->*(log, "third").entries);
    // It binds tighter than a product, and to the left.
    printf("%d\n", 2 * p.*second * 5);

    AsPointer as_pointer{&p};
    AsMember as_member{&Point::x};
    printf("%d %d %d\n", as_pointer->*second, (&p)->*as_member, (as_pointer->*&Point::move)(7));

    Derived derived;
    derived.callback = twice;
    Base *base = &derived;
    int (Base::*who)() = &Base::who;
    int (*Base::*callback)(int) = &Base::callback;
    printf("%d %d %d\n", (base->*who)(), (base->*callback)(21), (derived.*callback)(4));

    // A member of an rvalue is one, unless a pointer leads to it.
    const Point constant{1, 2};
    printf("%d %d %d %d %d\n", kind(Point{1, 2}.*second), kind(p.*second), kind(constant.*second), kind(std::move(p).*second),
           kind((&p)->*second));

    int *out;
    cudaMallocManaged(&out, sizeof(int));
    kernel<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d\n", *out, Step::Right->*8);
    cudaFree(out);
}
