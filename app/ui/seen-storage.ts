/** Where this browser keeps the products that were seen last. */
export const SEEN = "recentlySeen";
/** There while somebody is signed in: pages without script sign people out, and can't forget. */
const MARK = "seenSignedIn";

export function forgetSeen(): void {
  try {
    localStorage.removeItem(SEEN);
  } catch {
    // Storage is blocked: it has nothing.
  }
  // As other tabs get it.
  dispatchEvent(new Event("storage"));
}

/** Forgets what was seen before somebody signed out, on a page without script or in another way. */
export function forgetAfterSignOut(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(MARK, "1");
    else if (localStorage.getItem(MARK)) {
      localStorage.removeItem(MARK);
      forgetSeen();
    }
  } catch {
    // The same.
  }
}
