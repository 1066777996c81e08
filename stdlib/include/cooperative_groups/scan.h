#pragma once
// Running totals over the members of a group, in the order of their ranks.
#include <cooperative_groups.h>

namespace cooperative_groups {
template <class Group, class T, class Op> __device__ inline auto inclusive_scan(const Group &group, T &&value, Op &&op) -> decltype(op(value, value))
{
    static_assert(std::is_same<details::value_of<T>, decltype(op(value, value))>::value, "the operator's result is of another type than the value");
    details::value_of<T> out = value;
    for (unsigned int step = 1; step < group.size(); step *= 2) {
        details::value_of<T> before = group.shfl_up(out, step);
        if (step <= group.thread_rank()) out = op(out, before);
    }
    return out;
}
template <class Group, class T> __device__ inline details::value_of<T> inclusive_scan(const Group &group, T &&value)
{
    return inclusive_scan(group, value, plus<details::value_of<T>>());
}

// The first member gets a value-initialised result.
template <class Group, class T, class Op> __device__ inline auto exclusive_scan(const Group &group, T &&value, Op &&op) -> decltype(op(value, value))
{
    details::value_of<T> before = group.shfl_up(inclusive_scan(group, value, op), 1);
    return group.thread_rank() == 0 ? details::value_of<T>() : before;
}
template <class Group, class T> __device__ inline details::value_of<T> exclusive_scan(const Group &group, T &&value)
{
    return exclusive_scan(group, value, plus<details::value_of<T>>());
}
} // namespace cooperative_groups
