import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import {
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useNavigation,
} from "@remix-run/react";
import { type ComponentProps, useEffect } from "react";
import { flash, type ToastKey } from "../../http/flash";
import { pageMeta } from "../../http/page-meta";
import { limitByIp } from "../../http/rate-limit";
import { readViewer } from "../../http/viewer";
import { paths, query } from "../../lib/paths";
import { withStars } from "../../products/http/star-texts";
import type { ProductCard } from "../../products/rules/product-card";
import { readWorths } from "../../rates/http/worths";
import { Alert } from "../../ui/alert";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { PageError } from "../../ui/page-error";
import { useTranslation } from "../../ui/translation";
import { shopMeta } from "../http/shop-meta";
import { mendShopAddress, readShopState } from "../http/shop-state";
import { type ShopState, shopPath } from "../rules/shop";
import { isFront } from "../rules/shop-rows";
import { CategoryBar } from "../ui/category-navigator";
import { FilterForm } from "../ui/filter-form";
import { FrontRows } from "../ui/front-rows";
import { QuickView } from "../ui/quick-view";
import { RecentlySeen } from "../ui/recently-seen";
import { hasFilters, ResetFilters, ResultCount, Results } from "../ui/results";
import { shopToast } from "../ui/shop-toast";
import { FavouritesFilter, RemoveAllFavourites, ViewSwitch } from "../ui/toolbar";
import { useFavouriteCards } from "../ui/use-favourite-cards";
import {
  MemberFavourites,
  prefetchFor,
  type ShownFavourites,
  useFavourites,
} from "../ui/use-favourites";
import { isSameList, useNextState, useQuickViewId } from "../ui/use-next-state";
import { browseShop, lastPageOf } from "../use-cases/browse-shop";
import { readFavourites } from "../use-cases/favourites";
import { readQuickView } from "../use-cases/read-quick-view";

/** The page shows by itself what of it is loading. */
export const handle = { showsPending: true };

/** Per IP address, which a whole event can share. Typing sends at most one search every 300 ms. */
const SEARCH_RATE_LIMIT = { name: "shop-search", limit: 600, windowMs: 60_000 };

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { ports } = context;
  const { searchParams } = new URL(request.url);
  const state = readShopState(searchParams);
  const mended = mendShopAddress(searchParams, state);
  if (mended) throw redirectMended(mended, context);
  if (state.q !== "") await limitByIp(args, SEARCH_RATE_LIMIT);
  const uid = (await readViewer({ context }))?.uid ?? null;
  const [{ rows, ...list }, favourites] = await Promise.all([
    browseShop(state, { uid }, ports),
    readFavourites(uid, ports),
  ]);
  // A URL from when there were more products. The browser knows the favourites of a visitor.
  const isFirst = state.page === 1 && state.after === null && state.before === null;
  const isOver = list.cards.length === 0 && !isFirst && !(state.favs && uid === null);
  if (isOver) {
    const page = state.page > 1 ? await lastPageOf(state, { uid }, list, ports) : 1;
    throw redirectMended({ path: shopPath(state, { page }), note: "lastPage" }, context);
  }
  const quickView =
    state.product && (await readQuickView({ id: state.product, listed: list.cards }, ports));
  const worths = await readWorths(args);
  const stars = withStars(request);
  const shown = <Card extends ProductCard>(card: Card) => stars(worths.with(card));
  return {
    list: { ...list, cards: list.cards.map(shown) },
    rows: { newest: rows.newest.map(shown), selling: rows.selling.map(shown) },
    favourites,
    quickView: quickView ? shown(quickView) : null,
    state,
    rateNote: worths.note,
    ...shopMeta(state, request, context),
  };
}

/** Not for good: what an address says may count one day, such as the number of a page. */
function redirectMended(
  { path, note }: { path: string; note: ToastKey | null },
  context: LoaderFunctionArgs["context"],
): Response {
  return redirect(path, note ? { headers: { "Set-Cookie": flash(note, context) } } : {});
}

/** Closing the quick view leaves the list as it is. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = change;
  const closed = new URL(currentUrl);
  closed.searchParams.delete("product");
  const isClosing = !formMethod && closed.search !== currentUrl.search;
  return !(isClosing && closed.href === nextUrl.href) && defaultShouldRevalidate;
};

export default function Shop() {
  const { t } = useTranslation("shop");
  const { list, rows, favourites: loaded, quickView, state } = useLoaderData<typeof loader>();
  const favourites = useFavourites(loaded);
  const next = useNextState(state);
  const quickViewId = useQuickViewId();
  const isVisitorList = state.favs && !favourites.isMember;
  const own = useFavouriteCards(favourites.ids, state, isVisitorList);
  const shown = isVisitorList ? own.list : list;
  const isNavigating = useNavigation().state === "loading" && !isSameList(state, next);
  return (
    <MemberFavourites.Provider value={favourites.isMember ? favourites.ids : null}>
      <div className="group/shop flex flex-col gap-6">
        <ShopHeader list={shown} state={next} favourites={favourites} />
        <FilterForm state={state} next={next} />
        <CategoryBar state={next} prefetch={prefetchFor(favourites)} />
        <FrontRows rows={rows} state={state} />
        {isVisitorList && <AccountNeeded />}
        <div className={isVisitorList ? "noscript:hidden" : ""}>
          {own.error === null ? (
            <Results
              list={shown}
              state={state}
              next={next}
              isLoading={isNavigating || own.isLoading}
              isMember={favourites.isMember}
              hasRows={rows.newest.length + rows.selling.length > 0}
            />
          ) : (
            <Alert>
              <p className="font-semibold">{t("error.title")}</p>
              <p>{own.error}</p>
            </Alert>
          )}
        </div>
        {isFront(state) && <RecentlySeen />}
        {quickView?.id === quickViewId && (
          <QuickView key={quickView.id} product={quickView} state={next} />
        )}
      </div>
    </MemberFavourites.Provider>
  );
}

interface HeaderProps {
  list: ComponentProps<typeof ResultCount>["list"];
  state: ShopState;
  favourites: ShownFavourites;
}

function ShopHeader({ list, state, favourites }: HeaderProps) {
  const { t } = useTranslation("shop");
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div>
        <h1>{t("title")}</h1>
        <div className="mt-2 flex min-h-9 flex-wrap items-center gap-y-2">
          <ResultCount list={list} />
          {hasFilters(state) && <ResetFilters state={state} quiet />}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 sm:gap-3">
        <FavouritesFilter state={state} favourites={favourites} />
        <ViewSwitch state={state} />
        <RemoveAllFavourites favourites={favourites} />
      </div>
    </header>
  );
}

/** Without script the favourites of a visitor are not known. */
function AccountNeeded() {
  const { t } = useTranslation("shop");
  const { pathname, search } = useLocation();
  return (
    <div className="hidden noscript:block">
      <EmptyState title={t("favourites.accountTitle")}>
        <p className="text-ink-2">{t("favourites.accountHint")}</p>
        <ButtonLink to={paths.login + query({ to: pathname + search })} reloadDocument>
          {t("favourites.signIn")}
        </ButtonLink>
      </EmptyState>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);

export function ErrorBoundary() {
  const { t } = useTranslation(["shop", "common"]);
  const message = t("error.toast");
  useEffect(() => shopToast(message), [message]);
  const home = { to: paths.home, text: t("common:error.home") };
  return <PageError title={t("error.title")} elsewhere={home} />;
}
