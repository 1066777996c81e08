#include <memory>
#include <functional>
#include <iostream>
#include <vector>
#include <array>
struct A {
    int x;
    A(int v):x(v){std::cout<<"A("<<x<<")\n";}
    ~A(){std::cout<<"~A("<<x<<")\n";}
    int get()const{return x;}
};
struct Del {
    void operator()(float*p)const {
        std::cout<<"del\n";
        free(p);
    }
};
int apply(const std::function<int(int)>&f,int x){return f(x);}
template<typename F> int twice(F f,int x){return f(f(x));}
int add3(int x){return x+3;}
int main() {
    std::unique_ptr<A> a(new A(1));
    auto b=std::make_unique<A>(2);
    std::cout<<a->get()+(*b).x<<std::endl;
    a.reset();
    b=std::unique_ptr<A>(new A(3));
    auto c=std::move(b);
    std::cout<<(b==nullptr)<<(c?1:0)<<std::endl;
    std::unique_ptr<float,Del> fp((float*)malloc(4));
    std::unique_ptr<int[]> arr(new int[4]);
    arr[2]=5;
    std::cout<<arr[2]<<std::endl;
    std::shared_ptr<A> s=std::make_shared<A>(9);
    {
        auto s2=s;
        std::cout<<s.use_count()<<std::endl;
    }
    std::cout<<s.use_count()<<std::endl;
    int k=10;
    auto lam=[k](int x){return x+k;};
    auto ref=[&](int x) {
        k+=x;
        return k;
    };
    std::cout<<lam(1)<<ref(2)<<k<<std::endl;
    std::cout<<apply(lam,5)<<apply(add3,1)<<twice([](int x){return x*2;},3)<<twice(add3,1)<<std::endl;
    std::function<double(double,double)> g=[](double x,double y){return x*y;};
    std::cout<<g(2,3.5)<<(g?1:0)<<std::endl;
    std::function<void()> none;
    std::cout<<(none?1:0)<<std::endl;
    std::vector<std::function<int(int)>> fs;
    fs.push_back(add3);
    fs.push_back([=](int x){return x*k;});
    for(auto&f:fs) std::cout<<f(2)<<" ";
    std::cout<<std::endl;
    std::array<int,4> ar={1,2,3,4};
    int sum=0;
    for(int x:ar) sum+=x;
    std::cout<<sum<<ar.size()<<ar[1]<<std::endl;
    std::array<std::array<float,2>,2> aa{{{1,2},{3,4}}};
    std::cout<<aa[1][0]<<std::endl;
    auto gen=[](auto x,auto y){return x+y;};
    std::cout<<gen(1,2.5)<<gen(std::string("a"),"b")<<std::endl;
    auto cnt=[n=0]()mutable{return ++n;};
    cnt();
    std::cout<<cnt()<<std::endl;
    A* raw=new A(7);
    delete raw;
    A* many=(A*)malloc(sizeof(A));
    new(many) A(8);
    many->~A();
    free(many);
    std::vector<A> va;
    va.reserve(2);
    va.emplace_back(20);
    va.push_back(A(21));
    std::cout<<std::plus<int>()(1,2)<<std::less<int>()(1,2)<<std::endl;
    return 0;
}
