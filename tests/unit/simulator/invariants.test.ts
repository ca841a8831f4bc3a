import { expect, test } from "vitest";
import { readMigrations } from "../../../dev/run/migrate";
import { invariants } from "../../../dev/simulator/invariants/index";
import type { Judged } from "../../../dev/simulator/invariants/invariant";
import { checkLiveness } from "../../../dev/simulator/invariants/liveness";
import { codeWasOff } from "../../../dev/simulator/model/codes";
import { compareWithModel } from "../../../dev/simulator/model/compare";
import type { StoryEvent } from "../../../dev/simulator/model/story";
import { Polls } from "../../../dev/simulator/runtime/polls";
import { createSimulatedDatabase } from "../../../dev/simulator/stand-ins/d1";
import type { LandedPayment, SimulatedDatabase } from "../../../dev/simulator/world";
import type { Ports } from "../../../workers/ports";

const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

type Row = Record<string, string | number | null>;

const PRODUCT: Row = {
  id: "film",
  owner_uid: "sam",
  title: "Film",
  category_id: 1,
  type: "video",
  description: "",
  price_lamports: 1_000_000,
  status: "active",
  recipient: "Sam",
  sale_type: "limited",
  sale_limit: 2,
  sold: 1,
  held: 0,
  created_at: NOW - HOUR_MS,
  updated_at: NOW - HOUR_MS,
};

const ORDER: Row = {
  id: "o1",
  product_id: "film",
  owner_uid: "sam",
  buyer_uid: "ada",
  buyer_wallet: "Ada",
  status: "paid",
  payment_requested: 1,
  price_lamports: 1_000_000,
  seller_lamports: 990_000,
  fee_lamports: 10_000,
  fee_bps: 100,
  recipient: "Sam",
  platform: "Platform",
  reference: "Ref1",
  label: "",
  message: "",
  sale_type: "limited",
  created_at: NOW - HOUR_MS,
  expires_at: NOW + 23 * HOUR_MS,
  hold: "sold",
  signature: "sig1",
  payer_wallet: "Ada",
  paid_lamports: 1_000_000,
  settled_at: NOW - HOUR_MS,
  finalized_at: NOW - HOUR_MS,
  updated_at: NOW - HOUR_MS,
};

/** Of an order that nobody has paid. */
const UNPAID: Row = {
  ...ORDER,
  id: "o2",
  buyer_uid: "bob",
  buyer_wallet: "Bob",
  status: "pending",
  reference: "Ref2",
  hold: "none",
  signature: null,
  payer_wallet: null,
  paid_lamports: null,
  settled_at: null,
  finalized_at: null,
  next_poll_at: NOW + HOUR_MS,
};

const LINE: Row = {
  order_id: "o1",
  product_id: "film",
  owner_uid: "sam",
  kind: "sale",
  lamports: 1_000_000,
  signature: "sig1",
  slot: 1,
  at: NOW - HOUR_MS,
  payer: "Ada",
};

const RIGHT: Row = { uid: "ada", product_id: "film", order_id: "o1", created_at: NOW };
const PURCHASE: Row = { ...RIGHT, file_key: "f" };
/** Of a free product that somebody took. */
const FREE: Row = {
  ...PRODUCT,
  id: "song",
  price_lamports: 0,
  is_free: 1,
  sale_type: "infinite",
  sale_limit: null,
  sold: 0,
  given: 1,
  file_key: "f",
};
const GRANT: Row = {
  id: "g1",
  product_id: "song",
  uid: "bob",
  reason: "free",
  address: "office",
  created_at: NOW,
  removed_at: null,
};
const GRANTED: Row = {
  order_id: "g1",
  product_id: "song",
  uid: "bob",
  created_at: NOW,
  grant_reason: "free",
  release_id: "f",
};
const FILE: Row = {
  key: "f",
  storage_path: "protectedFiles/f",
  owner_uid: "sam",
  product_id: "film",
  file_name: "f",
  content_type: "text/plain",
  size_bytes: 1,
  sha256: "ab",
  status: "complete",
  part_size_bytes: 1,
  created_at: NOW,
};
const RELEASE: Row = {
  id: "r1",
  product_id: "film",
  number: 1,
  created_at: NOW,
  published_at: NOW,
  replaced_at: null,
};
const TOKEN: Row = {
  token_hash: "t1",
  uid: "ada",
  product_id: "film",
  file_key: "f",
  issued_at: NOW,
};

