import type { ParseKeys } from "i18next";

/** Error codes of the public API. */
export type ProblemCode =
  | "signed_out"
  | "foreign_origin"
  | "proof_needed"
  | "not_found"
  | "method_not_allowed"
  | "inactive"
  | "sold_out"
  | "code_refused"
  | "held"
  | "own_product"
  | "other_wallet"
  | "changed"
  | "conflict"
  | "expired"
  | "invalid_input"
  | "invalid_price"
  | "low_balance"
  | "quota_exceeded"
  | "slow_down"
  | "unavailable";

/** A key of `refusals`: texts that pages also show without an error response. */
export type RefusalKey = ParseKeys<"refusals">;
/** A key of `errors` or `refusals`, or of a subject's namespace with the namespace as prefix. */
export type MessageKey =
  | RefusalKey
  | ParseKeys<["errors", "account", "google", "page-deletion", "page-security", "wallet"]>;

export interface ProblemDetail {
  /** Default: the code. */
  messageKey?: MessageKey;
  /** Values for the placeholders of the text. */
  params?: Record<string, string | number>;
  /** Seconds until a retry makes sense; required with `slow_down` and `held`. */
  retryAfterSeconds?: number;
  /** Amounts in SOL that the JSON of the error has beside its text. */
  amounts?: Record<string, string>;
  /** Why a code was refused, as the JSON of the error has it. */
  reason?: string;
  /** The invalid form field. */
  field?: string;
  /** What an outside service did, for the log. */
  fault?: { step: string; error: unknown };
}

/** A refused request. The text for users is in the locales; `message` is for logs only. */
export class Problem extends Error {
  override readonly name = "Problem";

  constructor(
    readonly code: ProblemCode,
    readonly detail: ProblemDetail = {},
  ) {
    super(detail.messageKey ?? code);
  }
}
