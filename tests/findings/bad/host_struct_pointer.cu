// expect: kernel reads a host pointer stored in a struct in device memory
#include <cstdio>
#include <cstdlib>
struct Node { int *v; };
__global__ void k(Node *n, int *o) { o[threadIdx.x] = n->v[threadIdx.x]; }  //~ ERROR[R0108] host
int main() { Node h, *d; h.v = (int *)malloc(128); int *o; cudaMalloc(&d, sizeof(Node)); cudaMalloc(&o, 128); cudaMemcpy(d, &h, sizeof(Node), cudaMemcpyHostToDevice); k<<<1, 32>>>(d, o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
