// Functions of <cmath> with integers for arguments compute in double.
#include <cmath>
#include <cstdio>
int main(){ int a=3,b=4; float f=1.5f; 
printf("%g %g %g %g\n", std::fma(a,b,2), std::hypot(a,b), std::fmod(7,b), std::remainder(7,b));
printf("%g %g %g %g\n", std::fma(f,b,2), std::hypot(f,b), std::fmax(a,b), std::fmin(f,2.0));
printf("%g %g %g %g %g\n", std::pow(2,b), std::atan2(a,b), std::ldexp(1,3), std::cbrt(27), std::copysign(a,-1));
printf("%g %g %g %g\n", std::fdim(a,1), std::nextafter(1,2), std::log2(8), std::exp2(3));
printf("%g %g %g %ld %d\n", std::trunc(3), std::round(3), std::scalbn(1,3), std::lround(3), std::ilogb(8));
printf("%g %g %g %g\n", std::tgamma(5), std::erf(0), std::floor(a), std::hypot(1,2,2));
printf("%g %g\n", fma(a,b,2), hypot(a,b)); }
