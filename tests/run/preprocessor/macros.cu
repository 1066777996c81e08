// Macros of every kind, conditionals, stringising and pasting.
#include <cstdio>
#define EMPTY
#define ONE 1
#define ADD(a, b) ((a) + (b))
#define STR(x) #x
#define XSTR(x) STR(x)
#define GLUE(a, b) a##b
#define XGLUE(a, b) GLUE(a, b)
#define PRINT(fmt, ...) printf(fmt, ##__VA_ARGS__)
#define F(x) x * G(x
#define G(x) (x) + 1
#define MULTI(a) do { \
    int t = a;       \
    printf("%d ", t); \
} while (0)
#if defined(ONE) && !defined(TWO) && ONE + 1 == 2 && (5 > 3 ? 1 : 0)
#define BRANCH "first"
#elif 1
#define BRANCH "second"
#else
#error not here
#endif
#ifdef __CUDACC__
#define COMPILER "cuda"
#endif
int SELF1 = 3;
int main() {
    PRINT("%d %s %s\n", ADD(ONE, 2 * 3), STR(ONE + "q\n"), XSTR(ADD(ONE, 2)));
    PRINT("plain\n");
    printf("%d %s %s\n", XGLUE(SELF, ONE), BRANCH, COMPILER);
    MULTI(7); MULTI(ADD(1, 1)); EMPTY
    printf("\n%d %d\n", F(2) ), __LINE__);
#undef ONE
#ifndef ONE
    printf("%s\n", STR(  spaced   out ));
#endif
    printf("%s %d\n", "joined" " " "text", __cplusplus >= 201703L);
}
