#pragma once
// What <sys/types.h> and <stdint.h> both declare.
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
