// expect: an array is deleted twice, which is called as the program calls it
//@ exit: 134
int main()
{
    int *p = new int[3];
    delete[] p;
    delete[] p; //~ ERROR[R0501] `delete[]` of memory that was freed before
}
