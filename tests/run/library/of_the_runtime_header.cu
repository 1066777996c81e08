// What CUDA 13's cuda_runtime.h brings by way of <functional>, without an include of the program's own.
#include <cstdio>
int main()
{
    int x[3] = {3, 1, 2}, y[3];
    std::copy(x, x + 3, y);
    std::sort(y, y + 3);
    std::vector<int> v(y, y + 3);
    std::array<int, 2> a{{4, 5}};
    std::function<int(int)> twice = [](int n) { return 2 * n; };
    std::unordered_map<int, int> m{{1, 7}};
    auto t = std::make_tuple(8, 9);
    printf("%d %d %d %d %d %d %d\n", y[0], v[2], a[1], twice(3), m[1], std::get<1>(t), std::min(2, 1));
}
