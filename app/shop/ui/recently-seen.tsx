import { useMemo, useSyncExternalStore } from "react";
import { SmallCards } from "../../products/ui/small-cards";
import { forgetSeen } from "../../ui/seen-storage";
import { useTranslation } from "../../ui/translation";
import { TitledRow } from "./front-rows";
import { parseSeen, readSeenText, type SeenProduct } from "./seen-products";
import { shopToast } from "./shop-toast";

/** The products that this browser has seen last; nothing without them and without script. */
export function RecentlySeen() {
  const { t } = useTranslation("shop");
  const text = useSyncExternalStore(subscribe, readSeenText, () => null);
  const cards = useMemo(() => parseSeen(text).map(cardOf), [text]);
  if (cards.length === 0) return null;
  function clear() {
    forgetSeen();
    shopToast(t("seen.cleared"));
    // The button with the focus is gone.
    document.getElementById("main")?.focus({ preventScroll: true });
  }
  return (
    <TitledRow
      id="seen"
      title={t("seen.title")}
      beside={
        <button
          type="button"
          aria-label={t("seen.clearLabel")}
          onClick={clear}
          className="link min-h-6 font-semibold text-sm"
        >
          {t("seen.clear")}
        </button>
      }
    >
      <SmallCards cards={cards} />
    </TitledRow>
  );
}

/** A drawn cover as an address: no stored text becomes HTML. */
function cardOf({ id, title, amount, cover }: SeenProduct) {
  const isPath = cover.startsWith("/");
  const url = isPath ? cover : `data:image/svg+xml,${encodeURIComponent(cover)}`;
  return { id, title, amount, cover: { url, svg: "" } };
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
