//@ args: -fopenmp
int n = 4, x;
int main()
{
    int sum = 0, a[4];
#pragma omp threadprivate(x) //~ ERROR[K0501] `threadprivate` of OpenMP
#pragma omp parallel for reduction(+ : a[:4]) //~ ERROR[K0501] a part of an array
    for (int i = 0; i < n; i++) sum += i;
#pragma omp parallel for copyin(x) //~ ERROR[K0501] the clause `copyin`
    for (int i = 0; i < n; i++) sum += i;
#pragma omp parallel for
    for (int i = 1; i < n; i *= 2) sum += i; //~ ERROR[K0501] a loop that is not
#pragma omp parallel for
    while (sum) sum--; //~ ERROR[K0103] a `for` loop
#pragma omp target teams distribute //~ ERROR[K0501] `target teams distribute`
    for (int i = 0; i < n; i++) sum += i;
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) sum += j; //~ ERROR[K0501] whose bounds depend
#pragma omp nonsense //~ ERROR[K0103] the name
    sum++;
    return sum;
}
