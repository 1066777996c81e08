//! Arguments of `kern lesson` and `kern grade`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::EngineName;

/// `kern lesson`.
#[derive(Subcommand, Debug)]
pub(crate) enum LessonCommand {
    /// Write a small exercise into a new folder, to be changed into one's own
    New {
        /// The exercise's folder
        folder: PathBuf,
    },
    /// Check exercises: the start fails, the solution passes, each hint has a program that gets it
    Check {
        /// Folders of exercises
        #[arg(required = true)]
        folders: Vec<PathBuf>,
    },
    /// Say which goals a submission reaches; the status is 1 if not all
    Try {
        /// The exercise's folder
        folder: PathBuf,
        /// The submission
        file: PathBuf,
        /// What executes the programs
        #[arg(long, value_enum, default_value_t = EngineName::Jit)]
        engine: EngineName,
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
}

/// `kern grade`.
#[derive(Args, Debug)]
pub(crate) struct GradeArgs {
    /// The exercise's folder
    pub(crate) exercise: PathBuf,
    /// The submissions
    #[arg(required = true)]
    pub(crate) submissions: Vec<PathBuf>,
    /// Write JUnit XML to FILE: a suite a submission, a test case a goal
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Write one JSON object to FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write a table to FILE: a row a submission, a column a goal, with points
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// What executes the programs
    #[arg(long, value_enum, default_value_t = EngineName::Jit)]
    pub(crate) engine: EngineName,
}
