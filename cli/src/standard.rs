//! The standard that `-std` names, and the macros that tell a program of it.

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

/// The macros of a file in C++ by the standard's name, `c++20`; nothing is compiled otherwise for it.
///
/// # Errors
/// There is none of that name, or kern has not got it.
pub(crate) fn macros(standard: &str) -> Result<&'static [&'static str], String> {
    Ok(match standard {
        "c++98" | "c++03" | "gnu++98" | "gnu++03" => &["__cplusplus=199711L"],
        "c++11" | "gnu++11" => &["__cplusplus=201103L"],
        "c++14" | "gnu++14" => &["__cplusplus=201402L"],
        "c++17" | "gnu++17" | "c99" | "gnu99" | "c11" | "gnu11" | "c17" | "gnu17" => &[],
        "c++20" | "gnu++20" => &MACROS_OF_CPP20,
        _ => return Err(format!("`-std={standard}`: expected c++03, c++11, c++14, c++17 or c++20")),
    })
}

/// `-std=c++20` of a command that reads one letter as an option, and `--std c++20`.
pub(crate) fn of_option(value: &str) -> Result<String, String> {
    let standard = value.strip_prefix("td=").unwrap_or(value);
    macros(standard).map(|_| standard.to_string())
}
