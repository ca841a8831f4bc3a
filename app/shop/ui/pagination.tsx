import { useTranslation } from "react-i18next";
import { type ShopState, shopAddress } from "../rules/shop";

/** The page before and the one after; nothing where there is but one. */
export function Pagination({ state, hasNext }: { state: ShopState; hasNext: boolean }) {
  const { t } = useTranslation("shop");
  const { page } = state;
  if (page === 1 && !hasNext) return null;
  return (
    <nav
      aria-label={t("pages.label")}
      className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3"
    >
      {page > 1 && (
        <a rel="prev" href={shopAddress(state, { page: page - 1 })} className={STEP}>
          {t("pages.previous")}
        </a>
      )}
      <span aria-current="page" className="text-ink-2 tabular-nums">
        {t("pages.current", { page })}
      </span>
      {hasNext && (
        <a rel="next" href={shopAddress(state, { page: page + 1 })} className={STEP}>
          {t("pages.next")}
        </a>
      )}
    </nav>
  );
}

const STEP =
  "inline-flex min-h-11 items-center rounded-full border border-line-2 bg-card px-5 font-semibold no-underline hover:border-ink";
