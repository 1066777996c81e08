// Classes of floating-point numbers, and comparisons that raise nothing.
#include <cstdio>
#include <cmath>
#include <cfloat>
#include <limits>
int main() {
    double v[] = {0.0, -0.0, 1.0, DBL_MIN / 2, INFINITY, NAN};
    for (double x : v) { 
        int c = fpclassify(x);
        printf("%s %d %d %d %d %d\n", c == FP_NAN ? "nan" : c == FP_INFINITE ? "inf" : c == FP_ZERO ? "zero" : c == FP_SUBNORMAL ? "sub" : c == FP_NORMAL ? "norm" : "?", (bool)std::isnormal(x), (bool)std::isfinite(x), (bool)std::isinf(x), (bool)std::isnan(x), (bool)std::signbit(x));
        float f = (float)x; printf("%d %d %d\n", std::fpclassify(f), (bool)isnormal(f), FP_NORMAL);
    }
    printf("%d %d %d\n", (bool)std::isunordered(1.0, NAN), (bool)std::isgreater(2.0, 1.0), (bool)std::islessgreater(1.0, 2.0));
}
