import { DurableObject } from "cloudflare:workers";
import type { PollAnswer } from "../app/orders/ports";
import { PAGE_SHOWN } from "../app/orders/rules/live-socket";
import { type Order, stateOf } from "../app/orders/rules/order";
import { freshWatch, isOpen, type WatchState } from "../app/orders/rules/order-state";
import { type Observation, step } from "../app/settlement/rules/order-lifecycle";
import { nextPollAt } from "../app/settlement/rules/poll-schedule";
import type { Watched } from "../app/settlement/use-cases/poll";
import type { WantedPoll } from "../app/settlement/use-cases/search";
import type { SearchCursor, Unreadable } from "../app/settlement/use-cases/verify";
import { EMPTY_BACKFILL, type SignatureBackfill } from "../app/solana/signature-backfill";
import { AlarmDeadlines, emptyStorage } from "./deadlines";
import { type Env, readSettings } from "./env";
import { LivePages, SESSION_CHECK_INTERVAL_MS } from "./live-pages";
import type { OrderEvent, OrderObject } from "./objects";
import type { Ports } from "./ports";
import { createPorts, type MakePorts } from "./ports";

/** The alarm that is set before every poll, so that a killed poll is repeated. */
const WATCHDOG_MS = 30_000;
/** First back-off after a failed poll, such as while the database is down. It doubles each time. */
const RETRY_BASE_MS = 1_000;
/** Shortest time between two polls, independent of the number of requests for one. */
const MIN_POLL_INTERVAL_MS = 400;
/** Verified signatures that are stored. Older ones are fetched again, which costs requests only. */
const MAX_STORED_VERDICTS = 5_000;

/**
 * Polls the chain for one order: stores the watch state, sets alarms, and runs the rules. Its storage
 * can be rebuilt from the database and the chain.
 */
export class PendingTransaction extends DurableObject<Env> implements OrderObject {
  readonly #ports: Ports;
  readonly #pages: LivePages;
  readonly #deadlines = new AlarmDeadlines(() => this.ctx.storage);

  #lastPollAt = 0;
  /** Number of consecutive failed polls. */
  #failedPolls = 0;
  /** The earliest poll that was requested during the current one (epoch ms). */
  #earliestRequested: number | null = null;
  /** The poll that runs. One at a time. */
  #running: Promise<Watched | null> | null = null;
  /** Calls and events that run and may store something yet. */
  #callsUnderWay = 0;
  /** The poll that requests wait for and that has not begun. */
  #wanted: { poll: WantedPoll; result: Promise<Watched | null> } | null = null;

