// <cuComplex.h> and <math_constants.h> on both sides.
#include <cstdio>
#include <cuComplex.h>
#include <math_constants.h>
__host__ __device__ void all(double *out)
{
    cuFloatComplex a = make_cuFloatComplex(3, -4), b = make_cuComplex(0.5f, 2);
    cuDoubleComplex d = cuCdiv(make_cuDoubleComplex(1e300, 2e300), make_cuDoubleComplex(1e300, -1e300));
    cuComplex p = cuCmulf(cuCaddf(a, b), cuConjf(cuCsubf(a, b))), q = cuCdivf(a, b);
    cuDoubleComplex f = cuCfma(cuComplexFloatToDouble(a), cuComplexFloatToDouble(b), d);
    double values[] = {cuCrealf(p), cuCimagf(p), cuCrealf(q), cuCimagf(q), cuCreal(d), cuCimag(d), cuCabsf(a), cuCabs(f), cuCreal(f), cuCimag(f), CUDART_PI, CUDART_PI_F, CUDART_LN2};
    for (int i = 0; i < 13; i++) out[i] = values[i];
}
__global__ void k(double *out) { all(out); }
int main()
{
    double *out, host[13];
    cudaMallocManaged(&out, sizeof(host));
    k<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    all(host);
    for (int i = 0; i < 13; i++) printf("%.17g %d\n", out[i], host[i] == out[i]);
}
