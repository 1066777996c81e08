// An array is as constant as its elements: a `reinterpret_cast` to a pointer or reference to one takes no `const` away.
#include <cstdio>

template <class T> struct Point {
    using Raw = T[3];
    T x[3];
};

template <class T> typename Point<T>::Raw *raw(Point<T> *p) { return reinterpret_cast<typename Point<T>::Raw *>(p); }
template <class T> const typename Point<T>::Raw *raw(const Point<T> *p) { return reinterpret_cast<const typename Point<T>::Raw *>(p); }

int main()
{
    Point<float> points[2] = {{{1, 2, 3}}, {{4, 5, 6}}};
    const Point<float> *constant = points;
    raw(points)[1][0] = 7;
    printf("%g %g\n", raw(constant)[1][0], raw(constant)[0][2]);

    const float *flat = points[0].x;
    const float(*rows)[3] = reinterpret_cast<const float(*)[3]>(flat);
    printf("%g %g\n", rows[0][1], rows[1][1]);

    const void *memory = points;
    const float(*grid)[2][3] = static_cast<const float(*)[2][3]>(memory);
    printf("%g\n", (*grid)[1][2]);
    const int(*bits)[3] = reinterpret_cast<const int(*)[3]>(rows);
    printf("%08x\n", (*bits)[0]);
    float(*writable)[3] = const_cast<float(*)[3]>(rows);
    writable[1][2] = 8;
    printf("%g\n", (*grid)[1][2]);
}
