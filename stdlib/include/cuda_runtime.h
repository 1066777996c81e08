#pragma once
// Included before every program, as nvcc does; it brings what nvcc brings without being asked: the C library's
// stdlib, string, ctype, limits, time and math (but not stdio, stdint and assert), the vector types, the runtime API and
// the device's intrinsics.
// The guards of NVIDIA's headers, by which programs and helper_cuda.h ask what was included.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __HOST_DEFINES_H__
#define __DEVICE_TYPES_H__
#define __CHANNEL_DESCRIPTOR_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __DEVICE_FUNCTIONS_H__
#define __MATH_FUNCTIONS_H__
#define __TEXTURE_TYPES_H__
#define __SURFACE_TYPES_H__
#define __LIBRARY_TYPES_H__
#define __CUDA_DEVICE_RUNTIME_API_H__
#define CUDART_DEVICE
#define CUDARTAPI
#define __builtin_align__(bytes) __align__(bytes)
#include <cuda_runtime_api.h>
#include <vector_functions.h>
#include <library_types.h>
#include <device_launch_parameters.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <limits.h>
#include <time.h>
#include <math.h>
#include <kern/intrinsics.h>
#include <kern/builtins.h>
#include <kern/lengths.h>
#include <kern/exceptions.h>
#include <kern/runtime_templates.h>
#include <kern/graph_templates.h>
#include <kern/textures.h>
#if __cplusplus >= 201703L
#include <kern/algobase.h>
#endif
#include <kern/std_math.h>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>
