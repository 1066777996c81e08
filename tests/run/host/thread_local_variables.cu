#include <thread>
#include <cstdio>
#include <vector>
#include <string>
thread_local int counter = 5;
thread_local const char *name = "none";
struct Stats { int n = 3; double sum = 0; };
thread_local Stats stats;
static int next() { thread_local int calls = 100; return ++calls; }
static std::string &buffer() { thread_local std::string text("start"); return text; }
__thread int plain;
int main() {
    counter = 7;
    for (int t = 0; t < 3; t++) {
        std::thread([t] { counter += t; plain += t; stats.n += t; for (int i = 0; i <= t; i++) next(); buffer() += std::to_string(t); if (t == 1) name = "one";
            printf("%d %d %d %d %s %s\n", counter, plain, stats.n, next(), buffer().c_str(), name); }).join();
    }
    buffer() += "main";
    printf("%d %d %d %d %s %s\n", counter, plain, stats.n, next(), buffer().c_str(), name);
}
