#include <iostream>
#include <cstdio>
#include <stdexcept>
#include <type_traits>
template<typename T> class Matrix {
    public:
    Matrix(int r,int c):rows(r),cols(c),data(new T[r*c]()){}
    Matrix(const Matrix&o):rows(o.rows),cols(o.cols),data(new T[o.rows*o.cols]) {
        for(int i=0;i<rows*cols;i++) data[i]=o.data[i];
    }
    Matrix(Matrix&&o)noexcept:rows(o.rows),cols(o.cols),data(o.data){o.data=nullptr;}
    ~Matrix(){delete[] data;}
    Matrix& operator=(Matrix o) {
        std::swap(data,o.data);
        std::swap(rows,o.rows);
        std::swap(cols,o.cols);
        return *this;
    }
    T& operator()(int i,int j){return data[i*cols+j];}
    const T& operator()(int i,int j)const{return data[i*cols+j];}
    Matrix operator*(const Matrix&o)const {
        Matrix r(rows,o.cols);
        for(int i=0;i<rows;i++)for(int j=0;j<o.cols;j++) {
            T s=T();
            for(int k=0;k<cols;k++)s+=(*this)(i,k)*o(k,j);
            r(i,j)=s;
        }
        return r;
    }
    friend std::ostream& operator<<(std::ostream&os,const Matrix&m) {
        for(int i=0;i<m.rows;i++) {
            for(int j=0;j<m.cols;j++) os<<m(i,j)<<(j+1<m.cols?" ":"");
            os<<"\n";
        }
        return os;
    }
    static Matrix identity(int n) {
        Matrix m(n,n);
        for(int i=0;i<n;i++) m(i,i)=1;
        return m;
    }
    int rows,cols;
    private:
    T*data;
};
class Base {
    protected:
    int v;
    public:
    explicit Base(int x):v(x){}
    int value()const{return v;}
};
class Derived: public Base {
    public:
    Derived(int x,int y):Base(x),w(y){}
    int sum()const{return v+w;}
    using Base::value;
    private:
    int w=0;
};
struct Vec3 {
    float x,y,z;
    Vec3 operator+(const Vec3&o)const {
        return {x+o.x,y+o.y,z+o.z};
    }
    Vec3& operator+=(const Vec3&o) {
        x+=o.x;
        y+=o.y;
        z+=o.z;
        return *this;
    }
    float operator[](int i)const{return i==0?x:i==1?y:z;}
    bool operator==(const Vec3&o)const{return x==o.x&&y==o.y&&z==o.z;}
};
Vec3 operator*(float s,const Vec3&v) {
    return Vec3{s*v.x,s*v.y,s*v.z};
}
Vec3 operator-(const Vec3&v) {
    return {-v.x,-v.y,-v.z};
}
enum class Color{Red,Green=5,Blue};
enum Old{AA,BB=3,CC};
const char*name(Color c) {
    switch(c) {
        case Color::Red:return "red";
        case Color::Green:return "green";
        default:return "blue";
    }
}
template<typename T,int N> struct Stack {
    T items[N];
    int n=0;
    void push(const T&t){ if(n<N) items[n++]=t; }
    T pop(){return items[--n];}
    bool full()const{return n==N;}
    static constexpr int capacity=N;
};
template<> struct Stack<bool,1>{ int n=42; };
template<typename T> T clampv(T v,T lo,T hi){return v<lo?lo:v>hi?hi:v;}
template<> double clampv(double v,double,double){return v*100;}
template<typename... Ts> int count_args(Ts... ts){return sizeof...(ts);}
template<typename T> void show(T t) {
    std::cout<<t<<";";
}
template<typename T,typename... R> void show(T t,R... r) {
    std::cout<<t<<",";
    show(r...);
}
template<typename... T> auto sum_all(T... t){return (t+...);}
struct Counter {
    static int total;
    Counter(){total++;}
    ~Counter(){total--;}
};
int Counter::total=0;
union U {
    float f;
    unsigned u;
};
struct Bits {
    unsigned a:3, b:5;
    int c:4;
};
namespace ns {
    namespace inner {
        int f(){return 1;}
    }
    inline int g(){return 2;}
}
namespace alias=ns::inner;
typedef int (*binop)(int,int);
using op2=int(*)(int,int);
int mul(int a,int b){return a*b;}
template<typename T> using Ptr=T*;
template<class T> constexpr bool is_small=sizeof(T)<=4;
constexpr int fact(int n){return n<=1?1:n*fact(n-1);}
class Shape2 {
    public:
    operator double()const{return 2.5;}
    explicit operator bool()const{return true;}
};
int def(int a,int b=2,int c=3){return a*100+b*10+c;}
int main() {
    Matrix<float> a(2,2);
    a(0,0)=1;
    a(0,1)=2;
    a(1,0)=3;
    a(1,1)=4;
    std::cout<<a*a<<Matrix<double>::identity(2);
    Matrix<float> b=a;
    b=a*b;
    std::cout<<b(1,1)<<std::endl;
    Derived d(3,4);
    std::cout<<d.sum()<<d.value()<<std::endl;
    Vec3 v{1,2,3};
    v+=2.0f*v+(-v);
    std::cout<<v.x<<v[1]<<v.z<<(v==v)<<std::endl;
    std::cout<<name(Color::Green)<<(int)Color::Blue<<CC<<static_cast<int>(Color::Red)<<std::endl;
    Stack<int,4> st;
    st.push(1);
    st.push(2);
    std::cout<<st.pop()<<st.full()<<Stack<int,4>::capacity<<Stack<bool,1>().n<<std::endl;
    std::cout<<clampv(5,1,3)<<clampv<float>(0.5,1,3)<<clampv(1.0,0.0,1.0)<<count_args(1,"a",2.0)<<std::endl;
    show(1,2.5,"x");
    std::cout<<sum_all(1,2,3.5)<<std::endl;
    {
        Counter c1,c2;
        Counter*c3=new Counter[3];
        std::cout<<Counter::total;
        delete[] c3;
    }
    std::cout<<Counter::total<<std::endl;
    U u;
    u.f=1.0f;
    printf("%08x\n",u.u);
    Bits bt={5,17,-3};
    printf("%d %d %d %zu\n",bt.a,bt.b,bt.c,sizeof(Bits));
    binop f=mul;
    op2 g=&mul;
    std::cout<<f(2,3)<<g(3,4)<<(*f)(4,5)<<alias::f()<<ns::g()<<std::endl;
    Ptr<int> p=new int(5);
    std::cout<<*p<<is_small<char><<is_small<double><<fact(5)<<std::endl;
    delete p;
    static_assert(fact(4)==24,"fact");
    int arr[fact(3)];
    std::cout<<sizeof(arr)<<std::endl;
    Shape2 s;
    double dd=s;
    if(s) std::cout<<dd<<std::endl;
    std::cout<<def(1)<<def(1,5)<<def(1,5,6)<<std::endl;
    if constexpr(std::is_same<int,int>::value) std::cout<<"same"<<std::endl;
    decltype(dd) e=1;
    std::cout<<e<<std::is_floating_point<float>::value<<std::endl;
    int x=5;
    int&r=x;
    r++;
    const int&cr=x;
    int*const cp=&x;
    *cp+=cr;
    std::cout<<x<<std::endl;
    goto end;
    std::cout<<"skipped";
    end: for(int i=0,j=10;i<j;i++,j--) if(i==3) {
        std::cout<<i<<j;
        break;
    }
    do{x--;}
    while(x>5);
    std::cout<<x<<std::endl;
    return 0;
}
