import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { BenchRow } from "../dev/bench";
import { StartFailure } from "../dev/run/failure";
import { measureBareObjects } from "./support/bare-objects";
import { type CrowdResult, measureCrowd } from "./support/crowd";

/** Open orders: few as the baseline, and many. */
const OPEN = [30, 1_000];
/** Orders that are paid at once. */
const PAYMENTS = 30;
const MB = 1024 * 1024;

type Memory = Pick<CrowdResult, "idleBytes" | "peakBytes">;

/**
 * Payments at once while many orders of other buyers are open, beside the same payments while no other
 * order is. In the rows `awaiting`, the wallets of all buyers have requested their transactions, so that
 * each order has a Durable Object that polls; in the rows `open`, only those of the paying ones. Memory
 * is the most that workerd had resident, with its simulators of D1, R2 and the storage of Durable
 * Objects. `bare objects` is the same of a Worker whose Durable Objects, as many, only store two values
 * and set an alarm: the simulator takes that much whatever the app does, so that the app is judged by
 * the difference.
 *
 * `--open 30,1000` takes other numbers of open orders.
 */
export default async function crowd(args: readonly string[]): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const open of readArguments(args)) {
    // Where all of them pay, both states are the same.
    const states = open > PAYMENTS ? (["open", "awaiting"] as const) : (["awaiting"] as const);
    for (const state of states) {
      const objects = state === "awaiting" ? open : PAYMENTS;
      const crowd = await measureCrowd({ open, payments: PAYMENTS, state });
      rows.push({ orders: open, state, ...rowOf(crowd, await measureBareObjects(objects)) });
    }
  }
  return rows;
}

function readArguments(args: readonly string[]): number[] {
  const { values } = parseArgs({ args: [...args], options: { open: { type: "string" } } });
  const numbers = values.open?.split(",").map(Number) ?? OPEN;
  if (numbers.every((open) => Number.isInteger(open) && open >= PAYMENTS)) return numbers;
  throw new StartFailure(`--open takes numbers from ${PAYMENTS}, as in 30,1000`);
}

function rowOf(result: CrowdResult, bare: Memory): BenchRow {
  return {
    awaiting: result.awaiting,
    payments: PAYMENTS,
    "calls/s while waiting": Math.round(result.callsPerSecond * 10) / 10,
    "calls to deliver": result.callsToDeliver,
    "idle memory (MB)": Math.round(result.idleBytes / MB),
    "peak memory (MB)": Math.round(result.peakBytes / MB),
    "bare objects, idle (MB)": Math.round(bare.idleBytes / MB),
    "bare objects (MB)": Math.round(bare.peakBytes / MB),
    "beyond bare objects (MB)": Math.round((result.peakBytes - bare.peakBytes) / MB),
    "last delivery (ms)": Math.round(result.lastDeliveryMs),
    "median delivery (ms)": Math.round(result.medianDeliveryMs),
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}
