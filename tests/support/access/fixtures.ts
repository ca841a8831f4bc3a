import { hashToken } from "../../../app/accounts/use-cases/hash-token";
import { sessionId } from "../../../app/accounts/use-cases/sessions";
import type { DeclaredAccess, Ownership, Rule } from "../../../app/http/access";
import type { RoutePatterns } from "../../../app/lib/route-paths";
import { localDatabase } from "../../../dev/run/local-database";
import { sql } from "../app-under-test";
import { insertAffiliate, payAffiliates } from "../factories/affiliate";
import { insertBundle } from "../factories/bundle";
import { insertCode } from "../factories/code";
import { insertReview } from "../factories/review";
import { newAddress, newSignature } from "../random-keys";
import { insertRow } from "../rows";
import { openUpload, PNG, productForm, publish } from "../upload";
import type { AppWithAccounts, TestAccount } from "./accounts";
import {
  insertGuestsOrder,
  insertMisdirectedOrder,
  insertOpenOrder,
  insertOrderInReview,
  insertSettledOrder,
  listProduct,
} from "./orders";

/** A request for a route, about a resource that exists. */
export interface Fixture {
  /** The path, with `@` for the resource's id. */
  path: string;
  /** The owner's resource; empty where the route has none. */
  id: string;
  body?: (id: string) => BodyInit | object;
  headers?: Record<string, string>;
  /** Headers that depend on who asks; null for a visitor. */
  headersOf?: (account: TestAccount | null) => Record<string, string>;
  /** False where every admitted account may do it, although the rule names an ownership. */
  checksOwnership?: boolean;
}

export type FixtureFactory = (owner: TestAccount, target: AppWithAccounts) => Promise<Fixture>;

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
/** Factories of requests about a thing that `make` makes for the owner, and whose id it returns. */
const about =
  (make: (owner: TestAccount, target: AppWithAccounts) => Promise<string>) =>
  (path: string, body?: Fixture["body"]): FixtureFactory =>
  async (owner, target) => ({ path, id: await make(owner, target), ...(body && { body }) });

