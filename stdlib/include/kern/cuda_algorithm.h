#pragma once
// What other headers of `cuda::std` bring of <algorithm>; CUDA 13.0 has no <cuda/std/algorithm>.
//@mirror algorithm only equal fill_n iter_swap lexicographical_compare max max_element min min_element search swap_ranges __less __equal_to
