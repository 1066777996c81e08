#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
// What pthreads offer besides mutexes and conditions.
static pthread_barrier_t barrier;
static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static sem_t items;
static int table[8], serial, spun, cleaned, destroyed, waited;
static void initialise() { printf("once\n"); }
static void destroy(void *value) { destroyed += *(int *)value; free(value); }
static void clean(void *value) { cleaned += (int)(long)value; }
static void *work(void *argument)
{
    long id = (long)argument;
    pthread_once(&once, initialise);
    int *own = (int *)malloc(sizeof(int));
    *own = (int)id;
    pthread_setspecific(key, own);
    for (int phase = 0; phase < 3; phase++) {
        pthread_rwlock_wrlock(&table_lock);
        table[id] += phase;
        pthread_rwlock_unlock(&table_lock);
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
        pthread_rwlock_rdlock(&table_lock);
        int sum = 0;
        for (int i = 0; i < 4; i++) sum += table[i];
        pthread_rwlock_unlock(&table_lock);
        if (id == 0) printf("phase %d: %d\n", phase, sum);
        pthread_barrier_wait(&barrier);
    }
    for (int i = 0; i < 500; i++) {
        pthread_spin_lock(&spin);
        spun++;
        pthread_spin_unlock(&spin);
    }
    pthread_cleanup_push(clean, (void *)id);
    if (*(int *)pthread_getspecific(key) == 2) pthread_exit((void *)20);
    pthread_cleanup_pop(0);
    return (void *)(id * 10);
}
static void *consume(void *)
{
    for (int i = 0; i < 3; i++) sem_wait(&items);
    waited = 3;
    return nullptr;
}
static void *hold(void *lock)
{
    pthread_mutex_lock((pthread_mutex_t *)lock);
    sched_yield();
    struct timespec t = {0, 20000000};
    nanosleep(&t, nullptr);
    pthread_mutex_unlock((pthread_mutex_t *)lock);
    return nullptr;
}
int main()
{
    pthread_barrier_init(&barrier, nullptr, 4);
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    pthread_key_create(&key, destroy);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    pthread_t threads[4];
    for (long i = 0; i < 4; i++) pthread_create(&threads[i], &attributes, work, (void *)i);
    long results = 0;
    for (int i = 0; i < 4; i++) {
        void *result;
        pthread_join(threads[i], &result);
        results += (long)result;
    }
    printf("serial %d, spun %d, cleaned %d, destroyed %d, results %ld\n", serial, spun, cleaned, destroyed, results);
    sem_init(&items, 0, 1);
    pthread_t consumer;
    pthread_create(&consumer, nullptr, consume, nullptr);
    sem_post(&items);
    sem_post(&items);
    pthread_join(consumer, nullptr);
    int left;
    sem_getvalue(&items, &left);
    printf("waited %d, left %d, try %d %d\n", waited, left, sem_trywait(&items), errno == EAGAIN);

    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_t again, checked, plain = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_init(&again, &kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checked, &kind);
    int twice = pthread_mutex_lock(&again) + pthread_mutex_lock(&again) + pthread_mutex_unlock(&again) + pthread_mutex_unlock(&again);
    pthread_mutex_lock(&checked);
    int dead = pthread_mutex_lock(&checked);
    pthread_mutex_unlock(&checked);
    int not_mine = pthread_mutex_unlock(&checked);
    printf("%d %d %d\n", twice, dead == EDEADLK, not_mine == EPERM);
    pthread_t holder;
    pthread_create(&holder, nullptr, hold, &plain);
    while (pthread_mutex_trylock(&plain) == 0) {
        pthread_mutex_unlock(&plain);
        sched_yield();
    }
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 1000000;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_cond_t never = PTHREAD_COND_INITIALIZER;
    int late = pthread_mutex_timedlock(&plain, &until);
    pthread_mutex_lock(&checked);
    int silent = pthread_cond_timedwait(&never, &checked, &until);
    pthread_mutex_unlock(&checked);
    printf("%d %d\n", late == ETIMEDOUT, silent == ETIMEDOUT);
    pthread_join(holder, nullptr);
    printf("%d %d\n", pthread_equal(pthread_self(), pthread_self()) != 0, pthread_equal(pthread_self(), holder) != 0);
    pthread_exit(nullptr);
}
