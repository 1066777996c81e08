//! The module `kern._kern`: what of the package `kern` for Python is native. docs/python.md is about the package.
//!
//! Nothing that Python passes crashes the interpreter: types are checked before anything runs, addresses by the machine, and a panic
//! would be an exception. A device is lent to one thread at a time ([`device::Device::lend`]), and no thread waits for one while it keeps
//! others from running Python.

use pyo3::prelude::*;

mod array;
mod command;
mod device;
mod element;
mod errors;
mod kernel;
mod memory;
mod module;
mod parameters;
mod report;
mod stack;

#[pymodule]
mod _kern {
    use pyo3::prelude::*;
    use pyo3::types::PyDict;

    #[pymodule_export]
    use crate::array::{Array, asarray, zeros};
    #[pymodule_export]
    use crate::command::{command, main};
    #[pymodule_export]
    use crate::device::{Device, device};
    #[pymodule_export]
    use crate::kernel::RawKernel;
    #[pymodule_export]
    use crate::module::RawModule;
    #[pymodule_export]
    use crate::report::Report;

    #[pymodule_init]
    fn with_version(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        // Not where processes are only started anew.
        if let Some(register) = module.py().import("os")?.getattr_opt("register_at_fork")? {
            let hooks = PyDict::new(module.py());
            hooks.set_item("after_in_child", pyo3::wrap_pyfunction!(crate::device::forked, module)?)?;
            register.call((), Some(&hooks))?;
        }
        Ok(())
    }
}
