#pragma once
// `<=>` gives the categories of `std`, so those of `cuda::std` are the same.
#include <compare>
namespace cuda::std {
using ::std::partial_ordering;
using ::std::weak_ordering;
using ::std::strong_ordering;
using ::std::__category_of;
using ::std::__sequences_three_way;
using ::std::__synthesised_three_way;
}
