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

/** Alarm set before every poll: if the poll is killed, another one follows. */
const WATCHDOG_MS = 30_000;
/** First back-off after a poll that failed, as while the database is down; each next one doubles. */
const RETRY_BASE_MS = 1_000;
/** Shortest time between two polls, however many suggestions and open pages ask for one. */
const MIN_POLL_INTERVAL_MS = 400;
/** Verdicts remembered; more junk than this costs repeated look-ups, never a payment. */
const MAX_STORED_VERDICTS = 5_000;

/**
 * Polls the chain for one order: stores the watch state, sets alarms, and lets the rules decide. Its
 * storage may be lost at any time; database and chain are enough for a new one.
 */
export class PendingTransaction extends DurableObject<Env> implements OrderObject {
  readonly #ports: Ports;
  readonly #pages: LivePages;

  #lastPollAt = 0;
  /** Polls in a row that failed. */
  #failedPolls = 0;
  /** The earliest poll that was requested while another one was running (epoch ms). */
  #earliestRequested: number | null = null;

  constructor(ctx: DurableObjectState, env: Env, makePorts: MakePorts = createPorts) {
    super(ctx, env);
    this.#ports = makePorts(env, readSettings(env));
    this.#pages = new LivePages(ctx, this.#ports);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Something happened that makes a payment likelier, or a poll due. */
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

  /** WebSocket of a buyer's page; the query names the order and the viewer. */
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
    this.#lastPollAt = this.#ports.clock.now();
    this.#earliestRequested = null;
    try {
      await this.#runPoll();
      this.#failedPolls = 0;
    } catch (error) {
      console.error("a poll of an order failed", error);
      const pause = Math.min(RETRY_BASE_MS * 2 ** this.#failedPolls++, WATCHDOG_MS);
      await this.#scheduleNext(this.#ports.clock.now() + pause);
    }
  }

  override webSocketMessage(): void {
    // Pages send nothing but pings, which are answered automatically.
  }

  override webSocketClose(socket: WebSocket): void {
    socket.close();
  }

  async #runPoll(): Promise<void> {
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
      await this.ctx.storage.put("verified", [...verified].slice(-MAX_STORED_VERDICTS));
    }
    return watched;
  }

  async #cursor(): Promise<SearchCursor> {
    const verified = await this.ctx.storage.get<string[]>("verified");
    const backfill = await this.ctx.storage.get<SignatureBackfill>("backfill");
    return { verified: new Set(verified), backfill: backfill ?? EMPTY_BACKFILL };
  }

  /** Keeps a suggestion that came in while the poll was running. */
  async #merged(before: WatchState, after: WatchState): Promise<WatchState> {
    const now = await this.#watch();
    const { lastActivityAt, suggestedAt, ownSearchAt } = now;
    return lastActivityAt > before.lastActivityAt
      ? { ...after, lastActivityAt, suggestedAt, ownSearchAt }
      : after;
  }

  async #watch(): Promise<WatchState> {
    // State stored by an earlier version may lack fields.
    const known = await this.ctx.storage.get<Partial<WatchState>>("watch");
    return { ...freshWatch(this.#ports.clock.now()), ...known };
  }

  /** Never moves a planned poll to a later time. */
  async #scheduleEarlier(at: number | null): Promise<void> {
    if (at === null) return;
    const due = Math.max(at, this.#lastPollAt + MIN_POLL_INTERVAL_MS);
    this.#earliestRequested = Math.min(due, this.#earliestRequested ?? due);
    const armed = await this.ctx.storage.getAlarm();
    await this.ctx.storage.setAlarm(Math.min(due, armed ?? due));
  }

  /** Replaces the watchdog alarm, but not a poll that was requested in the meantime. */
  async #scheduleNext(at: number | null): Promise<void> {
    const due = Math.min(
      at ?? Number.POSITIVE_INFINITY,
      this.#earliestRequested ?? Number.POSITIVE_INFINITY,
    );
    if (due === Number.POSITIVE_INFINITY) return this.ctx.storage.deleteAlarm();
    await this.ctx.storage.setAlarm(Math.max(due, this.#lastPollAt + MIN_POLL_INTERVAL_MS));
  }
}

/** Null for an event that only requests a poll. */
function observationOf(
  event: OrderEvent,
  { built, wallets }: ReturnType<typeof stateOf>,
): Observation | null {
  if (event === "overdue") return null;
  if (event !== "built") return { kind: event };
  return built ? { kind: "built", built, wallet: wallets[0] ?? "" } : null;
}
