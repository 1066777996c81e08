//! Graphs: what ends a recording, what cannot be recorded, and what a graph keeps.
#![cfg(feature = "macros")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use kern::{Device, Error, Sampling, Stream, device, grid};

mod kernels {
    kern::kernels! {
        __device__ int twice(int x) { return 2 * x; }
        __device__ void nothing(int *x) { *x = 1; }
        __global__ void add(int *x, int n) { x[threadIdx.x] += n; }
        __global__ void read(cudaTextureObject_t t, int *out) { *out = tex2D<int>(t, 1, 0); }
    }
}

fn gpu() -> Device {
    Device::new(device("t4").unwrap())
}

#[test]
fn a_panic_ends_the_recording() -> Result<(), Error> {
    let mut gpu = gpu();
    let mut x = gpu.upload(&[1])?;
    let panicked = catch_unwind(AssertUnwindSafe(|| gpu.record(|_| panic!("mine"))));
    assert!(panicked.is_err());
    kernels::add(&mut gpu, grid(1), &mut x, 1)?;
    assert_eq!(gpu.download(&x)?, [2]);
    // So does an error.
    let x_again = &mut x;
    assert!(gpu.record(|gpu| kernels::add(gpu, grid(-1), x_again, 1).map(drop)).is_err());
    kernels::add(&mut gpu, grid(1), &mut x, 1)?;
    assert_eq!(gpu.download(&x)?, [3]);
    // A stream goes on after a panic.
    let stream = Stream::new(gpu);
    let panics = stream.run(|gpu| gpu.record(|_| panic!("mine")));
    assert!(catch_unwind(AssertUnwindSafe(|| panics.wait())).is_err());
    let added = stream.run(move |gpu| {
        kernels::add(gpu, grid(1), &mut x, 1)?;
        gpu.download(&x)
    });
    assert_eq!(added.wait()?, [4]);
    Ok(())
}

#[test]
fn recordings_stand_in_each_other() -> Result<(), Error> {
    let mut gpu = gpu();
    let mut x = gpu.upload(&[0])?;
    let mut inner = None;
    let outer = gpu.record(|gpu| {
        kernels::add(gpu, grid(1), &mut x, 1)?;
        inner = Some(gpu.record(|gpu| kernels::add(gpu, grid(1), &mut x, 10).map(drop))?);
        inner.as_ref().map_or(Ok(()), |inner| inner.launch(gpu).map(drop))?;
        kernels::add(gpu, grid(1), &mut x, 100).map(drop)
    })?;
    assert_eq!((outer.len(), inner.map(|inner| inner.len())), (3, Some(1)));
    outer.launch(&mut gpu)?;
    assert_eq!(gpu.download(&x)?, [111]);
    Ok(())
}

#[test]
fn a_device_function_is_not_recorded() -> Result<(), Error> {
    let mut gpu = gpu();
    let mut x = gpu.upload(&[0])?;
    let error = gpu.record(|gpu| kernels::twice(gpu, 1).map(drop)).unwrap_err();
    let line = line!() - 1;
    let text = error.to_string();
    assert!(text.starts_with("error[K1006]: a device function cannot be called while launches are recorded\n"), "{text}");
    assert!(text.contains(&format!("kern/tests/graphs.rs:{line}:34 ]")), "{text}");
    assert!(text.contains("Help: call it before `Device::record`"), "{text}");
    assert_eq!(gpu.record(|gpu| kernels::nothing(gpu, &mut x)).unwrap_err().code().unwrap().0, "K1006");
    assert_eq!(kernels::twice(&mut gpu, 4)?, 8);
    Ok(())
}

/// What a launch takes stays until the graph is gone, so that nothing else comes to be at its address.
#[test]
fn a_graph_keeps_what_its_launches_take() -> Result<(), Error> {
    let mut gpu = gpu();
    let mut x = gpu.upload(&[1, 2, 3])?;
    let mut out = gpu.upload(&[0])?;
    let picture = gpu.texture(&[5, 6], 2, Sampling::default())?;
    let graph = gpu.record(|gpu| {
        kernels::add(gpu, grid(1).block(2), &mut x.slice_mut(1..), 1)?;
        kernels::read(gpu, grid(1), &picture, &mut out).map(drop)
    })?;
    let (address, handle) = (x.address(), picture.handle());
    drop((x, picture));
    let others = (0..100).map(|_| gpu.upload(&[7, 7, 7])).collect::<Result<Vec<_>, _>>()?;
    assert!(others.iter().all(|other| other.address() != address));
    assert_ne!(gpu.texture(&[1], 1, Sampling::default())?.handle(), handle);
    let copy = graph.clone();
    drop(graph);
    copy.launch(&mut gpu)?;
    assert_eq!(gpu.download(&out)?, [6]);
    for other in &others {
        assert_eq!(gpu.download(other)?, [7, 7, 7]);
    }
    // With the last graph the memory goes.
    let (most, half) = (gpu.model().memory_bytes as usize, gpu.model().memory_bytes as usize / 2);
    let mut large = gpu.alloc::<i32>(half / 4 + 1)?;
    let graph = gpu.record(|gpu| kernels::add(gpu, grid(1), &mut large, 1).map(drop))?;
    drop(large);
    assert_eq!(gpu.alloc::<u8>(most / 2).unwrap_err().code().unwrap().0, "K1008");
    drop(graph);
    gpu.alloc::<u8>(most / 2)?;
    Ok(())
}
