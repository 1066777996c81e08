// Strings that take views and parts of them, what is left of a moved string, lengths past the longest, and what is thrown.
#include <bitset>
#include <iostream>
#include <list>
#include <string>
#include <string_view>

struct Named {
    std::string name;
    operator std::string_view() const { return name; }
};

template <class F> void caught(F f)
{
    try {
        f();
        std::cout << "nothing thrown\n";
    } catch (const std::exception &e) {
        std::cout << e.what() << '\n';
    }
}

void views()
{
    const std::string_view v = "views";
    std::string s = "abc";
    s.replace(0, 1, v).insert(0, v).append(v, 1, 2).insert(1, v, 4, 1).replace(2, 1, v, 2);
    std::cout << s << ' ' << s.find(v) << ' ' << s.rfind(v) << ' ' << s.find_first_of(v, 1) << ' ' << s.find_last_not_of(v) << '\n';
    std::cout << s.compare(v) << ' ' << (s.compare(0, 2, v, 0, 1) > 0) << ' ' << s.compare(0, 1, "vx", 1) << ' ' << s.compare(0, 2, v) << '\n';
    s.replace(s.begin(), s.begin() + 2, v);
    std::cout << s << ' ' << std::string(v, 1, 3) << ' ' << s.assign(v) << ' ' << s.assign(v, 3) << '\n';
    const Named named{"named"};
    std::cout << s.append(named, 1, 2).append("xyz", 1, 1).insert(0, "pqr", 1, 1) << ' ' << s.find(named) << ' ' << s.find({'a', 'm'}) << '\n';
    std::cout << *v.crbegin() << *(v.crend() - 1) << ' ' << v.max_size() << ' ' << v.compare(0, 1, "vx", 1) << v.compare(0, 1, v, 0, 1) << v.rfind("vx", 9, 1) << '\n';

    std::wstring w = L"wide";
    const std::wstring_view part = L"ab";
    w.insert(0, part).replace(0, 1, part).append(part);
    std::cout << w.size() << ' ' << w.find(L'w') << ' ' << w.compare(part) << ' ' << std::u16string(u"xy").find(u'y') << '\n';
}

void moves()
{
    std::string a = "one", b = "two", longer(50, 'x'), shorter = "short";
    a = std::move(b);
    shorter = std::move(longer);
    std::cout << '[' << b << ']' << a << ' ' << longer.size() << ' ' << shorter.size() << '\n';
    a.reserve(300);
    b = "again";
    a = std::move(b);
    shorter.assign(std::move(a));
    std::cout << shorter.size() << '[' << a << b << "]\n";
    std::wstring c = L"c", d = L"dd";
    c = std::move(d);
    std::cout << c.size() << d.size() << '\n';
}

void lengths_and_texts()
{
    std::string s = "abc";
    const size_t most = s.max_size();
    caught([&] { std::string(most + 1, 'x'); });
    caught([&] { s.append(most, 'x'); });
    caught([&] { s.assign(most + 1, 'x'); });
    caught([&] { s.insert(0, most + 1, 'x'); });
    caught([&] { s.replace(0, 1, most + 1, 'x'); });
    caught([&] { s.reserve(most + 1); });
    caught([&] { s.resize(most + 1); });
    caught([&] { std::wstring().resize(most); });
    caught([&] { s.replace(9, 1, "x"); });
    caught([&] { std::string_view("abc").substr(9); });
    caught([&] { std::string_view("abc").at(9); });
    caught([&] { std::wstring_view(L"abc").at(9); });
    caught([&] { s.append(std::string_view("abc"), 7, 1); });
    caught([&] { s.insert(1, std::string_view("abc"), 7, 1); });
    caught([&] { std::string made(std::string_view("abc"), 7, 1); });
    caught([] { std::bitset<100>().set().to_ulong(); });
    caught([] { std::bitset<100>().set().to_ullong(); });
    caught([] { throw std::ios_base::failure("io"); });
    caught([] {
        std::cin.exceptions(std::ios::badbit);
        std::cin.setstate(std::ios::badbit);
    });
}

template <class T, class Compare = std::less<T>> struct Ordered {
    Compare before;
};

int main()
{
    views();
    moves();
    lengths_and_texts();
    std::list<int> numbers{1, 3, 2};
    numbers.sort(std::greater<int>());
    std::cout << Ordered<int>().before(1, 2) << numbers.front() << '\n';
}
