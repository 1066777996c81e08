#pragma once
#include <cuda/barrier>
#include <cuda/ptx>
// Bulk copies under the names that they had first (CUDA C++ Programming Guide 12, "Asynchronous Data Copies using the Tensor Memory Accelerator").
namespace cuda {
namespace device {
namespace experimental {
__device__ inline void fence_proxy_async_shared_cta() { ptx::fence_proxy_async(ptx::space_shared); }
__device__ inline void cp_async_bulk_global_to_shared(void *to, const void *from, unsigned size, barrier<thread_scope_block> &at)
{
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, to, from, size, barrier_native_handle(at));
}
__device__ inline void cp_async_bulk_shared_to_global(void *to, const void *from, unsigned size)
{
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to, from, size);
}
__device__ inline void cp_async_bulk_commit_group() { ptx::cp_async_bulk_commit_group(); }
template <int Groups> __device__ inline void cp_async_bulk_wait_group_read()
{
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<Groups>());
}
}
}
}
