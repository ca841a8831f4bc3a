import { describe, expect, test } from "vitest";
import { createCurrentTerms, type TermsPorts } from "../../../app/checkout/use-cases/current-terms";
import { createOrderOpening, type OpeningPorts } from "../../../app/checkout/use-cases/open-order";
import {
  createReadQuote,
  type QuotePorts,
  type ReadQuote,
} from "../../../app/checkout/use-cases/read-quote";
import {
  createStartPurchase,
  type PurchasePorts,
} from "../../../app/checkout/use-cases/start-purchase";
import { Problem } from "../../../app/lib/problem";
import type { Order } from "../../../app/orders/rules/order";
import { type Adjustment, quote } from "../../../app/orders/rules/terms";
import type { Product } from "../../../app/products/rules/product";
import type { ReleaseFile } from "../../../app/products/rules/release";
import type { OfferedCode } from "../../../db/codes/offered-codes";
import { orderOf } from "../../support/factories/order";
import { productOf } from "../../support/factories/product";
import { noLog } from "../../support/log";

const copy = { genericLabel: "Shop product", purchaseOf: (what: string) => `Purchase of ${what}` };

const record = { status: "complete", storagePath: "path", sizeBytes: 5 } as ReleaseFile;

interface Situation {
  open?: Order;
  acceptedLamports?: bigint;
  replaced?: (string | undefined)[];
  /** Of every quote. */
  adjustments?: Adjustment[];
  /** The code that its page applies for everyone. */
  code?: OfferedCode | null;
}

function start(
  changes: Partial<Product> = {},
  buyerUid: string | null = "buyer",
  { open, acceptedLamports, replaced = [], adjustments, code = null }: Situation = {},
) {
  const ports: QuotePorts & TermsPorts & OpeningPorts & PurchasePorts = {
    affiliates: { ofSale: async () => null },
    bundleItems: { of: async () => [] },
    authors: { ofProduct: async () => [] },
    shareBooks: { debtsTo: async () => new Map() },
    chain: { accounts: async () => [], rentMinimum: async () => 0n },
    settings: {
      platformWallet: "Platform",
      feeBps: 100,
      rateScale: 1,
      appOrigin: "https://comptoir.example",
    },
    offeredCodes: { find: async () => code },
    things: { insert: async () => undefined },
    rateLimits: { spend: async () => null, refund: async () => undefined },
    clock: { now: () => 1_000 },
    log: noLog,
    ids: { uuid: () => "a-random-id" },
    products: { byId: async () => productOf(changes) },
    users: {
      byUid: async () => null,
      startPlanReading: async () => false,
      recordPlan: async () => undefined,
      planMint: async () => null,
    },
    premiumToken: null,
    releases: { filesOf: async () => [record] },
    files: { head: async () => ({ sizeBytes: 5, etag: "", contentType: "", storedAt: 0 }) },
    orders: {
      openOf: async () => open ?? null,
      countOpen: async () => 0,
      insert: async (_, __, options) => {
        replaced.push(options?.replaces);
        return true;
      },
      expire: async () => undefined,
    },
    purchases: { find: async () => null },
    watcher: { changed: async () => undefined },
    referenceKeys: {
      canSign: async () => true,
      generate: async () => ({ address: "Ref", encryptedSecret: "sealed" }),
    },
  };
  const setWaiver = async (order: Order) => order;
  const adjusted: ReadQuote = async (product) => ({
    terms: quote(product, { feeBps: 100, platform: "Platform", adjustments: adjustments ?? [] }),
    feeBps: 100,
    code: null,
    refused: { code: null, amount: null },
    affiliate: null,
    items: null,
  });
  const readQuote = adjustments ? adjusted : createReadQuote(ports);
  const terms = createCurrentTerms(ports, readQuote);
  const opening = createOrderOpening(ports, readQuote, terms, setWaiver);
  return createStartPurchase(
    ports,
    opening,
    async () => undefined,
  )({
    productId: "product",
    address: "192.0.2.1",
    buyerUid,
    buyerWallet: null,
    asked: { acceptedLamports },
    copy,
  });
}

// spec: constant.commission
// spec: money.frozen-terms
test("an order stores price, split and wallets at opening", async () => {
  expect(await start({ priceLamports: 149n })).toMatchObject({
    kind: "order",
    created: true,
    order: {
      id: "a-random-id",
      status: "pending",
      paymentRequested: false,
      priceLamports: 149n,
      terms: {
        legs: [
          { role: "platform", wallet: "Platform", amount: "1" },
          { role: "seller", wallet: "Recipient", amount: "148" },
        ],
      },
      feeBps: 100,
      recipient: "Recipient",
      platform: "Platform",
      reference: "Ref",
      referenceSecret: null,
      expiresAt: 1_000 + 24 * 3_600_000,
    },
  });
});

