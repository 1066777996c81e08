#include "device.h"
const char *help() { return "of an archive"; }
