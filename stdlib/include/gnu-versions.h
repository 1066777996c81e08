#pragma once
// The interfaces of glibc that code copied from it compares itself with.
#define _GNU_OBSTACK_INTERFACE_VERSION 1
#define _GNU_REGEX_INTERFACE_VERSION 1
#define _GNU_GLOB_INTERFACE_VERSION 1
#define _GNU_GETOPT_INTERFACE_VERSION 2
