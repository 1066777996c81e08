extern "C" __device__ void exit(int status);
__global__ void ends() { exit(3); }
int main() { return 0; }
