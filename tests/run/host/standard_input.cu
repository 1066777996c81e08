// Reading standard input.
//@ stdin: 3 4.5 word
//@ stdin: second line
//@ stdout: 3 4.5 word
//@ stdout: [second line]
//@ stdout: end
#include <cstdio>
#include <cstring>
int main() {
    int n;
    float f;
    char w[16], line[64];
    if (scanf("%d %f %15s", &n, &f, w) != 3) return 1;
    printf("%d %g %s\n", n, f, w);
    getchar();
    fgets(line, sizeof line, stdin);
    line[strlen(line) - 1] = 0;
    printf("[%s]\n", line);
    printf("%s\n", fgets(line, sizeof line, stdin) ? "more" : "end");
}
