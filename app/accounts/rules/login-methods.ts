/** The ways in that an account has. */
export interface WaysIn {
  password: boolean;
  google: boolean;
  wallet: boolean;
}

export type WayIn = keyof WaysIn;

export const WAYS_IN = ["password", "google", "wallet"] as const satisfies readonly WayIn[];

/** True where the account has this way in and keeps another: nobody locks themselves out. */
export function canRemove(way: WayIn, ways: WaysIn): boolean {
  return ways[way] && WAYS_IN.some((other) => other !== way && ways[other]);
}
