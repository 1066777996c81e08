// Heat on a plate by the five-point stencil, two arrays swapped.
#include <cstdio>
#include <cstdlib>
#include <utility>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 32, steps = argc > 2 ? atoi(argv[2]) : 10;
    float *a = (float *)calloc(n * n, sizeof(float)), *b = (float *)calloc(n * n, sizeof(float));
    for (int i = 0; i < n; i++) a[i] = b[i] = 100.0f;
    for (int s = 0; s < steps; s++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i * n + j] = 0.25f * (a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1]);
        std::swap(a, b);
    }
    double sum = 0;
    for (int i = 0; i < n * n; i++) sum += a[i];
    printf("%.4f\n", sum);
    free(a);
    free(b);
}
