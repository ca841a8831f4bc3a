import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";
import { canonicalJson } from "../../../app/lib/canonical-json";
import { readTerms, type Terms, termsText } from "../../../app/orders/rules/terms";
import { insertRow } from "../rows";

/** Terms that take more than `quote` gives today: uses of a code, keys. Runs in Node and inside workerd. */
export function takingAlso({ id: _, ...terms }: Terms, ...things: string[]): Terms {
  const parts = { ...terms, takes: [...terms.takes, ...things] };
  const items = parts.items.map(({ product }) => product);
  const text = canonicalJson({ ...parts, items });
  const id = bytesToHex(sha256(new TextEncoder().encode(text)));
  // As it is read from a row.
  return readTerms(termsText({ ...parts, id }));
}

/** A code or the keys of a product, with this many left. Returns its id. */
export async function insertThing(
  db: D1Database,
  capacity: number,
  id = `use:${crypto.randomUUID()}`,
): Promise<string> {
  await insertRow(db, "things", { id, capacity });
  return id;
}
