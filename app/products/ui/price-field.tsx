import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatSol, parseSol } from "../../lib/lamports";
import { TextField } from "../../ui/field";
import { splitPrice } from "../rules/fees";
import { Label } from "./label";

interface Props {
  price: string;
  /** Commission in basis points. */
  feeBps: number;
  error: string | undefined;
}

/**
 * The price, and below it what reaches the seller. A text control: one of type "number" drops the
 * separator of another language, and 0,25 becomes 25.
 */
export function PriceField({ price, feeBps, error }: Props) {
  const { t } = useTranslation(["publish", "refusals"]);
  const [typed, setTyped] = useState(price);
  const parsed = parseSol(typed);
  const unreadable = !parsed.ok && typed !== price && typed.trim() !== "";
  const share = parsed.ok ? formatSol(splitPrice(parsed.lamports, feeBps).sellerLamports) : "–";
  return (
    <TextField
      name="price"
      label={<Label text={t("fields.price")} required />}
      hint={t("hints.price", { share, percent: feeBps / 100 })}
      error={unreadable ? t(`price_${parsed.problem}`, { ns: "refusals" }) : error}
      aria-required
      type="text"
      inputMode="decimal"
      autoComplete="off"
      defaultValue={price}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
