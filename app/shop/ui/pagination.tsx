import { Icon } from "../../ui/icon";
import { PageLink } from "../../ui/page-link";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { pageNumbers } from "../rules/page-numbers";
import { type ShopState, shopPath } from "../rules/shop";
import type { Prefetch } from "./use-favourites";

export interface PageLinks {
  /** The last page that has a number. */
  pages: number;
  hasNext: boolean;
  /** Cursors of the pages beyond the numbers; null where numbers do. */
  next: string | null;
  previous: string | null;
}

/** Links to pages by number, and to the previous and next page; empty for a single page. */
export function Pagination(props: { state: ShopState; links: PageLinks; prefetch: Prefetch }) {
  const { state, links, prefetch } = props;
  const { t } = useTranslation("shop");
  const { count } = useFormat();
  const { pages, hasNext, next, previous } = links;
  const isNumbered = state.after === null && state.before === null;
  const page = isNumbered ? state.page : pages + 1;
  if (isNumbered && page === 1 && !hasNext && next === null) return null;
  const before = previous ? { before: previous } : page > 1 ? { page: page - 1 } : null;
  const after = next ? { after: next } : hasNext && isNumbered ? { page: page + 1 } : null;
  return (
    <nav aria-label={t("pages.label")} className="flex flex-wrap items-center justify-center gap-2">
      {before && (
        <PageLink
          rel="prev"
          to={shopPath(state, before)}
          prefetch={prefetch}
          aria-label={t("pages.previous")}
          className={`${LINK} ${BORDER}`}
        >
          <Icon d="M12 4l-6 6 6 6" />
        </PageLink>
      )}
      {pageNumbers(page, Math.max(pages, isNumbered ? page : 1)).map((shown, at, all) =>
        shown === null ? (
          <span key={`gap after ${all[at - 1]}`} className="px-1 text-ink-2">
            {ELLIPSIS}
          </span>
        ) : (
          <PageLink
            key={shown}
            to={shopPath(state, { page: shown })}
            prefetch={prefetch}
            aria-label={t("pages.number", { page: shown })}
            aria-current={shown === page ? "page" : undefined}
            className={`${LINK} ${shown === page ? "border-ink bg-ink text-paper" : BORDER}`}
          >
            {count(shown)}
          </PageLink>
        ),
      )}
      {after && (
        <PageLink
          rel="next"
          to={shopPath(state, after)}
          prefetch={prefetch}
          aria-label={t("pages.next")}
          className={`${LINK} ${BORDER}`}
        >
          <Icon d="M8 4l6 6-6 6" />
        </PageLink>
      )}
    </nav>
  );
}

const ELLIPSIS = "…";
const LINK =
  "inline-flex h-11 min-w-9 items-center justify-center rounded-full border px-2 font-semibold tabular-nums no-underline sm:min-w-11";
const BORDER = "border-line-2 bg-card hover:border-ink";