function paid(signature: string, from: string, reference: string, parts = [10_000n, 990_000n]) {
  const [fee = 0n, share = 0n] = parts;
  const payment: LandedPayment = {
    signature,
    slot: 1,
    at: NOW - HOUR_MS,
    hasRun: true,
    err: null,
    signers: [from, reference],
    transfers: [
      { from, to: "Platform", lamports: fee, extra: [reference] },
      { from, to: "Sam", lamports: share, extra: [reference] },
    ],
  };
  return payment;
}

/** A record in which one sale was made, as it should be, with rows and events in place of its own or more. */
function record(
  changes: Partial<
    Record<
      | "products"
      | "orders"
      | "ledger"
      | "purchases"
      | "rights"
      | "grants"
      | "tokens"
      | "shares"
      | "things"
      | "codes"
      | "events"
      | "files"
      | "releases",
      Row[]
    >
  > = {},
  landed: LandedPayment[] = [paid("sig1", "Ada", "Ref1")],
) {
  const database = createSimulatedDatabase(
    { call: async (_life, _store, _label, work) => work() },
    readMigrations(),
  );
  for (const uid of ["sam", "ada", "bob"]) {
    insert(database, "users", {
      uid,
      display_name: uid,
      email: "",
      wallet: uid.charAt(0).toUpperCase() + uid.slice(1),
      role: "client",
      plan: "free",
      may_give_free: uid === "bob" ? 1 : 0,
      created_at: NOW,
    });
  }
  const rows = {
    files: changes.files ?? [FILE],
    releases: changes.releases ?? [],
    release_files: (changes.releases ?? []).map(({ id }) => {
      return { release_id: id, position: 1, file_key: "f", name: "f" } as Row;
    }),
    products: changes.products ?? [PRODUCT],
    orders: changes.orders ?? [ORDER],
    ledger: changes.ledger ?? [LINE],
    purchases: changes.purchases ?? [PURCHASE],
    // In place of those that a trigger writes with the purchases.
    rights: changes.rights ?? [],
    grants: changes.grants ?? [],
    download_tokens: changes.tokens ?? [TOKEN],
    share_entries: changes.shares ?? [],
    things: changes.things ?? [],
    codes: changes.codes ?? [],
    events: changes.events ?? (changes.orders ?? [ORDER]).flatMap(eventsOf),
  };
  for (const [table, list] of Object.entries(rows)) {
    for (const row of list) insert(database, table, row);
  }
  const events: StoryEvent[] = [
    { at: NOW - 2 * HOUR_MS, kind: "product", ...onSale(2) },
    { at: NOW - HOUR_MS, kind: "opened", ...opened("o1", "ada", "Ada", "Ref1") },
  ];
  const judged = {
    database,
    chain: { landed: () => landed, version: 1, isFinal: () => true },
    story: { events, tell: () => undefined },
    people: [],
    scheduler: { now: NOW },
    platformWallet: "Platform",
    polls: new Polls(),
  } as unknown as Judged;
  return { database, judged, events, landed };
}

/** What a seller is told of an order that was inserted as it is. */
function eventsOf({ id, owner_uid, status, finalized_at }: Row): Row[] {
  const event = { owner_uid, order_id: id, body: "{}", at: NOW } as Row;
  if (status !== "paid") return [];
  const paid = { ...event, kind: "sale.paid" };
  return finalized_at === null ? [paid] : [paid, { ...event, kind: "sale.final" }];
}

function onSale(limit: number | null) {
  const status = "active" as const;
  return {
    product: "film",
    sellerUid: "sam",
    wallet: "Sam",
    priceLamports: 1_000_000n,
    limit,
    isPriceChosen: false,
    status,
  };
}

function opened(order: string, buyerUid: string | null, wallet: string, reference: string) {
  return {
    order,
    product: "film",
    buyerUid,
    secret: null,
    wallet,
    reference,
    totalLamports: 1_000_000n,
    listLamports: 1_000_000n,
    code: null,
    discountLamports: 0n,
    sellerWallet: "Sam",
    feeLamports: 10_000n,
    items: [],
    hasCredit: false,
    takesUse: false,
    shares: [],
  };
}

