#include <iostream>
#include <string>
#include <algorithm>
#include <cstring>
// wavefront dynamic programming over anti-diagonals
__global__ void edit_diagonal(const char *a, int n, const char *b, int m, int *dp, int diag)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = diag - i;
    if (i > n || j < 0 || j > m) return;
    int *cell = &dp[i * (m + 1) + j];
    if (i == 0) *cell = j;
    else if (j == 0) *cell = i;
    else {
        int sub = dp[(i - 1) * (m + 1) + j - 1] + (a[i - 1] != b[j - 1]);
        int del = dp[(i - 1) * (m + 1) + j] + 1, ins = dp[i * (m + 1) + j - 1] + 1;
        *cell = min(sub, min(del, ins));
    }
}
__global__ void lcs_block(const char *a, int n, const char *b, int m, short *dp)
{
    for (int diag = 0; diag <= n + m; diag++) {
        for (int i = threadIdx.x; i <= n; i += blockDim.x) {
            int j = diag - i;
            if (j >= 0 && j <= m) {
                if (!i || !j) dp[i * (m + 1) + j] = 0;
                else dp[i * (m + 1) + j] = a[i - 1] == b[j - 1] ? dp[(i - 1) * (m + 1) + j - 1] + 1 : max(dp[(i - 1) * (m + 1) + j], dp[i * (m + 1) + j - 1]);
            }
        }
        __syncthreads();
    }
}
static std::string backtrack(const short *dp, const std::string &a, const std::string &b)
{
    std::string s;
    size_t i = a.size(), j = b.size(), w = b.length() + 1;
    while (i && j) {
        if (a[i - 1] == b[j - 1]) { s += a[i - 1]; i--; j--; }
        else if (dp[(i - 1) * w + j] >= dp[i * w + j - 1]) i--;
        else j--;
    }
    std::reverse(s.begin(), s.end());
    return s;
}
int main()
{
    const std::string pairs[][2] = {{"kitten", "sitting"}, {"intention", "execution"}, {"AGGTABCCGATTACAGATTACA", "GXTXAYBCGGATTCAGTTACA"}, {"", "abc"}, {"same", "same"}};
    for (const auto &p : pairs) {
        const std::string &a = p[0], &b = p[1];
        const int n = (int)a.size(), m = (int)b.size(), cells = (n + 1) * (m + 1);
        char *da, *db;
        int *dp;
        short *dl;
        cudaMalloc(&da, n + 1);
        cudaMalloc(&db, m + 1);
        cudaMalloc(&dp, cells * sizeof(int));
        cudaMalloc(&dl, cells * sizeof(short));
        cudaMemcpy(da, a.c_str(), n + 1, cudaMemcpyHostToDevice);
        cudaMemcpy(db, b.c_str(), m + 1, cudaMemcpyHostToDevice);
        for (int d = 0; d <= n + m; d++) edit_diagonal<<<(n + 1 + 7) / 8, 8>>>(da, n, db, m, dp, d);
        lcs_block<<<1, 32>>>(da, n, db, m, dl);
        int dist;
        short *hl = new short[cells];
        cudaMemcpy(&dist, dp + cells - 1, sizeof(int), cudaMemcpyDeviceToHost);
        cudaMemcpy(hl, dl, cells * sizeof(short), cudaMemcpyDeviceToHost);
        std::cout << '"' << a << "\" / \"" << b << "\": distance " << dist << ", lcs " << hl[cells - 1] << " \"" << backtrack(hl, a, b) << "\"\n";
        delete[] hl;
        cudaFree(da); cudaFree(db); cudaFree(dp); cudaFree(dl);
    }
    return EXIT_SUCCESS;
}
