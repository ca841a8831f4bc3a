import { type ReactNode, Suspense, useEffect, useState } from "react";
import { formatSol } from "../../lib/lamports";
import { typedSol } from "../../lib/parse-sol";
import { parseMoney } from "../../rates/rules/money";
import type { ShownRate } from "../../rates/rules/rate";
import { TextField } from "../../ui/field";
import { createPart, usePart } from "../../ui/part";
import { useTranslation } from "../../ui/translation";
import type { FieldProps } from "../../ui/use-form";
import { useFormat } from "../../ui/use-format";
import { splitPrice } from "../rules/commission";
import { parsePrice } from "../rules/price";
import { useFieldError } from "./use-field-error";
import { useShownRate } from "./use-shown-rate";

/** After a pause of so long, a price such as "0" is what the person means. */
const TYPING_PAUSE_MS = 1_500;

/** The beginning of "12 EUR", or of "$12". */
const MONEY_BEGUN = /^\d+([.,]\d*)?\s*[a-z€$]+$|^[€$]\d*([.,]\d*)?$/i;

/** Loaded once the page is there. */
const worthPart = createPart(() => import("./price-worth"), null);

interface Props {
  field: FieldProps;
  label: ReactNode;
  /** Before the other hints. */
  lead?: string;
  /** Commission in basis points. */
  feeBps: number;
}

/**
 * A price, and below it the seller's share and what it is worth. Of type "text": a control of type "number" drops the
 * decimal separator of another language, so that 0,25 becomes 25.
 */
export function PriceField({ field, label, lead, feeBps }: Props) {
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
  const rate = useShownRate();
  const isMoney = rate !== null && parseMoney(typed) !== null;
  const isUnfinished = !parsed.ok && (parsed.isUnfinished || (rate && MONEY_BEGUN.test(typed)));
  const isRefused = !parsed.ok && typed.trim() !== "" && !isMoney && (isPaused || !isUnfinished);
  const share =
    parsed.ok && format.sol(formatSol(splitPrice(parsed.lamports, feeBps).shareLamports));
  const hint = (
    <>
      {lead && `${lead} `}
      {share && t("hints.price", { share, fee: format.commission(feeBps) })}{" "}
      {rate && <PriceWorth name={field.name} typed={typed} rate={rate} />}
    </>
  );
  return (
    <TextField
      {...field}
      label={label}
      hint={(lead || share || isMoney) && hint}
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

interface WorthProps {
  /** Of the control. */
  name: string;
  typed: string;
  rate: ShownRate;
}

function PriceWorth(props: WorthProps) {
  return (
    <Suspense>
      <FromPart {...props} />
    </Suspense>
  );
}

function FromPart(props: WorthProps) {
  const { default: Loaded } = usePart(worthPart);
  return <Loaded {...props} />;
}
