// A static variable of a function for both sides starts with a constant, as the device's has to.
struct S { int x; __host__ __device__ S() : x(3) {} };
__host__ __device__ int a(int p) { static int n = p; return n; }
__host__ __device__ int b() { static S s; return s.x; }
__host__ int c(int p) { static int n = p; return n; }
int main() { return a(1) + b() + c(2); }