function insert(database: SimulatedDatabase, table: string, row: Row): void {
  const keys = Object.keys(row);
  database.write(
    `INSERT OR REPLACE INTO ${table} (${keys.join(", ")}) VALUES (${keys.map(() => "?").join(", ")})`,
    ...Object.values(row),
  );
}

/** Names of the invariants that are broken. */
function broken(judged: Judged): string[] {
  return invariants.filter(({ check }) => check(judged) !== null).map(({ name }) => name);
}

test("A record as it should be breaks nothing", () => {
  const { judged } = record();
  expect(broken(judged)).toEqual([]);
  expect(compareWithModel(judged, NOW - HOUR_MS)).toEqual([]);
  expect(checkLiveness(judged)).toEqual([]);
});

const taken = { products: [PRODUCT, FREE], grants: [GRANT], rights: [GRANTED] };

test("A product that was given breaks nothing; a right that denies its order's payment is found", () => {
  expect(broken(record(taken).judged)).toEqual([]);
  const removed = { grants: [{ ...GRANT, removed_at: NOW }] };
  const ended = { ...GRANTED, revoked_at: NOW };
  expect(broken(record({ ...taken, ...removed, rights: [ended] }).judged)).toEqual([]);
  const { database, judged } = record();
  database.write("UPDATE rights SET grant_reason = 'fork'");
  expect(broken(judged)).toEqual(["a grant has exactly its right"]);
});

/** What breaks when this grant is written to a record in which nobody had one. */
function brokenBy(grant: Row, products: Row[] = [FREE], before: Row[] = []) {
  const rightOf = ({ id, product_id, uid, created_at }: Row) =>
    ({ ...GRANTED, order_id: id, product_id, uid, created_at }) as Row;
  const all = [PRODUCT, ...products.map((product) => ({ ...product, given: 0 }))];
  const { database, judged } = record({
    products: all,
    grants: before,
    rights: before.map(rightOf),
  });
  broken(judged);
  insert(database, "grants", grant);
  insert(database, "rights", rightOf(grant));
  const counted = "SELECT count(*) FROM grants g WHERE g.product_id = products.id";
  database.write(`UPDATE products SET given = (${counted})`);
  return broken(judged);
}

test("What is given with a price, to its seller or beyond the bounds is found", () => {
  const name = "what is given is free, another's, and within the bounds";
  const many = (count: number, of: (at: number) => Row) =>
    Array.from({ length: count }, (_, at) => ({ ...GRANT, id: `b${at}`, ...of(at) }) as Row);
  const songs = Array.from({ length: 20 }, (_, at) => ({ ...FREE, id: `song${at}` }) as Row);
  const ofAccount = (at: number) => ({ product_id: `song${at}`, address: null });
  const ofAddress = (at: number) => ({ uid: `u${at}` });
  const ofProduct = (at: number) => ({ uid: `u${at}`, address: null });
  const early = { created_at: NOW - 24 * HOUR_MS };
  expect(brokenBy(GRANT)).toEqual([]);
  expect(brokenBy(GRANT, [{ ...FREE, price_lamports: 5, is_free: 0 }])).toEqual([name]);
  expect(brokenBy(GRANT, [{ ...FREE, status: "disabled" }])).toEqual([name]);
  expect(brokenBy({ ...GRANT, uid: "sam" })).toEqual([name]);
  expect(brokenBy(GRANT, [FREE, ...songs], many(20, ofAccount))).toEqual([name]);
  expect(brokenBy(GRANT, [FREE, ...songs], many(19, ofAccount))).toEqual([]);
  expect(brokenBy(GRANT, [FREE], many(60, ofAddress))).toEqual([name]);
  const old = many(60, (at) => ({ ...ofAddress(at), ...early }));
  expect(brokenBy(GRANT, [FREE], old)).toEqual([]);
  expect(brokenBy(GRANT, [FREE], many(300, ofProduct))).toEqual([name]);
});

test("a count of people that falls is found", () => {
  const { database, judged } = record(taken);
  expect(broken(judged)).toEqual([]);
  database.write("DELETE FROM rights WHERE order_id = 'g1'");
  database.write("DELETE FROM grants");
  database.write("UPDATE products SET given = 0");
  expect(broken(judged)).toEqual(["a product counts who took it for free"]);
});

