// @chunk ui
/** Where this browser keeps the favourites of a visitor. */
export const VISITOR_FAVOURITES = "shopFavs";

export function hasVisitorFavourites(): boolean {
  try {
    return localStorage.getItem(VISITOR_FAVOURITES) !== null;
  } catch {
    return false;
  }
}
