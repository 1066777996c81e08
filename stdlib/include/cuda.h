#pragma once
#include <stdint.h>
// The driver API (cu…) is not offered; programs include this header beside the runtime's.
#include <cuda_runtime_api.h>
#define CUDA_VERSION 13000
