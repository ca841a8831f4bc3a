import { hashToken } from "./hash-token";

/** What is stored of a code. The account is part of it: one guess can't be tried on all of them. */
export function hashRecoveryCode(uid: string, code: string): Promise<string> {
  return hashToken(`${uid}:${code}`);
}
