// A class that converts to `T *` and to `const T *`, as wrappers of device memory do: the object's constness chooses.
#include <cstdio>
template <class T> struct Array {
    T data[4];
    operator T *() { return data; }
    operator const T *() const { return data; }
};
int main()
{
    Array<int> a{{1, 2, 3, 4}};
    const Array<int> &c = a;
    *(a + 1) = 20;
    int *end = a + 4;
    printf("%d %d %d %d %td %d\n", *(a + 1), *(c + 2), a[3], *c, end - a, c ? 1 : 0);
}
