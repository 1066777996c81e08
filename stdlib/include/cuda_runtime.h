#pragma once
// Included before every program, as nvcc does; it brings what nvcc brings without being asked: the C library's
// stdlib, string, ctype, limits, time and math (but not stdio, stdint and assert), the vector types, the runtime API and
// the device's intrinsics.
#define CUDART_DEVICE
#define CUDARTAPI
#include <cuda_runtime_api.h>
#include <vector_functions.h>
#include <device_launch_parameters.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <limits.h>
#include <time.h>
#include <math.h>
#include <kern/intrinsics.h>
#include <kern/builtins.h>
#include <kern/runtime_templates.h>
#include <kern/graph_templates.h>
#include <kern/textures.h>
#include <cmath>
#include <cstdlib>
