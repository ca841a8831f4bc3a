import type { AppLoadContext } from "@remix-run/cloudflare";
import { limitByAccount, limitByIp } from "../../http/rate-limit";

const WINDOW_MS = 3_600_000;
/** More than a person publishes in an hour; each one that is started takes storage. */
const MAX_PER_ACCOUNT = 120;
/** Several sellers can share an address. Counts across accounts, which anyone can open anew. */
const MAX_PER_IP = 600;

/** Counts a product that is about to be uploaded. Throws `slow_down`. */
export async function limitUploads(
  args: { request: Request; context: AppLoadContext },
  { uid }: { uid: string },
): Promise<void> {
  const bound = { name: "uploads", windowMs: WINDOW_MS };
  await limitByIp(args, { ...bound, limit: MAX_PER_IP });
  await limitByAccount(args.context, uid, { ...bound, limit: MAX_PER_ACCOUNT });
}

/** More than a person does to the pictures and samples of many products in an hour, moves among them. */
const MAX_CHANGES_PER_ACCOUNT = 600;
const MAX_CHANGES_PER_IP = 3_000;

/** Counts a change of a product's pictures or sample. Throws `slow_down`. */
export async function limitPictures(
  args: { request: Request; context: AppLoadContext },
  { uid }: { uid: string },
): Promise<void> {
  const bound = { name: "pictures", windowMs: WINDOW_MS };
  await limitByIp(args, { ...bound, limit: MAX_CHANGES_PER_IP });
  await limitByAccount(args.context, uid, { ...bound, limit: MAX_CHANGES_PER_ACCOUNT });
}
