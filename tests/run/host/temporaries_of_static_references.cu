// Temporaries that a variable with static storage refers to, itself or by a member, live as long as the variable.
#include <cstdio>
#include <initializer_list>
static int calls = 0;
static int next() { return ++calls; }
struct Loud {
    int n;
    Loud(int n) : n(n) { printf("make %d\n", n); }
    ~Loud() { printf("end %d\n", n); }
};
struct Pair { int x, y; };
const int &number = 5;
const double &fraction = 2.5;
const Pair &pair = Pair{3, 4};
int &&changing = 6;
const int &computed = next() + 10;
const Loud &loud = Loud(1);
struct Holder { const int &r; };
Holder holder{7};
struct Nested { int n; Holder inner; };
Nested nested{8, {next()}};
const Holder &both = Holder{9};
auto list = {4, 5};
std::initializer_list<Loud> loud_list = {2, 3};
const char *const &text = "abc";
const int (&array)[3] = {1, 2, 3};
constexpr const int &fixed = 11;
static_assert(fixed == 11, "");
const int &part = Pair{12, 13}.y;
struct Members {
    static inline const int &shared = 14;
    static const Loud &object;
};
const Loud &Members::object = Loud(4);
template <class T> const T &of_type = T(15);

static int locals()
{
    static const int &here = next();
    static Holder there{next()};
    static const Loud &object = Loud(5);
    static auto numbers = {next(), 20};
    return here + there.r + object.n + *numbers.begin();
}
static void blocks()
{
    auto objects = {Loud(6), Loud(7)};
    const Loud &one = (puts("comma"), Loud(8));
    Nested n{1, {16}};
    printf("block %d %d %d\n", objects.begin()[1].n, one.n, n.inner.r);
}

int main()
{
    puts("main");
    printf("%d %g %d %d %d\n", number, fraction, pair.y, changing, computed);
    changing++;
    printf("%d %d %d %d %d\n", changing, holder.r, nested.inner.r, both.r, list.begin()[1]);
    printf("%d %s %d %d %d\n", loud_list.begin()[1].n, text, array[2], fixed, part);
    printf("%d %d %g %d\n", Members::shared, Members::object.n, of_type<double>, of_type<int>);
    int a = locals(), b = locals();
    printf("%d %d %d\n", a, b, calls);
    blocks();
    puts("done");
}
