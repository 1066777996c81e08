// Particles in a std::vector, pushed, moved and filtered.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
struct Particle {
    float x, y, vx, vy;
    int id;
};
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100, steps = argc > 2 ? atoi(argv[2]) : 10;
    std::vector<Particle> particles;
    for (int i = 0; i < n; i++) particles.push_back({i * 0.5f, i * 0.25f, (float)(i % 3 - 1), (float)(i % 5 - 2), i});
    for (int s = 0; s < steps; s++) {
        for (auto &p : particles) {
            p.x += p.vx * 0.01f;
            p.y += p.vy * 0.01f;
            if (p.x < 0 || p.x > 100) p.vx = -p.vx;
            if (p.y < 0 || p.y > 100) p.vy = -p.vy;
        }
    }
    std::vector<Particle> kept;
    for (const Particle &p : particles)
        if (std::sqrt(p.x * p.x + p.y * p.y) < 80) kept.push_back(p);
    double sum = 0;
    for (size_t i = 0; i < kept.size(); i++) sum += kept[i].x + kept[i].y + kept[i].id;
    printf("%zu %.3f\n", kept.size(), sum);
}
