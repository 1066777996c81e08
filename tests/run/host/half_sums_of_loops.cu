// Sums of halves that begin with a number and are needed behind the loop.
#include <cstdio>
#include <cuda_fp16.h>

template <class T, class Sum> T total(const T *values, const int *order, int n, int left_out)
{
    Sum sum = 0;
    for (int i = 0; i < n; i++) {
        int k = order[i];
        if (k != left_out) sum -= static_cast<Sum>(values[k]);
    }
    return static_cast<T>(sum);
}

template <class T> T largest(const T *values, int n)
{
    T most = T(-100.0f);
    int i = 0;
    while (i < n && values[i] != T(0.0f)) {
        most = values[i] > most ? values[i] : most;
        i++;
    }
    return most;
}

template <class T> void powers(T base, int n, T *last, T *before)
{
    T value = T(1.0f), previous = T(0.0f);
    for (int i = 0; i < n; i++) {
        previous = value;
        value = value * base;
    }
    *last = value;
    *before = previous;
}

int main()
{
    half values[6];
    for (int i = 0; i < 6; i++) values[i] = half(i == 5 ? 0.0f : 0.5f * i - 1.25f);
    const int order[4] = {3, 0, 4, 1};
    printf("%g %g\n", (float)total<half, half>(values, order, 4, 4), (float)total<half, float>(values, order, 4, -1));
    printf("%g %g\n", (float)largest(values, 6), (float)largest(values + 5, 1));
    half last, before;
    powers(half(1.5f), 5, &last, &before);
    printf("%g %g\n", (float)last, (float)before);
    powers(half(3.0f), 0, &last, &before);
    printf("%g %g\n", (float)last, (float)before);
}
