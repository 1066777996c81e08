#pragma once
// What other headers of `cuda::std` bring of <algorithm>; CUDA 13.0 has no <cuda/std/algorithm>.
#include <cuda/std/iterator>
//@mirror kern/algobase.h only equal fill_n iter_swap lexicographical_compare max min swap_ranges __less __equal_to
//@mirror algorithm only max max_element min min_element search
