#pragma once
#include "common_host.h"

extern __device__ int total;
extern __constant__ float factors[4];

__device__ float scaled(float x, int i);
__global__ void fill(float *out, int n);
void launch_fill(float *out, int n);

template <typename T>
__host__ __device__ T twice(T x)
{
    return x + x;
}
