#include <pthread.h>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
// A bounded buffer between producers and consumers.
#define SLOTS 4
struct Queue {
    int items[SLOTS];
    int head, tail, count;
    pthread_mutex_t lock;
    pthread_cond_t not_empty, not_full;
};
static Queue queue = {{0}, 0, 0, 0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
static void put(Queue *q, int item)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == SLOTS) pthread_cond_wait(&q->not_full, &q->lock);
    q->items[q->tail] = item;
    q->tail = (q->tail + 1) % SLOTS;
    q->count++;
    pthread_cond_signal(&q->not_empty);
    pthread_mutex_unlock(&q->lock);
}
static int get(Queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == 0) pthread_cond_wait(&q->not_empty, &q->lock);
    int item = q->items[q->head];
    q->head = (q->head + 1) % SLOTS;
    q->count--;
    pthread_cond_signal(&q->not_full);
    pthread_mutex_unlock(&q->lock);
    return item;
}
static void *produce(void *argument)
{
    long id = (long)argument;
    for (int i = 0; i < 5000; i++) put(&queue, (int)(id * 5000 + i));
    return nullptr;
}
static void *consume(void *argument)
{
    long *sum = (long *)argument;
    for (int item; (item = get(&queue)) >= 0;) *sum += item;
    return (void *)*sum;
}
struct Work { const double *data; int from, to; double sum; };
static void *add(void *argument)
{
    Work *w = (Work *)argument;
    double local = 0;
    for (int r = 0; r < 20; r++) for (int i = w->from; i < w->to; i++) local += w->data[i];
    w->sum = local;
    pthread_exit(w);
    return nullptr;
}
volatile int flag = 0;
static void *spin(void *) { while (!flag) ; printf("flag seen\n"); flag = 2; return nullptr; }
int main()
{
    pthread_t producers[3], consumers[2];
    long sums[2] = {0, 0};
    for (long i = 0; i < 3; i++) pthread_create(&producers[i], nullptr, produce, (void *)i);
    for (int i = 0; i < 2; i++) pthread_create(&consumers[i], nullptr, consume, &sums[i]);
    for (int i = 0; i < 3; i++) pthread_join(producers[i], nullptr);
    for (int i = 0; i < 2; i++) put(&queue, -1);
    long total = 0;
    for (int i = 0; i < 2; i++) { void *r; pthread_join(consumers[i], &r); total += (long)r; }
    printf("total %ld\n", total);
    static double data[100000];
    for (int i = 0; i < 100000; i++) data[i] = i % 7;
    pthread_t t[4]; Work w[4];
    for (int i = 0; i < 4; i++) { w[i] = {data, i * 25000, (i + 1) * 25000, 0}; pthread_create(&t[i], nullptr, add, &w[i]); }
    double sum = 0;
    for (int i = 0; i < 4; i++) { void *r; pthread_join(t[i], &r); sum += ((Work *)r)->sum; }
    printf("sum %.1f\n", sum);
    pthread_t s; pthread_create(&s, nullptr, spin, nullptr);
    usleep(1000); flag = 1;
    while (flag != 2) ;
    pthread_join(s, nullptr);
    return 0;
}
