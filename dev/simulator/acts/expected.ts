import { Problem } from "../../../app/lib/problem";
import { ChainUnavailable } from "../../../app/solana/chain";
import { ConnectionLost } from "../world";

/** What the platform says of a store or an object that could not do what was asked. */
const OUTAGES: readonly RegExp[] = [
  /^D1_ERROR: (D1 DB is overloaded|Network connection lost)/,
  /^([A-Za-z]+: )?We encountered an internal error/,
  /^Network connection lost/,
  /^internal error/,
  /^Durable Object reset/,
];

/**
 * Why a request was not answered, in a word or two, where that can happen to any request: a refusal, no
 * node, a cut connection, a store that is down. Throws anything else, which is a fault of the product.
 */
export function expected(error: unknown): string {
  if (error instanceof Problem) return error.code;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ConnectionLost) return "connection lost";
    if (cause instanceof ChainUnavailable) return "chain unavailable";
    const { message } = cause;
    if (OUTAGES.some((outage) => outage.test(message))) return "store unavailable";
  }
  throw error;
}
