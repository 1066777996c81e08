// Functions as C had them before 1989: the parameters' declarations behind the brackets, and declarations without parameters.
#include <stdio.h>

typedef struct list *link_t;
int twice();
double mean();
static char *skip();
struct list *push(), *reversed();
int apply();

struct list { int value; struct list *next; };

int main(argc, argv)
    int argc;
    char **argv;
{
    double ratio();
    int values[4] = {1, 2, 3, 4};
    struct list cells[3], *head = 0;
    int i;
    for (i = 0; i < 3; i++) head = push(head, &cells[i], i + 1);
    printf("%d %d %s\n", argc, twice(21), argv[0] ? "named" : "unnamed");
    printf("%g %g\n", mean(values, 4), ratio(1.0, 4.0));
    printf("%s|%s\n", skip("  text", ' '), skip("--x", '-'));
    for (head = reversed(head); head; head = head->next) printf("%d ", head->value);
    printf("%d\n", apply(twice, 5));
    return 0;
}

int twice(n) int n; { return n * 2; }

double mean(values, count)
    int values[], count;
{
    double sum = 0;
    int i;
    for (i = 0; i < count; i++) sum += values[i];
    return sum / count;
}

double ratio(a, b) double a; float b; { return a / b; }

static char *skip(text, c) register char *text; char c;
{
    while (*text == c) text++;
    return text;
}

struct list *push(next, cell, value)
    struct list *next, *cell;
{
    cell->value = value;
    cell->next = next;
    return cell;
}

struct list *reversed(list)
    link_t list;
{
    link_t before = 0, next;
    for (; list; list = next) {
        next = list->next;
        list->next = before;
        before = list;
    }
    return before;
}

int apply(function, argument)
    int (*function)(int);
    const unsigned short argument;
{
    return function(argument) + 1;
}
