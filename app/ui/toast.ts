type ShowToast = (message: string) => void;

let showToast: ShowToast | null = null;
let loadToaster: (() => void) | null = null;
/** Messages from before the toaster was loaded. */
const queue: string[] = [];

/** Shows a message at the top right, which closes after a while or on click. */
export function toast(message: string): void {
  if (showToast) showToast(message);
  else queue.push(message);
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
  for (const message of queue.splice(0)) show(message);
}
