import { DurableObject } from "cloudflare:workers";
import { BALANCE_INTERVAL_MS } from "../app/orders/rules/stock-limits";
import { emptyStorage } from "./deadlines";
import { type Env, readSettings } from "./env";
import type { StockWatchObject } from "./objects";
import { createPorts, type MakePorts, type Ports } from "./ports";

/** The one instance that reads the balances of all who hold units or wait. It stores its alarm only. */
export class StockWatch extends DurableObject<Env> implements StockWatchObject {
  readonly #ports: Ports;
  #starts = 0;

  constructor(ctx: DurableObjectState, env: Env, makePorts: MakePorts = createPorts) {
    super(ctx, env);
    this.#ports = makePorts(env, readSettings(env));
  }

  async start(): Promise<void> {
    this.#starts++;
    if ((await this.ctx.storage.getAlarm()) === null) await this.#schedule();
  }

  override async alarm(): Promise<void> {
    const startsBefore = this.#starts;
    // The next alarm is set first, so that it exists whatever fails below.
    await this.#schedule();
    if ((await this.#ports.schema.missing())?.length) return;
    try {
      const isNeeded = await this.#ports.settlement.checkBalances();
      if (!isNeeded && startsBefore === this.#starts) await emptyStorage(this.ctx.storage);
    } catch (error) {
      this.#ports.log("balances_unchecked", { error });
    }
  }

  async #schedule(): Promise<void> {
    await this.ctx.storage.setAlarm(this.#ports.clock.now() + BALANCE_INTERVAL_MS);
  }
}
