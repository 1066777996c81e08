#include <bitset>
#include <iostream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

using namespace std::literals;

static std::vector<std::string_view> words(std::string_view text, std::string_view between = " ,")
{
    std::vector<std::string_view> list;
    while (true) {
        size_t from = text.find_first_not_of(between);
        if (from == std::string_view::npos) return list;
        text.remove_prefix(from);
        size_t to = text.find_first_of(between);
        list.push_back(text.substr(0, to));
        if (to == std::string_view::npos) return list;
        text.remove_prefix(to);
    }
}

constexpr std::string_view greeting = "grid, block, warp, lane";
static_assert(greeting.size() == 23 && greeting.find("warp") == 13 && greeting[6] == 'b');

int main()
{
    for (std::string_view w : words(greeting)) std::cout << '[' << w << "] ";
    std::cout << '\n';
    std::string owner = "threads of a warp";
    std::string_view view = owner;
    std::cout << view.substr(8, 2) << ' ' << view.rfind('a') << ' ' << view.find("warp") << ' ' << view.find('z') + 1 << ' '
              << view.find_last_of("ae") << ' ' << view.find_last_not_of("pr") << '\n';
    std::cout << (view == owner) << (view == "threads") << ("a"sv < "b"sv) << (view != "x"s) << ' ' << view.compare("thread") << ' '
              << "abc"sv.compare("abd") << ' ' << (std::string_view() == "") << '\n';
    std::string made(view.substr(0, 7));
    made += " in "sv;
    made.append(view.substr(11));
    made = std::string_view(made).substr(0, made.size() - 1);
    std::cout << made << '|' << made.size() << '\n';
    std::unordered_map<std::string_view, int> counts;
    for (auto w : words("a b a c a b")) counts[w]++;
    std::cout << counts["a"] << counts["b"] << counts["c"] << '\n';

    std::bitset<10> bits("1100101"), mask(0xf);
    bits[9] = true;
    bits.flip(0);
    std::cout << bits << ' ' << (bits & mask) << ' ' << (bits | mask) << ' ' << (bits ^ mask) << ' ' << ~bits << '\n';
    std::cout << bits.count() << ' ' << bits.test(2) << bits[3] << bits.any() << bits.none() << bits.all() << ' ' << bits.to_ulong() << ' '
              << (bits << 2) << ' ' << (bits >> 3) << '\n';
    std::bitset<100> sieve;
    sieve.set().reset(0).reset(1);
    for (size_t i = 2; i * i < sieve.size(); i++)
        if (sieve[i])
            for (size_t j = i * i; j < sieve.size(); j += i) sieve.reset(j);
    std::cout << sieve.count() << ' ' << sieve.to_string('.', '#').substr(60) << ' ' << (sieve == std::bitset<100>()) << '\n';
    return 0;
}
