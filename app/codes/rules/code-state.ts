import { type Code, type CodeRefusal, codeRefusal } from "./code";

/** What a code is for everybody, whatever they buy. */
export type CodeState =
  | "live"
  | Extract<CodeRefusal, "disabled" | "not_started" | "ended" | "used_up">;

/** The state of a code with so many uses at a time (epoch ms). */
export function codeState(code: Code, { used, now }: { used: number; now: number }): CodeState {
  const uses = { isForProduct: true, used, usedByPerson: 0 };
  const price = code.minLamports ?? 0n;
  const refusal = codeRefusal(code, uses, { price, now, openedAt: null });
  // What depends on product, person and price refuses nothing here.
  return (refusal as Exclude<CodeState, "live"> | null) ?? "live";
}
