/** The events of a socket's other end, which a Durable Object gets as method calls. */
export interface SocketListener {
  message(socket: SimulatedSocket, data: string): void;
  closed(socket: SimulatedSocket, code: number): void;
}

const OPEN = 1;
const CLOSED = 3;

/** One end of a WebSocketPair, as far as hibernating sockets need it. */
export class SimulatedSocket {
  static readonly OPEN = OPEN;
  readyState = OPEN;
  peer: SimulatedSocket | null = null;
  listener: SocketListener | null = null;
  /** What this end got, newest last. */
  lastMessage: string | null = null;
  #attachment: unknown = null;

  send(data: string): void {
    if (this.readyState !== OPEN) throw new TypeError("Can't call WebSocket send() after close().");
    const { peer } = this;
    if (peer?.readyState !== OPEN) return;
    peer.lastMessage = data;
    peer.listener?.message(peer, data);
  }

  close(code = 1000, _reason = ""): void {
    if (this.readyState !== OPEN) return;
    this.readyState = CLOSED;
    const { peer } = this;
    if (peer?.readyState !== OPEN) return;
    peer.readyState = CLOSED;
    peer.listener?.closed(peer, code);
  }

  serializeAttachment(value: unknown): void {
    this.#attachment = structuredClone(value);
  }

  deserializeAttachment(): unknown {
    return structuredClone(this.#attachment);
  }
}

export class SimulatedSocketPair {
  readonly 0 = new SimulatedSocket();
  readonly 1 = new SimulatedSocket();

  constructor() {
    this[0].peer = this[1];
    this[1].peer = this[0];
  }
}

/** `Response` that can hold a socket under status 101, which Node refuses. */
export class SocketResponse extends Response {
  // The types of the browser know no such member, those of workerd another socket.
  override readonly webSocket: never;
  readonly #isUpgrade: boolean;

  constructor(body?: BodyInit | null, init: ResponseInit & { webSocket?: SimulatedSocket } = {}) {
    const isUpgrade = init.status === 101;
    super(body, isUpgrade ? { ...init, status: 200 } : init);
    this.#isUpgrade = isUpgrade;
    this.webSocket = (init.webSocket ?? null) as never;
  }

  override get status(): number {
    return #isUpgrade in this && this.#isUpgrade ? 101 : super.status;
  }
}
