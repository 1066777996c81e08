// The reference that a matrix kernel is checked against.
#include <cstdio>
#include <cstdlib>
#include <vector>
static void multiply(const std::vector<float> &a, const std::vector<float> &b, std::vector<float> &c, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 16;
    std::vector<float> a(n * n), b(n * n), c(n * n);
    for (int i = 0; i < n * n; i++) {
        a[i] = i % 7 * 0.5f;
        b[i] = i % 5 - 2.0f;
    }
    multiply(a, b, c, n);
    double sum = 0;
    for (float x : c) sum += x;
    printf("%.3f\n", sum);
}
