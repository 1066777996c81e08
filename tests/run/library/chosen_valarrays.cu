// Elements of a valarray chosen by their places and by strides in several dimensions; `&&` and `||` of valarrays.
#include <iostream>
#include <valarray>

template <class T> void show(const char *what, const std::valarray<T> &v)
{
    std::cout << what;
    for (const T &x : v) std::cout << ' ' << x;
    std::cout << '\n';
}

int main()
{
    std::valarray<double> d{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    const std::valarray<size_t> places{0, 3, 7};
    const std::valarray<double> chosen = d[places];
    show("places", chosen);
    const std::gslice block(1, {2, 3}, {4, 1});
    const std::valarray<double> inner = d[block];
    show("block", inner);
    d[places] = std::valarray<double>{10, 20, 30};
    d[places] += chosen;
    show("assigned", d);
    d[block] *= inner;
    show("squared", d);
    d[block] = 0.0;
    d[std::valarray<size_t>{11, 10}] = d[std::valarray<size_t>{0, 3}];
    show("copied", d);
    d[std::slice(0, 2, 1)] = d[std::slice(10, 2, 1)];
    d[d > 20.0] = d[d > 20.0];
    show("slices", d);
    const std::valarray<double> &fixed = d;
    show("const", std::valarray<double>(fixed[places]));
    show("sizes", block.size());
    show("strides", block.stride());
    show("and", std::valarray<bool>(inner > 2.0 && inner < 7.0));
    show("or", std::valarray<bool>(inner < 3.0 || inner == 8.0));
    show("numbers", std::valarray<bool>(std::valarray<int>{0, 1, 2} && 1));
    std::valarray<int> bits{1, 2, 4, 8};
    bits[std::valarray<size_t>{0, 2}] |= std::valarray<int>{16, 32};
    show("bits", bits);
    std::cout << block.start() << '\n';
}
