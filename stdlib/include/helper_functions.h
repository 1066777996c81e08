#pragma once
#include <helper_image.h>
#include <helper_string.h>
#include <helper_timer.h>
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