  constructor(ctx: DurableObjectState, env: Env, makePorts: MakePorts = createPorts) {
    super(ctx, env);
    this.#ports = makePorts(env, readSettings(env));
    this.#pages = new LivePages(ctx, this.#ports);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Records an event and schedules the next poll. */
  notify(orderId: string, event: OrderEvent): Promise<void> {
    return this.#keepingStored(() => this.#record(orderId, event));
  }

  async #record(orderId: string, event: OrderEvent): Promise<void> {
    await this.ctx.storage.put("orderId", orderId);
    const order = await this.#ports.orders.byId(orderId);
    if (!order) return;
    if (event === "restored") await this.ctx.storage.delete(["verified", "backfill"]);
    const now = this.#ports.clock.now();
    const observation = observationOf(event, stateOf(order));
    if (!observation) return this.#scheduleEarlier(now);
    const watch = await this.#watch();
    const result = step(stateOf(order), watch, observation, now, this.#ports.random.next());
    await this.ctx.storage.put("watch", result.watch);
    await this.#scheduleEarlier(result.nextPollAt);
    await this.#pages.update(order);
  }

  look(orderId: string, minSlot: number): Promise<PollAnswer> {
    return this.#answer(orderId, { kind: "look", minSlot });
  }

  release(orderId: string): Promise<PollAnswer> {
    return this.#answer(orderId, { kind: "release" });
  }

  async #answer(orderId: string, poll: WantedPoll): Promise<PollAnswer> {
    const watched = await this.#keepingStored(async () => {
      await this.ctx.storage.put("orderId", orderId);
      return this.#pollFor(poll);
    });
    if (!watched) return { kind: "slow" };
    const { order, watch } = watched;
    const isCertain = watch.failures === 0 && watch.unconfirmedSince === undefined;
    return { kind: "polled", order, isCertain };
  }

  /**
   * Joins the poll that runs. What it leaves open it may have read before what the request knows: one
   * more poll follows, which all requests share that came before it begins.
   */
  #pollFor(poll: WantedPoll): Promise<Watched | null> {
    if (this.#wanted) {
      this.#wanted.poll = newerOf(this.#wanted.poll, poll);
      return this.#wanted.result;
    }
    const take = () => {
      const latest = this.#wanted?.poll ?? poll;
      this.#wanted = null;
      return latest;
    };
    const isEnough = (joined: Watched | null) => {
      const answers = joined !== null && isAnswered(joined.order, poll);
      if (answers) take();
      return answers;
    };
    const result = Promise.resolve().then(() => this.#pollInTurn(isEnough, take));
    this.#wanted = { poll, result };
    return result;
  }

  /**
   * Polls once no poll runs and the shortest interval has passed, unless one that ended meanwhile is
   * enough. It waits here and sets no alarm: the clock of alarms may be ahead of this one.
   */
  async #pollInTurn(
    isEnough: (joined: Watched | null) => boolean,
    take: () => WantedPoll | undefined,
  ): Promise<Watched | null> {
    for (;;) {
      if (this.#running) {
        const joined = await this.#running.catch(() => null);
        if (isEnough(joined)) return joined;
        continue;
      }
      const now = this.#ports.clock.now();
      const pauseMs = this.#afterLastPoll(now) - now;
      if (pauseMs <= 0) return this.#startPoll(take());
      await this.#ports.wait(pauseMs);
    }
  }

  /** Opens the WebSocket of a buyer's page; the query has the order and the viewer. */
  override fetch(request: Request): Promise<Response> {
    return this.#keepingStored(() => this.#openPage(request));
  }

  async #openPage(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const orderId = searchParams.get("order") ?? "";
    const order = await this.#ports.orders.byId(orderId);
    if (!order) return new Response(null, { status: 404 });
    const response = await this.#pages.open(order, {
      uid: searchParams.get("viewer") ?? "",
      sessionHash: searchParams.get("session") ?? "",
      address: searchParams.get("address") ?? "",
      countedUntil: Number(searchParams.get("countedUntil")),
    });
    await this.#record(orderId, "opened");
    if ((await this.#deadlines.get("sessions")) === null) await this.#scheduleSessionCheck();
    return response;
  }

  override async alarm(): Promise<void> {
    if ((await this.#ports.schema.missing())?.length) return this.#alarmLater();
    return this.#keepingStored(async () => {
      const due = await this.#deadlines.due(this.#ports.clock.now());
      if (due.has("sessions")) await this.#checkSessions();
      if (due.has("poll")) await this.#pollWhenDue();
    });
  }

  /**
   * Runs a call or an event. Once the last one has ended, no poll is planned and no page is open, the order
   * needs its object no more: it then stores nothing, and a later event reads the order again.
   */
  async #keepingStored<T>(work: () => Promise<T>): Promise<T> {
    this.#callsUnderWay++;
    try {
      return await work();
    } finally {
      this.#callsUnderWay--;
      await this.#emptyIfOver();
    }
  }

  async #emptyIfOver(): Promise<void> {
    const isBusy = () => this.#callsUnderWay > 0 || this.#running !== null || this.#wanted !== null;
    try {
      if (isBusy() || this.#pages.newestOpenedAt() !== undefined) return;
      const isPlanned = await this.#deadlines.isAnySet();
      if (!isPlanned && !isBusy()) await emptyStorage(this.ctx.storage);
    } catch (error) {
      // What ran has its result. The end of the next event tries again.
      this.#ports.log("object_not_emptied", { error });
    }
  }

  /** The database lacks a migration of this version: all deadlines stay, and nothing is polled. */
  #alarmLater(): Promise<void> {
    return this.ctx.storage.setAlarm(this.#ports.clock.now() + WATCHDOG_MS);
  }

  /** Closes the sockets of ended sessions. They are asked again while one is open. */
  async #checkSessions(): Promise<void> {
    await this.#scheduleSessionCheck();
    try {
      const orderId = await this.ctx.storage.get<string>("orderId");
      const order = orderId ? await this.#ports.orders.byId(orderId) : null;
      const open = await this.#pages.closeEnded(order);
      if (open.length === 0) await this.#deadlines.set("sessions", null);
      else if (orderId) await this.#pages.renewCount(orderId);
    } catch (error) {
      this.#ports.log("live_page_failed", {
        order: await this.#orderId(),
        step: "sessions",
        error,
      });
      await this.#deadlines.set("sessions", this.#ports.clock.now() + RETRY_BASE_MS);
    }
  }

  async #scheduleSessionCheck(): Promise<void> {
    await this.#deadlines.set("sessions", this.#ports.clock.now() + SESSION_CHECK_INTERVAL_MS);
  }

  /** A page was shown again. Pings are answered automatically. */
  override async webSocketMessage(socket: WebSocket, message: unknown): Promise<void> {
    if (message !== PAGE_SHOWN || !this.#pages.shownAgain(socket)) return;
    try {
      const orderId = await this.ctx.storage.get<string>("orderId");
      if (orderId) await this.notify(orderId, "opened");
    } catch (error) {
      this.#ports.log("live_page_failed", { order: await this.#orderId(), step: "shown", error });
    }
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    socket.close();
    await this.#pageClosed(socket);
  }

  override webSocketError(socket: WebSocket): Promise<void> {
    return this.#pageClosed(socket);
  }

  /** The count of an order ends by itself where this fails. */
  #pageClosed(socket: WebSocket): Promise<void> {
    return this.#keepingStored(async () => {
      try {
        const orderId = await this.ctx.storage.get<string>("orderId");
        if (!orderId) return;
        await this.#pages.closed(orderId, socket);
        await this.#planWithoutPage(orderId);
      } catch (error) {
        const order = await this.#orderId();
        this.#ports.log("live_page_failed", { order, step: "closed", error });
      }
    });
  }

  /** Without a page, an order that no wallet asked for is hardly polled. */
  async #planWithoutPage(orderId: string): Promise<void> {
    const order = await this.#ports.orders.byId(orderId);
    const watch = await this.#watch();
    if (order?.status !== "pending" || watch.pageOpenedAt !== undefined) return;
    const now = this.#ports.clock.now();
    await this.#deadlines.set(
      "poll",
      nextPollAt(stateOf(order), watch, now, this.#ports.random.next()),
    );
  }

  /** The end of a poll schedules the next one, whoever wanted it. */
  async #pollWhenDue(): Promise<void> {
    if (this.#wanted) await this.#wanted.result;
    else
      await this.#pollInTurn(
        () => true,
        () => undefined,
      );
  }

  #startPoll(wanted?: WantedPoll): Promise<Watched | null> {
    this.#lastPollAt = this.#ports.clock.now();
    this.#earliestRequested = null;
    this.#running = this.#runPoll(wanted).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Null for an unknown order, and where the poll failed. */
  async #runPoll(wanted: WantedPoll | undefined): Promise<Watched | null> {
    // The next alarm is set first, so that it exists whatever fails below.
    await this.#deadlines.set("poll", this.#lastPollAt + WATCHDOG_MS);
    try {
      const orderId = await this.ctx.storage.get<string>("orderId");
      const watched = orderId ? await this.#poll(orderId, wanted) : null;
      this.#failedPolls = 0;
      this.#ports.counters.count("poll", outcomeOf(watched));
      if (!watched) await this.#deadlines.set("poll", null);
      else {
        await this.#scheduleNext(watched.nextPollAt);
        await this.#pages.update(watched.order, { slow: isSlow(watched.watch, this.#lastPollAt) });
      }
      return watched;
    } catch (error) {
      this.#ports.log("poll_failed", { order: await this.#orderId(), error });
      this.#ports.counters.count("poll", "failed");
      const pause = Math.min(RETRY_BASE_MS * 2 ** this.#failedPolls++, WATCHDOG_MS);
      await this.#scheduleNext(this.#ports.clock.now() + pause);
      return null;
    }
  }

  /** For the log; null where it is unknown, or storage fails as well. */
  async #orderId(): Promise<string | null> {
    const stored = this.ctx.storage.get<string>("orderId");
    return (await stored.catch(() => undefined)) ?? null;
  }

  async #poll(orderId: string, wanted: WantedPoll | undefined): Promise<Watched | null> {
    const watch = await this.#watch();
    const cursor = await this.#cursor();
    const watched = await this.#ports.settlement.poll({
      orderId,
      watch,
      cursor,
      jitter: this.#ports.random.next(),
      ...(wanted ? { wanted } : {}),
    });
    if (!watched) return null;
    await this.ctx.storage.put("watch", await this.#merged(watch, watched.watch));
    const { verified, backfill, unreadable } = watched.cursor;
    if (unreadable.length > 0 || cursor.unreadable.length > 0) {
      await this.ctx.storage.put("unreadable", unreadable);
    }
    if (backfill !== cursor.backfill) await this.ctx.storage.put("backfill", backfill);
    if (verified.size > cursor.verified.size) {
      await this.ctx.storage.put("verified", [...verified].slice(-MAX_STORED_VERDICTS));
    }
    return watched;
  }

  async #cursor(): Promise<SearchCursor> {
    const verified = await this.ctx.storage.get<string[]>("verified");
    const backfill = await this.ctx.storage.get<SignatureBackfill>("backfill");
    const unreadable = (await this.ctx.storage.get<Unreadable[]>("unreadable")) ?? [];
    return { verified: new Set(verified), backfill: backfill ?? EMPTY_BACKFILL, unreadable };
  }

  /** Keeps an event that was recorded during the poll. */
  async #merged(before: WatchState, after: WatchState): Promise<WatchState> {
    const now = await this.#watch();
    const { lastActivityAt, suggestedAt, ownSearchAt } = now;
    return lastActivityAt > before.lastActivityAt
      ? { ...after, lastActivityAt, suggestedAt, ownSearchAt }
      : after;
  }

  async #watch(): Promise<WatchState> {
    // State stored by an earlier version may lack fields.
    const stored = await this.ctx.storage.get<Partial<WatchState>>("watch");
    const pageOpenedAt = this.#pages.newestOpenedAt();
    return { ...freshWatch(this.#ports.clock.now()), ...stored, pageOpenedAt };
  }

  /** Moves the next poll to `at` (epoch ms), unless it is scheduled earlier. */
  async #scheduleEarlier(at: number | null): Promise<void> {
    if (at === null) return;
    const due = this.#afterLastPoll(at);
    this.#earliestRequested = Math.min(due, this.#earliestRequested ?? due);
    const planned = await this.#deadlines.get("poll");
    await this.#deadlines.set("poll", Math.min(due, planned ?? due));
  }

  /** Replaces the watchdog alarm by the next poll, or by an earlier one that was requested since. */
  async #scheduleNext(at: number | null): Promise<void> {
    const due = Math.min(
      at ?? Number.POSITIVE_INFINITY,
      this.#earliestRequested ?? Number.POSITIVE_INFINITY,
    );
    if (due === Number.POSITIVE_INFINITY) return this.#deadlines.set("poll", null);
    await this.#deadlines.set("poll", this.#afterLastPoll(due));
  }

  /** Not sooner than the shortest interval. A last poll in the future was before a clock went back. */
  #afterLastPoll(at: number): number {
    this.#lastPollAt = Math.min(this.#lastPollAt, this.#ports.clock.now());
    return Math.max(at, this.#lastPollAt + MIN_POLL_INTERVAL_MS);
  }
}

