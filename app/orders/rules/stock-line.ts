import type { OpenCharge } from "./charged-wallets";
import type { LineEntry, SignedTransaction } from "./order";

/** Signed payments that wait for a unit of stock: one of each account and signer. */
export interface StockLine {
  /**
   * Takes a place, or renews the order's own with what was signed now. Returns the position from 1;
   * null where the line is full, account or wallet have another place, or something else that the order takes
   * is not free.
   */
  join(
    order: { orderId: string; productId: string; uid: string },
    signed: SignedTransaction,
    options: { minValidHeight: number; at: number },
  ): Promise<number | null>;
  /** The first whose transaction is valid until this block height or later. */
  first(productId: string, minValidHeight: number, now: number): Promise<LineEntry | null>;
  leave(orderId: string): Promise<void>;
  /** Keeps the place; what was signed is not valid any more, so that others go first. */
  lapse(orderId: string, signature: string): Promise<void>;
  /** Ends the place of what was signed, with a penalty of those it is charged to. */
  lose(orderId: string, signature: string, at: number): Promise<void>;
  /** Of all signed payments that hold a unit or wait for one: whom they are charged to. */
  charges(now: number, limit: number): Promise<OpenCharge[]>;
  /** Products with a line. */
  products(now: number, limit: number): Promise<string[]>;
  /** Removes expired places, rests and penalties. */
  purge(now: number): Promise<void>;
}
