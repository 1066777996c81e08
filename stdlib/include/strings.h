#pragma once
#include <stddef.h>
//@rows
