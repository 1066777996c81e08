// A using directive in a block, or in a namespace inside another: what it brings is seen where the namespaces meet.
#include <algorithm>
#include <cstdio>
using std::printf;
int size(int x) { return x + 100; }
namespace lib { int f(double) { return 1; } int g() { return 10; } namespace deep { int h() { return 5; } } }
int f(int) { return 2; }
int g(int) { return 20; }
struct S { int f(long) const { return 3; } int run() const { using namespace lib; return f(1.0); } };
namespace app { using namespace lib; int g(long) { return 30; } int both() { return f(1) + f(1.0) + g(1); } }
int main() {
    using namespace std;
    using namespace lib::deep;
    printf("%d %d %d %d\n", S().run(), app::both(), size(1), h());
    { using namespace lib; printf("%d %d %d %d\n", f(1), f(1.0), g(), g(1)); }
    printf("%d %g\n", max(2, 3), max(2.0, 1.0));
}
