#include <cstdlib>
#include <pthread.h>
// A mistake of another host thread names it.
static void *work(void *argument)
{
    int *data = (int *)argument;
    for (int i = 0; i <= 8; i++) data[i] = i; //~ ERROR[R0104] in host thread 2
    return nullptr;
}
static void *nothing(void *) { return nullptr; }
int main()
{
    int *data = (int *)malloc(8 * sizeof(int)); //~ NOTE allocated here
    pthread_t first, second;
    pthread_create(&first, nullptr, nothing, nullptr);
    pthread_create(&second, nullptr, work, data); //~ NOTE host thread 2 was made here
    pthread_join(first, nullptr);
    pthread_join(second, nullptr);
    free(data);
}
