import { type PersonRows, rowsOf } from "./person-rows";

/** Rows beside `users`, which the batches themselves close. */
export const personRows: PersonRows = {
  reassign({ from, open }) {
    const { drop } = rowsOf(from, open);
    return ["sessions", "wallet_challenges", "recovery_codes"].map(drop);
  },
  remove({ uid, begun }) {
    const { drop } = rowsOf(uid, begun);
    const ofLogin = ["recovery_codes", "google_identities", "password_credentials"];
    return ["sessions", "wallet_challenges", ...ofLogin].map(drop);
  },
};

export const KEPT = {
  merge: {
    "password_credentials.uid": "an account with a password is not merged",
    "google_identities.uid": "an account with Google is not merged",
  },
};
