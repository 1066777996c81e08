#pragma once
#include <xmmintrin.h>
