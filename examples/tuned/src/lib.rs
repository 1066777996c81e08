//! A kernel tuned by counters: the sums of the columns of a matrix, in four steps. Each step was taken because a counter of the one before
//! said so. An example to copy.
//!
//! ```
//! let mut gpu = kern::Device::new(kern::device("h200")?);
//! let steps = tuned::measure(&mut gpu, 64, 96)?;
//! assert!(steps.iter().all(|step| step.is_right));
//! # Ok::<(), kern::Error>(())
//! ```

use kern::{Device, Error, LaunchReport, grid};

mod kernels {
    kern::kernels! {
        // 1: a thread has a row, and adds to the sums of all columns.
        __global__ void rows(const float *in, float *sums, int width, int height)
        {
            int y = blockIdx.x * blockDim.x + threadIdx.x;
            if (y >= height) return;
            for (int x = 0; x < width; x++) atomicAdd(&sums[x], in[y * width + x]);
        }

        // 2: a thread has a column: neighbours read neighbouring elements, and nobody else adds to its sum.
        __global__ void columns(const float *in, float *sums, int width, int height)
        {
            int x = blockIdx.x * blockDim.x + threadIdx.x;
            if (x >= width) return;
            float sum = 0;
            for (int y = 0; y < height; y++) sum += in[y * width + x];
            sums[x] = sum;
        }

        // 3: a block has 32 columns and adds up its part of their rows in shared memory, so that there are enough blocks.
        __global__ void tiles(const float *in, float *sums, int width, int height)
        {
            __shared__ float part[32][32];
            int x = blockIdx.x * 32 + threadIdx.x;
            float sum = 0;
            if (x < width)
                for (int y = threadIdx.y; y < height; y += 32) sum += in[y * width + x];
            part[threadIdx.x][threadIdx.y] = sum;
            __syncthreads();
            for (int half = 16; half > 0; half /= 2) {
                if (threadIdx.y < half) part[threadIdx.x][threadIdx.y] += part[threadIdx.x][threadIdx.y + half];
                __syncthreads();
            }
            if (threadIdx.y == 0 && x < width) sums[x] = part[threadIdx.x][0];
        }

        // 4: the tile stands on its other side, so that neighbours meet in no bank.
        __global__ void upright(const float *in, float *sums, int width, int height)
        {
            __shared__ float part[32][32];
            int x = blockIdx.x * 32 + threadIdx.x;
            float sum = 0;
            if (x < width)
                for (int y = threadIdx.y; y < height; y += 32) sum += in[y * width + x];
            part[threadIdx.y][threadIdx.x] = sum;
            __syncthreads();
            for (int half = 16; half > 0; half /= 2) {
                if (threadIdx.y < half) part[threadIdx.y][threadIdx.x] += part[threadIdx.y + half][threadIdx.x];
                __syncthreads();
            }
            if (threadIdx.y == 0 && x < width) sums[x] = part[0][threadIdx.x];
        }
    }
}

/// One of the steps, and what it asked of memory.
pub struct Step {
    /// The kernel.
    pub name: &'static str,
    /// What it did.
    pub report: LaunchReport,
    /// Its sums are those of the host.
    pub is_right: bool,
}

/// Runs all steps on a matrix of small whole numbers, whose sums no order of additions changes.
///
/// # Errors
/// The device has not enough memory, or a kernel made a mistake.
pub fn measure(gpu: &mut Device, width: usize, height: usize) -> Result<Vec<Step>, Error> {
    let data: Vec<f32> = (0..width * height).map(|i| (i * 7 % 31) as f32).collect();
    let right: Vec<f32> = (0..width).map(|x| (0..height).map(|y| data[y * width + x]).sum()).collect();
    let input = gpu.upload(&data)?;
    let (w, h) = (width as i32, height as i32);
    let tile = grid(width.div_ceil(32)).block((32, 32));
    let mut steps = Vec::new();
    for name in ["rows", "columns", "tiles", "upright"] {
        let mut sums = gpu.alloc::<f32>(width)?;
        let report = match name {
            "rows" => kernels::rows(gpu, grid(height.div_ceil(128)).block(128), &input, &mut sums, w, h)?,
            "columns" => kernels::columns(gpu, grid(width.div_ceil(128)).block(128), &input, &mut sums, w, h)?,
            "tiles" => kernels::tiles(gpu, tile, &input, &mut sums, w, h)?,
            _ => kernels::upright(gpu, tile, &input, &mut sums, w, h)?,
        };
        steps.push(Step { name, report, is_right: gpu.download(&sums)? == right });
    }
    Ok(steps)
}

/// The steps as a table in Markdown.
pub fn table(steps: &[Step]) -> String {
    let mut text = String::from(
        "| kernel | sectors of loads | a request | atomic operations | bank conflicts | warps a multiprocessor has |\n|---|---|---|---|---|---|\n",
    );
    for Step { name, report, .. } in steps {
        let warps = report.config.blocks() * report.config.threads().div_ceil(32);
        text += &format!(
            "| `{name}` | {} | {} | {} | {} | {:.1} |\n",
            report.global_loads.sectors,
            report.global_loads.sectors_per_request(),
            report.global_reductions.threads + report.global_atomics.threads,
            report.shared_loads.bank_conflicts + report.shared_stores.bank_conflicts,
            warps as f64 / 132.0,
        );
    }
    text
}
