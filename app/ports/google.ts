import type { GoogleIdentity } from "../domain/google-identity";
import type { NewUser } from "./accounts";

export type GoogleKey = Pick<GoogleIdentity, "issuer" | "subject">;

/** A Google account as an account of ours keeps it. */
export interface LinkedGoogle extends GoogleKey {
  email: string;
  /** Epoch ms. */
  linkedAt: number;
}

export interface GoogleIdentities {
  /** Uid of the account that it opens, or null. */
  uidOf(key: GoogleKey): Promise<string | null>;
  /** Those that open this account, the first linked first. */
  ofUid(uid: string): Promise<LinkedGoogle[]>;
  /** False where it opens an account already. */
  link(uid: string, identity: GoogleIdentity, at: number): Promise<boolean>;
  /** Writes person and identity in one batch; false where the identity opens an account already. */
  insertWithUser(user: NewUser, identity: GoogleIdentity): Promise<boolean>;
  /** Notes the address that Google says it has now. */
  noteEmail(key: GoogleKey, email: string): Promise<void>;
  /** Takes all of them away; false where there is none, or no other way in. One conditional write. */
  unlink(uid: string): Promise<boolean>;
}
