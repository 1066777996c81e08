#pragma once
#include <complex>
