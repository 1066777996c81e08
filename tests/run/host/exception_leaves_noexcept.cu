// An exception that would leave a function that is noexcept ends the program, whoever might catch it.
//@ exit: 134
//@ stdout: inner
#include <cstdio>
struct Loud {
    const char *name;
    ~Loud() { puts(name); }
};
void inner() {
    Loud loud{"inner"};
    throw 1;
}
void outer() noexcept {
    Loud loud{"outer"};
    inner();
}
int main() {
    try {
        outer();
    } catch (...) {
        puts("caught");
    }
}
