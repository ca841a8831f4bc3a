import { DurableObject } from "cloudflare:workers";
import type { Env } from "./env";

/** Watches the chain for one order. */
export class PendingTransaction extends DurableObject<Env> {}
