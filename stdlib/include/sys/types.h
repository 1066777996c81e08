#pragma once
#include <stddef.h>
#include <kern/fixed_ints.h>
#include <kern/time_types.h>
typedef unsigned char u_char;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef long ssize_t;
typedef long off_t;
typedef int pid_t;
typedef unsigned int u_int;
