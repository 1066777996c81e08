//@ args: -std=c++20
#include <array>
#include <bits/stdc++.h>
// <array> before all else in C++20, and what <bits/stdc++.h> brings of that.
int main()
{
    constexpr std::array<int, 3> a{3, 1, 2};
    std::span s(a);
    for (int x : s | std::views::reverse | std::views::take(2)) std::cout << x << ' ';
    std::latch done(1);
    done.count_down();
    std::cout << done.try_wait() << ' ' << std::numbers::pi_v<float> << ' ' << std::source_location::current().line() << ' ' << std::filesystem::path("a/b.txt").stem().string() << ' ' << std::bit_width(9u) << '\n';
}
