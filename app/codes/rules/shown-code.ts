import type { Code, CodeKind } from "./code";

/** A code as a buyer sees it. */
export interface ShownCode {
  name: string;
  kind: CodeKind;
  /** Percent, or lamports. */
  value: number;
  /** Uses that are left; null without a limit. */
  left: number | null;
  perPerson: number | null;
  /** Epoch ms; null for no end. */
  endsAt: number | null;
  minLamports: bigint | null;
  /** The page applies it for everyone. */
  isDefault: boolean;
}

export function shownCode(
  code: Code,
  { used, isDefault }: { used: number; isDefault: boolean },
): ShownCode {
  const { name, kind, value, capacity, perPerson, endsAt, minLamports } = code;
  const left = capacity === null ? null : Math.max(0, capacity - used);
  return { name, kind, value, left, perPerson, endsAt, minLamports, isDefault };
}
