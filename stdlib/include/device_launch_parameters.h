#pragma once
#include <vector_types.h>

// Special registers (PTX ISA, "Special Registers"): reading one is an instruction, none has an address.
extern const __device__ uint3 threadIdx __asm__("%tid");
extern const __device__ uint3 blockIdx __asm__("%ctaid");
extern const __device__ dim3 blockDim __asm__("%ntid");
extern const __device__ dim3 gridDim __asm__("%nctaid");
extern const __device__ int warpSize __asm__("%warpsize");
