// Arguments of main, exit handlers, the program's own exit status.
//@ argv: one --two 3
//@ exit: 7
//@ stdout: 4 one --two 3
//@ stdout: bye
#include <cstdio>
#include <cstdlib>
void bye() { printf("bye\n"); }
int main(int argc, char **argv) {
    atexit(bye);
    printf("%d %s %s %d\n", argc, argv[1], argv[2], atoi(argv[3]));
    if (argc == 4) exit(7);
    return 0;
}
