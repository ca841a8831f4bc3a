import type { Clock } from "../../lib/ports";
import { DOWNLOAD_CONTINUE_WINDOW, DOWNLOAD_START_WINDOW } from "../../solana/payment-constants";
import type { DownloadTokens } from "../ports";

/** Removes tokens that nothing can be downloaded with any more: every answer to a buyer makes one. */
export async function purgeDownloadTokens(deps: {
  clock: Clock;
  downloadTokens: Pick<DownloadTokens, "removeOldest">;
}): Promise<void> {
  const longest = DOWNLOAD_START_WINDOW + DOWNLOAD_CONTINUE_WINDOW;
  await deps.downloadTokens.removeOldest(deps.clock.now() - longest);
}