test("what breaks while no order was opened is found, though it held before", () => {
  const none = { orders: [], ledger: [], purchases: [], tokens: [] };
  const { database, judged } = record({ ...none, products: [{ ...PRODUCT, sold: 0 }] }, []);
  expect(broken(judged)).toEqual([]);
  insert(database, "download_tokens", { ...TOKEN, uid: "bob" });
  expect(broken(judged)).toEqual(["a link only for a right"]);
});

test("a right that is to another release than the one it was given for is found", () => {
  const releases = [RELEASE, { ...RELEASE, id: "r2", number: 2, replaced_at: NOW }];
  const { database, judged } = record({ products: [{ ...PRODUCT, release_id: "r1" }], releases });
  expect(broken(judged)).toEqual([]);
  database.write("UPDATE rights SET release_id = 'r2'");
  expect(broken(judged)).toEqual(["a right is to the release that was on sale"]);
});

const held = { ...UNPAID, hold: "held" };
const reviewed = {
  ...UNPAID,
  status: "review",
  review_reason: "no_stock",
  payer_wallet: "Bob",
  signature: "sig2",
};

const SHARE: Row = {
  order_id: "o1",
  wallet: "Ann",
  kind: "share",
  signature: "sig1",
  occurrence: 0,
  role: "author",
  asset: "SOL",
  lamports: 5,
  at: NOW,
};
const shareLine: Row = { ...LINE, kind: "share", lamports: 5 };
const legs = [
  { role: "author", wallet: "Ann", amount: "5" },
  { role: "seller", wallet: "Sam", amount: "989995" },
  { role: "platform", wallet: "Platform", amount: "10000" },
];
const shared: Row = { ...ORDER, terms: JSON.stringify({ legs }) };

const CODE: Row = {
  id: "festival",
  owner_uid: "sam",
  name: "Festival",
  name_key: "FESTIVAL",
  kind: "percent",
  value: 10,
  is_for_all: 1,
  per_person: 1,
  created_at: NOW - HOUR_MS,
  updated_at: NOW - HOUR_MS,
};

/** An order on a price and what changed it, in lamports; it costs a million. */
function adjusted(row: Row, list: number, changes: { chosen?: number; code?: number }): Row {
  const adjustments = Object.entries(changes).map(([kind, amount]) => {
    return { kind, amount: String(amount) };
  });
  const unshared = [
    { role: "seller", wallet: "Sam", amount: "990000" },
    { role: "platform", wallet: "Platform", amount: "10000" },
  ];
  const terms = { list: { amount: String(list) }, adjustments, legs: unshared };
  const code = changes.code === undefined ? null : "festival";
  return { ...row, code_id: code, terms: JSON.stringify(terms) };
}

const discounted = { code: -111_111 };
const withCode = (row: Row) => adjusted(row, 1_111_111, discounted);

