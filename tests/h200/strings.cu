#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
// string processing: word count, pattern search, caesar, reverse words, longest palindrome, device strlen/strcmp written by hand
#define MAXLEN 512
const char *TEXT = "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, it was the epoch of belief";
__device__ int d_strlen(const char *s) { const char *p = s; while (*p) ++p; return p - s; }
__device__ bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
__device__ char rot13(char c) { if (c >= 'a' && c <= 'z') return 'a' + (c - 'a' + 13) % 26; if (c >= 'A' && c <= 'Z') return 'A' + (c - 'A' + 13) % 26; return c; }
__global__ void count_words(const char *s, int n, int *words, int *letters)
{
    __shared__ int hist[26];
    if (threadIdx.x < 26) hist[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        if (is_alpha(s[i])) {
            atomicAdd(&hist[(s[i] | 32) - 'a'], 1);
            if (i == 0 || !is_alpha(s[i - 1])) atomicAdd(words, 1);
        }
    }
    __syncthreads();
    if (threadIdx.x < 26) letters[threadIdx.x] = hist[threadIdx.x];
}
__global__ void search(const char *text, const char *pat, int *hits, int *first)
{
    int n = d_strlen(text), m = d_strlen(pat), i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + m > n) return;
    for (int k = 0; k < m; k++) if (text[i + k] != pat[k]) return;
    atomicAdd(hits, 1);
    atomicMin(first, i);
}
__global__ void cipher(char *s) { int i = threadIdx.x + blockIdx.x * blockDim.x; if (s[0] && i < MAXLEN && i < d_strlen(s)) s[i] = rot13(s[i]); }
__global__ void palindrome(const char *s, int n, unsigned *best)
{
    int c = threadIdx.x;
    if (c >= 2 * n - 1) return;
    int l = c / 2, r = l + c % 2;
    while (l >= 0 && r < n && s[l] == s[r]) { l--; r++; }
    atomicMax(best, (unsigned)(r - l - 1) << 16 | (unsigned)(65535 - (l + 1)));
}
int main(void)
{
    int n = (int)strlen(TEXT), *res, host[64];
    char *d, *pat, buf[MAXLEN];
    cudaMalloc((void **)&d, MAXLEN); cudaMalloc((void **)&pat, 32); cudaMalloc((void **)&res, 64 * sizeof(int));
    cudaMemcpy(d, TEXT, n + 1, cudaMemcpyHostToDevice);
    cudaMemset(res, 0, 64 * sizeof(int));
    count_words<<<1, 64>>>(d, n, res, res + 1);
    cudaMemcpy(host, res, 27 * sizeof(int), cudaMemcpyDeviceToHost);
    int ref = 0, in = 0;
    for (const char *p = TEXT; *p; p++) { if (isalpha((unsigned char)*p)) { if (!in) ref++; in = 1; } else in = 0; }
    printf("%d words (%d), letters:", host[0], ref);
    for (int i = 0; i < 26; i++) if (host[i + 1]) printf(" %c%d", 'a' + i, host[i + 1]);
    printf("\n");
    const char *pats[] = { "it was", "age of", "times", "xyz" };
    for (int k = 0; k < 4; k++) {
        int init[2] = { 0, 9999 };
        cudaMemcpy(res, init, sizeof init, cudaMemcpyHostToDevice);
        cudaMemcpy(pat, pats[k], strlen(pats[k]) + 1, cudaMemcpyHostToDevice);
        search<<<(n + 31) / 32, 32>>>(d, pat, res, res + 1);
        cudaMemcpy(host, res, 8, cudaMemcpyDeviceToHost);
        const char *f = strstr(TEXT, pats[k]);
        printf("'%s': %d hits, first at %d %s\n", pats[k], host[0], host[1], (f ? (int)(f - TEXT) : 9999) == host[1] ? "PASS" : "FAIL");
    }
    cipher<<<1, 256>>>(d);
    cudaMemcpy(buf, d, MAXLEN > n ? n + 1 : MAXLEN, cudaMemcpyDeviceToHost);
    printf("%.40s...\n", buf);
    char *copy = strdup("forgeeksskeegfor and some more text");
    cudaMemcpy(d, copy, strlen(copy) + 1, cudaMemcpyHostToDevice);
    cudaMemset(res, 0, 4);
    palindrome<<<1, 128>>>(d, (int)strlen(copy), (unsigned *)res);
    unsigned b;
    cudaMemcpy(&b, res, 4, cudaMemcpyDeviceToHost);
    printf("palindrome '%.*s'\n", (int)(b >> 16), copy + (65535 - (b & 65535)));
    for (char *w = strtok(buf, " ,"); w && strlen(w) < 9; w = strtok(NULL, " ,")) { w[0] = toupper(w[0]); printf("%s_", w); }
    puts("");
    free(copy); cudaFree(d); cudaFree(pat); cudaFree(res);
    return 0;
}
