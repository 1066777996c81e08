#pragma once
#include <features.h>
//@rows
