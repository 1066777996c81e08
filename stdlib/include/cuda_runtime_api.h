#pragma once
#include <driver_types.h>
#define CUDART_VERSION 13000
#define CUDART_CB
//@rows
