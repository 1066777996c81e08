// Sines and cosines of doubles read coefficients from a table in global memory, two at once; `sincos` does not, nor what is known
// when the kernel is compiled.
#include <cstdio>
__global__ void sine(double *a) { a[threadIdx.x] = sin(a[threadIdx.x]); }
__global__ void sine_and_cosine(double *a) { double s = sin(a[threadIdx.x]), c = cos(a[threadIdx.x]); a[threadIdx.x] = s + c; }
__global__ void both(double *a) { double s, c; sincos(a[threadIdx.x], &s, &c); a[threadIdx.x] = s + c; }
__global__ void both_of_pi(double *a) { double s, c; sincospi(a[threadIdx.x], &s, &c); a[threadIdx.x] = s + c; }
__global__ void of_pi(double *a) { a[threadIdx.x] = sinpi(a[threadIdx.x]) * cospi(0.5 * a[threadIdx.x]); }
__global__ void partly(double *a, int n) { if (threadIdx.x % 3 == 0) a[threadIdx.x] = cospi(a[threadIdx.x]) + cos((double)n); }
__global__ void uniform(double *a, int n) { a[threadIdx.x] = cos((double)n) + sin(a[64]); }
__global__ void rounds(double *a, int n) { double s = 0; for (int i = 0; i < n; i++) s += sin(a[threadIdx.x] + i); a[threadIdx.x] = s; }
__global__ void known(double *a) { a[threadIdx.x] += sin(1.25) + cos(2.5); }
__global__ void tangent(double *a) { a[threadIdx.x] = tan(a[threadIdx.x]); }
int main() {
    double *a;
    cudaMallocManaged(&a, 65 * sizeof(double));
    auto start = [&] { for (int i = 0; i < 65; i++) a[i] = i * 0.37 - 3; };
    auto tell = [&](const char *name) {
        cudaDeviceSynchronize();
        double sum = 0;
        for (int i = 0; i < 64; i++) sum += a[i] * (i + 1);
        printf("%s %.17g\n", name, sum);
    };
    start(); sine<<<1, 64>>>(a); tell("sine");
    start(); sine_and_cosine<<<1, 64>>>(a); tell("sine_and_cosine");
    start(); both<<<1, 64>>>(a); tell("both");
    start(); both_of_pi<<<1, 64>>>(a); tell("both_of_pi");
    start(); of_pi<<<1, 64>>>(a); tell("of_pi");
    start(); partly<<<1, 64>>>(a, 3); tell("partly");
    start(); uniform<<<1, 64>>>(a, 3); tell("uniform");
    start(); rounds<<<1, 64>>>(a, 10); tell("rounds");
    start(); known<<<1, 64>>>(a); tell("known");
    start(); tangent<<<1, 64>>>(a); tell("tangent");
    cudaFree(a);
}
