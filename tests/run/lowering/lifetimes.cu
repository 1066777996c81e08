// When objects are made and destroyed.
#include <cstdio>

struct Noisy {
    int id;
    Noisy(int i) : id(i) { printf("+%d ", id); }
    Noisy(const Noisy &other) : id(other.id + 100) { printf("c%d ", id); }
    ~Noisy() { printf("-%d ", id); }
    bool yes() const { return id > 0; }
};

Noisy global_a(1), global_b(2);

static Noisy make(int i) { return Noisy(i); }
static Noisy named(int i) { Noisy n(i); printf("[%d] ", n.id); return make(n.id + 1); }
static int take(Noisy n) { printf("(%d) ", n.id); return n.id; }
static void once(int i) { static Noisy kept(i); printf("kept %d ", kept.id); }

static int early(int which)
{
    Noisy a(10);
    if (which == 0) return a.id;
    for (int i = 0; i < 3; i++) {
        Noisy b(20 + i);
        if (which == 1 && i == 1) break;
        if (which == 2 && i == 0) continue;
        Noisy c(30 + i);
        if (which == 3 && i == 1) goto out;
    }
    {
        Noisy d(40);
    }
out:
    printf("out ");
    return -1;
}

int main()
{
    printf("main\n");
    { Noisy n = make(3); printf("body "); }
    printf("\n");
    { Noisy n = named(5); }
    printf("\n");
    take(7);
    printf("\n");
    Noisy seven(8);
    take(seven);
    printf("\n");
    if (make(9).yes() && make(11).yes()) printf("both ");
    printf("\n");
    if (make(-9).yes() && make(11).yes()) printf("both ");
    printf("\n");
    bool flag = make(12).yes() || make(13).yes();
    printf("%d\n", flag);
    int n = flag ? make(14).id : make(15).id;
    printf("%d\n", n);
    const Noisy &r = make(16);
    printf("bound %d\n", r.id);
    once(17);
    once(18);
    printf("\n");
    for (int i = 0; i < 4; i++) { early(i); printf("\n"); }
    {
        Noisy array[3] = {Noisy(50), 51, make(52)};
        printf("array ");
    }
    printf("\n");
    Noisy *p = new Noisy(60);
    delete p;
    printf("\n");
    printf("end\n");
    return 0;
}
