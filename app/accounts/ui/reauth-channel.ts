/** Between the window that was at Google and the page that waits for it; our own origin alone hears it. */
const CHANNEL = "google-proof";

/** Tells the page that waits, and closes this window where the browser lets it. */
export function broadcastReauth(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
  window.close();
}

/** Calls back when a proof was given; the result stops listening. */
export function onReauth(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}
