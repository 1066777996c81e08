#pragma once
// One value of the values of a group's members, known to all of them.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

namespace cooperative_groups {
// Across a tile: partners half the tile apart, then a quarter, and so on. Floating sums depend on that order.
template <unsigned int Size, class T, class Op>
__device__ inline auto reduce(const details::warp_tile<Size> &group, T &&value, Op &&op) -> decltype(op(value, value))
{
    static_assert(std::is_same<details::value_of<T>, decltype(op(value, value))>::value, "the operator's result is of another type than the value");
    details::value_of<T> out = value;
    for (unsigned int apart = Size / 2; apart > 0; apart /= 2) out = op(out, group.shfl_xor(out, apart));
    return out;
}
// Across warps: those of each, then theirs.
template <unsigned int Size, class T, class Op>
__device__ inline auto reduce(const details::block_tile<Size> &group, T &&value, Op &&op) -> decltype(op(value, value))
{
    details::value_of<T> of_warp = value;
    for (unsigned int apart = 16; apart > 0; apart /= 2)
        of_warp = op(of_warp, details::shuffle<details::way::across>(0xffffffffu, of_warp, apart, 32));
    return group.across_warps(of_warp, [&](details::value_of<T> out) {
        for (unsigned int apart = group.warps / 2; apart > 0; apart /= 2)
            out = op(out, details::shuffle<details::way::across>(0xffffffffu, out, apart, 32));
        return out;
    });
}
// Coalesced threads: a whole warp as a tile, others as the last of their running totals.
template <class T, class Op> __device__ inline auto reduce(const coalesced_group &group, T &&value, Op &&op) -> decltype(op(value, value))
{
    if (group.size() == 32) {
        details::value_of<T> out = value;
        for (unsigned int apart = 16; apart > 0; apart /= 2)
            out = op(out, details::shuffle<details::way::across>(0xffffffffu, out, apart, 32));
        return out;
    }
    return group.shfl(inclusive_scan(group, value, op), group.size() - 1);
}

// One member updates an atomic object with the group's value, or stores it; nobody waits for that.
template <class Group, class Atomic, class T, class Op, class Held = typename Atomic::value_type>
__device__ inline void reduce_update_async(const Group &group, Atomic &atomic, T &&value, Op &&op)
{
    static_assert(std::is_same<details::value_of<T>, Held>::value, "the atomic object is of another type than the value");
    Held result = reduce(group, value, op);
    if (group.thread_rank() == 0) details::updated(atomic, result, op);
}
template <class Group, class Atomic, class T, class Op, class Held = typename Atomic::value_type>
__device__ inline void reduce_store_async(const Group &group, Atomic &atomic, T &&value, Op &&op)
{
    static_assert(std::is_same<details::value_of<T>, Held>::value, "the atomic object is of another type than the value");
    Held result = reduce(group, value, op);
    if (group.thread_rank() == 0) atomic.store(result, cuda::memory_order_relaxed);
}
template <class Group, class Held, class T, class Op>
__device__ inline void reduce_store_async(const Group &group, Held *to, T &&value, Op &&op)
{
    static_assert(std::is_same<details::value_of<T>, Held>::value, "the destination is of another type than the value");
    Held result = reduce(group, value, op);
    if (group.thread_rank() == 0) *to = result;
}
} // namespace cooperative_groups
