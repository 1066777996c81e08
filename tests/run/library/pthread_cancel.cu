// g++ -pthread prints the same.
#include <cstdio>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t never = PTHREAD_COND_INITIALIZER;
int ready = 0;

static void unlock(void *m)
{
    printf("cleaned up\n");
    pthread_mutex_unlock((pthread_mutex_t *)m);
}

static void *waits(void *)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, &lock);
    ready = 1;
    while (true) pthread_cond_wait(&never, &lock);
    pthread_cleanup_pop(0);
    return nullptr;
}

static void *tests(void *count)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    printf("state %d\n", old == PTHREAD_CANCEL_ENABLE);
    pthread_testcancel();
    printf("still there\n");
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, nullptr);
    while (true) {
        ++*(volatile int *)count;
        pthread_testcancel();
    }
    return nullptr;
}

int main()
{
    pthread_t thread;
    void *result = nullptr;
    pthread_create(&thread, nullptr, waits, nullptr);
    while (true) {
        pthread_mutex_lock(&lock);
        int is_ready = ready;
        pthread_mutex_unlock(&lock);
        if (is_ready) break;
    }
    pthread_cancel(thread);
    pthread_join(thread, &result);
    printf("%d\n", result == PTHREAD_CANCELED);

    int count = 0;
    pthread_create(&thread, nullptr, tests, &count);
    while (!*(volatile int *)&count) {}
    pthread_cancel(thread);
    pthread_join(thread, &result);
    printf("%d %d\n", result == PTHREAD_CANCELED, count > 0);
    printf("%d %d\n", pthread_setcancelstate(7, nullptr) != 0, pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, nullptr));
    return 0;
}
