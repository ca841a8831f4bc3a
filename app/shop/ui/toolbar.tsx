import { useFetcher } from "@remix-run/react";
import { useState } from "react";
import { apiPaths } from "../../lib/api-paths";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { Icon } from "../../ui/icon";
import { PageLink } from "../../ui/page-link";
import { useTranslation } from "../../ui/translation";
import { type ShopState, shopPath, VIEWS } from "../rules/shop";
import { useAnswer } from "./favourite-button";
import { writeLocalFavourites } from "./local-favourites";
import { shopToast } from "./shop-toast";
import type { FavouriteAnswer, ShownFavourites } from "./use-favourites";

const ICONS = {
  grid: "M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM11 11h6v6h-6z",
  list: "M3 4h14v2.5H3zM3 8.75h14v2.5H3zM3 13.5h14V16H3z",
};

/** Switches between the views of the list. */
export function ViewSwitch({ state }: { state: ShopState }) {
  const { t } = useTranslation("shop");
  return (
    <nav
      aria-label={t("view.label")}
      className="flex rounded-full border border-line-2 bg-card p-0.5"
    >
      {VIEWS.map((view) => {
        const isCurrent = state.view === view;
        return (
          <PageLink
            key={view}
            to={shopPath(state, { view })}
            preventScrollReset
            replace
            aria-label={t(`view.${view}`)}
            aria-current={isCurrent ? "true" : undefined}
            className={`flex h-10 w-11 items-center justify-center rounded-full ${isCurrent ? "bg-ink text-paper" : "text-ink-2 hover:text-ink"}`}
          >
            <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true">
              <path d={ICONS[view]} fill="currentColor" />
            </svg>
          </PageLink>
        );
      })}
    </nav>
  );
}

/** Shows the favourites only, or all products again. */
export function FavouritesFilter({
  state,
  favourites,
}: {
  state: ShopState;
  favourites: ShownFavourites;
}) {
  const { t } = useTranslation("shop");
  const { favs } = state;
  return (
    <PageLink
      to={shopPath(state, { favs: !favs })}
      preventScrollReset
      aria-current={favs ? "true" : undefined}
      className={`inline-flex min-h-11 items-center gap-1.5 rounded-full border px-3 font-semibold text-sm no-underline sm:gap-2 sm:px-4 ${favs ? "border-ink bg-ink text-paper" : "border-line-2 bg-card hover:border-ink"}`}
    >
      {t("favourites.only")}
      <span
        data-favourite-count
        className={`min-w-6 rounded-full px-1.5 text-center tabular-nums ${favs ? "bg-paper text-ink" : "bg-sunk"}`}
      >
        {favourites.ids.length}
      </span>
    </PageLink>
  );
}

/** Removes all favourites: after a confirmation, or at once without script. */
export function RemoveAllFavourites({ favourites }: { favourites: ShownFavourites }) {
  const { t } = useTranslation("shop");
  const fetcher = useFetcher<FavouriteAnswer>();
  const [isAsking, setIsAsking] = useState(false);
  const done = () => shopToast(t("favourites.cleared"));
  useAnswer(fetcher.data, done);
  function removeAll() {
    setIsAsking(false);
    if (favourites.isMember) {
      fetcher.submit({ intent: "clear" }, { method: "post", action: apiPaths.favourites });
    } else {
      writeLocalFavourites([]);
      done();
    }
  }
  return (
    <>
      <form
        method="post"
        action={apiPaths.favourites}
        onSubmit={(event) => {
          event.preventDefault();
          setIsAsking(true);
        }}
        // Its place is kept, so that the first favourite moves nothing.
        className={`sm:order-first ${favourites.ids.length > 0 ? "" : "invisible"}`}
      >
        <input type="hidden" name="intent" value="clear" />
        <button
          type="submit"
          aria-label={t("favourites.removeAll")}
          title={t("favourites.removeAll")}
          className="flex size-11 items-center justify-center rounded-full border border-line-2 bg-card text-ink-2 hover:border-ink hover:text-ink"
        >
          <Icon
            d="M3.5 5.5h13M8 5.5V3.5h4v2M5 5.5l.8 11h8.4l.8-11M8.3 8.5v5M11.7 8.5v5"
            strokeWidth={1.6}
          />
        </button>
      </form>
      <Dialog
        open={isAsking}
        title={t("favourites.removeAllTitle", { count: favourites.ids.length })}
        onClose={() => setIsAsking(false)}
      >
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => setIsAsking(false)}>
            {t("favourites.keep")}
          </Button>
          <Button onClick={removeAll}>{t("favourites.removeAll")}</Button>
        </div>
      </Dialog>
    </>
  );
}
