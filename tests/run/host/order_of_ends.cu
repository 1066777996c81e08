// Static variables, thread_local ones and functions of atexit: each ends before those that were there earlier; what a thread has ends first.
#include <cstdio>
#include <cstdlib>
#include <thread>
struct Loud {
    const char *name;
    Loud(const char *name) : name(name) { printf("make %s\n", name); }
    ~Loud() { printf("end %s\n", name); }
};
struct Plain { ~Plain() { puts("end plain"); } };
struct Constant { int n = 1; ~Constant() { puts("end constant"); } };
struct Registers {
    Registers() { atexit([] { puts("exit: constructor"); }); }
    ~Registers() { puts("end registers"); }
};
Loud first("first");
Constant constant;
Registers registers;
Loud second("second");
static int late() { return printf("late\n"); }
thread_local Loud own("own");
thread_local int number = late();
thread_local Constant own_constant;
template <class T> struct Kept { static thread_local Loud value; };
template <class T> thread_local Loud Kept<T>::value("kept");
inline thread_local Loud unused("unused");

static void pass(int times)
{
    static Plain plain;
    static Loud local("local");
    static thread_local Loud own_local("own local");
    printf("pass %d\n", times);
}
static void last() { static Loud object("in exit"); }

int main()
{
    puts("main");
    atexit([] { puts("exit: one"); });
    pass(1);
    atexit(last);
    pass(2);
    static Constant here;
    atexit([] { puts("exit: two"); });
    printf("%s %d\n", own.name, own_constant.n);
    std::thread([] {
        puts("thread");
        printf("%d\n", own_constant.n);
        pass(3);
    }).join();
    printf("%s\n", Kept<int>::value.name);
    puts("return");
}
