// Host arrays of which a part was not written are copied as a whole, and nobody uses that part; zeros count as written.
#include <cstdio>
#include <cstdlib>
#include <vector>
struct Item {
    char kind;
    double weight;
    int count;
};
__global__ void add(const float *a, float *o, int n)
{
    int i = threadIdx.x;
    if (i < n) o[i] = a[i] + 1;
}
__global__ void weigh(const Item *items, double *sums) { sums[threadIdx.x] = items[threadIdx.x].weight * items[threadIdx.x].count; }
int main()
{
    const int n = 40, room = 128;
    float *h = new float[room], *z = (float *)calloc(room, sizeof(float));
    for (int i = 0; i < n; i++) h[i] = i;
    float *a, *o;
    cudaMalloc(&a, room * sizeof(float));
    cudaMalloc(&o, room * sizeof(float));
    cudaMemcpy(a, h, room * sizeof(float), cudaMemcpyHostToDevice);
    add<<<1, 128>>>(a, o, n);
    cudaMemcpy(h, o, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[n - 1]);
    delete[] h;
    h = (float *)realloc(z, 2 * room * sizeof(float));
    cudaMemcpy(a, h, room * sizeof(float), cudaMemcpyHostToDevice);
    add<<<1, 128>>>(a, o, room);
    cudaMemcpy(h, o, room * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[room - 1]);
    Item *items = (Item *)malloc(32 * sizeof(Item)), *there;
    for (int i = 0; i < 32; i++) {
        items[i].kind = 'a';
        items[i].weight = 0.5 * i;
        items[i].count = i;
    }
    double *sums, back[32];
    cudaMalloc(&there, 32 * sizeof(Item));
    cudaMalloc(&sums, sizeof back);
    cudaMemcpy(there, items, 32 * sizeof(Item), cudaMemcpyHostToDevice);
    weigh<<<1, 32>>>(there, sums);
    cudaMemcpy(back, sums, sizeof back, cudaMemcpyDeviceToHost);
    printf("%g %g\n", back[1], back[31]);
    free(h);
    free(items);
    cudaFree(a);
    cudaFree(o);
    cudaFree(there);
    cudaFree(sums);
    return 0;
}
