extern "C" double sum(double a) { return a; }
static int next() { return 1; }
int main();
int other() { return next(); }
