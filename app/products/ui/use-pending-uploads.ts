import { useState } from "react";

/** What is sent beside a form, which the form waits for before it is sent itself. */
export interface PendingUploads {
  /** Notes work until it has ended, however. */
  add(work: Promise<unknown>): void;
  /** Notes that something was not sent: its field says why. */
  fail(): void;
  /** How often something was not sent. */
  failures(): number;
  /** Resolves once nothing is under way. */
  settled(): Promise<void>;
}

/** The same object for as long as the component is there, and whether anything is under way. */
export function usePendingUploads(): [pending: PendingUploads, isBusy: boolean] {
  const [isBusy, setBusy] = useState(false);
  const [pending] = useState(() => createPendingUploads(setBusy));
  return [pending, isBusy];
}

function createPendingUploads(onChange: (isBusy: boolean) => void): PendingUploads {
  const works = new Set<Promise<unknown>>();
  let failures = 0;
  return {
    add(work) {
      const ended = work.catch(() => undefined);
      works.add(ended);
      onChange(true);
      void ended.then(() => {
        works.delete(ended);
        onChange(works.size > 0);
      });
    },
    fail() {
      failures += 1;
    },
    failures: () => failures,
    async settled() {
      while (works.size > 0) await Promise.all(works);
    },
  };
}