const noResource = about(async () => "");
const ownProduct = about((owner, target) => target.newProduct(owner));
const ownCode = about(({ uid }, target) => {
  // Unique among the codes of a person.
  const name = crypto.randomUUID().slice(0, 8);
  return insertCode(localDatabase(target.worker), uid, { name });
});
const ownBundle = about(async (owner, target) => {
  const items = [await target.newProduct(owner), await target.newProduct(owner)];
  return insertBundle(localDatabase(target.worker), owner.uid, items);
});
const foreignProduct = about(async (_owner, target) => (await listProduct(target)).productId);
const openOrder = about(async (owner, target) =>
  insertOpenOrder(target, await listProduct(target), owner),
);
const boughtOrder = about(async (owner, target) =>
  insertSettledOrder(target, await listProduct(target), owner),
);
const soldOrder = about(async (owner, target) =>
  insertSettledOrder(target, await listProduct(target, owner), await target.newAccount()),
);
const orderInReview = about(async (owner, target) =>
  insertOrderInReview(target, await listProduct(target, owner), await target.newAccount()),
);
const misdirectedPayment = about(async (owner, target) =>
  insertMisdirectedOrder(target, await listProduct(target), owner),
);
/** The resource is a product that the owner bought. */
const boughtProduct = about(async (owner, target) => {
  const on = await listProduct(target);
  await insertSettledOrder(target, on, owner);
  return on.productId;
});
/** The resource is a product that the owner recommends. */
const recommended = about(async (owner, target) => {
  const { productId } = await listProduct(target);
  const db = localDatabase(target.worker);
  await payAffiliates(db, productId);
  await insertAffiliate(db, { productId, uid: owner.uid });
  return productId;
});
const openToAffiliates = about(async (_owner, target) => {
  const { productId } = await listProduct(target);
  await payAffiliates(localDatabase(target.worker), productId, { isOpen: true });
  return productId;
});
/** The resource is an order of which the owner got a part. */
const recommendedSale = about(async (owner, target) => {
  const on = await listProduct(target);
  const db = localDatabase(target.worker);
  await insertAffiliate(db, { productId: on.productId, uid: owner.uid });
  const orderId = await insertSettledOrder(target, on, await target.newAccount());
  await insertRow(db, "share_entries", {
    ...{ order_id: orderId, wallet: owner.wallet, kind: "share", signature: newSignature() },
    ...{ occurrence: 0, role: "affiliate", asset: "SOL", lamports: 5, at: Date.now() },
  });
  return orderId;
});
/** An invitation of another seller. */
const invitation = (path: string): FixtureFactory => {
  return async (_owner, target) => {
    const on = await listProduct(target);
    await payAffiliates(localDatabase(target.worker), on.productId);
    const body = form({ intent: "invite", people: "9", percent: "" });
    const made = `/edit/${on.productId}/affiliates`;
    const answer = await on.seller.call(made, { method: "POST", body });
    const [, id = ""] = /\/affiliate\/invitation\/([\w-]{43})/.exec(await answer.text()) ?? [];
    return { path, id, checksOwnership: false };
  };
};
/** A review of a product of the owner. */
const receivedReview = about(async (owner, target) => {
  const on = await listProduct(target, owner);
  const buyer = await target.newAccount();
  const orderId = await insertSettledOrder(target, on, buyer);
  return insertReview(localDatabase(target.worker), { orderId, uid: buyer.uid });
});
const upload = about(async (owner) => (await openUpload(owner, 9)).key);
const draft = about(async (owner) => (await openUpload(owner, 9)).productId);
const downloadLink = (path: string): FixtureFactory => {
  return async (owner, target) => {
    const { id: productId } = await boughtProduct("")(owner, target);
    const refresh = `/api/purchases/${productId}/refresh`;
    const answer = await owner.call(refresh, { method: "POST" });
    const { downloadUrl } = (await answer.json()) as { downloadUrl: string };
    return { path, id: downloadUrl.split("/").at(-1) ?? "", checksOwnership: false };
  };
};
const WITHDRAWAL = { name: "Robin", contract: "Tide tables", contact: "a@b.ch" };
/** The address of an acknowledgement is all that its page asks for. */
const acknowledgement = (path: string): FixtureFactory => {
  return async (owner) => {
    const secret = newAddress().padEnd(43, "0").slice(0, 43);
    const body = form({ ...WITHDRAWAL, intent: "confirm", secret });
    await owner.call("/retractation", { method: "POST", body });
    return { path, id: secret, checksOwnership: false };
  };
};
/** A proved declaration about a sale of the owner. */
const declaredWithdrawal = about(async (owner, target) => {
  const { id: order_id } = await soldOrder("")(owner, target);
  const id = crypto.randomUUID();
  await insertRow(localDatabase(target.worker), "withdrawals", {
    ...{ id, order_id, owner_uid: owner.uid, proof: "account", ...WITHDRAWAL, locale: "en" },
    ...{ declared_at: Date.now(), hash: "", secret_hash: id },
  });
  return id;
});
/** The owner shares in a product of another account. */
const shareOfProduct = async (owner: TestAccount, target: AppWithAccounts) => {
  const on = await listProduct(target);
  await insertRow(localDatabase(target.worker), "authors", {
    ...{ product_id: on.productId, uid: owner.uid, wallet: owner.wallet },
    ...{ bps: 1_000, accepted_at: 1 },
  });
  return on;
};
/** A sale in which the owner shares. */
const sharedOrder = about(async (owner, target) => {
  const on = await shareOfProduct(owner, target);
  const id = await insertSettledOrder(target, on, await target.newAccount());
  await insertRow(localDatabase(target.worker), "share_entries", {
    ...{ order_id: id, wallet: owner.wallet, kind: "share", signature: newSignature() },
    ...{ occurrence: 0, role: "author", asset: "SOL", lamports: 1, at: 1 },
  });
  return id;
});
/** The token of an invitation by another account. */
const coAuthorInvitation = about(async (_owner, target) => {
  const { productId, seller } = await listProduct(target);
  const token = crypto.randomUUID();
  await insertRow(localDatabase(target.worker), "author_invitations", {
    ...{ id: token, token_hash: await hashToken(token), product_id: productId },
    ...{ owner_uid: seller.uid, bps: 1_000, note: "", created_at: Date.now() },
  });
  return token;
});
/** An order that a browser opened whose secret the owner sends. Others send another one. */
const guestsOrder =
  (path: string, body?: Fixture["body"]): FixtureFactory =>
  async ({ uid, wallet }, target) => {
    const secret = `${uid}${"0".repeat(43)}`.slice(0, 43).replace(/[^\w-]/g, "0");
    const isPaid = /\/(file|proof)$/.test(path);
    const id = await insertGuestsOrder(target, { secret, wallet, isPaid });
    const headersOf = (account: TestAccount | null) => ({
      Authorization: `Checkout ${account?.uid === uid ? secret : "1".repeat(43)}`,
    });
    return { path, id, headersOf, ...(body && { body }) };
  };
