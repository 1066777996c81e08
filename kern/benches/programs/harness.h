// What the benchmark programs share: buffers come from standard input, results go to standard output, as bytes.
#pragma once
#include <cstdio>
#include <cstdlib>

inline int number(char **argv, int i) { return atoi(argv[i]); }

// A device array filled from standard input.
template <typename T> T *input(size_t n)
{
    T *host = new T[n], *device;
    if (fread(host, sizeof(T), n, stdin) != n) exit(90);
    if (cudaMalloc(&device, n * sizeof(T)) != cudaSuccess) exit(91);
    cudaMemcpy(device, host, n * sizeof(T), cudaMemcpyHostToDevice);
    delete[] host;
    return device;
}

// A device array of zeros.
template <typename T> T *zeros(size_t n)
{
    T *device;
    if (cudaMalloc(&device, n * sizeof(T)) != cudaSuccess) exit(91);
    cudaMemset(device, 0, n * sizeof(T));
    return device;
}

template <typename T> void output(const T *device, size_t n)
{
    T *host = new T[n];
    if (cudaMemcpy(host, device, n * sizeof(T), cudaMemcpyDeviceToHost) != cudaSuccess) exit(92);
    fwrite(host, sizeof(T), n, stdout);
    delete[] host;
}
