// Engines of other words and moduli; states of adaptors and distributions compared, written and read again.
#include <cstdio>
#include <iostream>
#include <random>
#include <sstream>

template <class D> void twice(const char *name, D d)
{
    std::mt19937 g(5), h;
    d(g);
    std::stringstream text;
    text << d;
    D other;
    text >> other;
    h = g;
    std::cout << name << ": " << text.str() << ' ' << (d == other) << (d != D()) << ' ' << (d(g) == other(h)) << ' ' << d.min() << '\n';
}

void engines()
{
    std::mersenne_twister_engine<unsigned, 32, 624, 397, 31, 0x9908b0df, 11, 0xffffffff, 7, 0x9d2c5680, 15, 0xefc60000, 18, 1812433253> m(5);
    std::linear_congruential_engine<unsigned, 1664525, 1013904223, 0> l(1);
    std::linear_congruential_engine<unsigned long, 6364136223846793005ul, 1442695040888963407ul, 0> full(7);
    std::linear_congruential_engine<unsigned long, 6364136223846793005ul, 11, 9223372036854775783ul> large(7);
    std::linear_congruential_engine<unsigned short, 25173, 13849, 0> small(3);
    for (int i = 0; i < 3; i++) printf("%u %u %lu %lu %u\n", m(), l(), full(), large(), (unsigned)small());
    printf("%u %u %u\n", l.min(), l.max(), (unsigned)small.max());
    std::seed_seq words{1, 2, 3};
    l.seed(words);
    full.seed(words);
    m.seed(words);
    printf("%u %lu %u\n", l(), full(), m());
    std::ranlux24 a, b;
    std::knuth_b c, d;
    std::independent_bits_engine<std::mt19937, 8, unsigned> e, f;
    printf("%d%d%d", a == b, c == d, e == f);
    a(), c(), e();
    printf(" %d%d%d %d%d%d\n", a == b, c == d, e == f, a != b, c != d, e != f);
}

int main()
{
    engines();
    twice("uniform_int", std::uniform_int_distribution<>(1, 6));
    twice("uniform_real", std::uniform_real_distribution<float>(0.1f, 6));
    twice("normal", std::normal_distribution<>(1, 2));
    twice("lognormal", std::lognormal_distribution<>(0.5, 0.25));
    twice("exponential", std::exponential_distribution<>(3.5));
    twice("bernoulli", std::bernoulli_distribution(0.25));
    twice("geometric", std::geometric_distribution<>(0.1));
    twice("poisson", std::poisson_distribution<>(4.5));
    twice("binomial", std::binomial_distribution<>(9, 0.7));
    twice("negative_binomial", std::negative_binomial_distribution<>(3, 0.5));
    twice("gamma", std::gamma_distribution<>(2, 3));
    twice("chi_squared", std::chi_squared_distribution<>(3));
    twice("cauchy", std::cauchy_distribution<>(1, 3));
    twice("fisher_f", std::fisher_f_distribution<>(2, 3));
    twice("student_t", std::student_t_distribution<>(2));
    twice("weibull", std::weibull_distribution<>(2, 3));
    twice("extreme_value", std::extreme_value_distribution<>(2, 3));
    twice("discrete", std::discrete_distribution<>{1, 2, 5});
    const double bounds[] = {0, 1, 3, 4}, weights[] = {1, 2, 4, 3};
    std::cout << std::piecewise_constant_distribution<>(bounds, bounds + 4, weights) << '\n';
    twice("piecewise_linear", std::piecewise_linear_distribution<>(bounds, bounds + 4, weights));
    std::cout << std::piecewise_constant_distribution<>() << ' ' << std::piecewise_linear_distribution<>() << ' ' << std::discrete_distribution<>() << '\n';

    std::mt19937 g(7);
    std::piecewise_linear_distribution<> hat({0.0, 1.0, 2.0}, [](double x) { return x < 1 ? x : 2 - x; }), flat(2, 1.0, 3.0, [](double) { return 1.0; });
    for (int i = 0; i < 3; i++) std::cout << hat(g) << ' ' << flat(g) << ' ';
    std::cout << hat.densities()[1] << flat.intervals()[1] << '\n';
    std::discrete_distribution<> d{1, 3};
    const auto kept = d.param();
    d.param(std::discrete_distribution<>::param_type{1, 1, 2});
    std::cout << kept.probabilities()[1] << d.probabilities()[2] << d(g) << d(g, kept) << '\n';
}
