// Functions that override with another class as result, which lies elsewhere in the object.
#include <cstdio>
struct A {
    int a = 1;
    virtual ~A() {}
    virtual A *self() { return this; }
    virtual const A &ref() const { return *this; }
};
struct B {
    int b = 2;
    virtual ~B() {}
    virtual B *clone() const { return new B(*this); }
    virtual B &me() { return *this; }
    virtual int kind() { return 0; }
};
struct C : A, B {
    int c = 3;
    C *clone() const override { printf("clone C\n"); return new C(*this); }
    C &me() override { return *this; }
    C *self() override { return this; }
    int kind() override { return 1; }
};
struct D : C {
    int d = 4;
    D *clone() const override { printf("clone D\n"); return new D(*this); }
    D *self() override { return nullptr; }
    int kind() override { return 2; }
};
struct V {
    int v = 10;
    virtual ~V() {}
    virtual V *copy() { return new V(*this); }
};
struct W : virtual V {
    int w = 11;
    W *copy() override { printf("copy W\n"); return new W(*this); }
};
struct X : virtual V {
    int x = 12;
};
struct Y : W, X {
    int y = 13;
    Y *copy() override { printf("copy Y\n"); return new Y(*this); }
};
struct Null : W {
    Null *copy() override { return nullptr; }
};
int main()
{
    C c;
    D d;
    B *bs[] = {new B, &c, &d};
    for (B *b : bs) {
        B *made = b->clone();
        printf("%d %d %d\n", made->b, made->kind(), b->me().b);
        delete made;
    }
    delete bs[0];
    C *pc = &d;
    C *made = pc->clone();
    printf("%d %d %d %d\n", made->a, made->b, made->c, made->kind());
    delete made;
    A *a = &c;
    printf("%d %d\n", a->self() == a, a->ref().a);
    a = &d;
    printf("%d\n", a->self() == nullptr);
    Y y;
    y.v = 20;
    V *v = &y;
    V *copy = v->copy();
    printf("%d\n", copy->v);
    delete copy;
    W *w = &y;
    W *copied = w->copy();
    printf("%d %d\n", copied->v, copied->w);
    delete copied;
    X *x = &y;
    V *third = x->copy();
    printf("%d\n", third->v);
    delete third;
    W plain;
    v = &plain;
    copy = v->copy();
    printf("%d\n", copy->v);
    delete copy;
    Null null;
    v = &null;
    printf("%d\n", v->copy() == nullptr);
    B &me = static_cast<B &>(d).me();
    printf("%d\n", me.kind());
}
