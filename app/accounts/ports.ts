import type { AccountSummary, DeletionFacts, MergeVerdict } from "./rules/account-lifecycle";
import type { GoogleIdentity } from "./rules/google-identity";
import type { LoginMethods } from "./rules/login-methods";
import type { User } from "./rules/user";

export interface NewUser {
  uid: string;
  displayName: string;
  email: string;
  wallet: string | null;
  createdAt: number;
}

export interface Users {
  byUid(uid: string): Promise<User | null>;
  byWallet(wallet: string): Promise<User | null>;
  /** False where the uid or the wallet is taken. `walletLinkedAt` is `createdAt` where there is a wallet. */
  insert(user: NewUser): Promise<boolean>;
  /** Opens a closed account anew, as it would be inserted. False where it is not closed, or the wallet is taken. */
  reopen(user: NewUser): Promise<boolean>;
  rename(uid: string, displayName: string): Promise<void>;
  /** False where the wallet belongs to somebody else. */
  linkWallet(uid: string, wallet: string, at: number): Promise<boolean>;
  /** Unlinks the wallet; false where it was the last way in, as for `Passwords.remove`. */
  unlinkWallet(uid: string): Promise<boolean>;
  counts(uid: string): Promise<UserCounts>;
  /** How this person can come in; null for nobody. */
  loginMethods(uid: string): Promise<LoginMethods | null>;
}

/** What a profile counts. */
export interface UserCounts {
  favourites: number;
  /** Active products. */
  forSale: number;
  /** Purchases that were not taken back. */
  purchased: number;
}

export interface SessionRecord {
  tokenHash: string;
  uid: string;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
  reauthenticatedAt: number;
  userAgent: string;
}

export interface Sessions {
  insert(session: SessionRecord): Promise<void>;
  /** The session and its person in one read. */
  find(tokenHash: string): Promise<{ session: SessionRecord; user: User } | null>;
  touch(tokenHash: string, at: { lastSeenAt: number; expiresAt: number }): Promise<void>;
  markReauthenticated(tokenHash: string, reauthenticatedAt: number): Promise<void>;
  remove(tokenHash: string): Promise<void>;
  /** A person's sessions that are not over, the one used last first. */
  listOf(uid: string, now: number): Promise<SessionRecord[]>;
  /** All of a person's sessions but the one named. */
  removeOthers(uid: string, keepTokenHash: string): Promise<void>;
  removeExpired(now: number): Promise<void>;
}

export interface Passwords {
  byEmail(email: string): Promise<{ uid: string; hash: string } | null>;
  byUid(uid: string): Promise<{ email: string; hash: string } | null>;
  /** Writes the person and the credential in one batch; false where the address is taken. */
  insertWithUser(user: NewUser, credential: { email: string; hash: string }): Promise<boolean>;
  replaceHash(uid: string, hash: string, at: number): Promise<void>;
  /** Writes a new hash and ends every session of the person, in one transaction. */
  change(uid: string, hash: string, at: number): Promise<void>;
  /**
   * Gives a person who has none a credential, whose address (as typed: `shown`) becomes theirs, and
   * ends their sessions, in one transaction. False where the address is taken.
   */
  add(
    uid: string,
    credential: { email: string; hash: string; shown: string },
    at: number,
  ): Promise<boolean>;
  /**
   * Takes the credential away, with its address and its recovery codes. False where it was the last
   * way in, by a condition of the same write: two removals at once can't take both.
   */
  remove(uid: string): Promise<boolean>;
}

export interface RecoveryCodes {
  /** How many of a person's codes were not used. */
  left(uid: string): Promise<number>;
  /** Puts these in place of all that the person had, in one transaction. */
  replace(uid: string, hashes: string[], at: number): Promise<void>;
  /** Marks a code as used; false where there is none or it was used before. One conditional write. */
  use(uid: string, hash: string, at: number): Promise<boolean>;
}

export interface PasswordHasher {
  /** Algorithm, parameters, salt and hash in one text. */
  hash(password: string): Promise<string>;
  /** Takes as long for a stored null (nobody has that address) as for a real hash, and is then false. */
  verify(password: string, stored: string | null): Promise<boolean>;
  /** True where `stored` was made with other parameters than today's. */
  outdated(stored: string): boolean;
}

export interface WalletChallenge {
  nonce: string;
  purpose: "sign-in" | "link" | "merge" | "proof";
  /** Who asked for it; null for a visitor. */
  uid: string | null;
  /** What the message says in the person's language: part of what is signed. */
  statement: string;
  issuedAt: number;
  expiresAt: number;
}

export interface WalletChallenges {
  insert(challenge: WalletChallenge): Promise<void>;
  /** Marks it used; null where it is unknown, expired or was used before. One conditional write. */
  consume(nonce: string, now: number): Promise<WalletChallenge | null>;
  removeExpired(now: number): Promise<void>;
}

/** Accounts that end: in another one, or for good. Each write is one batch of conditional statements. */
export interface AccountLifecycle {
  summary(uid: string): Promise<AccountSummary>;
  /** Whether the account that this wallet alone opens may be merged into `to`. */
  canMerge(from: string, to: string): Promise<MergeVerdict>;
  /**
   * Moves everything of the wallet's account to `to`, closes it and links the wallet to `to`.
   * Repeating it changes nothing. False where nothing was moved, now or by an earlier call.
   */
  merge(accounts: { from: string; to: string; wallet: string }, at: number): Promise<boolean>;
  deletionFacts(uid: string): Promise<Omit<DeletionFacts, "toDecide">>;
  /**
   * Removes a person. What buyers and the books need stays, under `pseudonym`: a new id that says
   * nothing. Files to be removed are left as that id's unfinished uploads. False where the person
   * is gone, is paying at this moment, or has payments to decide on.
   */
  remove(uid: string, pseudonym: string, at: number): Promise<boolean>;
}

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

/** Payments of others that a seller has to decide on; counted where payments are kept. */
export interface ReviewCount {
  countToReview(ownerUid: string): Promise<number>;
}

/** Image keys of a person's public page; empty text where there is none. */
export interface PageImages {
  byUid(uid: string): Promise<{ page: { bannerKey: string; logoKey: string } | null } | null>;
}

/** Files of a person who is gone. */
export interface OwnedFiles {
  /**
   * Removes these objects, and a round of the uploads that `Endings.remove` left as abandoned. The
   * rest of them, should there be many, goes with the next sweeps.
   */
  remove(keys: string[]): Promise<void>;
}
