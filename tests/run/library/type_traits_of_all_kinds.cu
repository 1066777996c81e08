// What <type_traits> says of types of all kinds, as libstdc++ says it.
#include <cstdio>
#include <type_traits>
#include <string>
#include <vector>
#include <map>
#include <string_view>
using namespace std;
int fn(int);
int fn2(int);
struct V { virtual ~V() {} };
struct N { int m; int f(int) noexcept; int g(int); };
struct P1 { int a; private: int b; };
struct B1 { int a; }; struct D1 : B1 {}; struct D2 : B1 { int b; }; struct VB : virtual B1 {}; struct RefM { int &r; };
struct E {}; struct D3 : E { int x; }; struct D4 : E { E e; };
struct S1 { long double l; }; struct NT { NT(const NT &); }; struct NS { V v; };
struct Imm { const int c; void operator=(int) = delete; };
enum En { a1 }; enum class Ec : short {};
  struct NoD { ~NoD() = delete; }; 
struct NC { NC(int) {} }; 
union U { int a; float b; };
#define P(...) printf("%-60s %d\n", #__VA_ARGS__, (int)(__VA_ARGS__))
int main()
{
    P(is_const_v<const int[3]>); P(is_volatile_v<volatile int[3]>); P(is_const_v<const int[]>); P(is_const_v<const int[2][3]>);
    P(is_const_v<int *const>); P(is_const_v<const int *>); P(is_const_v<const int &>); P(is_same_v<remove_const_t<const int[3]>, int[3]>);
    P(is_same_v<remove_cv_t<const volatile int[3]>, int[3]>); P(is_same_v<remove_cv_t<const volatile int[]>, int[]>);
    P(is_same_v<add_const_t<int &>, int &>); P(is_same_v<add_const_t<int[3]>, const int[3]>); P(is_same_v<add_cv_t<int &>, int &>);
    P(is_same_v<add_const_t<int(int)>, int(int)>); P(is_same_v<remove_pointer_t<int *const>, int>);
    P(is_same_v<remove_pointer_t<int *volatile>, int>); P(is_same_v<remove_pointer_t<int *const volatile>, int>);
    P(is_same_v<add_pointer_t<int &>, int *>); P(is_same_v<add_pointer_t<void>, void *>); P(is_same_v<add_pointer_t<int(int)>, int (*)(int)>);
    P(is_same_v<add_lvalue_reference_t<const void>, const void>); P(is_same_v<add_rvalue_reference_t<volatile void>, volatile void>);
    P(is_same_v<add_lvalue_reference_t<int&&>, int&>); P(is_assignable_v<int, int>); P(is_assignable_v<int &, int>);
    P(is_assignable_v<const int &, int>); P(is_assignable_v<int *, int *>); P(is_assignable_v<string, string>); P(is_assignable_v<N, N>);
    P(is_assignable_v<En &, int>); P(is_assignable_v<int &, En>); P(is_assignable_v<int&&, int>); P(is_assignable_v<Imm&, int>);
    P(is_assignable_v<Imm&, Imm>); P(is_standard_layout_v<V>); P(is_standard_layout_v<P1>); P(is_standard_layout_v<D1>); P(is_standard_layout_v<D2>);
    P(is_standard_layout_v<VB>); P(is_standard_layout_v<RefM>); P(is_standard_layout_v<D3>); P(is_standard_layout_v<D4>); P(is_standard_layout_v<NT>);
    P(is_standard_layout_v<NS>); P(is_standard_layout_v<int[3]>); P(is_standard_layout_v<V[3]>); P(is_standard_layout_v<int>);
    P(is_standard_layout_v<int&>); P(is_integral_v<char16_t>); P(is_integral_v<char32_t>); P(is_integral_v<wchar_t>); P(is_signed_v<wchar_t>);
    P(is_arithmetic_v<char16_t>); P(is_same_v<make_unsigned_t<wchar_t>, unsigned>); P(is_same_v<make_signed_t<char16_t>, short>);
    P(is_same_v<make_unsigned_t<const int>, const unsigned>); P(is_same_v<make_signed_t<Ec>, short>); P(is_same_v<make_unsigned_t<En>, unsigned>);
    P(is_nothrow_invocable_v<decltype(fn2), int>); P(is_nothrow_invocable_v<decltype(&N::g), N&, int>);
    P(is_nothrow_invocable_v<decltype(&N::m), N&>); P(is_nothrow_invocable_r_v<string, const char*(*)(int) noexcept, int>);
    P(is_nothrow_invocable_v<int(*)(string) noexcept, const char*>); auto l = [](int) noexcept {}; auto l2 = [](int) {};
    P(is_nothrow_invocable_v<decltype(l), int>); P(is_nothrow_invocable_v<decltype(l2), int>); P(is_function_v<int(int) const>);
    P(is_function_v<int(...)>); P(is_same_v<decay_t<int(int, ...)>, int (*)(int, ...)>); P(is_same_v<decay_t<const int[3]>, const int*>);
    P(is_fundamental_v<nullptr_t>); P(is_compound_v<nullptr_t>); P(is_object_v<int[3]>); P(is_scalar_v<const En>); P(is_scalar_v<En>);
    P(is_enum_v<const En>); P(is_class_v<const V>); P(is_scalar_v<int *volatile>); P(is_member_pointer_v<int N::*const>);
    P(is_null_pointer_v<const nullptr_t>); P(is_literal_type_v<V>); P(is_literal_type_v<int>); P(is_literal_type_v<NT>); P(is_literal_type_v<D1>);
    P(is_destructible_v<int[]>); P(is_destructible_v<void>); P(is_destructible_v<int(int)>); P(is_nothrow_destructible_v<int>);
    P(is_destructible_v<NoD>); P(is_nothrow_destructible_v<NoD>); P(is_trivially_destructible_v<int&>); P(is_trivially_destructible_v<string>);
    P(is_constructible_v<int[3]>); P(is_constructible_v<int, int, int>); P(is_default_constructible_v<int[3]>); P(is_default_constructible_v<NC>);
    P(is_constructible_v<NC, int>); P(is_constructible_v<NC, double>); P(is_constructible_v<int*, long>); P(is_constructible_v<En, int>);
    P(is_constructible_v<int&, int>); P(is_constructible_v<const int&, int>); P(is_constructible_v<NoD>); P(is_constructible_v<void>);
    P(is_constructible_v<const int>); P(is_default_constructible_v<NC[2]>); P(is_trivially_constructible_v<int>); P(is_trivially_constructible_v<N>);
    P(is_trivially_constructible_v<NC, int>); P(is_trivially_constructible_v<N, const N&>); P(is_trivially_constructible_v<long, int>);
    P(is_trivially_copy_constructible_v<NT>); P(is_trivially_move_assignable_v<NT>); P(is_trivially_copy_assignable_v<NT>);
    P(is_trivially_copy_assignable_v<Imm>); P(is_copy_assignable_v<const int>); P(is_copy_constructible_v<void>); P(is_move_constructible_v<NoD>);
    P(is_swappable_v<int>); P(is_swappable_v<const int>); P(is_swappable_v<int[3]>); P(is_swappable_v<NT>); P(is_nothrow_swappable_v<string>);
    P(is_nothrow_swappable_v<int>); P(is_swappable_v<void>); P(is_swappable_v<Imm>); P(is_convertible_v<int, void>); P(is_convertible_v<void, void>);
    P(is_convertible_v<void, int>); P(is_convertible_v<D1 *, B1 *>); P(is_convertible_v<B1 *, D1 *>); P(is_convertible_v<int[3], int*>);
    P(is_convertible_v<const char*, string>); P(is_convertible_v<int, NC>); P(is_convertible_v<En, int>); P(is_convertible_v<Ec, int>);
    P(is_convertible_v<int(int), int(*)(int)>); P(is_convertible_v<int, int[3]>); P(is_base_of_v<B1, D1>); P(is_base_of_v<D1, B1>);
    P(is_base_of_v<B1, B1>); P(is_base_of_v<int, int>); P(is_base_of_v<const B1, D1>); P(is_base_of_v<B1,VB>); P(is_base_of_v<U,U>);
    P(has_unique_object_representations_v<int>); P(has_unique_object_representations_v<S1>); P(has_unique_object_representations_v<pair<char, int>>);
    P(has_unique_object_representations_v<D2>); P(has_unique_object_representations_v<float>); struct Pad{char c;int i;};
    P(has_unique_object_representations_v<Pad>); P(has_unique_object_representations_v<En>); P(has_unique_object_representations_v<bool>);
    struct FM{float f;}; P(has_unique_object_representations_v<FM>); P(has_unique_object_representations_v<int[3]>);
    P(has_unique_object_representations_v<int*>); P(is_trivially_copyable_v<int&>); P(is_trivially_copyable_v<const int>);
    P(is_trivially_copyable_v<NT>); P(is_trivially_copyable_v<V>); P(is_trivially_copyable_v<void>); P(is_trivially_copyable_v<int[3]>);
    P(is_trivial_v<N>); P(is_trivial_v<NC>); P(is_pod_v<N>); P(is_pod_v<P1>); P(is_aggregate_v<int[3]>); P(is_aggregate_v<N>); P(is_aggregate_v<P1>);
    P(is_aggregate_v<D1>); P(is_aggregate_v<V>); P(is_empty_v<E>); P(is_empty_v<D4>); P(is_empty_v<V>); P(is_polymorphic_v<V>);
    P(has_virtual_destructor_v<V>); P(is_abstract_v<V>); P(is_empty_v<U>); P(rank_v<int[][3]>); P(extent_v<int[2][3], 1>); P(extent_v<int[][3]>);
    P(alignment_of_v<double&>); P(is_same_v<remove_extent_t<const int[3]>, const int>);
    P(is_same_v<remove_all_extents_t<const int[3][4]>, const int>); P(is_same_v<common_type_t<int, long, double>, double>);
    P(is_same_v<common_type_t<const int&>, int>); P(is_same_v<underlying_type_t<Ec>, short>); P(is_invocable_v<int>);
    P(is_invocable_r_v<void, decltype(fn), int>); P(is_invocable_r_v<string, decltype(fn), int>);
    P(is_same_v<invoke_result_t<decltype(fn)&, int>, int>); P(is_same_v<result_of_t<decltype(&fn)(int)>, int>); P(sizeof(aligned_storage_t<10, 4>));
    P(alignof(aligned_storage_t<10>)); P(sizeof(aligned_union_t<1, int, double>)); P(alignof(aligned_storage_t<2>));
    P(alignof(aligned_storage_t<40>)); P(is_trivially_assignable_v<int &, int>); P(is_trivially_assignable_v<NT &, const NT &>);
    P(is_trivially_assignable_v<string &, string>); P(is_swappable_with_v<int &, int &>); P(is_swappable_with_v<int, int>);
    P(is_swappable_with_v<int&, double&>); P(is_nothrow_swappable_with_v<int &, int &>); P(is_unsigned_v<bool>); P(is_signed_v<float>);
    P(is_signed_v<En>); P(is_signed_v<const int>); P(is_unsigned_v<char16_t>); P(is_integral_v<const volatile long>);
    P(is_floating_point_v<const float>);
}
