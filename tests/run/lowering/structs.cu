// Classes by value, unions, bit-fields, arrays in classes.
#include <cstdio>
#include <cstring>

struct Point { float x, y, z; };
struct Nested { Point p; int tag; char name[8]; Point *next; };
struct Wide { double d[5]; char c; };
struct Bits { unsigned a : 3, b : 7; int c : 5; unsigned d : 20; bool e : 1; unsigned long long f : 40; };
union Word { float f; unsigned u; unsigned char b[4]; };
struct Empty {};

static Point add(Point a, Point b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
static Nested wrap(Point p, int tag, const char *name)
{
    Nested n = {p, tag, "", nullptr};
    strcpy(n.name, name);
    return n;
}
static Wide fill(int n) { Wide w = {}; for (int i = 0; i < n; i++) w.d[i] = i * 1.5; w.c = 'w'; return w; }
static void change(Nested n) { n.tag = 99; n.p.x = 99; n.name[0] = '!'; }
static int count(Empty, int n, Empty) { return n; }
static Point pick(bool first, Point a, Point b) { return first ? a : b; }

int main()
{
    Point a = {1, 2, 3}, b{4, 5}, c = add(a, add(b, a));
    printf("%g %g %g\n", c.x, c.y, c.z);
    Nested n = wrap(c, 7, "name"), m = n;
    m.next = &m.p;
    change(n);
    m.next->y = -1;
    printf("%d %g %s %g %g\n", n.tag, n.p.x, n.name, m.p.y, n.p.y);
    Wide w = fill(5), v = w;
    v.d[2] += 10;
    printf("%g %g %c %d\n", w.d[2], v.d[2], v.c, (int)sizeof(Wide));
    Bits bits = {};
    bits.a = 9; bits.b = 100; bits.c = -7; bits.d = 1234567; bits.e = 3; bits.f = 1ull << 39 | 5;
    bits.b += 50;
    bits.c--;
    printf("%u %u %d %u %d %llx %d\n", bits.a, bits.b, bits.c, bits.d, bits.e, (unsigned long long)bits.f, (int)sizeof(Bits));
    Word word;
    word.f = 1.0f;
    printf("%08x %d %d\n", word.u, word.b[3], word.b[2]);
    word.b[3] = 0xc0;
    printf("%g\n", word.f);
    printf("%d %d\n", count(Empty(), 5, Empty()), (int)sizeof(Empty));
    printf("%g %g\n", pick(true, a, b).x, pick(false, a, b).x);
    int grid[3][4] = {{1, 2}, {3}, {}};
    grid[2][3] = 7;
    int sum = 0;
    for (auto &row : grid) for (int x : row) sum = sum * 3 + x;
    printf("%d\n", sum);
    char text[16] = "abc";
    printf("%s %d %d %d\n", text, text[3], text[15], (int)sizeof(text));
    int many[100] = {5, 6};
    printf("%d %d %d\n", many[0], many[1], many[99]);
    Point points[4] = {{1, 1, 1}, {2}};
    points[3] = points[0];
    points[2] = add(points[3], points[1]);
    printf("%g %g %g\n", points[3].z, points[2].x, points[1].y);
    a = {a.y, a.x, a.z};
    printf("%g %g\n", a.x, a.y);
    Point *heap = new Point[3]{{1, 2, 3}, {4, 5, 6}};
    printf("%g %g\n", heap[1].z, heap[2].z);
    delete[] heap;
    return 0;
}
