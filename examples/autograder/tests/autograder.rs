//! What each submission gets.

use std::process::Command;

fn grade(names: &[&str]) -> (i32, String) {
    let files = names.iter().map(|name| format!("submissions/{name}.cu"));
    let done = Command::new(env!("CARGO_BIN_EXE_autograder")).current_dir(env!("CARGO_MANIFEST_DIR")).args(files).output().unwrap();
    (done.status.code().unwrap(), String::from_utf8(done.stdout).unwrap())
}

#[test]
fn the_right_one_has_all_points() {
    assert_eq!(grade(&["right"]), (0, "submissions/right.cu: 4 of 4 points\n".to_string()));
}

#[test]
fn each_mistake_costs_its_points() {
    let (status, said) = grade(&["no_barrier", "no_guard", "typo"]);
    assert_eq!(status, 1);
    assert!(said.contains("no_barrier.cu: 3 of 4 points") && said.contains("R0301"), "{said}");
    assert!(said.contains("no_guard.cu: 1 of 4 points") && said.contains("R0101"), "{said}");
    assert!(said.contains("typo.cu: 0 of 4 points") && said.contains("error[K0"), "{said}");
}

#[test]
fn it_has_sixty_lines() {
    assert!(include_str!("../src/main.rs").lines().count() <= 62);
}