const BROKEN: [name: string, changes: Parameters<typeof record>[0], landed?: LandedPayment[]][] = [
  [
    "no lamport in two orders",
    {
      orders: [ORDER, { ...UNPAID, status: "expired" }],
      ledger: [LINE, { ...LINE, order_id: "o2", kind: "duplicate" }],
    },
    [
      {
        ...paid("sig1", "Ada", "Ref1"),
        transfers: [
          { from: "Ada", to: "Platform", lamports: 10_000n, extra: ["Ref1", "Ref2"] },
          { from: "Ada", to: "Sam", lamports: 990_000n, extra: ["Ref1", "Ref2"] },
        ],
      },
    ],
  ],
  ["the books have what the chain has", {}, []],
  ["the books have what the chain has", {}, [paid("sig1", "Ada", "Ref1", [10_000n, 989_999n])]],
  ["sold and held units are within the limit", { products: [{ ...PRODUCT, sold: 0 }] }],
  [
    "held only by what can land or covers the price",
    { products: [{ ...PRODUCT, held: 1 }], orders: [ORDER, held] },
  ],
  [
    "held only by what can land or covers the price",
    {
      products: [{ ...PRODUCT, held: 1 }],
      orders: [ORDER, { ...reviewed, hold: "held", paid_lamports: 1 }],
      ledger: [
        LINE,
        { ...LINE, order_id: "o2", kind: "short", lamports: 1, signature: "sig2", payer: "Bob" },
      ],
    },
    [paid("sig1", "Ada", "Ref1"), paid("sig2", "Bob", "Ref2", [0n, 1n])],
  ],
  ["a right has a payment or a grant", { purchases: [], tokens: [] }],
  [
    "a purchase has exactly its right",
    { purchases: [{ ...PURCHASE, revoked_at: NOW }], rights: [RIGHT] },
  ],
  ["a purchase has exactly its right", { purchases: [], rights: [RIGHT] }],
  ["a grant has exactly its right", { ...taken, rights: [{ ...GRANTED, created_at: 1 }] }],
  ["a grant has exactly its right", { ...taken, rights: [{ ...GRANTED, revoked_at: NOW }] }],
  ["a grant has exactly its right", { ...taken, rights: [{ ...GRANTED, grant_reason: null }] }],
  ["a grant has exactly its right", { ...taken, grants: [{ ...GRANT, removed_at: NOW }] }],
  [
    "a grant stands beside no other right",
    {
      products: [{ ...PRODUCT, given: 1 }],
      grants: [{ ...GRANT, product_id: "film", uid: "ada" }],
      rights: [{ ...GRANTED, product_id: "film", uid: "ada" }],
    },
  ],
  [
    "a grant is no sale",
    { ...taken, events: [...eventsOf(ORDER), ...eventsOf({ ...ORDER, id: "g1" })] },
  ],
  [
    "a free product has no limit, and a seller who may give it",
    { products: [PRODUCT, { ...FREE, given: 0, sale_type: "limited", sale_limit: 3 }] },
  ],
  [
    "a free product has no limit, and a seller who may give it",
    { products: [PRODUCT, { ...FREE, given: 0, price_lamports: 5 }] },
  ],
  [
    "a free product has no limit, and a seller who may give it",
    { products: [PRODUCT, { ...FREE, given: 0, owner_uid: "ada" }] },
  ],
  [
    "a product counts who took it for free",
    { ...taken, products: [PRODUCT, { ...FREE, given: 2 }] },
  ],
  [
    "a purchase has exactly its right",
    { rights: [{ ...RIGHT, product_id: "book", uid: "bob", revoked_at: NOW }] },
  ],
  [
    "nobody pays twice without a refundable record",
    { orders: [ORDER, { ...reviewed, paid_lamports: 1_000_000 }] },
  ],
  ["the files of a release that somebody has are kept", { files: [] }],
  [
    "a product has one release on sale",
    {
      products: [{ ...PRODUCT, release_id: "r1" }],
      releases: [{ ...RELEASE, replaced_at: NOW }],
    },
  ],
  [
    "a product has one release on sale",
    {
      products: [{ ...PRODUCT, release_id: "r1" }],
      releases: [RELEASE],
      files: [FILE, { ...FILE, key: "g", storage_path: "protectedFiles/g" }],
    },
  ],
  ["a link leads to a release of its product", { tokens: [{ ...TOKEN, release_id: "other" }] }],
  ["a link only for a right", { tokens: [{ ...TOKEN, uid: "bob" }] }],
  [
    "a stranger changes what others can do only within the bounds",
    {
      products: [{ ...PRODUCT, sale_limit: 5, held: 2 }],
      orders: [
        ORDER,
        ...["o2", "o3"].map((id) => ({
          ...held,
          id,
          buyer_uid: null,
          buyer_wallet: id,
          reference: id,
          status: "awaiting",
          built_transaction: "AA==",
          built_form: "presigned",
          built_at: NOW,
        })),
      ],
    },
  ],
  [
    "a secret gives the file of its own payment alone",
    { orders: [{ ...ORDER, guest_secret_hash: "secret", guest_signature: "sig1" }] },
  ],
  [
    "a browser without an account has few orders, for a short time",
    {
      orders: [
        ORDER,
        { ...UNPAID, buyer_uid: null, guest_secret_hash: "secret", payment_requested: 0 },
      ],
    },
  ],
  ["the shares of a sale are those of its books", { ledger: [LINE, shareLine] }],
  ["the shares of a sale are those of its books", { orders: [shared] }],
  [
    "the shares of a sale are those of its books",
    { orders: [shared], ledger: [LINE, shareLine], shares: [SHARE] },
  ],
  [
    "sold and held uses are within their number",
    { things: [{ id: "use:festival", capacity: 2, sold: 1, held: 0 }] },
  ],
  [
    "sold and held uses are within their number",
    {
      ...taken,
      things: [{ id: "use:festival", capacity: 2, sold: 0, held: 0 }],
      grants: [{ ...GRANT, takes: '["use:festival"]' }],
      rights: [GRANTED],
    },
  ],
  [
    "nobody uses a code more often than one person may",
    {
      products: [PRODUCT, FREE],
      codes: [CODE],
      orders: [withCode(ORDER)],
      grants: [{ ...GRANT, uid: "ada", code_id: "festival" }],
      rights: [{ ...GRANTED, uid: "ada" }],
    },
  ],
  [
    "an order costs its price with what was asked for",
    { codes: [CODE], orders: [adjusted(ORDER, 1_200_000, { code: -200_000 })] },
  ],
  [
    "an order costs its price with what was asked for",
    { orders: [adjusted(ORDER, 1_100_000, { chosen: -100_000 })] },
  ],
  [
    "an order costs its price with what was asked for",
    { codes: [CODE], orders: [adjusted(ORDER, 1_050_000, { chosen: 50_000, code: -100_000 })] },
  ],
  [
    "an order costs its price with what was asked for",
    { orders: [adjusted(ORDER, 1_000_001, {})] },
  ],
  [
    "a code that is off is in no new order",
    {
      codes: [{ ...CODE, ends_at: NOW - 5 * HOUR_MS }],
      orders: [withCode(ORDER)],
    },
  ],
  ["the events of an order are those of its state", { events: [] }],
  [
    "the events of an order are those of its state",
    { orders: [ORDER, UNPAID], events: [...eventsOf(ORDER), ...eventsOf({ ...ORDER, id: "o2" })] },
  ],
  ["what is due is scheduled", { orders: [ORDER, { ...UNPAID, next_poll_at: null }] }],
];

