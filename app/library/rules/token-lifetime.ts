import {
  DOWNLOAD_CONTINUE_WINDOW_MS,
  DOWNLOAD_START_WINDOW_MS,
} from "../../products/rules/download-window";

/** Times of a download token. Epoch ms. */
interface TokenTimes {
  issuedAt: number;
  /** The first use. */
  startedAt: number | null;
  revokedAt: number | null;
}

/** True while a download can start or continue. */
export function isLiveToken(token: TokenTimes, now: number): boolean {
  if (token.startedAt === null) return isUnusedToken(token, now);
  return token.revokedAt === null && now < token.startedAt + DOWNLOAD_CONTINUE_WINDOW_MS;
}

/** True while a download can start that has not yet. */
export function isUnusedToken(
  { issuedAt, startedAt, revokedAt }: TokenTimes,
  now: number,
): boolean {
  return startedAt === null && revokedAt === null && now < issuedAt + DOWNLOAD_START_WINDOW_MS;
}
