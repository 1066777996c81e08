#pragma once
// Included before every program, as nvcc does; it brings what nvcc brings without being asked: the C library's
// stdio, stdlib, string, time and math, the vector types, the runtime API and the device's intrinsics.
#define CUDART_DEVICE
#define CUDARTAPI
#include <cuda_runtime_api.h>
#include <vector_functions.h>
#include <device_launch_parameters.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <math.h>
#include <assert.h>
#include <kern/intrinsics.h>
#include <kern/runtime_templates.h>
#include <cmath>
#include <cstdlib>
