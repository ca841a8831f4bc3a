import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatSol } from "../../lib/lamports";
import { TextField } from "../../ui/field";
import { splitPrice } from "../rules/fees";
import { parsePrice } from "../rules/product-form";
import { Label } from "./label";

interface Props {
  price: string;
  /** Commission in basis points. */
  feeBps: number;
  error: string | undefined;
}

/** The price, and below it what reaches the seller. */
export function PriceField({ price, feeBps, error }: Props) {
  const { t } = useTranslation("publish");
  const [typed, setTyped] = useState(price);
  const parsed = parsePrice(typed);
  const share = parsed.ok ? formatSol(splitPrice(parsed.lamports, feeBps).sellerLamports) : "–";
  return (
    <TextField
      name="price"
      label={<Label text={t("fields.price")} required />}
      hint={t("hints.price", { share, percent: feeBps / 100 })}
      error={error}
      aria-required
      type="number"
      step="any"
      min="0"
      inputMode="decimal"
      autoComplete="off"
      defaultValue={price}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
