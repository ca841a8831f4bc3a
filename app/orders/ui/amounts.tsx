import { useTranslation } from "react-i18next";
import { formatSol } from "../../lib/lamports";
import { Sol } from "../../ui/sol";
import { TicketRow, TicketTotal } from "../../ui/ticket";
import { useFormat } from "../../ui/use-format";
import type { ShownTerms } from "../rules/purchase-page";

/** Who gets what of the price, and what the network takes beside it. */
export function Amounts({ terms, unpaid }: { terms: ShownTerms; unpaid: boolean }) {
  const { t } = useTranslation("buy");
  const { commission } = useFormat();
  return (
    <>
      <dl>
        <TicketRow label={t("ticket.seller")}>
          <Sol amount={formatSol(terms.sellerLamports)} />
        </TicketRow>
        <TicketRow label={t("ticket.fee", { percent: commission(terms.feeBps) })}>
          <Sol amount={formatSol(terms.feeLamports)} />
        </TicketRow>
        <TicketTotal label={t("ticket.total")}>
          <Sol amount={formatSol(terms.priceLamports)} />
        </TicketTotal>
      </dl>
      {unpaid && (
        <p className="mt-1 text-ink-3 text-xs">
          {t("ticket.network", { amount: formatSol(terms.networkLamports) })}
        </p>
      )}
    </>
  );
}
