import { z } from "zod";
import type { LicenceRecord, LicenceRecords, LicenceSealing } from "../app/licences/ports";
import { platformRuntime } from "./isolate";
import { type RetryTimer, retryTransient } from "./retry-storage";

const PREFIX = "licences/";
const KEY_PREFIX = "licence-product-keys/";

const record = z.object({
  version: z.literal(1),
  productId: z.string().max(64),
  number: z.int().positive().nullable(),
  orderId: z.string().max(64),
  hash: z.string().max(64),
  sealed: z.string().max(4_096),
  at: z.int(),
});

/** A written key is named by its number, so that one number has one owner; a generated one by its order. */
function nameOf({ productId, number, orderId }: LicenceRecord): string {
  return `${PREFIX}${productId}/${number ?? `order-${orderId}`}`;
}

/** Who has which licence key, as objects in R2. They are written once and never changed. */
export function r2LicenceRecords(
  bucket: R2Bucket,
  timer: RetryTimer = platformRuntime,
): LicenceRecords {
  const read = async (name: string) => {
    const object = await bucket.get(name);
    return object ? object.text() : null;
  };
  /** The text that stands under the name: this one where there was none. */
  const claimText = (name: string, text: string) =>
    retryTransient(async () => {
      const httpMetadata = { contentType: "application/json" };
      const written = await bucket.put(name, text, {
        httpMetadata,
        onlyIf: { etagDoesNotMatch: "*" },
      });
      const found = written ? text : await read(name);
      if (found === null) throw new Error(`${name} is neither written nor there`);
      return found;
    }, timer);
  return {
    async claim(wanted) {
      const text = JSON.stringify({ version: 1, ...wanted });
      return toRecord(await claimText(nameOf(wanted), text));
    },

    async list(after, limit) {
      const page = await retryTransient(
        () => bucket.list({ prefix: PREFIX, limit, ...(after !== null && { startAfter: after }) }),
        timer,
      );
      const records: LicenceRecord[] = [];
      for (const { key } of page.objects) {
        const text = await retryTransient(() => read(key), timer);
        if (text !== null) records.push(toRecord(text));
      }
      const last = page.objects.at(-1)?.key ?? after;
      return { records, last, isLast: !page.truncated };
    },

    claimKey: (productId, sealedKey) => claimText(KEY_PREFIX + productId, sealedKey),
    readKey: (productId) => retryTransient(() => read(KEY_PREFIX + productId), timer),
  };
}

function toRecord(text: string): LicenceRecord {
  const { version: _, ...fields } = record.parse(JSON.parse(text));
  return fields;
}

/**
 * Seals the keys of products anew under the current session secret. One is replaced only while it is what was read.
 * Returns the number of those that were.
 */
export async function resealLicenceKeys(
  bucket: Pick<R2Bucket, "list" | "get" | "put">,
  sealing: Pick<LicenceSealing, "reseal">,
): Promise<number> {
  let resealed = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await bucket.list({ prefix: KEY_PREFIX, cursor });
    for (const { key } of page.objects) {
      const object = await bucket.get(key);
      if (!object) continue;
      const sealed = await object.text();
      const fresh = await sealing.reseal(sealed);
      if (fresh === null || fresh === sealed) continue;
      if (await bucket.put(key, fresh, { onlyIf: { etagMatches: object.etag } })) resealed += 1;
    }
    if (!page.truncated) return resealed;
    cursor = page.cursor;
  }
}
