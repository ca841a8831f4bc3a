import {
  PAGE_SHOWN,
  SESSION_ENDED_CODE,
  TOO_MANY_SOCKETS_CODE,
} from "../../orders/rules/live-socket";
import { ORDER_STATUSES, type OrderStatus } from "../../orders/rules/order-state";
import type { OrderApi } from "./order-api";

/** Polling interval while the socket is not open. */
const POLL_INTERVAL_MS = 2_000;
/** Back-off between attempts to reconnect. */
const RECONNECT_BASE_MS = 1_000;
const RECONNECT_MAX_MS = 30_000;
/** An idle socket may be dead: interval of pings, and timeout of each answer. */
const PING_INTERVAL_MS = 20_000;

export interface FeedListener {
  onOrder(order: LiveOrder): void;
  /** False after a request failed, true after the next answer. */
  onReach(reachable: boolean): void;
  /** The session has ended. Nothing follows. */
  onEnd(): void;
}

/**
 * Reports every change of an order: over a WebSocket, and by polling while that is not open.
 * Returns the function that ends the subscription.
 */
export function subscribeToOrder(
  orderId: string,
  api: OrderApi,
  { onOrder, onReach, onEnd }: FeedListener,
): () => void {
  const path = api.order(orderId);
  const address = `${window.location.origin.replace(/^http/, "ws")}${api.live(orderId)}`;
  let stopped = false;
  let socket: WebSocket | null = null;
  let alive = true;
  let backoffMs = RECONNECT_BASE_MS;
  let reconnect: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setTimeout> | undefined;

  function receive(value: unknown) {
    const order = readLiveOrder(value);
    if (!order || stopped) return;
    onReach(true);
    onOrder(order);
  }

  function connect() {
    clearTimeout(reconnect);
    if (stopped || socket) return;
    const opened = new WebSocket(address);
    socket = opened;
    opened.onopen = () => {
      alive = true;
      backoffMs = RECONNECT_BASE_MS;
      clearTimeout(polling);
      polling = undefined;
    };
    opened.onmessage = ({ data }) => {
      alive = true;
      if (data !== "pong") receive(parse(data));
    };
    opened.onclose = ({ code }) => drop(opened, code);
  }

  /** A dead socket may take minutes to close: it is dropped before that. */
  function drop(lost: WebSocket, code?: number) {
    if (socket !== lost) return;
    socket = null;
    lost.close();
    if (stopped) return;
    if (code === SESSION_ENDED_CODE) return end();
    // Pages that are opened take the socket from each other; one that is shown again gets it back.
    if (code !== TOO_MANY_SOCKETS_CODE) {
      reconnect = setTimeout(connect, backoffMs);
      backoffMs = Math.min(backoffMs * 2, RECONNECT_MAX_MS);
    }
    if (!polling) void poll();
  }

  function end() {
    stop();
    onEnd();
  }

  async function poll() {
    polling = setTimeout(poll, POLL_INTERVAL_MS);
    try {
      const response = await fetch(path, { signal: AbortSignal.timeout(4 * POLL_INTERVAL_MS) });
      if (response.ok) receive(await response.json());
      // An account has no session any more, or a guest no secret.
      else if (response.status === 401 || response.status === 404) end();
      else if (response.status >= 500) onReach(false);
    } catch {
      if (!stopped) onReach(false);
    }
  }

  const ping = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (!alive) return drop(socket);
    alive = false;
    socket.send("ping");
  }, PING_INTERVAL_MS);

  function reconnectIfVisible() {
    if (document.visibilityState !== "visible") return;
    // Who comes back may have paid elsewhere, by hand.
    if (socket?.readyState === WebSocket.OPEN) socket.send(PAGE_SHOWN);
    else connect();
  }
  /** A browser keeps no page in memory that has an open socket. */
  function suspend() {
    clearTimeout(reconnect);
    clearTimeout(polling);
    polling = undefined;
    const left = socket;
    socket = null;
    left?.close();
  }
  function resume({ persisted }: PageTransitionEvent) {
    if (persisted) connect();
  }
  window.addEventListener("pagehide", suspend);
  window.addEventListener("pageshow", resume);
  window.addEventListener("online", reconnectIfVisible);
  document.addEventListener("visibilitychange", reconnectIfVisible);
  connect();

  function stop() {
    stopped = true;
    clearTimeout(reconnect);
    clearTimeout(polling);
    clearInterval(ping);
    window.removeEventListener("pagehide", suspend);
    window.removeEventListener("pageshow", resume);
    window.removeEventListener("online", reconnectIfVisible);
    document.removeEventListener("visibilitychange", reconnectIfVisible);
    socket?.close();
  }
  return stop;
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}

/** The state of an order as the server sends it to an open purchase page. */
export interface LiveOrder {
  status: OrderStatus;
  signature: string | null;
  /** Lamports that came below the price, as decimal text. */
  short: string;
  /** The open order is not continued: its product is not on sale any more, or has other terms. */
  closed: boolean;
  /** The RPC nodes do not answer at the moment. */
  networkSlow: boolean;
}

/** Parses what the server sent; null for anything that is not an order. */
function readLiveOrder(message: unknown): LiveOrder | null {
  if (typeof message !== "object" || message === null) return null;
  const { status, signature, shortLamports, closed, networkSlow } = message as Record<
    string,
    unknown
  >;
  const known = ORDER_STATUSES.find((one) => one === status);
  if (!known) return null;
  return {
    status: known,
    signature: typeof signature === "string" ? signature : null,
    short: String(shortLamports ?? 0),
    closed: typeof closed === "string",
    networkSlow: networkSlow === true,
  };
}
