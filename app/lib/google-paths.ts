// @chunk none
// Written by `npm run generate` from app/routes.ts.

/** Every path of the sign-in by Google by the id of its route, with encoded parameters. */
export const googlePaths = {
  start: "/auth/google",
  link: "/auth/google/link",
  reauthenticate: "/auth/google/proof",
  callback: "/auth/google/callback",
  account: "/auth/google/account",
  reauthenticated: "/auth/google/proven",
} as const;
