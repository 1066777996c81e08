#pragma once
// The part of NVIDIA's samples helper that self-contained programs use: files of numbers and of images, comparisons.
#include <algorithm>
#include <assert.h>
#include <exception>
#include <fstream>
#include <helper_string.h>
#include <iostream>
#include <math.h>
#include <stdint.h>
#include <string>
#include <vector>
template <class T> bool sdkReadFile(const char *filename, T **data, unsigned int *len, bool)
{
    std::ifstream in(filename);
    if (!in.good()) return false;
    std::vector<T> read;
    T value;
    while (in >> value) read.push_back(value);
    if (*data == nullptr) {
        *data = (T *)malloc(sizeof(T) * read.size());
        *len = (unsigned int)read.size();
    } else if (*len != read.size()) {
        std::cerr << "sdkReadFile() Initialized memory given but size  mismatch with signal read (data read / data init = " << (unsigned int)read.size()
                  << " / " << *len << ")" << std::endl;
        return false;
    }
    std::copy(read.begin(), read.end(), *data);
    return true;
}
template <class T, class S> bool sdkWriteFile(const char *filename, const T *data, unsigned int len, const S epsilon, bool verbose, bool append = false)
{
    std::fstream out(filename, append ? std::fstream::out | std::fstream::app : std::fstream::out);
    if (!out.good()) {
        if (verbose) std::cerr << "sdkWriteFile() : Opening file failed." << std::endl;
        return false;
    }
    out << "# " << epsilon << "\n";
    for (unsigned int i = 0; i < len; i++) out << data[i] << ' ';
    out << std::endl;
    return out.good();
}
template <class T, class S> inline bool compareData(const T *reference, const T *data, const unsigned int len, const S epsilon, const float threshold)
{
    unsigned int errors = 0;
    for (unsigned int i = 0; i < len; i++) {
        float difference = (float)reference[i] - (float)data[i];
        if (!(difference <= epsilon && difference >= -epsilon)) errors++;
    }
    if (threshold == 0.0f) return errors == 0;
    if (errors > 0) printf("%4.2f(%%) of bytes mismatched (count=%d)\n", (float)errors * 100 / (float)len, (int)errors);
    return len * threshold > errors;
}
template <class T, class S>
inline bool compareDataAsFloatThreshold(const T *reference, const T *data, const unsigned int len, const S epsilon, const float threshold)
{
    float largest = (float)epsilon;
    unsigned int errors = 0;
    for (unsigned int i = 0; i < len; i++) {
        float difference = fabs((float)reference[i] - (float)data[i]);
        if (!(difference < largest)) errors++;
    }
    if (threshold == 0.0f) {
        if (errors) printf("total # of errors = %d\n", (int)errors);
        return errors == 0;
    }
    if (errors) printf("%4.2f(%%) of bytes mismatched (count=%d)\n", (float)errors * 100 / (float)len, (int)errors);
    return len * threshold > errors;
}
inline bool sdkCompareL2fe(const float *reference, const float *data, const unsigned int len, const float epsilon)
{
    float error = 0, ref = 0;
    for (unsigned int i = 0; i < len; i++) {
        float difference = reference[i] - data[i];
        error += difference * difference;
        ref += reference[i] * reference[i];
    }
    if (fabs(sqrtf(ref)) < 1e-7) {
        std::cerr << "ERROR, reference l2-norm is 0\n";
        return false;
    }
    return sqrtf(error) / sqrtf(ref) < epsilon;
}
// P5 (grey) and P6 (colours) of the portable formats, a byte a value.
inline bool __kern_load_pnm(const char *file, unsigned char **data, unsigned int *w, unsigned int *h, unsigned int *channels)
{
    FILE *f = fopen(file, "rb");
    if (f == nullptr) {
        std::cerr << "__LoadPPM() : Failed to open file: " << file << std::endl;
        return false;
    }
    char line[256];
    bool is_right = fgets(line, sizeof line, f) != nullptr && line[0] == 'P' && (line[1] == '5' || line[1] == '6');
    *channels = is_right && line[1] == '6' ? 3 : 1;
    unsigned int width = 0, height = 0, most = 0, found = 0;
    while (is_right && found < 3 && fgets(line, sizeof line, f) != nullptr) {
        if (line[0] == '#') continue;
        if (found == 0) found += sscanf(line, "%u %u %u", &width, &height, &most);
        else if (found == 1) found += sscanf(line, "%u %u", &height, &most);
        else found += sscanf(line, "%u", &most);
    }
    if (!is_right || found < 3) {
        std::cerr << "__LoadPPM() : File is not a PPM or PGM image" << std::endl;
        fclose(f);
        return false;
    }
    size_t size = (size_t)width * height * *channels;
    if (*data == nullptr) *data = (unsigned char *)malloc(size);
    else if (*w != width || *h != height) std::cerr << "__LoadPPM() : Invalid image dimensions." << std::endl;
    *w = width;
    *h = height;
    is_right = fread(*data, 1, size, f) == size;
    fclose(f);
    return is_right;
}
inline bool __kern_save_pnm(const char *file, const unsigned char *data, unsigned int w, unsigned int h, unsigned int channels)
{
    FILE *f = fopen(file, "wb");
    if (f == nullptr) {
        std::cerr << "__savePPM() : Opening file failed." << std::endl;
        return false;
    }
    fprintf(f, "P%d\n%u\n%u\n255\n", channels == 3 ? 6 : 5, w, h);
    size_t size = (size_t)w * h * channels;
    bool is_right = fwrite(data, 1, size, f) == size;
    fclose(f);
    return is_right;
}
template <class T> inline bool sdkLoadPGM(const char *file, T **data, unsigned int *w, unsigned int *h)
{
    unsigned char *bytes = nullptr;
    unsigned int channels;
    if (!__kern_load_pnm(file, &bytes, w, h, &channels)) return false;
    size_t size = (size_t)*w * *h;
    if (*data == nullptr) *data = (T *)malloc(sizeof(T) * size);
    for (size_t i = 0; i < size; i++) (*data)[i] = sizeof(T) == 1 ? (T)bytes[i] : (T)((float)bytes[i] / 255.0f);
    free(bytes);
    return true;
}
template <class T> inline bool sdkSavePGM(const char *file, T *data, unsigned int w, unsigned int h)
{
    std::vector<unsigned char> bytes((size_t)w * h);
    for (size_t i = 0; i < bytes.size(); i++) bytes[i] = sizeof(T) == 1 ? (unsigned char)data[i] : (unsigned char)((float)data[i] * 255.0f);
    return __kern_save_pnm(file, bytes.data(), w, h, 1);
}
inline bool sdkLoadPPM4ub(const char *file, unsigned char **data, unsigned int *w, unsigned int *h)
{
    unsigned char *bytes = nullptr;
    unsigned int channels;
    if (!__kern_load_pnm(file, &bytes, w, h, &channels)) return false;
    size_t size = (size_t)*w * *h;
    *data = (unsigned char *)malloc(size * 4);
    for (size_t i = 0; i < size; i++) {
        for (int c = 0; c < 3; c++) (*data)[i * 4 + c] = bytes[channels == 3 ? i * 3 + c : i];
        (*data)[i * 4 + 3] = 0;
    }
    free(bytes);
    return true;
}
inline bool sdkSavePPM4ub(const char *file, unsigned char *data, unsigned int w, unsigned int h)
{
    std::vector<unsigned char> bytes((size_t)w * h * 3);
    for (size_t i = 0; i < bytes.size() / 3; i++)
        for (int c = 0; c < 3; c++) bytes[i * 3 + c] = data[i * 4 + c];
    return __kern_save_pnm(file, bytes.data(), w, h, 3);
}
