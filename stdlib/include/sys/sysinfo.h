#pragma once
#include <unistd.h>
inline int get_nprocs(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }
inline int get_nprocs_conf(void) { return (int)sysconf(_SC_NPROCESSORS_CONF); }
