#include <random>
#include <iostream>
#include <algorithm>
#include <vector>
#include <cstdlib>
int main() {
    std::mt19937 g(42);
    for(int i=0;i<3;i++) std::cout<<g()<<" ";
    std::cout<<std::endl;
    std::uniform_real_distribution<float> d(0,1);
    for(int i=0;i<5;i++) std::cout<<d(g)<<" ";
    std::cout<<std::endl;
    std::uniform_int_distribution<int> u(1,6);
    for(int i=0;i<10;i++) std::cout<<u(g)<<" ";
    std::cout<<std::endl;
    std::normal_distribution<double> n(0,1);
    for(int i=0;i<4;i++) std::cout<<n(g)<<" ";
    std::cout<<std::endl;
    std::default_random_engine e(7);
    std::uniform_real_distribution<double> dd(-1,1);
    for(int i=0;i<4;i++) std::cout<<dd(e)<<" ";
    std::cout<<std::endl;
    std::mt19937_64 g64(1);
    std::cout<<g64()<<std::endl;
    std::vector<int> v={1,2,3,4,5,6};
    std::shuffle(v.begin(),v.end(),g);
    for(int x:v) std::cout<<x;
    std::cout<<std::endl;
    std::bernoulli_distribution b(0.3);
    int c=0;
    for(int i=0;i<100;i++) c+=b(g);
    std::cout<<c<<std::endl;
    srand(5);
    std::cout<<rand()<<" "<<rand()%100<<" "<<(float)rand()/RAND_MAX<<std::endl;
    std::generate(v.begin(),v.end(),[&](){return u(g);});
    for(int x:v) std::cout<<x;
    std::cout<<std::endl;
    std::minstd_rand mr(3);
    std::cout<<mr()<<std::endl;
    std::uniform_int_distribution<> big(0,1000000);
    std::cout<<big(g)<<std::endl;
    std::exponential_distribution<double> ex(2.0);
    std::cout<<ex(g)<<std::endl;
    std::random_device rd;
    (void)rd;
    return 0;
}
