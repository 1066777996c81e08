// What C++17 took out of <functional> and <memory>, and libstdc++ keeps: binders, adapted functions, auto_ptr.
#include <algorithm>
#include <cctype>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>
struct Scale : public std::unary_function<int, int> {
    int by;
    Scale(int by) : by(by) {}
    __host__ __device__ int operator()(int x) const { return x * by; }
};
struct Sum : std::binary_function<int, int, int> {
    result_type operator()(first_argument_type a, second_argument_type b) const { return a + b; }
};
struct Shape {
    int sides;
    Shape(int n = 0) : sides(n) {}
    int doubled() const { return sides * 2; }
    ~Shape() { std::cout << "~" << sides << ' '; }
};
static bool is_odd(int x) { return x % 2; }
static int power(int base, int e) { return e ? base * power(base, e - 1) : 1; }
static std::string trimmed(std::string s)
{
    s.erase(s.begin(), std::find_if(s.begin(), s.end(), std::not1(std::ptr_fun<int, int>(std::isspace))));
    s.erase(std::find_if(s.rbegin(), s.rend(), std::not1(std::ptr_fun<int, int>(std::isspace))).base(), s.end());
    return s;
}
__global__ void scale(int *x, Scale f) { x[threadIdx.x] = f(x[threadIdx.x]); }
int main()
{
    std::vector<int> v;
    for (int i = 1; i <= 6; i++) v.push_back(i);
    std::cout << std::count_if(v.begin(), v.end(), std::bind2nd(std::greater<int>(), 2)) << ' ' << std::count_if(v.begin(), v.end(), std::bind1st(std::less<int>(), 4)) << ' '
              << std::count_if(v.begin(), v.end(), std::not1(std::ptr_fun(is_odd))) << ' ' << std::not2(std::less<int>())(1, 2) << ' ' << std::ptr_fun(power)(2, 5) << '\n';
    std::transform(v.begin(), v.end(), v.begin(), std::bind2nd(std::multiplies<int>(), 10));
    std::cout << v[5] << ' ' << Sum()(v[0], v[1]) << " <" << trimmed("  a b\t") << ">\n";
    {
        std::auto_ptr<Shape> a(new Shape(3)), b;
        std::cout << (a.get() != nullptr) << a->doubled() << ' ';
        b = a;
        std::auto_ptr<Shape> c(b);
        std::cout << (a.get() == nullptr) << (b.get() == nullptr) << (*c).sides << ' ';
        std::vector<const Shape *> all(1, c.get());
        std::cout << std::mem_fun(&Shape::doubled)(all[0]) << std::mem_fun_ref(&Shape::doubled)(*c) << ' ';
        c.reset(new Shape(4));
    }
    int *x;
    cudaMallocManaged(&x, 4 * sizeof(int));
    for (int i = 0; i < 4; i++) x[i] = i;
    scale<<<1, 4>>>(x, Scale(5));
    cudaDeviceSynchronize();
    std::cout << '\n' << x[3] << ' ' << sizeof(Scale::argument_type) << '\n';
}
