// Attributes in brackets lay classes out; traits that ask about private bases and hashes.
#include <cstdio>
#include <functional>
#include <optional>
#include <type_traits>
struct [[gnu::packed]] P { char c; int i; };
struct [[gnu::aligned(32)]] Q { char c; };
struct [[gnu::packed, gnu::aligned(4)]] R { char c; short s; int i; };
[[gnu::aligned(64)]] int lined;
struct E {};
class Hidden : E {};
struct Open : E {};
class Kept : protected Open {};
struct None {};
int main()
{
    printf("%zu %zu %zu %zu\n", sizeof(P), sizeof(Q), alignof(Q), sizeof(R));
    printf("%d\n", (int)((size_t)&lined % 64));
    printf("%d %d %d %d\n", std::is_convertible_v<Hidden *, E *>, std::is_convertible_v<Open *, E *>, std::is_convertible_v<Kept *, E *>, std::is_convertible_v<Hidden *, const void *>);
    printf("%d %d %d\n", std::is_constructible_v<E &, Open &>, std::is_constructible_v<Open &, E &>, std::is_constructible_v<E &, Hidden &>);
    printf("%d %d\n", std::is_default_constructible_v<std::hash<None>>, std::is_default_constructible_v<std::hash<int>>);
    std::optional<std::optional<int>> o{std::optional<int>{}};
    printf("%d\n", o.has_value());
}
