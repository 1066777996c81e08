// What is only asked about needs no bodies: copying a vector of what cannot be copied is wrong where somebody does it.
#include <cstdio>
#include <vector>
#include <memory>
#include <map>
#include <string>
#include <type_traits>
struct S { std::vector<std::unique_ptr<int>> v; std::string n; };
struct T { std::map<int, std::unique_ptr<S>> m; };
int main(){ std::vector<std::vector<std::unique_ptr<int>>> a; a.emplace_back(); a.emplace_back(); a[0].push_back(std::make_unique<int>(3));
 std::vector<S> b; b.push_back(S{}); b.emplace_back(); b.back().v.emplace_back(new int(5)); b.resize(10); std::vector<T> c(3); c.resize(9);
 printf("%d %d %zu\n", *a[0][0], *b[1].v[0], c.size());
 printf("%d\n", std::is_copy_constructible<std::vector<std::unique_ptr<int>>>::value);
 printf("%d\n", std::is_copy_constructible<S>::value);
}
