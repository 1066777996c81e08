#include "wrong.h"

__global__ void k(float *x)
{
    x[0] = missing(1);
}
