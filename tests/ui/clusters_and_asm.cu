// Sizes of clusters that no kernel has, and instructions of Hopper that are refused.
__global__ void __cluster_dims__(0, 1, 1) none(int *out) { *out = 1; }
__global__ void __cluster_dims__(2) __maxnreg__(0) no_registers(int *out) { *out = 1; }
__global__ void tensors(const void *map, int *out)
{
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%0];" ::"r"(0), "l"(map), "r"(0));
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%0];" ::"r"(0), "r"(1));
    asm volatile("wgmma.fence.sync.aligned;");
    asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map));
}
int main() { tensors<<<1, 1>>>(nullptr, nullptr); none<<<1, 1>>>(nullptr); no_registers<<<2, 1>>>(nullptr); }
