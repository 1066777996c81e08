//! Arguments of `kern playground` and of the processes of its jobs.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::EngineName;

/// `kern playground`.
#[derive(Args, Debug)]
pub(crate) struct PlaygroundArgs {
    /// A file that the page shows, and shows again when it changes
    pub(crate) file: Option<PathBuf>,
    /// Lessons of your own: a folder with a folder for each, in the place of kern's
    #[arg(long, value_name = "DIR", conflicts_with = "export")]
    pub(crate) lessons: Option<PathBuf>,
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 5376)]
    pub(crate) port: u16,
    /// The address; others than 127.0.0.1 and ::1 only where the system locks programs in
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub(crate) listen: std::net::IpAddr,
    /// A name that a server before this one has for it, such as playground.example.org; as for other addresses, programs must
    /// be locked in
    #[arg(long, value_name = "HOST")]
    pub(crate) name: Vec<String>,
    /// What executes programs [default: jit, for others than this machine interp]
    #[arg(long, value_enum)]
    pub(crate) engine: Option<EngineName>,
    /// Open the page in the browser
    #[arg(long, conflicts_with = "export")]
    pub(crate) open: bool,
    /// Write the page as a site that needs no server into DIR, where any web server may hand it out; see docs/playground.md
    #[arg(long, value_name = "DIR")]
    pub(crate) export: Option<PathBuf>,
    /// The page's own compiler for that site, which `playground/wasm/build.sh` makes
    #[arg(long, value_name = "FILE", requires = "export")]
    pub(crate) wasm: Option<PathBuf>,
    /// Print the address of a page that shows FILE, and end: the program is in it, behind the #
    #[arg(long, requires = "file", conflicts_with_all = ["export", "open", "lessons"])]
    pub(crate) link: bool,
    /// Programs that run at once [default: one a processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) jobs: Option<u32>,
}

/// `kern playground-worker`: one job of the playground.
#[derive(Args, Debug)]
pub(crate) struct WorkerArgs {
    /// The system keeps the process from files, connections and other programs
    #[arg(long)]
    pub(crate) locked_in: bool,
    /// No machine code is made
    #[arg(long)]
    pub(crate) no_machine_code: bool,
    /// Try to escape instead
    #[arg(long, value_name = "HOW")]
    pub(crate) probe: Option<Escape>,
}

/// What a process that is locked in is killed for.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Escape {
    /// It listens at a port
    Connection,
    /// It starts a program
    Program,
    /// It sends a signal to a process
    Signal,
    /// It makes memory executable; where machine code is made, that is allowed
    Code,
}
