// C++20: strings and vectors in constant expressions, whose memory ends with them; temporaries that constants destroy.
//@ args: -D__cplusplus=202002L
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>
constexpr int total(int n)
{
    std::vector<int> v;
    for (int i = 0; i < n; i++) v.push_back(i * i);
    return std::accumulate(v.begin(), v.end(), 0);
}
static_assert(total(10) == 285);
constexpr std::size_t length()
{
    std::string s = "hello";
    s += ", world and more of it beyond the small buffer";
    std::string t = s + "!";
    return t.size() + t.find("world");
}
static_assert(length() == 59);
constexpr bool sorted()
{
    std::vector<int> v{3, 1, 2};
    v.insert(v.begin() + 1, {7, 8});
    v.erase(v.begin());
    std::sort(v.begin(), v.end());
    std::vector<int> w = v;
    w.resize(6);
    w.resize(2);
    w.resize(4);
    return v[0] == 1 && v.back() == 8 && v.size() == 4 && w[1] == 2 && w[3] == 0 && v > w && w.capacity() >= 6;
}
static_assert(sorted());
struct Counts {
    int *p;
    constexpr Counts(int *q) : p(q) {}
    constexpr ~Counts() { ++*p; }
    constexpr int one() const { return 1; }
};
constexpr int destroyed()
{
    int n = 0;
    Counts(&n).one();
    int m = Counts(&n).one() + Counts(&n).one();
    if (Counts(&n).one() == 2) return -1;
    for (int i = 0; i < 3 && Counts(&n).one(); i++) {}
    {
        const Counts &kept = Counts(&n);
        m += 10 * kept.one() + 100 * n;
    }
    return 10000 * n + m;
}
static_assert(destroyed() == 80712);
constexpr auto words(std::string_view text)
{
    std::vector<std::string> out;
    std::string now;
    for (char c : text) {
        if (c == ' ') {
            out.push_back(now);
            now.clear();
        } else {
            now.push_back(c);
        }
    }
    out.push_back(std::move(now));
    return out;
}
constexpr std::size_t longest(std::string_view text)
{
    std::size_t n = 0;
    for (const auto &word : words(text)) n = std::max(n, word.size());
    return 10 * n + words(text).size();
}
static_assert(longest("a bb ccc dddd") == 44);
static_assert(words("one two three").at(1) == "two" && words("x")[0].front() == 'x');
constexpr std::string shouted(std::string s, int times)
{
    for (char &c : s) c = c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c;
    std::string all;
    while (times-- > 0) all.append(s).append(1, '!');
    return all;
}
static_assert(shouted("a word that is too long for the object itself", 2).size() == 92);
static_assert(shouted("ab", 2) == "AB!AB!" && shouted("ab", 1) < "AC" && shouted("q", 3).substr(2, 2) == "Q!");
static_assert(std::string("abcabc").rfind("bc") == 4 && std::string(3, 'x').replace(1, 1, "yyy").compare("xyyyx") == 0);
constexpr int backwards()
{
    std::vector<int> v{1, 2, 3}, w;
    std::string s;
    for (auto it = v.rbegin(); it != v.rend(); ++it) s.insert(s.begin(), char(48 + *it));
    std::copy_if(v.begin(), v.end(), std::back_inserter(w), [](int x) { return x > 1; });
    std::copy(std::rbegin(v), std::rend(v), std::inserter(w, w.begin()));
    return (s == "123") * 1000 + w[0] * 100 + w[2] * 10 + (int)w.size();
}
static_assert(backwards() == 1315);
constexpr int bits()
{
    std::vector<bool> sieve(50, true);
    int n = 0;
    for (int i = 2; i < 50; i++) {
        if (!sieve[i]) continue;
        n++;
        for (int j = 2 * i; j < 50; j += i) sieve[j] = false;
    }
    return n;
}
static_assert(bits() == 15);
constexpr long nested()
{
    std::vector<std::vector<long>> rows(3, std::vector<long>(4, 2));
    rows[1][2] = 40;
    rows.emplace_back(rows[1]);
    long sum = 0;
    for (auto &row : rows)
        for (long x : row) sum += x;
    std::erase_if(rows[0], [](long x) { return x == 2; });
    return sum * 10 + (long)rows[0].size();
}
static_assert(nested() == 1080);
template <std::size_t n> struct Table {
    char text[n];
};
constexpr auto table()
{
    Table<16> t{};
    std::string s = "from a string";
    std::copy(s.begin(), s.end(), t.text);
    return t;
}
constexpr auto made = table();
__constant__ Table<16> on_the_device = table();
constexpr int constant = total(4);
__global__ void show() { printf("%s %d\n", on_the_device.text, constant); }
int main()
{
    constexpr auto w = longest("six words are in this text");
    printf("%zu %d %s\n", w, total(5), made.text);
    std::string zero("a\0b", 3);
    printf("%d %d %d\n", zero == "a", "a" != zero, zero == std::string_view("a\0b", 3));
    show<<<1, 1>>>();
    cudaDeviceSynchronize();
}