describe("an open order", () => {
  const open = orderOf({
    id: "old",
    productId: "product",
    ownerUid: "seller",
    buyerUid: "buyer",
    createdAt: 0,
    recipient: "Recipient",
    platform: "Platform",
  });
  const built = {
    transaction: "T",
    account: "A",
    at: 1_000,
    lastValidBlockHeight: 150,
    form: "unsigned" as const,
  };

  // spec: buying.open-order
  test("is used again on the same terms", async () => {
    expect(await start({}, "buyer", { open })).toMatchObject({ order: open, created: false });
  });

  test.each<[string, Partial<Product>, Situation]>([
    ["at a lower price", { priceLamports: 900n }, {}],
    ["for another payout wallet", { recipient: "Other" }, {}],
    [
      "at a higher price that the buyer accepts",
      { priceLamports: 1_500n },
      { acceptedLamports: 1_500n },
    ],
  ])("is replaced %s", async (_, changes, situation) => {
    const replaced: Situation["replaced"] = [];
    const started = await start(changes, "buyer", { open, ...situation, replaced });
    expect(started).toMatchObject({ created: true, replaces: "old", order: changes });
    expect(replaced).toEqual(["old"]);
  });

  test.each<[string, Partial<Product>, Situation, string]>([
    ["the price has risen", { priceLamports: 1_500n }, { open }, "changed"],
    [
      "it has risen further",
      { priceLamports: 1_500n },
      { open, acceptedLamports: 1_400n },
      "changed",
    ],
    [
      "the page showed a lower price",
      { priceLamports: 1_500n },
      { acceptedLamports: 1_000n },
      "changed",
    ],
    ["a transaction can still land", { priceLamports: 900n }, { open: { ...open, built } }, "held"],
    ["it is sold out", { saleLimit: 1, sold: 1 }, { open }, "sold_out"],
    ["it is disabled", { status: "disabled" }, { open: { ...open, built } }, "inactive"],
  ])("is not replaced when %s", async (_, changes, situation, code) => {
    const replaced: Situation["replaced"] = [];
    const refusal = await start(changes, "buyer", { ...situation, replaced }).catch(
      (error) => error,
    );
    expect(refusal).toMatchObject({ code });
    expect(replaced).toEqual([]);
  });
});

describe("a price that something changed", () => {
  const off = (amount: string): Situation => ({
    adjustments: [{ kind: "code", id: "spring", label: "Spring", amount }],
  });

  test("is the total, of which the order has its commission", async () => {
    expect(await start({}, "buyer", { ...off("-200"), acceptedLamports: 800n })).toMatchObject({
      order: {
        priceLamports: 800n,
        terms: { list: { amount: "1000" }, legs: [{ amount: "8" }, { amount: "792" }] },
      },
    });
  });

  test("is what the code of its page leaves of it, until that ends", async () => {
    const code: OfferedCode = {
      code: {
        id: "spring",
        ownerUid: "seller",
        name: "Spring",
        kind: "percent",
        value: 33,
        isForAll: true,
        capacity: 9,
        perPerson: 2,
        startsAt: null,
        endsAt: 2_000,
        minLamports: null,
        disabledAt: null,
      },
      uses: { isForProduct: true, used: 0, usedByPerson: 0 },
    };
    const coded = { priceLamports: 999n, defaultCodeId: "spring" };
    const started = await start(coded, "buyer", { code });
    expect(started).toMatchObject({
      order: {
        priceLamports: 670n,
        terms: {
          adjustments: [{ kind: "code", id: "spring", label: "Spring", amount: "-329" }],
          takes: ["use:spring", expect.stringMatching(/^own:spring-[\w-]{20}$/)],
        },
      },
    });
    if (started.kind === "owned") throw new Error("owned");
    const { order: open } = started;
    expect(await start(coded, "buyer", { open, code })).toMatchObject({ created: false });
    // An order of before the end keeps it for a day; a new one does not get it.
    const ended = { ...code, code: { ...code.code, endsAt: 1_000 } };
    const before = { ...open, createdAt: 999 };
    expect(await start(coded, "buyer", { open: before, code: ended })).toMatchObject({
      created: false,
    });
    expect(await start(coded, "buyer", { code: ended })).toMatchObject({
      order: { priceLamports: 999n },
    });
    // One that the seller disabled is not kept, and the total is higher than the one agreed to.
    const disabled = { ...code, code: { ...code.code, disabledAt: 1_000 } };
    await expect(start(coded, "buyer", { open, code: disabled })).rejects.toMatchObject({
      code: "changed",
      detail: { messageKey: "code_changed" },
    });
  });

  test.each<[string, Situation, string]>([
    [
      "it is above what the buyer agreed to",
      { ...off("500"), acceptedLamports: 1_000n },
      "changed",
    ],
    ["less than nothing is left of it", off("-1001"), "invalid_price"],
  ])("is refused where %s", async (_, situation, code) => {
    await expect(start({}, "buyer", situation)).rejects.toMatchObject({ code });
  });
});

// spec: constant.label, constant.message
test("a product without a title gets a generic label and its file name", async () => {
  const copy = { label: "Shop product", message: "Purchase of song.wav" };
  expect(await start()).toMatchObject({ order: copy });
});

test("only orders of unique and limited products store the reference's secret key", async () => {
  const limited = { saleType: "limited", saleLimit: 3 } as const;
  expect(await start(limited)).toMatchObject({ order: { referenceSecret: "sealed" } });
});

// spec: state.product.visible, rule.order.buyer, rule.order.active, rule.order.price
test.each<[string, Partial<Product>, string | null, string, string | undefined]>([
  ["the visitor is signed out", {}, null, "signed_out", "buyer_missing"],
  ["it is a draft", { status: "draft" }, "buyer", "not_found", "product_missing_or_disabled"],
  ["it is disabled", { status: "disabled" }, "buyer", "inactive", undefined],
  ["its price is zero", { priceLamports: 0n }, "buyer", "invalid_price", undefined],
  ["its price is negative", { priceLamports: -1n }, "buyer", "invalid_price", undefined],
  ["it is the buyer's own", {}, "seller", "own_product", undefined],
  ["it is sold out", { saleLimit: 1, sold: 1 }, "buyer", "sold_out", undefined],
])("a purchase is refused when %s", async (_, changes, buyerUid, code, messageKey) => {
  const refusal = await start(changes, buyerUid).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Problem);
  expect(refusal).toMatchObject({ code, detail: messageKey ? { messageKey } : {} });
});
