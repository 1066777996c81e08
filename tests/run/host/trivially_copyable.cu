// Which types are copied as bytes: a deleted way to copy does no harm, and neither void nor a reference is one.
#include <cstdio>
#include <type_traits>
using namespace std;
struct Moves { Moves(Moves &&) = default; Moves &operator=(Moves &&) = default; };
struct Begins { Begins(Begins &&) = default; };
struct Fixed { Fixed(const Fixed &) = delete; Fixed &operator=(const Fixed &) = delete; };
struct Copies { Copies(const Copies &); Copies(Copies &&) = default; };
struct Constant { const int k = 1; };
struct Made { Made() {} Made(const Made &) = default; };
struct Ends { ~Ends() {} };
struct Virtual { virtual void f(); int x; };
struct Inner { Moves m; int n; };
class Hidden { int a; };
template <class T> void say() { printf("%d%d%d%d\n", is_trivially_copyable_v<T>, is_trivial_v<T>, is_trivially_default_constructible_v<T>, is_literal_type_v<T>); }
int main()
{
    say<Moves>(); say<Begins>(); say<Fixed>(); say<Copies>(); say<Constant>(); say<Made>(); say<Ends>(); say<Virtual>();
    say<Inner>(); say<Hidden>(); say<void>(); say<int &>(); say<int &&>(); say<int[2]>(); say<const int>(); say<Moves[2]>();
}
