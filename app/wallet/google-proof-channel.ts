/** Between the window that was at Google and the page that waits for it; our own origin alone hears it. */
const CHANNEL = "google-proof";

/** Tells the page that waits, and closes this window where it was opened for that. */
export function sayProven(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
  if (window.opener || window.name === CHANNEL) window.close();
}

/** Calls back when a proof was given; the result stops listening. */
export function onProven(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}

/** A window for Google, opened by the click itself: one opened later is blocked. */
export function openWindow(): Window | null {
  return window.open("", CHANNEL, "popup,width=520,height=680");
}
