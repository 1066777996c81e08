#pragma once
int scale(int x) { return 2 * x; }
