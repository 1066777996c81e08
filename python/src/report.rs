//! [`Report`]: what a launch did.

use kern::{GlobalTraffic, Kernel, LaunchReport, SharedTraffic};
use kern_cli::finding_object;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use serde_json::{Map, Value, json};

/// What the fields of [`Report::to_dict`] mean; grows when one changes its meaning or goes.
const SCHEMA: u32 = 1;

/// What a launch did: figures, findings, what it printed.
#[pyclass(frozen, module = "kern")]
pub(crate) struct Report {
    pub(crate) launch: Box<LaunchReport>,
    pub(crate) kernel: Kernel,
}

fn global(traffic: &GlobalTraffic) -> Value {
    json!({
        "requests": traffic.requests, "threads": traffic.threads, "bytes": traffic.bytes, "sectors": traffic.sectors,
        "l1_hits": traffic.l1_hits, "sectors_per_request": traffic.sectors_per_request(),
        "efficiency_percent": traffic.efficiency_percent(),
    })
}

fn shared(traffic: &SharedTraffic) -> Value {
    json!({
        "requests": traffic.requests, "threads": traffic.threads, "bytes": traffic.bytes, "wavefronts": traffic.wavefronts,
        "bank_conflicts": traffic.bank_conflicts, "wavefronts_per_request": traffic.wavefronts_per_request(),
        "conflicts_per_request": traffic.conflicts_per_request(),
    })
}

impl Report {
    fn findings_json(&self) -> Value {
        let mut sources = self.kernel.program().sources().clone();
        self.launch.findings.iter().map(|finding| finding_object(finding, &mut sources)).collect()
    }

    fn profile_json(&self) -> Value {
        let profile = &self.launch.profile;
        if !profile.is_counted() {
            return Value::Null;
        }
        let occupancy = profile.occupancy;
        json!({
            "global_loads": global(&profile.global_loads), "global_stores": global(&profile.global_stores),
            "global_atomics": global(&profile.global_atomics), "global_reductions": global(&profile.global_reductions),
            "local_loads": global(&profile.local_loads), "local_stores": global(&profile.local_stores),
            "shared_loads": shared(&profile.shared_loads), "shared_stores": shared(&profile.shared_stores),
            "shared_atomics": shared(&profile.shared_atomics),
            "occupancy": { "blocks": occupancy.blocks, "warps": occupancy.warps, "percent": occupancy.percent },
        })
    }

    fn totals_json(&self) -> Value {
        let totals = self.launch.totals;
        json!({
            "warp_instructions": totals.warp_instructions, "thread_instructions": totals.thread_instructions,
            "branches": totals.branches, "divergent_branches": totals.divergent_branches, "barriers": totals.barriers,
            "blocks": totals.blocks,
        })
    }
}

#[pymethods]
impl Report {
    /// The kernel as its source calls it.
    #[getter]
    fn kernel(&self) -> &str {
        &self.launch.kernel
    }

    /// Blocks along x, y, z.
    #[getter]
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.launch.config.grid)
    }

    /// Threads of a block along x, y, z.
    #[getter]
    fn block<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.launch.config.block)
    }

    /// Bytes of dynamic shared memory a block.
    #[getter]
    fn shared_mem(&self) -> u64 {
        self.launch.config.dynamic_shared
    }

    /// Seconds that the launch took on this computer.
    #[getter]
    fn seconds(&self) -> f64 {
        self.launch.seconds
    }

    /// What the kernel printed.
    #[getter]
    fn stdout(&self) -> &str {
        &self.launch.stdout
    }

    /// What its failed assertions said.
    #[getter]
    fn stderr(&self) -> &str {
        &self.launch.stderr
    }

    /// Figures under Nsight Compute's names; empty if counting is off.
    #[getter]
    fn counters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counters = PyDict::new(py);
        for (name, value) in self.launch.counters.iter() {
            counters.set_item(name, value)?;
        }
        Ok(counters)
    }

    /// What it asked of memory, as figures with units; `None` if counting is off.
    #[getter]
    fn profile<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let profile = from_json(py, &self.profile_json())?;
        py.import("kern._figures")?.call_method1("figures", (profile,))
    }

    /// Instructions, branches, barriers.
    #[getter]
    fn totals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &self.totals_json())
    }

    /// Mistakes and warnings as objects of docs/json.md, in the order of their first occurrence.
    #[getter]
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &self.findings_json())
    }

    /// The findings as text, with the lines they are about.
    #[getter]
    fn text(&self) -> String {
        self.kernel.findings_text(&self.launch)
    }

    /// All of it as values that `json.dumps` takes.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let launch = &self.launch;
        let counters: Map<String, Value> = launch.counters.iter().map(|(name, value)| (name.to_string(), value.into())).collect();
        let all = json!({
            "schema": SCHEMA, "kern": env!("CARGO_PKG_VERSION"), "kernel": launch.kernel, "grid": launch.config.grid, "block": launch.config.block,
            "shared_mem": launch.config.dynamic_shared, "seconds": launch.seconds, "stdout": launch.stdout, "stderr": launch.stderr,
            "counters": counters, "profile": self.profile_json(), "totals": self.totals_json(), "findings": self.findings_json(),
        });
        from_json(py, &all)
    }

    fn __repr__(&self) -> String {
        let findings = match self.launch.findings.len() {
            0 => "no findings".to_string(),
            1 => "1 finding".to_string(),
            n => format!("{n} findings"),
        };
        format!("<kern.Report of {}{}: {findings}>", self.launch.kernel, self.launch.config.text())
    }
}

/// A value of JSON as objects of Python.
pub(crate) fn from_json<'py>(py: Python<'py>, value: &serde_json::Value) -> PyResult<Bound<'py, PyAny>> {
    static LOADS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    LOADS.import(py, "json", "loads")?.call1((value.to_string(),))
}
