import type { OrderRecords } from "../../orders/ports";
import type { OrderRecord } from "../../orders/rules/order-record";

/**
 * Records of orders that the database has lost, by reference. Anybody can name keys in a transfer, so
 * each is read once and the reads are counted.
 */
export interface LostOrderRecords {
  /** Null for a key that is no reference of an order with a record. */
  read(reference: string): Promise<OrderRecord | null>;
  /** True when no further transaction should be judged with this reader. */
  isExhausted(): boolean;
}

/** Records that are read for the transactions of one poll, or of one run of the sweep. */
const MAX_READS = 200;

/** To be made for each poll or run: what has no record now may have one after a restore. */
export function createLostOrderRecords({
  orderRecords,
}: {
  orderRecords: Pick<OrderRecords, "read">;
}): LostOrderRecords {
  const reads = new Map<string, Promise<OrderRecord | null>>();
  async function fetchRecord(reference: string): Promise<OrderRecord | null> {
    const record = await orderRecords.read(reference);
    return record?.reference === reference ? record : null;
  }
  return {
    read(reference) {
      const read = reads.get(reference) ?? fetchRecord(reference);
      reads.set(reference, read);
      return read;
    },
    isExhausted: () => reads.size >= MAX_READS,
  };
}
