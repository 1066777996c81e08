// expect: the end of a list is read after thousands of elements
//@ exit: 139
#include <cstdio>
struct Node { int value; Node *next; };
int main()
{
    static Node nodes[3000];
    for (int i = 0; i < 3000; i++) {
        nodes[i].value = i;
        nodes[i].next = i < 2999 ? &nodes[i + 1] : nullptr;
    }
    long sum = 0;
    for (Node *n = nodes; sum >= 0; n = n->next)
        sum += n->value;  //~ ERROR[R0105] null pointer read of 4 bytes
    printf("%ld\n", sum);
}
