#pragma once
#include <kern/exceptions.h>
