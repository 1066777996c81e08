#pragma once
// Running totals over the members of a group, in the order of their ranks.
#include <cooperative_groups.h>
#include <cuda/atomic>

namespace cooperative_groups {
namespace details {
template <class T, class Op> __device__ inline T scan_of_warp(T out, Op &op)
{
    for (unsigned int step = 1; step < 32; step *= 2) {
        T before = shuffle<way::up>(0xffffffffu, out, step, 32);
        if (step <= lane()) out = op(out, before);
    }
    return out;
}
// Across warps: a warp's own totals, and before them the total of the warps before it.
template <bool IsInclusive, unsigned int Size, class T, class Op>
__device__ inline T scan_across_warps(const block_tile<Size> &group, T value, Op &op)
{
    T of_warp = scan_of_warp(value, op);
    T total = shuffle<way::from>(0xffffffffu, of_warp, 31, 32);
    T before = group.across_warps(total, [&](T totals) {
        T known = shuffle<way::from>(0xffffffffu, scan_of_warp(totals, op), (group.warp() - 1) & 31, 32);
        return group.warp() == 0 ? T() : known;
    });
    if (!IsInclusive) of_warp = shuffle<way::up>(0xffffffffu, of_warp, 1, 32);
    if (!IsInclusive && lane() == 0) return before;
    return group.warp() == 0 ? of_warp : op(of_warp, before);
}
} // namespace details

template <class Group, class T, class Op> __device__ inline auto inclusive_scan(const Group &group, T &&value, Op &&op) -> decltype(op(value, value))
{
    static_assert(std::is_same<details::value_of<T>, decltype(op(value, value))>::value, "the operator's result is of another type than the value");
    details::value_of<T> out = value;
    if constexpr (details::spans_warps<Group>::value) return details::scan_across_warps<true>(group, out, op);
    else {
        for (unsigned int step = 1; step < group.size(); step *= 2) {
            details::value_of<T> before = group.shfl_up(out, step);
            if (step <= group.thread_rank()) out = op(out, before);
        }
        return out;
    }
}
template <class Group, class T> __device__ inline details::value_of<T> inclusive_scan(const Group &group, T &&value)
{
    return inclusive_scan(group, value, plus<details::value_of<T>>());
}

// The first member gets a value-initialised result.
template <class Group, class T, class Op> __device__ inline auto exclusive_scan(const Group &group, T &&value, Op &&op) -> decltype(op(value, value))
{
    if constexpr (details::spans_warps<Group>::value) return details::scan_across_warps<false>(group, details::value_of<T>(value), op);
    else {
        details::value_of<T> before = group.shfl_up(inclusive_scan(group, value, op), 1);
        return group.thread_rank() == 0 ? details::value_of<T>() : before;
    }
}
template <class Group, class T> __device__ inline details::value_of<T> exclusive_scan(const Group &group, T &&value)
{
    return exclusive_scan(group, value, plus<details::value_of<T>>());
}

namespace details {
template <class Op> struct is_plus : std::false_type {};
template <class T> struct is_plus<plus<T>> : std::true_type {};
template <class Op> struct is_less : std::false_type {};
template <class T> struct is_less<less<T>> : std::true_type {};
template <class Op> struct is_greater : std::false_type {};
template <class T> struct is_greater<greater<T>> : std::true_type {};

// Combines the atomic object with `value`, as one operation where it has one; what it held before.
template <class Atomic, class T, class Op> __device__ inline T updated(Atomic &atomic, T value, Op &op)
{
    using operation = value_of<Op>;
    if constexpr (is_plus<operation>::value) return atomic.fetch_add(value, cuda::memory_order_relaxed);
    else if constexpr (is_less<operation>::value) return atomic.fetch_min(value, cuda::memory_order_relaxed);
    else if constexpr (is_greater<operation>::value) return atomic.fetch_max(value, cuda::memory_order_relaxed);
    else {
        T old = atomic.load(cuda::memory_order_relaxed);
        while (!atomic.compare_exchange_weak(old, op(old, value), cuda::memory_order_relaxed)) {}
        return old;
    }
}
// The last member's total goes into the atomic object; all of them start from what it held.
template <class Group, class Atomic, class T, class Op> __device__ inline T held_before(const Group &group, Atomic &atomic, T total, Op &op)
{
    T old{};
    if (group.thread_rank() == group.size() - 1) old = updated(atomic, total, op);
    return group.shfl(old, group.size() - 1);
}
} // namespace details

template <class Group, class Atomic, class T, class Op, class Held = typename Atomic::value_type>
__device__ inline auto inclusive_scan_update(const Group &group, Atomic &atomic, T &&value, Op &&op) -> decltype(op(value, value))
{
    static_assert(std::is_same<details::value_of<T>, Held>::value, "the atomic object is of another type than the value");
    Held total = inclusive_scan(group, value, op), old = details::held_before(group, atomic, total, op);
    return op(old, total);
}
template <class Group, class Atomic, class T> __device__ inline typename Atomic::value_type inclusive_scan_update(const Group &group, Atomic &atomic, T &&value)
{
    return inclusive_scan_update(group, atomic, value, plus<typename Atomic::value_type>());
}

// The first member gets what the object held, combined with a value-initialised result where the group is no larger than a warp.
template <class Group, class Atomic, class T, class Op, class Held = typename Atomic::value_type>
__device__ inline auto exclusive_scan_update(const Group &group, Atomic &atomic, T &&value, Op &&op) -> decltype(op(value, value))
{
    static_assert(std::is_same<details::value_of<T>, Held>::value, "the atomic object is of another type than the value");
    Held before = exclusive_scan(group, value, op), total = op(before, value);
    if (group.thread_rank() == 0) total = value;
    Held old = details::held_before(group, atomic, total, op);
    if (details::spans_warps<Group>::value && group.thread_rank() == 0) return old;
    return op(old, before);
}
template <class Group, class Atomic, class T> __device__ inline typename Atomic::value_type exclusive_scan_update(const Group &group, Atomic &atomic, T &&value)
{
    return exclusive_scan_update(group, atomic, value, plus<typename Atomic::value_type>());
}
} // namespace cooperative_groups
