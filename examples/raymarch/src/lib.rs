//! A ray marcher whose pixels a kernel computes: spheres above a floor, with shadows. An example to copy.
//!
//! ```
//! let mut gpu = kern::Device::new(kern::device("h200")?);
//! let picture = raymarch::render(&mut gpu, 32, 18, 0.0)?;
//! assert_eq!(picture.pixels.len(), 32 * 18);
//! assert!(picture.to_png().starts_with(b"\x89PNG"));
//! # Ok::<(), kern::Error>(())
//! ```

use kern::{Device, Error, LaunchReport, grid};

mod png;

mod kernels {
    kern::kernels! {
        // The distance from a point to the nearest thing: three spheres that melt into each other, and a floor.
        // Hart, "Sphere tracing", The Visual Computer 12 (1996).
        __device__ float melt(float a, float b)
        {
            float near = fmaxf(0.6f - fabsf(a - b), 0.0f) / 0.6f;
            return fminf(a, b) - near * near * 0.15f;
        }

        __device__ float scene(float3 p, float time)
        {
            float nearest = 1e9f;
            for (int i = 0; i < 3; i++) {
                float turn = time + 2.0943951f * i;
                float x = p.x - 1.1f * cosf(turn), y = p.y - 0.2f - 0.35f * sinf(2 * turn), z = p.z - 4 - 1.1f * sinf(turn);
                nearest = melt(nearest, sqrtf(x * x + y * y + z * z) - 0.75f);
            }
            return fminf(nearest, p.y + 0.9f);
        }

        __device__ float3 along(float3 from, float3 direction, float distance)
        {
            return make_float3(from.x + distance * direction.x, from.y + distance * direction.y, from.z + distance * direction.z);
        }

        // How far a ray goes until it meets something; beyond 20 it meets nothing.
        __device__ float march(float3 from, float3 direction, float start, float time)
        {
            float distance = start;
            for (int step = 0; step < 96 && distance < 20; step++) {
                float free = scene(along(from, direction, distance), time);
                if (free < 0.001f) break;
                distance += free;
            }
            return distance;
        }

        // Red, green and blue of each pixel, 0 to 1; rows from the top.
        __global__ void render(float3 *pixels, int width, int height, float time)
        {
            int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
            if (px >= width || py >= height) return;
            float u = (2.0f * px - width + 1) / height, v = (height - 2.0f * py - 1) / height;
            float length = rsqrtf(u * u + v * v + 2.56f);
            float3 eye = make_float3(0, 0.4f, 0), ray = make_float3(u * length, v * length, 1.6f * length);
            float3 colour = make_float3(0.62f + 0.3f * ray.y, 0.74f + 0.2f * ray.y, 0.92f);
            float distance = march(eye, ray, 0, time);
            if (distance < 20) {
                float3 at = along(eye, ray, distance);
                const float e = 0.001f;
                float here = scene(at, time);
                float nx = scene(make_float3(at.x + e, at.y, at.z), time) - here;
                float ny = scene(make_float3(at.x, at.y + e, at.z), time) - here;
                float nz = scene(make_float3(at.x, at.y, at.z + e), time) - here;
                float scale = rsqrtf(nx * nx + ny * ny + nz * nz + 1e-12f);
                float3 light = make_float3(0.48f, 0.72f, -0.5f);
                float lit = fmaxf(0.0f, (nx * light.x + ny * light.y + nz * light.z) * scale);
                if (lit > 0 && march(at, light, 0.02f, time) < 20) lit *= 0.25f;
                bool isFloor = at.y < -0.89f;
                bool isDark = (int)(floorf(at.x) + floorf(at.z)) & 1;
                float3 own = isFloor ? (isDark ? make_float3(0.35f, 0.4f, 0.45f) : make_float3(0.85f, 0.85f, 0.8f)) : make_float3(0.95f, 0.5f, 0.15f);
                float bright = 0.18f + 0.82f * lit, fog = fminf(1.0f, distance / 18);
                colour = make_float3(own.x * bright * (1 - fog) + colour.x * fog, own.y * bright * (1 - fog) + colour.y * fog, own.z * bright * (1 - fog) + colour.z * fog);
            }
            pixels[py * width + px] = colour;
        }
    }
}

/// A picture: rows from the top, red, green and blue from 0 to 1.
pub struct Picture {
    /// Pixels of a row.
    pub width: usize,
    /// The rows one after the other.
    pub pixels: Vec<[f32; 3]>,
    /// What the kernel did.
    pub report: LaunchReport,
}

/// Renders the scene at a time, in seconds.
///
/// # Errors
/// The device has not enough memory, or the kernel made a mistake.
pub fn render(gpu: &mut Device, width: usize, height: usize, time: f32) -> Result<Picture, Error> {
    let mut pixels = gpu.alloc::<[f32; 3]>(width * height)?;
    let dims = grid((width.div_ceil(16), height.div_ceil(8))).block((16, 8));
    let report = kernels::render(gpu, dims, &mut pixels, width as i32, height as i32, time)?;
    Ok(Picture { width, pixels: gpu.download(&pixels)?, report })
}

impl Picture {
    /// The picture as a PNG file.
    pub fn to_png(&self) -> Vec<u8> {
        let byte = |part: f32| (part.clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0 + 0.5) as u8;
        let bytes: Vec<u8> = self.pixels.iter().flatten().map(|&part| byte(part)).collect();
        png::encode(self.width, &bytes)
    }
}
