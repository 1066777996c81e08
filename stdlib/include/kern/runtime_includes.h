#pragma once
// The standard headers that CUDA 13's cuda_runtime.h includes, by way of libstdc++'s <functional>.
#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>
