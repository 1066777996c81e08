//! Conway's Game of Life on a GPU that need not be there: a library with kernels, as an example to copy.
//!
//! ```
//! let mut gpu = kern::Device::new(kern::device("h200")?);
//! let mut life = life::Life::new(&mut gpu, 5, 5, &[(1, 2), (2, 2), (3, 2)])?;
//! life.step(&mut gpu, 1)?;
//! assert_eq!(life.to_string(&gpu)?, ".....\n..#..\n..#..\n..#..\n.....\n");
//! # Ok::<(), kern::Error>(())
//! ```

use kern::{Buffer, Device, Error, LaunchReport, grid};

/// The kernels; what `kernels!` makes of them is private to this crate.
mod kernels {
    kern::kernels! {
        const int TILE = 16;

        // Whether a cell lives on, or comes to life (Gardner, Scientific American, October 1970).
        __device__ bool lives(bool is_alive, int neighbours)
        {
            return neighbours == 3 || (is_alive && neighbours == 2);
        }

        // One generation. The field has no border: what leaves it on one side comes back on the other.
        __global__ void step(const unsigned char *cells, unsigned char *next, int width, int height)
        {
            __shared__ unsigned char tile[TILE + 2][TILE + 2];
            int x0 = blockIdx.x * TILE - 1, y0 = blockIdx.y * TILE - 1;
            // The tile and the cells around it.
            for (int i = threadIdx.y * TILE + threadIdx.x; i < (TILE + 2) * (TILE + 2); i += TILE * TILE) {
                int x = (x0 + i % (TILE + 2) + width) % width, y = (y0 + i / (TILE + 2) + height) % height;
                tile[i / (TILE + 2)][i % (TILE + 2)] = cells[y * width + x];
            }
            __syncthreads();
            int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
            if (x >= width || y >= height) return;
            int neighbours = 0;
            for (int dy = 0; dy <= 2; ++dy)
                for (int dx = 0; dx <= 2; ++dx)
                    if (dx != 1 || dy != 1) neighbours += tile[threadIdx.y + dy][threadIdx.x + dx];
            next[y * width + x] = lives(tile[threadIdx.y + 1][threadIdx.x + 1], neighbours);
        }

        // How many cells are alive.
        __global__ void count(const unsigned char *cells, int n, unsigned *alive)
        {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            unsigned votes = __ballot_sync(0xffffffffu, i < n && cells[i]);
            if (threadIdx.x % 32 == 0) atomicAdd(alive, __popc(votes));
        }
    }
}

/// A field of cells in the memory of a device.
pub struct Life {
    width: usize,
    height: usize,
    cells: Buffer<u8>,
    next: Buffer<u8>,
}

impl Life {
    /// A field of at least one cell each way, on which the cells `alive` (x, y) are; those outside are left out.
    ///
    /// # Errors
    /// The device has not that much memory.
    pub fn new(gpu: &mut Device, width: usize, height: usize, alive: &[(usize, usize)]) -> Result<Life, Error> {
        let (width, height) = (width.max(1), height.max(1));
        let mut cells = vec![0u8; width * height];
        for (x, y) in alive.iter().filter(|(x, y)| *x < width && *y < height) {
            cells[y * width + x] = 1;
        }
        Ok(Life { width, height, cells: gpu.upload(&cells)?, next: gpu.alloc(cells.len())? })
    }

    /// Goes on by so many generations; the report of the last.
    ///
    /// # Errors
    /// A kernel made a mistake.
    pub fn step(&mut self, gpu: &mut Device, generations: usize) -> Result<Option<LaunchReport>, Error> {
        let tile = kernels::TILE as usize;
        let dims = grid((self.width.div_ceil(tile), self.height.div_ceil(tile))).block((tile, tile));
        let mut last = None;
        for _ in 0..generations {
            last = Some(kernels::step(gpu, dims, &self.cells, &mut self.next, self.width as i32, self.height as i32)?);
            std::mem::swap(&mut self.cells, &mut self.next);
        }
        Ok(last)
    }

    /// How many cells are alive.
    ///
    /// # Errors
    /// A kernel made a mistake.
    pub fn population(&self, gpu: &mut Device) -> Result<u32, Error> {
        let mut alive = gpu.upload(&[0u32])?;
        let n = self.cells.len();
        kernels::count(gpu, grid(n.div_ceil(256)).block(256), &self.cells, n as i32, &mut alive)?;
        Ok(gpu.download(&alive)?[0])
    }

    /// The cells row by row, 1 for those that are alive.
    ///
    /// # Errors
    /// The field is another device's.
    pub fn cells(&self, gpu: &Device) -> Result<Vec<u8>, Error> {
        gpu.download(&self.cells)
    }

    /// The field as text.
    ///
    /// # Errors
    /// The field is another device's.
    pub fn to_string(&self, gpu: &Device) -> Result<String, Error> {
        let line = |row: &[u8]| row.iter().map(|cell| if *cell != 0 { '#' } else { '.' }).chain(['\n']).collect::<String>();
        Ok(self.cells(gpu)?.chunks(self.width).map(line).collect())
    }
}

/// Tests of what is private: the rule itself, which the host calls.
#[cfg(test)]
mod tests {
    use super::kernels;
    use kern::Device;

    #[kern::test]
    fn three_neighbours_make_a_cell_and_two_keep_it(gpu: &mut Device) -> Result<(), kern::Error> {
        for neighbours in 0..=8 {
            assert_eq!(kernels::lives(gpu, false, neighbours)?, neighbours == 3);
            assert_eq!(kernels::lives(gpu, true, neighbours)?, neighbours == 2 || neighbours == 3);
        }
        Ok(())
    }
}
