// Writes a table as text, reads it back, and adds up its columns.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 100;
    std::string text;
    char line[64];
    for (int i = 0; i < rows; i++) {
        snprintf(line, sizeof line, "%d,%.3f,name%d,%d\n", i, i * 0.25, i % 17, i * 31 % 1009);
        text += line;
    }
    std::vector<double> sums(4);
    size_t letters = 0;
    const char *p = text.c_str();
    while (*p) {
        const char *end = strchr(p, '\n');
        int column = 0;
        while (p < end) {
            const char *comma = p;
            while (comma < end && *comma != ',') comma++;
            std::string field(p, comma - p);
            if (column == 2) letters += field.size();
            else sums[column] += column == 1 ? atof(field.c_str()) : strtol(field.c_str(), nullptr, 10);
            column++;
            p = comma < end ? comma + 1 : end;
        }
        p = end + 1;
    }
    printf("%.0f %.3f %zu %.0f\n", sums[0], sums[1], letters, sums[3]);
}
