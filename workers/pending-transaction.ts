import { DurableObject } from "cloudflare:workers";
import { stateOf } from "../app/orders/rules/order";
import { type Observation, step } from "../app/orders/rules/order-lifecycle";
import { freshWatch, type WatchState } from "../app/orders/rules/order-state";
import type { SearchCursor } from "../app/orders/use-cases/verify-batch";
import { type Watched, watchOrder } from "../app/orders/use-cases/watch-order";
import { EMPTY_BACKFILL, type SignatureBackfill } from "../app/solana/signature-backfill";
import { type Env, readSettings } from "./env";
import { LivePages } from "./live-pages";
import type { OrderEvent, OrderObject } from "./objects";
import type { Ports } from "./ports";
import { createPorts, type MakePorts } from "./ports";

/** Armed before every round (ms from then): if the round dies, another one comes. */
const WATCHDOG_MS = 30_000;
/** First pause (ms) after a round that broke off, the database being down; each next one doubles. */
const RETRY_BASE_MS = 1_000;
/** Shortest time between two rounds (ms), however many hints and open pages ask for one. */
const MIN_ROUND_INTERVAL_MS = 400;
/** Verdicts remembered; more junk than this costs repeated look-ups, never a payment. */
const MAX_VERIFIED = 5_000;

/**
 * Watches the chain for one order: it stores, arms, asks, and lets the rules decide. It may be
 * lost at any moment; the record and the chain are enough for the next one.
 */
export class PendingTransaction extends DurableObject<Env> implements OrderObject {
  readonly #ports: Ports;
  readonly #pages: LivePages;

  #lastRound = 0;
  /** Rounds in a row that broke off. */
  #faults = 0;
  /** The earliest look that something asked for while a round was under way. */
  #earliestRequested: number | null = null;

  constructor(ctx: DurableObjectState, env: Env, makePorts: MakePorts = createPorts) {
    super(ctx, env);
    this.#ports = makePorts(env, readSettings(env));
    this.#pages = new LivePages(ctx, this.#ports);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Something happened that makes a payment likelier, or a look due. */
  async notify(orderId: string, event: OrderEvent): Promise<void> {
    await this.ctx.storage.put("orderId", orderId);
    const order = await this.#ports.orders.byId(orderId);
    if (!order) return;
    const now = this.#ports.clock.now();
    const observation = observationOf(event, stateOf(order));
    if (!observation) return this.#scheduleEarlier(now);
    const watch = await this.#watch();
    const result = step(stateOf(order), watch, observation, now, Math.random());
    await this.ctx.storage.put("watch", result.watch);
    await this.#scheduleEarlier(result.nextPollAt);
    await this.#pages.show(order);
  }

  /** A buyer's page wants to be told: the upgrade comes with who it is. */
  override async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const orderId = searchParams.get("order") ?? "";
    const order = await this.#ports.orders.byId(orderId);
    if (!order) return new Response(null, { status: 404 });
    const response = await this.#pages.open(order, searchParams.get("viewer") ?? "");
    await this.notify(orderId, "opened");
    return response;
  }

  override async alarm(): Promise<void> {
    // The alarm is at-least-once and can be lost: the next one stands before anything can fail.
    await this.ctx.storage.setAlarm(this.#ports.clock.now() + WATCHDOG_MS);
    this.#lastRound = this.#ports.clock.now();
    this.#earliestRequested = null;
    try {
      await this.#round();
      this.#faults = 0;
    } catch (error) {
      console.error("a round of watching failed", error);
      const pause = Math.min(RETRY_BASE_MS * 2 ** this.#faults++, WATCHDOG_MS);
      await this.#scheduleNext(this.#ports.clock.now() + pause);
    }
  }

  override webSocketMessage(): void {
    // Pages only listen.
  }

  override webSocketClose(socket: WebSocket): void {
    socket.close();
  }

  async #round(): Promise<void> {
    const orderId = await this.ctx.storage.get<string>("orderId");
    const watched = orderId ? await this.#poll(orderId) : null;
    if (!watched) return this.ctx.storage.deleteAlarm();
    await this.#scheduleNext(watched.nextPollAt);
    await this.#pages.show(watched.order, { slow: watched.watch.failures > 1 });
  }

  async #poll(orderId: string): Promise<Watched | null> {
    const watch = await this.#watch();
    const cursor = await this.#cursor();
    const watched = await watchOrder(
      { orderId, watch, cursor, jitter: Math.random() },
      this.#ports,
    );
    if (!watched) return null;
    await this.ctx.storage.put("watch", await this.#merged(watch, watched.watch));
    const { verified, backfill } = watched.cursor;
    if (backfill !== cursor.backfill) await this.ctx.storage.put("backfill", backfill);
    if (verified.size > cursor.verified.size) {
      await this.ctx.storage.put("verified", [...verified].slice(-MAX_VERIFIED));
    }
    return watched;
  }

  async #cursor(): Promise<SearchCursor> {
    const verified = await this.ctx.storage.get<string[]>("verified");
    const backfill = await this.ctx.storage.get<SignatureBackfill>("backfill");
    return { verified: new Set(verified), backfill: backfill ?? EMPTY_BACKFILL };
  }

  /** A hint that came in while the round was under way must not be forgotten. */
  async #merged(before: WatchState, after: WatchState): Promise<WatchState> {
    const now = await this.#watch();
    const { lastActivityAt, suggestedAt, ownSearchAt } = now;
    return lastActivityAt > before.lastActivityAt
      ? { ...after, lastActivityAt, suggestedAt, ownSearchAt }
      : after;
  }

  async #watch(): Promise<WatchState> {
    // What an earlier version kept may lack what this one asks for.
    const known = await this.ctx.storage.get<Partial<WatchState>>("watch");
    return { ...freshWatch(this.#ports.clock.now()), ...known };
  }

  /** Never moves a look that is planned to a later time. */
  async #scheduleEarlier(at: number | null): Promise<void> {
    if (at === null) return;
    const due = Math.max(at, this.#lastRound + MIN_ROUND_INTERVAL_MS);
    this.#earliestRequested = Math.min(due, this.#earliestRequested ?? due);
    const armed = await this.ctx.storage.getAlarm();
    await this.ctx.storage.setAlarm(Math.min(due, armed ?? due));
  }

  /** Takes the place of the safety net, but not of a look that was asked for in the meantime. */
  async #scheduleNext(at: number | null): Promise<void> {
    const due = Math.min(
      at ?? Number.POSITIVE_INFINITY,
      this.#earliestRequested ?? Number.POSITIVE_INFINITY,
    );
    if (due === Number.POSITIVE_INFINITY) return this.ctx.storage.deleteAlarm();
    await this.ctx.storage.setAlarm(Math.max(due, this.#lastRound + MIN_ROUND_INTERVAL_MS));
  }
}

/** Null for an event that only asks for a look. */
function observationOf(
  event: OrderEvent,
  { built, wallets }: ReturnType<typeof stateOf>,
): Observation | null {
  if (event === "overdue") return null;
  if (event !== "built") return { kind: event };
  return built ? { kind: "built", built, wallet: wallets[0] ?? "" } : null;
}
