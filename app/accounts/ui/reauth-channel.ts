/** Connects the window that was at Google with the page that opened it. Same origin only. */
const CHANNEL = "google-proof";

/** Notifies the waiting page, and closes this window where the browser allows it. */
export function broadcastReauth(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
  window.close();
}

/** Calls back after a re-authentication in another window; the result stops listening. */
export function onReauth(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}
