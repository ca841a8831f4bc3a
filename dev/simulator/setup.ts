import { createHash } from "node:crypto";
import { codeKey } from "../../app/codes/rules/code";
import { sessionExpiry } from "../../app/lib/session-lifetime";
import { categoryById } from "../../app/products/rules/categories";
import { protectedFileKey, protectedStoragePath } from "../../app/products/rules/file-names";
import { saleLimitOf } from "../../app/products/rules/sale-type";
import { searchTextOf } from "../../app/products/rules/search-text";
import { createRandom } from "./random";
import type { Plan, ProductPlan } from "./steps";
import { createWallet } from "./wallets";
import type { Person, World } from "./world";

/** Share of sellers on the plan without a commission: their orders have one leg. */
const PREMIUM_SHARE = 0.2;
/** So that the platform's account exists, and fees below the rent minimum can be paid to it. */
const PLATFORM_LAMPORTS = 1_000_000_000n;
const CATEGORY_ID = 1;
const UID_BYTES = 16;
const TOKEN_BYTES = 32;

/** The people of a plan: their accounts, session tokens and wallets are drawn from the seed. */
export function peopleOf(plan: Plan): Person[] {
  return plan.people.map(({ name, role, hasAccount, browsers = 0, walletLamports }) => {
    const random = createRandom(`${plan.seed}/people/${name}`);
    const uid = Buffer.from(random.bytes(UID_BYTES)).toString("base64url");
    const token = Buffer.from(random.bytes(TOKEN_BYTES)).toString("base64url");
    return {
      name,
      role,
      uid: hasAccount ? uid : null,
      sessionHash: hasAccount ? createHash("sha256").update(token).digest("hex") : null,
      secrets: Array.from({ length: browsers }, (_, at) =>
        createHash("sha256")
          .update(random.fork(`browser-${at}`).bytes(TOKEN_BYTES))
          .digest("hex"),
      ),
      wallets: walletLamports.map((_, at) => createWallet(random.fork(`wallet-${at}`))),
    };
  });
}

/** As sellers name their codes. */
const CODE_NAME = "Festival";

/** A code of each seller, where the plan has one, for all products of the seller. */
function offerCodes({ database, people, scheduler }: World, { code }: Plan): void {
  if (!code) return;
  for (const { uid, role } of people) {
    if (uid === null || role !== "seller") continue;
    const id = `festival-${uid}`;
    insert(database, "codes", {
      id,
      owner_uid: uid,
      name: CODE_NAME,
      name_key: codeKey(CODE_NAME),
      kind: "percent",
      value: code.percent,
      is_for_all: 1,
      capacity: code.capacity,
      per_person: code.perPerson,
      ends_at: code.endsAfterMs === null ? null : scheduler.now + code.endsAfterMs,
      created_at: scheduler.now,
      updated_at: scheduler.now,
    });
    if (code.capacity !== null)
      insert(database, "things", { id: `use:${id}`, capacity: code.capacity });
    if (code.isDefault)
      database.write("UPDATE products SET default_code_id = ? WHERE owner_uid = ?", id, uid);
  }
}

/** Those who share in each sale. Without an account in the plan they have one that does nothing. */
function authorsOf(plan: Plan) {
  const people = peopleOf(plan);
  return (plan.authors ?? []).map(({ person, bps, lamports }, at) => {
    const one = person === null ? undefined : people[person];
    const own = one?.wallets[0];
    const wallet = own ?? createWallet(createRandom(`${plan.seed}/author-${at}`));
    const funds = own ? 0n : lamports;
    return { uid: one?.uid ?? null, ownUid: `author-${at}`, wallet: wallet.address, bps, funds };
  });
}

/**
 * Accounts with a session and a linked wallet, products on sale with their files, and money in wallets,
 * as they are when the run begins. Without a fault and in no virtual time.
 */
export function setUp(world: World, plan: Plan): void {
  world.chain.fund(world.platformWallet, PLATFORM_LAMPORTS);
  for (const { wallet, funds } of authorsOf(plan)) {
    if (funds > 0n) world.chain.fund(wallet, funds);
  }
  for (const [at, person] of world.people.entries()) {
    openAccount(world, person, plan.people[at]?.mayGiveFree ?? false);
    const amounts = plan.people[at]?.walletLamports ?? [];
    for (const [index, { address }] of person.wallets.entries()) {
      const lamports = amounts[index] ?? 0n;
      if (lamports > 0n) world.chain.fund(address, lamports);
    }
  }
  for (const [at, product] of plan.products.entries()) publish(world, product, at + 1);
  offerCodes(world, plan);
  shareSales(world, plan);
  signInAll(world);
  tellProducts(world);
  tellCodes(world);
}

