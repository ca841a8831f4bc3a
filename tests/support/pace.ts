import { finalityDelayMs } from "../../app/settlement/rules/poll-schedule";
import { ASSUMED_PACE, blockhashLifetimeMs } from "../../app/solana/pace";

/** Milliseconds after which a built transaction has expired at any pace of a test's chain. */
export const BLOCKHASH_LIFETIME_MS = blockhashLifetimeMs(ASSUMED_PACE);

/** Milliseconds after which a payment is looked at for its finality, at any pace of a test's chain. */
export const FINALITY_DELAY_MS = finalityDelayMs({ pace: ASSUMED_PACE }) + 1_000;
