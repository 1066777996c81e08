//! Says to the linker that what the library takes from Python is there when Python loads it.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
