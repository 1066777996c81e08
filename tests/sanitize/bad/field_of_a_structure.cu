// Elements of structures are counted as the program counts them, whichever field it is.
#include <cstdio>
struct Account { int lock, balance; };
__global__ void pay(Account *accounts) {
    accounts[blockIdx.x + 1].balance += threadIdx.x; //~ ERROR[R0302] reads `accounts[1]`
}
int main() {
    Account *a, h[4] = {};
    cudaMalloc(&a, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    pay<<<1, 64>>>(a);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0].balance);
    cudaFree(a);
}
