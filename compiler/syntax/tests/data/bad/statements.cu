// One mistake a statement: each is found, and nothing else is.
__global__ void k(int *p, int n)
{
    int a = 1 //~ K0202
    int b = 2;
    a = b +; //~ K0201
    p[0 = 3; //~ K0203
    if (a > b { //~ K0203
        a = 1;
    }
    while a < b { a++; } //~ K0201
    for (int i = 0, i < n; i++) a++; //~ K0202
    for (int i = 0; i < n; i++ a++; //~ K0203
    return //~ K0202
}
int after_it(int x) { return x; }
void f()
{
    int = 3; //~ K0206
    k<<<1, 2>>>; //~ K0207
    k<<<1>>>(0, 0); //~ K0207
    k<<<1, 2>>(0, 0); //~ K0207
    unsigned float w = 0; //~ K0205
    int m = 089; //~ K0005
    char c = ''; //~ K0006
    char e = '\q'; //~ K0006
    f(1, ); //~ K0201
    f(1 2); //~ K0201
    else f(); //~ K0201
    break //~ K0202
}
