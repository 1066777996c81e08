#pragma once
// The part of NVIDIA's samples helper that self-contained programs use: command line flags `-name=value`.
#include <stdlib.h>
#include <string.h>
#include <strings.h>
inline const char *__kern_flag(int argc, const char **argv, const char *name)
{
    for (int i = 1; i < argc; i++) {
        const char *text = argv[i];
        while (*text == '-') text++;
        size_t n = strlen(name);
        if (strncasecmp(text, name, n) == 0 && (text[n] == 0 || text[n] == '=')) return text + n;
    }
    return nullptr;
}
inline bool checkCmdLineFlag(const int argc, const char **argv, const char *name) { return __kern_flag(argc, argv, name) != nullptr; }
inline int getCmdLineArgumentInt(const int argc, const char **argv, const char *name)
{
    const char *value = __kern_flag(argc, argv, name);
    return value && *value == '=' ? atoi(value + 1) : 0;
}
inline float getCmdLineArgumentFloat(const int argc, const char **argv, const char *name)
{
    const char *value = __kern_flag(argc, argv, name);
    return value && *value == '=' ? (float)atof(value + 1) : 0.0f;
}
inline bool getCmdLineArgumentString(const int argc, const char **argv, const char *name, char **result)
{
    const char *value = __kern_flag(argc, argv, name);
    *result = value && *value == '=' ? (char *)value + 1 : nullptr;
    return *result != nullptr;
}
