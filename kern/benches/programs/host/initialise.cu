// Fills vectors with rand() and sums them, as most programs begin.
#include <cstdio>
#include <cstdlib>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, rounds = argc > 2 ? atoi(argv[2]) : 1;
    float *a = (float *)malloc(n * sizeof(float)), *b = (float *)malloc(n * sizeof(float));
    double sum = 0;
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < n; i++) {
            a[i] = rand() / (float)RAND_MAX;
            b[i] = rand() % 100;
        }
        for (int i = 0; i < n; i++) sum += a[i] * b[i];
    }
    printf("%.6f\n", sum);
    free(a);
    free(b);
}
