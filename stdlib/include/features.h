#pragma once
// The C library is glibc to a program that asks.
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GNU_LIBRARY__ 6
#define __GLIBC_PREREQ(major, minor) (__GLIBC__ > (major) || __GLIBC__ == (major) && __GLIBC_MINOR__ >= (minor))
#define __USE_GNU 1
#define __USE_MISC 1
#define __USE_POSIX 1
