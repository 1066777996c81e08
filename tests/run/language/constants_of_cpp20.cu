// What C++20 allows in constant expressions: memory that is freed again, virtual functions, destructors, `try`.
//@ args: -D__cplusplus=202002L
#include <cstdio>

constexpr int one()
{
    int *p = new int(5);
    int v = *p + 1;
    delete p;
    return v;
}
static_assert(one() == 6);

constexpr int several(int n)
{
    int *list = new int[n]();
    for (int i = 1; i < n; i++) list[i] = list[i - 1] + i;
    int last = list[n - 1];
    delete[] list;
    int *given = new int[3]{4, 5, 6};
    last += given[1];
    delete[] given;
    delete (int *)nullptr;
    return last;
}
static_assert(several(5) == 15);

class Vector {
    int *data_ = nullptr;
    int size_ = 0, room_ = 0;

public:
    constexpr Vector() = default;
    constexpr Vector(Vector &&v) noexcept : data_(v.data_), size_(v.size_), room_(v.room_) { v.data_ = nullptr; }
    constexpr ~Vector() { delete[] data_; }
    constexpr void push(int value)
    {
        if (size_ == room_) {
            room_ = room_ ? 2 * room_ : 1;
            int *more = new int[room_]{};
            for (int i = 0; i < size_; i++) more[i] = data_[i];
            delete[] data_;
            data_ = more;
        }
        data_[size_++] = value;
    }
    constexpr int size() const { return size_; }
    constexpr int operator[](int i) const { return data_[i]; }
};

constexpr Vector squares(int n)
{
    Vector v;
    for (int i = 0; i < n; i++) v.push(i * i);
    return v;
}

constexpr int sum(int n)
{
    Vector v = squares(n);
    int total = 0;
    for (int i = 0; i < v.size(); i++) total += v[i];
    return total;
}
static_assert(sum(10) == 285);

struct Count {
    int &n;
    constexpr explicit Count(int &n) : n(n) {}
    constexpr ~Count() { n++; }
};

constexpr int destroyed()
{
    int n = 0;
    for (int i = 0; i < 5; i++) {
        Count outer(n);
        if (i == 3) break;
        if (i == 1) continue;
        Count inner(n);
    }
    {
        Count twice[2] = {Count(n), Count(n)};
    }
    return n;
}
static_assert(destroyed() == 8);

constexpr int destroyed_in_switch(int k)
{
    int n = 0;
    switch (k) {
    case 1: {
        Count count(n);
        break;
    }
    default: {
        Count count(n);
        break;
    }
    }
    return n;
}
static_assert(destroyed_in_switch(1) == 1 && destroyed_in_switch(2) == 1);

struct Shape {
    constexpr virtual int area() const = 0;
    constexpr virtual int corners() const { return 4; }
    constexpr virtual ~Shape() {}
};
struct Named {
    constexpr virtual int length() const { return 7; }
    constexpr virtual ~Named() {}
};
struct Square : Shape {
    int side;
    constexpr explicit Square(int side) : side(side) {}
    constexpr int area() const override { return side * side; }
    constexpr ~Square() override {}
};
struct Triangle : Named, Square {
    constexpr explicit Triangle(int side) : Square(side) {}
    constexpr int area() const override { return Square::area() / 2; }
    constexpr int corners() const override { return 3; }
    constexpr ~Triangle() override {}
};

constexpr int measure(const Shape &s) { return 10 * s.area() + s.corners(); }
static_assert(measure(Square(3)) == 94);

constexpr int owned()
{
    const Shape *shapes[] = {new Square(2), new Square(3)};
    int total = 0;
    for (const Shape *s : shapes) {
        total += measure(*s);
        delete s;
    }
    return total;
}
static_assert(owned() == 44 + 94);

constexpr int tried(int n)
{
    try {
        if (n > 3) throw n;
        return n + 1;
    } catch (int) {
        return -1;
    }
}
static_assert(tried(2) == 3);

int main()
{
    std::printf("%d %d %d %d %d %d\n", one(), several(5), sum(10), destroyed(), owned(), tried(2));
    std::printf("%d %d\n", tried(4), measure(Triangle(4)));
}
