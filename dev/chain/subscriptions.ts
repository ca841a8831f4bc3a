import { z } from "zod";
import { encodeAccount } from "./encode-account";
import { type AccountConfig, accountConfig } from "./rpc/accounts";
import { type Chain, withContext } from "./rpc/context";
import { CODES, RpcError } from "./rpc/errors";
import { address, optional, positional, readConfig, readParams, signature } from "./rpc/params";
import type { Commitment, LandedEntry } from "./types";

type Notify = (method: string, subscription: number, result: unknown) => void;

interface Subscription {
  readonly kind: "signature" | "account" | "logs" | "slot" | "root";
  readonly commitment: Commitment;
  /** The signature or address that is watched. */
  readonly subject?: string | undefined;
  readonly encoding?: AccountConfig["encoding"];
  /** Last notified: a slot for `slot` and `root`, else the sequence number of an entry. */
  notifiedUpTo: number;
}

const signatureConfig = readConfig.extend({ enableReceivedNotification: optional(z.boolean()) });
const logsFilter = z.union([
  z.enum(["all", "allWithVotes"]),
  z.object({ mentions: z.array(address).length(1) }),
]);

/** The subscriptions of one WebSocket. */
export class Subscriptions {
  private readonly watched = new Map<number, Subscription>();

  constructor(
    private readonly chain: Chain,
    private readonly nextId: () => number,
    private readonly notify: Notify,
  ) {}

  /**
   * Answers a subscribe or unsubscribe call.
   *
   * @throws RpcError
   */
  call(method: string, params: unknown): number | boolean {
    const match = /^(signature|account|logs|slot|root)(Subscribe|Unsubscribe)$/.exec(method);
    if (!match) throw new RpcError(CODES.unknownMethod, "Method not found");
    if (match[2] === "Subscribe") return this.subscribe(match[1] as Subscription["kind"], params);
    const [id] = readParams(positional(z.int()), params);
    if (this.watched.delete(id)) return true;
    throw new RpcError(CODES.invalidParams, "Invalid subscription id.");
  }

  /** Sends what has reached its commitment since the last call. */
  publish(): void {
    for (const [id, subscription] of this.watched) this.notifyOne(id, subscription);
  }

  private subscribe(kind: Subscription["kind"], params: unknown): number {
    const wanted = this.read(kind, params);
    const commitment = wanted.commitment ?? "finalized";
    const slot = this.chain.slots.at(commitment);
    const isClock = kind === "slot" || kind === "root";
    const notifiedUpTo = isClock ? slot : this.chain.ledger.index.newestSequence(slot);
    const id = this.nextId();
    const subscription = { kind, ...wanted, commitment, notifiedUpTo };
    this.watched.set(id, subscription);
    // The answer with the subscription's number has to be sent before its first notification.
    if (kind === "signature")
      setImmediate(() => this.watched.has(id) && this.notifyOne(id, subscription));
    return id;
  }

  private read(kind: Subscription["kind"], params: unknown) {
    if (kind === "signature") {
      const [subject, config] = readParams(
        positional(signature, optional(signatureConfig)),
        params,
      );
      return { subject, commitment: config?.commitment };
    }
    if (kind === "account") {
      const [subject, config] = readParams(positional(address, optional(accountConfig)), params);
      return { subject, commitment: config?.commitment, encoding: config?.encoding };
    }
    if (kind === "logs") {
      const [filter, config] = readParams(positional(logsFilter, optional(readConfig)), params);
      const subject = typeof filter === "string" ? undefined : filter.mentions[0];
      return { subject, commitment: config?.commitment };
    }
    return { commitment: kind === "root" ? ("finalized" as const) : ("processed" as const) };
  }

  private notifyOne(id: number, subscription: Subscription): void {
    const slot = this.chain.slots.at(subscription.commitment);
    switch (subscription.kind) {
      case "signature":
        this.notifySignature(id, subscription, slot);
        break;
      case "account":
        this.notifyAccount(id, subscription, slot);
        break;
      case "logs":
        this.notifyLogs(id, subscription, slot);
        break;
      case "slot":
      case "root":
        this.notifySlot(id, subscription, slot);
    }
  }

  private notifySignature(id: number, { subject = "" }: Subscription, slot: number): void {
    const entry = this.chain.ledger.index.get(subject);
    if (!entry || entry.slot > slot) return;
    this.watched.delete(id);
    this.notify("signatureNotification", id, withContext(entry.slot, { err: entry.err }));
  }

  private notifySlot(id: number, subscription: Subscription, slot: number): void {
    if (slot <= subscription.notifiedUpTo) return;
    subscription.notifiedUpTo = slot;
    const root = this.chain.slots.at("finalized");
    if (subscription.kind === "root") this.notify("rootNotification", id, root);
    else this.notify("slotNotification", id, { slot, parent: slot - 1, root });
  }

  private notifyAccount(id: number, subscription: Subscription, slot: number): void {
    const { subject = "", encoding = "base58" } = subscription;
    const hasChanged = this.landedSince(subscription, slot).some((entry) =>
      entry.addresses.includes(subject),
    );
    if (!hasChanged) return;
    const account = this.chain.ledger.accountAt(subject, slot);
    const shown = encodeAccount(account ?? CLOSED_ACCOUNT, encoding);
    this.notify("accountNotification", id, withContext(slot, shown));
  }

  private notifyLogs(id: number, subscription: Subscription, slot: number): void {
    const { subject } = subscription;
    for (const entry of this.landedSince(subscription, slot)) {
      if (subject !== undefined && !entry.addresses.includes(subject)) continue;
      const { logs } = this.chain.ledger.record(entry);
      const value = { signature: entry.signature, err: entry.err, logs };
      this.notify("logsNotification", id, withContext(entry.slot, value));
    }
  }

  private landedSince(subscription: Subscription, slot: number): LandedEntry[] {
    const { index } = this.chain.ledger;
    const found = index.landedSince(subscription.notifiedUpTo, slot);
    subscription.notifiedUpTo = index.newestSequence(slot);
    return found;
  }
}

const CLOSED_ACCOUNT = {
  lamports: 0n,
  owner: new Uint8Array(32),
  data: new Uint8Array(),
  executable: false,
};
