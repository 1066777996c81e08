// The host's atomic operations may meet those of a kernel that is not waited for: on memory of both sides they are atomic for both.
//@ stdout: 1056 96 3
#include <atomic>
#include <cstdio>
__global__ void count(int *cells)
{
    atomicAdd_system(&cells[0], 1);
    atomicMax_system(&cells[1], 3 * (int)threadIdx.x + 3);
    atomicOr_system(&cells[2], 1);
}
int main()
{
    int *cells;
    cudaMallocManaged(&cells, 4 * sizeof(int));
    for (int i = 0; i < 4; i++) cells[i] = 0;
    count<<<1, 32>>>(cells);
    for (int i = 0; i < 1024; i++) __sync_fetch_and_add(&cells[0], 1);
    int known = __atomic_load_n(&cells[1], __ATOMIC_ACQUIRE);
    while (known < 4 && !__atomic_compare_exchange_n(&cells[1], &known, 4, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}
    __sync_or_and_fetch(&cells[2], 2);
    __atomic_store_n(&cells[3], 1, __ATOMIC_RELEASE);
    while (!__sync_bool_compare_and_swap(&cells[3], 1, 2)) {}
    __sync_lock_release(&cells[3]);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", cells[0], cells[1], cells[2]);
    cudaFree(cells);
}
