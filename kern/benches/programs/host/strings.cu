// Builds words, counts them in a map, joins them.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    std::map<std::string, int> counts;
    std::string joined;
    for (int i = 0; i < n; i++) {
        std::string word = "w";
        for (int k = i % 1000; k > 0; k /= 10) word += char('a' + k % 10);
        counts[word]++;
        joined += word;
        joined += ' ';
    }
    size_t vowels = 0;
    for (char c : joined) vowels += c == 'a' || c == 'e' || c == 'i';
    std::string report;
    for (const auto &entry : counts)
        if (entry.second > 1) report += entry.first + "=" + std::to_string(entry.second) + ";";
    printf("%zu %zu %zu\n", joined.size(), vowels, report.size());
}