function openAccount(
  { database, scheduler, random }: World,
  person: Person,
  mayGiveFree: boolean,
): void {
  if (person.uid === null) return;
  const isPremium =
    person.role === "seller" && random.fork(`plan of ${person.name}`).chance(PREMIUM_SHARE);
  insert(database, "users", {
    uid: person.uid,
    display_name: person.name,
    email: `${person.name.toLowerCase()}@example.com`,
    wallet: person.wallets[0]?.address ?? null,
    plan: isPremium ? "premium" : "free",
    may_give_free: mayGiveFree ? 1 : 0,
    created_at: scheduler.now,
    wallet_linked_at: scheduler.now,
  });
}

/** Everybody with an account signs in, at the start and after sessions were deleted. */
export function signInAll({ database, scheduler, people }: World): void {
  const at = { createdAt: scheduler.now, lastSeenAt: scheduler.now };
  for (const { uid, sessionHash } of people) {
    if (uid === null || sessionHash === null) continue;
    insert(database, "sessions", {
      token_hash: sessionHash,
      uid,
      created_at: at.createdAt,
      last_seen_at: at.lastSeenAt,
      expires_at: sessionExpiry(at),
      proven_at: at.lastSeenAt,
    });
  }
}

const SALE_TYPES = { unlimited: "infinite", limited: "limited", unique: "unique" } as const;

/** The one file of a product, which is verified. */
function storeFile(
  { database, bucket, scheduler }: Pick<World, "database" | "bucket" | "scheduler">,
  { id, n, key, body, uid }: { id: string; n: number; key: string; body: string; uid: string },
): void {
  const name = `file-${n}.txt`;
  bucket.seed(protectedStoragePath(id, name), body, "text/plain");
  insert(database, "files", {
    key,
    storage_path: protectedStoragePath(id, name),
    owner_uid: uid,
    product_id: id,
    file_name: name,
    content_type: "text/plain",
    size_bytes: Buffer.byteLength(body),
    sha256: createHash("sha256").update(body).digest("hex"),
    status: "complete",
    part_size_bytes: Buffer.byteLength(body),
    created_at: scheduler.now,
    completed_at: scheduler.now,
  });
}

function publish({ database, bucket, scheduler, people }: World, plan: ProductPlan, n: number) {
  const seller = people[plan.seller];
  if (!seller || seller.uid === null) throw new Error("a product's seller has no account");
  const id = `product-${n}`;
  const name = `file-${n}.txt`;
  const key = protectedFileKey(id, name);
  const body = `What ${seller.name} sells as number ${n}.`;
  const now = scheduler.now;
  if (!plan.items)
    storeFile({ database, bucket, scheduler }, { id, n, key, body, uid: seller.uid });
  const texts = { title: `Product ${n}`, description: `Number ${n} of ${seller.name}` };
  const saleType = SALE_TYPES[plan.saleType];
  insert(database, "products", {
    id,
    owner_uid: seller.uid,
    ...texts,
    search_text: searchTextOf({ ...texts, descriptionFormat: "plain" }),
    category_id: CATEGORY_ID,
    type: categoryById(CATEGORY_ID)?.type ?? "autre",
    price_lamports: Number(plan.priceLamports),
    is_free: plan.isFree ? 1 : 0,
    is_price_chosen: plan.isPriceChosen ? 1 : 0,
    given: plan.takenBefore ?? 0,
    file_key: plan.items ? null : key,
    bundle_size: plan.items?.length ?? 0,
    product_file_name: plan.items ? "" : name,
    status: "active",
    recipient: seller.wallets[0]?.address ?? "",
    sale_type: saleType,
    sale_limit: saleLimitOf(saleType, plan.limit),
    created_at: now,
    updated_at: now,
  });
  for (const [at, item] of (plan.items ?? []).entries()) {
    const product_id = `product-${item + 1}`;
    insert(database, "bundle_items", { bundle_id: id, product_id, position: at + 1 });
  }
  for (let person = 1; person <= (plan.takenBefore ?? 0); person++) {
    const taken = { id: `${id}-taken-${person}`, product_id: id, uid: `earlier-${person}` };
    giveBefore(database, { ...taken, created_at: now }, key);
  }
}

