//! Textures, graphs and a world of a device's own, from Rust.

use std::sync::{Arc, Mutex};

use kern::{Closed, Device, Edges, Error, OutputStream, Program, Sampling, World, device, grid};

fn gpu() -> Device {
    Device::new(device("h200").unwrap())
}

#[test]
fn texels_of_several_types() -> Result<(), Error> {
    let source = "
        __global__ void bytes(cudaTextureObject_t t, int *out) { out[threadIdx.x] = tex2D<unsigned char>(t, threadIdx.x, 0); }
        __global__ void units(cudaTextureObject_t t, float4 *out) { out[threadIdx.x] = tex2D<float4>(t, threadIdx.x + 0.5f, 0.5f); }";
    let program = Program::from_source("texels.kern", source)?;
    let mut gpu = gpu();
    let bytes = gpu.texture(&[7u8, 8, 9], 3, Sampling::default())?;
    let out = gpu.alloc::<i32>(3)?;
    program.kernel("bytes")?.launch(&mut gpu, grid(1).block(3), (&bytes, &out))?;
    assert_eq!(gpu.download(&out)?, [7, 8, 9]);
    let colours = gpu.texture(&[[255u8, 0, 51, 255]], 1, Sampling::default().unit().edges(Edges::Border))?;
    let out = gpu.alloc::<[f32; 4]>(2)?;
    program.kernel("units")?.launch(&mut gpu, grid(1).block(2), (&colours, &out))?;
    assert_eq!(gpu.download(&out)?, [[1.0, 0.0, 0.2, 1.0], [0.0; 4]]);
    Ok(())
}

#[test]
fn what_no_texture_is() {
    let mut gpu = gpu();
    for (error, said) in [
        (gpu.texture(&[1.0f64], 1, Sampling::default()).unwrap_err(), "no texture has texels of `f64`"),
        (gpu.texture(&[1.0f32; 5], 2, Sampling::default()).unwrap_err(), "5 texels are no whole rows of 2"),
        (gpu.texture(&[1.0f32; 5], 0, Sampling::default()).unwrap_err(), "5 texels are no whole rows of 0"),
        (gpu.texture(&[1u8], 1, Sampling::default().linear()).unwrap_err(), "`u8` is not filtered"),
        (gpu.texture(&[1.0f32], 1, Sampling::default().unit()).unwrap_err(), "`f32` is not read as numbers from 0 to 1"),
    ] {
        assert!(error.to_string().contains(said), "{error}");
    }
}

#[test]
fn a_texture_of_another_device_and_one_that_is_gone() -> Result<(), Error> {
    let source = "__global__ void k(cudaTextureObject_t t, float *out) { *out = tex2D<float>(t, 0, 0); }";
    let kernel = Program::from_source("k.kern", source)?.kernel("k")?;
    let (mut one, mut other) = (gpu(), gpu());
    let (texture, out) = (other.texture(&[1.0f32], 1, Sampling::default())?, one.alloc::<f32>(1)?);
    let error = kernel.launch(&mut one, grid(1), (&texture, &out)).unwrap_err();
    assert_eq!(error.code().unwrap().0, "K1005");
    let gone = one.texture(&[1.0f32], 1, Sampling::default())?;
    let handle = gone.handle();
    drop(gone);
    let error = kernel.launch(&mut one, grid(1), (handle, &out)).unwrap_err();
    assert!(error.report().is_some_and(|report| !report.findings.is_empty()), "{error}");
    let number = Program::from_source("n.kern", "__global__ void k(float x) {}")?.kernel("k")?;
    let texture = one.texture(&[1.0f32], 1, Sampling::default())?;
    assert_eq!(number.launch(&mut one, grid(1), (&texture,)).unwrap_err().code().unwrap().0, "K1004");
    Ok(())
}

#[test]
fn a_graph_stops_at_the_first_mistake() -> Result<(), Error> {
    let source = "__global__ void set(int *x, int at) { x[at] = at + 1; }";
    let set = Program::from_source("set.kern", source)?.kernel("set")?;
    let mut gpu = gpu();
    let x = gpu.alloc::<i32>(3)?;
    let graph = gpu.record(|gpu| [0, 9, 1].iter().try_for_each(|&at| set.launch(gpu, grid(1), (&x, at)).map(drop)))?;
    assert_eq!(graph.launch(&mut gpu).unwrap_err().code().unwrap().0, "R0101");
    assert_eq!(gpu.download(&x)?, [1, 0, 0]);
    // What does not fit is told when it is recorded.
    assert_eq!(gpu.record(|gpu| set.launch(gpu, grid(1), (&x, 1.0f32)).map(drop)).unwrap_err().code().unwrap().0, "K1004");
    Ok(())
}

struct Log(Arc<Mutex<Vec<u8>>>);

impl World for Log {
    fn write(&mut self, _: OutputStream, bytes: &[u8]) -> Result<(), Closed> {
        self.0.lock().unwrap().extend(bytes);
        Ok(())
    }

    fn monotonic_ns(&mut self) -> u64 {
        42
    }
}

#[test]
fn a_world_of_its_own_sees_every_launch() -> Result<(), Error> {
    let source = "#include <cstdio>\n__global__ void say(int n) { printf(\"%d\\n\", n); }";
    let say = Program::from_source("say.kern", source)?.kernel("say")?;
    let (mut gpu, log) = (gpu(), Arc::new(Mutex::new(Vec::new())));
    gpu.world(Log(log.clone()));
    for n in 1..3 {
        assert_eq!(say.launch(&mut gpu, grid(1), (n,))?.stdout, format!("{n}\n"));
    }
    assert_eq!(*log.lock().unwrap(), b"1\n2\n");
    Ok(())
}
