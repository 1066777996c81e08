#pragma once
// The floating-point environment (C17 7.6). Host arithmetic rounds to nearest and keeps no record of exceptions: only that direction
// has a macro, and the other names are told as not supported.
#define FE_TONEAREST 0
inline int fegetround(void) { return FE_TONEAREST; }
// Zero if the direction is the one that there is.
inline int fesetround(int direction) { return direction == FE_TONEAREST ? 0 : 1; }
