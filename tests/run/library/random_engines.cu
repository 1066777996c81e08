#include <random>
#include <iostream>
#include <vector>
    template <class D, class G> void t(const char* n, D d, G& g) { std::cout << n; for (int i = 0; i < 6; i++) std::cout << " " << d(g); std::cout << "\n"; }
    int main() { std::cout.precision(17); std::mt19937 g(7); std::mt19937_64 g64(7); std::minstd_rand ms(3); std::minstd_rand0 m0(3); std::ranlux24_base r24b(1); std::ranlux48_base r48b(1); std::ranlux24 r24(1); std::ranlux48 r48; std::knuth_b kb(5); std::default_random_engine de;
    for (int i = 0; i < 30; i++) std::cout << g() << " " << g64() << " " << ms() << " " << m0() << " " << r24b() << " " << r48b() << " " << r24() << " " << r48() << " " << kb() << " " << de() << "\n";
    std::seed_seq sq{1, 2, 3};
    std::mt19937 gs(sq);
    std::cout << gs() << "\n";
    std::vector<unsigned> o(4);
    sq.generate(o.begin(), o.end());
    for (auto x : o) std::cout << x << " ";
    g.discard(10);
    std::cout << g() << (g == gs) << "\n";
    std::independent_bits_engine<std::mt19937, 10, unsigned> ib(g);
    std::cout << ib() << " " << ib() << "\n";
    t("int", std::uniform_int_distribution<int>(1, 6), g);
    t("real", std::uniform_real_distribution<double>(-1, 1), g);
    t("realf", std::uniform_real_distribution<float>(0, 1), g);
    t("norm", std::normal_distribution<double>(0, 2), g);
    t("normf", std::normal_distribution<float>(1, 2), g);
    t("exp", std::exponential_distribution<double>(1.5), g);
    t("bern", std::bernoulli_distribution(0.3), g);
    t("binom", std::binomial_distribution<int>(10, 0.4), g);
    t("binom2", std::binomial_distribution<int>(100, 0.4), g);
    t("geom", std::geometric_distribution<int>(0.3), g);
    t("pois", std::poisson_distribution<int>(4.0), g);
    t("pois2", std::poisson_distribution<int>(40.0), g);
    t("gamma", std::gamma_distribution<double>(2, 3), g);
    t("gamma2", std::gamma_distribution<double>(0.5, 1), g);
    t("weib", std::weibull_distribution<double>(2, 1), g);
    t("extr", std::extreme_value_distribution<double>(0, 1), g);
    t("logn", std::lognormal_distribution<double>(0, 1), g);
    t("chi", std::chi_squared_distribution<double>(3), g);
    t("cauchy", std::cauchy_distribution<double>(0, 1), g);
    t("fisher", std::fisher_f_distribution<double>(2, 3), g);
    t("stud", std::student_t_distribution<double>(5), g);
    t("disc", std::discrete_distribution<int>{1, 2, 3, 4}, g);
    t("negb", std::negative_binomial_distribution<int>(3, 0.5), g);
    std::vector<double> iv{0, 1, 2}, wv{1, 3};
    t("pcon", std::piecewise_constant_distribution<double>(iv.begin(), iv.end(), wv.begin()), g);
    t("u64", std::uniform_int_distribution<long long>(-1000000000000LL, 1000000000000LL), g);
    t("canon", std::uniform_int_distribution<unsigned char>(0, 9), g64);
    std::uniform_int_distribution<int> d(0, 9);
    std::cout << d(g, std::uniform_int_distribution<int>::param_type(5, 6)) << std::generate_canonical<double, 53>(g) << " " << std::generate_canonical<float, 24>(g) << "\n";
    t("r48", std::uniform_real_distribution<>(0, 1), r48);
    t("mr", std::uniform_int_distribution<>(0, 99), ms);
}
