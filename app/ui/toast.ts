interface Toast {
  message: string;
  durationMs: number;
}
type ShowToast = (toast: Toast) => void;

const TOAST_DURATION_MS = 3_500;

let showToast: ShowToast | null = null;
let loadToaster: (() => void) | null = null;
/** Messages from before the toaster was loaded. */
const queue: Toast[] = [];

/** Shows a message at the top right, which closes after `durationMs` or on click. */
export function toast(message: string, { durationMs = TOAST_DURATION_MS } = {}): void {
  if (showToast) showToast({ message, durationMs });
  else queue.push({ message, durationMs });
  loadToaster?.();
}

/** Calls `load` when the first message is to be shown. Returns a function that removes it. */
export function onFirstToast(load: () => void): () => void {
  loadToaster = load;
  if (showToast || queue.length > 0) load();
  return () => {
    loadToaster = null;
  };
}

export function connectToaster(show: ShowToast): void {
  showToast = show;
  for (const waiting of queue.splice(0)) show(waiting);
}
