// An exception that nobody catches ends the program; nothing is destroyed on the way.
//@ exit: 134
//@ stdout: start
#include <cstdio>
#include <stdexcept>
struct Loud {
    ~Loud() { puts("never"); }
};
void inner() {
    Loud loud;
    throw std::runtime_error("nobody");
}
int main() {
    puts("start");
    try {
        inner();
    } catch (int) {
        puts("no");
    }
}
