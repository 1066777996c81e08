#pragma once
#include <stddef.h>
// Host threads, as the virtual machine has them: one runs at a time, and stops only where it waits and at the end of a loop's round.
// What stands between is atomic.
//@rows
