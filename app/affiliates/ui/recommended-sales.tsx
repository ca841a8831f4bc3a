import { offerPaths } from "../../lib/offer-paths";
import { LocalTime } from "../../ui/local-time";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import type { AffiliateEntryKind } from "../rules/entry-kind";

interface Entry {
  orderId: string;
  title: string;
  kind: AffiliateEntryKind;
  /** SOL as decimal text. */
  amount: string;
  signature: string;
  /** Epoch ms. */
  at: number;
}

/** The last entries about a person's shares; each links to its sale. */
export function RecommendedSales({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation("affiliate");
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>{t("last")}</h2>
      <ul className="divide-y divide-line border-line border-y">
        {entries.map(({ orderId, title, kind, amount, signature, at }) => (
          <li
            key={orderId + kind + signature}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-3"
          >
            <span className="min-w-0">
              <a href={offerPaths.affiliateSale(orderId)} className="link wrap-anywhere">
                {title}
              </a>{" "}
              <span className="text-ink-2 text-sm">
                {t(`kinds.${kind}`)} · <LocalTime at={at} />
              </span>
            </span>
            <Sol amount={amount} />
          </li>
        ))}
      </ul>
    </section>
  );
}