test.each(BROKEN)("%s", (name, changes, landed) => {
  expect(broken(record(changes, landed).judged)).toEqual([name]);
});

test("an ended order does not revive without a payment", () => {
  const { database, judged } = record({ orders: [ORDER, { ...UNPAID, status: "expired" }] });
  expect(broken(judged)).toEqual([]);
  insert(database, "orders", UNPAID);
  expect(broken(judged)).toEqual(["an ended order does not revive without a payment"]);
});

function toldCode(isDisabled: boolean, endsAt: number | null = null): StoryEvent {
  const offered = { sellerUid: "sam", name: "Festival", percent: 10, perPerson: 1, endsAt };
  return { at: NOW - HOUR_MS, kind: "code", code: "festival", ...offered, isDisabled };
}

test("a code that is off is in no new order", () => {
  const { database, judged, events } = record({ codes: [CODE] });
  events.push(toldCode(true));
  expect(broken(judged)).toEqual([]);
  insert(database, "orders", withCode(UNPAID));
  expect(broken(judged)).toEqual(["a code that is off is in no new order"]);
});

test.each([true, false])("a code that is off (%s) settles nothing late", (isDisabled) => {
  const ended = { ...ORDER, ...UNPAID, id: "o1", reference: "Ref1", buyer_uid: "ada" };
  const before = withCode({ ...ended, status: "expired" });
  const { database, judged, events } = record({ codes: [CODE], orders: [before] });
  database.write("UPDATE products SET price_lamports = 1111111");
  events.push(toldCode(isDisabled));
  broken(judged);
  insert(database, "orders", withCode(ORDER));
  const late = "a code that is off settles nothing late";
  expect(broken(judged).includes(late)).toBe(isDisabled);
});

test("A claim binds no account", () => {
  const { judged, events } = record({ orders: [ORDER, UNPAID] });
  expect(broken(judged)).toEqual([]);
  events.push({ at: NOW, kind: "opened", ...opened("o2", null, "Bob", "Ref2") });
  expect(broken(judged)).toEqual(["a stranger changes what others can do only within the bounds"]);
});

/** The one order, opened and paid by a guest, of whom the story tells more. */
function guestsOrder(row: Row, ...told: StoryEvent[]) {
  const { judged, events } = record({ orders: [{ ...ORDER, ...row }] });
  const order = { ...opened("o1", null, "Ada", "Ref1"), secret: "secret" };
  events.push({ at: NOW - HOUR_MS, kind: "opened", ...order }, ...told);
  return judged;
}

