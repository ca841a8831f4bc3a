/** An order asks alone while no other one has asked for so long, and it not longer than this. */
const ALONE_MS = 30_000;

/** Tells whether more than one key is asked for. */
export function createSoleAsker(): { isShared(key: string, now: number): boolean } {
  let sole = { key: "", since: Number.NEGATIVE_INFINITY, at: Number.NEGATIVE_INFINITY };
  return {
    isShared(key, now) {
      const isNew = now - sole.at > ALONE_MS || now < sole.at;
      if (isNew) sole = { key, since: now, at: now };
      sole.at = now;
      return sole.key !== key || now - sole.since > ALONE_MS;
    },
  };
}
