import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";

/** What a code takes off: percent, or SOL as decimal text. */
export type AmountOff = { kind: "percent"; percent: number } | { kind: "amount"; sol: string };

/** Writes what codes take off. */
export function useAmountOff(): (off: AmountOff) => string {
  const { t } = useTranslation("codes");
  const { percent, sol } = useFormat();
  return (off) =>
    t("off", {
      amount: off.kind === "percent" ? percent(off.percent / 100) : `${sol(off.sol)} SOL`,
    });
}
