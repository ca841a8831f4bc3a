/** Which login methods an account has. */
export interface LoginMethods {
  password: boolean;
  google: boolean;
  wallet: boolean;
}

export type LoginMethod = keyof LoginMethods;

export const LOGIN_METHODS = [
  "password",
  "google",
  "wallet",
] as const satisfies readonly LoginMethod[];

/** True where the account has this login method and would keep another one. */
export function canRemove(method: LoginMethod, methods: LoginMethods): boolean {
  return methods[method] && LOGIN_METHODS.some((other) => other !== method && methods[other]);
}
