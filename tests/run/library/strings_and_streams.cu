#include <string>
#include <iostream>
#include <sstream>
#include <iomanip>
#include <cstring>
int main() {
    std::string s="hello", t(" world");
    s+=t;
    s+='!';
    std::cout<<s<<" "<<s.size()<<" "<<s.length()<<std::endl;
    std::cout<<s.substr(0,5)<<"|"<<s.find("wor")<<"|"<<(s.find("zzz")==std::string::npos)<<std::endl;
    std::string u=s+" "+std::to_string(42)+" "+std::to_string(3.5)+std::to_string(7u)+std::to_string(1LL<<40);
    std::cout<<u<<std::endl;
    std::cout<<std::stoi("123")+1<<" "<<std::stod("2.5e3")<<" "<<std::stof("1.5")<<" "<<std::stol("99")<<std::endl;
    for(char&c: s) c=toupper(c);
    std::cout<<s<<std::endl;
    std::cout<<(s=="HELLO WORLD!")<<(s<"Z")<<(s!="x")<<s[1]<<s.at(2)<<s.front()<<s.back()<<std::endl;
    std::stringstream ss;
    ss<<"a="<<1<<" b="<<2.5<<" c="<<std::hex<<255;
    std::cout<<ss.str()<<std::endl;
    std::istringstream in("10 20 abc 3.5\nline two");
    int a,b;
    std::string w;
    double d;
    in>>a>>b>>w>>d;
    std::cout<<a+b<<w<<d<<std::endl;
    std::string line;
    std::getline(in,line);
    std::getline(in,line);
    std::cout<<line<<std::endl;
    std::cout<<std::setw(8)<<42<<"|"<<std::left<<std::setw(8)<<42<<"|"<<std::right<<std::setfill('0')<<std::setw(5)<<7<<std::endl;
    std::cout<<std::fixed<<std::setprecision(3)<<3.14159<<" "<<std::scientific<<12345.678<<std::endl;
    std::cout<<std::defaultfloat<<0.1<<" "<<1e10<<" "<<1e-5<<" "<<100000.0<<" "<<1234567.0<<" "<<1.0f/3<<std::endl;
    std::cout<<std::hex<<255<<" "<<std::dec<<255<<" "<<std::boolalpha<<true<<" "<<std::noboolalpha<<false<<std::endl;
    s.insert(0,">>");
    s.erase(2,3);
    s.replace(0,2,"<<");
    std::cout<<s<<s.c_str()<<strlen(s.c_str())<<std::endl;
    s.append("abc").push_back('d');
    s.pop_back();
    std::cout<<s<<s.rfind("a")<<s.find_first_of("bc")<<s.compare("a")<<std::endl;
    std::string e;
    std::cout<<e.empty()<<std::string(3,'x')<<std::endl;
    char buf[32];
    sprintf(buf,"%05.2f|%-6s|%x",3.14159,"ab",48879);
    std::cout<<buf<<std::endl;
    std::cout<<'a'<<(int)'a'<<(char)98<<(unsigned char)'c'<<" "<<(short)-3<<" "<<~0u<<" "<<-1LL<<" "<<(size_t)12<<std::endl;
    const char*p="cstr";
    std::cout<<p<<" "<<std::string(p)+"x"<<" "<<(p+std::string("y"))<<std::endl;
    std::cerr<<"err"<<std::endl;
    bool ok=s.empty();
    std::cout<<ok<<"\t"<<1.5f<<"\n";
    std::string r("abc",2);
    std::cout<<r<<std::endl;
    std::cout<<std::string("a,b,c").find(',')<<std::endl;
    auto sub=std::string("key=value");
    auto pos=sub.find('=');
    std::cout<<sub.substr(pos+1)<<std::endl;
    while(std::getline(in,line)){}
    std::ostringstream os;
    os<<std::setw(4)<<1<<std::setw(4)<<2;
    std::cout<<os.str()<<std::endl;
    return 0;
}