const ofOrder = { at: NOW, order: "o1", secret: "secret" };
const signed = { message: "m1", signers: ["Ada", "Ref1"] };
const handed: StoryEvent = { ...ofOrder, kind: "handed", signature: "sig1", ...signed };
const byHand: StoryEvent = { ...handed, signers: ["Ada"] };
const given: StoryEvent = { ...ofOrder, kind: "file" };
const presigned: StoryEvent = {
  at: NOW - HOUR_MS,
  kind: "built",
  order: "o1",
  presigned: true,
  lastValidBlockHeight: 1,
  ...signed,
};
const browsers = { guest_secret_hash: "secret", guest_wallet: "Ada", guest_signature: "sig1" };

test.each([
  ["that it handed in gives its file", browsers, [handed, given], true],
  ["that nobody handed in gives none", { ...browsers, guest_signature: null }, [given], false],
  ["that the server signed first gives none", browsers, [presigned, handed, given], false],
  ["that its reference has not signed gives none", browsers, [byHand, given], false],
  ["of another order gives none", { ...browsers, signature: "sig2" }, [handed, given], false],
])("A browser's payment %s", (_, row, told, holds) => {
  const secrets = "a secret gives the file of its own payment alone";
  expect(broken(guestsOrder(row, ...told)).includes(secrets)).toBe(!holds);
});

test("The model allows a guest's order that nothing was built for to be open for a short time", () => {
  const compared = (at: number, ...told: StoryEvent[]) => {
    const row = { ...UNPAID, ...browsers, id: "o1", reference: "Ref1", guest_signature: null };
    const { judged, events } = record({ orders: [{ ...row, buyer_uid: null }], ledger: [] }, []);
    events.pop();
    const order = { ...opened("o1", null, "Ada", "Ref1"), secret: "secret" };
    events.push({ at, kind: "opened", ...order }, ...told);
    return compareWithModel(judged, NOW - HOUR_MS).filter((text) => text.includes("may be"));
  };
  expect(compared(NOW - HOUR_MS)).toEqual([]);
  expect(compared(NOW - 3 * HOUR_MS)).toEqual([
    expect.stringContaining("order o1 is pending, and may be expired"),
  ]);
  expect(compared(NOW - 3 * HOUR_MS, handed)).toEqual([]);
});

test("A guest whose browser handed the payment in has the file in it", () => {
  const compared = (row: Row, ...told: StoryEvent[]) =>
    compareWithModel(guestsOrder({ ...row }, ...told), NOW - HOUR_MS).filter((text) =>
      text.includes("has no file"),
    );
  expect(compared(browsers, handed)).toEqual([]);
  expect(compared({ ...browsers, guest_signature: null }, handed)).toHaveLength(1);
  expect(compared({ ...browsers, guest_signature: null })).toEqual([]);
});

/** The second order, opened by its buyer, and what the model says of its row. */
function comparedWith(
  row: Row,
  landed: LandedPayment[],
  ledger: Row[] = [],
  ...told: StoryEvent[]
): string[] {
  const { judged, events } = record({ orders: [ORDER, row], ledger: [LINE, ...ledger] }, [
    paid("sig1", "Ada", "Ref1"),
    ...landed,
  ]);
  const order = opened("o2", "bob", "Bob", "Ref2");
  events.push({ at: NOW - HOUR_MS, kind: "opened", ...order }, ...told);
  return compareWithModel(judged, NOW - HOUR_MS);
}

const waits = { ...LINE, order_id: "o2", signature: "sig2", payer: "Bob", kind: "unsettled" };

test.each([
  ["paid and still pending", UNPAID, [paid("sig2", "Bob", "Ref2")], []],
  ["paid with a unit held for it, and in review", reviewed, [paid("sig2", "Bob", "Ref2")], [waits]],
  [
    "paid for by another wallet",
    { ...ORDER, ...{ id: "o2", reference: "Ref2", signature: "sig2", buyer_uid: "bob" } },
    [paid("sig2", "Eve", "Ref2")],
    [{ ...waits, kind: "sale", payer: "Eve" }],
  ],
  [
    "a lamport short and not on record",
    UNPAID,
    [paid("sig2", "Bob", "Ref2", [10_000n, 989_999n])],
    [],
  ],
])("The model does not allow an order that is %s", (_, row, landed, ledger) => {
  expect(comparedWith(row, landed, ledger).join("\n")).toContain("order o2");
});