/** Of two polls that requests wait for, the one that answers both. */
function newerOf(one: WantedPoll, other: WantedPoll): WantedPoll {
  if (one.kind === "release" || other.kind === "release") return { kind: "release" };
  return one.minSlot > other.minSlot ? one : other;
}

/** True where another poll would find out nothing more for the request. */
function isAnswered({ status, built }: Order, { kind }: WantedPoll): boolean {
  return !isOpen(status) || (kind === "release" && built === null);
}

/** Nodes are a few seconds apart at times. */
const SLOW_AFTER_MS = 5_000;

/** True where pages say that the network is slow: no answer, or a payment that one node alone has. */
function isSlow({ failures, unconfirmedSince }: WatchState, now: number): boolean {
  return failures > 1 || (unconfirmedSince !== undefined && now - unconfirmedSince > SLOW_AFTER_MS);
}

/** A poll as it is counted: what came of it. */
function outcomeOf(watched: Watched | null): string {
  if (!watched) return "no_order";
  return watched.watch.failures > 0 ? "unanswered" : watched.order.status;
}

/** Null for an event that only requests a poll. */
function observationOf(
  event: OrderEvent,
  { built, wallets }: ReturnType<typeof stateOf>,
): Observation | null {
  if (event === "overdue") return null;
  if (event === "restored") return { kind: "suggested" };
  if (event !== "built" && event !== "built_for_page") return { kind: event };
  const forPage = event === "built_for_page";
  return built ? { kind: "built", built, wallet: wallets[0] ?? "", forPage } : null;
}
