import { memo, type ReactNode } from "react";
import { SmallCards } from "../../products/ui/small-cards";
import { PageLink } from "../../ui/page-link";
import { useTranslation } from "../../ui/translation";
import { type ShopState, shopPath } from "../rules/shop";
import type { ShopRows } from "../rules/shop-rows";

/** The id of the heading of the list, which starts with the newest. */
const LIST = "products";

/** What is new and what sells, above the list; nothing where both are empty. */
export const FrontRows = memo(function FrontRows({
  rows: { newest, selling },
  state,
}: {
  rows: ShopRows;
  state: ShopState;
}) {
  const { t } = useTranslation("shop");
  if (newest.length + selling.length === 0) return null;
  return (
    <>
      {newest.length > 0 && (
        <TitledRow
          id="new"
          title={t("rows.newest")}
          beside={<RowLink to={`${shopPath(state, {})}#${LIST}`}>{t("rows.toNewest")}</RowLink>}
        >
          <SmallCards cards={newest} />
        </TitledRow>
      )}
      {selling.length > 0 && (
        <TitledRow
          id="selling"
          title={t("rows.selling")}
          beside={
            <RowLink to={shopPath(state, { sort: "popular" })}>{t("rows.toSelling")}</RowLink>
          }
        >
          <SmallCards cards={selling} />
        </TitledRow>
      )}
      <h2 id={LIST} className="mt-4">
        {t("rows.all")}
      </h2>
    </>
  );
});

interface RowProps {
  id: string;
  title: string;
  beside: ReactNode;
  children: ReactNode;
}

/** A row of cards with its heading and what stands beside that. */
export function TitledRow({ id, title, beside, children }: RowProps) {
  return (
    <section aria-labelledby={id} className="mt-2 flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id}>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  );
}

function RowLink({ to, children }: { to: string; children: string }) {
  return (
    <PageLink to={to} className="link inline-flex min-h-6 items-center font-semibold text-sm">
      {children}
    </PageLink>
  );
}
