//! The standard that `-std` names, and the macros that tell a program of it.

use super::job::Job;

/// What `-std=c++20` says that kern has of it.
const MACROS_OF_CPP20: [&str; 9] = [
    "__cplusplus=202002L",
    "__cpp_concepts=201907L",
    "__cpp_impl_three_way_comparison=201907L",
    "__cpp_consteval=201811L",
    "__cpp_constinit=201907L",
    "__cpp_using_enum=201907L",
    "__cpp_conditional_explicit=201806L",
    "__cpp_aggregate_paren_init=201902L",
    "__cpp_designated_initializers=201707L",
];

/// `-std`
pub(super) fn standard(job: &mut Job, value: &str) -> Result<(), String> {
    match value {
        "c++03" | "c++11" | "c++14" | "c++17" | "gnu++11" | "gnu++14" | "gnu++17" | "c99" | "c11" | "c17" => Ok(()),
        "c++20" | "gnu++20" => {
            job.defines.extend(MACROS_OF_CPP20.map(String::from));
            Ok(())
        }
        "c++23" | "gnu++23" => {
            job.defines.extend(MACROS_OF_CPP20.map(String::from));
            job.warnings.push(format!("`-std={value}` is not carried out: C++20 is compiled"));
            Ok(())
        }
        _ => Err(format!("`-std={value}`: expected c++03, c++11, c++14, c++17, c++20 or c++23")),
    }
}
