/** The ways in that an account has. */
export interface LoginMethods {
  password: boolean;
  google: boolean;
  wallet: boolean;
}

export type LoginMethod = keyof LoginMethods;

export const WAYS_IN = ["password", "google", "wallet"] as const satisfies readonly LoginMethod[];

/** True where the account has this way in and keeps another: nobody locks themselves out. */
export function canRemove(method: LoginMethod, methods: LoginMethods): boolean {
  return methods[method] && WAYS_IN.some((other) => other !== method && methods[other]);
}
