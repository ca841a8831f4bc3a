import { codeKey } from "../../../app/codes/rules/code";
import { insertion } from "../rows";

export interface CodeTraits {
  id?: string;
  name?: string;
  kind?: "percent" | "amount";
  /** Percent, or lamports. */
  value?: number;
  /** Ids of its products; without them it is for all. */
  products?: readonly string[];
  capacity?: number | null;
  /** Uses that are sold, of a code with a capacity. */
  sold?: number;
  /** Uses of one person. */
  perPerson?: number | null;
  /** The smallest price that it takes something off, in lamports. */
  minLamports?: number | null;
  /** Epoch ms. */
  startsAt?: number | null;
  endsAt?: number | null;
  disabledAt?: number | null;
}

/** Inserts a code with its products and counter. Runs in Node and inside workerd. Returns its id. */
export async function insertCode(
  db: D1Database,
  ownerUid: string,
  { id = crypto.randomUUID(), name = "SPRING", products, sold = 0, ...traits }: CodeTraits = {},
): Promise<string> {
  const { capacity = null, kind = "percent", value = 10 } = traits;
  const now = Date.now();
  const times = { starts_at: traits.startsAt ?? null, ends_at: traits.endsAt ?? null };
  await db.batch([
    insertion(db, "codes", {
      ...{ id, owner_uid: ownerUid, name, name_key: codeKey(name), kind, value, capacity },
      ...{ is_for_all: products ? 0 : 1, created_at: now, updated_at: now, ...times },
      ...{ disabled_at: traits.disabledAt ?? null, per_person: traits.perPerson ?? null },
      min_lamports: traits.minLamports ?? null,
    }),
    ...(products ?? []).map((product_id) =>
      insertion(db, "code_products", { code_id: id, product_id }),
    ),
    ...(capacity === null ? [] : [insertion(db, "things", { id: `use:${id}`, capacity, sold })]),
  ]);
  return id;
}
