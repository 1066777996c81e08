#pragma once
#include <stdlib.h>
//@rows
