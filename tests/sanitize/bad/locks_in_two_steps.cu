// A lock is found free by one access and taken by another; or given back by a plain store; or it guards shared memory without fences.
#include <cstdio>
__device__ int plain, total, cas;
__device__ volatile int lock;
__global__ void two_plain_steps() {
    if (threadIdx.x == 0) {
        while (plain != 0) {} //~ ERROR[R0701] block (1,0,0) waits in a loop for `plain` | take the lock with `while (atomicCAS(&lock, 0, 1) != 0) {}`
        plain = 1;
        total = total + 1;
        plain = 0;
    }
}
__global__ void two_volatile_steps() {
    if (threadIdx.x == 0) {
        while (lock != 0) {}
        lock = 1; //~ ERROR[R0307] both take the lock `lock` when they have found it free, in two steps | take the lock in one step
        __threadfence();
        total = total + 1;
        __threadfence();
        lock = 0;
    }
}
__global__ void given_back_by_a_store() {
    if (threadIdx.x == 0) {
        while (atomicCAS(&cas, 0, 1) != 0) {} //~ ERROR[R0307] `cas` | release the lock as it is taken
        __threadfence();
        total = total + 1; //~ ERROR[R0702] but perhaps does not see yet what was done under it: `total` | put `__threadfence();` before giving the lock back: the fence behind taking it does not do alone
        cas = 0;
    }
}
__global__ void of_a_block(int *out) {
    __shared__ int taken, sum;
    if (threadIdx.x == 0) taken = sum = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&taken, 0, 1) != 0) {}
        sum += 1; //~ ERROR[R0702] thread (32,0,0) takes the lock, but perhaps does not see yet what was done under it: `sum` | put `__threadfence_block();` before giving the lock back, and behind taking it
        atomicExch(&taken, 0);
    }
    __syncthreads();
    if (threadIdx.x == 0) *out = sum;
}
int main() {
    int *d, h;
    cudaMalloc(&d, 4);
    two_plain_steps<<<8, 32>>>();
    two_volatile_steps<<<8, 32>>>();
    given_back_by_a_store<<<8, 32>>>();
    of_a_block<<<1, 128>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    cudaFree(d);
    printf("%d\n", h);
}
