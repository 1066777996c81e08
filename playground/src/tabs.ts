// The ways to look at a program and what came of it.

export const TABS = ["code", "lesson", "output", "findings", "memory", "values", "timeline", "grid", "ptx", "occupancy", "help"] as const;
export type Tab = (typeof TABS)[number];
export const NAMES: Record<Tab, string> = {
  code: "Code", lesson: "Lesson", output: "Output", findings: "Findings", memory: "Memory", values: "Values", timeline: "Timeline", grid: "Grid", ptx: "PTX", occupancy: "Occupancy", help: "Help",
};

/** Those that hold pictures. */
export const PICTURES: Tab[] = ["memory", "values", "timeline", "grid", "ptx", "occupancy"];

/** On narrow screens tabs stand in groups, of which one is shown. */
export const GROUPS: [string, Tab[]][] = [
  ["Lesson", ["lesson"]], ["Code", ["code"]], ["Run", ["output", "findings", "help"]], ["See", PICTURES],
];
export const groupOf = (tab: Tab) => GROUPS.find(([, tabs]) => tabs.includes(tab))![1];

/** What Alt and a digit open. */
export const DIGITS: Tab[] = ["output", "findings", "memory", "grid", "help", "lesson", "ptx", "occupancy", "values"];
