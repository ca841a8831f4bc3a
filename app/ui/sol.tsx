// @chunk data
import { FREE, readPrice } from "../lib/lamports";
import { useTranslation } from "./translation";
import { useFormat } from "./use-format";

interface Props {
  /** SOL as decimal text, or a price of `formatPrice`. */
  amount: string;
  /** What it is worth about in another currency, as text. */
  worth?: string | undefined;
  className?: string;
}

/** The id of `RateNote`, which says where `worth` comes from. A button opens it without script. */
const NOTE = { popovertarget: "rate", "aria-describedby": "rate" };

/** An amount of SOL in the page's language, with its unit in smaller type. */
export function Sol({ amount, worth, className = "" }: Props) {
  const { sol } = useFormat();
  if (amount === FREE) {
    return (
      <span className={className}>
        <Free />
      </span>
    );
  }
  const { amount: least, isLeast } = readPrice(amount);
  return (
    <span className={className}>
      {isLeast && <From />}
      <span className="whitespace-nowrap tabular-nums">
        {sol(least)}
        <span className="ml-1 text-[0.72em] font-semibold">SOL</span>
      </span>
      <Worth text={worth} />
    </span>
  );
}

/** In place of an amount. */
export function Free() {
  const { t } = useTranslation("common");
  return t("free");
}

/** Before the least that a buyer may choose to pay. */
export function From() {
  const { t } = useTranslation("common");
  return <span className="font-semibold text-[max(0.72em,0.75rem)]">{t("from")} </span>;
}

/** What an amount is worth, below it. */
export function Worth({ text }: { text: string | undefined }) {
  return text ? (
    <span className="worth">
      {" "}
      <button type="button" {...NOTE}>
        {text}
      </button>
    </span>
  ) : null;
}
