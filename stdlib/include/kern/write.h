#pragma once
// `write` alone, for headers of C++ that must not bring the rest of <unistd.h> or <stdio.h>.
typedef long ssize_t;
typedef unsigned long size_t;
//@rows