/** The authors of the plan are those of each product. */
function shareSales({ database, scheduler }: World, plan: Plan): void {
  const at = scheduler.now;
  for (const { uid, ownUid, wallet, bps } of authorsOf(plan)) {
    if (uid === null) insert(database, "users", { uid: ownUid, display_name: "", created_at: at });
    for (const index of plan.products.keys()) {
      const product = { product_id: `product-${index + 1}`, uid: uid ?? ownUid };
      insert(database, "authors", { ...product, wallet, bps, accepted_at: at });
    }
  }
}

/** A grant whose person has removed it: it counts, and gives nothing. */
function giveBefore(
  database: World["database"],
  { id, ...taken }: { id: string; product_id: string; uid: string; created_at: number },
  release: string,
): void {
  const at = taken.created_at;
  insert(database, "grants", { id, ...taken, reason: "free", removed_at: at });
  const right = { ...taken, release_id: release, grant_reason: "free", revoked_at: at };
  insert(database, "rights", { order_id: id, ...right });
}

interface ProductRow {
  product: string;
  sellerUid: string;
  wallet: string;
  price: number | bigint;
  limit: number | null;
  isPriceChosen: number;
  status: "active" | "disabled";
}

/**
 * Tells the state of every product that differs from what was told last: after its seller has seen what
 * became of an edit, and after a restore, which undoes edits.
 */
export function tellProducts({ database, story }: World): void {
  const told = new Map<string, string>();
  const known = story.events.filter((event) => event.kind === "product");
  for (const { at: _, ...event } of known) told.set(event.product, textOf(event));
  const rows = database.read<ProductRow>(
    `SELECT id AS product, owner_uid AS sellerUid, recipient AS wallet, price_lamports AS price,
      sale_limit AS "limit", is_price_chosen AS isPriceChosen,
      -- An item that is off sale stops its bundle.
      CASE WHEN EXISTS (SELECT 1 FROM bundle_items b LEFT JOIN products q ON q.id = b.product_id
        WHERE b.bundle_id = products.id AND (q.status = 'active' AND q.recipient = products.recipient
          AND q.price_lamports > 0) IS NOT 1) THEN 'disabled' ELSE status END AS status
      FROM products ORDER BY seq`,
  );
  for (const { price, isPriceChosen, product, sellerUid, wallet, limit, status } of rows) {
    const terms = { product, sellerUid, wallet, priceLamports: BigInt(price), limit, status };
    const event = { kind: "product", ...terms, isPriceChosen: isPriceChosen === 1 } as const;
    if (told.get(product) !== textOf(event)) story.tell(event);
    told.delete(product);
  }
  for (const product of told.keys()) {
    const last = known.findLast((event) => event.product === product);
    if (!last || last.status === "deleted") continue;
    const { at: _, ...event } = last;
    story.tell({ ...event, status: "deleted" });
  }
}

interface CodeRow {
  code: string;
  sellerUid: string;
  name: string;
  percent: number;
  perPerson: number | null;
  endsAt: number | null;
  isDisabled: number;
}

/** Tells the state of every code that differs from what was told last, as `tellProducts` does. */
export function tellCodes({ database, story }: World): void {
  const told = new Map(
    story.events.flatMap((event) => (event.kind === "code" ? [[event.code, event]] : [])),
  );
  const rows = database.read<CodeRow>(
    `SELECT id AS code, owner_uid AS sellerUid, name, value AS percent, per_person AS perPerson,
      ends_at AS endsAt, disabled_at IS NOT NULL AS isDisabled FROM codes ORDER BY id`,
  );
  for (const row of rows) {
    const isDisabled = row.isDisabled === 1;
    if (told.get(row.code)?.isDisabled === isDisabled) continue;
    story.tell({ kind: "code", ...row, isDisabled });
  }
}

function textOf(event: object): string {
  return Object.entries(event)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join();
}

function insert(
  database: World["database"],
  table: string,
  row: Record<string, string | number | null>,
): void {
  const columns = Object.keys(row);
  const places = columns.map(() => "?").join(", ");
  const sql = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`;
  database.write(sql, ...Object.values(row));
}
