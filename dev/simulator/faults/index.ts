import type { FaultAct } from "../steps";

/** What happens to machines, by name. */
export const faults: Readonly<Record<string, FaultAct>> = {};
