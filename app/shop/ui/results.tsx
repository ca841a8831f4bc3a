import { memo, useContext, useEffect, useRef, useState } from "react";
import { paths } from "../../lib/paths";
import { GRID_COLUMNS, ProductGrid } from "../../products/ui/product-grid";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { useTranslation } from "../../ui/translation";
import { MAX_SEARCHED, PAGE_SIZE, type ShopState, shopPath, type View } from "../rules/shop";
import { FavouriteButton } from "./favourite-button";
import { useLocalFavourites } from "./local-favourites";
import { Pagination } from "./pagination";
import { QuickViewLink } from "./quick-view";
import type { ShownList } from "./use-favourite-cards";
import { MemberFavourites, prefetchFor } from "./use-favourites";

/** Shorter loads keep the list that is shown. */
const SKELETON_DELAY_MS = 300;

/** Number of products found; a change is announced. */
export function ResultCount({ list }: { list: ShownList | null }) {
  const { t } = useTranslation("shop");
  return (
    <p role="status" className="min-h-[1lh] not-empty:mr-4 text-ink-2 tabular-nums">
      {list && t(list.isExact ? "count" : "countMore", { count: list.count })}
      {list?.isPartial && ` ${t("partial", { count: MAX_SEARCHED })}`}
    </p>
  );
}

interface Props {
  /** Null before the first answer. */
  list: ShownList | null;
  /** What the list shows. */
  state: ShopState;
  /** What it will show after the current load. */
  next: ShopState;
  isLoading: boolean;
  isMember: boolean;
  /** True where rows of other cards come before them. */
  hasRows: boolean;
}

/**
 * The products of a page with the links to the others, or why there are none. Not rendered again where
 * only the favourites change: its buttons read those by themselves.
 */
export const Results = memo(function Results(props: Props) {
  const { list, state, next, isLoading, isMember, hasRows } = props;
  const isSlow = useDelayed(isLoading, SKELETON_DELAY_MS);
  const results = useFocusOnPageChange(state);
  const prefetch = prefetchFor({ isMember });
  return (
    <div
      ref={results}
      tabIndex={-1}
      aria-busy={isLoading}
      className="flex flex-col gap-10 outline-none"
    >
      {isSlow || !list ? (
        <div className={isSlow ? "" : "invisible"}>
          <SkeletonList view={next.view} />
        </div>
      ) : list.cards.length > 0 ? (
        <ProductGrid
          cards={list.cards}
          isFirst={!hasRows}
          view={next.view}
          version={isMember ? null : shopPath(next, { product: null })}
          corner={(card) => <FavouriteButton card={card} />}
          below={(card) => (
            <QuickViewLink
              card={card}
              state={next}
              prefetch={prefetch}
              isOpening={next.product === card.id && state.product !== card.id}
            />
          )}
        />
      ) : (
        <NoProducts state={state} />
      )}
      {list && <Pagination state={state} links={list} prefetch={prefetch} />}
    </div>
  );
});

/** Empty cards, as many and as large as those of a page. */
function SkeletonList({ view }: { view: View }) {
  const cards = Array.from({ length: PAGE_SIZE }, (_, at) => at);
  if (view === "list") {
    return (
      <div data-skeleton aria-hidden="true" className="divide-y divide-line border-line border-y">
        {cards.map((at) => (
          <div key={at} className="flex gap-4 py-4 sm:gap-6">
            <div className="skeleton aspect-[4/3] w-24 shrink-0 sm:w-36" />
            <SkeletonLines />
          </div>
        ))}
      </div>
    );
  }
  return (
    <div data-skeleton aria-hidden="true" className={GRID_COLUMNS}>
      {cards.map((at) => (
        <div key={at} className="flex flex-col gap-2">
          <div className="skeleton aspect-[4/3]" />
          <SkeletonLines />
        </div>
      ))}
    </div>
  );
}

function SkeletonLines() {
  return (
    <div className="flex flex-1 flex-col gap-2">
      <div className="skeleton h-5 w-4/5" />
      <div className="skeleton h-5 w-1/2" />
      <div className="skeleton h-8 w-24" />
    </div>
  );
}

function NoProducts({ state }: { state: ShopState }) {
  const { t } = useTranslation("shop");
  const local = useLocalFavourites();
  const hasFavourites = (useContext(MemberFavourites) ?? local).length > 0;
  if (state.favs && !hasFavourites) {
    return (
      <EmptyState title={t("favourites.none")}>
        <p className="text-ink-2">{t("favourites.noneHint")}</p>
        <ButtonLink to={shopPath(state, { favs: false })} variant="secondary">
          {t("favourites.all")}
        </ButtonLink>
      </EmptyState>
    );
  }
  if (!hasFilters(state)) {
    return (
      <EmptyState title={t("empty.bare")}>
        <ButtonLink to={paths.newProduct} reloadDocument variant="secondary">
          {t("empty.sell")}
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("empty.title")}>
      <p className="text-ink-2">{t("empty.hint")}</p>
      <ResetFilters state={state} />
    </EmptyState>
  );
}

/** Keeps order and view, which filter nothing. */
export function ResetFilters({ state, quiet = false }: { state: ShopState; quiet?: boolean }) {
  const { t } = useTranslation("shop");
  const none = { q: "", category: null, type: null, min: null, max: null, favs: false };
  return (
    <ButtonLink
      to={shopPath(state, none)}
      preventScrollReset
      variant="secondary"
      size={quiet ? "s" : "m"}
    >
      {t("empty.reset")}
    </ButtonLink>
  );
}

export function hasFilters({ q, category, type, min, max, favs }: ShopState): boolean {
  return q !== "" || favs || [category, type, min, max].some((value) => value !== null);
}

/** After a page link the focus is at the start of the list, and no longer on a link below it. */
function useFocusOnPageChange({ page, after, before }: ShopState) {
  const results = useRef<HTMLDivElement>(null);
  const shown = `${page} ${after} ${before}`;
  const last = useRef(shown);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    if (results.current?.contains(document.activeElement)) {
      results.current.focus({ preventScroll: true });
    }
  }, [shown]);
  return results;
}

/** True once `active` has lasted for so many ms. */
function useDelayed(active: boolean, ms: number): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setIsOver(true), ms);
    return () => {
      clearTimeout(timer);
      setIsOver(false);
    };
  }, [active, ms]);
  return active && isOver;
}
