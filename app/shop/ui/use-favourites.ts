import { useFetchers, useRevalidator } from "@remix-run/react";
import { createContext, useEffect } from "react";
import { apiPaths } from "../../lib/api-paths";
import { useLocalFavourites } from "./local-favourites";

export interface ShownFavourites {
  /** Product ids, the last added first. */
  ids: readonly string[];
  /** True where the account keeps them, false where this browser does. */
  isMember: boolean;
}

/**
 * The favourites of a member; null for a visitor. A heart reads them here and not from its parent, so
 * that one click does not render all cards again.
 */
export const MemberFavourites = createContext<readonly string[] | null>(null);

/** Whether a link to a page of the shop loads its data before it is used. */
export type Prefetch = "intent" | "none";

/** Data of a member has the favourites of its time: it is not stored. */
export function prefetchFor({ isMember }: Pick<ShownFavourites, "isMember">): Prefetch {
  return isMember ? "none" : "intent";
}

/** The response to a change of an account's favourites. */
export type FavouriteAnswer =
  | { favourites: string[] }
  /** `message` is in the user's language; null where the server could not be reached. */
  | { error: { message: string | null } };

/**
 * The viewer's favourites. `loaded` are those of the account, and changes that are under way count
 * as done; null for a visitor.
 */
export function useFavourites(loaded: readonly string[] | null): ShownFavourites {
  const local = useLocalFavourites();
  const changes = useFetchers().filter(({ formAction }) => formAction === apiPaths.favourites);
  const isMember = loaded !== null;
  useOtherTabs(isMember);
  return {
    ids: isMember
      ? changes.reduce((ids, { formData }) => withChange(ids, formData), loaded)
      : local,
    isMember,
  };
}

export function without(ids: readonly string[], id: string): string[] {
  return ids.filter((other) => other !== id);
}

function withChange(ids: readonly string[], form: FormData | undefined): readonly string[] {
  const id = String(form?.get("productId"));
  switch (form?.get("intent")) {
    case "add":
      return [id, ...without(ids, id)];
    case "remove":
      return without(ids, id);
    case "clear":
      return [];
    default:
      return ids;
  }
}

let channel: BroadcastChannel | null = null;

/** To the other tabs of this browser: a channel does not hear what it sends itself. */
function otherTabs(): BroadcastChannel {
  channel ??= new BroadcastChannel("favourites");
  return channel;
}

/** Tells the other tabs that the account's favourites have changed. */
export function announceChange(): void {
  otherTabs().postMessage(null);
}

/** Loads the account's favourites again after another tab has changed them. */
function useOtherTabs(isMember: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isMember) return;
    const tabs = otherTabs();
    tabs.addEventListener("message", revalidate);
    return () => tabs.removeEventListener("message", revalidate);
  }, [isMember, revalidate]);
}
