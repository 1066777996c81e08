// What is known of memory is not loaded, and not stored again: how far nvcc goes with __restrict__, with bytes, over barriers,
// joins and loops.
#include <cstdio>

__device__ float table[64];

__global__ void barrierBetween(float *__restrict__ p, float *__restrict__ q)
{
    int i = threadIdx.x;
    float a = p[i ^ 1];
    __syncthreads();
    q[i] = a + p[i ^ 1];
}

__global__ void fenceBetween(float *__restrict__ p, float *__restrict__ q)
{
    int i = threadIdx.x;
    float a = p[i ^ 1];
    __threadfence();
    q[i] = a + p[i ^ 1];
}

__global__ void storedThenLoaded(float *__restrict__ p, float *__restrict__ q)
{
    int i = threadIdx.x;
    p[i] = 1;
    __syncthreads();
    q[i] = p[i] + 2;
}

// The other thread's new value is not seen: the first load stands for both.
__global__ void staleNeighbour(float *__restrict__ p, float *__restrict__ q)
{
    int i = threadIdx.x;
    float before = p[i ^ 32];
    __syncthreads();
    q[i] = before;
    p[i] = before + 100;
    __syncthreads();
    q[i] = p[i ^ 32];
}

__global__ void onePlain(float *__restrict__ p, float *q)
{
    int i = threadIdx.x;
    float a = p[i];
    q[i] = 2;
    q[i] = a + p[i];
}

__global__ void bothPlain(float *p, float *q)
{
    int i = threadIdx.x;
    float a = p[i];
    q[2 * i] = 2;
    q[2 * i + 1] = a + p[i];
}

__global__ void besideVariable(float *__restrict__ p)
{
    int i = threadIdx.x;
    float a = p[i];
    table[2 * i] = 2;
    table[2 * i + 1] = a + p[i];
    p[i + 64] = 3;
}

__global__ void overwritten(float *__restrict__ p, float *q)
{
    int i = threadIdx.x;
    p[i] = 1;
    q[i] = q[i + 32];
    __syncthreads();
    p[i] = 2;
}

__global__ void keptAddress(float *__restrict__ p, float **where)
{
    int i = threadIdx.x;
    float a = p[i];
    where[i] = p + i;
    __syncthreads();
    p[i + 64] = a + p[i];
}

__global__ void bytes(unsigned char *p, int *o)
{
    int i = threadIdx.x;
    p[i] = o[i];
    o[i] = p[i] + 1;
}

__global__ void shorts(short *p, int *o)
{
    int i = threadIdx.x;
    p[i] = (short)(o[i] * 1000);
    o[i] = p[i];
}

__global__ void flagOfBlock(const unsigned char *map, unsigned char *flag, int n, int step)
{
    int at = threadIdx.x, mine = blockIdx.x * blockDim.x + threadIdx.x;
    flag[mine] = __syncthreads_and(map[at]);
    for (int i = 1; i < n; i++) {
        at += step;
        flag[mine] = __syncthreads_and(flag[mine] && map[at]);
    }
}

struct Body { float position[3], velocity[3], force[3], mass; };

__global__ void attract(Body *bodies, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Body mine = bodies[i];
    float sum = mine.force[0];
    for (int k = 0; k < n; k++) sum += bodies[k].mass * (bodies[k].position[0] - mine.position[0]);
    mine.force[0] = sum;
    bodies[i] = mine;
}

__global__ void move(Body *__restrict__ bodies, float *__restrict__ energy, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Body mine = bodies[i];
    mine.velocity[0] += mine.force[0] * dt;
    mine.position[0] += mine.velocity[0] * dt;
    mine.force[0] = 0;
    energy[i] = mine.mass * mine.velocity[0] * mine.velocity[0];
    bodies[i] = mine;
}

__global__ void adjust(const float *__restrict__ delta, float *__restrict__ w, float *__restrict__ old)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    w[i] += 0.3f * delta[i] + 0.25f * old[i];
    old[i] = 0.3f * delta[i] + 0.25f * old[i];
}

template <typename T>
void print(const char *name, const T *d, int n)
{
    T *h = new T[n];
    cudaMemcpy(h, d, n * sizeof(T), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < n; i++) sum += h[i] * (i % 7 + 1);
    printf("%s: %g %g %g %.9g\n", name, (double)h[0], (double)h[1], (double)h[n - 1], sum);
    delete[] h;
}

int main()
{
    const int n = 256;
    float *p, *q, h[n];
    float **where;
    int *o, ints[n];
    unsigned char *b, *flag;
    short *s;
    for (int i = 0; i < n; i++) h[i] = i * 0.5f, ints[i] = i * 3;
    cudaMalloc(&p, sizeof h);
    cudaMalloc(&q, sizeof h);
    cudaMalloc(&where, n * sizeof(float *));
    cudaMalloc(&o, sizeof ints);
    cudaMalloc(&b, 4096);
    cudaMalloc(&flag, 512);
    cudaMalloc(&s, n * sizeof(short));
    auto reset = [&] {
        cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
        cudaMemcpy(q, h, sizeof h, cudaMemcpyHostToDevice);
        cudaMemcpy(o, ints, sizeof ints, cudaMemcpyHostToDevice);
    };
    reset();
    barrierBetween<<<1, 64>>>(p, q);
    print("barrierBetween", q, n);
    fenceBetween<<<1, 64>>>(p, q);
    print("fenceBetween", q, n);
    storedThenLoaded<<<1, 64>>>(p, q);
    print("storedThenLoaded", q, n);
    reset();
    staleNeighbour<<<1, 64>>>(p, q);
    print("staleNeighbour", q, n);
    reset();
    onePlain<<<1, 64>>>(p, q);
    print("onePlain", q, n);
    bothPlain<<<1, 32>>>(p, q);
    print("bothPlain", q, n);
    besideVariable<<<1, 32>>>(p);
    print("besideVariable", p, n);
    reset();
    overwritten<<<1, 32>>>(p, q);
    print("overwritten", p, n);
    reset();
    keptAddress<<<1, 64>>>(p, where);
    print("keptAddress", p, n);
    bytes<<<1, 256>>>(b, o);
    print("bytes", o, n);
    shorts<<<1, 256>>>(s, o);
    print("shorts", o, n);
    cudaMemset(b, 1, 4096);
    cudaMemset(b + 1000, 0, 1);
    flagOfBlock<<<4, 128>>>(b, flag, 16, 128);
    print("flagOfBlock", flag, 512);
    Body bodies[100], *d;
    for (int i = 0; i < 100; i++) {
        for (int k = 0; k < 3; k++) bodies[i].position[k] = i + k, bodies[i].velocity[k] = k, bodies[i].force[k] = 1;
        bodies[i].mass = 1 + i % 3;
    }
    cudaMalloc(&d, sizeof bodies);
    cudaMemcpy(d, bodies, sizeof bodies, cudaMemcpyHostToDevice);
    attract<<<2, 64>>>(d, 100);
    print("attract", (float *)d, 1000);
    move<<<2, 64>>>(d, p, 100, 0.125f);
    print("move", (float *)d, 1000);
    print("energy", p, 100);
    reset();
    adjust<<<2, 128>>>(p, q, (float *)o);
    print("adjust", q, n);
    return 0;
}
