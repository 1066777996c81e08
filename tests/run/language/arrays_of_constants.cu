// Typedefs of arrays as parameters, and references to constant arrays of arrays.
#include <cstdio>
typedef float vec3[3]; typedef const float cvec3[3]; typedef const vec3 cv3;
typedef int mat[2][3]; typedef const mat cmat;
float dot(const vec3 a, const vec3 b) { return a[0]*b[0]+a[1]*b[1]+a[2]*b[2]; }
float len(cvec3 a) { return dot(a, a); }
float len2(cv3 a) { return dot(a, a); }
int sum(const int (&m)[2][3]) { int s = 0; for (auto &r : m) for (int x : r) s += x; return s; }
int sum2(cmat &m) { return m[1][2]; }
int sum3(const mat m) { return m[1][1]; }
template <typename T, int A, int B> T tot(const T (&m)[A][B]) { T s = 0; for (int i = 0; i < A; i++) for (int j = 0; j < B; j++) s += m[i][j]; return s; }
template <typename T, size_t N> constexpr size_t cnt(const T (&)[N]) { return N; }
void cross(vec3 out, const vec3 a, const vec3 b) { out[0] = a[1]*b[2]-a[2]*b[1]; out[1]=a[2]*b[0]-a[0]*b[2]; out[2]=a[0]*b[1]-a[1]*b[0]; }
__global__ void k(const vec3 *a, float *o) { o[0] = a[0][1]; }
int main() {
    vec3 a = {1,2,3}; const vec3 b = {4,5,6}; mat m = {{1,2,3},{4,5,6}}; const mat cm = {{1,2,3},{4,5,7}};
    printf("%g %g %g %d %d %d %d %d %zu %zu\n", dot(a,b), len(a), len2(b), sum(m), sum(cm), sum2(m), sum3(cm), tot(m), cnt(m), cnt(b));
    vec3 o; cross(o, a, b); printf("%g %g %g\n", o[0], o[1], o[2]);
}