test("The model knows when the code of an order took nothing off", () => {
  const off = (event: StoryEvent, since: number, now: number) => [
    ...codeWasOff({ code: "festival" }, [event], { since, now }),
  ];
  const DAY_MS = 24 * HOUR_MS;
  expect([...codeWasOff({ code: null }, [toldCode(true)], { since: 0, now: NOW })]).toEqual([
    false,
  ]);
  expect(off(toldCode(true), NOW, NOW)).toEqual([true]);
  expect(off(toldCode(false, NOW), NOW, NOW + HOUR_MS)).toEqual([false]);
  expect(off(toldCode(false, NOW), NOW, NOW + DAY_MS)).toEqual([false, true]);
  expect(off(toldCode(false, NOW), NOW + 2 * DAY_MS, NOW + 2 * DAY_MS)).toEqual([true]);
});

test("The model lets a payment wait of who has the product for free, and of nobody else", () => {
  const row = { ...reviewed, review_reason: "owned", paid_lamports: 1_000_000 };
  const took = (uid: string): StoryEvent => ({
    at: NOW,
    kind: "took",
    product: "film",
    uid,
    code: null,
  });
  const compared = (uid: string) =>
    comparedWith(row, [paid("sig2", "Bob", "Ref2")], [waits], took(uid));
  expect(compared("bob")).toEqual([]);
  expect(compared("ada").join()).toContain("order o2 is review (owned), and may be paid");
});

test("The model allows a short payment that is on record and settles nothing", () => {
  const short = { ...waits, kind: "short", lamports: 999_999 };
  const row = { ...UNPAID, short_lamports: 999_999 };
  const landed = [paid("sig2", "Bob", "Ref2", [10_000n, 989_999n])];
  expect(comparedWith(row, landed, [short])).toEqual([]);
});

test("What stays open after the quiet is told", () => {
  const late = {
    ...held,
    status: "awaiting",
    built_at: NOW - HOUR_MS,
    next_poll_at: NOW - HOUR_MS,
  };
  const undecided = {
    ...UNPAID,
    id: "o3",
    reference: "Ref3",
    status: "review",
    review_reason: "owned",
  };
  const { judged } = record({
    orders: [{ ...ORDER, finalized_at: null }, late, undecided],
    products: [{ ...PRODUCT, held: 1 }],
  });
  expect(checkLiveness(judged)).toEqual([
    expect.stringContaining("order o2 (awaiting) was to be polled"),
    expect.stringContaining("order o2 still waits"),
    "order o2 is awaiting, and still holds a unit",
    "order o3 is review (owned), which nobody has decided",
    "order o1 is not final, and sig1 is",
  ]);
});

test("Polls outside the object, at the same time, or too soon are told", async () => {
  const faultOf = async (
    run: (polls: Polls, ports: () => Ports, at: (ms: number) => void) => unknown,
  ) => {
    let now = NOW;
    const polls = new Polls();
    const ports = () =>
      ({ clock: { now: () => now }, settlement: { poll: async () => null } }) as unknown as Ports;
    await run(polls, ports, (ms) => {
      now = NOW + ms;
    });
    return polls.fault;
  };
  const input = { orderId: "o1" } as Parameters<Ports["settlement"]["poll"]>[0];
  const pollTwice = (afterMs: number) =>
    faultOf(async (polls, ports, at) => {
      const observed = polls.ofObject(ports());
      await observed.settlement.poll(input);
      at(afterMs);
      await observed.settlement.poll(input);
    });
  expect(await pollTwice(400)).toBeNull();
  expect(await pollTwice(-1_000)).toBeNull();
  expect(await pollTwice(399)).toContain("again after 399 ms");
  const outside = faultOf((polls, ports) => polls.ofRequest(ports()).settlement.poll(input));
  expect(await outside).toContain("outside its object");
  const atOnce = faultOf((polls, ports, at) => {
    const { settlement } = polls.ofObject(ports());
    const first = settlement.poll(input);
    at(1_000);
    return Promise.all([first, settlement.poll(input)]);
  });
  expect(await atOnce).toContain("at the same time");
});