const productFields = () => {
  const fields = { fileName: "a.txt", fileSize: "9", fileType: "text/plain" };
  return productForm(newAddress(), fields);
};

const draftForm = () => productForm(newAddress(), { updatedAt: String(Date.now()) });

const fileForm = (fields: Record<string, string | File>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return body;
};

type RouteId = keyof RoutePatterns;
/** A route about a thing: its pattern has a parameter, or its access names an owner. */
type RouteWithThing = {
  [Id in RouteId]: RoutePatterns[Id] extends `${string}${":" | "*"}${string}`
    ? Id
    : DeclaredAccess[Id][keyof DeclaredAccess[Id]] extends infer Declared
      ? [Extract<Declared, { ownership: Exclude<Ownership, "by intent"> }>] extends [never]
        ? never
        : Id
      : never;
}[RouteId];

/** By route id: how to make the thing of each route that has one. Others need none. */
const FIXTURES: Record<RouteWithThing, FixtureFactory[]> &
  Partial<Record<RouteId, FixtureFactory[]>> = {
  sell: [async (owner) => ({ path: "/sell/@", id: owner.uid })],
  preview: [ownProduct("/preview/@")],
  buy: [
    async (owner, target) => ({
      ...(await foreignProduct("/acheter/@", () => form({ intent: "buy" }))(owner, target)),
      checksOwnership: false,
    }),
    async (owner, target) => {
      const on = await listProduct(target);
      const id = await insertOpenOrder(target, on, owner);
      const body = (transactionId: string) => form({ intent: "free", transactionId });
      return { path: `/acheter/${on.productId}`, id, body };
    },
    async (owner, target) => {
      const on = await listProduct(target);
      const id = await insertMisdirectedOrder(target, on, owner);
      const body = (transactionId: string) => form({ intent: "claim", transactionId });
      return { path: `/acheter/${on.productId}`, id, body };
    },
    boughtProduct("/acheter/@", () => form({ intent: "refresh" })),
  ],
  dashboard: [ownProduct("/dashboard", (productId) => form({ productId, status: "disabled" }))],
  "purchased-file": [boughtProduct("/purchases/@/file")],
  handover: [boughtProduct("/purchases/@/handover")],
  "purchase-receipt": [boughtOrder("/purchases/@/receipt")],
  "purchase-proof": [boughtOrder("/purchases/@/proof")],
  "write-review": [boughtOrder("/purchases/@/review", () => form({ stars: "4", text: "Good" }))],
  "answer-review": [receivedReview("/dashboard/reviews/@", () => form({ answer: "Thanks" }))],
  "product-reviews": [foreignProduct("/reviews/@")],
  "sale-receipt": [soldOrder("/dashboard/sales/@/receipt")],
  codes: [
    ownCode("/codes", (id) => form({ intent: "disable", id })),
    ownCode("/codes", (id) => form({ intent: "enable", id })),
  ],
  bundle: [ownBundle("/bundles/@", () => form({ updatedAt: "1" }))],
  "new-bundle": [noResource("/bundles/new", () => form({ title: "Both", price: "0.1" }))],
  "new-code": [noResource("/codes/new", () => form({ name: "SUMMER", percent: "10" }))],
  code: [ownCode("/codes/@", () => form({ name: "SPRING", percent: "20" }))],
  take: [
    async (owner, target) => {
      const { id: productId } = await boughtProduct("")(owner, target);
      const answer = await owner.call(`/purchases/${productId}/handover`, { method: "POST" });
      const [, token = ""] = /\/take\/([\w-]{43})/.exec(await answer.text()) ?? [];
      return { path: "/take/@", id: token, checksOwnership: false };
    },
  ],
  review: [
    orderInReview("/dashboard/review", (orderId) => form({ intent: "accept", orderId })),
    orderInReview("/dashboard/review", (orderId) => form({ intent: "dismiss", orderId })),
    declaredWithdrawal("/dashboard/review", (id) => form({ intent: "refuse", id, reason: "No." })),
  ],
  messages: [noResource("/messages", () => form({ intent: "empty", until: "0" }))],
  "new-message": [
    soldOrder("/messages/new?order=@", () => form({ text: "Hello" })),
    boughtOrder("/messages/new?order=@", () => form({ text: "Hello" })),
  ],
  thread: [
    async (owner, target) => {
      const { id: orderId } = await soldOrder("")(owner, target);
      const body = JSON.stringify({ text: "Hello" });
      const headers = { "Content-Type": "application/json" };
      const path = `/api/orders/${orderId}/messages`;
      const answer = await owner.call(path, { method: "POST", headers, body });
      const { threadId } = (await answer.json()) as { threadId: string };
      return { path: "/messages/@", id: threadId, body: () => form({ text: "Hello" }) };
    },
  ],
  report: [foreignProduct("/report/@", () => form({ reason: "fraud", text: "It is empty" }))],
  "report-status": [
    async (owner, target) => {
      const { productId } = await listProduct(target);
      const body = form({ reason: "fraud", text: "It is empty" });
      const init = { method: "POST", redirect: "manual", body } as const;
      const answer = await owner.call(`/report/${productId}`, init);
      const id = answer.headers.get("Location")?.split("/").at(-1) ?? "";
      return { path: "/report/status/@", id, checksOwnership: false };
    },
  ],
  claim: [misdirectedPayment("/claim/@")],
  "new-product": [
    noResource("/transaction", () => {
      const file = new File(["the goods"], "a.txt", { type: "text/plain" });
      return productForm(newAddress(), { file });
    }),
    ownProduct("/transaction?published=@"),
  ],
  draft: [draft("/transaction/@", productFields)],
  "publish-draft": [draft("/transaction/@/publish", () => form({ updatedAt: String(Date.now()) }))],
  "manage-sell": [
    noResource("/manage-sell", () => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ updatedAt: "0", description: "Prints" }))
        body.set(name, value);
      return body;
    }),
  ],
  profile: [
    noResource("/profil", () => form({ intent: "rename", name: "Somebody else" })),
    async ({ uid }, target) => {
      const rows = await sql(target, "SELECT token_hash FROM sessions WHERE uid = ?", uid);
      const id = sessionId(String(rows[0]?.token_hash));
      const body = (session: string) => form({ intent: "end-session", session });
      return { path: "/profil", id, body, checksOwnership: true };
    },
  ],
  "seller-status": [noResource("/profil/seller", () => form({ sellerKind: "trader" }))],
  "remove-login-method": [
    noResource("/profil/remove/wallet"),
    noResource("/profil/remove/nothing"),
  ],
  edit: [
    ownProduct("/edit/@", productFields),
    ownProduct("/edit/@?change=file", () => fileForm({ file: new File(["new"], "a.txt") })),
  ],
  poster: [ownProduct("/edit/@/poster")],
  counter: [ownProduct("/edit/@/counter")],
  "product-status": [ownProduct("/edit/@/status", () => form({ status: "disabled" }))],
  "delete-product": [ownProduct("/edit/@/delete", () => form({}))],
  duplicate: [ownProduct("/edit/@/duplicate", () => form({}))],
  "qr-file": [ownProduct("/edit/@/qr.svg"), ownProduct("/edit/@/qr.png")],
  "product-affiliates": [
    ownProduct("/edit/@/affiliates", () => form({ intent: "programme", isOn: "1", percent: "20" })),
  ],
  "product-licences": [
    ownProduct("/edit/@/licences", () => form({ intent: "settings", kind: "generated" })),
  ],
  affiliate: [noResource("/affiliate", () => form({ intent: "leave-all" }))],
  "affiliate-sale": [recommendedSale("/affiliate/sales/@")],
  "affiliate-invitation": [invitation("/affiliate/invitation/@")],
  recommend: [openToAffiliates("/affiliate/@", () => form({ note: "On my site" }))],
  "affiliate-qr": [recommended("/affiliate/@/qr.svg"), recommended("/affiliate/@/qr.png")],
  referral: [foreignProduct("/r/AAAAAAAAAAAA/@")],
  login: [noResource("/login", () => form({ intent: "sign-in", email: "a@b.ch", password: "x" }))],
  withdrawal: [noResource("/retractation", () => form(WITHDRAWAL))],
  acknowledgement: [acknowledgement("/retractation/@")],
  "acknowledgement-text": [acknowledgement("/retractation/@/text")],
  "acknowledgement-statement": [acknowledgement("/retractation/@/statement")],
  contact: [noResource("/contact", () => form({ email: "a@b.ch", message: "Hello" }))],
  "google-account": [
    async () => ({ path: "/auth/google/account", id: "", checksOwnership: false }),
  ],
  "api-wallet-challenge": [
    noResource("/api/wallet/challenge", () => ({ purpose: "sign-in" })),
    noResource("/api/wallet/challenge", () => ({ purpose: "link" })),
    noResource("/api/wallet/challenge", () => ({ purpose: "proof" })),
  ],
  "api-orders": [foreignProduct("/api/transactions", (productId) => ({ productId }))],
  "api-order": [
    openOrder("/api/transactions/@"),
    boughtOrder("/api/transactions/@"),
    orderInReview("/api/transactions/@"),
  ],
  "api-signature": [
    boughtOrder("/api/transactions/@/signature", () => ({
      signature: newSignature(),
    })),
  ],
  "api-transaction": [
    openOrder("/api/transactions/@/transaction", () => ({
      account: "",
      canSign: true,
    })),
  ],
  "api-send": [openOrder("/api/transactions/@/send", () => ({ transaction: "" }))],
  "api-leave-line": [openOrder("/api/transactions/@/leave")],
  "api-live": [
    boughtOrder("/api/transactions/@/live"),
    async (owner, target) => ({
      ...(await boughtOrder("/api/transactions/@/live")(owner, target)),
      headers: { Upgrade: "websocket" },
    }),
  ],
  "api-guest-orders": [
    foreignProduct("/api/checkout", (productId) => ({ productId, wallet: newAddress() })),
  ],
  "api-guest-order": [guestsOrder("/api/checkout/@")],
  "api-guest-signature": [
    guestsOrder("/api/checkout/@/signature", () => ({ signature: newSignature() })),
  ],
  "api-guest-transaction": [
    guestsOrder("/api/checkout/@/transaction", () => ({ account: "", canSign: true })),
  ],
  "api-guest-send": [guestsOrder("/api/checkout/@/send", () => ({ transaction: "" }))],
  "api-guest-leave-line": [guestsOrder("/api/checkout/@/leave")],
  "api-guest-live": [
    guestsOrder("/api/checkout/@/live"),
    async (owner, target) => ({
      ...(await guestsOrder("/api/checkout/@/live")(owner, target)),
      headers: { Upgrade: "websocket" },
    }),
  ],
  "api-guest-file": [guestsOrder("/api/checkout/@/file")],
  "api-guest-proof": [guestsOrder("/api/checkout/@/proof")],
  "api-messages": [
    soldOrder("/api/orders/@/messages", () => ({ text: "Hello" })),
    boughtOrder("/api/orders/@/messages", () => ({ text: "Hello" })),
  ],
  "api-accept": [orderInReview("/api/orders/@/accept")],
  "api-dismiss": [orderInReview("/api/orders/@/dismiss")],
  "api-claim": [misdirectedPayment("/api/orders/@/claim")],
  "api-refund": [orderInReview("/api/orders/@/refund", () => ({ scope: "all" }))],
  "api-send-refund": [orderInReview("/api/orders/@/refund/send", () => ({ transaction: "AAAA" }))],
  "api-share": [orderInReview("/api/orders/@/share")],
  "api-send-share": [orderInReview("/api/orders/@/share/send", () => ({ transaction: "AAAA" }))],
  "api-pay": [openOrder("/api/pay/@", () => ({ account: newAddress() }))],
  "api-buy": [foreignProduct("/api/actions/buy/@", () => ({ account: newAddress() }))],
  "api-refresh-download": [boughtProduct("/api/purchases/@/refresh")],
  download: [downloadLink("/download/@")],
  "download-file": [downloadLink("/download/@/1")],
  "download-problem": [downloadLink("/purchases/link/@")],
  "shop-cards": [ownProduct("/shop/cards?ids=@&q=file")],
  "api-favourites": [
    noResource("/api/favourites", () => ({ intent: "clear" })),
    foreignProduct("/api/favourites", (productId) => ({ intent: "add", productId })),
  ],
  "api-replace-file": [
    ownProduct("/api/products/@/file", () => fileForm({ fileName: "a.txt", fileSize: "9" })),
  ],
  "api-release": [
    ownProduct("/api/products/@/release", () => ({ files: [{ name: "a.txt", sizeBytes: 9 }] })),
  ],
  "api-uploads": [noResource("/api/uploads", productFields)],
  "api-drafts": [noResource("/api/drafts", () => form({ title: "Begun" }))],
  "api-upload": [upload("/api/uploads/@")],
  "api-upload-part": [upload("/api/uploads/@/parts/1", () => "the goods")],
  "api-complete-upload": [upload("/api/uploads/@/complete")],
  "api-draft": [draft("/api/drafts/@", draftForm)],
  "api-publish-draft": [draft("/api/drafts/@/publish", draftForm)],
  "api-product-stock": [ownProduct("/api/products/@/stock")],
  "api-pictures": [ownProduct("/api/products/@/pictures", () => ({ pictures: [], shown: [] }))],
  "api-sample": [ownProduct("/api/products/@/sample?name=a.mp3", () => "ID3\u0003 and so on")],
  authors: [ownProduct("/edit/@/authors", () => form({ percent: "10", note: "" }))],
  "co-author": [
    async (owner, target) => ({
      ...(await coAuthorInvitation("/co-author/@", () => form({ intent: "accept" }))(
        owner,
        target,
      )),
      checksOwnership: false,
    }),
  ],
  "share-receipt": [sharedOrder("/shares/@/receipt")],
  shares: [
    async (owner, target) => {
      const { productId } = await shareOfProduct(owner, target);
      return {
        path: "/shares",
        id: productId,
        body: (id: string) => form({ intent: "leave", productId: id }),
      };
    },
  ],
  media: [
    async (owner) => {
      const cover = new File([PNG], "a.png", { type: "image/png" });
      const page = await owner.call(`/edit/${await publish(owner, { cover })}`);
      const id = /\/media\/([\w-]+)/.exec(await page.text())?.[1];
      if (!id) throw new Error("the product has no cover");
      return { path: "/media/@", id };
    },
  ],
  "product-picture": [foreignProduct("/pictures/@/drawn-1.svg")],
  "sitemap-products": [noResource("/sitemap/products/0.xml")],
  "sitemap-sellers": [noResource("/sitemap/sellers/0.xml")],
  "catch-all": [noResource("/no-such-page"), noResource("/api/nothing"), noResource("/a.png")],
};

/** Fixtures of a route. */
export function fixturesOf({ id, address }: { id: string; address: string }): FixtureFactory[] {
  return FIXTURES[id as RouteId] ?? [noResource(address)];
}

export function limitsOwnership(rule: Rule): boolean {
  return rule.ownership !== undefined && rule.ownership !== "by intent";
}
