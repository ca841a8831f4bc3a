// @chunk none
// Written by `npm run generate` from app/routes.ts.
const segment = encodeURIComponent;

/** Every path below the profile by the id of its route, with encoded parameters. */
export const profilePaths = {
  reauthenticate: "/profil/confirm",
  password: "/profil/password",
  recoveryCodes: "/profil/codes",
  recoveryCodesText: "/profil/codes/text",
  removeLoginMethod: (method: string) => `/profil/remove/${segment(method)}`,
  sellerStatus: "/profil/seller",
  deleteAccount: "/profil/delete",
} as const;
