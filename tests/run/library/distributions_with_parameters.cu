// Distributions called with parameters of other ones, and sums of arrays: libstdc++'s numbers.
#include <iostream>
#include <list>
#include <forward_list>
#include <valarray>
#include <unordered_set>
#include <map>
#include <random>
#include <iomanip>
using namespace std;
template<class D> void two(const char *n, D d, D e) {
  mt19937 g(7);
  cout << n << setprecision(17);
  for (int i=0;i<3;i++) cout << ' ' << d(g);
  auto p = e.param();
  for (int i=0;i<3;i++) cout << ' ' << d(g,p);
  for (int i=0;i<2;i++) cout << ' ' << d(g);
  d.param(p);
  for (int i=0;i<4;i++) cout << ' ' << d(g);
  d.param(D().param());
  for (int i=0;i<3;i++) cout << ' ' << d(g);
  cout << ' ' << d << '\n';
}
int main(){
  two("normal", normal_distribution<double>(1,2), normal_distribution<double>(10,3));
  two("normalf", normal_distribution<float>(1,2), normal_distribution<float>(10,3));
  two("lognormal", lognormal_distribution<double>(1,.2), lognormal_distribution<double>(2,.3));
  two("gamma", gamma_distribution<double>(1,2), gamma_distribution<double>(.5,3));
  two("chi", chi_squared_distribution<double>(3), chi_squared_distribution<double>(5));
  two("student", student_t_distribution<double>(3), student_t_distribution<double>(5));
  two("fisher", fisher_f_distribution<double>(3,4), fisher_f_distribution<double>(5,2));
  two("negb", negative_binomial_distribution<int>(3,.4), negative_binomial_distribution<int>(15,.2));
  two("poisson", poisson_distribution<int>(3), poisson_distribution<int>(50));
  two("poisson2", poisson_distribution<int>(30), poisson_distribution<int>(50));
  two("binom", binomial_distribution<int>(100,.4), binomial_distribution<int>(1000,.3));
  two("uni", uniform_int_distribution<int>(1,9), uniform_int_distribution<int>(100,200));
  two("exp", exponential_distribution<double>(2), exponential_distribution<double>(5));
  two("geo", geometric_distribution<int>(.2), geometric_distribution<int>(.1));
  two("weib", weibull_distribution<double>(2,3), weibull_distribution<double>(1,2));
  two("ev", extreme_value_distribution<double>(2,3), extreme_value_distribution<double>(1,2));
  two("cauchy", cauchy_distribution<double>(2,3), cauchy_distribution<double>(1,2));
  two("bern", bernoulli_distribution(.2), bernoulli_distribution(.7));
  two("disc", discrete_distribution<int>{1,2,3}, discrete_distribution<int>{1,5,3,7});
  valarray<float> a(100), b(100);
  for (int i=0;i<100;i++) a[i]=1.0f/(i+1), b[i]=(float)i*1e3f+0.1f;
  const valarray<float> ca = a;
  cout << a.sum() << ' ' << (a*b).sum() << ' ' << (a+1.0f).sum() << ' ' << sqrt(a).sum() << ' ' << (-a).sum() << ' ' << valarray<float>(a*b).sum()
    << ' ' << a.apply([](float x){return x*x;}).sum() << ' ' << ca[slice(0,40,2)].sum() << ' ' << valarray<float>(a[slice(0,40,2)]).sum() << ' ' << a.shift(3).sum() << ' ' << 0
    << ' ' << (a*b).max() << ' ' << (2.0f*a*b-a).sum() << ' ' << pow(a,a).sum() << ' ' << atan2(a,b).sum() << ' ' << pow(a,2.0f).sum() << ' ' << pow(2.0f,a).sum() << ' ' << atan2(a,1.0f).sum() << ' ' << atan2(1.0f,a).sum() << '\n';
}
