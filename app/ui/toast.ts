type Show = (message: string) => void;

let show: Show | null = null;
let wanted: (() => void) | null = null;
const early: string[] = [];

/** Shows a message top right for 3.5 s; it closes on click. Waits for the toaster, which comes with the first one. */
export function toast(message: string): void {
  if (show) show(message);
  else early.push(message);
  wanted?.();
}

/** Calls `load` once there is something to show; the function that comes back takes that away. */
export function whenWanted(load: () => void): () => void {
  wanted = load;
  if (show || early.length > 0) load();
  return () => {
    wanted = null;
  };
}

export function connectToaster(next: Show): void {
  show = next;
  for (const message of early.splice(0)) next(message);
}
