//! What each submission gets.

use std::process::Command;

const RIGHT: &str = r#"
__global__ void scan(const int *in, int *out, int n)
{
    __shared__ int sums[256];
    int t = threadIdx.x;
    sums[t] = t < n ? in[t] : 0;
    __syncthreads();
    for (int apart = 1; apart < 256; apart *= 2) {
        int before = t >= apart ? sums[t - apart] : 0;
        __syncthreads();
        sums[t] += before;
        __syncthreads();
    }
    if (t < n) out[t] = sums[t];
}
"#;

const NO_GUARD: &str = r#"
__global__ void scan(const int *in, int *out, int n)
{
    int sum = 0;
    for (int i = 0; i <= threadIdx.x; i++) sum += in[i];
    out[threadIdx.x] = sum;
}
"#;

const TYPO: &str = r#"
__global__ void scan(const int *in, int *out, int n)
{
    int sum = 0;
    for (int i = 0; i <= threadIdx.x && i < n; i++) sum += in[i]
    if (threadIdx.x < n) out[threadIdx.x] = sum;
}
"#;

/// Status and output for submissions, which are files of a folder of their own.
fn grade(submissions: &[(&str, &str)]) -> (i32, String) {
    let folder = std::env::temp_dir().join(format!("kern-autograder-{}-{}", std::process::id(), submissions[0].0));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, text) in submissions {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let names = submissions.iter().map(|(name, _)| name);
    let done = Command::new(env!("CARGO_BIN_EXE_autograder")).current_dir(&folder).args(names).output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    (done.status.code().unwrap(), String::from_utf8(done.stdout).unwrap())
}

#[test]
fn the_right_one_has_all_points() {
    assert_eq!(grade(&[("right.cu", RIGHT)]), (0, "right.cu: 4 of 4 points\n".to_string()));
}

#[test]
fn each_mistake_costs_its_points() {
    let no_barrier = RIGHT.replacen("        __syncthreads();\n", "", 1);
    let (status, said) = grade(&[("no_barrier.cu", &no_barrier), ("no_guard.cu", NO_GUARD), ("typo.cu", TYPO)]);
    assert_eq!(status, 1);
    assert!(said.contains("no_barrier.cu: 2 of 4 points") && said.contains("R0301"), "{said}");
    assert!(said.contains("no_guard.cu: 1 of 4 points") && said.contains("R0101"), "{said}");
    assert!(said.contains("typo.cu: 0 of 4 points") && said.contains("error[K0"), "{said}");
}

#[test]
fn it_has_sixty_lines() {
    assert!(include_str!("../src/main.rs").lines().count() <= 60);
}
