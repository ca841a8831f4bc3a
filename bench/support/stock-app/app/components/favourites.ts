import { useSyncExternalStore } from "react";

const KEY = "favourites";
const NONE: readonly string[] = [];
let ids: readonly string[] | null = null;
const listeners = new Set<() => void>();

/** Ids of the favourites that this browser keeps. */
export function useFavourites(): readonly string[] {
  return useSyncExternalStore(subscribe, read, () => NONE);
}

export function toggleFavourite(id: string): void {
  const others = read().filter((other) => other !== id);
  ids = others.length === read().length ? [id, ...others] : others;
  localStorage.setItem(KEY, JSON.stringify(ids));
  for (const listener of listeners) listener();
}

function read(): readonly string[] {
  ids ??= JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
  return ids;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
