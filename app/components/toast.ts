type Show = (message: string) => void;

let show: Show | null = null;
const early: string[] = [];

/** Shows a message top right for 3.5 s; it closes on click. Waits for the toaster where that is still loading. */
export function toast(message: string): void {
  if (show) show(message);
  else early.push(message);
}

export function connectToaster(next: Show): void {
  show = next;
  for (const message of early.splice(0)) next(message);
}
