#include "scale.h"
int counter = 2;
int other() { return scale(counter); }
