// Streams that are temporaries: text and not its address is written, and what is read goes on.
#include <iostream>
#include <sstream>
#include <string>

int main()
{
    std::cout << (std::ostringstream() << "text").str() << (std::ostringstream() << std::string("string")).str() << "\n";
    int a = 0, b = 0;
    std::string word;
    std::istringstream("3 4 word") >> a >> b >> word;
    std::cout << a << " " << b << " " << word << "\n";
    (std::ostream(std::cout.rdbuf()) << "literal " << 5 << " ") << 'c' << "\n";
}
