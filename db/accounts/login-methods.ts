import { sql } from "drizzle-orm";

// Conditions for writes that may only happen while the account keeps another login method.

export const hasPassword = (uid: string) =>
  sql`EXISTS (SELECT 1 FROM password_credentials c WHERE c.uid = ${uid})`;

export const hasGoogle = (uid: string) =>
  sql`EXISTS (SELECT 1 FROM google_identities g WHERE g.uid = ${uid})`;

export const hasWallet = (uid: string) =>
  sql`EXISTS (SELECT 1 FROM users u WHERE u.uid = ${uid} AND u.wallet IS NOT NULL)`;
