import type { ParseKeys } from "i18next";

/** Everything that can be refused, by the code that other programs see. */
export type ProblemCode =
  | "signed_out"
  | "foreign_origin"
  | "proof_needed"
  | "not_found"
  | "method_not_allowed"
  | "inactive"
  | "sold_out"
  | "held"
  | "own_product"
  | "other_wallet"
  | "conflict"
  | "expired"
  | "invalid_input"
  | "invalid_price"
  | "low_balance"
  | "quota_exceeded"
  | "slow_down"
  | "unavailable";

/** A key of `refusals`, the texts that a page also shows by itself. */
export type RefusalKey = ParseKeys<"refusals">;
/** A key of `errors` or `refusals`, or of a subject's own namespace with its name before it. */
export type MessageKey =
  | RefusalKey
  | ParseKeys<["errors", "account", "google", "page-deletion", "page-security", "wallet"]>;

export interface ProblemDetail {
  /** Names the text; the code itself when absent. */
  messageKey?: MessageKey;
  /** Values that the text mentions. */
  params?: Record<string, string | number>;
  /** Seconds until another try makes sense; required with `slow_down` and `held`. */
  retryAfterSeconds?: number;
  /** The form field that is at fault. */
  field?: string;
}

/** A refusal with a code. Its text is in the locales; `message` is for logs alone. */
export class Problem extends Error {
  override readonly name = "Problem";

  constructor(
    readonly code: ProblemCode,
    readonly detail: ProblemDetail = {},
  ) {
    super(detail.messageKey ?? code);
  }
}
