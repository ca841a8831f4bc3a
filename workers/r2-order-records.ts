import type { OrderRecords } from "../app/orders/ports";
import { parseOrderRecord, toOrderRecord } from "../app/orders/rules/order-record";
import { platformRuntime } from "./isolate";
import { type RetryTimer, retryTransient } from "./retry-storage";

/** The terms of orders as objects in R2, which a restore of the database leaves as they are. */
export function r2OrderRecords(
  bucket: R2Bucket,
  timer: RetryTimer = platformRuntime,
): OrderRecords {
  const keyOf = (reference: string) => `order-terms/${reference}.json`;
  return {
    async put(order, fileKey) {
      const text = JSON.stringify(toOrderRecord(order, fileKey));
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
