import type { OrderRecords, ReferenceKeys } from "../app/orders/ports";
import { parseOrderRecord, toOrderRecord } from "../app/orders/rules/order-record";
import { platformRuntime } from "./isolate";
import { type RetryTimer, retryTransient } from "./retry-storage";

const PREFIX = "order-terms/";

/** The terms of orders as objects in R2, which a restore of the database leaves as they are. */
export function r2OrderRecords(
  bucket: R2Bucket,
  timer: RetryTimer = platformRuntime,
): OrderRecords {
  const keyOf = (reference: string) => `${PREFIX}${reference}.json`;
  return {
    async put(order, releaseId) {
      const text = JSON.stringify(toOrderRecord(order, releaseId));
      const httpMetadata = { contentType: "application/json" };
      await retryTransient(() => bucket.put(keyOf(order.reference), text, { httpMetadata }), timer);
    },

    async read(reference) {
      const text = await retryTransient(async () => {
        const object = await bucket.get(keyOf(reference));
        return (await object?.text()) ?? null;
      }, timer);
      return text === null ? null : parseOrderRecord(text);
    },

    async remove(references) {
      if (references.length > 0)
        await retryTransient(() => bucket.delete(references.map(keyOf)), timer);
    },
  };
}

/**
 * Encrypts the keys in all records again under the current session secret. A record is replaced only while it
 * is the one that was read. Returns the number of records that were.
 */
export async function resealOrderRecords(
  bucket: Pick<R2Bucket, "list" | "get" | "put">,
  referenceKeys: Pick<ReferenceKeys, "reseal">,
): Promise<number> {
  let resealed = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await bucket.list({ prefix: PREFIX, cursor });
    for (const { key } of page.objects) {
      const object = await bucket.get(key);
      if (!object) continue;
      const record = parseOrderRecord(await object.text());
      if (!record?.referenceSecret) continue;
      const referenceSecret = await referenceKeys.reseal(record.referenceSecret);
      if (referenceSecret === null || referenceSecret === record.referenceSecret) continue;
      const text = JSON.stringify({ ...record, referenceSecret });
      const { etag: etagMatches, httpMetadata } = object;
      if (await bucket.put(key, text, { httpMetadata, onlyIf: { etagMatches } })) resealed += 1;
    }
    if (!page.truncated) return resealed;
    cursor = page.cursor;
  }
}
