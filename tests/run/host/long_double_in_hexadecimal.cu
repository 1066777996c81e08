// The long double of x86-64, as glibc prints it.
#include <stdio.h>
int main(){long double x[]={1.0L,0.1,-3.75,0,1e300,6.02214e23,5e-324,0.5}; for(int i=0;i<8;i++) printf("%La %LA %.3La %20.1La|\n",x[i],x[i],x[i],x[i]); printf("%Lf %Lg %Le\n",x[1],x[2],x[4]); }
