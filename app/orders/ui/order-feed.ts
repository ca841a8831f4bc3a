import { type LiveOrder, readLiveOrder } from "../rules/live-order";

/** Where the socket can't open, the page asks this often (ms). */
const ASK_EVERY_MS = 2_000;
/** First and longest wait before the socket is tried again (ms). */
const RECONNECT_FIRST_MS = 1_000;
const RECONNECT_LONGEST_MS = 30_000;
/** A quiet socket may be dead: it is asked this often, and has as long to answer (ms). */
const PING_EVERY_MS = 20_000;

export interface FeedListener {
  onOrder(order: LiveOrder): void;
  /** False after a failed try to reach the server, true after the next answer. */
  onReach(reachable: boolean): void;
}

/**
 * Tells of every change of an order: over a WebSocket, and by asking while that is not open.
 * Returns the function that stops it.
 */
export function followOrder(orderId: string, { onOrder, onReach }: FeedListener): () => void {
  const path = `/api/transactions/${orderId}`;
  const address = `${window.location.origin.replace(/^http/, "ws")}${path}/live`;
  let stopped = false;
  let socket: WebSocket | null = null;
  let heard = true;
  let wait = RECONNECT_FIRST_MS;
  let reconnect: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;

  function take(value: unknown) {
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
      heard = true;
      wait = RECONNECT_FIRST_MS;
      clearTimeout(asking);
      asking = undefined;
    };
    opened.onmessage = ({ data }) => {
      heard = true;
      if (data !== "pong") take(parse(data));
    };
    opened.onclose = () => lose(opened);
  }

  /** A dead socket may not say so for minutes: it is given up before it has closed. */
  function lose(lost: WebSocket) {
    if (socket !== lost) return;
    socket = null;
    lost.close();
    if (stopped) return;
    reconnect = setTimeout(connect, wait);
    wait = Math.min(wait * 2, RECONNECT_LONGEST_MS);
    if (!asking) void ask();
  }

  async function ask() {
    asking = setTimeout(ask, ASK_EVERY_MS);
    try {
      const response = await fetch(path, { signal: AbortSignal.timeout(4 * ASK_EVERY_MS) });
      if (response.ok) take(await response.json());
      else if (response.status >= 500) onReach(false);
    } catch {
      if (!stopped) onReach(false);
    }
  }

  const ping = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (!heard) return lose(socket);
    heard = false;
    socket.send("ping");
  }, PING_EVERY_MS);

  function comeBack() {
    if (document.visibilityState === "visible") connect();
  }
  window.addEventListener("online", comeBack);
  document.addEventListener("visibilitychange", comeBack);
  connect();

  return () => {
    stopped = true;
    clearTimeout(reconnect);
    clearTimeout(asking);
    clearInterval(ping);
    window.removeEventListener("online", comeBack);
    document.removeEventListener("visibilitychange", comeBack);
    socket?.close();
  };
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}
