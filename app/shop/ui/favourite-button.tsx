import { useFetcher } from "@remix-run/react";
import {
  type ButtonHTMLAttributes,
  useContext,
  useEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import { apiPaths } from "../../lib/api-paths";
import type { ProductCard } from "../../products/rules/product-card";
import { useTranslation } from "../../ui/translation";
import {
  afterPaint,
  readLocalFavourites,
  useIsLocalFavourite,
  writeLocalFavourites,
} from "./local-favourites";
import { shopToast } from "./shop-toast";
import { announceChange, type FavouriteAnswer, MemberFavourites, without } from "./use-favourites";

interface Props {
  card: Pick<ProductCard, "id" | "title">;
}

/** Adds a product to the favourites or removes it. Without script, for members only. */
export function FavouriteButton({ card }: Props) {
  const ids = useContext(MemberFavourites);
  return ids ? (
    <MemberButton card={card} isFavourite={ids.includes(card.id)} />
  ) : (
    <VisitorButton card={card} />
  );
}

function MemberButton({ card, isFavourite }: Props & { isFavourite: boolean }) {
  const { t } = useTranslation("shop");
  const fetcher = useFetcher<FavouriteAnswer>();
  const change = useRef<"added" | "removed">("added");
  const { title } = card;
  useAnswer(fetcher.data, () => shopToast(t(`favourites.${change.current}`, { title })));
  return (
    <fetcher.Form
      method="post"
      action={apiPaths.favourites}
      onSubmit={() => {
        change.current = isFavourite ? "removed" : "added";
      }}
    >
      <input type="hidden" name="intent" value={isFavourite ? "remove" : "add"} />
      <input type="hidden" name="productId" value={card.id} />
      <Heart type="submit" isFavourite={isFavourite} title={title} />
    </fetcher.Form>
  );
}

function VisitorButton({ card }: Props) {
  const { t } = useTranslation("shop");
  const { id, title } = card;
  const isFavourite = useIsLocalFavourite(id);
  const [, renderNow] = useReducer((times: number) => times + 1, 0);
  function toggle() {
    // Another tab can have changed them since this one was rendered.
    const others = without(readLocalFavourites(), id);
    writeLocalFavourites(isFavourite ? others : [id, ...others]);
    renderNow();
    afterPaint(() =>
      shopToast(t(isFavourite ? "favourites.removed" : "favourites.added", { title })),
    );
  }
  return <Heart isFavourite={isFavourite} title={title} onClick={toggle} needsScript />;
}

/** Calls `done` for each change that was saved, and shows why another was not. */
export function useAnswer(answer: FavouriteAnswer | undefined, done: () => void): void {
  const { t } = useTranslation("shop");
  const latest = useRef({ done, t });
  latest.current = { done, t };
  useEffect(() => {
    if (!answer) return;
    if ("error" in answer) {
      shopToast(answer.error.message ?? latest.current.t("favourites.unreachable"));
    } else {
      latest.current.done();
      announceChange();
    }
  }, [answer]);
}

interface HeartProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  isFavourite: boolean;
  /** Of the product. */
  title: string;
  /** Hides it where scripting is off. */
  needsScript?: boolean;
}

function Heart({ isFavourite, title, needsScript = false, onClick, ...button }: HeartProps) {
  const { t } = useTranslation("shop");
  const [isPulsing, setIsPulsing] = useState(false);
  return (
    <button
      type="button"
      {...button}
      aria-pressed={isFavourite}
      aria-label={t("favourites.of", { title })}
      onClick={(event) => {
        setIsPulsing(!isFavourite);
        onClick?.(event);
      }}
      className={`flex size-10 items-center justify-center rounded-full border border-line bg-card hover:border-ink ${isFavourite ? "text-accent" : "text-ink-2"} ${needsScript ? "noscript:hidden" : ""}`}
    >
      <svg
        viewBox="0 0 20 20"
        className={`size-5 ${isPulsing ? "heart-pulse" : ""}`}
        onAnimationEnd={() => setIsPulsing(false)}
        aria-hidden="true"
      >
        <path
          d="M10 17s-6.8-4.1-6.8-9A3.7 3.7 0 0 1 10 5.9 3.7 3.7 0 0 1 16.8 8c0 4.9-6.8 9-6.8 9z"
          fill={isFavourite ? "currentColor" : "none"}
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}
