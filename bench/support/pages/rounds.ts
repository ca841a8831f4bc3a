import { StartFailure } from "../../../dev/run/failure";
import { CROWD_CONNECTIONS, type Load, type LoadTarget, runLoad } from "./load";
import type { PageServer } from "./servers";
import { wobble } from "./statistics";

/** `stock` is the baseline whose steadiness is asked. */
export type ServerName = "rendered" | "cached" | "stock" | "html" | "bare";

/** The servers that have a page, each with the path that it has there. */
export type PageTargets = Partial<Record<ServerName, PageServer & Pick<LoadTarget, "path">>>;

/** The rounds of each server, and one beside many connections. */
export type PageRounds = Partial<Record<ServerName, { loads: Load[]; crowd: Load }>>;

interface Options {
  rounds: number;
  roundMs: number;
  /** The most that the stock page may differ between rounds, as a share of its slowest one. */
  maxWobble: number;
}

/**
 * Measures one page of all servers in turn; the one that goes first changes with each round. A first
 * round, for the compiler, is left out.
 *
 * @throws StartFailure where the rounds of the stock page differ too much
 */
export async function measureRounds(
  targets: PageTargets,
  headers: LoadTarget["headers"],
  { rounds, roundMs, maxWobble }: Options,
): Promise<PageRounds> {
  const all = Object.entries(targets) as [ServerName, NonNullable<PageTargets[ServerName]>][];
  const loads = new Map<ServerName, Load[]>(all.map(([name]) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (let turn = 0; turn < all.length; turn += 1) {
      const [name, target] = all[(round + turn) % all.length] as (typeof all)[number];
      const load = await runLoad({ ...target, headers }, roundMs);
      if (round > 0) loads.get(name)?.push(load);
    }
    assertSteady(targets.stock?.path ?? "", loads.get("stock") ?? [], maxWobble);
  }
  const measured: PageRounds = {};
  for (const [name, target] of all) {
    const crowd = await runLoad({ ...target, headers }, roundMs, CROWD_CONNECTIONS);
    measured[name] = { loads: loads.get(name) ?? [], crowd };
  }
  return measured;
}

/** Throws a `StartFailure` where the machine was too busy to compare. */
export function assertSteady(
  path: string,
  baseline: readonly Pick<Load, "perSecond">[],
  maxWobble: number,
): void {
  const speeds = baseline.map(({ perSecond }) => perSecond);
  const found = wobble(speeds);
  if (found <= maxWobble) return;
  const shown = speeds.map((speed) => speed.toFixed(1)).join(", ");
  throw new StartFailure(
    `The rounds of the stock page ${path} differ by ${Math.round(100 * found)} % (${shown} requests/s), more than ${Math.round(100 * maxWobble)} %: the machine is too busy to compare. Run it again when nothing else runs, or compare processor times with --max-wobble 1000.`,
  );
}
