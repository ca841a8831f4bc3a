// Written by `npm run generate` from app/routes.ts.

export const start = "/auth/google";

export const link = "/auth/google/link";

export const reauthenticate = "/auth/google/proof";

export const callback = "/auth/google/callback";

export const account = "/auth/google/account";

export const reauthenticated = "/auth/google/proven";
