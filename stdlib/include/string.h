#pragma once
#include <stddef.h>
#include <strings.h>
//@rows
