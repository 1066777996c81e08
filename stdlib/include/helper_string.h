#pragma once
// The part of NVIDIA's samples helper that self-contained programs use: command line flags `-name=value`.
#include <fstream>
#include <stdio.h>
#include <stdlib.h>
#include <string>
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
inline int stringRemoveDelimiter(char delimiter, const char *text)
{
    int start = 0;
    while (text[start] == delimiter) start++;
    return start >= (int)strlen(text) - 1 ? 0 : start;
}
// Where the program stands, and the folder `data` there; the caller frees the path.
inline char *sdkFindFilePath(const char *name, const char *program)
{
    const char *end = program != nullptr ? strrchr(program, '/') : nullptr;
    size_t length = end != nullptr ? end - program + 1 : 0;
    for (int n = 0; n < 4; n++) {
        const char *below = n % 2 == 1 ? "data/" : "";
        size_t before = n >= 2 ? length : 0;
        char *path = (char *)malloc(before + strlen(below) + strlen(name) + 1);
        memcpy(path, program, before);
        strcpy(path + before, below);
        strcat(path, name);
        FILE *file = fopen(path, "rb");
        if (file != nullptr) {
            fclose(file);
            return path;
        }
        free(path);
    }
    return nullptr;
}
