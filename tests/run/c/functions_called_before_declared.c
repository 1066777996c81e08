// Functions that are called above their definitions, without a declaration: `int f();` each, as GCC has it before C23.
#include <stdio.h>

struct cell { int (*twice)(int); };

static int half(int n) { return n / 2; }

int main(void)
{
    struct cell cell = {half};
    printf("%d %d\n", add(2, 3), cell.twice(8));
    say("text");
    if (add(1, -1)) return 1;
    else say("no"), count();
    return count() - 2;
}

int add(int a, int b) { return a + b; }
int twice(int n) { return 2 * n; }

int count()
{
    static int calls;
    return ++calls;
}

void say(const char *text)
{
    printf("%s %d\n", text, later(4));
}

int later(n) int n; { return twice(n) + 1; }
