#include "device.h"
__device__ int bias;
__device__ int twice(int x) { return 2 * x; }
