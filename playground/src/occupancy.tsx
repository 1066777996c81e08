// The occupancy calculator: the program's own launch, and what would be if it were another.

import { useEffect, useState } from "preact/hooks";
import { devices as load } from "./engine";
import { launchName, PictureView, useNarrow } from "./panels";
import type { Device, Launch } from "./protocol";
import { type Shape, occupancyPicture } from "./views/occupancy";

const FIRST: Shape = { threads: 256, shared: 0, registers: 0 };

export function OccupancyView({ launches, chosen }: { launches: Launch[]; chosen: number }) {
  const narrow = useNarrow();
  const [devices, setDevices] = useState<Device[]>([]);
  const [problem, setProblem] = useState("");
  const [key, setKey] = useState("");
  const [shape, setShape] = useState<Shape>(FIRST);
  const [from, setFrom] = useState(chosen);
  useEffect(() => void load().then(setDevices, (error) => setProblem(error.message)), []);
  const launch = launches.find((one) => one.launch === from) ?? launches[0];
  // A launch that was chosen is what is calculated, until somebody moves something.
  useEffect(() => {
    if (!launch) return;
    const [x, y, z] = launch.block;
    setShape((old) => ({ threads: x * y * z, shared: launch.dynamic_shared + (launch.metrics?.launch__shared_mem_per_block_static ?? 0), registers: old.registers }));
    setKey((old) => old || launch.device);
  }, [launch]);
  const device = devices.find((one) => one.key === (key || "gh100_h200_sxm")) ?? devices[devices.length - 1];
  if (problem) return <p class="notice">{problem}</p>;
  if (!device) return <p class="quiet">The devices are loaded …</p>;
  const number = (name: string, what: keyof Shape, most: number, step: number) => (
    <label>
      <span>{name}</span> <input type="range" aria-label={`${name}, slider`} min={what === "threads" ? 32 : 0} max={most} step={step} value={shape[what]} onInput={(event) => setShape({ ...shape, [what]: Number(event.currentTarget.value) })} />
      <input type="number" min={what === "threads" ? 1 : 0} max={most} value={shape[what]} onInput={(event) => setShape({ ...shape, [what]: Math.max(0, Math.floor(Number(event.currentTarget.value))) })} />
    </label>
  );
  return (
    <>
      <div class="chooser">
        {launches.length > 0 && (
          <label>Launch <select value={launch?.launch} onChange={(event) => setFrom(Number(event.currentTarget.value))}>{launches.map((one) => <option value={one.launch}>{launchName(one)}</option>)}</select></label>
        )}
        <label>Device <select value={device.key} onChange={(event) => setKey(event.currentTarget.value)}>{devices.map((one) => <option value={one.key}>{one.name}</option>)}</select></label>
      </div>
      <div class="chooser sliders">
        {number("Threads a block", "threads", device.max_threads_per_block, 32)}
        {number("Shared bytes a block", "shared", device.shared_per_block_optin, 256)}
        {number("Registers a thread", "registers", device.registers_per_thread, 1)}
      </div>
      <PictureView picture={occupancyPicture(device, shape, narrow ? 320 : 640)} />
      <p class="quiet">Registers follow from nvcc's own code, which kern does not make: enter what <code>nvcc -Xptxas -v</code> says; 0 leaves them out.</p>
    </>
  );
}
