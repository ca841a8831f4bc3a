// @chunk product
import { FREE, formatChange, formatSol } from "../../lib/lamports";
import { Sol } from "../../ui/sol";
import { TicketRow, TicketTotal } from "../../ui/ticket-rows";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { PriceChanges, ShownTerms } from "../rules/shown-terms";

export interface AmountsProps {
  terms: ShownTerms;
  /** Nothing is paid: there is a total alone. */
  isFree: boolean;
  /** What the price is worth in another currency, as text. */
  worth: string | undefined;
  unpaid: boolean;
}

/** Shares of the price, and the network fee on top while it is unpaid. */
export function TicketAmounts({ terms, isFree, worth, unpaid }: AmountsProps) {
  const { t } = useTranslation("product");
  const { networkLamports, priceLamports } = terms;
  return (
    <>
      <dl>
        {terms.changes && <Changes {...terms.changes} />}
        {!isFree && <Shares terms={terms} />}
        <TicketTotal label={t("ticket.total")}>
          <Sol
            amount={isFree ? FREE : formatSol(priceLamports)}
            worth={isFree ? undefined : worth}
          />
        </TicketTotal>
      </dl>
      {unpaid && !isFree && (
        <p className="mt-1 text-ink-3 text-xs">
          {t("ticket.network", { amount: formatSol(networkLamports) })}
        </p>
      )}
    </>
  );
}

/** The seller's price and what changes it. */
function Changes({ listLamports, lines }: PriceChanges) {
  const { t } = useTranslation("product");
  return (
    <>
      <TicketRow label={t("ticket.list")}>
        <Sol amount={formatSol(listLamports)} />
      </TicketRow>
      {lines.map(({ kind, label, lamports }) => (
        <TicketRow key={kind} label={t(`ticket.${kind}`, { label })}>
          <Sol amount={formatChange(lamports)} />
        </TicketRow>
      ))}
    </>
  );
}

function Shares({ terms }: Pick<AmountsProps, "terms">) {
  const { t } = useTranslation("product");
  const { commission } = useFormat();
  const { priceLamports, sellerLamports, feeLamports, feeBps } = terms;
  const others = priceLamports - sellerLamports - feeLamports;
  return (
    <>
      <TicketRow label={t("ticket.seller")}>
        <Sol amount={formatSol(sellerLamports)} />
      </TicketRow>
      {others > 0n && (
        <TicketRow label={t("ticket.others")}>
          <Sol amount={formatSol(others)} />
        </TicketRow>
      )}
      <TicketRow label={t("ticket.fee", { percent: commission(feeBps) })}>
        <Sol amount={formatSol(feeLamports)} />
      </TicketRow>
    </>
  );
}
