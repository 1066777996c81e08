#pragma once
__device__ int twice(int x);
extern __device__ int bias;
const char *help();
