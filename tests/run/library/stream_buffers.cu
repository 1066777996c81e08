#include <chrono>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <fstream>
#include <iomanip>
#include <string>
#include <vector>
#include <iterator>
#include <algorithm>
    struct Upper : std::streambuf { std::streambuf* d; explicit Upper(std::streambuf* d) : d(d) {} int overflow(int c) override { return d->sputc((char)toupper(c)); } };
void show(std::ostream& o) { o << "[show]"; }
std::ostream& mine(std::ostream& o) { return o << "<m>"; }
int main() {
    // A name that no other run uses.
    std::string text = "t_" + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count()), bytes = text + ".bin";
    std::ostringstream cap;
    auto* old = std::cout.rdbuf(cap.rdbuf());
    std::cout << "captured " << 5;
    std::cout.rdbuf(old);
    std::cout << cap.str() << "\n";
    std::stringstream ss;
    ss << "10 20 abc 3.5\nline two\n";
    int a, b;
    std::string w;
    double d;
    ss >> a >> b >> w >> d;
    std::cout << a + b << w << d << "\n";
    std::string rest;
    std::getline(ss, rest);
    std::getline(ss, rest);
    std::cout << "[" << rest << "]" << ss.eof() << ss.good() << "\n";
    std::getline(ss, rest);
    std::cout << ss.eof() << ss.fail() << bool(ss) << "\n";
    ss.clear();
    ss.str("7 x");
    ss >> a;
    std::cout << a << "\n";
    ss >> a;
    std::cout << a << ss.fail() << "\n";
    ss.clear();
    std::string x;
    ss >> x;
    std::cout << x << "\n";
    Upper up(std::cout.rdbuf()); std::ostream us(&up); us << "hello " << 12 << std::endl;
    { std::ofstream f(text.c_str()); f << "one two\nthree 4\n" << std::setw(6) << 42 << "\n"; show(f); }
    { std::ifstream f(text.c_str()); std::stringstream all; all << f.rdbuf(); std::cout << all.str() << "|" << all.str().size() << "\n"; }
    { std::ifstream f(text.c_str()); std::string s((std::istreambuf_iterator<char>(f)), std::istreambuf_iterator<char>()); std::cout << s.size() << "\n"; f.clear(); f.seekg(4); std::string t; f >> t; std::cout << t << f.tellg() << "\n"; f.seekg(0, std::ios::end); std::cout << f.tellg() << "\n"; f.seekg(-3, std::ios::end); char c; f.get(c); std::cout << c << (char)f.peek() << "\n"; f.unget(); f.putback('q'); }
    { std::fstream f(bytes.c_str(), std::ios::in | std::ios::out | std::ios::binary | std::ios::trunc); int v[3] = {1, 2, 3}; f.write((char*)v, sizeof v); f.seekg(4); int r = 0; f.read((char*)&r, 4); std::cout << r << f.gcount() << f.tellp() << "\n"; f.seekp(0); r = 9; f.write((char*)&r, 4); f.seekg(0); f.read((char*)v, 12); std::cout << v[0] << v[2] << f.good() << "\n"; f.read((char*)v, 12); std::cout << f.gcount() << f.eof() << "\n"; }
    std::ifstream no("does_not_exist");
    std::cout << no.is_open() << !no << "\n";
    try { no.exceptions(std::ios::failbit); } catch (const std::ios_base::failure& e) { std::cout << "failure\n"; }
    std::istringstream is("1 2 3 4");
    std::vector<int> v((std::istream_iterator<int>(is)), std::istream_iterator<int>());
    std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, ","));
    std::cout << "\n";
    std::cout << std::hex << 255 << std::uppercase << 255 << std::dec << std::showpos << 5 << std::noshowpos << std::oct << 8 << std::dec << std::nouppercase << "\n" << std::setfill('*') << std::setw(8) << -42 << std::internal << std::setw(8) << -42 << std::left << std::setw(8) << -42 << std::right << "\n" << std::fixed << std::setprecision(3) << 3.14159 << std::scientific << 31415.9 << std::hexfloat << 1.5 << std::defaultfloat << 1e10 << "\n" << std::boolalpha << true << std::noboolalpha << false << std::showpoint << 1.0 << std::noshowpoint << "\n";
    std::cout << std::quoted("a \"q\" b") << mine << "\n";
    std::string un;
    std::istringstream("\"x y\" z") >> std::quoted(un);
    std::cout << un << "\n";
    std::istringstream bi("true 0 1");
    bool p, q;
    bi >> std::boolalpha >> p >> std::noboolalpha >> q;
    std::cout << p << q << "\n";
    std::istringstream hx("ff 0x1f 077");
    int h1, h2, h3;
    hx >> std::hex >> h1 >> h2 >> std::oct >> h3;
    std::cout << h1 << " " << h2 << " " << h3 << "\n";
    std::istringstream big("99999999999 -5 3.7.8");
    int bg = 1;
    big >> bg;
    std::cout << bg << big.fail() << "\n";
    big.clear();
    unsigned un2;
    big >> un2;
    std::cout << un2 << "\n";
    double dd;
    big >> dd;
    std::cout << dd;
    big >> dd;
    std::cout << dd << "\n";
    char buf[10];
    std::istringstream cs("abcdefghijklmnop qr");
    cs >> std::setw(5) >> buf;
    std::cout << buf << cs.width() << "\n";
    cs.getline(buf, 10);
    std::cout << buf << cs.fail() << cs.gcount() << "\n";
    cs.clear();
    cs.ignore(100, ' ');
    cs >> w;
    std::cout << w << cs.eof() << "\n";
    std::istringstream g("ab\ncd");
    g.get(buf, 10);
    std::cout << buf << (int)g.peek() << "\n";
    g.ignore();
    std::cout << (char)g.get() << g.get() << g.get() << g.eof() << g.fail() << "\n";
    std::istringstream wsx("   hi");
    wsx >> std::ws;
    std::cout << (char)wsx.peek() << "\n";
    std::ostringstream ap("start", std::ios::ate);
    ap << "end";
    std::cout << ap.str() << "\n";
    ap.str("");
    ap << 1 << ' ' << 2.50;
    std::cout << ap.str() << ap.tellp() << "\n";
    std::ostringstream o2;
    o2 << std::setw(10) << std::string("str") << std::setw(4) << 'c' << std::setprecision(3) << 2.0 / 3 << " " << 1e-5 << " " << 123456789.0 << " " << 100000.0f << " " << 1e100 << " " << -0.0 << " " << 1.0 / 0;
    std::cout << o2.str() << "\n";
    std::cout << (void*)nullptr << " " << (unsigned char)65 << (signed char)66 << (short)-3 << (long long)1e15 << "\n";
    std::ostream& ref = ss;
    ref << "via ref";
    std::cout << std::cout.good() << std::cout.width() << std::cout.precision() << std::cout.fill() << "\n";
    std::ios::fmtflags fl = std::cout.flags();
    std::cout << std::hex << 16;
    std::cout.flags(fl);
    std::cout << 16 << "\n";
    std::cout.put('x').write("yz", 2) << std::flush << std::endl;
    remove(text.c_str());
    remove(bytes.c_str());
}
