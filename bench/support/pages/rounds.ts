import { StartFailure } from "../../../dev/run/failure";
import { type Load, type LoadTarget, runLoad } from "./load";
import type { PageServer } from "./servers";
import { wobble } from "./statistics";

/** The measured servers. `stock` is the baseline whose steadiness is asked. */
export type Servers = Record<"rendered" | "cached" | "stock" | "bare", PageServer>;

export type PageRounds = Record<keyof Servers, Load[]>;

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
  servers: Servers,
  page: Pick<LoadTarget, "path" | "headers">,
  { rounds, roundMs, maxWobble }: Options,
): Promise<PageRounds> {
  const names = Object.keys(servers) as (keyof Servers)[];
  const measured: PageRounds = { rendered: [], cached: [], stock: [], bare: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length] as keyof Servers;
      const load = await runLoad({ ...servers[name], ...page }, roundMs);
      if (round > 0) measured[name].push(load);
    }
    assertSteady(page.path, measured.stock, maxWobble);
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
