// `_Generic` of C11: by type, with defaults, within macros and one another.
#include <stdio.h>

struct point { int x, y; };
typedef struct { double re, im; } number;
enum color { RED, GREEN };

#define NAME(x) _Generic((x), \
    char: "char", signed char: "signed char", unsigned char: "unsigned char", short: "short", unsigned short: "unsigned short", \
    int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long", long long: "long long", float: "float", \
    double: "double", _Bool: "bool", char *: "char *", const char *: "const char *", int *: "int *", void *: "void *", \
    int (*)(int, int): "function", int (*)[3]: "array pointer", struct point: "struct point", number: "number", \
    struct point *: "struct point *", default: "other")
#define ABS(x) _Generic((x), int: abs_int, long: abs_long, double: abs_double, float: abs_float)(x)
#define PRINT(x) _Generic((x), int: print_int, double: print_double, const char *: print_text, char *: print_text)(x)
#define IS_INT(x) _Generic((x), int: 1, default: 0)

static int abs_int(int n) { return n < 0 ? -n : n; }
static long abs_long(long n) { return n < 0 ? -n : n; }
static double abs_double(double x) { return x < 0 ? -x : x; }
static float abs_float(float x) { return x < 0 ? -x : x; }
static void print_int(int n) { printf("int %d\n", n); }
static void print_double(double d) { printf("double %g\n", d); }
static void print_text(const char *s) { printf("text %s\n", s); }
static int add(int a, int b) { return a + b; }

int main(void) {
    char c = 'x';
    signed char sc = 1;
    unsigned char uc = 2;
    short s = 3;
    const int k = 4;
    int array[3] = {1, 2, 3}, n = 5;
    float f = 1.5f;
    _Bool b = 1;
    const char *text = "const";
    char *plain = &c;
    struct point p = {1, 2};
    number z = {1, 2};
    enum color red = RED;
    printf("%s, %s, %s, %s, %s\n", NAME(c), NAME(sc), NAME(uc), NAME(s), NAME(k));
    printf("%s, %s, %s, %s, %s\n", NAME('a'), NAME(1u), NAME(2l), NAME(3ul), NAME(4ll));
    printf("%s, %s, %s, %s, %s\n", NAME(f), NAME(2.0), NAME(f * 2), NAME(f * 2.0), NAME(s + s));
    printf("%s, %s, %s, %s, %s\n", NAME(b), NAME(n < 3), NAME(!n), NAME(n && b), NAME(n == 5 ? 1 : 0));
    printf("%s, %s, %s, %s, %s\n", NAME(text), NAME(plain), NAME("literal"), NAME(array), NAME(&array));
    printf("%s, %s, %s, %s, %s\n", NAME(add), NAME(&add), NAME(p), NAME(&p), NAME(z));
    printf("%s, %s, %s, %s, %s\n", NAME((void *)0), NAME(&z), NAME(GREEN), NAME(red), NAME(1.0L));
    printf("%d %ld %g %g\n", ABS(-3), ABS(-4l), ABS(-1.5), ABS(-2.5f));
    PRINT(7);
    PRINT(0.25);
    PRINT("some");
    PRINT(text);
    printf("%d %d\n", IS_INT(n++), n);
    printf("%d\n", _Generic(n, int: _Generic(f, double: 1, float: 2), default: 3) + _Generic(n, default: 10, long: 20));
    _Generic(n, int: n, default: array[0]) = 9;
    printf("%d\n", n);
    _Static_assert(_Generic(1, int: 1, default: 0), "an int");
}
