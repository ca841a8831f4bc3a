import { useEffect, useState } from "react";
import { formatSol } from "../../lib/lamports";
import { typedSol } from "../../lib/parse-sol";
import { TextField } from "../../ui/field";
import { useTranslation } from "../../ui/translation";
import type { FieldProps } from "../../ui/use-form";
import { useFormat } from "../../ui/use-format";
import { splitPrice } from "../rules/commission";
import { parsePrice } from "../rules/price";
import { Label } from "./label";
import { useFieldError } from "./use-field-error";

/** After a pause of so long, a price such as "0" is what the person means. */
const TYPING_PAUSE_MS = 1_500;

interface Props {
  field: FieldProps;
  /** Commission in basis points. */
  feeBps: number;
}

/**
 * The price, and below it the seller's share. Of type "text": a control of type "number" drops the
 * decimal separator of another language, so that 0,25 becomes 25.
 */
export function PriceField({ field, feeBps }: Props) {
  const { t, i18n } = useTranslation(["publish", "refusals"]);
  const format = useFormat();
  const shown = typedSol(field.defaultValue ?? "", i18n.language);
  const [typed, setTyped] = useState(shown);
  const [isPaused, setPaused] = useState(false);
  const [error, setError] = useFieldError(field.error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause begins again with each change.
  useEffect(() => {
    const timer = setTimeout(() => setPaused(true), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const parsed = parsePrice(typed);
  const isRefused = !parsed.ok && typed.trim() !== "" && (isPaused || !parsed.isUnfinished);
  const share =
    parsed.ok && format.sol(formatSol(splitPrice(parsed.lamports, feeBps).sellerLamports));
  return (
    <TextField
      {...field}
      label={<Label text={t("fields.price")} required />}
      hint={share && t("hints.price", { share, fee: format.commission(feeBps) })}
      error={typed !== shown && isRefused ? t(parsed.problem, { ns: "refusals" }) : error}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      defaultValue={shown}
      // React's onChange leaves out input from before hydration.
      onInput={(event) => {
        setTyped(event.currentTarget.value);
        setPaused(false);
        setError("");
      }}
      onBlur={() => setPaused(true)}
    />
  );
}
