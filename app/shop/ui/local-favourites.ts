import { useSyncExternalStore } from "react";
import { MAX_VISITOR_FAVOURITES, productIds } from "../rules/favourites";
import { VISITOR_FAVOURITES as KEY } from "./visitor-favourites";

const NONE: readonly string[] = [];

/** The stored text and its ids: React needs the same array for the same text. */
let text: string | null = null;
let ids = NONE;
const listeners = new Set<() => void>();

/** Favourites of a visitor, the last added first; those of this browser's other tabs are the same. */
export function useLocalFavourites(): readonly string[] {
  return useSyncExternalStore(subscribe, readLocalFavourites, () => NONE);
}

/** Whether a visitor has this favourite. Renders again only where that changes. */
export function useIsLocalFavourite(id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readLocalFavourites().includes(id),
    () => false,
  );
}

export function readLocalFavourites(): readonly string[] {
  const stored = read();
  if (stored !== text) {
    text = stored;
    ids = parse(stored);
  }
  return ids;
}

/**
 * Stores them at once. What shows them is rendered after the next paint, except for what the click that
 * changed them renders: the answer to a click does not wait for the count, the filters and the other hearts.
 */
export function writeLocalFavourites(next: readonly string[]): void {
  ids = next.slice(0, MAX_VISITOR_FAVOURITES);
  text = ids.length > 0 ? JSON.stringify(ids) : null;
  try {
    if (text === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // Storage is blocked: they are kept until the page is left.
  }
  afterPaint(() => {
    for (const listener of listeners) listener();
  });
}

/** Runs once the browser has shown what has changed so far. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return text;
  }
}

/** Ids of a stored text, which other programs can have written. */
export function parse(stored: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(stored ?? "[]");
    if (!Array.isArray(value)) return NONE;
    return productIds(
      value.filter((id) => typeof id === "string"),
      MAX_VISITOR_FAVOURITES,
    );
  } catch {
    return NONE;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
