//! What build systems read: the version, and what `-v` says.

use std::path::{Path, PathBuf};

use super::job::{Goal, Job};
use super::output::named;

/// `--version`, in the form that CMake and makefiles look for; the last line says who it is.
pub(super) const VERSION: &str = concat!(
    "nvcc: NVIDIA (R) Cuda compiler driver\n",
    "Cuda compilation tools, release 13.0, V13.0.88\n",
    "This is kern ",
    env!("CARGO_PKG_VERSION"),
    ", which takes nvcc's command line and runs programs on the CPU\n"
);

/// `-v`: the variables and steps that CMake reads (CMakeDetermineCUDACompiler.cmake): where the toolkit is, for which
/// architecture code is made, and what links. kern's headers are in the command itself: the folders hold nothing.
pub(super) fn lines(program: &str, job: &Job) -> String {
    let called = Path::new(program);
    let absolute = std::path::absolute(called).unwrap_or_else(|_| called.to_path_buf());
    let folder = absolute.parent().map_or_else(PathBuf::new, Path::to_path_buf);
    let top = folder.parent().map_or_else(|| folder.clone(), Path::to_path_buf);
    let (top, folder) = (top.display(), folder.display());
    let mut text = format!(
        "#$ _HERE_={folder}\n#$ TOP={top}\n#$ NVVMIR_LIBRARY_DIR={top}/nvvm/libdevice\n#$ PATH={folder}:{}\n#$ INCLUDES=\"-I{top}/include\"\n#$ LIBRARIES=  \"-L{top}/lib64\"\n",
        std::env::var("PATH").unwrap_or_default()
    );
    let arch = job.arch.unwrap_or(90);
    let is_compiled = |path: &&PathBuf| super::output::is_source(job, path);
    for input in job.inputs.iter().filter(is_compiled) {
        text.push_str(&format!("#$ kern -arch compute_{arch} \"{}\"\n", input.display()));
    }
    if job.goal == Goal::Program {
        let objects: Vec<String> = job.inputs.iter().map(|input| format!("\"{}\"", named(job, input, "o").display())).collect();
        let output = job.output.clone().unwrap_or_else(|| "a.out".into());
        let link = format!(
            "#$ \"{}\" -o \"{}\" {}   \"-L{top}/lib64\" -lcudadevrt -lcudart_static -lrt -lpthread -ldl\n",
            absolute.display(),
            output.display(),
            objects.join(" ")
        );
        text.push_str(&link);
    }
    text
}
